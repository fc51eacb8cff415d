"""The end of the chain, and the entries that come next. Both journals, in memory and on disk, grow by it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final

from dealer_console.journal.canonical import LARGEST_NUMBER, Json, canonical_object, why_not_json
from dealer_console.journal.entries import check_draft
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, Draft, Entry, Row, hash_of
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
            row = self._row(draft, seq, at_ms, previous)
            rows.append(row)
            entries.append(_entry(row, draft, previous))
            previous = row.hash
        return rows, tuple(entries)

    def _row(self, draft: Draft, seq: int, at_ms: int, previous: str) -> Row:
        if draft.kind == GENESIS and seq != 1:
            raise BadDraft("a journal begins only once")
        check_draft(draft.kind, draft.version, draft.data)
        data = canonical_object(draft.data)
        if len(data) > LONGEST_DATA:
            raise BadDraft(f"{draft.kind}: {len(data)} characters are more than one entry may hold ({LONGEST_DATA})")
        serial, number = _device(draft)
        if draft.who is not None and (type(draft.who) is not str or not draft.who or why_not_json(draft.who)):
            raise BadDraft(f"who is the name of a person or None, not {draft.who!r}")
        bare = (seq, draft.kind, draft.version, at_ms, draft.who, serial, number, data)
        return Row(*bare, hash_of(self.log, previous, bare))

    def advance(self, last: Row) -> None:
        self.seq, self.hash = last.seq, last.hash


def _device(draft: Draft) -> tuple[str | None, int | None]:
    if draft.device is None:
        return None, None
    serial, number = draft.device
    whole = type(number) is int and 0 <= number <= LARGEST_NUMBER
    if type(serial) is not str or not serial or why_not_json(serial) or not whole:
        raise BadDraft(f"a device event has a serial number and a whole number, not {draft.device!r}")
    return serial, number


def _entry(row: Row, draft: Draft, previous: str) -> Entry:
    data, flat = _detached(draft.data, row.data)
    return Entry(
        seq=row.seq,
        kind=draft.kind,
        version=draft.version,
        at_ms=row.at_ms,
        who=draft.who,
        device=draft.device,
        data=data,
        previous=previous,
        hash=row.hash,
        known_as=draft.source if flat else None,
    )


_PLAIN: Final = frozenset((str, int, bool, type(None)))


def _detached(data: Mapping[str, Json], text: str) -> tuple[Mapping[str, Json], bool]:
    """Nothing that the caller still holds may change what the entry says; most entries are flat, a copy is enough."""
    for value in data.values():
        if type(value) not in _PLAIN:
            return json.loads(text), False
    return {**data}, True


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
