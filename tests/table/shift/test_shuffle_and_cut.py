"""The guide through shuffle and cut: steps in order, who does them, who is offered the cut, refusals with clauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer_console.game.errors import Refused
from dealer_console.table.shift import CardsAre, guidance
from dealer_console.table.shift.deck_cut import (
    dealer_says,
    draft_cut,
    draft_cut_refused,
    draft_offer,
    draft_recut,
    why_not_cut,
    why_not_cut_refused,
    why_not_offer,
    why_not_recut,
)
from dealer_console.table.shift.shoe_end import draft_count, draft_cutting_card
from dealer_console.table.shift.shuffle import (
    current_step,
    draft_begin_again,
    draft_shuffle,
    why_not_begin_again,
    why_not_shuffle,
    why_not_step,
)
from dealer_console.table.shift.state import DEALER_CUTS
from tests.table.shift.floor import ANA, BEN, PAT, SUE, Floor

CB = "catfish-bend-blackjack-1"
SD = "south-dakota-switch-1"


def key_of(floor: Floor) -> str | None:
    step = current_step(floor.table, floor.shift)
    return step.key if step else None


def test_ma_4i_by_hand_plug_riffle_turn_strip_cut() -> None:
    floor = Floor().open().bring_cards()
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "hand", ANA))
    seen = []
    for key in ("plug", "riffle", "turn"):
        seen.append(key_of(floor))
        floor.step(key)
    assert seen == ["plug", "riffle", "turn"]
    strip = why_not_step(floor.table, floor.shift, "strip", ANA)
    assert strip is not None
    assert (strip.clause, "no strip before 2 riffles" in strip.reason) == ("MA 4(i)(4)", True)
    floor.step("riffle")
    assert key_of(floor) == "strip"
    floor.step("strip", "strip", "riffle")
    assert (key_of(floor), floor.shift.cards.riffles) == ("offer-cut", 3)


def test_steps_come_in_order_and_from_the_dealer() -> None:
    floor = Floor().open().bring_cards()
    assert "no procedure" in str(why_not_step(floor.table, floor.shift, "plug", ANA))
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "hand", ANA))
    assert "now: Plug the unused cards" in str(why_not_step(floor.table, floor.shift, "turn", ANA))
    assert "did you mean 'plug'" in str(why_not_step(floor.table, floor.shift, "plugg", ANA))
    assert "ana deals" in str(why_not_step(floor.table, floor.shift, "plug", BEN))
    assert "offer the cut" in str(why_not_step(floor.table, floor.shift, "offer-cut", ANA))
    assert "riffle 1 to 20" in str(why_not_step(floor.step("plug").table, floor.shift, "riffle", ANA, riffles=0))
    with pytest.raises(Refused):
        floor.step("strip")


def test_the_guide_tells_the_step_the_next_one_and_whose_cut_it_is() -> None:
    floor = Floor().open().bring_cards().shuffle_by_hand("new-cards", players=(2, 5))
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.step.key, guide.then.key if guide.then else None, guide.offered_to) == ("cut", "bring-to-back", 5)
    floor.load_after_cut()
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.step.key, guide.step.clause, guide.then, guide.offered_to) == ("burn", "MA 7(c)", None, None)
    assert guidance(floor.table, floor.burn().shift) is None


def test_loading_the_shoe_is_recorded_as_a_shoe_with_all_decks() -> None:
    floor = Floor().open().bring_cards().shuffle_by_hand("new-cards").load_after_cut()
    entry = list(floor.journal.entries())[-1]
    assert (entry.kind, entry.data) == ("shoe", {"decks": 6, "change": "new"})
    assert floor.shift.cards.are is CardsAre.IN_PLAY
    floor.burn().shuffle_by_hand("house").load_after_cut()
    assert list(floor.journal.entries())[-1].data["change"] == "shuffled"
    assert floor.shift.cards.shoes == 2


def test_ma_4b_device_shuffled_cards_are_not_cut() -> None:
    floor = Floor().open().bring_cards()
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "device", ANA))
    floor.step("insert", "wait", "stack", "load")
    assert (floor.shift.cards.are, floor.shift.cards.burn_for) == (CardsAre.IN_PLAY, "shuffle-by-device")
    assert "no cards wait for a cut" in str(why_not_cut(floor.table, floor.shift, 1))


def test_ma_4b2_pre_shuffled_cards_go_straight_to_the_cut() -> None:
    floor = Floor().open().bring_cards()
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "pre-shuffled", ANA))
    assert (floor.shift.cards.are, key_of(floor)) == (CardsAre.CUTTING, "cut")
    floor.do(draft_offer(floor.table, floor.shift, [1, 4], ANA, first_player=1))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (1, 4)
    floor.load_after_cut()
    assert floor.shift.cards.are is CardsAre.IN_PLAY


@pytest.mark.parametrize(
    ("name", "reason", "way", "told", "clause"),
    [
        ("massachusetts-switch-1", "new-card", "hand", "did you mean 'new-cards'", None),
        ("massachusetts-switch-1", "new-cards", "hands", "did you mean 'hand'", "MA 4(a)"),
        ("massachusetts-switch-1", "cutting-card", "hand", "the cutting card has not come", None),
        ("massachusetts-switch-1", "house", "hand", "before any other reason", None),
        (CB, "new-cards", "device", "by hand only", "CB shuffle"),
        (CB, "new-cards", "pre-shuffled", "are shuffled here too", "CB cards new"),
        (SD, "new-cards", "device", "this table has no shuffler", "SD 7"),
    ],
)
def test_shuffles_that_cannot_be(name: str, reason: str, way: str, told: str, clause: str | None) -> None:
    floor = Floor(name).open().bring_cards()
    refusal = why_not_shuffle(floor.table, floor.shift, reason, way, ANA)
    assert refusal is not None
    assert told in refusal.reason
    assert refusal.clause == clause


def test_cards_come_in_and_are_inspected_before_the_shuffle() -> None:
    floor = Floor().open()
    assert "no decks are in" in str(why_not_shuffle(floor.table, floor.shift, "new-cards", "hand", ANA))
    floor.bring_cards()
    uninspected = replace(floor.shift, cards=replace(floor.shift.cards, are=CardsAre.IN))
    assert "not inspected" in str(why_not_shuffle(floor.table, uninspected, "new-cards", "hand", ANA))
    floor.shuffle_by_hand("new-cards")
    assert "another procedure" in str(why_not_shuffle(floor.table, floor.shift, "house", "hand", ANA))
    floor.load_after_cut().burn().open_round("1 25")
    assert "between rounds" in str(why_not_shuffle(floor.table, floor.shift, "house", "hand", ANA))


def test_a_jammed_shuffler_is_left_for_the_hand_by_order_of_a_supervisor() -> None:
    floor = Floor().open().bring_cards()
    assert "no shuffle runs" in str(why_not_begin_again(floor.table, floor.shift, "hand", SUE))
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "device", ANA))
    floor.step("insert")
    assert "for a supervisor" in str(why_not_begin_again(floor.table, floor.shift, "hand", ANA))
    assert "did you mean 'hand'" in str(why_not_begin_again(floor.table, floor.shift, "hnd", SUE))
    assert "only new decks" in str(why_not_begin_again(floor.table, floor.shift, "pre-shuffled", SUE))
    floor.do(draft_begin_again(floor.table, floor.shift, "hand", SUE, "the shuffler jammed"))
    assert (key_of(floor), floor.shift.cards.riffles) == ("plug", 0)
    with pytest.raises(Refused):
        draft_begin_again(floor.table, floor.shift, "hand", ANA, "no reason")


def test_cb_shuffle_is_called_and_a_supervisor_acknowledges() -> None:
    floor = Floor(CB).open().bring_cards()
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "hand", ANA))
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert guide.says == "Shuffle"
    floor.step("call")
    assert "for a supervisor" in str(why_not_step(floor.table, floor.shift, "acknowledge", BEN))
    own = replace(SUE, person="ana")
    assert "cannot answer for the supervisor" in str(why_not_step(floor.table, floor.shift, "acknowledge", own))
    floor.step("acknowledge", by=SUE).step("halve")
    entry = next(each for each in floor.journal.entries() if each.data.get("step") == "acknowledge")
    assert entry.who == "sue"
    for wrong in (4, 8):
        refusal = why_not_step(floor.table, floor.shift, "riffle", ANA, riffles=wrong)
        assert refusal is not None
        assert (refusal.clause, "riffle 5 to 7 portions" in refusal.reason) == ("CB shuffle 1", True)
    floor.step("riffle", riffles=5)
    assert "now: Offer the stack" in str(why_not_step(floor.table, floor.shift, "riffle", ANA, riffles=5))


def test_cb_no_shuffle_at_a_players_request_without_the_shift_manager() -> None:
    floor = Floor(CB).ready()
    for who in (None, SUE, ANA):
        refusal = why_not_shuffle(floor.table, floor.shift, "player-asked", "hand", ANA, who)
        assert refusal is not None
        assert refusal.clause == "CB shuffle request"
    floor.do(draft_shuffle(floor.table, floor.shift, "player-asked", "hand", ANA, PAT))
    assert list(floor.journal.entries())[-1].data["authorised_by"] == "pat"


def test_ma_4d_e_the_cut_goes_from_the_first_player_down_and_then_to_the_dealer() -> None:
    floor = Floor().open().bring_cards().shuffle_by_hand("new-cards", players=())
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.offered_to == DEALER_CUTS
    floor = Floor().ready().shuffle_by_hand("house", players=(1, 3, 6))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (6, 3, 1)
    refusal = why_not_cut(floor.table, floor.shift, 3)
    assert refusal is not None
    assert (refusal.clause, refusal.reason) == ("MA 4(e)", "the cut is for spot 6 now, not for spot 3")
    assert "the cut is for spot 6 now" in str(why_not_cut_refused(floor.table, floor.shift, 1))
    for spot in (6, 3, 1):
        floor.do(draft_cut_refused(floor.table, floor.shift, spot, ANA))
    assert "all have refused" in str(why_not_cut_refused(floor.table, floor.shift, 6))
    assert "the cut is for the dealer now, not for spot 6" in str(why_not_cut(floor.table, floor.shift, 6))
    assert dealer_says(floor.table, floor.shift) is None
    floor.load_after_cut()
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.by == DEALER_CUTS


def test_cb_shuffle_3_rising_spots_from_the_cutting_card_and_the_call_dealer_cuts() -> None:
    floor = Floor(CB).ready().open_round("1 25", "2 25", "4 25")
    floor.do(draft_cutting_card(floor.table, floor.shift, 2, ANA))
    floor.close_round()
    floor.do(draft_count(floor.table, floor.shift, 60, 252, ANA))
    floor.shuffle_by_hand("cutting-card", players=(1, 2, 4))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (2, 4, 1)
    for spot in (2, 4, 1):
        floor.do(draft_cut_refused(floor.table, floor.shift, spot, ANA))
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.says, guide.offered_to) == ("Dealer cuts", DEALER_CUTS)


@pytest.mark.parametrize(
    ("name", "least", "clause"), [("massachusetts-switch-1", 52, "MA 4(f)"), (CB, 39, "CB shuffle 3e")]
)
def test_a_cut_keeps_away_from_both_ends(name: str, least: int, clause: str) -> None:
    floor = Floor(name).open().bring_cards().shuffle_by_hand("new-cards", players=(1,))
    total = 6 * 52
    for depth in (least - 1, total - least + 1):
        refusal = why_not_cut(floor.table, floor.shift, 1, depth)
        assert refusal is not None
        assert refusal.clause == clause
    for fine in (least, total - least, None):
        assert why_not_cut(floor.table, floor.shift, 1, fine) is None


def test_ma_4c_the_house_may_let_the_dealer_cut() -> None:
    table = replace(Floor().table, dealer_cuts=True)
    floor = Floor(table=table).open().bring_cards().shuffle_by_hand("new-cards")
    assert floor.shift.cards.cut is not None
    assert (floor.shift.cards.cut.order, floor.shift.cards.cut.offered_to) == ((), DEALER_CUTS)


def test_ma_4g_a_supervisor_orders_a_recut_before_the_first_card() -> None:
    floor = Floor().open().bring_cards().shuffle_by_hand("new-cards", players=(1, 3, 6))
    assert "no cut has been made" in str(why_not_recut(floor.table, floor.shift, SUE))
    floor.load_after_cut().burn()
    assert "for a supervisor" in str(why_not_recut(floor.table, floor.shift, ANA))
    floor.do(draft_recut(floor.table, floor.shift, SUE, by_the_same=False, why="a card was seen"))
    assert floor.shift.cards.cut is not None
    assert (floor.shift.cards.cut.order, floor.shift.cards.shoes) == ((3, 1), 0)
    floor.load_after_cut()
    floor.do(draft_recut(floor.table, floor.shift, SUE, by_the_same=True, why="too near the end"))
    assert floor.shift.cards.cut.order == (3,)
    floor.load_after_cut().burn().play("1 25")
    refusal = why_not_recut(floor.table, floor.shift, SUE)
    assert refusal is not None
    assert refusal.clause == "MA 4(g)"
    assert floor.shift.cards.shoes == 1


def test_a_recut_by_the_dealer_stays_with_the_dealer() -> None:
    floor = Floor().open().bring_cards().shuffle_by_hand("new-cards", players=()).load_after_cut()
    floor.do(draft_recut(floor.table, floor.shift, SUE, by_the_same=True, why="badly done"))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.offered_to == DEALER_CUTS


def test_cb_shuffle_3e_the_cards_are_cut_one_time_only() -> None:
    floor = Floor(CB).open().bring_cards().shuffle_by_hand("new-cards").load_after_cut()
    refusal = why_not_recut(floor.table, floor.shift, SUE)
    assert refusal is not None
    assert refusal.clause == "CB shuffle 3e"


def test_the_cut_is_offered_when_its_time_has_come_and_only_once() -> None:
    floor = Floor().open().bring_cards()
    assert "not offered yet" in str(why_not_offer(floor.table, floor.shift, [1], ANA))
    floor.do(draft_shuffle(floor.table, floor.shift, "new-cards", "hand", ANA))
    assert "now: Plug" in str(why_not_offer(floor.table, floor.shift, [1], ANA))
    floor.step("plug", "riffle", "riffle", "turn", "strip")
    assert "there is no spot 9" in str(why_not_offer(floor.table, floor.shift, [1, 9], ANA))
    floor.do(draft_offer(floor.table, floor.shift, [1], ANA))
    floor.do(draft_cut(floor.table, floor.shift, 1, ANA))
    assert "have been cut" in str(why_not_cut(floor.table, floor.shift, 1))
    assert "have been cut" in str(why_not_cut_refused(floor.table, floor.shift, 1))
    assert "not offered yet" in str(why_not_offer(floor.table, floor.shift, [1], ANA))
