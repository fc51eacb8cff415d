"""Hands settled per second in random complete play, against PyPI's `blackjack21` playing complete rounds.

Both sides play five spots, decide by dice among what their engine allows, and keep dealing from a six-deck shoe that is
reshuffled at three quarters. Ours plays Blackjack Switch: two hands a spot, the switch offer, every move judged by
`why_not` and recorded. The peer is asked for its list of available actions before every decision, as its own
documentation does.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from random import Random
from statistics import median

from blackjack21 import DEFAULT_SUITS, Action, Deck, Table, shoe_reset_hook

from dealer_console.game.choices import choose
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import plain_bets

SPOTS = 5
RUNS = 5


def ours(rounds: int, seed: int) -> int:
    table = EngineTable(choose(load_rules("massachusetts-switch"), {}), Random(seed))
    bets = plain_bets(SPOTS)
    return sum(len(table.play_round(bets).hands) for _ in range(rounds))


def peer(rounds: int, seed: int) -> int:
    dice = Random(seed)
    deck = Deck(DEFAULT_SUITS, count=6)
    players = [(f"player {number}", 25) for number in range(SPOTS)]
    table = Table(players, deck, hit_soft_17=True, on_round_reset=shoe_reset_hook(deck))
    acts: dict[Action, Callable[[], object]] = {
        Action.HIT: table.hit,
        Action.STAND: table.stand,
        Action.SPLIT: table.split,
        Action.DOUBLE: table.double_down,
        Action.SURRENDER: table.surrender,
    }
    hands = 0
    for _ in range(rounds):
        table.start_game()
        while table.current_hand is not None:
            acts[dice.choice(tuple(table.available_actions()))]()
        hands += sum(len(player.hands) for player in table)
    return hands


def rate(play: Callable[[int, int], int], rounds: int, seed: int) -> float:
    """Hands per second of processor time: another program on the device does not count."""
    gc.collect()
    begin = time.process_time()
    hands = play(rounds, seed)
    return hands / (time.process_time() - begin)


def bench() -> dict[str, float]:
    ours(200, 0), peer(200, 0)
    pairs = [(rate(ours, 1000, seed), rate(peer, 2000, seed)) for seed in range(RUNS)]
    return {
        "hands_per_second": median(mine for mine, _ in pairs),
        "blackjack21_hands_per_second": median(theirs for _, theirs in pairs),
        "ratio": median(mine / theirs for mine, theirs in pairs),
    }
