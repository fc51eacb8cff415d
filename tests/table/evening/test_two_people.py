"""What needs two people: asked, approved by somebody else with a PIN or from the pit, done once, exactly as asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal import keys
from dealer_console.rulebook.tables import load_table
from dealer_console.table import commands as c
from dealer_console.table.approvals.request import USUAL_TIME_MS
from dealer_console.table.commands.round.play import NOT_YET
from dealer_console.table.people import PeopleBook, Pin, Role, Staff, load_permissions
from dealer_console.table.people.ruling_keys import RulingKey
from tests.rigs.staff import CHEAP, PINS
from tests.rigs.staffed_table import MA, TRAY, StaffedTable
from tests.table.pit_rulings import UNSIGNED, key_of, signed_by

DEALT = "Th 9d 7c Tc 8s ??"


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    return StaffedTable(tmp_path)


@pytest.fixture
def dealt(tmp_path: Path) -> StaffedTable:
    """A round in which the cards have just been dealt."""
    bench = StaffedTable(tmp_path)
    bench.ready()
    bench.bet("1 25")
    bench.play(DEALT)
    return bench


def void(bench: StaffedTable) -> c.Play:
    return c.Play(who=bench.dealer, move=parse_move("void by anybody"))


def subject_hash(bench: StaffedTable) -> str:
    return bench.snapshot.requests[-1].subject_hash


# --- asking and approving ------------------------------------------------------------------------------------------


def test_a_ruling_is_asked_for_then_approved_and_names_both(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    assert dealt.state.round is not None
    assert dealt.state.round.ended_by is None
    shown = dealt.snapshot.requests[0]
    assert (shown.request, shown.requester, shown.requester_name) == (request, dealt.id("Dana"), "Dana")
    assert shown.command == c.Play(who=dealt.dealer, move=parse_move(f"void by {NOT_YET}"))
    assert shown.subject["felt"] == dealt.state.felt_hash()
    assert set(shown.approvers) == {"supervisor", "pit-manager"}
    dealt.done(dealt.approve("Sam", request, "a card was seen"))
    assert dealt.state.round.ended_by is not None
    assert dealt.kinds("move")[-1].data["move"] == f"void by {dealt.id('Sam')}"
    given = dealt.kinds("approval")[-1]
    assert (given.who, given.data["reason"], given.data["name"]) == (dealt.id("Sam"), "a card was seen", "Sam")
    assert dealt.snapshot.requests == ()


def test_an_approval_serves_once(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    again = dealt.approve("Sam", request)
    dealt.done(again)
    assert "approved already" in dealt.refused(again)
    assert len(dealt.kinds("approval-used")) == len(dealt.kinds("approval"))


def test_a_request_survives_a_restart_and_is_still_bound_to_what_was_asked(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    before = dealt.snapshot.requests
    dealt.restart()
    assert dealt.snapshot.requests == before
    dealt.done(dealt.approve("Sam", request))
    dealt.restart()
    assert "approved already" in dealt.refused(dealt.approve("Sid", request))


def test_nobody_approves_the_own_request(bench: StaffedTable) -> None:
    bench.come_in("Drew")
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    assert "nobody approves the own request" in bench.refused(bench.approve("Drew", request))
    bench.done(bench.approve("Sid", request))


def test_who_supervises_and_asks_needs_another_supervisor(bench: StaffedTable) -> None:
    request = bench.asked(bench.signed("Sam", c.OpenTable(who="", tray=TRAY)))
    assert "nobody approves the own request" in bench.refused(bench.approve("Sam", request))
    bench.done(bench.approve("Sid", request))
    assert bench.snapshot.shift is not None
    assert bench.snapshot.shift.stage == "open"


@pytest.mark.parametrize("name", ["Dana", "Ted"])
def test_somebody_without_the_right_approves_nothing(dealt: StaffedTable, name: str) -> None:
    request = dealt.asked(void(dealt))
    words = dealt.refused(dealt.approve(name, request))
    assert "nobody approves the own" in words or "not by a technician" in words


def test_a_wrong_pin_does_nothing_and_stands_nowhere(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    touch = c.Approve(who="", request=request, subject_hash=subject_hash(dealt), reason="x")
    assert "wrong name, badge or PIN" in dealt.refused(dealt.signed("Sam", touch, pin="8371"))
    refusal = dealt.kinds("refusal")[-1]
    assert refusal.data["asked"] == "Approve"
    assert "8371" not in str([entry.data for entry in dealt.journal.entries()])
    assert PINS["Sam"] not in str([(entry.data, entry.who) for entry in dealt.journal.entries()])


def test_the_fifth_wrong_pin_locks_and_the_journal_knows(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    touch = c.Approve(who="", request=request, subject_hash=subject_hash(dealt), reason="x")
    for _ in range(4):
        dealt.refused(dealt.signed("Sam", touch, pin="8371"))
    assert "locked for" in dealt.refused(dealt.signed("Sam", touch, pin="8371"), "lock-out", "alarm")
    assert "locked after 5 wrong PINs" in dealt.refused(dealt.signed("Sam", touch))
    dealt.done(dealt.approve("Sid", request))


def test_a_locked_person_is_refused(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    dealt.staff.lock(dealt.people["Sam"], why="left", by=dealt.people["Paula"], now_ms=dealt.now)
    dealt.session.submit(dealt.signed("Sid", c.WriteNote(who="", text="with the next PIN it is in the journal")))
    dealt.wait(lambda: bool(dealt.kinds("note")))
    assert "is locked" in dealt.refused(dealt.approve("Sam", request))
    from_pit = c.ApproveFromPit(
        who=dealt.id("Sam"),
        request=request,
        subject_hash=subject_hash(dealt),
        place="pit 2",
        reason="x",
        signature=UNSIGNED,
    )
    assert "is locked" in dealt.refused(from_pit)


def test_an_expired_request_is_not_approved(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    late = dealt.approve("Sam", request)
    dealt.now += USUAL_TIME_MS
    assert "expired" in dealt.refused(late)
    dealt.asked(void(dealt))


def test_an_approval_of_something_else_is_refused(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    other = c.Approve(who="", request=request, subject_hash="0" * 64, reason="x")
    assert "something else" in dealt.refused(dealt.signed("Sam", other))


def test_a_request_of_another_table_is_unknown(dealt: StaffedTable) -> None:
    other = c.Approve(who="", request="ffffffffffff-1", subject_hash="0" * 64, reason="x")
    assert "another table" in dealt.refused(dealt.signed("Sam", other))
    assert "called by its journal" in dealt.refused(
        dealt.signed("Sam", c.Approve(who="", request="7", subject_hash=""))
    )


def test_the_felt_has_moved_on(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    dealt.play("1 keep")
    assert dealt.snapshot.requests[0].overtaken
    assert "no longer the one that was shown" in dealt.refused(dealt.approve("Sam", request))


def test_what_was_asked_is_no_longer_possible(bench: StaffedTable) -> None:
    bench.come_in()
    first = bench.asked(c.OpenTable(who=bench.dealer, tray=TRAY))
    bench.by_two(bench.signed("Sid", c.OpenTable(who="", tray=TRAY)), "Paula")
    words = bench.refused(bench.approve("Sam", first))
    assert "not between rounds" in words or "no longer possible" in words


def test_what_was_asked_is_gone(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, replace(load_table(MA), called_wagers=True))
    bench.ready()
    bench.done(c.CallWager(who=bench.dealer, spot=2, cents=10_000))
    request = bench.asked(c.ConfirmCalledWager(who=bench.dealer, called=1))
    bench.done(c.ReturnCalledWager(who=bench.dealer, called=1))
    words = bench.refused(bench.approve("Sam", request))
    assert "what was asked is no longer possible: no money-plays wager 1 waits" in words
    assert "MA 5(d)" in words


def test_the_same_thing_is_asked_once(dealt: StaffedTable) -> None:
    dealt.asked(void(dealt))
    assert "asked already" in dealt.refused(void(dealt))


def test_only_what_could_be_done_can_be_asked_for(dealt: StaffedTable) -> None:
    ruling = c.Play(who=dealt.dealer, move=parse_move("resolve void"))
    assert dealt.refused(ruling)


def test_a_declined_request_is_over(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    declined = c.Decline(who="", request=request, subject_hash=subject_hash(dealt), reason="play on")
    assert "technician" in dealt.refused(dealt.signed("Ted", declined))
    dealt.sign("Sam", declined)
    assert dealt.kinds("declined")[-1].data["reason"] == "play on"
    assert dealt.snapshot.requests == ()
    assert "was declined" in dealt.refused(dealt.approve("Sid", request))
    assert "declined already" in dealt.refused(dealt.signed("Sam", declined))


def test_declining_says_why(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    silent = c.Decline(who="", request=request, subject_hash=subject_hash(dealt), reason=" ")
    assert "say why" in dealt.refused(dealt.signed("Sam", silent))


def test_what_the_table_has_left_behind_can_still_be_declined(dealt: StaffedTable) -> None:
    """A round is voided only while it runs; who could have approved that then takes the request off the screen now."""
    request = dealt.asked(void(dealt))
    dealt.play("1 keep", "1a stand", "1b stand", "reveal Td")
    dealt.done(c.WagersPaid(who=dealt.dealer))
    late = c.Decline(who="", request=request, subject_hash=subject_hash(dealt), reason="the round is over")
    assert "technician" in dealt.refused(dealt.signed("Ted", late))
    dealt.sign("Sam", late)
    assert dealt.snapshot.requests == ()


def test_who_asked_withdraws_and_nobody_else(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    assert "only who asked" in dealt.refused(dealt.signed("Sam", c.WithdrawRequest(who="", request=request)))
    dealt.done(c.WithdrawRequest(who=dealt.dealer, request=request))
    assert dealt.snapshot.requests == ()


# --- from the pit --------------------------------------------------------------------------------------------------


def ruling(
    dealt: StaffedTable, request: str, kind: type[c.FromPit] = c.ApproveFromPit, reason: str = "no"
) -> c.FromPit:
    """Not signed yet."""
    hashed = subject_hash(dealt)
    return kind(who="", request=request, subject_hash=hashed, place="pit 2", reason=reason, signature=UNSIGNED)


def test_an_approval_from_the_pit_is_the_same_with_its_place(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    dealt.done(dealt.from_pit("Paula", ruling(dealt, request, reason="camera")))
    entry = dealt.kinds("approval")[-1]
    assert (entry.who, entry.data["place"]) == (dealt.id("Paula"), "pit 2")
    assert dealt.state.round is not None
    assert dealt.state.round.ended_by is not None


def test_what_must_be_counted_or_looked_at_is_not_approved_from_the_pit(tmp_path: Path) -> None:
    """Opening count, inspected cards, closing count: signed by the right person with the right key, and refused."""
    bench = StaffedTable(tmp_path)
    bench.come_in()
    tray, decks = TRAY, bench.table.game.decks
    refused = "approved at the table, not from a desk"
    request = bench.asked(c.OpenTable(who=bench.dealer, tray=tray))
    assert refused in bench.refused(bench.from_pit("Paula", ruling(bench, request)))
    bench.done(bench.approve("Sam", request))
    bench.done(c.DecksIn(who=bench.dealer, decks=decks, colour="red"))
    request = bench.asked(c.CardsInspected(who=bench.dealer))
    assert refused in bench.refused(bench.from_pit("Paula", ruling(bench, request)))
    bench.done(bench.approve("Sam", request))
    request = bench.asked(c.CloseTable(who=bench.dealer, tray=tray))
    assert refused in bench.refused(bench.from_pit("Paula", ruling(bench, request)))


def test_a_refusal_from_the_pit(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    dealt.done(dealt.from_pit("Paula", ruling(dealt, request, c.DeclineFromPit)))
    assert dealt.kinds("declined")[-1].data["place"] == "pit 2"


@pytest.mark.parametrize("who", ["p99", "Dana"])
def test_the_pit_cannot_send_just_anybody(dealt: StaffedTable, who: str) -> None:
    request = dealt.asked(void(dealt))
    person = dealt.people[who].id if who in dealt.people else who
    touch = replace(ruling(dealt, request), who=person)
    words = dealt.refused(dealt.from_pit(who, touch) if who in dealt.people else touch)
    assert "not in the staff list" in words or "nobody approves the own" in words


def test_what_comes_from_the_pit_cannot_be_signed_here(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    assert "cannot be signed" in dealt.refused(dealt.signed("Sam", ruling(dealt, request)))


def _later(given: c.FromPit) -> c.FromPit:
    return replace(given, signature=replace(given.signature, at_ms=given.signature.at_ms + 1))


def _own_key(bench: StaffedTable, given: c.FromPit) -> c.FromPit:
    return signed_by(RulingKey(bench.people["Sam"], bytes(32)), given)


FORGERIES: dict[str, Callable[[StaffedTable, c.FromPit], c.FromPit]] = {
    "unsigned": lambda bench, given: replace(given, who=bench.id("Sam")),
    "signed by another person": lambda bench, given: replace(bench.from_pit("Sid", given), who=bench.id("Sam")),
    "another verdict": lambda bench, given: c.DeclineFromPit(**vars(bench.from_pit("Sam", given))),
    "another reason": lambda bench, given: replace(bench.from_pit("Sam", given), reason="another"),
    "another time": lambda bench, given: _later(bench.from_pit("Sam", given)),
    "another request": lambda bench, given: replace(
        bench.from_pit("Sam", replace(given, request=given.request[:-1] + "9")), request=given.request
    ),
    "with the key of whoever forged it": _own_key,
}


@pytest.mark.parametrize("forged", FORGERIES)
def test_what_the_floor_says_without_the_signature_of_the_person_rules_nothing(
    dealt: StaffedTable, forged: str
) -> None:
    request = dealt.asked(void(dealt))
    words = dealt.refused(FORGERIES[forged](dealt, ruling(dealt, request)))
    assert "the ruling is not signed by Sam" in words
    dealt.done(dealt.from_pit("Sam", ruling(dealt, request)))


def test_a_person_of_another_book_is_not_the_one_with_the_same_id(dealt: StaffedTable, tmp_path: Path) -> None:
    """Sam of the pit's book has the id of another person here: what he rules is not what that person ruled."""
    request = dealt.asked(void(dealt))
    with PeopleBook.create(tmp_path / "other.db", pepper=bytes(32), cost=CHEAP) as other:
        staff = Staff(other, load_permissions())
        sam = staff.add(name="Sam", badge="1", roles=[Role.PIT_MANAGER], pin=Pin("918273"), by=None, now_ms=0)
        assert sam.id == dealt.id("Paula")
        given = signed_by(key_of(other, sam, "918273"), ruling(dealt, request))
    assert "not signed by Paula" in dealt.refused(given)


