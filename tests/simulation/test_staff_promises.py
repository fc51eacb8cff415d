"""The promises of a table with a house can be broken: each of them finds the entry that no table may write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from dealer_console.journal import Entry, MemoryJournal
from dealer_console.simulation.chips import PhysicalChips
from dealer_console.simulation.staff_promises import StaffPromises
from dealer_console.simulation.staffed_table import EVERYBODY
from dealer_console.simulation.wrong_commands import STRANGER
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.people.actions import Action

RULING: dict[str, Any] = {"touch": "Play", "move": "resolve continue-by-hand", "as": "dealer"}

OPENED: dict[str, Any] = {
    "step": "open",
    "verified_by": "p2",
    "table": "T",
    "rules": "massachusetts-switch",
    "denominations": [100],
    "most_spots": 7,
}
CLOSED: dict[str, Any] = {
    "step": "close",
    "verified_by": "p2",
    "expected": 0,
    "counted": 0,
    "difference": None,
    "flag": None,
}


@dataclass
class Book:
    """Writes entries that a table would or would not write, and what the promises say to them."""

    found: list[str] = field(default_factory=list)
    seq: int = 0

    def __post_init__(self) -> None:
        journal = MemoryJournal.create(table="T", signing_key=bytes(32), log=bytes(16))
        self.promises = StaffPromises(journal, PhysicalChips(self.broken), self.broken)
        self.write("shift", **OPENED)
        self.found.clear()

    def broken(self, kind: str, _text: str) -> None:
        self.found.append(kind)

    def write(self, kind: str, who: str | None = "p4", **data: Any) -> None:
        """Also what the journal itself would not take: the promises do not lean on it."""
        self.seq += 1
        nothing: dict[str, Any] = {"version": 1, "device": None, "previous": "", "hash": ""}
        self.promises.read(Entry(seq=self.seq, kind=kind, at_ms=1000, who=who, data=data, **nothing))

    def ask(self, number: int = 1, **changes: Any) -> None:
        subject = RULING
        data: dict[str, Any] = {
            "request": f"a-{number}",
            "action": "rule-irregularity",
            "subject": subject,
            "subject_hash": subject_hash(Action("rule-irregularity"), subject),
            "requester": "p4",
            "reason": "asked at the table",
            "asked_at_ms": 1000,
            "expires_at_ms": 9000,
        }
        self.write("request", **(data | changes))

    def approve(self, approver: str = "p2", number: int = 1, **changes: Any) -> None:
        hashed = subject_hash(Action("rule-irregularity"), RULING)
        data = {"request": f"a-{number}", "subject_hash": hashed, "approver": approver, "approved_at_ms": 1000}
        self.write("approval", who=approver, **(data | changes))

    def use(self, number: int = 1) -> None:
        self.write(
            "approval-used", request=f"a-{number}", subject_hash=subject_hash(Action("rule-irregularity"), RULING)
        )

    def rule(self, text: str = "resolve continue-by-hand by p2") -> None:
        self.write("move", move=text)


def _lawful(book: Book) -> None:
    book.ask()
    book.approve()
    book.use()
    book.rule()


def test_what_two_people_did_breaks_nothing() -> None:
    book = Book()
    _lawful(book)
    book.write("move", move="1a stand")
    book.write("money", what="fill", step="requested", slip="F-1", cents=500, chips={"500": 1}, role="dealer")
    book.write("money", who="p2", what="fill", step="confirmed", slip="F-1", cents=500, role="supervisor")
    assert set(book.found) == set()


def _own(book: Book) -> None:
    book.ask()
    book.approve("p4")


def _by_a_technician(book: Book) -> None:
    book.ask()
    book.approve("p7")


def _twice(book: Book) -> None:
    _lawful(book)
    book.use()
    book.rule()


def _nobody(book: Book) -> None:
    book.rule()


def _another_ruling(book: Book) -> None:
    book.ask()
    book.approve()
    book.use()
    book.rule("resolve void by p2")


def _another_name(book: Book) -> None:
    book.ask()
    book.approve()
    book.use()
    book.rule("resolve continue-by-hand by p3")


def _later(book: Book) -> None:
    book.ask()
    book.approve()
    book.use()
    book.write("note", text="in between")
    book.rule()


def _other_subject(book: Book) -> None:
    book.ask(subject=RULING | {"move": "resolve void"})


def _too_late(book: Book) -> None:
    book.ask(expires_at_ms=1000)
    book.approve()


def _something_else(book: Book) -> None:
    book.ask()
    book.approve(subject_hash="0" * 64)


def _declined(book: Book) -> None:
    book.ask()
    hashed = subject_hash(Action("rule-irregularity"), RULING)
    book.write("declined", request="a-1", subject_hash=hashed, by="p2", reason="no", declined_at_ms=1000)
    book.approve()


def _own_slip(book: Book) -> None:
    book.write("money", what="fill", step="requested", slip="F-1", cents=500, chips={"500": 1}, role="supervisor")
    book.write("money", what="fill", step="confirmed", slip="F-1", cents=500, role="supervisor")


def _slip_of_two_dealers(book: Book) -> None:
    book.write("money", what="fill", step="requested", slip="F-1", cents=500, chips={"500": 1}, role="dealer")
    book.write("money", who="p5", what="fill", step="confirmed", slip="F-1", cents=500, role="dealer")


def _correction_by_one(book: Book) -> None:
    book.write("correction", corrects=1, cents=500, requested_by="p4", approved_by="p2", reason="paid twice")


def _cleared_by_one(book: Book) -> None:
    book.write("device-command", device="shoe", command="clear", approved_by="p2")


def _closed_by_one(book: Book) -> None:
    book.write("shift", **CLOSED)


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        (_own, "approval"),
        (_by_a_technician, "rights"),
        (_twice, "approval"),
        (_nobody, "approval"),
        (_another_ruling, "approval"),
        (_another_name, "approval"),
        (_later, "approval"),
        (_other_subject, "approval"),
        (_too_late, "approval"),
        (_something_else, "approval"),
        (_declined, "approval"),
        (_own_slip, "approval"),
        (_slip_of_two_dealers, "approval"),
        (_correction_by_one, "approval"),
        (_cleared_by_one, "approval"),
        (_closed_by_one, "approval"),
    ],
)
def test_what_was_not_done_by_two_is_found(entries: Callable[[Book], None], kind: str) -> None:
    book = Book()
    entries(book)
    assert kind in set(book.found)


@pytest.mark.parametrize("kind", ["wagers", "round-opened", "move"])
def test_a_round_at_a_closed_table_is_found(kind: str) -> None:
    book = Book()
    book.write("shift", **CLOSED)
    book.found.clear()
    data: dict[str, Any] = {
        "wagers": {"bets": []},
        "round-opened": {"round": 1, "bets": []},
        "move": {"move": "1a stand"},
    }
    book.write(kind, **data[kind])
    assert "closed" in set(book.found)


@pytest.mark.parametrize("text", [EVERYBODY[0].pin, f"typed {STRANGER.name}", "$argon2id$v=19$m=8"])
def test_a_secret_is_found_wherever_it_stands(text: str) -> None:
    book = Book()
    book.write("note", text=text)
    assert set(book.found) == {"secret"}


def test_digits_among_others_are_no_secret() -> None:
    book = Book()
    book.write("note", text=f"ab{EVERYBODY[0].pin}cd")
    assert set(book.found) == set()
