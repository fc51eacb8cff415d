"""Orders of the pit and the cage: signed at the desk, carried by the floor, judged and done at the table, once."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from dealer_console.app.desk_orders import DeskOrders
from dealer_console.floor import OrderCarried
from dealer_console.journal.canonical import Json, canonical
from dealer_console.messages import recorded
from dealer_console.pit.alerts.desk_alerts import unsigned_records
from dealer_console.pit.archive import Archive
from dealer_console.pit.desk import records
from dealer_console.pit.desk.orders import Desk, give_order
from dealer_console.pit.desk.record_kinds import BoxCounted, CashPaidOut
from dealer_console.pit.desk.record_signatures import SignedRecord, is_genuine
from dealer_console.pit.desk.records import RecordBook
from dealer_console.pit.errors import PitRefused
from dealer_console.table import commands as c
from dealer_console.table.approvals.pit_ruling import DeskOrder
from dealer_console.table.people import Action, NotAdmitted, Pin, load_permissions
from dealer_console.table.people.ruling_keys import RulingKey
from dealer_console.table.shift import chips
from tests.rigs.floor_rig import PIT, FloorRig, FloorTable
from tests.rigs.staff import PINS

CAGE = "cage-desk"
HELD = chips({2500: 40})
DESKS: dict[Desk, str] = {"pit": PIT, "cage": CAGE}


class DeskTable(FloorTable):
    """A table with a cage."""

    def give(self, desk: Desk, name: str, command: c.Command, action: Action, reason: str = "") -> None:
        with self.archive(DESKS[desk]) as (archive, log):
            give_order(
                archive, log, command, action, desk=desk, key=self.key(name), permissions=load_permissions(),
                reason=reason, at_ms=self.now,
            )  # fmt: skip

    def step(self, wanted: str) -> None:
        self.wait(lambda: [slip.step for slip in self.state.shift.slips][-1:] == [wanted])


@pytest.fixture
def live(floor: FloorRig, tmp_path: Path) -> Iterator[DeskTable]:
    floor.admit(cages=(CAGE,))
    made = DeskTable(floor, tmp_path, cage=True)
    yield made
    made.close()


def test_a_fill_from_the_pit_by_way_of_the_cage_to_the_table(live: DeskTable) -> None:
    bench = live
    live.give("pit", "Sam", c.AskFill(who="", chips=HELD), Action.FILL_REQUEST, "low on green")
    live.step("requested")
    live.give("cage", "Cy", c.SendSlip(who="", slip="F-00001", runner="Rosa"), Action.CAGE_SEND)
    live.step("sent")
    assert "counts the chips" in bench.refused(bench.signed("Sid", c.ConfirmSlip(who="", slip="F-00001")))
    bench.done(c.VerifySlip(who=bench.dealer, slip="F-00001", chips=HELD))
    bench.sign("Sid", c.ConfirmSlip(who="", slip="F-00001"))
    slip = bench.state.shift.slips[0]
    names = (slip.requested_by, slip.sent_by, slip.verified_by, slip.settled_by)
    assert names == tuple(bench.id(name) for name in ("Sam", "Cy", "Dana", "Sid"))
    assert bench.state.shift.till.fills == HELD.cents
    orders = bench.kinds("desk-order")
    assert [entry.data["place"] for entry in orders] == [PIT, CAGE]
    assert "was taken already" in bench.refused(live.order_command(live.orders[0]))
    assert bench.state.shift.till.fills == HELD.cents


def test_a_void_of_the_cage_is_a_request_that_the_pit_or_a_supervisor_approves(live: DeskTable) -> None:
    bench = live
    bench.done(c.AskFill(who=bench.dealer, chips=HELD))
    live.give("cage", "Cy", c.CancelSlip(who="", slip="F-00001", why="no green in the cage"), Action.SLIP_VOID)
    bench.wait(lambda: bool(bench.snapshot.requests))
    bench.done(bench.approve("Sam", bench.snapshot.requests[-1].request))
    slip = bench.state.shift.slips[0]
    assert (slip.step, slip.settled_by, slip.approved_by) == ("cancelled", bench.id("Cy"), bench.id("Sam"))


def test_a_rating_is_seated_moved_and_closed_from_the_pit(live: DeskTable) -> None:
    bench = live
    bench.done(c.SeatPlayer(who=bench.dealer, spots=(2,)))
    live.give("pit", "Sam", c.SeatRating(who="", spots=(2,), player="7001"), Action.RATE_PLAYER)
    bench.wait(lambda: [player.name for player in bench.state.shift.spots.players] == ["7001"])
    live.give("pit", "Sam", c.SeatRating(who="", spots=(5,), player="7001"), Action.RATE_PLAYER)
    bench.wait(lambda: [player.spots for player in bench.state.shift.spots.players] == [(5,)])
    live.give("pit", "Sam", c.CloseRating(who="", player="7001"), Action.RATE_PLAYER)
    bench.wait(lambda: bench.state.shift.spots.players == ())


def test_what_must_be_counted_at_the_table_is_no_order(live: DeskTable) -> None:
    """Opening count, inspected cards, the count of a slip, its confirmation: the desk cannot do them."""
    bench = live
    for command in (
        c.OpenTable(who="", tray=HELD),
        c.CardsInspected(who=""),
        c.CloseTable(who="", tray=HELD),
        c.ConfirmSlip(who="", slip="F-00001"),
        c.CountTray(who="", tray=HELD),
    ):
        before = len(bench.kinds("refusal"))
        live.give("pit", "Sam", command, Action.RATE_PLAYER)
        bench.wait(lambda known=before: len(bench.kinds("refusal")) > known)  # type: ignore[misc]
        assert "done at the table, not from a desk" in str(bench.kinds("refusal")[-1].data["reason"])


def test_an_old_order_and_one_that_was_changed_on_its_way_are_refused(live: DeskTable) -> None:
    live.give("pit", "Sam", c.AskFill(who="", chips=HELD), Action.FILL_REQUEST)
    live.step("requested")
    first = live.order_command(live.orders[0])
    forged = replace(first, order="cd" * 16, data={**first.data, "chips": {"10000": 100}})
    assert "not signed by Sam" in live.refused(forged)
    live.now += 16 * 60_000
    assert "too old" in live.refused(first)


MALFORMED: tuple[Any, ...] = (
    {"touch": "SeatRating", "player": {"a": 1}, "spots": [1]},
    {"touch": "SeatRating", "player": [[1]], "spots": [1]},
    {"touch": "SeatRating", "player": "7001", "spots": 7},
    {"touch": "SeatRating", "player": "7001", "spots": [{}]},
    {"touch": "SeatRating", "player": "7001", "spots": ["1"]},
    {"touch": "CloseRating", "player": 7},
    {"touch": "CancelSlip", "slip": {}, "why": []},
    {"touch": "AskFill", "chips": [7]},
    {"touch": "AskFill", "chips": None},
)


def test_an_order_that_no_desk_writes_is_in_no_other_orders_way_and_stops_no_table(live: DeskTable) -> None:
    """By somebody with the pit's login alone, and by a supervisor who signs it with another program."""
    bench = live
    orders = DeskOrders(bench.session, lambda: bench.now)
    for number, data in enumerate(MALFORMED):
        unsigned: dict[str, Any] = {"key": "ab" * 32, "signed_at_ms": bench.now, "signature": "cd" * 64}
        order = DeskOrder(log=live.journal.log, order=f"{number:032x}", command=data, person=bench.id("Sam"), reason="")
        seal = order.sign(live.key("Sam"), bench.now)
        signed: dict[str, Any] = {"key": seal.key, "signed_at_ms": seal.at_ms, "signature": seal.signature}
        for by, words in ((unsigned, "is not signed by Sam"), (signed, "cannot be read")):
            before = len(bench.kinds("refusal"))
            carried = OrderCarried(
                id=number,
                order_id=order.order,
                command=json.dumps(data),
                person=order.person,
                reason="",
                place=PIT,
                **by,
            )
            orders.take(carried)
            bench.wait(lambda known=before: len(bench.kinds("refusal")) > known)  # type: ignore[misc]
            assert words in str(bench.kinds("refusal")[-1].data["reason"]), data
    assert bench.journal.stopped is None
    assert bench.state.alarms == ()
    live.give("pit", "Sam", c.SeatRating(who="", spots=(2,), player="7001"), Action.RATE_PLAYER)
    bench.wait(lambda: [player.name for player in bench.state.shift.spots.players] == ["7001"])


