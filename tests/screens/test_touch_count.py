"""Touches per round: five spots of Switch, an electronic shoe, unchanged bets. At most 10 in the median."""

from __future__ import annotations

from statistics import median

import pytest

from dealer_console.demo import evening
from dealer_console.demo.finger import VirtualFinger
from dealer_console.demo.virtual_console import staged
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.wagers.bets import Bet
from tests.rigs.console_rig import open_console
from tests.rigs.engine_console import EngineConsole
from tests.screens.scripted_player import ScriptedPlayer

MOST = 10
MOST_TO_OPEN = 30
FIVE = tuple(Bet(spot=Spot(number), bettor=Bettor(1), amount=Cents(2500)) for number in range(1, 6))


def test_a_round_of_five_spots_needs_at_most_10_touches_in_the_median(capsys: pytest.CaptureFixture[str]) -> None:
    table = EngineConsole("massachusetts-switch", seed=7, choices={"hole_card": "reader"})
    table.bets(FIVE)
    player = ScriptedPlayer(table)
    counts: list[int] = []
    while len(counts) < 200:
        if len(table.cards) < 80:
            table.new_shoe()
        counts.append(player.play_round())
    with capsys.disabled():
        print(f"\ntouches per round of five spots over 200 rounds: median {median(counts):g}, most {max(counts)}")
    assert median(counts) <= MOST
    assert min(counts) >= 2  # the hole card and the payment are always touched


def count_on_devices(rounds: int) -> list[int]:
    counts: list[int] = []
    seed = 0
    while len(counts) < rounds:
        seed += 1
        table = open_console("massachusetts-switch", spots=5, seed=seed)
        player = ScriptedPlayer(table)
        while len(counts) < rounds and table.state.shoe is not None and table.state.shoe.left > 80:
            counts.append(player.play_round())
    return counts


def test_the_same_over_simulated_devices_and_a_journal() -> None:
    assert median(count_on_devices(4)) <= MOST


@pytest.mark.proof
def test_the_same_over_simulated_devices_and_a_journal_for_100_rounds() -> None:
    assert median(count_on_devices(100)) <= MOST


def test_a_table_is_opened_with_at_most_30_touches(capsys: pytest.CaptureFixture[str]) -> None:
    """Five kinds of chips in stacks of twenty, a dealer with four digits, a supervisor with six."""
    console = staged(evening.RULES)
    finger = VirtualFinger(console)
    evening.open_the_table(finger)
    console.settle()
    opened = console.console.touches
    assert console.snapshot.is_open
    assert console.snapshot.dealer, "who opened is not asked again as dealer"
    evening.bring_the_cards(finger)
    with capsys.disabled():
        print(f"\ntouches to open a table: {opened}; with its cards, until wagers can lie: {console.console.touches}")
    assert opened <= MOST_TO_OPEN
