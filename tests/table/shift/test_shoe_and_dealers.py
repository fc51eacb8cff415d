"""The end of a shoe with its count, cards out of play, dealers in and out, burns, and when a round may open."""

from __future__ import annotations

import pytest

from dealer_console.game.cards import card
from dealer_console.game.errors import Refused
from dealer_console.journal import Draft
from dealer_console.messages import recorded
from dealer_console.table import commands as c
from dealer_console.table.shift import CardsAre, chips, why_not_round
from dealer_console.table.shift.readiness import people_missing
from tests.messages.codes import code, said
from tests.table.shift.journaled_shift import ANA, BEN, SUE, TED, TRAY, JournaledShift

CB = "catfish-bend-blackjack-1"


def test_ma_7n_the_cutting_card_ends_the_shoe_after_the_round() -> None:
    floor = JournaledShift().ready().open_round("1 25", "2 25")
    floor.act(c.CuttingCardOut(who="", spot=2), ANA)
    assert (floor.shift.cards.are, floor.shift.cards.cutting_card_at) == (CardsAre.LAST_ROUND, 2)
    assert code(floor.why_not(c.CuttingCardOut(who="", spot=1), ANA)) == "cutting-card-seen"
    floor.close_round()
    assert floor.shift.cards.are is CardsAre.ENDED
    refusal = why_not_round(floor.table, floor.shift, [1])
    assert refusal is not None
    assert (refusal.clause, "Pick the cards up in order" in recorded(refusal.message)) == ("MA 7(n)(1)", True)


def test_a_device_that_sees_the_cutting_card_says_the_same() -> None:
    floor = JournaledShift().ready().open_round("1 25")
    floor.do([Draft(kind="device-event", data={"event": "CutCardSeen", "spot": 1})])
    assert (floor.shift.cards.are, floor.shift.cards.cutting_card_at) == (CardsAre.LAST_ROUND, 1)


def test_between_two_rounds_the_shoe_is_over_at_once() -> None:
    floor = JournaledShift().ready().play("1 25")
    floor.act(c.CuttingCardOut(who="", spot=None), ANA)
    assert floor.shift.cards.are is CardsAre.ENDED
    assert code(floor.why_not(c.CuttingCardOut(who="", spot=None), ANA)) == "no-cutting-card-without-cards"
    floor.do([Draft(kind="device-event", data={"event": "CutCardSeen"})])
    assert floor.shift.cards.are is CardsAre.ENDED


def test_ma_7n2_shoe_rest_and_discards_make_all_decks_before_the_shuffle() -> None:
    floor = JournaledShift().ready().end_shoe()
    assert "Pick the cards up" in said(floor.why_not(c.CountCards(who="", shoe_rest=60, discards=252), ANA))
    floor.step("collect")
    refusal = floor.why_not(c.BeginShuffle(who="", reason="cutting-card", way="hand"), ANA)
    assert refusal is not None
    assert (refusal.clause, "have to be counted first" in recorded(refusal.message)) == ("MA 7(n)(2)", True)
    floor.act(c.CountCards(who="", shoe_rest=60, discards=251), ANA)
    assert (floor.shift.cards.missing, floor.shift.cards.counts_off) == (1, 1)
    missing = floor.why_not(c.BeginShuffle(who="", reason="cutting-card", way="hand"), ANA)
    assert missing is not None
    assert (missing.code, missing.message["count"]) == ("cards-missing", 1)
    floor.act(c.CountCards(who="", shoe_rest=60, discards=253), ANA)
    assert "1 card is too many" in said(floor.why_not(c.BeginShuffle(who="", reason="cutting-card", way="hand"), ANA))
    floor.act(c.CountCards(who="", shoe_rest=60, discards=252), ANA)
    assert floor.why_not(c.BeginShuffle(who="", reason="cutting-card", way="hand"), ANA) is None
    floor.shuffle_by_hand("cutting-card").load_after_cut().burn()
    assert floor.shift.cards.missing == 0
    assert why_not_round(floor.table, floor.shift, [1]) is None


def test_removed_cards_count_with_their_reason() -> None:
    floor = JournaledShift().ready().end_shoe().step("collect")
    with pytest.raises(Refused, match="say-why-removed"):
        floor.drafts(c.CountCards(who="", shoe_rest=60, discards=250, removed=2), ANA)
    assert code(floor.why_not(c.CountCards(who="", shoe_rest=-1, discards=313), ANA)) == "cards-below-0"
    floor.act(c.CountCards(who="", shoe_rest=60, discards=250, removed=2, why_removed="torn, kept by sue"), ANA)
    assert floor.shift.cards.done == "count"


