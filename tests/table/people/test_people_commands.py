"""`dealer-console people`: the first pit manager, the others, locks and new PINs, and what is refused."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from dealer_console.app.paths import people_file, pepper_file
from dealer_console.cli.operations.people import (
    PeopleAdmin,
    add_person,
    ask_pin,
    change_pin,
    change_roles,
    clock_ms,
    leave_house,
    list_people,
    lock_person,
    reset_pin,
    unlock_person,
)
from dealer_console.table.people import Pin
from tests.table.people.small_book import CHEAP, NOW

PAULA, DANA, OTHER = "918273", "7305", "662718"


class Typist:
    """Types one PIN after the other, and remembers what was asked."""

    def __init__(self) -> None:
        self.next: list[str] = []
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> Pin:
        self.asked.append(prompt)
        return Pin(self.next.pop(0))


class Office:
    def __init__(self, folder: Path) -> None:
        self.types = Typist()
        self.now = NOW
        self.file = folder / "data" / "people.db"
        self.admin = PeopleAdmin(
            people=self.file,
            pepper=folder / "secret" / "pepper",
            ask=self.types,
            now_ms=lambda: self.now,
            cost=CHEAP,
        )

    def typing(self, *pins: str) -> PeopleAdmin:
        self.types.next = list(pins)
        return self.admin

    def opened(self) -> Office:
        assert add_person("Paula Reyes", "P-100", ["pit-manager"], by=None, admin=self.typing(PAULA, PAULA)) == 0
        admin = self.typing(PAULA, DANA, DANA)
        assert add_person("Dana [bold]Lind", "D-300", ["dealer"], by="P-100", admin=admin) == 0
        return self


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def told(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def listed(office: Office, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert list_people(by="P-100", as_json=True, admin=office.typing(PAULA)) == 0
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_the_first_pit_manager_makes_the_book_and_adds_the_others(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    office.opened()
    assert office.types.asked == [
        "New PIN of Paula Reyes",
        "The same once more",
        "PIN of P-100",
        "New PIN of Dana [bold]Lind",
        "The same once more",
    ]
    assert [(row["id"], row["roles"]) for row in listed(office, capsys)] == [
        ("p1", ["pit-manager"]),
        ("p2", ["dealer"]),
    ]
    assert list_people(by="P-100", as_json=False, admin=office.typing(PAULA)) == 0
    assert "Dana [bold]Lind" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("by", "pins", "says"),
    [
        (None, [], "--by NAME-OR-BADGE"),
        ("P-100", ["5518"], "4 more tries"),
        ("D-300", [DANA, OTHER, OTHER], "not by a dealer"),
        ("P-100", [PAULA, OTHER, "662719"], "the two PINs differ"),
        ("P-100", [PAULA, "123456", "123456"], "anybody would try"),
    ],
)
def test_nobody_is_added_without_right_and_pin(
    office: Office, capsys: pytest.CaptureFixture[str], by: str | None, pins: list[str], says: str
) -> None:
    office.opened()
    assert add_person("Eve", "E-1", ["supervisor"], by=by, admin=office.typing(*pins)) == 2
    assert says in told(capsys)
    assert len(listed(office, capsys)) == 2


def test_a_name_that_is_taken_is_told_before_a_pin_is_typed(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    assert add_person("Eve", "d-300", ["dealer"], by="P-100", admin=office.typing(PAULA)) == 2
    assert "'d-300' is Dana" in told(capsys)


def test_an_unknown_role_gets_the_nearest_one(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    assert add_person("Eve", "E-1", ["pit-manger"], by=None, admin=office.typing()) == 2
    assert "did you mean 'pit-manager'?" in told(capsys)
    assert not office.file.exists()


def test_a_dealer_does_not_see_the_list(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    assert list_people(by="D-300", as_json=True, admin=office.typing(DANA)) == 2
    assert "not by a dealer" in told(capsys)


def test_lock_unlock_and_new_pin(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    assert lock_person("D-300", "badge lost", by="P-100", admin=office.typing(PAULA)) == 0
    assert listed(office, capsys)[1]["locked_why"] == "badge lost"
    assert list_people(by="P-100", as_json=False, admin=office.typing(PAULA)) == 0
    assert "badge" in capsys.readouterr().out
    assert list_people(by="D-300", as_json=True, admin=office.typing(DANA)) == 2
    assert "badge lost" in told(capsys)
    assert unlock_person("D-300", by="P-100", admin=office.typing(PAULA)) == 0
    assert listed(office, capsys)[1]["locked_why"] is None
    assert reset_pin("D-300", by="P-100", admin=office.typing(PAULA, OTHER, OTHER)) == 0
    assert list_people(by="D-300", as_json=True, admin=office.typing(DANA)) == 2
    assert "4 more tries" in told(capsys)


def test_other_roles_and_the_end_of_an_employment(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    admin = office.typing(PAULA, OTHER, OTHER)  # who approves from now on types a longer PIN
    assert change_roles("D-300", ["dealer", "pit manager"], by="P-100", admin=admin) == 0
    assert "is a dealer, a pit manager now" in capsys.readouterr().out
    assert listed(office, capsys)[1]["roles"] == ["dealer", "pit-manager"]
    assert leave_house("D-300", by="P-100", admin=office.typing(PAULA)) == 0
    assert listed(office, capsys)[1]["locked_why"] == "has left the house"
    assert leave_house("P-100", by="P-100", admin=office.typing(PAULA)) == 2
    assert "the own employment" in told(capsys)


def test_the_own_pin_is_changed_with_the_old_one(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    assert change_pin("D-300", admin=office.typing("5518", OTHER, OTHER)) == 2
    assert "4 more tries" in told(capsys)
    assert change_pin("D-300", admin=office.typing(DANA, OTHER, DANA)) == 2
    assert "the two PINs differ" in told(capsys)
    assert change_pin("D-300", admin=office.typing(DANA, DANA, DANA)) == 2
    assert "choose another one" in told(capsys)
    assert change_pin("D-300", admin=office.typing(DANA, OTHER, OTHER)) == 0
    assert change_pin("D-300", admin=office.typing(OTHER, DANA, DANA)) == 0


def test_wrong_pins_at_the_command_lock_as_they_do_at_the_table(
    office: Office, capsys: pytest.CaptureFixture[str]
) -> None:
    office.opened()
    for _ in range(5):
        list_people(by="D-300", as_json=True, admin=office.typing("5518"))
    assert "locked for 1 minute" in told(capsys)
    assert list_people(by="P-100", as_json=False, admin=office.typing(PAULA)) == 0
    assert "wrong PINs" in capsys.readouterr().out
    assert listed(office, capsys)[1]["locked_until_ms"] == NOW + 60_000


@pytest.mark.parametrize("verb", ["lock", "unlock", "reset", "roles", "leave"])
def test_somebody_unknown_gets_the_nearest_name(office: Office, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    office.opened()
    admin = office.typing(PAULA)
    status = {
        "lock": lambda: lock_person("Paula Reye", "x", by="P-100", admin=admin),
        "unlock": lambda: unlock_person("Paula Reye", by="P-100", admin=admin),
        "reset": lambda: reset_pin("Paula Reye", by="P-100", admin=admin),
        "roles": lambda: change_roles("Paula Reye", ["dealer"], by="P-100", admin=admin),
        "leave": lambda: leave_house("Paula Reye", by="P-100", admin=admin),
    }[verb]()
    assert status == 2
    assert "did you mean 'Paula Reyes'?" in told(capsys)


def test_without_a_book_the_way_to_make_one_is_told(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    assert list_people(by="P-100", as_json=True, admin=office.typing()) == 2
    assert "dealer-console people add" in told(capsys)


def test_a_damaged_book_is_told_without_a_traceback(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    connection = sqlite3.connect(office.file)
    with connection:
        connection.execute("UPDATE people SET roles = 'pit-manager' WHERE id = 'p2'")
    connection.close()
    assert list_people(by="D-300", as_json=True, admin=office.typing(DANA)) == 2
    assert "changed by other means" in told(capsys)


# --- where the files are, and how a PIN is typed ---------------------------------------------------------------------


def test_book_and_pepper_lie_in_different_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/table")
    assert people_file() == Path("/home/table/.local/share/dealer-console/people.db")
    assert pepper_file() == Path("/home/table/.config/dealer-console/people.pepper")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    monkeypatch.setenv("XDG_CONFIG_HOME", "/secret")
    assert people_file() == Path("/data/dealer-console/people.db")
    assert pepper_file() == Path("/secret/dealer-console/people.pepper")


def test_the_clock_counts_milliseconds() -> None:
    assert clock_ms() > 1_600_000_000_000


def test_a_pin_can_come_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("4069\r\n7305\n"))
    assert [ask_pin("a") == Pin("4069"), ask_pin("b") == Pin("7305"), ask_pin("c") == Pin("")] == [True] * 3


def test_a_pin_typed_at_a_terminal_is_not_shown() -> None:
    """At a real terminal of its own, in a real process."""
    code = (
        "from dealer_console.cli.operations.people import *; print('fits', ask_pin('PIN of Paula') == Pin('40' '69'))"
    )
    shown = _at_a_terminal([sys.executable, "-c", code], ["4069"])
    assert "PIN of Paula: " in shown
    assert "fits True" in shown
    assert "4069" not in shown


def _at_a_terminal(command: list[str], lines: Iterable[str]) -> str:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown = b""
    waiting = list(lines)
    try:
        while select.select([ours], [], [], 30)[0]:
            try:
                piece = os.read(ours, 1000)
            except OSError:  # the terminal is closed with its last process
                break
            if not piece:
                break
            shown += piece
            if waiting and shown.endswith(b": "):
                os.write(ours, waiting.pop(0).encode() + b"\n")
        assert process.wait(timeout=120) == 0
    finally:
        os.close(ours)
        process.kill()
        process.wait()
    return shown.decode()


def test_with_a_supervisor_in_the_book_both_type_their_pins(office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    office.opened()
    admin = office.typing(PAULA, OTHER, OTHER)
    assert add_person("Sam Okafor", "S-200", ["supervisor"], by="P-100", admin=admin) == 0
    assert lock_person("D-300", "badge lost", by="P-100", admin=office.typing(PAULA)) == 2
    assert "changes to people take two" in told(capsys)
    assert lock_person("D-300", "x", by="P-100", second="S-200", admin=office.typing(PAULA, "551800")) == 2
    assert "more tries" in told(capsys)
    assert lock_person("D-300", "badge lost", by="P-100", second="S-200", admin=office.typing(PAULA, OTHER)) == 0
    assert office.types.asked[-1] == "PIN of S-200"
