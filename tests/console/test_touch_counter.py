"""Touches per round: five spots of Blackjack Switch, an electronic shoe, unchanged bets. A drawn card is the hit."""

from __future__ import annotations

from statistics import median

import pytest

from dealer_console.demo.autoplay import AutoPlayer
from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.table import commands as c
from tests.console.virtual import console_at, shuffle_again

MOST_IN_THE_MEDIAN = 16
FIVE_SPOTS = tuple(f"{spot} 25" for spot in range(1, 6))


def touches_of(rounds: int, seed: int) -> list[int]:
    """How many touches each round took, from the first card to the same bets again."""
    console = console_at(bets=FIVE_SPOTS, seed=seed)
    player, before = AutoPlayer(console.round_shown), console.console.touches
    counts: list[int] = []
    while len(counts) < rounds:
        state = console.table.session.state
        if state.round is None and state.shoe_over:
            shuffle_again(console)
            console.must(c.SameWagers(who="Dee"))
            before = console.console.touches
            continue
        touched = player.next_touch(console.screen)
        assert touched is not None, console.screen.prompt
        if touched == "act:hit":
            _draw(console)
            continue
        console.press(touched, ready=lambda screen: player.next_touch(screen) is not None)
        if touched.startswith(("act:paid", "act:next")):
            counts.append(console.console.touches - before)
            before = console.console.touches
    return counts


def _draw(console: VirtualConsole) -> None:
    """The dealer pulls the card that the player asked for; nobody touches the screen."""
    moves = len(console.table.session.state.standing)
    assert console.table.operate("shoe", "draw 1").startswith("ok")
    console.settle(ready=lambda _screen: len(console.table.session.state.standing) > moves + 1)


def test_a_few_rounds_need_few_touches() -> None:
    counts = touches_of(8, seed=3)
    assert median(counts) <= MOST_IN_THE_MEDIAN, counts


@pytest.mark.proof
def test_two_hundred_rounds_need_at_most_sixteen_touches_in_the_median(capsys: pytest.CaptureFixture[str]) -> None:
    counts = touches_of(200, seed=11)
    with capsys.disabled():
        print(f"\ntouches per round over {len(counts)}: median {median(counts):g}, most {max(counts)}")
    assert median(counts) <= MOST_IN_THE_MEDIAN, counts
