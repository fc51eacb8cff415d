"""Called wagers with cash (MA 5(d)), spots per player (MA 14, CB dealing 5), who sat out (MA 5(h))."""

from __future__ import annotations

import pytest

from dealer_console.game.errors import Refused
from dealer_console.journal.entries.people import Role
from dealer_console.messages import recorded
from dealer_console.table import commands as c
from dealer_console.table.shift import chips, why_not_round
from dealer_console.table.shift.spots import asked_to_give_up, call_for, why_not_wager
from tests.messages.codes import code, said
from tests.table.shift.journaled_shift import ANA, BEN, PAT, SUE, TED, TRAY, JournaledShift

CB = "catfish-bend-blackjack-1"
OPENER = chips(TRAY).cents


def test_ma_5d_cash_counts_when_dealer_and_supervisor_have_confirmed() -> None:
    floor = JournaledShift().ready()
    floor.act(c.CallWager(who="", spot=2, bettor=1, cents=10000), ANA)
    assert (floor.shift.called[0].step, floor.shift.till.drop) == ("called", 0)
    floor.act(c.ConfirmCalledWager(who="", called=1), ANA, SUE)
    called = floor.shift.called[0]
    assert (called.step, called.dealer, called.supervisor) == ("counts", "ana", "sue")
    assert (floor.shift.till.drop, floor.shift.till.tray) == (10000, OPENER - 10000)
    assert code(floor.why_not(c.ConfirmCalledWager(who="", called=1), ANA, SUE)) == "called-wager-counts-already"
    floor.open_round("2 50")
    assert floor.shift.called[0].step == "counts"


def test_ma_5d_unconfirmed_cash_goes_back_when_the_round_opens() -> None:
    floor = JournaledShift().ready()
    floor.act(c.CallWager(who="", spot=2, bettor=1, cents=10000), ANA)
    floor.open_round("1 25")
    assert (floor.shift.called[0].step, floor.shift.till.drop) == ("returned", 0)
    refusal = floor.why_not(c.CallWager(who="", spot=2, bettor=1, cents=10000), ANA)
    assert refusal is not None
    assert (refusal.clause, "between rounds" in recorded(refusal.message)) == ("MA 5(d)", True)


def test_confirming_takes_the_dealer_at_the_table_and_a_supervisor() -> None:
    floor = JournaledShift().ready()
    floor.act(c.CallWager(who="", spot=2, bettor=1, cents=10000), ANA)
    confirm = c.ConfirmCalledWager(who="", called=1)
    assert code(floor.why_not(confirm, ANA)) == "one-asks-another-approves"
    for by, approver in ((BEN, SUE), (TED, SUE), (SUE, PAT), (ANA, BEN), (ANA, TED)):
        assert code(floor.why_not(confirm, by, approver)) == "called-wager-confirmed-by"
    as_supervisor = type(SUE)(person="ana", role=Role.SUPERVISOR)
    assert code(floor.why_not(confirm, ANA, as_supervisor)) == "called-wager-two-people"
    assert code(floor.why_not(c.CloseTable(who="", tray=chips(TRAY)), ANA, SUE)) == "called-wager-open"


def test_cash_that_went_back_is_neither_given_back_nor_confirmed_again() -> None:
    floor = JournaledShift().ready()
    floor.act(c.CallWager(who="", spot=2, bettor=1, cents=10000), ANA)
    floor.act(c.ReturnCalledWager(who="", called=1), ANA)
    with pytest.raises(Refused):
        floor.drafts(c.ReturnCalledWager(who="", called=1), ANA)
    with pytest.raises(Refused):
        floor.drafts(c.ConfirmCalledWager(who="", called=1), ANA, SUE)


@pytest.mark.parametrize(
    ("spot", "bettor", "cents", "told"),
    [
        (9, 1, 100, "no-such-spot-here"),
        (1, 4, 100, "spot-bettors-most"),
        (1, 1, 33, "not-in-chips-between"),
        (1, 1, 0, "buy-in-more-than-0"),
    ],
)
def test_called_wagers_that_cannot_be(spot: int, bettor: int, cents: int, told: str) -> None:
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.CallWager(who="", spot=spot, bettor=bettor, cents=cents), ANA)) == told


def test_cb_placement_1_a_called_wager_is_none() -> None:
    floor = JournaledShift(CB).ready()
    refusal = floor.why_not(c.CallWager(who="", spot=1, bettor=1, cents=10000), ANA)
    assert refusal is not None
    assert refusal.clause == "CB placement 1"


