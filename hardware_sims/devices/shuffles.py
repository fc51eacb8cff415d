"""How a simulated shuffler mixes: a good shuffle, and bad ones that the shuffle laboratory has to find."""

from __future__ import annotations

from collections.abc import Callable

from hardware_sims.seeds import Stream

_COMPARTMENTS = 10
_PACKETS = 6


def _uniform(cards: list[int], dice: Stream) -> list[int]:
    return dice.shuffled(cards)


def _one_riffle(cards: list[int], dice: Stream) -> list[int]:
    """Cut near the middle, then dropped card by card from two packets in proportion to their size, once."""
    cut = sum(dice.below(2) for _ in cards)
    left, right = cards[:cut], cards[cut:]
    mixed = []
    while left or right:
        mixed.append((left if dice.below(len(left) + len(right)) < len(left) else right).pop(0))
    return mixed


def _stuck_shelf(cards: list[int], dice: Stream) -> list[int]:
    """Everything is mixed but one compartment in ten: its cards come out last, in the order in which they went in."""
    stuck = [dice.below(_COMPARTMENTS) == 0 for _ in cards]
    mixed = dice.shuffled([card for card, held in zip(cards, stuck, strict=True) if not held])
    return mixed + [card for card, held in zip(cards, stuck, strict=True) if held]


def _short_strip(cards: list[int], dice: Stream) -> list[int]:
    """Packets from the top, laid on each other: too few of them, so most neighbours stay."""
    cuts = sorted(dice.below(len(cards) + 1) for _ in range(_PACKETS - 1))
    packets = [cards[start:end] for start, end in zip([0, *cuts], [*cuts, len(cards)], strict=True)]
    return [card for packet in reversed(packets) for card in packet]


def _one_shelf_pass(cards: list[int], dice: Stream) -> list[int]:
    """Each card on top or at the bottom of one of ten shelves, and the shelves out in random order: one pass only."""
    shelves: list[list[int]] = [[] for _ in range(_COMPARTMENTS)]
    for card in cards:
        shelf = shelves[dice.below(_COMPARTMENTS)]
        shelf.insert(0 if dice.below(2) else len(shelf), card)
    return [card for shelf in dice.shuffled(shelves) for card in shelf]


def _same_again(cards: list[int], dice: Stream) -> list[int]:
    """A random order, and the same one in each cycle: the source of chance begins again."""
    return Stream(1, "stuck").shuffled(cards)


SHUFFLES: dict[str, Callable[[list[int], Stream], list[int]]] = {
    "uniform": _uniform,
    "one-riffle": _one_riffle,
    "stuck-shelf": _stuck_shelf,
    "short-strip": _short_strip,
    "one-shelf-pass": _one_shelf_pass,
    "same-again": _same_again,
}
"""The option `shuffle` of a batch shuffler; all but `uniform` are planted faults."""
