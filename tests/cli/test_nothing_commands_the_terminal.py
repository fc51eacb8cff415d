"""What people typed, or somebody wrote into a file, reaches a terminal as text and never as a command."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from dealer_console.app.feed import Source
from dealer_console.cli.operations.feed import _write as write
from dealer_console.cli.output import plain, print_error, print_json, print_line
from dealer_console.cli.pit.archive_access import write as write_report
from dealer_console.journal import Journal
from drivers.registration.registry import KnownDevice, Registry
from tests.cli.console import PLAIN, console

ESCAPES = ("\x1b[2J", "\x9b2J", "\x07", "\r", "\u202e", "\x7f", "\udc9b2J", "\ud800", "\u200f", "\u061c", "\u2028")


@pytest.mark.parametrize("escape", ESCAPES)
def test_a_name_that_would_command_the_terminal_is_written_out(escape: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_line(f"Eve{escape}")
    print_json({"name": f"Eve{escape}"})
    print_error(f"nobody is called Eve{escape}", as_json=False)
    shown = capsys.readouterr()
    assert not any(letter in shown.out + shown.err for letter in escape[:1])
    assert plain("Íñigo\tO'Hara\n") == "Íñigo\tO'Hara\n"


def test_the_outsiders_verifier_writes_nothing_but_plain_letters(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2Jx.journal"
    program = Path(__file__).parents[2] / "docs" / "verify_journal.py"
    ended = subprocess.run([sys.executable, str(program), str(file)], capture_output=True, text=True)
    assert ended.returncode == 2
    assert "\x1b" not in ended.stderr + ended.stdout


BAD = 'rules = "massachusetts-switch\\u001b[2J\\u009b2J"\nbets = ["1 10"]\nplay = ["\\u001b]0;x\\u0007"]\n'


@pytest.mark.parametrize("text", [PLAIN, BAD], ids=["a round", "none"])
def test_a_file_with_commands_in_its_name_and_contents_commands_nothing(tmp_path: Path, text: str) -> None:
    file = tmp_path / "\x1b[2Jx\x9b2J\x07.round"
    file.write_text(text, "utf-8")
    done = console("replay", file)
    assert "[2J" in done.stdout + done.stderr
    assert not any(letter in done.stdout + done.stderr for letter in "\x1b\x9b\x07")


def test_a_name_in_the_list_of_devices_commands_nothing_when_another_one_is_not_found(tmp_path: Path) -> None:
    known = KnownDevice(name="\x1b[2Jshoe\x9b", family="shoe", port="x", address=0x30, serial="S-1", model="M")
    Registry(path=tmp_path / "devices.json", devices=(known,)).save()
    done = console("device", "check", "reader", "--registry", tmp_path / "devices.json")
    assert "[2Jshoe" in done.stderr
    assert not any(letter in done.stdout + done.stderr for letter in "\x1b\x9b")


def test_a_name_with_half_a_character_is_written_out(tmp_path: Path) -> None:
    """JSON can say it, and a name of a file has any bytes: of a half Python makes a single byte, or no text at all."""
    registry = tmp_path / "devices.json"
    known = KnownDevice(name="\ud800shoe", family="shoe", port="x", address=0x30, serial="S-1", model="M")
    Registry(path=registry, devices=(known,)).save()
    assert "\\ud800shoe" in console("device", "list", "--registry", registry).stdout
    missing = console("verify", "--json", os.fsdecode(os.fsencode(tmp_path) + b"/\x9b2J.journal")).stdout
    assert json.loads(missing)["error"].endswith("/\udc9b2J.journal")
    assert missing.isascii()


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\x0b", "\x85", "\u2028"])
def test_a_name_begins_no_line_of_its_own(tmp_path: Path, line_break: str) -> None:
    """Somebody puts a table into a journal whose name ends like a report that all is well."""
    file = tmp_path / "a.journal"
    Journal.create(file, table="t", signing_key=bytes(32)).close()
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f'CREATE TABLE "x{line_break}  genuine" (a)')
    done = console("verify", file)
    assert done.returncode == 1
    assert "NOT GENUINE" in done.stdout.splitlines()[-1]
    known = KnownDevice(
        name=f"shoe{line_break}reader: paired", family="shoe", port="x", address=0x30, serial="S-1", model="M"
    )
    Registry(path=tmp_path / "devices.json", devices=(known,)).save()
    (line,) = console("device", "list", "--registry", tmp_path / "devices.json").stdout.splitlines()
    assert line.startswith("shoe\\u")


def test_a_line_of_the_feed_is_the_same_json_without_commands(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Eve\x9b2J\u202e\x7f"
    row = (1, "note", 1, 0, text, None, None, json.dumps({"text": text}, ensure_ascii=False), "")
    write([Source(table="a", log="0" * 32, rows=lambda _after: iter([row]))], {}, frozenset({"note"}), None)
    line = capsys.readouterr().out
    assert not any(letter in line for letter in text[3:] if letter not in "2J")
    assert (json.loads(line)["who"], json.loads(line)["data"]) == (text, {"text": text})


def test_a_report_that_goes_to_a_terminal_commands_nothing_and_to_a_pipe_goes_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """A name in a table of figures, or a PDF that nobody sent into a file."""
    report = "day,Eve\x1b[2J\x9b2J\r\n".encode() + b"%PDF \xe2\x00\x07"
    master, slave = os.openpty()
    with os.fdopen(slave, "w", encoding="utf-8") as screen:
        monkeypatch.setattr(sys, "stdout", screen)
        write_report(report, None)
    shown = os.read(master, 1000).replace(b"\r\n", b"\n").decode()
    os.close(master)
    assert "Eve\\u001b[2J" in shown
    assert not any(letter in shown for letter in "\x1b\x9b\x07\x00\r")
    monkeypatch.undo()
    with os.fdopen(os.dup(1), "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        write_report(report, None)
    assert capfdbinary.readouterr().out == report
