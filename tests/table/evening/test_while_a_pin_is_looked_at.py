"""The slow hash of a PIN never holds the table: cards, touches and other people go on while it is looked at."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from dealer_console.table import commands as c
from dealer_console.table.people import HashCost, PeopleBook, PersonId, Pin, load_permissions
from dealer_console.table.people.book import Answer
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.session.table_setup import TableSetup
from tests.messages.codes import code
from tests.rigs.open_table import new_journal
from tests.rigs.staff import PEPPER, PINS
from tests.rigs.staffed_table import TRAY, StaffedTable
from tests.table.pit_rulings import UNSIGNED


class PatientAdmission:
    """The book of the house, with answers that come when the test lets them."""

    def __init__(self, book: PeopleBook) -> None:
        self.book = book
        self.waiting: list[tuple[Future[Answer], str, Pin]] = []

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]:
        answer: Future[Answer] = Future()
        self.waiting.append((answer, name_or_badge, pin))
        return answer

    def changes(self, after: int) -> tuple[Change, ...]:
        return self.book.changes(after)

    def locked_elsewhere(self, now_ms: int) -> int:
        return self.book.locked_elsewhere(now_ms)

    def signer(self, person: PersonId) -> Signer | None:
        return self.book.signer(person)

    def let_come(self) -> None:
        answer, name, pin = self.waiting.pop(0)
        answer.set_result(self.book.authenticate(name, pin, now_ms=0))


def test_the_table_goes_on_while_a_pin_is_looked_at(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.come_in()
    slow = PatientAdmission(bench.book)
    bench.setup = TableSetup(table=bench.table, people=slow, permissions=load_permissions())
    bench.restart()
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    approval = bench.session.submit(bench.approve("Sam", request))
    bench.done(c.WriteNote(who=bench.dealer, text="written meanwhile"))
    assert not approval.done()
    slow.let_come()
    bench.wait(approval.done)
    assert approval.result(0).refusal is None
    assert bench.state.is_open


def test_a_book_that_cannot_be_read_admits_nobody(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    slow = PatientAdmission(bench.book)
    bench.setup = TableSetup(table=bench.table, people=slow, permissions=load_permissions())
    bench.restart()
    given = bench.session.submit(bench.signed("Dana", c.ComeIn(who="")))
    slow.waiting[0][0].set_exception(OSError("the disk is gone"))
    bench.wait(given.done)
    assert code(given.result(0).refusal) == "not-admitted"
    assert bench.state.shift.dealer is None


def test_a_book_that_cannot_be_read_hears_the_pit_no_more(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.come_in()
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    hashed = bench.snapshot.requests[0].subject_hash
    (tmp_path / "people.db").write_bytes(b"no book")
    touch = c.ApproveFromPit(
        who=bench.id("Sam"), request=request, subject_hash=hashed, place="pit", reason="x", signature=UNSIGNED
    )
    assert "cannot be read" in bench.refused(touch)


def test_in_threads_of_their_own(tmp_path: Path) -> None:
    """The real hash at its real cost, the table's own thread, and touches from this one."""
    bench = StaffedTable(tmp_path)
    book = PeopleBook.open(tmp_path / "people.db", pepper=PEPPER, cost=HashCost())
    house = TableSetup(table=bench.table, people=book, permissions=load_permissions())
    session = TableSession(new_journal(), {}, clock_ms=lambda: 0, setup=house)
    session.start()
    try:
        touch = c.Signed(who="console", badge="Dana", pin=Pin(PINS["Dana"]), command=c.ComeIn(who=""))
        given = session.submit(touch)
        assert given.result(120).refusal is None
        note = session.submit(c.WriteNote(who=bench.id("Dana"), text="x"))
        assert note.result(120).refusal is None
    finally:
        session.stop()
        book.close()