def test_the_signature_stands_in_the_journal(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    given = dealt.from_pit("Paula", ruling(dealt, request))
    dealt.done(given)
    kept = dealt.kinds("approval")[-1].data
    assert (kept["key"], kept["signature"]) == (given.signature.key, given.signature.signature)
    assert keys.is_signed(
        bytes.fromhex(str(kept["key"])), given.ruling.signed_bytes(1), bytes.fromhex(str(kept["signature"]))
    )


# --- who touches ---------------------------------------------------------------------------------------------------


def test_an_approval_without_a_pin_is_none(dealt: StaffedTable) -> None:
    request = dealt.asked(void(dealt))
    for who in (dealt.id("Sam"), dealt.dealer):
        touch = c.Approve(who=who, request=request, subject_hash=subject_hash(dealt), reason="x")
        assert "badge and PIN" in dealt.refused(touch)


def test_only_the_dealer_at_the_table_touches_without_signing(dealt: StaffedTable) -> None:
    for name in ("Sam", "Drew", "Paula"):
        touch = c.Play(who=dealt.id(name), move=parse_move("1 keep"))
        assert "badge and PIN" in dealt.refused(touch)
    assert dealt.refused(c.Play(who="", move=parse_move("1 keep")))


def test_a_name_typed_into_a_ruling_approves_nothing(dealt: StaffedTable) -> None:
    asked = dealt.asked(c.Play(who=dealt.dealer, move=parse_move(f"void by {dealt.id('Sam')}")))
    assert dealt.state.round is not None
    assert dealt.state.round.ended_by is None
    assert asked


def test_a_supervisor_comes_and_goes(bench: StaffedTable) -> None:
    bench.sign("Sam", c.ComeIn(who="", role=Role.SUPERVISOR))
    assert bench.state.people == {"supervisor": bench.id("Sam")}
    assert "here already" in bench.refused(bench.signed("Sam", c.ComeIn(who="", role=Role.SUPERVISOR)))
    assert "is no supervisor" in bench.refused(bench.signed("Ted", c.ComeIn(who="", role=Role.SUPERVISOR)))
    bench.sign("Sam", c.GoOut(who="", role=Role.SUPERVISOR))
    assert bench.state.people == {}
    assert "is not here" in bench.refused(bench.signed("Sam", c.GoOut(who="", role=Role.SUPERVISOR)))


def test_names_are_shown_and_ids_are_kept(bench: StaffedTable) -> None:
    bench.come_in()
    assert bench.snapshot.shift is not None
    assert (bench.snapshot.shift.dealer, bench.snapshot.dealer) == (bench.id("Dana"), "Dana")
    entry = bench.kinds("person-in")[-1]
    assert (entry.who, entry.data["person"], entry.data["name"]) == (bench.id("Dana"), bench.id("Dana"), "Dana")


def test_a_supervisor_takes_a_dealer_out_who_has_left(bench: StaffedTable) -> None:
    bench.come_in()
    bench.sign("Sam", c.GoOut(who="", role=Role.DEALER))
    assert bench.state.shift.dealer is None


def test_a_call_stays_until_a_supervisor_has_seen_it(dealt: StaffedTable) -> None:
    dealt.done(c.CallSupervisor(who=dealt.dealer, why="a dispute at spot 2"))
    call = dealt.snapshot.alarms[-1]
    assert "open already" in dealt.refused(c.CallSupervisor(who=dealt.dealer, why="a dispute at spot 2"))
    assert "supervisor" in dealt.refused(c.AlarmSeen(who=dealt.dealer, alarm=call))
    dealt.sign("Sam", c.AlarmSeen(who="", alarm=call))
    assert dealt.snapshot.alarms == ()
    dealt.done(c.WriteNote(who=dealt.dealer, text="settled by talking"))
    assert "type the note" in dealt.refused(c.WriteNote(who=dealt.dealer, text=" "))
