"""For all tests: windows are painted without a display, and a system that Qt cannot run on is told in plain words."""

from __future__ import annotations

import os

import pytest

from dealer_console.touch.app.libraries import LibrariesMissing, require

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Before pytest-qt imports Qt, which would end with a bare ImportError."""
    try:
        require(os.environ["QT_QPA_PLATFORM"])
    except LibrariesMissing as error:
        raise pytest.UsageError(str(error)) from None
