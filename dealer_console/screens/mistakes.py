"""Mistakes of a demonstration's dealer: what a trainer asks for, what then lies on the table, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from dealer_console.game.cards import Card
from dealer_console.game.state import Round
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.snapshot import TableSnapshot

Stage = Literal["waits", "made", "right", "wrong", "missed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeReport:
    """One mistake from the trainer's wish to the call: `moves` have been made since, or were made before the call."""

    code: str
    stage: Stage = "waits"
    hand: str = ""
    card: Card | None = None
    clause: str = ""
    called: str = ""  # another irregularity than the one that happened, or at another hand
    called_hand: str = ""
    moves: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RealTable:
    """What anybody sees who looks at the table instead of the screen."""

    round: Round
    beside: tuple[Card, ...] = ()  # beside the shoe
    settled: tuple[SettledWager, ...] = ()  # of a round that is over: what was really taken and paid


class DealersMistakes(Protocol):
    """The simulated dealer, as the trainer's page sees it."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Everything that can go wrong at this table: irregularities, and payments."""
        ...

    @property
    def report(self) -> MistakeReport | None: ...

    def make(self, code: str) -> bool: ...

    def real_table(self, snapshot: TableSnapshot) -> RealTable | None: ...
