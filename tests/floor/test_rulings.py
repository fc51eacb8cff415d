"""Rulings from the pit stand: once per request, bound to what was asked, heard at the table at once."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest

from dealer_console.floor import FloorRefused, Forwarder, Pace, RulingFromPit, queries
from dealer_console.floor.rulings import Acknowledged, Ruled, acknowledge_alarm, rule
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.table.approvals import entries
from dealer_console.table.approvals.request import Approval, Declined, Request, RequestId
from dealer_console.table.approvals.state import Approvals
from dealer_console.table.people import Action, Person, PersonId
from dealer_console.table.people.ruling_keys import RulingKey
from tests.rigs.floor_rig import BRISK, PIT, TABLE, FloorRig, NotedTable, wait_until
from tests.table.pit_rulings import carried

NEVER = 3600.0
ONLY_LISTENING = replace(BRISK, look=NEVER, heartbeat=NEVER)
"""Nothing is looked for: whatever such a forwarder hears, it was told."""

ACTION = next(iter(Action))
DEALER, ANN, BEN = PersonId("p1"), PersonId("p2"), PersonId("p3")


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Asking:
    """The table's side of approvals, as the session folds them."""

    def __init__(self, table: NotedTable) -> None:
        self.table = table
        self.approvals = Approvals(log=table.journal.log)

    def ask(self, lasts_ms: int = 300_000) -> Request:
        request = self.approvals.new_request(
            action=ACTION,
            subject={"round": 7},
            requester=DEALER,
            reason="a card fell",
            now_ms=now_ms(),
            lasts_ms=lasts_ms,
        )
        self.record(entries.request(request))
        return request

    def record(self, draft: Draft) -> None:
        for entry in self.table.journal.append([draft], at_ms=now_ms()):
            self.approvals = self.approvals.apply(entry)
        for forwarder in self.table.forwarders:
            forwarder.wake()

    def take(self, ruling: RulingFromPit) -> None:
        """What the session does with a ruling: an approval like one given at the table."""
        approval = Approval(
            request_id=RequestId(ruling.request),
            subject_hash=ruling.subject_hash,
            approver=PersonId(ruling.person),
            at_ms=now_ms(),
        )
        self.record(entries.approval(approval))


@pytest.fixture
def asking(table: NotedTable) -> Asking:
    return Asking(table)


def give(
    floor: FloorRig,
    request: Request,
    log: str,
    *,
    person: str = ANN,
    approves: bool = True,
    subject_hash: str | None = None,
) -> Ruled:
    with floor.pit() as connection:
        signed_ruling = carried(
            RulingKey(Person(id=PersonId(person), name=person, badge=person, roles=()), bytes(32)),
            request=request.id,
            subject_hash=subject_hash or request.subject_hash,
            approves=approves,
            reason="seen on the camera",
        )
        return rule(connection, log, signed_ruling)


def test_a_ruling_is_heard_bound_and_journaled(asking: Asking) -> None:
    """By notification alone: the forwarder does not look by itself."""
    table = asking.table
    table.forward(pace=ONLY_LISTENING)
    request = asking.ask()
    wait_until(lambda: _waiting(table.floor) == [request.id], "the pit sees the request")
    ruled = give(table.floor, request, table.journal.log)
    assert ruled.won
    wait_until(lambda: len(table.rulings) == 1, "the table heard it")
    heard = table.rulings[0]
    assert (heard.request, heard.subject_hash, heard.person) == (request.id, request.subject_hash, ANN)
    assert heard.approves
    assert (heard.reason, heard.place) == ("seen on the camera", PIT)
    assert [floor_health.trouble for floor_health in table.health if floor_health.trouble] == []
    asking.take(heard)
    subject = dict(request.subject)
    assert asking.approvals.why_not_use(request.id, action=ACTION, subject=subject, now_ms=now_ms()) is None
    other = asking.approvals.why_not_use(request.id, action=ACTION, subject={"round": 8}, now_ms=now_ms())
    assert other is not None
    assert other.code == "something-else-approved"
    table.must_arrive()
    assert _waiting(table.floor) == []


def _waiting(floor: FloorRig) -> list[str]:
    with floor.pit() as connection:
        return [request.request for request in queries.open_requests(connection)]


def test_the_pit_sees_what_is_asked(asking: Asking) -> None:
    request = asking.ask()
    asking.table.forward()
    asking.table.must_arrive()
    with asking.table.floor.pit() as connection:
        (seen,) = queries.open_requests(connection)
    assert (seen.table, seen.log, seen.request) == (TABLE, asking.table.journal.log, request.id)
    assert (seen.action, seen.subject_hash, seen.requester) == (ACTION, request.subject_hash, DEALER)
    assert (seen.reason, seen.asked_at_ms, seen.expires_at_ms) == (
        request.reason,
        request.asked_at_ms,
        request.expires_at_ms,
    )