def test_cards_that_do_not_come_out_are_replaced_by_new_decks() -> None:
    floor = JournaledShift().ready().end_shoe().step("collect")
    floor.act(c.CountCards(who="", shoe_rest=60, discards=200), ANA)
    floor.act(c.DecksIn(who="", decks=6, colour="blue"), ANA)
    assert (floor.shift.cards.are, floor.shift.cards.counts_off, floor.shift.cards.missing) == (CardsAre.IN, 1, 0)


def test_cb_cards_go_out_of_play_racked_fanned_and_checked() -> None:
    floor = JournaledShift(CB).ready().play("1 25")
    tray = chips(TRAY)
    refusal = floor.why_not(c.CloseTable(who="", tray=tray), ANA, SUE)
    assert refusal is not None
    assert refusal.clause == "CB cards removing"
    assert code(floor.why_not(c.DecksIn(who="", decks=6), ANA)) == "check-old-decks-first"
    assert code(floor.why_not(c.OrderCardsOut(who=""), ANA)) == "for-a-supervisor"
    floor.act(c.OrderCardsOut(who=""), SUE)
    assert code(floor.why_not(c.OrderCardsOut(who=""), SUE)) == "cards-in-another-procedure"
    assert "now: Put all cards" in said(why_not_round(floor.table, floor.shift, [1]))
    assert "another procedure" in said(floor.why_not(c.BeginShuffle(who="", reason="house", way="hand"), ANA))
    assert "now: Put all cards into the discard rack" in said(floor.why_not(c.CardStep(who="", step="fan"), ANA))
    floor.step("rack", "fan", "return")
    assert floor.shift.cards.are is CardsAre.AWAY
    assert code(floor.why_not(c.OrderCardsOut(who=""), SUE)) == "no-cards-at-table"
    floor.close(tray)
    assert floor.shift.win == 0


def test_other_rule_sets_have_no_such_procedure() -> None:
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.OrderCardsOut(who=""), SUE)) == "no-closing-procedure"


@pytest.mark.parametrize(
    ("name", "clause"),
    [("massachusetts-switch-1", "MA 7(c)"), (CB, "CB shuffle 7"), ("south-dakota-switch-1", "house")],
)
def test_a_new_dealer_burns_before_dealing(name: str, clause: str) -> None:
    floor = JournaledShift(name).ready().play("1 25")
    floor.act(c.ComeIn(who=""), BEN)
    assert (floor.shift.dealer, floor.shift.dealers[0].until_ms) == ("ben", floor.now)
    refusal = why_not_round(floor.table, floor.shift, [1])
    assert refusal is not None
    assert (recorded(refusal.message), refusal.clause) == ("burn one card first", clause)
    floor.act(c.BurnCard(who=""), BEN)
    assert why_not_round(floor.table, floor.shift, [1]) is None
    assert floor.shift.cards.burns == 2


def test_a_new_dealer_during_the_shuffle_burns_once() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards")
    floor.act(c.ComeIn(who=""), BEN)
    assert floor.shift.cards.burn_for is None


def test_dealers_change_between_rounds_and_as_dealers() -> None:
    floor = JournaledShift().ready()
    assert code(floor.why_not(c.ComeIn(who=""), ANA)) == "deals-already"
    assert code(floor.why_not(c.ComeIn(who=""), TED)) == "no-such-role-in-house"
    floor.open_round("1 25")
    assert "between rounds" in said(floor.why_not(c.ComeIn(who=""), BEN))
    assert "between rounds" in said(floor.why_not(c.GoOut(who=""), ANA))
    floor.close_round()
    floor.act(c.GoOut(who=""), SUE)
    assert floor.shift.dealer is None
    assert "nobody deals" in said(floor.why_not(c.GoOut(who=""), ANA))
    assert "nobody deals" in said(why_not_round(floor.table, floor.shift, [1]))
    with pytest.raises(Refused):
        floor.drafts(c.GoOut(who=""), SUE)


def test_who_is_at_the_table_and_who_is_missing() -> None:
    floor = JournaledShift(CB)
    assert people_missing(floor.table, floor.shift) == ("dealer", "supervisor", "pit-manager")
    floor.open()
    sue = {"person": "sue", "role": "supervisor"}
    floor.do([Draft(kind="person-in", data={**sue})])
    assert people_missing(floor.table, floor.shift) == ("pit-manager",)
    floor.do([Draft(kind="person-out", data={**sue})])
    floor.act(c.GoOut(who=""), ANA)
    assert people_missing(floor.table, floor.shift) == ("dealer", "supervisor", "pit-manager")