def test_each_desk_writes_its_own_kinds_and_owns_nothing(live: DeskTable) -> None:
    with pytest.raises(PitRefused, match="not by a supervisor"):
        live.give("cage", "Sam", c.AskFill(who="", chips=HELD), Action.CAGE_SEND)
    columns = "desk, kind, once, data, person, key, signed_at_ms, signature"
    values = ("x", "{}", "p1", "ab" * 32, 1, "cd" * 64)
    for login, desk, kind in ((PIT, "cage", "cash-out"), (CAGE, "pit", "average-bet")):
        with psycopg.connect(live.floor.url(login), autocommit=True) as connection:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(
                    f"INSERT INTO floor.records ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s)".encode(),
                    (desk, kind, *values),
                )
            for statement in (
                "UPDATE floor.records SET data = ''",
                "DELETE FROM floor.orders",
                "CREATE TABLE pit.x ()",
            ):
                with pytest.raises(psycopg.Error):
                    connection.execute(statement.encode())


def test_a_record_is_entered_once_and_a_count_by_two(live: DeskTable) -> None:
    permissions = load_permissions()
    with Archive.open(live.floor.url(CAGE)) as archive:
        book = RecordBook(archive)
        counted = BoxCounted(log=live.journal.log, shift=1, notes={"10000": 3}, cash=30_000, markers=0)
        alone = {"key": live.key("Cy"), "permissions": permissions, "at_ms": live.now}
        with pytest.raises(PitRefused):
            book.enter("x/1", counted, **alone)  # type: ignore[arg-type]
        with pytest.raises(PitRefused, match="two people"):
            book.enter("x/1", counted, second=live.key("Cy"), **alone)  # type: ignore[arg-type]
        book.enter("x/1", counted, second=live.key("Cora"), **alone)  # type: ignore[arg-type]
        with pytest.raises(PitRefused, match="entered already"):
            book.enter("x/1", counted, second=live.key("Paula"), **alone)  # type: ignore[arg-type]
        (record,) = book.all(BoxCounted)
        assert record.data == counted
        assert (record.person, record.second) == (live.id("Cy"), live.id("Cora"))


