"""Six statistics of many shuffles, each with its exact mean and variance when every order is equally likely.

A shuffle is a list: at each place out, the place in which the card went in. Sums over many independent shuffles are
normal, the table of places is chi-squared; so each statistic has its p-value: how often a perfect shuffler looks at
least as odd as this one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

_STEPS = 10_000
_PRECISION = 1e-13
_TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """How often a standard normal value lies at least this far from 0."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def chi_squared_above(value: float, freedom: int) -> float:
    """How often chi-squared with so many degrees of freedom is at least `value`: the upper incomplete gamma."""
    shape, x = freedom / 2.0, value / 2.0
    if x <= 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return 1.0 - scale * _series(shape, x) if x < shape + 1.0 else scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's way through the continued fraction."""
    b = x + 1.0 - shape
    c, d = 1.0 / _TINY, 1.0 / b
    result = d
    for step in range(1, _STEPS):
        factor = -step * (step - shape)
        b += 2.0
        d = 1.0 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        result *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return result


Shuffle = Sequence[int]
_LEAST_EXPECTED = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """What was observed, what a perfect shuffler gives, and how often it gives something as far away."""

    name: str
    observed: float
    expected: float
    p: float
    detail: str


def bins_for(cards: int, cycles: int) -> int:
    """Into how many groups the places are cut, so that each field of the table expects five cards or more."""
    for size in range(1, cards):
        if cycles * size * size / cards >= _LEAST_EXPECTED and cards // size > 1:
            return cards // size
    return 2


def table_of_places(shuffles: Sequence[Shuffle], bins: int) -> list[list[int]]:
    """How many cards went from each group of places in to each group of places out."""
    cards = len(shuffles[0])
    group = [place * bins // cards for place in range(cards)]
    table = [[0] * bins for _ in range(bins)]
    for shuffle in shuffles:
        for out, place in enumerate(shuffle):
            table[group[place]][group[out]] += 1
    return table


def chi_squared_by_position(shuffles: Sequence[Shuffle]) -> Statistic:
    """Is each card equally likely at each place? Every shuffle fills each place once, hence the factor (n − 1) / n."""
    cards, cycles = len(shuffles[0]), len(shuffles)
    bins = bins_for(cards, cycles)
    sizes = [0] * bins
    for place in range(cards):
        sizes[place * bins // cards] += 1
    total = 0.0
    for row, counts in enumerate(table_of_places(shuffles, bins)):
        for column, count in enumerate(counts):
            expected = cycles * sizes[row] * sizes[column] / cards
            total += (count - expected) ** 2 / expected
    total *= (cards - 1) / cards
    freedom = (bins - 1) ** 2
    detail = f"{bins} × {bins} groups of places, {freedom} degrees of freedom"
    p = chi_squared_above(total, freedom)
    return Statistic(name="chi-squared by position", observed=total, expected=float(freedom), p=p, detail=detail)


def _by_sums(name: str, values: Sequence[float], mean: float, variance: float, detail: str) -> Statistic:
    """A statistic of single shuffles, judged by its average."""
    average = math.fsum(values) / len(values)
    z = (average - mean) / math.sqrt(variance / len(values))
    return Statistic(
        name=name, observed=average, expected=mean, p=normal_two_sided(z), detail=f"{detail}; z = {z:+.2f}"
    )


def runs_of(shuffle: Shuffle) -> int:
    """Runs up and down: stretches in which the places rise, or fall."""
    rises = [second > first for first, second in pairwise(shuffle)]
    return 1 + sum(first != second for first, second in pairwise(rises))


def runs(shuffles: Sequence[Shuffle]) -> Statistic:
    cards = len(shuffles[0])
    mean, variance = (2 * cards - 1) / 3, (16 * cards - 29) / 90
    return _by_sums("runs", [runs_of(shuffle) for shuffle in shuffles], mean, variance, "runs up and down in a shuffle")


def rising_sequences_of(shuffle: Shuffle) -> int:
    """Stretches of cards that lay together before and are still in their order, others between them or not."""
    out = [0] * len(shuffle)
    for position, place in enumerate(shuffle):
        out[place] = position
    return 1 + sum(second < first for first, second in pairwise(out))


def rising_sequences(shuffles: Sequence[Shuffle]) -> Statistic:
    cards = len(shuffles[0])
    mean, variance = (cards + 1) / 2, (cards + 1) / 12
    counts = [rising_sequences_of(shuffle) for shuffle in shuffles]
    return _by_sums("rising sequences", counts, mean, variance, "rising sequences in a shuffle")


def serial_correlation(shuffles: Sequence[Shuffle]) -> Statistic:
    """Does the place of a card tell that of the card after it? Round the deck, as Wald and Wolfowitz have it."""
    cards = len(shuffles[0])
    middle = (cards - 1) / 2
    squares = math.fsum((place - middle) ** 2 for place in range(cards))
    fourths = math.fsum((place - middle) ** 4 for place in range(cards))
    mean = -squares / (cards - 1)
    three = (2 * fourths - squares**2) / ((cards - 1) * (cards - 2))
    four = (3 * squares**2 - 6 * fourths) / ((cards - 1) * (cards - 2))
    second = (squares**2 - fourths) / (cards - 1) + 2 * three + four
    values = []
    for shuffle in shuffles:
        centred = [place - middle for place in shuffle]
        values.append(sum(map(float.__mul__, centred, centred[1:] + centred[:1])) / squares)
    variance = (second - mean**2) / squares**2
    return _by_sums("serial correlation", values, mean / squares, variance, "between each card and the next")


def kept_neighbours_of(shuffle: Shuffle) -> int:
    return sum(abs(second - first) == 1 for first, second in pairwise(shuffle))


def new_neighbours(shuffles: Sequence[Shuffle]) -> Statistic:
    """How many pairs of neighbours did not lie side by side before?"""
    cards = len(shuffles[0])
    kept = 2 * (cards - 1) / cards
    second = kept + 4 * (cards - 2) / (cards * (cards - 1)) + 4 * (cards - 2) * (cards - 3) / (cards * (cards - 1))
    values = [cards - 1 - kept_neighbours_of(shuffle) for shuffle in shuffles]
    detail = f"of {cards - 1} pairs in a shuffle"
    return _by_sums("new-neighbour pairs", values, cards - 1 - kept, second - kept**2, detail)


def correlation_between_cycles(shuffles: Sequence[Shuffle]) -> Statistic:
    """Does a shuffle tell something about the next one? Where cards from the same place went, cycle by cycle."""
    cards = len(shuffles[0])
    middle = (cards - 1) / 2
    squares = math.fsum((place - middle) ** 2 for place in range(cards))
    outs = []
    for shuffle in shuffles:
        out = [0.0] * cards
        for position, place in enumerate(shuffle):
            out[place] = position - middle
        outs.append(out)
    values = [sum(map(float.__mul__, first, second)) / squares for first, second in pairwise(outs)]
    return _by_sums("correlation between cycles", values, 0.0, 1 / (cards - 1), "between each cycle and the next")


STATISTICS: tuple[Callable[[Sequence[Shuffle]], Statistic], ...] = (
    chi_squared_by_position,
    runs,
    rising_sequences,
    serial_correlation,
    new_neighbours,
    correlation_between_cycles,
)