@pytest.mark.parametrize("approves", [True, False])
def test_two_supervisors_at_once(asking: Asking, approves: bool) -> None:
    """Exactly one wins, the other is told who."""
    table = asking.table
    table.forward()
    for _ in range(5):
        request = asking.ask()
        table.must_arrive()
        results: dict[str, Ruled] = {}
        together = threading.Barrier(2)

        def decide(
            person: str, yes: bool, request: Request, together: threading.Barrier, into: dict[str, Ruled]
        ) -> None:
            together.wait(120)
            into[person] = give(table.floor, request, table.journal.log, person=person, approves=yes)

        people = [
            threading.Thread(target=decide, args=(person, yes, request, together, results))
            for person, yes in ((ANN, True), (BEN, approves))
        ]
        for thread in people:
            thread.start()
        for person in people:
            person.join(120)
        winner = ANN if results[ANN].won else BEN
        loser = BEN if winner is ANN else ANN
        assert [results[ANN].won, results[BEN].won].count(True) == 1
        assert results[loser].person == winner
        assert results[loser].approves == results[winner].approves
        assert results[loser].reason == "seen on the camera"
        wait_until(lambda: table.rulings[-1:] != [] and table.rulings[-1].request == request.id, "it was heard")  # noqa: B023
        assert table.rulings[-1].person == winner
    assert len(table.rulings) == 5


def test_what_nobody_may_rule_on(asking: Asking) -> None:
    table = asking.table
    table.forward()
    request = asking.ask()
    short = asking.ask(lasts_ms=1)
    table.must_arrive()
    log = table.journal.log
    with pytest.raises(FloorRefused, match="this ruling is for something else than what request"):
        give(table.floor, request, log, subject_hash="0" * 64)
    with pytest.raises(FloorRefused, match="nobody rules on the own request"):
        give(table.floor, request, log, person=DEALER)
    with pytest.raises(FloorRefused, match="has expired; the table must ask again"):
        give(table.floor, short, log)
    with pytest.raises(FloorRefused, match="the floor knows no request"):
        give(table.floor, replace(request, id=RequestId.of(log, 99)), log)
    with pytest.raises(FloorRefused, match="the floor holds no journal"):
        give(table.floor, request, "f" * 32)
    assert table.rulings == []


def test_an_answer_at_the_table_comes_first(asking: Asking) -> None:
    asking.table.forward()
    approved, declined = asking.ask(), asking.ask()
    asking.record(entries.approval(approved.approved(BEN, at_ms=now_ms())))
    no = Declined(request_id=declined.id, subject_hash=declined.subject_hash, by=BEN, reason="not now", at_ms=now_ms())
    asking.record(entries.declined(no))
    asking.table.must_arrive()
    assert _waiting(asking.table.floor) == []
    with pytest.raises(FloorRefused, match=f"was approved at the table by {BEN}"):
        give(asking.table.floor, approved, asking.table.journal.log)
    with pytest.raises(FloorRefused, match=f"was declined at the table by {BEN}"):
        give(asking.table.floor, declined, asking.table.journal.log)


def test_a_ruling_waits_for_a_table_that_is_away(asking: Asking) -> None:
    table = asking.table
    request = asking.ask()
    first = table.forward()
    table.must_arrive()
    first.stop()
    table.forwarders.clear()
    give(table.floor, request, table.journal.log, approves=False)
    assert table.rulings == []
    table.forward(pace=ONLY_LISTENING)
    wait_until(lambda: len(table.rulings) == 1, "it is delivered when the table is back")
    assert not table.rulings[0].approves


def test_what_is_journaled_is_not_delivered_again(asking: Asking) -> None:
    table = asking.table
    first = table.forward()
    request, other = asking.ask(), asking.ask()
    table.must_arrive()
    give(table.floor, request, table.journal.log)
    give(table.floor, other, table.journal.log)
    wait_until(lambda: len(table.rulings) == 2, "both are heard")
    asking.take(table.rulings[0])
    table.must_arrive()
    first.stop()
    table.forwarders.clear()
    table.rulings.clear()
    table.forward()
    wait_until(lambda: len(table.rulings) >= 1, "the open one comes again")
    assert [ruling.request for ruling in table.rulings] == [other.id]


def test_a_listener_that_fails_does_not_end_the_forwarding(asking: Asking) -> None:
    table = asking.table

    def fail(_ruling: RulingFromPit) -> None:
        raise RuntimeError("no session")

    url = table.floor.url(TABLE)
    health: list[Message | str | None] = []
    forwarder = Forwarder(
        journal=table.path,
        url=url,
        table=TABLE,
        on_ruling=fail,
        on_health=lambda floor_health: health.append(floor_health.trouble),
        pace=BRISK,
    )
    table.forwarders.append(forwarder)
    forwarder.start()
    request = asking.ask()
    table.must_arrive()
    give(table.floor, request, table.journal.log)
    wait_until(lambda: Message("floor-ruling-not-taken", ruling=1, reason="no session") in health, "it is told")
    table.deal(5)
    table.must_arrive()


def test_an_alarm_of_the_floor_is_acknowledged_once(table: NotedTable) -> None:
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        connection.exec_driver_sql(
            "SELECT floor.raise_alarm(%s, %s, 'shorter', 'cut off', 1, '', 2, '')", (TABLE, table.journal.log)
        )
    with table.floor.pit() as connection:
        (alarm,) = queries.floor_alarms(connection, unseen_only=True)
        first = acknowledge_alarm(connection, alarm.id, person=ANN, note="called the table")
        second = acknowledge_alarm(connection, alarm.id, person=BEN)
        assert (first.won, second) == (True, Acknowledged(won=False, person=ANN, at_ms=first.at_ms))
        assert queries.floor_alarms(connection, unseen_only=True) == ()
        (seen,) = queries.floor_alarms(connection)
        assert (seen.seen_by, seen.seen_at_ms) == (ANN, first.at_ms)


def test_the_usual_pace_is_within_a_second() -> None:
    """What a ruling waits for at most beside the line itself: nothing; an entry: a pause and a look."""
    assert Pace().look + Pace().pause <= 0.5
