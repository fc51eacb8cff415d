"""What a bet is worth, exactly: a count for every row of its pay table, and what follows from the counts.

A bet is counted as a list of `Shape`s: kinds of cards that exclude each other and together are everything that can
come. A shape names every row of the pay table that its cards fulfil (two kings of spades are also two suited kings, a
suited 20 and two kings); of these the best payoff is paid, once. So a shape is never judged by its place in the pay
table, and raising one pay can never cost the player money.

All figures are integers and fractions, from the player's side, for one unit staked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from numbers import Rational

LOSES = "loses"
FEWEST_DECKS = 1
MOST_DECKS = 8

Pays = Mapping[str, int | Fraction]


class ImpossibleOddsError(ValueError):
    """The odds asked for do not exist; the text names every reason and what to ask for instead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shape:
    """Kinds of cards that win alike: how many there are, and all the rows that they fulfil (none: they lose)."""

    fulfils: tuple[str, ...]
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class OddsRow:
    """One row of the pay table, or the losing row, whose `pays` is None."""

    name: str
    pays: Fraction | None
    count: int
    probability: Fraction
    contribution: Fraction

    @property
    def result(self) -> Fraction:
        """What one unit staked becomes when this row comes."""
        return Fraction(-1) if self.pays is None else self.pays


@dataclass(frozen=True, kw_only=True, slots=True)
class OddsReport:
    """The rows in the order of the pay table, the losing row last, and what the bet comes to."""

    bet: str
    decks: int
    rows: tuple[OddsRow, ...]
    total: int
    expectation: Fraction
    variance: Fraction

    @property
    def house_edge(self) -> Fraction:
        """The house's share of every unit staked."""
        return -self.expectation


def pay_table_problems(*, bet: str, decks: int, rows: tuple[str, ...], pays: Pays) -> list[str]:
    """Every reason why these odds cannot be counted; empty when they can."""
    problems = []
    if decks not in range(FEWEST_DECKS, MOST_DECKS + 1):
        problems.append(f"{bet} with {decks} decks: ask for {FEWEST_DECKS} to {MOST_DECKS} decks")
    problems += [f"{bet} pay table without {name!r}: say what it pays" for name in rows if name not in pays]
    for name, pay in pays.items():
        if name not in rows:
            near = get_close_matches(name, rows, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"its rows are {', '.join(rows)}"
            problems.append(f"{bet} has no row {name!r}: {hint}")
        elif not isinstance(pay, Rational) or pay < 0:
            problems.append(f"{bet} row {name!r} pays {pay!r}: give a whole number or a fraction, 0 or more")
    return problems


def report_of(*, bet: str, decks: int, rows: tuple[str, ...], pays: Pays, shapes: Iterable[Shape]) -> OddsReport:
    """Give every shape to the best-paying row it fulfils and sum up. Between equal pays the first named row wins."""
    exact_pays = {name: Fraction(pays[name]) for name in rows}
    counts = dict.fromkeys((*rows, LOSES), 0)
    for shape in shapes:
        counts[max(shape.fulfils, key=exact_pays.__getitem__, default=LOSES)] += shape.count
    total = sum(counts.values())
    reported = tuple(
        _row(name=name, pays=exact_pays.get(name), count=count, total=total) for name, count in counts.items()
    )
    expectation = sum((row.contribution for row in reported), Fraction(0))
    mean_square = sum((row.contribution * row.result for row in reported), Fraction(0))
    return OddsReport(
        bet=bet,
        decks=decks,
        rows=reported,
        total=total,
        expectation=expectation,
        variance=mean_square - expectation**2,
    )


def _row(*, name: str, pays: Fraction | None, count: int, total: int) -> OddsRow:
    probability = Fraction(count, total)
    result = Fraction(-1) if pays is None else pays
    return OddsRow(name=name, pays=pays, count=count, probability=probability, contribution=probability * result)
