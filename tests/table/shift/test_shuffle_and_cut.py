"""The guide through shuffle and cut: steps in order, who does them, who is offered the cut, refusals with clauses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dealer_console.game.errors import Refused
from dealer_console.messages import recorded
from dealer_console.table import commands as c
from dealer_console.table.shift import CardsAre, guidance
from dealer_console.table.shift.readiness import current_step
from dealer_console.table.shift.state import DEALER_CUTS
from tests.messages.codes import code, said
from tests.table.shift.journaled_shift import ANA, BEN, PAT, SUE, JournaledShift

CB = "catfish-bend-blackjack-1"
SD = "south-dakota-switch-1"


def key_of(floor: JournaledShift) -> str | None:
    step = current_step(floor.table, floor.shift)
    return step.key if step else None


def test_ma_4i_by_hand_plug_riffle_turn_strip_cut() -> None:
    floor = JournaledShift().open().bring_cards()
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)
    seen = []
    for key in ("plug", "riffle", "turn"):
        seen.append(key_of(floor))
        floor.step(key)
    assert seen == ["plug", "riffle", "turn"]
    strip = floor.why_not(c.CardStep(who="", step="strip"), ANA)
    assert strip is not None
    assert (strip.clause, "no strip before 2 riffles" in recorded(strip.message)) == ("MA 4(i)(4)", True)
    floor.step("riffle")
    assert key_of(floor) == "strip"
    floor.step("strip", "strip", "riffle")
    assert (key_of(floor), floor.shift.cards.riffles) == ("offer-cut", 3)


def test_steps_come_in_order_and_from_the_dealer() -> None:
    floor = JournaledShift().open().bring_cards()
    assert code(floor.why_not(c.CardStep(who="", step="plug"), ANA)) == "no-procedure-runs"
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)
    assert code(floor.why_not(c.CardStep(who="", step="turn"), ANA)) == "step-not-due"
    assert "did you mean 'plug'" in said(floor.why_not(c.CardStep(who="", step="plugg"), ANA))
    assert "ana deals" in said(floor.why_not(c.CardStep(who="", step="plug"), BEN))
    assert code(floor.why_not(c.CardStep(who="", step="offer-cut"), ANA)) == "step-needs-more"
    floor.step("plug")
    assert "riffle 1 to 20" in said(floor.why_not(c.CardStep(who="", step="riffle", riffles=0), ANA))
    with pytest.raises(Refused):
        floor.step("strip")


def test_the_guide_tells_the_step_the_next_one_and_whose_cut_it_is() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards", players=(2, 5))
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.step.key, guide.then.key if guide.then else None, guide.offered_to) == ("cut", "bring-to-back", 5)
    floor.load_after_cut()
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.step.key, guide.step.clause, guide.then, guide.offered_to) == ("burn", "MA 7(c)", None, None)
    assert guidance(floor.table, floor.burn().shift) is None


def test_loading_the_shoe_is_recorded_as_a_shoe_with_all_decks() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards").load_after_cut()
    entry = list(floor.journal.entries())[-1]
    assert (entry.kind, entry.data) == ("shoe", {"decks": 6, "change": "new"})
    assert floor.shift.cards.are is CardsAre.IN_PLAY
    floor.burn().shuffle_by_hand("house").load_after_cut()
    assert list(floor.journal.entries())[-1].data["change"] == "shuffled"
    assert floor.shift.cards.shoes == 2


def test_ma_4b_device_shuffled_cards_are_not_cut() -> None:
    floor = JournaledShift().open().bring_cards()
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="device"), ANA)
    floor.step("insert", "wait", "stack", "load")
    assert (floor.shift.cards.are, floor.shift.cards.burn_for) == (CardsAre.IN_PLAY, "shuffle-by-device")
    assert code(floor.why_not(c.CutMade(who="", spot=1), ANA)) == "no-cards-wait-for-cut"


def test_ma_4b2_pre_shuffled_cards_go_straight_to_the_cut() -> None:
    floor = JournaledShift().open().bring_cards()
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="pre-shuffled"), ANA)
    assert (floor.shift.cards.are, key_of(floor)) == (CardsAre.CUTTING, "cut")
    floor.act(c.OfferCut(who="", players=(1, 4), first_player=1), ANA)
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (1, 4)
    floor.load_after_cut()
    assert floor.shift.cards.are is CardsAre.IN_PLAY


@pytest.mark.parametrize(
    ("name", "reason", "way", "told", "clause"),
    [
        ("massachusetts-switch-1", "new-card", "hand", "did you mean 'new-cards'", None),
        ("massachusetts-switch-1", "new-cards", "hands", "did you mean 'hand'", "MA 4(a)"),
        ("massachusetts-switch-1", "cutting-card", "hand", "the cut card has not come", None),
        ("massachusetts-switch-1", "house", "hand", "before any other reason", None),
        (CB, "new-cards", "device", "by hand only", "CB shuffle"),
        (CB, "new-cards", "pre-shuffled", "are shuffled here too", "CB cards new"),
        (SD, "new-cards", "device", "this table has no shuffler", "SD 7"),
        (SD, "new-cards", "pre-shuffled", "are shuffled here too", "SD 7"),
        (CB, "cards-spread", "hand", "no shuffle is due for this reason: cards-spread", None),
    ],
)
def test_shuffles_that_cannot_be(name: str, reason: str, way: str, told: str, clause: str | None) -> None:
    floor = JournaledShift(name).open().bring_cards()
    refusal = floor.why_not(c.BeginShuffle(who="", reason=reason, way=way), ANA)
    assert refusal is not None
    assert told in recorded(refusal.message)
    assert refusal.clause == clause


def test_cards_come_in_and_are_inspected_before_the_shuffle() -> None:
    floor = JournaledShift().open()
    assert code(floor.why_not(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)) == "shuffle-needs-decks"
    floor.bring_cards()
    inspected = floor.shift
    floor.shift = replace(inspected, cards=replace(inspected.cards, are=CardsAre.IN))
    assert (
        code(floor.why_not(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)) == "shuffle-needs-inspection"
    )
    floor.shift = inspected
    floor.shuffle_by_hand("new-cards")
    assert code(floor.why_not(c.BeginShuffle(who="", reason="house", way="hand"), ANA)) == "cards-in-procedure"
    floor.load_after_cut().burn().open_round("1 25")
    assert "between rounds" in said(floor.why_not(c.BeginShuffle(who="", reason="house", way="hand"), ANA))


def test_a_jammed_shuffler_is_left_for_the_hand_by_order_of_a_supervisor() -> None:
    floor = JournaledShift().open().bring_cards()
    assert code(floor.why_not(c.ShuffleAgain(who="", way="hand", why="x"), SUE)) == "no-shuffle-to-repeat"
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="device"), ANA)
    floor.step("insert")
    assert code(floor.why_not(c.ShuffleAgain(who="", way="hand", why="x"), ANA)) == "for-a-supervisor"
    assert code(floor.why_not(c.ShuffleAgain(who="", way="hnd", why="x"), SUE)) == "unknown-shuffle-way"
    assert (
        code(floor.why_not(c.ShuffleAgain(who="", way="pre-shuffled", why="x"), SUE)) == "only-new-decks-pre-shuffled"
    )
    floor.act(c.ShuffleAgain(who="", way="hand", why="the shuffler jammed"), SUE)
    assert (key_of(floor), floor.shift.cards.riffles) == ("plug", 0)
    with pytest.raises(Refused):
        floor.drafts(c.ShuffleAgain(who="", way="hand", why="no reason"), ANA)


def test_cb_shuffle_is_called_and_a_supervisor_acknowledges() -> None:
    floor = JournaledShift(CB).open().bring_cards()
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert guide.says == "Shuffle"
    floor.step("call")
    assert code(floor.why_not(c.CardStep(who="", step="acknowledge"), BEN)) == "for-a-supervisor"
    own = replace(SUE, person="ana")
    assert code(floor.why_not(c.CardStep(who="", step="acknowledge"), own)) == "dealer-is-not-supervisor"
    floor.step("acknowledge", by=SUE).step("halve")
    entry = next(entry for entry in floor.journal.entries() if entry.data.get("step") == "acknowledge")
    assert entry.who == "sue"
    for wrong in (4, 8):
        refusal = floor.why_not(c.CardStep(who="", step="riffle", riffles=wrong), ANA)
        assert refusal is not None
        assert (refusal.clause, "riffle 5 to 7 portions" in recorded(refusal.message)) == ("CB shuffle 1", True)
    floor.step("riffle", riffles=5)
    assert "now: Offer the stack" in said(floor.why_not(c.CardStep(who="", step="riffle", riffles=5), ANA))


def test_cb_no_shuffle_at_a_players_request_without_the_shift_manager() -> None:
    floor = JournaledShift(CB).ready()
    for who in (None, SUE, ANA):
        refusal = floor.why_not(c.BeginShuffle(who="", reason="player-asked", way="hand"), ANA, who)
        assert refusal is not None
        assert refusal.clause == "CB shuffle request"
    floor.act(c.BeginShuffle(who="", reason="player-asked", way="hand"), ANA, PAT)
    assert list(floor.journal.entries())[-1].data["authorised_by"] == "pat"


def test_ma_4d_e_the_cut_goes_from_the_first_player_down_and_then_to_the_dealer() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards", players=())
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.offered_to == DEALER_CUTS
    floor = JournaledShift().ready().shuffle_by_hand("house", players=(1, 3, 6))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (6, 3, 1)
    refusal = floor.why_not(c.CutMade(who="", spot=3), ANA)
    assert refusal is not None
    assert (refusal.clause, recorded(refusal.message)) == ("MA 4(e)", "the cut is for spot 6 now, not for spot 3")
    assert code(floor.why_not(c.CutRefused(who="", spot=1), ANA)) == "cut-for-another"
    for spot in (6, 3, 1):
        floor.act(c.CutRefused(who="", spot=spot), ANA)
    assert code(floor.why_not(c.CutRefused(who="", spot=6), ANA)) == "all-refused-cut"
    assert "the cut is for the dealer now, not for spot 6" in said(floor.why_not(c.CutMade(who="", spot=6), ANA))
    now = guidance(floor.table, floor.shift)
    assert now is not None
    assert now.says is None
    floor.load_after_cut()
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.by == DEALER_CUTS


def test_cb_shuffle_3_rising_spots_from_the_cutting_card_and_the_call_dealer_cuts() -> None:
    floor = JournaledShift(CB).ready().open_round("1 25", "2 25", "4 25")
    floor.act(c.CuttingCardOut(who="", spot=2), ANA)
    floor.close_round()
    floor.act(c.CountCards(who="", shoe_rest=60, discards=252), ANA)
    floor.shuffle_by_hand("cutting-card", players=(1, 2, 4))
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.order == (2, 4, 1)
    for spot in (2, 4, 1):
        floor.act(c.CutRefused(who="", spot=spot), ANA)
    guide = guidance(floor.table, floor.shift)
    assert guide is not None
    assert (guide.says, guide.offered_to) == ("Dealer cuts", DEALER_CUTS)


@pytest.mark.parametrize(
    ("name", "least", "clause"), [("massachusetts-switch-1", 52, "MA 4(f)"), (CB, 39, "CB shuffle 3e")]
)
def test_a_cut_keeps_away_from_both_ends(name: str, least: int, clause: str) -> None:
    floor = JournaledShift(name).open().bring_cards().shuffle_by_hand("new-cards", players=(1,))
    total = 6 * 52
    for depth in (least - 1, total - least + 1):
        refusal = floor.why_not(c.CutMade(who="", spot=1, cards_before=depth), ANA)
        assert refusal is not None
        assert refusal.clause == clause
    unsaid = floor.why_not(c.CutMade(who="", spot=1), ANA)
    assert unsaid is not None
    assert (code(unsaid), unsaid.clause) == ("say-cut-depth", clause)
    for fine in (least, total - least):
        assert floor.why_not(c.CutMade(who="", spot=1, cards_before=fine), ANA) is None


def test_ma_4c_the_house_may_let_the_dealer_cut() -> None:
    table = replace(JournaledShift().table, dealer_cuts=True)
    floor = JournaledShift(table=table).open().bring_cards().shuffle_by_hand("new-cards")
    assert floor.shift.cards.cut is not None
    assert (floor.shift.cards.cut.order, floor.shift.cards.cut.offered_to) == ((), DEALER_CUTS)


def test_ma_4g_a_supervisor_orders_a_recut_before_the_first_card() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards", players=(1, 3, 6))
    assert code(floor.why_not(c.OrderRecut(who="", by_the_same=True, why="x"), SUE)) == "no-cut-to-repeat"
    floor.load_after_cut().burn()
    assert code(floor.why_not(c.OrderRecut(who="", by_the_same=True, why="x"), ANA)) == "for-a-supervisor"
    floor.act(c.OrderRecut(who="", by_the_same=False, why="a card was seen"), SUE)
    assert floor.shift.cards.cut is not None
    assert (floor.shift.cards.cut.order, floor.shift.cards.shoes) == ((3, 1), 0)
    floor.load_after_cut()
    floor.act(c.OrderRecut(who="", by_the_same=True, why="too near the end"), SUE)
    assert floor.shift.cards.cut.order == (3, 1)  # the same person, and the next one should that person refuse
    floor.load_after_cut().burn().play("1 25")
    refusal = floor.why_not(c.OrderRecut(who="", by_the_same=True, why="x"), SUE)
    assert refusal is not None
    assert refusal.clause == "MA 4(g)"
    assert floor.shift.cards.shoes == 1


def test_a_recut_by_the_dealer_stays_with_the_dealer() -> None:
    floor = JournaledShift().open().bring_cards().shuffle_by_hand("new-cards", players=()).load_after_cut()
    floor.act(c.OrderRecut(who="", by_the_same=True, why="badly done"), SUE)
    assert floor.shift.cards.cut is not None
    assert floor.shift.cards.cut.offered_to == DEALER_CUTS


def test_cb_shuffle_3e_the_cards_are_cut_one_time_only() -> None:
    floor = JournaledShift(CB).open().bring_cards().shuffle_by_hand("new-cards").load_after_cut()
    refusal = floor.why_not(c.OrderRecut(who="", by_the_same=True, why="x"), SUE)
    assert refusal is not None
    assert refusal.clause == "CB shuffle 3e"


def test_cb_shuffle_4_the_front_goes_to_the_back_and_the_cutting_card_about_a_deck_from_the_back() -> None:
    floor = JournaledShift(CB).open().bring_cards().shuffle_by_hand("new-cards", players=(1,))
    floor.act(c.CutMade(who="", spot=1, cards_before=100), ANA)
    led = []
    while (step := current_step(floor.table, floor.shift)) is not None and step.key != "burn":
        led.append((step.does, step.clause))
        floor.step(step.key)
    assert led == [
        ("Bring the cards before the cutting card to the back", "CB shuffle 4"),
        ("Place the cutting card about one deck from the back", "CB shuffle 4"),
        ("Put the stack into the shoe", "CB shuffle 4"),
    ]


def test_the_cut_is_offered_when_its_time_has_come_and_only_once() -> None:
    floor = JournaledShift().open().bring_cards()
    assert code(floor.why_not(c.OfferCut(who="", players=(1,)), ANA)) == "cut-not-offered-yet"
    floor.act(c.BeginShuffle(who="", reason="new-cards", way="hand"), ANA)
    assert code(floor.why_not(c.OfferCut(who="", players=(1,)), ANA)) == "cut-not-offered-yet-now"
    floor.step("plug", "riffle", "riffle", "turn", "strip")
    assert "there is no spot 9" in said(floor.why_not(c.OfferCut(who="", players=(1, 9)), ANA))
    floor.act(c.OfferCut(who="", players=(1,), first_player=1), ANA)
    floor.act(c.CutMade(who="", spot=1, cards_before=100), ANA)
    assert code(floor.why_not(c.CutMade(who="", spot=1), ANA)) == "cards-have-been-cut"
    assert code(floor.why_not(c.CutRefused(who="", spot=1), ANA)) == "cards-have-been-cut"
    assert "not offered yet" in said(floor.why_not(c.OfferCut(who="", players=(1,)), ANA))
