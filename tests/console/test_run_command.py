"""`dealer-console run` and `demo`: what is wrong is told before a window opens; a real start and a clean end."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from dealer_console.app.running_table import wall_clock_ms
from dealer_console.app.window_options import CannotStart, WindowOptions
from dealer_console.cli.table.demo import FolderRefused, prepare
from dealer_console.cli.table.run import RunOptions, run
from dealer_console.demo.opening import write_table
from dealer_console.demo.people import open_book
from dealer_console.journal import Journal
from dealer_console.journal.verification.verify import verify
from dealer_console.table.people import load_permissions
from drivers.registration.registry import KnownDevice, Registry
from tests.console.robot import Robot, Served

MA = "massachusetts-switch"
OFFSCREEN = WindowOptions(platform="offscreen")


@pytest.fixture
def options(tmp_path: Path, qapp: object) -> RunOptions:
    """Everything that a table needs, with simulators at its ports."""
    open_book(tmp_path, load_permissions(), wall_clock_ms).close()
    serials = {"shoe": "SIM-S0", "batch-shuffler": "SIM-B0", "reader": "SIM-R0"}
    write_table(tmp_path, MA, lambda kind: f"sim://{kind}", serials.__getitem__)
    return RunOptions(
        table=tmp_path / f"demo-{MA}.toml",
        data=tmp_path / "data",
        people=tmp_path / "people.db",
        pepper=tmp_path / "people.pepper",
        registry=tmp_path / "devices.json",
        simulators=False,
        window=OFFSCREEN,
    )


def changed(options: RunOptions, **more: object) -> RunOptions:
    return RunOptions(**{**{name: getattr(options, name) for name in RunOptions.__slots__}, **more})


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"table": Path("massachusets-switch-1")}, "did you mean 'massachusetts-switch-1'"),
        ({"table": Path("nowhere.toml")}, "nowhere.toml"),
        ({"people": Path("nobody.db")}, "dealer-console people add"),
        ({"window": WindowOptions(theme="pink")}, "choose dark, light, high-contrast"),
        ({"window": WindowOptions(size="640x480")}, "1280x800, 1920x1080, 1024x768"),
        ({"window": WindowOptions(language="xx")}, "choose en, en-GB, es"),
        ({"window": WindowOptions(inches=2.0)}, "5 to 60"),
        ({}, "this table deals with real devices"),
    ],
)
def test_what_is_wrong_is_told_before_a_window_opens(
    options: RunOptions, capsys: pytest.CaptureFixture[str], more: dict[str, object], told: str
) -> None:
    assert run(changed(options, **more)) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert said.out == ""


def test_a_table_runs_until_it_is_told_to_end(options: RunOptions, tmp_path: Path) -> None:
    places = {"table": "table", "data": "data", "people": "people", "pepper": "pepper", "registry": "registry"}
    words = [word for name, key in places.items() for word in (f"--{name}", str(getattr(options, key)))]
    served = Served(tmp_path, "run", *words, "--simulators", "--language", "es", "--theme", "light")
    robot = Robot(served)
    robot.until("act:open")
    robot.wait(lambda now: len(now["lights"]) == 3, "the lights of three machines")
    robot.close()
    assert served.end() == 0
    assert verify(tmp_path / "data" / f"demo-{MA}.journal").problem is None


@pytest.mark.parametrize("by", [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_whatever_ends_it_in_order_is_in_the_journal(options: RunOptions, tmp_path: Path, by: signal.Signals) -> None:
    """A logout, Ctrl-C and Ctrl-\\ at the terminal from which it was started."""
    names = ("table", "data", "people", "pepper", "registry")
    words = [word for name in names for word in (f"--{name}", str(getattr(options, name)))]
    served = Served(tmp_path, "run", *words, "--simulators", platform="offscreen")
    served.until_shown("act:open")
    assert served.end(by) == 0
    file = tmp_path / "data" / f"demo-{MA}.journal"
    with Journal.open(file) as journal:
        assert [entry.kind for entry in journal.entries()][-1] == "console-stopped"


def test_a_console_at_a_real_table_loads_no_simulator(
    options: RunOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The real command, at ports that nothing is plugged into; Python itself writes down every import."""
    registry = Registry(path=tmp_path / "devices.json")
    for kind in ("shoe", "batch-shuffler", "reader"):
        registry = registry.with_device(
            KnownDevice(name=kind, family=kind, port="", address=0x30, serial=kind, model="", key="07" * 32)
        )
    registry.save()
    write_table(tmp_path, MA, lambda kind: f"/dev/serial/by-id/no-{kind}", lambda kind: kind)
    monkeypatch.setenv("PYTHONPROFILEIMPORTTIME", "1")
    names = ("table", "data", "people", "pepper", "registry")
    words = [word for name in names for word in (f"--{name}", str(getattr(options, name)))]
    log = tmp_path / "imports.txt"
    served = Served(tmp_path, "run", *words, platform="offscreen", errors=log)
    served.until_shown("act:open")
    assert served.end() == 0
    loaded = {line.rsplit("|")[-1].strip() for line in log.read_text("utf-8").splitlines()}
    assert "dealer_console.app.devices" in loaded
    simulators = ("hardware_sims", "dealer_console.demo", "dealer_console.simulation")
    assert [name for name in sorted(loaded) if name.startswith(simulators)] == []


def test_a_demonstration_never_takes_a_folder_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(FolderRefused, match="holds other files"):
        prepare(tmp_path, go_on=False)
    assert (tmp_path / "letters.txt").read_text() == "mine"


def test_a_demonstration_begins_again_beside_the_files_of_the_one_before_unless_it_goes_on(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "demo", go_on=False)
    journal = folder / "demo-x.journal"
    journal.write_text("first")
    assert prepare(folder, go_on=True) == folder
    assert journal.exists()
    for text in ("second", "third"):
        prepare(folder, go_on=False)
        assert not journal.exists()
        journal.write_text(text)
    kept = {file.parent.name: file.read_text() for file in folder.glob("earlier/*/demo-x.journal")}
    assert kept == {"1": "first", "2": "second"}


def test_the_last_nine_demonstrations_are_kept_and_nothing_else_is_removed(tmp_path: Path) -> None:
    folder = prepare(tmp_path / "demo", go_on=False)
    for number in range(12):
        (folder / "demo-x.journal").write_text(str(number))
        prepare(folder, go_on=False)
        (folder / "earlier" / "1").mkdir(exist_ok=True)
        (folder / "earlier" / "1" / "letter.txt").write_text("mine")
    kept = [file.read_text() for file in folder.glob("earlier/*/demo-x.journal")]
    assert sorted(kept, key=int) == [str(number) for number in range(3, 12)]
    assert (folder / "earlier" / "1" / "letter.txt").read_text() == "mine"


def test_a_wish_that_makes_no_sense() -> None:
    with pytest.raises(CannotStart, match="choose dark"):
        WindowOptions(theme="").check()
