"""The end of the chain, and the entries that come next. Both journals, in memory and on disk, grow by it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Self

from dealer_console.journal.canonical import LARGEST_NUMBER, Json, canonical_object, why_not_json
from dealer_console.journal.entries import why_not
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, Device, Draft, Entry, Row, hash_of
from dealer_console.journal.errors import BadDraft
from dealer_console.journal.head import JournalHead

GENESIS: Final = "genesis"
LONGEST_DATA: Final = 4_000_000  # characters; a state of the whole table is far below


class Chain:
    """Where the journal ends: its identity, the number and the hash of its last entry."""

    __slots__ = ("hash", "log", "seq")

    def __init__(self, log: str, seq: int = 0, hash_: str = NO_HASH) -> None:
        self.log = log
        self.seq = seq
        self.hash = hash_

    def continue_with(self, drafts: Sequence[Draft], at_ms: int) -> tuple[list[Row], tuple[Entry, ...]]:
        """The next rows and entries. The chain itself moves on only with `advance`, once they are durable."""
        if type(at_ms) is not int or not 0 <= at_ms <= LARGEST_NUMBER:
            raise BadDraft(f"the time of an entry is a whole number of milliseconds, not {at_ms!r}")
        rows: list[Row] = []
        entries: list[Entry] = []
        seq, previous = self.seq, self.hash
        for draft in drafts:
            seq += 1
            row, entry = self._next(draft, seq, at_ms, previous)
            rows.append(row)
            entries.append(entry)
            previous = entry.hash
        return rows, tuple(entries)

    def _next(self, draft: Draft, seq: int, at_ms: int, previous: str) -> tuple[Row, Entry]:
        kind, version, who = draft.kind, draft.version, draft.who
        if kind == GENESIS and seq != 1:
            raise BadDraft("a journal begins only once")
        fault = why_not(kind, version, draft.data)
        if fault is not None:
            raise BadDraft(fault)
        text = canonical_object(draft.data)
        if len(text) > LONGEST_DATA:
            raise BadDraft(f"{kind}: {len(text)} characters are more than one entry may hold ({LONGEST_DATA})")
        serial, number = (None, None) if draft.device is None else _device(draft.device)
        if who is not None and (type(who) is not str or not who or why_not_json(who)):
            raise BadDraft(f"who is the name of a person or None, not {who!r}")
        hash_ = hash_of(self.log, previous, (seq, kind, version, at_ms, who, serial, number, text))
        data, flat = _detached(draft.data, text)
        entry = Entry(
            seq=seq,
            kind=kind,
            version=version,
            at_ms=at_ms,
            who=who,
            device=draft.device,
            data=data,
            previous=previous,
            hash=hash_,
            known_as=draft.source if flat else None,
        )
        return Row(seq, kind, version, at_ms, who, serial, number, text, hash_), entry

    def advance(self, last: Row) -> None:
        self.seq, self.hash = last.seq, last.hash


class GrowsByChain(ABC):
    """What the journals in memory and on disk have in common."""

    _chain: Chain

    @abstractmethod
    def close(self) -> None:
        """Nobody writes here any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def log(self) -> str:
        """The identity of this log."""
        return self._chain.log

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self._chain.seq

    @property
    def head(self) -> str:
        """The hash of the last entry."""
        return self._chain.hash


def _device(device: Device) -> Device:
    serial, number = device
    whole = type(number) is int and 0 <= number <= LARGEST_NUMBER
    if type(serial) is not str or not serial or why_not_json(serial) or not whole:
        raise BadDraft(f"a device event has a serial number and a whole number, not {device!r}")
    return serial, number


_PLAIN: Final = frozenset((str, int, bool, type(None)))


def _detached(data: Mapping[str, Json], text: str) -> tuple[Mapping[str, Json], bool]:
    """Nothing that the caller still holds may change what the entry says; most entries are flat, a copy is enough.

    Beside it, whether the typed entry is as safe and need not be read again: it holds a row of texts as a tuple.
    """
    nested = [value for value in data.values() if type(value) not in _PLAIN and not isinstance(value, str)]
    if not nested:  # the name of a hand is a text, too
        return {**data}, True
    return json.loads(text), all(
        type(value) is list and all(isinstance(item, str) for item in value) for value in nested
    )


def genesis(
    *,
    log: str,
    table: str,
    public_key: bytes,
    software: str,
    follows: JournalHead | None = None,
    begun_by: Sequence[str] = (),
) -> Draft:
    """The first entry. `follows` is the last head of the journal before, `begun_by` are the people who began this."""
    first = Genesis(
        log=log,
        table=table,
        software=software,
        public_key=public_key.hex(),
        ends_signed=True,
        follows=None if follows is None else follows.data(),
        begun_by=tuple(begun_by) or None,
    )
    return Draft.of(first)
