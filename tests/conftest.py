"""For all tests: windows without a display, a system that Qt cannot run on told in plain words, the same dice."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from dealer_console.touch.app.libraries import LibrariesMissing, require

if TYPE_CHECKING:
    from dealer_console.demo.floor.temporary_postgres import Server

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# As `drivers.optical` has it, before a test imports numpy without it: its threads wait for each other by spinning, and
# take the processors from the tests beside it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A verdict must not hang on how busy the device is, nor on the day's dice: `make proof` throws them again each time.
settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("proof", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))


# What Qt made must end in the thread of the windows. Python collects in whichever thread makes garbage, so it collects
# between the tests alone.
gc.disable()
MUCH_GARBAGE = 20_000


def pytest_collection_finish() -> None:
    """What the modules and the list of tests hold stays to the end: no collection looks at it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    young, _, older = gc.get_count()
    if young > MUCH_GARBAGE:
        gc.collect(2 if older > 50 else 1)


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Before pytest-qt imports Qt, which would end with a bare ImportError."""
    try:
        require(os.environ["QT_QPA_PLATFORM"])
    except LibrariesMissing as error:
        raise pytest.UsageError(str(error)) from None


@pytest.fixture(scope="session", autouse=True)
def folders_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test finds what an earlier run, or whoever runs it, has in these folders, nor leaves anything there."""
    with pytest.MonkeyPatch.context() as environment:
        for kind in ("data", "config", "cache"):
            environment.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path_factory.mktemp(kind)))
        yield


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One PostgreSQL for all tests of a process; a test that stops it starts it again."""
    from dealer_console.demo.floor.temporary_postgres import Server  # tests without a floor do not load it

    running = Server()
    running.start()
    yield running
    running.remove()
