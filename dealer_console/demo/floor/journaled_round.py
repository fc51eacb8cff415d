"""A table of the demonstration's floor, dealt by the engine: each move journaled as at a live table, with mishaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.engine import Round
from dealer_console.game.rules import TableRules
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import Draft, settlements
from dealer_console.journal.round_entries import closed, moved, opened
from dealer_console.simulation.engine_table import IrregularTable
from dealer_console.simulation.player import StrategyPlayer

Write = Callable[[Sequence[Draft]], int]
"""Journals drafts in one append; the number of the first."""

# What a dealer can do wrong without a device; each is ruled upon at once.
MISHAPS: Final = frozenset(
    {
        "card-exposed",
        "card-face-up-in-shoe",
        "card-misdelivered",
        "dealer-drew-too-many",
        "hand-one-card",
        "hit-missed",
        "natural-overlooked",
    }
)
ENOUGH_CARDS: Final = 30
_REPORTED: Final = (moves.CardDrawn, moves.HoleCardChecked)  # by a device; everything else the dealer enters


class JournaledTable(IrregularTable):
    """`write` journals each move in its own append, as it happens."""

    early_checks = 0.0

    def __init__(self, table: TableRules, dice: Random, write: Write) -> None:
        super().__init__(table, dice, StrategyPlayer(dice), often=0)
        self.write = write
        self.dealer = self.supervisor = ""
        self.settled: list[int] = []  # the entries of this round's settlements
        self._stumbles_at = -1

    def burn(self) -> None:
        self.cards.pop()
        self.shoe.draw(UNSEEN)

    def deal(self, number: int, bets: Sequence[Bet], *, dealer: str, supervisor: str, mishap: bool) -> Round:
        """One round, from its opening to its close."""
        self.dealer, self.supervisor = dealer, supervisor
        self.settled.clear()
        r = Round(self.table, bets, self.shoe)
        self.write([opened(number, bets, dealer)])
        self._stumbles_at = self.dice.randrange(2, 25) if mishap else -1
        self.finish(r)
        self.write([closed(number, r, dealer)])
        return r

    def before_step(self, r: Round) -> None:
        self.look(r)
        due = 0 <= self._stumbles_at <= len(r.moves) and len(self.cards) >= ENOUGH_CARDS
        if (due or r.phase is phases.DISPUTE) and self._stumble(r):
            self._stumbles_at = -1

    def codes(self, r: Round) -> list[str]:
        codes = super().codes(r)
        return codes if r.phase is phases.DISPUTE else [code for code in codes if code in MISHAPS]

    def play(self, r: Round, move: moves.Move) -> None:
        who = None if isinstance(move, _REPORTED) else self.dealer
        if isinstance(move, moves.Ruled | moves.ExposedCardTaken) and move.by is not None:
            who, move = self.supervisor, replace(move, by=self.supervisor)
        before = list(r.settlements)
        super().play(r, move)
        drafts = [moved(move, who), *settlements.drafts(before, r.settlements, who)]
        first = self.write(drafts)
        self.settled += [first + at for at, draft in enumerate(drafts) if draft.kind == settlements.MADE]

    def says_blackjack(self, truth: bool) -> bool:
        return truth