def _put(live: DeskTable, once: str, said: object, first: RulingKey, second: RulingKey, **forged: str) -> None:
    """A soft count as somebody writes it who has the cage's login, with the names of Cy and Cora."""
    text = canonical(said)  # type: ignore[arg-type]
    cy, cora = live.id("Cy"), live.id("Cora")
    signed = SignedRecord(kind="soft-count", once=once, data=json.loads(text), person=cy, second=cora)
    seal, other = signed.sign(first, live.now), signed.sign(second, live.now)
    row = {"desk": "cage", "kind": "soft-count", "once": once, "data": text, "person": cy, "second": cora,
           "key": seal.key, "signed_at_ms": seal.at_ms, "signature": seal.signature, "second_key": other.key,
           "second_signature": other.signature, **forged}  # fmt: skip
    names = ", ".join(row)
    values = ", ".join(f"%({name})s" for name in row)
    with psycopg.connect(live.floor.url(CAGE), autocommit=True) as connection:
        connection.execute(f"INSERT INTO floor.records ({names}) VALUES ({values})".encode(), row)


def test_a_record_that_only_the_login_of_a_desk_put_there_counts_for_nothing_and_is_in_nobodys_way(
    live: DeskTable,
) -> None:
    """Of two forged in the names of two, one in the name of the second alone, and contents that no desk writes."""
    cy, cora, bench = live.key("Cy"), live.key("Cora"), live
    mine = RulingKey(bench.people["Cy"], b"a key of my own, no PIN opens it")
    count = BoxCounted(log=live.journal.log, shift=1, notes={}, cash=0, markers=0)
    plain: dict[str, Json] = {"log": count.log, "shift": 1, "notes": {}, "cash": 0, "markers": 0, "reason": ""}
    _put(live, "box/1", plain, mine, mine)
    _put(live, "box/2", plain, cy, mine)
    _put(live, "box/3", plain, cy, cora, data=canonical({**plain, "cash": 5}))
    _put(live, "box/4", {"log": "x" * 2000, "shift": "none"}, cy, cora)
    _put(live, "box/5", plain, cy, cora, signature="0" * 128)
    with Archive.open(live.floor.url(CAGE)) as archive:
        book = RecordBook(archive, keys_of=bench.book.signing_keys)
        assert book.all() == ()
        assert [record.number for record in book.unsigned()] == [1, 2, 3, 4, 5]
        alerts = unsigned_records(book, {bench.id("Cy"): "Cy"})
        assert "Record 1 of the desks is not signed by Cy" in recorded(alerts[0].message)
        by = {"key": cy, "second": cora, "permissions": load_permissions(), "at_ms": bench.now}
        book.enter("box/1", count, **by)  # type: ignore[arg-type]
        assert [record.data for record in book.all()] == [count]
        with pytest.raises(PitRefused, match="entered already"):
            book.enter("box/1", count, **by)  # type: ignore[arg-type]
        assert len(book.unsigned()) == 5


