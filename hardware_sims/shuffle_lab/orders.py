"""Orders of cards before and after a shuffle, and the file in which they are recorded.

    # shuffle-orders 1
    # device SIM-B0
    in AdTc4h…
    out 4hAdTc…
    out Tc4hAd…

Cards are written together (`AdTc`) or apart; apart, any word names a card (`1 2 3`). An `in` holds until the next one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hardware_sims.errors import ImpossibleRequestError
from hardware_sims.seeds import Stream

FIRST_LINE = "# shuffle-orders 1"
_FEWEST_CARDS = 10


class OrdersError(ImpossibleRequestError):
    """Recorded orders that cannot be used; the text says where and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycle:
    """One shuffle: the cards as they went in, and as they came out."""

    cards_in: tuple[str, ...]
    cards_out: tuple[str, ...]


def cards_of(text: str) -> tuple[str, ...]:
    """The cards of a line: words, or one word cut into cards of two characters."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 2:
        return tuple(words[0][at : at + 2] for at in range(0, len(words[0]), 2))
    return tuple(words)


def read_orders(lines: Iterable[str], source: str) -> Iterator[Cycle]:
    cards_in: tuple[str, ...] = ()
    for number, raw in enumerate(lines, start=1):
        text = raw.strip()
        if number == 1 and text != FIRST_LINE:
            raise OrdersError(f"{source}, line 1: recorded orders begin with '{FIRST_LINE}'")
        word, _, rest = text.partition(" ")
        if word == "in":
            cards_in = cards_of(rest)
        elif word == "out":
            yield _checked(Cycle(cards_in=cards_in, cards_out=cards_of(rest)), f"{source}, line {number}")
        elif text and not text.startswith("#"):
            raise OrdersError(f"{source}, line {number}: a line begins with 'in', 'out' or '#', not {word!r}")


def _checked(cycle: Cycle, where: str) -> Cycle:
    if len(cycle.cards_in) < _FEWEST_CARDS:
        raise OrdersError(f"{where}: {len(cycle.cards_in)} cards went in; at least {_FEWEST_CARDS} are needed")
    if sorted(cycle.cards_in) != sorted(cycle.cards_out):
        lost = sorted(set(cycle.cards_in) ^ set(cycle.cards_out))
        difference = f"only on one side: {' '.join(lost[:8])}" if lost else "a card is there more often on one side"
        raise OrdersError(f"{where}: other cards came out than went in; {difference}")
    return cycle


def write_orders(cycles: Iterable[Cycle], device: str) -> Iterator[str]:
    """The lines of a file that `read_orders` takes."""
    yield FIRST_LINE
    yield f"# device {device}"
    last: tuple[str, ...] = ()
    for cycle in cycles:
        if cycle.cards_in != last:
            last = cycle.cards_in
            yield "in " + " ".join(last)
        yield "out " + " ".join(cycle.cards_out)


def device_of(text: str) -> str | None:
    """The device that recorded orders name, if they do."""
    mark = "# device "
    return next((line.removeprefix(mark).strip() for line in text.splitlines() if line.startswith(mark)), None)


def permutations(cycles: Sequence[Cycle]) -> list[list[int]]:
    """For each cycle, the place (from 0) that each card had before, in the order in which the cards came out.

    Which of several equal cards came from which place cannot be known: each is drawn by lot, which turns a random
    order into a random order and makes the tests of several decks weaker, never wrong.
    """
    lot = Stream(0, "equal cards")
    return [_permutation(cycle, lot) for cycle in cycles]


def _permutation(cycle: Cycle, lot: Stream) -> list[int]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, card in enumerate(cycle.cards_in):
        places[card].append(place)
    for card, several in places.items():
        if len(several) > 1:
            places[card] = lot.shuffled(several)
    return [places[card].pop() for card in cycle.cards_out]
