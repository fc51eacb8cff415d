"""Chips by denomination: counting them, the fewest for an amount, and their words ("37.50 = 25 + 5 + 5 + 2.50")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Final

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents, short, show

MOST_OF_ONE_KIND: Final = 100_000
_WRITTEN_OUT: Final = 4  # up to so many chips of a kind are written one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """So many chips of each denomination, highest first; a denomination without chips does not stand here."""

    rows: tuple[tuple[Cents, int], ...] = ()

    @property
    def cents(self) -> Cents:
        return Cents(sum(worth * count for worth, count in self.rows))

    @property
    def count(self) -> int:
        return sum(count for _, count in self.rows)

    def of(self, denomination: int) -> int:
        return dict(self.rows).get(Cents(denomination), 0)

    @property
    def counts(self) -> dict[Cents, int]:
        """As a typed entry holds it."""
        return dict(self.rows)

    def data(self) -> dict[str, int]:
        """As a journal holds it: the denomination in cents as text, and the number of chips."""
        return {str(worth): count for worth, count in self.rows}

    @property
    def words(self) -> str:
        """`25 + 5 + 5 + 2.50`; many of a kind as `12 × 100`."""
        parts: list[str] = []
        for worth, count in self.rows:
            name = short(worth)
            parts += [name] * count if count <= _WRITTEN_OUT else [f"{count} × {name}"]
        return " + ".join(parts) or "nothing"


NO_CHIPS: Final = Chips()


def chips(counts: Mapping[int, int] | Mapping[Cents, int]) -> Chips:
    """From denomination in cents → number of chips."""
    rows = sorted(((Cents(worth), count) for worth, count in counts.items() if count), reverse=True)
    return Chips(rows=tuple(rows))


def chips_from_data(data: object) -> Chips:
    """What `Chips.data` wrote. Raises `Bug`: a journal holds only what we wrote."""
    if not isinstance(data, Mapping):
        raise Bug(f"{data!r} are no chips")
    try:
        return chips({int(worth): int(count) for worth, count in data.items()})
    except (TypeError, ValueError):
        raise Bug(f"{data!r} are no chips") from None


def why_not_chips(denominations: Sequence[int], held: Chips) -> Refusal | None:
    """Chips that this table does not use, or a number that nobody can have counted."""
    for worth, count in held.rows:
        if worth not in denominations:
            known = ", ".join(short(denomination) for denomination in denominations)
            return Refusal(Message("no-such-chip", amount=Amount(worth), other=known))
        if not 0 < count <= MOST_OF_ONE_KIND:
            return Refusal(Message("count-chips-again", count=count, amount=short(worth)))
    return None


# --- the fewest chips ----------------------------------------------------------------------------------------------


def fewest(denominations: Sequence[int], amount: int) -> Chips:
    """The fewest chips that make the amount; among equally few, those with the higher chips. Raises `Refused`."""
    refusal = why_not_made(denominations, amount)
    if refusal is not None:
        raise Refused(refusal)
    return chips(dict(zip(_falling(denominations), _search(denominations, amount) or (), strict=True)))


@lru_cache(maxsize=4096)
def nearest(denominations: tuple[int, ...], amount: int) -> tuple[Chips, Cents]:
    """The fewest chips for as much of the amount as they can make, and the rest in cents."""
    if not denominations:
        return NO_CHIPS, Cents(amount)
    step = gcd(*denominations)
    payable = next(
        less for less in range(amount - amount % step, -1, -step) if _search(denominations, less) is not None
    )
    return fewest(denominations, payable), Cents(amount - payable)


def why_not_made(denominations: Sequence[int], amount: int) -> Refusal | None:
    """An amount that these chips cannot make, with the nearest ones that they can."""
    if amount < 0:
        return Refusal(Message("no-amount-to-pay", amount=Amount(amount)))
    if _search(denominations, amount) is not None:
        return None
    low = next(less for less in range(amount - 1, -1, -1) if _search(denominations, less) is not None)
    above = range(amount + 1, amount + max(denominations) + 1)
    high = next((more for more in above if _search(denominations, more) is not None), None)
    if high is None:
        return Refusal(Message("not-in-chips", amount=Amount(amount), low=Amount(low)))
    return Refusal(Message("not-in-chips-between", amount=Amount(amount), low=Amount(low), high=Amount(high)))


def _falling(denominations: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(set(denominations), reverse=True))


def _search(denominations: Sequence[int], amount: int) -> tuple[int, ...] | None:
    return _Search(_falling(denominations)).best(amount)


class _Search:
    """Depth first from the highest chip, most chips first: a greedy answer comes at once, the rest tries to beat it.

    Greedy alone is wrong for sets such as 25, 20, 5 (40 is 20 + 20). A branch ends when what is left is no multiple
    of the lower chips' common divisor, or when even the next chip alone would need too many.
    """

    def __init__(self, worths: tuple[int, ...]) -> None:
        self.worths = worths
        self.divisors = [gcd(*worths[place:]) for place in range(len(worths))]
        self.failed: dict[tuple[int, int], int] = {}  # place and rest → so many chips were not enough

    def best(self, amount: int) -> tuple[int, ...] | None:
        return self._fill(0, amount, amount // self.worths[-1])

    def _fill(self, place: int, rest: int, most: int) -> tuple[int, ...] | None:
        """How many of each chip from this place on, with at most so many chips in all."""
        worth = self.worths[place]
        if rest % self.divisors[place] or -(-rest // worth) > most or self.failed.get((place, rest), -1) >= most:
            return None
        if place == len(self.worths) - 1:
            return (rest // worth,)
        counts: tuple[int, ...] | None = None
        budget = most
        following = self.worths[place + 1]
        for count in range(rest // worth, -1, -1):
            left = rest - count * worth
            if count + -(-left // following) > budget:
                break
            lower = self._fill(place + 1, left, budget - count)
            if lower is not None:
                counts = (count, *lower)
                budget = sum(counts) - 1
        if counts is None:
            self.failed[place, rest] = most
        return counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """Colour up: what comes in, and the fewest chips for it going out."""

    comes_in: Chips
    goes_out: Chips

    @property
    def words(self) -> str:
        return f"{show(self.comes_in.cents)}: {self.comes_in.words} for {self.goes_out.words}"


def colour_up(denominations: Sequence[int], held: Chips) -> Exchange:
    """The player's chips for as few as possible; chips that would come back as they are stay where they are."""
    best = dict(fewest(denominations, held.cents).rows)
    have = dict(held.rows)
    same = {worth: min(count, best.get(worth, 0)) for worth, count in have.items()}
    return Exchange(
        comes_in=chips({worth: count - same[worth] for worth, count in have.items()}),
        goes_out=chips({worth: count - same.get(worth, 0) for worth, count in best.items()}),
    )
