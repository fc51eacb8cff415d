"""Journals with real rounds in them, dealt by dice: what the tests of this folder verify, damage and export."""

from __future__ import annotations

from pathlib import Path
from random import Random

from dealer_console.game.choices import choose
from dealer_console.game.engine import Round, play
from dealer_console.journal import AnyJournal, Draft, Journal, settlements
from dealer_console.journal.configuration import configuration
from dealer_console.journal.round_entries import closed, moved, opened
from dealer_console.rulebook import load_rules
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import plain_bets

SEED = bytes(range(32))
RULES = "massachusetts-switch"
LOG = bytes(range(16))
NOON = 1_790_000_000_000  # milliseconds


class Dealing:
    """A table that journals as the live one does, but a whole round in one append: tests wait for the disk less."""

    def __init__(self, journal: AnyJournal, seed: int = 1, rules: str = RULES, now: int = NOON) -> None:
        self.journal = journal
        self.table = EngineTable(choose(load_rules(rules), {}), Random(seed))
        self.bets = plain_bets(3)
        self.rounds = 0
        self.card_number = 0
        self.now = now
        self.append(configuration(rules, {}))
        self.append(Draft(kind="person-in", data={"person": "Ann", "role": "dealer"}))

    def append(self, *drafts: Draft) -> None:
        self.now += 40_000
        self.journal.append(drafts, at_ms=self.now)

    def deal(self, rounds: int = 1, *, checkpoints: bool = True) -> None:
        for _ in range(rounds):
            self._deal_one()
            if checkpoints:
                self.journal.checkpoint(self.now)

    def _deal_one(self) -> None:
        fresh = len(self.table.cards) < self.table.table.decks * 13
        dealt = self.table.play_round(self.bets)
        drafts = [Draft(kind="shoe", data={"decks": self.table.table.decks, "change": "new"})] if fresh else []
        self.rounds += 1
        drafts.append(opened(self.rounds, self.bets, "Ann"))
        r = Round(self.table.table, self.bets)
        for move in dealt.moves:
            before = list(r.settlements)
            play(r, move)
            self.card_number += 1
            drafts.append(moved(move, "Ann", ("SHOE-7", self.card_number)))
            drafts += settlements.drafts(before, r.settlements, "Ann")
        self.append(*drafts, closed(self.rounds, r, "Ann"))


def journal_with_rounds(path: Path, rounds: int = 3, *, seed: int = 1, rules: str = RULES) -> Path:
    """Closed, with a checkpoint behind every round."""
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        Dealing(journal, seed, rules).deal(rounds)
    return path
