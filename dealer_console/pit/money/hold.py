"""What the house keeps of the drop, beside what it expects to keep: the theoretical hold of each rule set.

A day or a floor may hold several rule sets: then each drop is expected to leave its own share, and the expected hold is
what all of them together leave of the whole drop.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from dealer_console.pit.amounts import tenths
from dealer_console.pit.expectations import Expectations


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """Of one shift: the rule set, cash in the box, and what the house won."""

    rules: str
    drop: int
    win: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """Takings added up. `expected` is in cents, exact."""

    drop: int
    win: int
    expected: Fraction

    @property
    def hold(self) -> int:
        """In tenths of a percent, as it is shown; only where there is a drop."""
        return tenths(Fraction(self.win, self.drop))

    @property
    def expected_hold(self) -> int:
        return tenths(self.expected / self.drop)

    @property
    def difference(self) -> int:
        """Of the two figures that are shown: whoever subtracts them finds the same."""
        return self.hold - self.expected_hold

    def steps_off(self, within: Fraction) -> int:
        """How many times the hold has left the band around what is expected; 0 is inside. Exact."""
        off = abs(self.win - self.expected)
        return int(off / (within * self.drop)) if self.drop > 0 else 0


def holding(takings: Iterable[Taking], expectations: Expectations) -> Holding | None:
    """None where there is no drop, or a rule set about which the house has said nothing."""
    drop, win, expected = 0, 0, Fraction(0)
    for taking in takings:
        game = expectations.main_game.get(taking.rules)
        if game is None:
            return None
        drop += taking.drop
        win += taking.win
        expected += game.hold * taking.drop
    return Holding(drop=drop, win=win, expected=expected) if drop > 0 else None
