"""`dealer-console doctor`: every finding is planted once, and comes with the command that mends it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.app.doctor import QUICK, Examined, Finding, computer, examine, found_before_opening
from dealer_console.app.journal_files.backup import back_up
from dealer_console.app.paths import Places
from dealer_console.app.table_installation import Answers, checked_tables, enter_people, install_tables
from dealer_console.app.window_options import WindowOptions
from dealer_console.cli.table.run import RunOptions, look_around
from dealer_console.demo.people import CHEAP
from dealer_console.rulebook.tables import Device, Table
from dealer_console.touch.app.libraries import missing
from drivers.registration.registry import Approval, KnownDevice, Registry
from tests.cli.console import console

PEOPLE = (
    {"name": "Pat", "badge": "3", "roles": ("pit-manager", "supervisor")},
    {"name": "Dana", "badge": "1", "roles": ("dealer",)},
)
SHOE = Device(kind="shoe", port="sim://shoe", serial="S-1")


@pytest.fixture
def examined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Examined:
    """A table that is fit, with a clock that somebody sets."""
    monkeypatch.setattr(computer, "clock_is_set", lambda: True)
    answers = Answers.model_validate(
        {"people": PEOPLE, "tables": ({"name": "a-1", "rules": "catfish-bend-blackjack"},)}
    )
    places = Places.of(tmp_path / "house")
    (installed_table,) = install_tables(checked_tables(answers, tmp_path), places, lambda: time.time_ns() // 1_000_000)
    enter_people(answers.people, places, lambda: 0, CHEAP)
    return Examined(places=places, table=installed_table.table, platform="offscreen")


def bad(examined: Examined) -> list[Finding]:
    return [finding for finding in examine(examined) if finding.level != "ok"]


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, findings
    assert findings[0].mend
    return findings[0]


def mend(findings: list[Finding]) -> str:
    return only(findings).data()["mend"]


def code(findings: list[Finding]) -> str:
    return only(findings).says.code


def with_device(examined: Examined, device: Device) -> Examined:
    assert isinstance(examined.table, Table)
    return replace(examined, table=replace(examined.table, devices=(device,)))


def paired(examined: Examined, device: Device, *, approved: bool = True) -> None:
    known = KnownDevice(
        name=device.kind, family=device.kind, port=device.port, address=0, serial=device.serial, model="", key="07" * 32
    )
    registry = Registry(path=examined.places.devices).with_device(known)
    if approved:
        approval = Approval(
            serial=device.serial, firmware="1", firmware_sha256="0", technician="Ted", supervisor="Sam", when=""
        )
        registry = registry.with_approval(approval)
    registry.save()


def test_a_fit_table_has_no_finding_and_is_quiet_before_opening(examined: Examined) -> None:
    assert bad(examined) == []
    assert found_before_opening(examined) == []


def test_without_a_table_the_machine_alone_is_examined(tmp_path: Path) -> None:
    checks = {finding.check for finding in examine(Examined(places=Places.of(tmp_path)))}
    assert {"display", "fonts", "sqlite", "clock", "space", "disk"} <= checks
    assert "journal" not in checks


def test_a_missing_library_is_named_with_its_package(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = missing("xcb", lambda name: name != "libxcb-cursor.so.0")
    monkeypatch.setattr(computer, "missing", lambda _platform: lacking)
    assert only(bad(examined)).mend == "apt-get install libxcb-cursor0"


def test_no_display_is_a_warning(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(computer, "missing", lambda _platform: ())
    finding = only(bad(replace(examined, platform=None)))
    assert (finding.check, finding.level) == ("display", "warning")


def test_a_font_that_is_gone(examined: Examined, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(computer, "FONTS", tmp_path)
    assert mend(bad(examined)).startswith(f"{sys.executable} -m pip install --force-reinstall")


def test_an_old_sqlite(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 30, 0))
    assert only(bad(examined)).check == "sqlite"


def test_a_clock_behind_the_journal(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_780_000_000 * 10**9)
    finding = only(bad(examined))
    assert finding.mend in ("timedatectl set-ntp true", "apt-get install systemd-timesyncd")
    assert finding.says.code == "doctor-clock-behind"


def test_a_clock_that_nobody_sets(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "clock_is_set", lambda: False)
    assert only(bad(examined)).level == "warning"


@pytest.mark.parametrize(("free", "level"), [(10_000_000, "problem"), (300_000_000, "warning")])
def test_little_space_for_the_months_ahead(
    examined: Examined, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    usage = shutil.disk_usage(examined.places.data)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: usage._replace(free=free))
    finding = only(bad(examined))
    assert (finding.check, finding.level) == ("space", level)


def test_a_slow_disk(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer, "SLOW_WRITE_MS", 0.0)
    assert only(bad(examined)).check == "disk"
    assert found_before_opening(examined) == []  # too slow to be measured at every opening


def test_a_key_that_others_can_read(examined: Examined) -> None:
    examined.places.pepper.chmod(0o644)
    modes = next(finding for finding in bad(examined) if finding.check == "modes")
    assert modes.mend == f"chmod 600 {examined.places.pepper}"


def test_no_book_of_people_and_nobody_to_deal(examined: Examined) -> None:
    examined.places.people.unlink()
    assert mend(bad(examined)).startswith("dealer-console people add NAME")
    assert mend(bad(examined)).endswith(f"--people {examined.places.people} --pepper {examined.places.pepper}")


def test_a_journal_whose_head_is_gone(examined: Examined) -> None:
    assert examined.journal is not None
    examined.journal.with_name(examined.journal.name + ".head").unlink()
    assert code(bad(examined)) == "doctor-head-missing"


def test_a_journal_with_the_key_of_another(examined: Examined) -> None:
    assert examined.journal is not None
    examined.journal.with_suffix(".key").write_text("07" * 32 + "\n")
    assert code(bad(examined)) == "doctor-key-of-another"


def test_a_journal_that_is_no_journal(examined: Examined) -> None:
    assert examined.journal is not None
    examined.journal.write_bytes(b"SQLite format 3\0" + bytes(4096))
    assert code(bad(examined)) == "doctor-journal-unreadable"


def test_a_port_that_is_not_there(examined: Examined, tmp_path: Path) -> None:
    device = replace(SHOE, port="/dev/serial/by-id/no-shoe")
    paired(examined, device)
    assert code(bad(with_device(examined, device))) == "doctor-port-not-there"
    keeper = replace(SHOE, port="unix:/run/no-keeper")
    assert mend(bad(with_device(examined, keeper))) == "systemctl start dealer-console-keeper@S-1.service"


def test_a_device_server_that_does_not_answer(examined: Examined) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        device = replace(SHOE, port=f"socket://127.0.0.1:{free.getsockname()[1]}")
    paired(examined, device)
    assert code(bad(with_device(examined, device))) == "doctor-port-silent"


def test_a_simulator_at_a_real_table(examined: Examined) -> None:
    paired(examined, SHOE)
    assert code(bad(with_device(examined, SHOE))) == "doctor-port-is-simulator"
    assert bad(replace(with_device(examined, SHOE), simulators=True)) == []


def test_a_device_that_was_never_paired_or_approved(examined: Examined) -> None:
    device = replace(SHOE, port="/dev/null")
    assert "device pair shoe /dev/null" in mend(bad(with_device(examined, device)))
    paired(examined, device, approved=False)
    assert "--approve" in mend(bad(with_device(examined, device)))


def test_a_floor_that_is_away_is_a_warning(examined: Examined) -> None:
    assert examined.table is not None
    away = replace(examined, table=replace(examined.table, floor="postgresql://127.0.0.1:1/floor"))
    assert only(bad(away)).level == "warning"
    assert found_before_opening(away) == []  # nothing waits for a network before an opening


def test_a_check_that_fails_is_a_finding(examined: Examined, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_examined: Examined) -> None:
        raise RuntimeError("oops")

    monkeypatch.setitem(QUICK, "fonts", broken)
    assert "oops" in only(bad(examined)).data()["says"]


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:100])


def readable(file: Path) -> None:
    file.chmod(0o644)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("people.db", cut_short),
        ("people.db", readable),
        ("devices.json", cut_short),
        ("devices.json", readable),
        ("devices.house-key", readable),
        ("journals/a-1.journal", cut_short),
        ("journals/a-1.journal.head", Path.unlink),
        ("journals/a-1.key", Path.unlink),
        ("journals/a-1.key", cut_short),
        ("keys/people.pepper", readable),
        (".", readable),
    ],
)
def test_the_command_of_a_finding_mends_it(
    examined: Examined, tmp_path: Path, name: str, damage: Callable[[Path], None]
) -> None:
    """Typed at a shell as it is printed, with the name of the last backup in it."""
    device = replace(SHOE, port="/dev/null")
    paired(examined, device)
    table, places = with_device(examined, device), examined.places
    assert table.table is not None
    backup = back_up(table.table, places.data / "a-1.toml", places, tmp_path, time.time_ns() // 1_000_000)
    if damage is readable and name == ".":
        places.data.chmod(0o777)
    else:
        damage(places.data / name)
    for finding in bad(table):
        command = finding.data()["mend"].replace("BACKUP", str(backup.folder))
        path = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
        subprocess.run(command, shell=True, env={**os.environ, **path}, capture_output=True, check=False)
    assert bad(table) == []


def test_every_finding_speaks_spanish(examined: Examined) -> None:
    file = examined.places.data / "a-1.toml"
    examined.places.people.unlink()
    words = ("--language", "es", "doctor", "--table", file, "--data", examined.places.data, "--platform", "offscreen")
    said = console(*words).stdout
    assert "problema  personal: no hay lista de personal en" in said
    assert "dealer-console people add NOMBRE --badge NÚMERO" in said


def test_the_command_and_its_status(examined: Examined) -> None:
    file = examined.places.data / "a-1.toml"
    words = ("doctor", "--table", file, "--data", examined.places.data, "--platform", "offscreen", "--json")
    fit = console(*words)
    assert fit.returncode == 0, fit.stdout
    assert json.loads(fit.stdout)["ok"] is True
    examined.places.pepper.chmod(0o644)
    unfit = console(*words)
    assert unfit.returncode == 1
    assert any(finding["mend"].startswith("chmod 600") for finding in json.loads(unfit.stdout)["findings"])
    assert console("doctor", "--table", "nowhere.toml").returncode == 2


def test_run_is_quiet_before_a_fit_table_opens_and_names_what_is_not_well(
    examined: Examined, capsys: pytest.CaptureFixture[str]
) -> None:
    assert examined.table is not None
    file = examined.places.data / "a-1.toml"
    options = RunOptions(table=file, data=examined.places.data, window=WindowOptions(platform="offscreen"))
    look_around(options, examined.table)
    assert capsys.readouterr() == ("", "")
    examined.places.people.chmod(0o644)
    look_around(options, examined.table)
    assert "problem: modes: " in capsys.readouterr().err


@pytest.mark.parametrize(
    ("client", "synchronized", "well"), [(False, False, True), (True, False, False), (True, True, True)]
)
def test_a_service_that_may_not_ask_the_kernel_asks_the_time_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: bool, synchronized: bool, well: bool
) -> None:
    class Refusing:
        @staticmethod
        def adjtimex(_buffer: object) -> int:
            return -1  # EPERM, as under ProtectClock

    monkeypatch.setattr("ctypes.CDLL", lambda *_args, **_named: Refusing)
    monkeypatch.setattr(computer, "TIMESYNC", tmp_path / "timesync")
    if client:
        (tmp_path / "timesync").mkdir()
    if synchronized:
        (tmp_path / "timesync/synchronized").touch()
    assert computer.clock_is_set() == well
