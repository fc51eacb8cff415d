"""Which key signs where: the one of the first entry, until an entry names the next."""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class SigningKeys:
    """`changes[n]` is the entry that names `keys[n + 1]`; it is itself still signed with the key before."""

    keys: tuple[bytes, ...]
    changes: tuple[int, ...] = ()

    @classmethod
    def read(cls, first: bytes, changes: Iterable[Sequence[object]]) -> Self:
        """From the key of the genesis entry, and the number and data of the entries that name another one.

        Data that no journal holds name a key that signs nothing.
        """
        changed = [(seq, _named(data)) for seq, data in changes if type(seq) is int]
        return cls((first, *(key for _, key in changed)), tuple(seq for seq, _ in changed))

    @property
    def newest(self) -> bytes:
        return self.keys[-1]

    def at(self, seq: int) -> bytes:
        """The key that signs a checkpoint after this entry."""
        return self.keys[bisect_left(self.changes, seq)]

    def at_end(self, seq: int) -> set[bytes]:
        """The keys that may sign the end of the file there: at the entry that names a new one, the old and the new."""
        return {self.at(seq), self.keys[bisect_right(self.changes, seq)]}


def _named(data: object) -> bytes:
    try:
        return bytes.fromhex(json.loads(str(data))["public_key"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return b""
