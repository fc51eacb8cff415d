"""The records of the desks as the index keeps them: found by table, by shift and by card, however many there are."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, func, insert, select

from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.kept_markers import note_payment
from dealer_console.pit.desk.record_kinds import KINDS, MarkerPaid
from dealer_console.pit.desk.records import LATE, Record, read_records


def take_in_records(archive: Archive, connection: Connection) -> int:
    """What the desks have recorded since the last time; how many."""
    r = t.desk_records.c
    last = int(connection.execute(select(func.coalesce(func.max(r.id), 0))).scalar_one())
    known = set(connection.execute(select(r.id).where(r.id > last - LATE)).scalars())
    fresh = [record for record in read_records(archive, after=last - LATE) if record.number not in known]
    if fresh:
        connection.execute(insert(t.desk_records), [_row(record) for record in fresh])
    for record in fresh:
        if isinstance(record.data, MarkerPaid):
            data = record.data
            note_payment(connection, data.log, data.marker, data.cents, record.number)
    return len(fresh)


def kept_records(connection: Connection, *conditions: Any) -> tuple[Record, ...]:
    """Those that fulfil these conditions on `schema.desk_records`, the oldest first."""
    query = select(t.desk_records.c.id, t.desk_records.c.kind, t.desk_records.c.record).where(*conditions)
    return tuple(map(_record, connection.execute(query.order_by(t.desk_records.c.id))))


def _row(record: Record) -> dict[str, Any]:
    data = record.data
    kept = {"once": record.once, "person": record.person, "second": record.second, "at": record.at_ms}
    return {
        "id": record.number,
        "kind": data.kind,
        "at_ms": record.at_ms,
        "log": getattr(data, "log", ""),
        "shift": getattr(data, "shift", 0),
        "card": getattr(data, "card", ""),
        "judged": False,
        "record": json.dumps(kept | {"data": to_plain(type(data), data)}, ensure_ascii=False),
    }


def _record(row: Any) -> Record:
    kept = json.loads(row.record)
    return Record(
        number=row.id,
        once=kept["once"],
        data=from_plain(KINDS[row.kind], kept["data"]),
        person=kept["person"],
        second=kept["second"],
        at_ms=kept["at"],
    )
