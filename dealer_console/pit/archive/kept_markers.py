"""Each marker as one row of the index: what became of it at its table, and which records of the cage say it was paid.

So those that are still owed are found at once, however many were issued before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import Connection, case, select, update

from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import upsert

_CLOCKS_MS: Final = 86_400_000  # so much may the clocks of table and cage differ


def note_moves(connection: Connection, log_id: int, moves: Iterable[Mapping[str, Any]]) -> None:
    """Markers among these moves of a table's cash: issued, redeemed with chips, voided."""
    for move in moves:
        match move["what"]:
            case "marker":
                _issued(connection, log_id, move)
            case "marker-redeemed":
                redeemed = t.markers.c.redeemed + move["cents"]
                _change(connection, log_id, move["marker"], redeemed=redeemed)
            case "marker-voided":
                _change(connection, log_id, move["marker"], void_entry=move["entry"])
            case _:
                pass


def note_payment(connection: Connection, log: str, marker: str, cents: int, record: int) -> None:
    """A record of the cage; of a marker that is not in the index yet it is looked up when that comes."""
    log_id = connection.execute(select(t.logs.c.id).where(t.logs.c.log == log)).scalar()
    if log_id is not None:
        paid, payments = t.markers.c.paid + cents, t.markers.c.payments + f"{record} "
        _change(connection, log_id, marker, paid=paid, payments=payments)


def _issued(connection: Connection, log_id: int, move: Mapping[str, Any]) -> None:
    kept = {name: move[name] for name in ("marker", "entry", "at_ms", "shift", "player")}
    row = {"log_id": log_id, **kept, "issued": move["cents"], "redeemed": 0, "paid": 0, "payments": "", "open": True}
    connection.execute(upsert(connection)(t.markers).values(**row).on_conflict_do_nothing())
    log = connection.execute(select(t.logs.c.log).where(t.logs.c.id == log_id)).scalar_one()
    r = t.desk_records.c
    of_player = (r.card == move["player"], r.at_ms >= move["at_ms"] - _CLOCKS_MS, r.log == log)
    for number, record in connection.execute(select(r.id, r.record).where(*of_player)).all():
        payment = json.loads(record)["data"]
        if payment.get("marker") == move["marker"]:
            note_payment(connection, log, move["marker"], payment["cents"], number)


def _change(connection: Connection, log_id: int, marker: str, **values: Any) -> None:
    m = t.markers.c
    this = (m.log_id == log_id, m.marker == marker)
    connection.execute(update(t.markers).where(*this).values(**values))
    owed = case((m.void_entry.is_(None) & (m.issued > m.redeemed + m.paid), True), else_=False)
    connection.execute(update(t.markers).where(*this).values(open=owed))
