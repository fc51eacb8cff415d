"""Buy-ins, fills and credits, tokes apart, corrections, settlements taken back; the tray after each of them."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Bug, Refused
from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.rounds import LateCallMade
from dealer_console.table import commands as c
from dealer_console.table.shift import chips
from tests.messages.codes import code, said
from tests.table.shift.journaled_shift import ANA, BEN, PAT, SUE, TED, TRAY, JournaledShift

OPENER = chips(TRAY).cents
TEN_FIVES = chips({500: 10})


def test_a_buy_in_is_cash_to_the_box_and_chips_from_the_tray() -> None:
    floor = JournaledShift().open()
    floor.act(c.BuyIn(who="", cents=20000, spot=3), ANA)
    till = floor.shift.till
    assert (till.tray, till.drop, till.buy_ins) == (OPENER - 20000, 20000, 1)
    assert floor.shift.win_by_the_books == 0
    entry = list(floor.journal.entries())[-1]
    assert entry.data == {"what": "buy-in", "cents": 20000, "chips": {"10000": 2}, "spot": 3}


@pytest.mark.parametrize(
    ("cents", "spot", "told"),
    [
        (0, None, "buy-in-more-than-0"),
        (OPENER + 100, None, "tray-too-small-ask-fill"),
        (10025, None, "not-in-chips-between"),
        (10000, 8, "no-such-spot-here"),
    ],
)
def test_a_buy_in_that_cannot_be(cents: int, spot: int | None, told: str) -> None:
    floor = JournaledShift().open()
    assert code(floor.why_not(c.BuyIn(who="", cents=cents, spot=spot), ANA)) == told
    with pytest.raises(Refused):
        floor.drafts(c.BuyIn(who="", cents=cents, spot=spot), ANA)


def test_a_fill_counts_when_a_second_person_confirms_it() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskFill(who="", chips=TEN_FIVES), ANA)
    slip = floor.shift.slips[0]
    assert (slip.number, slip.step, slip.requested_by, floor.shift.till.tray) == ("F-00001", "requested", "ana", OPENER)
    floor.act(c.ConfirmSlip(who="", slip="F-00001"), SUE)
    slip = floor.shift.slips[0]
    assert (slip.step, slip.settled_by, floor.shift.open_slips) == ("confirmed", "sue", ())
    assert (floor.shift.till.tray, floor.shift.till.fills) == (OPENER + 5000, 5000)


def test_a_credit_takes_chips_out() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskCredit(who="", chips=TEN_FIVES), SUE)
    floor.act(c.ConfirmSlip(who="", slip="C-00001"), PAT)
    assert (floor.shift.till.tray, floor.shift.till.credits) == (OPENER - 5000, 5000)
    assert floor.shift.win_by_the_books == 0


def test_slips_take_two_people_and_one_of_them_supervises() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskFill(who="", chips=TEN_FIVES), ANA)
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), ANA)) == "takes-two-people"
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), BEN)) == "for-a-supervisor"
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), TED)) == "slip-not-for"
    assert floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), PAT) is None
    assert "not for ted" in said(floor.why_not(c.AskFill(who="", chips=TEN_FIVES), TED))


def test_what_a_supervisor_asked_for_the_dealer_may_confirm() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskFill(who="", chips=TEN_FIVES), SUE)
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), SUE)) == "takes-two-people"
    floor.act(c.ConfirmSlip(who="", slip="F-00001"), ANA)
    assert floor.shift.till.fills == 5000


def test_a_slip_is_cancelled_before_it_is_confirmed_and_never_after() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskFill(who="", chips=TEN_FIVES), ANA)
    floor.act(c.CancelSlip(who="", slip="F-00001", why="wrong colour"), ANA, SUE)
    assert (floor.shift.slips[0].step, floor.shift.till.tray) == ("cancelled", OPENER)
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="F-00001"), SUE)) == "slip-settled"
    floor.act(c.AskCredit(who="", chips=TEN_FIVES), ANA)
    assert floor.shift.slips[1].number == "C-00002"
    floor.act(c.ConfirmSlip(who="", slip="C-00002"), SUE)
    assert code(floor.why_not(c.CancelSlip(who="", slip="C-00002", why="x"), ANA)) == "slip-settled"
    with pytest.raises(Refused):
        floor.drafts(c.CancelSlip(who="", slip="C-00002", why="too late"), ANA, SUE)


def test_slips_that_cannot_be() -> None:
    floor = JournaledShift().open(chips({500: 2}))
    assert code(floor.why_not(c.AskFill(who="", chips=chips({})), ANA)) == "slip-needs-chips"
    assert code(floor.why_not(c.AskFill(who="", chips=chips({300: 2})), ANA)) == "no-such-chip"
    assert "the tray holds 10.00, less than 50.00" in said(floor.why_not(c.AskCredit(who="", chips=TEN_FIVES), ANA))
    assert "there is no slip F-00009" in said(floor.why_not(c.ConfirmSlip(who="", slip="F-00009"), SUE))


def test_a_credit_is_weighed_again_when_it_is_confirmed() -> None:
    floor = JournaledShift().open(chips({500: 10}))
    floor.act(c.AskCredit(who="", chips=TEN_FIVES), ANA)
    floor.act(c.BuyIn(who="", cents=1000), ANA)
    assert code(floor.why_not(c.ConfirmSlip(who="", slip="C-00001"), SUE)) == "tray-too-small"


def test_a_journal_that_settles_a_slip_twice_is_a_bug() -> None:
    floor = JournaledShift().open()
    floor.act(c.AskFill(who="", chips=TEN_FIVES), ANA)
    confirm = floor.drafts(c.ConfirmSlip(who="", slip="F-00001"), SUE)
    floor.do(confirm)
    with pytest.raises(Bug, match="slip F-00001 cannot be confirmed"):
        floor.do(confirm)


def test_settlements_move_chips_and_are_summed_by_wager() -> None:
    floor = JournaledShift().ready().open_round("1 25 match=5")
    floor.settle("match", "win", "5.00", "40.00", "0.00")
    floor.settle("main", "lose", "25.00", "0.00", "25.00", hand="1a")
    floor.settle("main", "win", "25.00", "25.00", "0.00", hand="1b")
    floor.settle("double", "push", "25.00", "0.00", "0.00", hand="1b").close_round(-4000)
    shift = floor.shift
    assert shift.till.tray == OPENER - 4000
    assert shift.win_by_the_books == -4000
    assert (shift.rounds.sums["main"].count, shift.rounds.sums["main"].house_net) == (2, 0)
    assert shift.rounds.sums["match"].house_net == -4000
    assert (shift.rounds.closed, shift.rounds.hands, shift.dealers[0].hands) == (1, 2, 2)


def test_a_settlement_taken_back_leaves_no_trace_in_the_sums() -> None:
    floor = JournaledShift().ready().open_round("1 25")
    floor.settle("main", "win", "25.00", "25.00", "0.00")
    floor.settle("main", "win", "25.00", "25.00", "0.00", kind="settlement-withdrawn").close_round()
    assert floor.shift.till.tray == OPENER
    assert floor.shift.rounds.sums["main"].count == 0
    assert floor.shift.rounds.hands == 0


def test_tokes_are_kept_apart() -> None:
    floor = JournaledShift("catfish-bend-blackjack-1").ready().open_round("1 25 toke.a=5")
    floor.settle("toke.main", "win", "5.00", "5.00", "0.00")
    floor.settle("toke.main", "lose", "2.00", "0.00", "2.00").close_round()
    floor.act(c.TokeGiven(who="", cents=500, spot=1), ANA)
    shift = floor.shift
    assert shift.till.tray == OPENER - 500 + 200
    assert (shift.rounds.tokes_won, shift.till.tokes_given) == (1000, 500)
    assert "main" not in shift.rounds.sums
    assert code(floor.why_not(c.TokeGiven(who="", cents=0), ANA)) == "toke-more-than-0-00"


def test_ma_5i_knows_nothing_for_the_dealer() -> None:
    floor = JournaledShift().open()
    refusal = floor.why_not(c.TokeGiven(who="", cents=500), ANA)
    assert refusal is not None
    assert refusal.clause == "MA 5(i)"


def test_colour_up_changes_no_sum() -> None:
    floor = JournaledShift().open()
    floor.act(c.ColourUp(who="", held=chips({500: 20})), ANA)
    assert (floor.shift.till.tray, floor.shift.till.coloured_up) == (OPENER, 10000)
    assert code(floor.why_not(c.ColourUp(who="", held=chips({10000: 1})), ANA)) == "fewest-chips-already"
    assert code(floor.why_not(c.ColourUp(who="", held=chips({300: 1})), ANA)) == "no-such-chip"


def test_a_correction_pays_and_is_counted_under_the_dealer() -> None:
    floor = JournaledShift().ready()
    people: dict[str, Json] = {"corrects": 3, "requested_by": "ana", "approved_by": "sue", "reason": "paid short"}
    floor.do([Draft(kind="correction", data={**people, "cents": 2500})])
    floor.do([Draft(kind="correction", data={**people, "cents": -500, "what": "overpaid"})])
    floor.do([Draft(kind="correction", data={**people})])
    assert (floor.shift.till.corrected, floor.shift.till.tray) == (2000, OPENER - 2000)
    found = [(correction.kind, correction.dealer, correction.count) for correction in floor.shift.rounds.corrections]
    assert found == [("money", "ana", 1), ("overpaid", "ana", 1), ("record", "ana", 1)]


def test_irregularities_are_counted_by_kind_unless_undone() -> None:
    floor = JournaledShift().ready().open_round("1 25")
    for text in ("irregularity card-exposed 9h", "irregularity hit-missed 1a", "irregularity card-exposed 2h"):
        floor.do([Draft(kind="move", data={"move": text})])
    undone = floor.shift.rounds.called_now[1].seq
    floor.do([Draft(kind="undo", data={"undoes": undone, "why": "wrong touch"})])
    floor.close_round()
    assert [(irregularity.kind, irregularity.count) for irregularity in floor.shift.rounds.irregularities] == [
        ("card-exposed", 2)
    ]


def test_a_round_that_a_late_call_opens_again_is_counted_once() -> None:
    floor = JournaledShift().ready().open_round("1 25")
    floor.do([Draft(kind="move", data={"move": "irregularity card-exposed 9h"})])
    fell = floor.shift.rounds.called_now[0].seq
    floor.settle("main", "win", "25.00", "25.00", "0.00").close_round(-2500)
    once = floor.shift
    late = LateCallMade(
        round=floor.round,
        place=fell,
        call=parse_move("irregularity hit-missed 1a"),
        rulings=(),
        approved_by="sue",
        struck=(fell,),
        moved=(),
        loose=(),
        moves=(),
        entries=(),
    )
    floor.do([Draft.of(late)])
    assert (floor.shift.rounds.open, floor.shift.rounds.closed) == (floor.round, once.rounds.closed - 1)
    floor.close_round(-2500)
    rounds = floor.shift.rounds
    assert (rounds.closed, rounds.hands, rounds.open) == (once.rounds.closed, once.rounds.hands, None)
    assert floor.shift.dealers == once.dealers
    assert [(irregularity.kind, irregularity.count) for irregularity in rounds.irregularities] == [("hit-missed", 1)]


def test_a_tray_that_ran_short_by_the_books_is_remembered() -> None:
    floor = JournaledShift().ready(chips({500: 2})).open_round("1 25")
    floor.settle("main", "win", "25.00", "25.00", "0.00").close_round(-2500)
    assert floor.shift.till.lowest_tray == -1500
