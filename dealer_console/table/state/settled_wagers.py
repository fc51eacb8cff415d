"""What was decided about each wager of the round, with its entry in the journal: to be paid, or corrected later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from dealer_console.game.money import Cents
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.rounds import SettlementWithdrawn, WagerSettled


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledWager:
    """One settlement that stands. `done`: the chips have moved."""

    seq: int
    spot: int
    bettor: int
    hand: str | None
    wager: str
    stake: Cents
    outcome: str
    pays: Cents
    takes: Cents
    rule: str
    done: bool = False

    @classmethod
    def of_entry(cls, seq: int, entry: WagerSettled | SettlementWithdrawn) -> Self:
        return cls(
            seq=seq,
            spot=entry.spot,
            bettor=entry.bettor,
            hand=entry.hand,
            wager=entry.wager,
            stake=entry.stake,
            outcome=entry.outcome,
            pays=entry.pays,
            takes=entry.takes,
            rule=entry.rule,
        )

    def decides_as(self, other: SettledWager) -> bool:
        """The same decision about the same wager, whichever entry holds it."""
        return replace(self, seq=other.seq, done=other.done) == other

    def data(self) -> list[Json]:
        return [
            self.seq,
            self.spot,
            self.bettor,
            self.hand,
            self.wager,
            self.stake,
            self.outcome,
            self.pays,
            self.takes,
            self.rule,
            self.done,
        ]

    @classmethod
    def of_data(cls, row: Sequence[Any]) -> Self:
        seq, spot, bettor, hand, wager, stake, outcome, pays, takes, rule, done = row
        return cls(
            seq=seq,
            spot=spot,
            bettor=bettor,
            hand=hand,
            wager=wager,
            stake=Cents(stake),
            outcome=outcome,
            pays=Cents(pays),
            takes=Cents(takes),
            rule=rule,
            done=done,
        )
