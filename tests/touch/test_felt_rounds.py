"""Real rounds on the felt, in all six sizes: nothing that is written lies over the index of a card."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, apply
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.wagers.bets import Bet
from dealer_console.messages import words_of
from dealer_console.rulebook import load_rules
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.felt.fan import INDEX_ACROSS, index_of
from dealer_console.screens.felt.hands import HandPlace
from dealer_console.screens.felt.places import felt_places
from dealer_console.screens.felt.view import felt
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.sizes import SIZES, Box, ScreenSize
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Felt
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.touch.arrangement import arranged

ROUNDS = 40
RULES = ("massachusetts-switch", "light-and-wonder-switch-v4", "catfish-bend-blackjack")


def felts_of(rules: str) -> list[Felt]:
    """Of each round, as it lies when the last hand has played and when all is settled."""
    dice = Random(f"felt {rules}")
    table = choose(load_rules(rules), {})
    dealt = EngineTable(table, dice)
    found = []
    for _ in range(ROUNDS):
        spots = range(1, table.rules.spots + 1)
        bets = [Bet(spot=Spot(spot), bettor=Bettor(1), amount=Cents(dice.choice((2500, 120000)))) for spot in spots]
        r = dealt.play_round(bets)
        again = Round(table, bets)
        for number, move in enumerate(r.moves):
            apply(again, move)
            if number in (len(r.moves) - 1, len(r.moves) * 2 // 3):
                found.append(_shown(again.copy()))
    return found


def _shown(r: Round) -> Felt:
    snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
    return felt(ScreenBuilder(snapshot, UiState(), ConsoleConfig(title="T1", chips=()), words_of("en")).aside())


@pytest.fixture(scope="module", params=RULES)
def felts(request: pytest.FixtureRequest) -> list[Felt]:
    return felts_of(request.param)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_no_total_and_no_mark_lies_over_the_index_of_a_card(felts: list[Felt], size: ScreenSize) -> None:
    density = size.closest_density
    for shown in felts:
        area = arranged(size.width / density, size.height / density, len(shown.spots))
        for large in (1.0, 1.25):
            for hand in felt_places(shown, area.felt.width, area.felt.height, area.grown * large).hands:
                _readable(hand)


def _readable(hand: HandPlace) -> None:
    for at, card in enumerate(hand.cards):
        index = index_of(card)
        for mark in hand.marks:
            assert not mark.overlaps(index, 0.05), f"a mark over card {at} of {hand.id}"
        if hand.id != "dealer":
            assert not hand.total.overlaps(index, 0.05), f"the total over card {at} of {hand.id}"
        rank = Box(index.x, index.y, card.box.width * INDEX_ACROSS, index.height)
        for later in hand.cards[at + 1 :]:
            assert not later.box.overlaps(rank, 0.05), f"a card over card {at} of {hand.id}"
    for mark in hand.marks:
        if hand.id != "dealer":
            assert not mark.overlaps(hand.total, 0.05), f"a mark over the total of {hand.id}"
        assert hand.cell.holds(mark, 0.05), hand.id
    for one, other in pairwise(hand.marks):
        assert not one.overlaps(other, 0.05)


def test_the_rounds_hold_what_is_hard_to_lay(felts: list[Felt]) -> None:
    """Doubled hands of a split, and five cards in one hand: else this file proves little."""
    hands = [hand for shown in felts for spot in shown.spots for hand in spot.hands]
    assert any(len(spot.hands) > 1 for shown in felts for spot in shown.spots)
    assert any(hand.cards and hand.cards[-1].across and hand.id[-1].isdigit() for hand in hands)
    assert max(len(hand.cards) for hand in hands) >= 5
