"""Calls of rounds that are still being dealt. The index ends before an open round; these stand behind its end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sqlalchemy import select

from dealer_console.journal.errors import JournalDamaged
from dealer_console.pit.alerts import Acknowledgements, Seen, call_id
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.index_builder import Carry, Gatherer
from dealer_console.pit.archive.index_rows import CallRow, Gathered
from dealer_console.pit.board import Call


def calls_in_open_rounds(archive: Archive, seen: Acknowledgements) -> tuple[Call, ...]:
    """Those that nobody has answered at the table, also when somebody has acknowledged them here."""
    with archive.engine.connect() as connection:
        known = {row.log: row for row in connection.execute(select(t.logs.c.log, t.logs.c.upto, t.logs.c.carry))}
    found = [
        (log, row) for log in archive.logs() if log.log in known for row in _unanswered(archive, log, known[log.log])
    ]
    acknowledged = seen.of(call_id(log.log, row.entry) for log, row in found)
    return tuple(_call(log, row, acknowledged.get(call_id(log.log, row.entry))) for log, row in found)


def _unanswered(archive: Archive, log: Log, known: Any) -> list[CallRow]:
    gatherer = Gatherer(Carry.of_text(known.carry) or Carry())
    with suppress(JournalDamaged):  # whoever fills the index tells of it; calls before that place still count
        for batch in archive.source.rows(log.log, after=known.upto):
            for row in batch:
                gatherer.take(row)
    gathered: Gathered = gatherer.harvest()
    return [call for call in gathered.calls.values() if not any(answer.answers(call) for answer in gathered.answers)]


def _call(log: Log, row: CallRow, seen: Seen | None) -> Call:
    return Call(
        log=log.log,
        table=log.table,
        entry=row.entry,
        at_ms=row.at_ms,
        kind=row.kind,
        text=row.text,
        by=row.by,
        answered_ms=None,
        answered_by="",
        answer="",
        seen=seen,
    )
