"""The event feed: what journals hold as newline-delimited JSON for other systems. Read-only, at least once, in order.

The form of a line is documented in docs/operations/feed.md. A field is never taken away or given another meaning within
one form; new ones may come.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from dealer_console.app.journal_files.inventory import inventory, kept_journal
from dealer_console.game.message import Message, Quoted
from dealer_console.journal.entry import RawRow, Row
from dealer_console.journal.errors import JournalRefused
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN, read_only, row_batches

FORM: Final = 1
TOPICS: Final = {
    "rounds": (
        *("round-opened", "move", "undo", "card-corrected", "settlement", "settlement-withdrawn", "settlement-done"),
        *("round-closed", "late-call", "late-call-steps", "correction", "ruling"),
    ),
    "money": ("money",),
    "shift": (
        "shift",
        "configuration",
        "shoe",
        "shuffle",
        "burn",
        "software",
        "genesis",
        "key-changed",
        "console-stopped",
    ),
    "people": (
        "person-in",
        "person-out",
        "request",
        "approval",
        "approval-used",
        "declined",
        "desk-order",
        "lock-out",
        "people-changed",
        "console-lock",
    ),
    "notices": ("alarm", "note", "refusal"),
    "devices": ("device-link", "device-event", "device-resumed", "device-off-table", "device-registry"),
}
LEFT_OUT: Final = ("snapshot", "device-command", "wagers")  # the table's own; wagers stand in round-opened again
USUAL: Final = ("rounds", "money", "shift", "people", "notices")
_CURSOR: Final = re.compile(r"([0-9a-f]{32}):(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One journal: in a file, or as the floor holds it."""

    table: str
    log: str
    rows: Callable[[int], Iterator[RawRow]]  # those after this entry


# --- cursors -------------------------------------------------------------------------------------------------------


def cursors_of(words: list[str]) -> dict[str, int]:
    """By journal: the last entry that is known. Raises `JournalRefused`."""
    known = {}
    for word in words:
        match = _CURSOR.fullmatch(word)
        if match is None:
            raise JournalRefused(Message("journal-no-cursor-take-field", word=Quoted(word)))
        known[match[1]] = int(match[2])
    return known


def read_state(file: Path) -> dict[str, int]:
    """Nothing when it is not there yet."""
    if not file.exists():
        return {}
    try:
        return {str(log): int(seq) for log, seq in json.loads(file.read_text("utf-8")).items()}
    except (ValueError, AttributeError, TypeError, RecursionError):
        raise JournalRefused(Message("journal-no-state-feed-move", file=file)) from None


def write_state(file: Path, cursors: Mapping[str, int]) -> None:
    """In one step: a power cut leaves the old one, and some lines come twice."""
    beside = file.with_name(file.name + ".new")
    beside.write_text(json.dumps(dict(cursors)) + "\n", "utf-8")
    os.replace(beside, file)


# --- lines ---------------------------------------------------------------------------------------------------------


def kinds_of(topics: tuple[str, ...]) -> frozenset[str]:
    unknown = [topic for topic in topics if topic not in TOPICS]
    if unknown:
        raise JournalRefused(
            Message("journal-unknown-topic-choose", unknown=Quoted(unknown[0]), topics=", ".join(TOPICS))
        )
    return frozenset(kind for topic in topics for kind in TOPICS[topic])


def lines(sources: list[Source], cursors: dict[str, int], kinds: frozenset[str]) -> Iterator[str]:
    """Every entry after the cursors, journal by journal; the cursors go along, past what is left out too."""
    for source in sources:
        for row in map(Row._make, source.rows(cursors.get(source.log, 0))):
            if row.kind in kinds:
                yield json.dumps(_line(source, row), ensure_ascii=False)
            cursors[source.log] = row.seq


def _line(source: Source, row: Row) -> dict[str, Any]:
    line: dict[str, Any] = {"feed": FORM, "cursor": f"{source.log}:{row.seq}", "table": source.table}
    try:
        at = datetime.fromtimestamp(row.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
        data = json.loads(row.data)
        data.pop("rules_text", None)  # its hash stays
    except (*NOT_AS_WRITTEN, OSError):  # no table wrote it; the other tables go on
        at, data = None, None
        line["unreadable"] = True
    line |= {"at": at, "kind": row.kind, "version": row.version, "who": row.who, "data": data}
    if row.serial is not None:
        line["device"] = {"serial": row.serial, "number": row.number}
    return line


# --- sources -------------------------------------------------------------------------------------------------------


def file_sources(place: Path) -> list[Source]:
    """A journal, or all of a folder in their order."""
    kept = inventory(place) if place.is_dir() else [kept_journal(place)]
    return [_file_source(journal.file, journal.table, journal.log) for journal in kept]


def _file_source(file: Path, table: str, log: str) -> Source:
    def rows(after: int) -> Iterator[RawRow]:
        with read_only(file) as connection:
            for batch in row_batches(connection, after=after):
                yield from batch

    return Source(table=table, log=log, rows=rows)


def floor_sources(connection: Any) -> list[Source]:
    """Every journal of every table, as far as the floor holds it: also closed ones, whose end may not be fed yet.

    A journal that nobody has read yet begins where the floor's copy begins; what is purged is in the archive.
    """
    from dealer_console.floor import queries

    def source(held: queries.HeldJournal) -> Source:
        def rows(after: int) -> Iterator[RawRow]:
            first = after or queries.purged_upto(connection, held.id)
            for batch in queries.rows(connection, held.id, after=first):
                yield from batch

        return Source(table=held.table, log=held.log, rows=rows)

    return [source(held) for held in queries.journals_of(connection)]
