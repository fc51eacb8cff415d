"""The head of a journal: how far it reaches, and what its last hash is. Small enough to be kept anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from dealer_console.journal.canonical import Json

KEY_ID_DIGITS: Final = 16


def key_id(public_key: bytes) -> str:
    """How a key is called beside what it signed: the first digits of its public half, easy to compare on paper."""
    return public_key.hex()[:KEY_ID_DIGITS]


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalHead:
    """After entry `seq` the journal `log` had this hash; `key` is the id of the key that signs there."""

    log: str
    seq: int
    hash: str
    key: str

    def data(self) -> dict[str, Json]:
        return {"log": self.log, "seq": self.seq, "hash": self.hash, "key": self.key}

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Self:
        """From plain data. Raises `ValueError` for anything else."""
        log, seq, hash_, key = (data.get(name) for name in ("log", "seq", "hash", "key"))
        if type(seq) is int and seq >= 1 and isinstance(log, str) and isinstance(hash_, str) and isinstance(key, str):
            return cls(log=log, seq=seq, hash=hash_, key=key)
        raise ValueError("no head of a journal")
