"""The cards between rounds by touches: the guide, shuffle, cut, burn, the end of the shoe, out of play."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer_console.game.cards import card
from dealer_console.table import commands as c
from dealer_console.table.shift.chips import chips
from tests.rigs.staffed_table import CB, StaffedTable

FOUR_CARDS = "Th 9d 7c Tc 8s ??"


@pytest.fixture
def bench(tmp_path: Path) -> StaffedTable:
    return StaffedTable(tmp_path)


@pytest.fixture
def ready(tmp_path: Path) -> StaffedTable:
    bench = StaffedTable(tmp_path)
    bench.ready()
    return bench


def play_a_round(bench: StaffedTable, *bets: str) -> None:
    bench.bet(*(bets or ("1 25",)))
    if bench.table.rules.is_switch:
        bench.play(FOUR_CARDS, "1 keep", "1a stand", "1b stand", "reveal Td")
    else:
        bench.play("Th 7c 8s ??", "1a stand", "reveal Td")
    bench.done(c.WagersPaid(who=bench.dealer))


def test_the_guide_leads_from_the_decks_to_the_burn(bench: StaffedTable) -> None:
    bench.open()
    led: list[str] = []
    for _ in range(30):
        guide = bench.snapshot.guide
        if guide is None:
            break
        led.append(guide.step)
        _do_step(bench, guide.command, guide.step)
    assert led == [
        *("decks-in", "cards-inspected", "begin-shuffle", "plug", "riffle", "turn", "strip"),
        *("offer-cut", "cut", "bring-to-back", "align", "place-cutting-card", "load", "burn"),
    ]


def _do_step(bench: StaffedTable, command: type[c.Command], step: str) -> None:
    who = bench.dealer
    if step == "strip":
        bench.done(c.CardStep(who=who, step="riffle"))  # a second riffle comes before any strip
    if command is c.CardsInspected:
        bench.by_two(c.CardsInspected(who=who))
        return
    plain: dict[type[c.Command], c.Command] = {
        c.DecksIn: c.DecksIn(who=who, decks=bench.table.game.decks),
        c.BeginShuffle: c.BeginShuffle(who=who, reason="new-cards"),
        c.OfferCut: c.OfferCut(who=who, players=(2,), first_player=2),
        c.CutMade: c.CutMade(who=who, spot=2, cards_before=100),
        c.BurnCard: c.BurnCard(who=who),
    }
    bench.done(plain.get(command) or c.CardStep(who=who, step=step))


def test_ma_4i4_no_strip_before_two_riffles(bench: StaffedTable) -> None:
    bench.open()
    bench.bring_cards()
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards"))
    for step in ("plug", "riffle", "turn"):
        bench.done(c.CardStep(who=bench.dealer, step=step))
    assert "no strip before 2 riffles" in bench.refused(c.CardStep(who=bench.dealer, step="strip"))


def test_ma_4g_a_supervisor_orders_a_recut_before_the_first_card(ready: StaffedTable) -> None:
    recut = c.OrderRecut(who="", by_the_same=True, why="the stack slipped")
    assert "not by a dealer" in ready.refused(c.OrderRecut(who=ready.dealer, by_the_same=True, why="x"))
    ready.sign("Sam", recut)
    assert ready.snapshot.guide is not None
    assert ready.snapshot.guide.step == "cut"
    ready.done(c.CutMade(who=ready.dealer, spot=ready.snapshot.guide.offered_to or 0, cards_before=100))
    ready.follow_the_guide()
    ready.burn()
    play_a_round(ready)
    assert "have been dealt" in ready.refused(ready.signed("Sam", recut))


def test_ma_4c_all_refuse_and_the_dealer_cuts(bench: StaffedTable) -> None:
    bench.open()
    bench.bring_cards()
    bench.shuffle()
    bench.done(c.OfferCut(who=bench.dealer, players=(1, 3), first_player=3))
    assert bench.snapshot.guide is not None
    assert (bench.snapshot.guide.offered_to, bench.snapshot.guide.offers) == (3, (3, 1))
    bench.done(c.CutRefused(who=bench.dealer, spot=3))
    assert "for spot 1 now" in bench.refused(c.CutMade(who=bench.dealer, spot=3))
    bench.done(c.CutRefused(who=bench.dealer, spot=1))
    assert "too near an end" in bench.refused(c.CutMade(who=bench.dealer, spot=0, cards_before=20))
    bench.done(c.CutMade(who=bench.dealer, spot=0, cards_before=60))


def test_ma_7n_the_cutting_card_ends_the_shoe_after_its_round_and_all_cards_are_counted(ready: StaffedTable) -> None:
    who = ready.dealer
    ready.bet("1 25")
    ready.play("Th 9d")
    ready.done(c.CuttingCardOut(who=who, spot=1))
    assert ready.snapshot.last_round_of_shoe
    ready.play("7c Tc 8s ??", "1 keep", "1a stand", "1b stand", "reveal Td")
    ready.done(c.WagersPaid(who=who))
    assert ready.snapshot.shoe_over
    words = ready.refused(c.SameWagers(who=who))
    assert "Pick the cards up in order" in words
    assert "MA 7(n)(1)" in words
    ready.done(c.CardStep(who=who, step="collect"))
    left = ready.state.shoe.left if ready.state.shoe is not None else 0
    ready.done(c.CountCards(who=who, shoe_rest=left, discards=6))
    assert "1 card is missing" in ready.refused(c.BeginShuffle(who=who, reason="cutting-card"))
    ready.done(c.CountCards(who=who, shoe_rest=left, discards=7))
    words = ready.refused(c.SameWagers(who=who))
    assert ("now: Shuffle" in words, "MA 7(n)(3)" in words) == (True, True)
    ready.shuffle("cutting-card")
    ready.done(c.OfferCut(who=who, players=(1, 2)))
    assert ready.snapshot.guide is not None
    assert ready.snapshot.guide.offered_to == 1  # where the cutting card came


def test_ma_7c_the_burn_card_is_shown_to_who_asks(ready: StaffedTable) -> None:
    ready.done(c.ShowBurnCard(who=ready.dealer, card=card("5h")))
    assert ready.kinds("shuffle")[-1].data == {"step": "burn-shown", "card": "5h", "rule": "MA 7(c)"}


def test_cb_shuffle_6_shows_the_burn_card_only_with_a_supervisor(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    bench.by_two(c.ShowBurnCard(who=bench.dealer, card=card("5h")))
    assert bench.kinds("shuffle")[-1].who == bench.id("Sam")


def test_cb_shuffle_a_new_decks_are_shuffled_before_a_card_of_them_is_dealt(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.open()
    bench.bring_cards()
    assert "shuffle the cards" in bench.refused(bench.card("Th"))
    bench.shuffle()
    assert "shuffle the cards" not in bench.refused(bench.card("Th"))


def test_cb_shuffle_5_one_card_is_burned_after_the_cut(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.open()
    bench.bring_cards()
    bench.shuffle()
    bench.cut()
    refusal = bench.why_no_round()
    assert refusal is not None
    assert (refusal.message.code, refusal.clause) == ("burn-one-card-first", "CB shuffle 5")
    bench.burn()
    assert bench.why_no_round() is None


def test_cb_shuffle_call_a_supervisor_acknowledges_with_the_own_pin(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.open()
    bench.bring_cards()
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards"))
    bench.done(c.CardStep(who=bench.dealer, step="call"))
    assert "not by a dealer" in bench.refused(c.CardStep(who=bench.dealer, step="acknowledge"))
    bench.sign("Sam", c.CardStep(who="", step="acknowledge"))
    assert bench.kinds("shuffle")[-1].who == bench.id("Sam")


def test_cb_shuffle_request_needs_the_shift_manager(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    request = bench.asked(c.BeginShuffle(who=bench.dealer, reason="player-asked"))
    assert "not by a supervisor" in bench.refused(bench.approve("Sam", request))
    bench.done(bench.approve("Paula", request))
    assert bench.kinds("shuffle")[-1].data["authorised_by"] == bench.id("Paula")


def test_cb_cards_removing_before_the_table_is_closed(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path, CB)
    bench.ready()
    tray = chips({50000: 0, 10000: 100, 2500: 200, 500: 200})
    assert "racked and inspected first" in bench.refused(c.CloseTable(who=bench.dealer, tray=tray))
    assert "not by a dealer" in bench.refused(c.OrderCardsOut(who=bench.dealer))
    bench.sign("Sam", c.OrderCardsOut(who=""))
    for step in ("rack", "fan", "return"):
        bench.done(c.CardStep(who=bench.dealer, step=step))
    bench.by_two(c.CloseTable(who=bench.dealer, tray=tray))
    assert bench.snapshot.shift is not None
    assert bench.snapshot.shift.stage == "closed"


def test_a_shuffle_that_went_wrong_begins_again_by_order_of_a_supervisor(bench: StaffedTable) -> None:
    bench.open()
    bench.bring_cards()
    bench.done(c.BeginShuffle(who=bench.dealer, reason="new-cards"))
    bench.done(c.CardStep(who=bench.dealer, step="plug"))
    again = c.ShuffleAgain(who="", way="hand", why="cards on the floor")
    assert "not by a dealer" in bench.refused(c.ShuffleAgain(who=bench.dealer, way="hand", why="x"))
    bench.sign("Sam", again)
    assert bench.snapshot.guide is not None
    assert bench.snapshot.guide.step == "plug"
