"""Everything a simulator draws comes from here: one stream of bytes per purpose, SHA-256(seed ‖ purpose ‖ counter).

A stream does not care what other purposes have drawn, so the order of cards never depends on how many fault dice fell.
"""

from __future__ import annotations

import hashlib
from typing import TypeVar

T = TypeVar("T")
_DICE = 1 << 53


class Stream:
    """The bytes of one purpose, in order."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._start = seed.to_bytes(8, "big") + purpose.encode("ascii")
        self._counter = 0
        self._left = b""

    def bytes(self, count: int) -> bytes:
        while len(self._left) < count:
            self._left += hashlib.sha256(self._start + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
        data, self._left = self._left[:count], self._left[count:]
        return data

    def below(self, limit: int) -> int:
        """A number 0 … limit − 1, each equally likely: values of an unfinished last round are thrown away."""
        size = (limit.bit_length() + 7) // 8 + 1
        space = 256**size
        while True:
            value = int.from_bytes(self.bytes(size), "big")
            if value < space - space % limit:
                return value % limit

    def between(self, low: int, high: int) -> int:
        """A number low … high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, rate: float) -> bool:
        """True with the given probability. A certain outcome throws no dice."""
        if rate >= 1.0:
            return True
        return self.below(_DICE) < round(rate * _DICE)

    def pick(self, choices: list[T]) -> T:
        return choices[self.below(len(choices))]

    def shuffled(self, cards: list[T]) -> list[T]:
        """A new list in random order (Fisher–Yates, every order equally likely)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Seeds:
    """The streams of one simulator. `owner` keeps two devices with the same seed apart."""

    def __init__(self, seed: int, owner: str) -> None:
        self.seed = seed
        self._owner = owner
        self._streams: dict[str, Stream] = {}

    def stream(self, purpose: str) -> Stream:
        if purpose not in self._streams:
            self._streams[purpose] = Stream(self.seed, f"{self._owner}/{purpose}")
        return self._streams[purpose]