def test_a_round_that_ends_without_a_dealer_still_counts() -> None:
    floor = JournaledShift().ready().open_round("1 25")
    floor.do([Draft(kind="person-out", data={"person": "ana", "role": "dealer"})])
    floor.close_round()
    assert (floor.shift.rounds.closed, floor.shift.dealers[0].rounds) == (1, 0)


def test_a_second_burn_is_refused_in_ma_and_played_on_in_cb() -> None:
    refusal = JournaledShift().ready().why_not(c.BurnCard(who=""), ANA)
    assert refusal is not None
    assert refusal.clause == "MA 7(c)"
    floor = JournaledShift(CB).ready()
    assert floor.why_not(c.BurnCard(who=""), ANA) is None
    floor.burn()
    assert floor.shift.cards.burns == 2


def test_nothing_is_burned_without_a_shoe_or_in_a_round() -> None:
    floor = JournaledShift().open()
    assert code(floor.why_not(c.BurnCard(who=""), ANA)) == "no-cards-in-shoe"
    floor.bring_cards().shuffle_by_hand("new-cards").load_after_cut().open_round("1 25")
    assert code(floor.why_not(c.BurnCard(who=""), ANA)) == "only-between-rounds"


def test_a_missed_burn_lets_the_round_go_on() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards").load_after_cut().open_round("1 25")
    floor.do([Draft(kind="move", data={"move": "irregularity burn-missed"})])
    assert floor.shift.cards.burn_for is None


def test_a_burn_inside_a_round_counts_too() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards").load_after_cut().open_round("1 25")
    floor.do([Draft(kind="move", data={"move": "burn ??"})])
    assert (floor.shift.cards.burn_for, floor.shift.cards.burns) == (None, 1)


def test_ma_shows_the_burned_card_on_request_cb_with_a_supervisor() -> None:
    floor = JournaledShift().open()
    assert code(floor.why_not(c.ShowBurnCard(who="", card=card("9h")), ANA)) == "no-card-burned"
    floor = JournaledShift().ready()
    assert floor.why_not(c.ShowBurnCard(who="", card=card("9h")), ANA) is None
    cb = JournaledShift(CB).ready()
    refusal = cb.why_not(c.ShowBurnCard(who="", card=card("9h")), ANA)
    assert refusal is not None
    assert refusal.clause == "CB shuffle 6"
    before = cb.shift.cards
    cb.act(c.ShowBurnCard(who="", card=card("9h")), SUE)
    assert cb.shift.cards == before


def test_what_is_missing_before_the_first_round_is_told() -> None:
    floor = JournaledShift().open()
    assert code(why_not_round(floor.table, floor.shift, [1])) == "cards-not-in-play"
    floor.act(c.DecksIn(who="", decks=6, colour="red"), ANA)
    assert code(why_not_round(floor.table, floor.shift, [1])) == "cards-not-in-play"
    floor = JournaledShift().open().bring_cards()
    assert code(why_not_round(floor.table, floor.shift, [1])) == "cards-not-in-play"
    floor.shuffle_by_hand("new-cards").load_after_cut().burn().open_round("1 25")
    assert "between rounds" in said(why_not_round(floor.table, floor.shift, [1]))


def test_a_shoe_that_was_loaded_without_the_guide_counts_as_in_play() -> None:
    floor = JournaledShift().open()
    floor.do([Draft(kind="shoe", data={"decks": 6, "change": "new"})])
    assert (floor.shift.cards.are, floor.shift.cards.burn_for) == (CardsAre.IN_PLAY, "cut")
    assert why_not_round(floor.table, floor.burn().shift, [1]) is None


@pytest.mark.parametrize(
    "reason", ["taken back and not entered again: late", "named and not dealt: late", "draw 7: it came late"]
)
def test_a_stray_card_in_the_discards_is_no_burn_and_clears_none_that_is_due(reason: str) -> None:
    floor = JournaledShift().ready()
    floor.act(c.ComeIn(who=""), BEN)
    due, burns = floor.shift.cards.burn_for, floor.shift.cards.burns
    assert due == "new-dealer"
    floor.do([Draft(kind="burn", data={"card": "??", "why": reason})])
    assert (floor.shift.cards.burn_for, floor.shift.cards.burns) == (due, burns)
    assert floor.why_not(c.BurnCard(who=""), ANA) is None
