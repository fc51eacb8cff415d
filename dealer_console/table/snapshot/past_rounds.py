"""Rounds that are over, as the history page shows them: read from the journal's last entries, newest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.money import Cents
from dealer_console.game.moves import Move
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.entries.rounds import LateCallMade, RoundClosed, RoundOpened, SettlementCorrected
from dealer_console.journal.round_fold import RoundFold
from dealer_console.journal.settlements import SettledWager

KEPT: Final = 20  # rounds
LOOKED_AT: Final = 4000  # entries of an old journal, at the start


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """One closed round: its number, what the house won or lost, its settlements, its corrections.

    `bets` and `moves`, those that stand, deal it again.
    """

    number: int
    house_net: int
    settled: tuple[SettledWager, ...]
    closed_ms: int
    bets: tuple[Bet, ...] = ()
    moves: tuple[Move, ...] = ()
    corrections: tuple[
        tuple[int, Cents | None], ...
    ] = ()  # by a supervisor: the entry of the settlement, and the money

    @property
    def corrected(self) -> tuple[int, ...]:
        """Entries of settlements that were corrected."""
        return tuple(seq for seq, _ in self.corrections)


class PastRounds:
    """Begins with the last entries of a journal; `fold` takes every entry that comes after them."""

    def __init__(self, journal: AnyJournal) -> None:
        self._last: RoundFold | None = None
        self.rounds: tuple[PastRound, ...] = ()
        for entry in journal.entries(after=max(0, journal.seq - LOOKED_AT)):
            self.fold(entry)

    def fold(self, entry: Entry) -> None:
        typed = entry.typed
        if isinstance(typed, RoundOpened):
            self._last = RoundFold(entry.seq, typed, entry.at_ms)
        elif isinstance(typed, SettlementCorrected):
            self._corrected(typed)
        elif self._last is not None and (self._last.closed is None or isinstance(typed, LateCallMade)):
            if self._last.closed is not None:  # a late call opens it again
                self.rounds = self.rounds[1:]
            self._last.take(entry)
            if self._last.closed is not None:
                self._closed(self._last, self._last.closed, entry.at_ms)

    def _closed(self, fold: RoundFold, closed: RoundClosed, at_ms: int) -> None:
        done = PastRound(
            number=closed.round,
            house_net=closed.house_net,
            settled=tuple(fold.settled),
            closed_ms=at_ms,
            bets=tuple(fold.bets),
            moves=tuple(fold.moves),
        )
        self.rounds = (done, *self.rounds)[:KEPT]

    def _corrected(self, correction: SettlementCorrected) -> None:
        corrected = correction.corrects, correction.cents
        self.rounds = tuple(
            replace(past_round, corrections=(*past_round.corrections, corrected))
            if any(wager.seq == correction.corrects for wager in past_round.settled)
            else past_round
            for past_round in self.rounds
        )
