"""An alert for every record of the desks that the person whom it names has not signed."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.game.message import Message
from dealer_console.pit.alerts.rules import Alert
from dealer_console.pit.desk.records import RecordBook


def unsigned_records(book: RecordBook, names: Mapping[str, str], *, since_ms: int = 0) -> tuple[Alert, ...]:
    return tuple(
        Alert(
            id=f"records/{record.number}",
            kind="records",
            table="",
            log="",
            shift=0,
            subject=record.person,
            at_ms=record.at_ms,
            message=Message(
                "alert-record-unsigned", number=record.number, person=names.get(record.person, record.person)
            ),
        )
        for record in book.unsigned(since_ms)
    )
