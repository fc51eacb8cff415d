"""Opening with two people, inspecting cards, closing against the books with the thresholds of the table."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from dealer_console.game.errors import Bug, Refused
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.table import commands as c
from dealer_console.table.commands.money.tray import difference, flag
from dealer_console.table.shift import CardsAre, Shift, Stage, apply, chips, fold
from dealer_console.table.shift.readiness import why_not_round
from tests.messages.codes import code, said
from tests.table.shift.journaled_shift import ANA, BEN, CONFIG, PAT, SUE, TED, TRAY, JournaledShift

OPENER = chips(TRAY)


def test_a_table_opens_with_its_tray_counted_by_two() -> None:
    floor = JournaledShift().open()
    shift = floor.shift
    assert (shift.number, shift.stage, shift.dealer) == (1, Stage.OPEN, "ana")
    assert shift.till.opener == shift.till.tray == OPENER.cents == 1_620_000
    assert (shift.opened_by, shift.verified_by) == ("ana", "sue")
    assert shift.denominations == floor.table.denominations
    opened = next(entry for entry in floor.journal.entries() if entry.kind == "shift")
    content = (CONFIG / f"{floor.table.name}.toml").read_bytes()
    assert opened.data["table_hash"] == sha256(content).hexdigest()


def test_opening_refuses_one_pair_of_eyes_foreign_chips_and_a_second_opening() -> None:
    floor = JournaledShift()
    assert code(floor.why_not(c.OpenTable(who="", tray=OPENER), SUE, SUE)) == "takes-two-people"
    assert code(floor.why_not(c.OpenTable(who="", tray=OPENER), ANA, BEN)) == "for-a-supervisor"
    assert code(floor.why_not(c.OpenTable(who="", tray=chips({300: 1})), ANA, SUE)) == "no-such-chip"
    floor.open()
    assert "open already" in said(floor.why_not(c.OpenTable(who="", tray=OPENER), ANA, SUE))
    with pytest.raises(Refused):
        floor.drafts(c.OpenTable(who="", tray=OPENER), ANA, SUE)


def test_ma_3_cards_are_fanned_by_one_and_checked_by_another() -> None:
    floor = JournaledShift().open()
    assert code(floor.why_not(c.CardsInspected(who=""), ANA, SUE)) == "inspect-no-decks"
    assert code(floor.why_not(c.DecksIn(who="", decks=8), ANA)) == "other-number-of-decks"
    floor.bring_cards()
    assert floor.shift.cards.are is CardsAre.INSPECTED
    assert floor.shift.cards.inspected_by == ("ana", "sue")
    assert (floor.shift.cards.colour, floor.shift.cards.decks) == ("red", 6)
    again = floor.why_not(c.CardsInspected(who=""), ANA, SUE)
    assert again is not None
    assert again.clause == "MA 3"


def test_inspection_needs_two_people_of_whom_one_supervises() -> None:
    floor = JournaledShift("catfish-bend-blackjack-1").open().bring_cards()
    floor.shift = replace(floor.shift, cards=replace(floor.shift.cards, are=CardsAre.IN))
    assert code(floor.why_not(c.CardsInspected(who=""), SUE, SUE)) == "takes-two-people"
    refusal = floor.why_not(c.CardsInspected(who=""), ANA, TED)
    assert refusal is not None
    assert refusal.clause == "CB cards new"
    with pytest.raises(Refused):
        floor.drafts(c.CardsInspected(who=""), ANA, TED)


def test_nothing_happens_at_a_closed_table() -> None:
    floor = JournaledShift()
    assert code(floor.why_not(c.DecksIn(who="", decks=6), ANA)) == "table-not-open"
    assert code(floor.why_not(c.CloseTable(who="", tray=OPENER), ANA, SUE)) == "table-not-open"
    assert code(why_not_round(floor.table, floor.shift, [1])) == "table-not-open"


def test_decks_do_not_change_during_a_round_or_a_shuffle() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards")
    assert code(floor.why_not(c.DecksIn(who="", decks=6), ANA)) == "cards-being-shuffled"
    floor.load_after_cut().burn().open_round("1 25")
    assert code(floor.why_not(c.DecksIn(who="", decks=6), ANA)) == "only-between-rounds"


@pytest.mark.parametrize(
    ("off", "told"),
    [
        (0, None),
        (49, None),
        (-50, "Recount the tray, note the difference"),
        (9999, "Recount the tray, note the difference"),
        (-10000, "Call the pit manager, keep the cards, save the pictures"),
        (10001, "Call the pit manager, keep the cards, save the pictures"),
    ],
)
def test_differences_are_flagged_at_the_thresholds_over_and_short(off: int, told: str | None) -> None:
    assert flag(JournaledShift().table, off) == told


def test_closing_counts_the_tray_against_the_books() -> None:
    floor = JournaledShift().ready()
    floor.open_round("1 25").settle("main", "lose", "25.00", "0.00", "25.00").close_round(2500)
    counted = chips({**TRAY, 2500: TRAY[2500] + 1, 100: TRAY[100] - 1})
    assert difference(floor.shift, counted) == -100
    floor.close(counted)
    shift = floor.shift
    assert (shift.stage, shift.dealer, shift.closed_by) == (Stage.CLOSED, None, ("ana", "sue"))
    assert (shift.win, shift.win_by_the_books) == (2400, 2500)
    assert shift.flag == "Recount the tray, note the difference"
    assert shift.till.closer_chips == counted


def test_a_tray_that_is_far_off_is_closed_by_the_pit_manager_alone() -> None:
    """Three thousand short says "call the pit manager": a supervisor does not close it."""
    floor = JournaledShift().ready()
    short = chips({**TRAY, 10000: TRAY[10000] - 30})
    assert difference(floor.shift, short) == -300000
    assert code(floor.why_not(c.CloseTable(who="", tray=short), ANA, SUE)) == "closing-for-pit-manager"
    assert floor.why_not(c.CloseTable(who="", tray=short), ANA, PAT) is None


def test_closing_waits_for_what_is_open() -> None:
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.CloseTable(who="", tray=OPENER), SUE, SUE)) == "takes-two-people"
    assert code(floor.why_not(c.CloseTable(who="", tray=OPENER), ANA, BEN)) == "for-a-supervisor"
    floor.act(c.AskFill(who="", chips=chips({500: 10})), ANA)
    assert code(floor.why_not(c.CloseTable(who="", tray=OPENER), ANA, SUE)) == "slip-open"
    floor.open_round("1 25")
    assert "between rounds" in said(floor.why_not(c.CloseTable(who="", tray=OPENER), ANA, SUE))


def test_the_next_shift_begins_anew_but_keeps_dealer_cards_and_slip_numbers() -> None:
    floor = JournaledShift().ready()
    floor.act(c.AskFill(who="", chips=chips({500: 10})), ANA)
    floor.do([Draft(kind="money", data={**_cancelled(floor.shift)}, who="ana")])
    floor.close(OPENER)
    floor.do([Draft(kind="person-in", data={"person": "ben", "role": "dealer"}, who="ben")])
    floor.act(c.OpenTable(who="", tray=OPENER), BEN, SUE)
    shift = floor.shift
    assert (shift.number, shift.dealer, shift.slips, shift.slips_given) == (2, "ben", (), 1)
    assert (shift.cards.are, shift.cards.decks, shift.cards.shoes) == (CardsAre.IN, 6, 0)
    assert shift.rounds.closed == 0
    floor.act(c.AskCredit(who="", chips=chips({500: 10})), BEN)
    assert floor.shift.slips[0].number == "C-00002"


def _cancelled(shift: Shift) -> dict[str, str | int]:
    slip = shift.slips[0]
    return {"what": "fill", "cents": slip.chips.cents, "slip": slip.number, "step": "cancelled", "role": "dealer"}


def test_a_closing_entry_that_does_not_fit_the_books_is_a_bug() -> None:
    floor = JournaledShift().ready()
    wrong: dict[str, Json] = {"step": "close", "expected": 1, "counted": 1, "flag": None, "verified_by": "sue"}
    with pytest.raises(Bug, match="is not the one that the journal gives"):
        floor.do([Draft(kind="shift", data={**wrong}, who="ana")])


def test_an_entry_that_lacks_what_its_fold_needs_is_a_bug_with_its_number() -> None:
    floor = JournaledShift().ready()
    seq = floor.journal.seq + 1
    with pytest.raises(Bug, match=rf"entry {seq} \(money\) does not fit the shift: money: the field 'step'"):
        floor.do([Draft(kind="money", data={"what": "fill", "cents": 500})])


def test_folding_again_gives_the_same_shift() -> None:
    floor = JournaledShift().ready().play("1 25").close(OPENER)
    assert fold(floor.journal.entries()) == floor.shift
    some = list(floor.journal.entries())
    assert fold(some[10:], fold(some[:10])) == floor.shift


def test_entries_about_other_things_leave_the_shift_alone() -> None:
    floor = JournaledShift().open()
    before = floor.shift
    others = [
        Draft(kind="note", data={"text": "hello"}),
        Draft(kind="shift", data={"step": "coffee"}),
        Draft(kind="shuffle", data={"step": "begun"}),
        Draft(kind="money", data={"what": "other", "cents": 5}),
        Draft(kind="device-event", data={"event": "DoorMoved"}),
        Draft(kind="person-out", data={"person": "ben", "role": "dealer"}),
        Draft(kind="person-in", data={"person": "ana", "role": "dealer"}),
        Draft(kind="move", data={"move": "1a hit"}),
        Draft(kind="undo", data={"undoes": 3, "why": ""}),
    ]
    for entry in floor.journal.append(others, at_ms=floor.now):
        assert apply(before, entry) is before, entry.kind


def test_the_pit_manager_can_verify_too() -> None:
    floor = JournaledShift()
    assert floor.why_not(c.OpenTable(who="", tray=OPENER), ANA, PAT) is None
