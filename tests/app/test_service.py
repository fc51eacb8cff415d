"""The console under systemd: units that systemd accepts, users and folders, and a watchdog that hears both threads."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_console.app.systemd import Installation, Watchdog, notify
from dealer_console.rulebook.load import config_folder
from tests.app.installed_table import installed_table
from tests.cli.console import console

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
MOST_EXPOSED = {
    "dealer-console@": 2.5,
    "dealer-console-keeper@": 1.5,
    "dealer-console-backup@": 1.5,
    "dealer-console-projector": 2.0,
}


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A root with everything in it, as for an image."""
    root = tmp_path / "root"
    for folder in ("etc", "usr/sbin", "var/lib", "run"):
        (root / folder).mkdir(parents=True)
    program = Path(sys.executable).with_name("dealer-console")
    done = console("service", "install", "--table", "bj-7", "--root", root, "--program", program)
    assert done.returncode == 0, done.stderr
    return root


@needs_systemd
def test_the_units_are_accepted_by_systemd(installed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "units"
    shutil.copytree(installed / "etc/systemd/system", folder, ignore=shutil.ignore_patterns("*.wants"))
    for unit in folder.iterdir():  # the compositor of the kiosk need not be on this machine
        unit.write_text(unit.read_text().replace("/usr/bin/cage -s --", "/usr/bin/env"))
    templates = sorted(folder.iterdir())
    assert len(templates) == 6
    for template in templates:
        name = template.name.replace("@.", "@bj-7.")
        if name != template.name:
            shutil.copy(template, folder / name)
        done = subprocess.run(
            ["systemd-analyze", "verify", "--man=no", str(folder / name)],
            capture_output=True,
            text=True,
            env={**os.environ, "SYSTEMD_UNIT_PATH": f"{folder}:"},
        )
        told = [line for line in done.stderr.splitlines() if "dealer-console" in line]
        assert told == [], told


@needs_systemd
@pytest.mark.parametrize("unit", sorted(MOST_EXPOSED))
def test_the_sandbox_of_each_unit_is_tight(installed: Path, unit: str) -> None:
    file = installed / "etc/systemd/system" / f"{unit}.service"
    plain = file.with_name(f"{unit.rstrip('@')}.service")  # a template is rated under a plain name
    plain.write_text(file.read_text())
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(plain)]
    said = subprocess.run(words, capture_output=True, text=True).stdout
    (level,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", said)
    assert float(level) <= MOST_EXPOSED[unit]


def test_a_call_that_the_sandbox_refuses_is_an_error_not_the_end(installed: Path) -> None:
    """Under systemd the doctor's question about the clock ended the console with SIGSYS before its window was there."""
    for unit in (installed / "etc/systemd/system").glob("*.service"):
        text = unit.read_text()
        assert ("SystemCallFilter=" in text) == ("SystemCallErrorNumber=EPERM" in text), unit.name


@pytest.mark.parametrize("set_up", [False, True])
def test_a_console_is_started_at_once_only_when_its_table_is_set_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_up: bool
) -> None:
    made, called = Installation(root=tmp_path), list[list[str]]()
    monkeypatch.setattr(Installation, "live", True)
    monkeypatch.setattr(Installation, "_run", lambda _self, words: called.append(words))
    (tmp_path / "var/lib/dealer-console").mkdir(parents=True)
    if set_up:
        (tmp_path / "var/lib/dealer-console/bj-7.toml").touch()
    assert made.enable("bj-7") == set_up
    assert [("--now" in words) for words in called] == [set_up, set_up]


@needs_systemd
def test_users_and_folders_are_made(installed: Path) -> None:
    users = (installed / "etc/passwd").read_text()
    assert "dealer-console:" in users
    assert "keeper:" in users
    assert re.search(r"^table:.*\bdealer-console\b", (installed / "etc/group").read_text(), re.MULTILINE)
    assert (installed / "var/lib/dealer-console/journals").is_dir()
    assert (installed / "var/lib/dealer-console").stat().st_mode & 0o777 == 0o700


@needs_systemd
def test_the_console_of_this_table_starts_at_boot_and_its_backups_too(installed: Path) -> None:
    system = installed / "etc/systemd/system"
    assert (system / "graphical.target.wants" / "dealer-console@bj-7.service").is_symlink()
    assert (system / "timers.target.wants" / "dealer-console-backup@bj-7.timer").is_symlink()
    assert console("service", "status", "--table", "bj-7", "--root", installed).returncode == 0


@needs_systemd
def test_a_rule_file_of_the_house_stays_and_remove_leaves_the_data(installed: Path) -> None:
    rules = installed / "etc/udev/rules.d/70-table-devices.rules"
    rules.write_text("# ours\n")
    Installation(root=installed).install()
    assert rules.read_text() == "# ours\n"
    (installed / "var/lib/dealer-console/journals/bj-7.journal").write_text("x")
    assert console("service", "remove", "--root", installed).returncode == 0
    assert not list((installed / "etc/systemd/system").glob("dealer-console*.service"))
    assert not list((installed / "etc/systemd/system").glob("*.wants/dealer-console*"))
    assert (installed / "var/lib/dealer-console/journals/bj-7.journal").exists()
    assert console("service", "status", "--table", "bj-7", "--root", installed).returncode == 1


def test_every_unit_calls_the_program_that_was_installed(installed: Path) -> None:
    for unit in (installed / "etc/systemd/system").glob("*.service"):
        text = unit.read_text()
        assert "@PROGRAM@" not in text
        assert "@PYTHON@" not in text
        assert str(Path(sys.executable).parent) in text
    assert len(list((config_folder() / "service").iterdir())) == 9


# --- the watchdog --------------------------------------------------------------------------------------------------


@pytest.fixture
def listener(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(120)
        yield line


def test_systemd_hears_nothing_of_a_table_that_makes_no_turn(listener: socket.socket, tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "3000000"}
    turns, woken, now = [0], [0], [100.0]
    watchdog = Watchdog(
        lambda: turns[0], lambda: woken.__setitem__(0, woken[0] + 1), clock=lambda: now[0], environment=environment
    )
    watchdog.ready()
    assert listener.recv(200).startswith(b"READY=1")
    turns[0] += 1
    watchdog.beat()
    assert listener.recv(200) == b"WATCHDOG=1"
    listener.setblocking(False)
    for _ in range(5):  # the table hangs, the window does not
        now[0] += 1.5
        watchdog.beat()
    with pytest.raises(BlockingIOError):
        listener.recv(200)
    assert woken[0] > 3  # it was asked to make a turn each time
    turns[0] += 1
    watchdog.beat()
    assert listener.recv(200) == b"WATCHDOG=1"


def test_without_systemd_nobody_is_told(tmp_path: Path) -> None:
    assert not notify("READY=1", {})
    assert not notify("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})


def test_a_real_console_says_that_it_is_ready_and_alive(listener: socket.socket, tmp_path: Path) -> None:
    made = installed_table(tmp_path / "house")
    words = [sys.executable, "-m", "dealer_console.cli", "run", "--table", str(made.file), "--data"]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "3000000",
    }
    with subprocess.Popen([*words, str(made.places.data)], env=environment) as running:
        try:
            heard = [listener.recv(200) for _ in range(3)]
        finally:
            running.send_signal(signal.SIGTERM)
        assert running.wait(120) == 0
    assert [words.split(b"\n")[0] for words in heard] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"]
    assert listener.recv(200)