def test_a_look_for_unsigned_records_checks_what_has_come_since_the_last_one(
    live: DeskTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LATE", 0)
    monkeypatch.setattr(records, "CHECKED_AT_ONCE", 3)
    cy, bench = live.key("Cy"), live
    by = {"key": cy, "permissions": load_permissions(), "at_ms": bench.now}
    checked: list[int] = []

    def noted(row: Any, *more: Any) -> bool:
        checked.append(row.id)
        return is_genuine(row, *more)

    monkeypatch.setattr(records, "is_genuine", noted)
    with Archive.open(live.floor.url(CAGE)) as archive:
        entered = RecordBook(archive)
        for number in range(1, 8):
            entered.enter(f"cash/{number}", CashPaidOut(card="7001", cents=500), **by)  # type: ignore[arg-type]
        _put(live, "box/1", {}, cy, cy)
        book = RecordBook(archive, keys_of=bench.book.signing_keys)
        looks = []
        for _ in range(4):
            unsigned = [record.number for record in book.unsigned()]
            looks.append(([*checked], unsigned))
            checked.clear()
    assert looks == [([1, 2, 3], []), ([4, 5, 6], []), ([7, 8], [8]), ([8], [8])]


def test_what_was_signed_before_a_new_pin_stays_signed_and_the_old_pin_signs_nothing_more(live: DeskTable) -> None:
    cy, bench = live.key("Cy"), live
    paid = CashPaidOut(card="7001", cents=500)
    by = {"permissions": load_permissions(), "at_ms": bench.now}
    with Archive.open(live.floor.url(CAGE)) as archive:
        RecordBook(archive).enter("cash/1", paid, key=cy, **by)  # type: ignore[arg-type]
        changed = bench.book.change_pin("Cy", Pin(PINS["Cy"]), Pin("750283"), now_ms=time.time_ns() // 1_000_000)
        assert not isinstance(changed, NotAdmitted)
        time.sleep(0.002)  # the database's clock goes on behind the change
        RecordBook(archive).enter("cash/2", paid, key=cy, **by)  # type: ignore[arg-type]
        book = RecordBook(archive, keys_of=bench.book.signing_keys)
        assert [record.once for record in book.all()] == ["cash/1"]
        assert [record.number for record in book.unsigned()] == [2]
        with sqlite3.connect(bench.book.store.path) as file:  # a key let live by other means is none
            file.execute("UPDATE former_keys SET until_ms = until_ms + 1000000")
        assert RecordBook(archive, keys_of=bench.book.signing_keys).all() == ()
