"""Rounds that are over, as the history page shows them: read from the journal's last entries, newest first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.money import show
from dealer_console.journal import AnyJournal, Entry
from dealer_console.journal.entries.rounds import (
    RoundClosed,
    RoundOpened,
    SettlementCorrected,
    SettlementWithdrawn,
    WagerSettled,
)
from dealer_console.table.state.settled_wagers import SettledWager

KEPT: Final = 20  # rounds
LOOKED_AT: Final = 4000  # entries of an old journal, at the start


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRound:
    """One closed round: its number, what the house won or lost in words, its settlements, its corrections."""

    number: int
    house_net: str
    settled: tuple[SettledWager, ...]
    closed_ms: int
    corrected: tuple[int, ...] = ()  # entries of settlements that a supervisor has corrected


class PastRounds:
    """Begins with the last entries of a journal; `fold` takes every entry that comes after them."""

    def __init__(self, journal: AnyJournal) -> None:
        self._open: list[SettledWager] = []
        self.rounds: tuple[PastRound, ...] = ()
        for entry in journal.entries(after=max(0, journal.seq - LOOKED_AT)):
            self.fold(entry)

    def fold(self, entry: Entry) -> None:
        match entry.typed:
            case RoundOpened():
                self._open = []
            case WagerSettled() as settled:
                self._open.append(SettledWager.of_entry(entry.seq, settled))
            case SettlementWithdrawn() as withdrawn:
                self._withdrawn(SettledWager.of_entry(entry.seq, withdrawn))
            case RoundClosed() as closed:
                self._closed(closed, entry.at_ms)
            case SettlementCorrected(corrects=seq):
                self._corrected(seq)
            case _:
                pass

    def _withdrawn(self, gone: SettledWager) -> None:
        found = next((each for each in reversed(self._open) if each.decides_as(gone)), None)
        if found is not None:
            self._open.remove(found)

    def _closed(self, closed: RoundClosed, at_ms: int) -> None:
        net = show(closed.house_net)
        done = PastRound(number=closed.round, house_net=net, settled=tuple(self._open), closed_ms=at_ms)
        self.rounds = (done, *self.rounds)[:KEPT]
        self._open = []

    def _corrected(self, seq: int) -> None:
        self.rounds = tuple(
            replace(each, corrected=(*each.corrected, seq)) if any(wager.seq == seq for wager in each.settled) else each
            for each in self.rounds
        )