def test_cb_dealing_5_three_spots_with_the_call_and_not_again_in_the_same_shoe() -> None:
    floor = JournaledShift(CB).ready()
    floor.act(c.SeatPlayer(who="", player="kim", spots=(3, 1, 2)), ANA)
    assert (floor.shift.spots.players[0].spots, call_for(floor.table.rules, [1, 2, 3])) == ((1, 2, 3), "Playing three")
    assert call_for(floor.table.rules, [1, 2]) is None
    floor.act(c.SeatPlayer(who="", player="kim", spots=(1, 2)), ANA)
    refusal = floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA)
    assert refusal is not None
    assert (refusal.clause, "not again before the next shoe" in recorded(refusal.message)) == ("CB dealing 5", True)
    assert floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA, SUE) is not None
    assert floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA, PAT) is None
    floor.act(c.PlayerLeft(who="", player="kim"), ANA)
    assert floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA) is not None
    floor.shuffle_by_hand("house").load_after_cut().burn()
    assert floor.shift.spots.players == ()
    assert floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA) is None


def test_cb_dealing_4_at_a_full_table_who_has_more_than_one_spot_may_be_asked() -> None:
    floor = JournaledShift(CB).ready()
    for name, spots in (("kim", [1, 2, 3]), ("lou", [4, 5]), ("max", [6])):
        floor.act(c.SeatPlayer(who="", player=name, spots=tuple(spots)), ANA)
    assert asked_to_give_up(floor.table.rules, floor.shift) == ()
    floor.act(c.SeatPlayer(who="", player="ned", spots=(7,)), ANA)
    assert [player.name for player in asked_to_give_up(floor.table.rules, floor.shift)] == ["kim", "lou"]


def test_the_shift_manager_lets_somebody_have_three_again() -> None:
    floor = JournaledShift(CB).ready()
    for spots in ([1, 2, 3], [1]):
        floor.act(c.SeatPlayer(who="", player="kim", spots=tuple(spots)), ANA)
    floor.act(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA, PAT)
    assert floor.shift.spots.players[0].gave_up_most is False
    assert list(floor.journal.entries())[-1].data["allowed_by"] == "pat"


def test_ma_14_as_many_spots_as_the_house_permits_and_no_memory_of_dropped_ones() -> None:
    floor = JournaledShift().ready()
    refusal = floor.why_not(c.SeatPlayer(who="", player="kim", spots=(1, 2, 3)), ANA)
    assert refusal is not None
    assert (refusal.clause, "at most 2 spots" in recorded(refusal.message)) == ("MA 14", True)
    for spots in ([1, 2], [1], [1, 2]):
        floor.act(c.SeatPlayer(who="", player="kim", spots=tuple(spots)), ANA)
    assert code(floor.why_not(c.SeatPlayer(who="", player="lou", spots=(2,)), ANA)) == "spot-played-by"
    assert code(floor.why_not(c.SeatPlayer(who="", player="lou", spots=(8,)), ANA)) == "no-such-spot-here"
    floor.open_round("1 25")
    assert "between rounds" in said(floor.why_not(c.SeatPlayer(who="", player="lou", spots=(3,)), ANA))


def test_ma_5h_who_sat_out_waits_for_the_shuffle_or_is_let_in() -> None:
    floor = JournaledShift().ready()
    assert why_not_wager(floor.table, floor.shift, 5) is None
    floor.play("1 25", "2 25").play("1 25")
    assert why_not_round(floor.table, floor.shift, [1]) is None
    refusal = why_not_round(floor.table, floor.shift, [1, 2])
    assert refusal is not None
    assert (refusal.clause, "spot 2 sat out" in recorded(refusal.message)) == ("MA 5(h)", True)
    with pytest.raises(Refused):
        floor.drafts(c.LetIn(who="", spot=2), ANA)
    floor.act(c.LetIn(who="", spot=2), SUE)
    assert why_not_round(floor.table, floor.shift, [1, 2]) is None
    floor.play("1 25", "2 25").play("1 25", "2 25")
    assert why_not_wager(floor.table, floor.shift, 3) is not None
    floor.shuffle_by_hand("house").load_after_cut()
    assert why_not_wager(floor.table, floor.shift, 3) is None


def test_where_the_house_has_it_otherwise_everybody_may_wager() -> None:
    floor = JournaledShift(CB).ready().play("1 25")
    assert why_not_round(floor.table, floor.shift, [1, 5]) is None
