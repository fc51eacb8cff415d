"""States of rounds to ask questions in: along every file of the collection, and along rounds played by dice."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import parse_moves
from dealer_console.game.round_files.round_file import parse_bet, read_round
from dealer_console.game.wagers.bets import Bet
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable

from .felt import CB, LW1, LW2, LW3, LW4, MA, SD, WA1, WA2, WA3, WA4, table_of

ROUNDS = Path(__file__).parent.parent / "rounds"
SIDE_BETS = {
    "MA": ("match",),
    "SD": ("match",),
    "CB": ("trilux", "bounty"),
    "LW": ("match",),
    "WA": ("match", "bounty"),
}
TABLES: tuple[tuple[str, dict[str, object]], ...] = (
    (MA, {}),
    (MA, {"hole_card": "face-down", "surrender": True, "hands_per_split": 4}),
    (MA, {"hole_card": "reader", "surrender": True, "hands_per_split": 3, "resplit_aces": False}),
    (SD, {"soft_17": "stand"}),
    (CB, {}),
    (LW1, {"hole_card": "last", "at_risk": "all"}),
    (LW1, {}),
    (LW2, {"hole_card": "reader"}),
    (LW3, {"hole_card": "last"}),
    (LW4, {}),
    (WA1, {"hole_card": "reader"}),
    (WA2, {}),
    (WA3, {}),
    (WA4, {"decks": 8}),
)

Watch = Callable[[Round, Move | None], None]


def play_collection(watch: Watch) -> None:
    """Fold every file; `watch` sees the round before its first move and after each one, and must not change it."""
    for file in sorted(ROUNDS.rglob("*.round")):
        r = _start(tomllib.loads(file.read_text("utf-8")))
        if r is not None:
            _fold(r, tomllib.loads(file.read_text("utf-8"))["play"], watch)


def _start(data: dict[str, Any]) -> Round | None:
    try:
        read = read_round(data)
        table = choose(load_rules(read.rules), read.table, read.date)
        return Round(table, [parse_bet(text) for text in read.bets])
    except Exception:  # rounds that show a refused table or wager have no states
        return None


def _fold(r: Round, texts: list[str], watch: Watch) -> None:
    watch(r, None)
    for text in texts:
        try:
            found = parse_moves(text)
        except ValueError:
            return
        for move in found:
            if why_not(r, move) is not None:
                return
            apply(r, move)
            watch(r, move)


def bets_by_dice(rules: str, dice: Random) -> list[Bet]:
    """One to three spots with side bets, tokes and bettors behind where the rule set knows them."""
    document = load_rules(rules).document
    bets = []
    for spot in sorted(dice.sample(range(1, 8), dice.randint(1, 3))):
        amount = Cents(dice.choice((1000, 2500, 1001, 505)))
        side = {name: Cents(200) for name in SIDE_BETS[document] if dice.random() < 0.5}
        if document == "LW" and dice.random() < 0.5:
            side["free-bet"] = amount
        tokes = {place: Cents(50) for place in ("a", *side) if document in ("SD", "CB") and dice.random() < 0.3}
        bets.append(Bet(spot=Spot(spot), bettor=Bettor(1), amount=amount, side_bets=side, tokes=tokes))
        if document == "MA" and dice.random() < 0.4:
            bets.append(Bet(spot=Spot(spot), bettor=Bettor(2), amount=Cents(700)))
    return bets


class WatchedTable(EngineTable):
    """Random play in which every single state is shown to a watcher."""

    def __init__(self, rules: str, choices: dict[str, object], dice: Random, watch: Watch) -> None:
        super().__init__(table_of(rules, **choices), dice)
        self.watch = watch

    def states(self, rounds: int) -> Iterator[Round]:
        name = self.table.rules.name
        for _ in range(rounds):
            played = self.play_round(bets_by_dice(name, self.dice))
            again = Round(self.table, played.bets)
            self.watch(again, None)
            for move in played.moves:
                apply(again, move)
                self.watch(again, move)
            yield again
