"""The rows of the index, written: rounds, shifts, calls, devices and sums of one journal."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import Connection, bindparam, select, text, update

from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.database import add_rows, upsert
from dealer_console.pit.archive.index_rows import Gathered, GatheredRound
from dealer_console.pit.archive.kept_markers import note_moves


def write_gathered(connection: Connection, log_id: int, gathered: Gathered) -> None:
    """All that a stretch of a journal gave, as rows of its log."""
    _insert(connection, t.shifts, log_id, gathered.shifts)
    if gathered.closed_shifts:
        c = t.shifts.c
        closing = update(t.shifts).where(c.log_id == log_id, c.number == bindparam("in_number"))
        connection.execute(closing, gathered.closed_shifts)
    _write_rounds(connection, log_id, gathered)
    _insert(
        connection,
        t.corrections,
        log_id,
        [_located(connection, log_id, correction) for correction in gathered.corrections],
    )
    _insert(connection, t.device_errors, log_id, gathered.device_errors)
    _insert(connection, t.sittings, log_id, gathered.sittings)
    _insert(connection, t.cash_moves, log_id, gathered.cash_moves)
    note_moves(connection, log_id, gathered.cash_moves)
    if gathered.departures:
        c = t.sittings.c
        leaving = update(t.sittings).where(
            c.log_id == log_id, c.entry == bindparam("in_entry"), c.spot == bindparam("in_spot")
        )
        connection.execute(leaving, gathered.departures)
    write_calls(connection, log_id, gathered)
    _write_devices(connection, log_id, gathered)
    write_sums(connection, log_id, gathered)
    for person, name in sorted(gathered.names.items()):
        adding = upsert(connection)(t.people).values(log_id=log_id, person=person, name=name)
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "person"], set_={"name": name}))


def _insert(connection: Connection, table: Any, log_id: int, rows: list[dict[str, Any]]) -> None:
    if rows:
        add_rows(connection, table, [{"log_id": log_id, **row} for row in rows])


def _write_rounds(connection: Connection, log_id: int, gathered: Gathered) -> None:
    if not gathered.rounds:
        return
    first = int(connection.execute(text(_NEXT_ROUND[connection.dialect.name])).scalar_one())
    rows, spots, cards, amounts, marks, irregular = [], [], [], [], [], []
    for round_id, round_ in enumerate(gathered.rounds, start=first):
        found_by = {"opened_ms": round_.row["opened_ms"], "round_id": round_id}
        rows.append({"id": round_id, "log_id": log_id, **round_.row})
        spots += [{**found_by, **spot} for spot in round_.spots]
        cards += [{**found_by, "card": card} for card in round_.cards]
        amounts += [{**found_by, "cents": cents} for cents in round_.amounts]
        marks += [{**found_by, "mark": mark} for mark in _marks(round_)]
        irregular += [
            {"log_id": log_id, "round_id": round_id, **irregularity} for irregularity in round_.irregularities
        ]
    written = (
        (t.rounds, rows),
        (t.round_spots, spots),
        (t.round_cards, cards),
        (t.round_amounts, amounts),
        (t.round_marks, marks),
        (t.irregularities, irregular),
    )
    for table, many in written:
        if many:
            add_rows(connection, table, many)


def _marks(gathered: GatheredRound) -> set[str]:
    marks = {irregularity["code"] for irregularity in gathered.irregularities}
    if marks:
        marks.add(t.IRREGULAR)
    if gathered.row["undone"]:
        marks.add(t.UNDONE)
    return marks


_NEXT_ROUND: Final = {
    "sqlite": "SELECT coalesce(max(id), 0) + 1 FROM rounds",
    "postgresql": "SELECT coalesce(max(id), 0) + 1 FROM pit.rounds",
}


def _located(connection: Connection, log_id: int, correction: dict[str, Any]) -> dict[str, Any]:
    """A correction names an entry, often of a round long ago; that round is marked."""
    c, seq = t.rounds.c, correction["corrects"]
    query = select(c.id, c.opened_ms, c.last_entry).where(c.log_id == log_id, c.first_entry <= seq)
    row = connection.execute(query.order_by(c.first_entry.desc()).limit(1)).first()
    if row is None or row.last_entry < seq:
        return {**correction, "round_id": None}
    connection.execute(update(t.rounds).where(c.id == row.id).values(corrected=True))
    mark = {"mark": t.CORRECTED, "opened_ms": row.opened_ms, "round_id": row.id}
    connection.execute(upsert(connection)(t.round_marks).values(**mark).on_conflict_do_nothing())
    return {**correction, "round_id": row.id}


def write_calls(connection: Connection, log_id: int, gathered: Gathered) -> None:
    """New calls, and the answers to those that were open."""
    if gathered.calls:  # those of a round that was open stand there already
        adding = upsert(connection)(t.calls).on_conflict_do_nothing()
        connection.execute(
            adding, [{"log_id": log_id, "open": True, **asdict(call)} for call in gathered.calls.values()]
        )
    c = t.calls.c
    for answer in gathered.answers:
        connection.execute(
            update(t.calls)
            .where(c.log_id == log_id, c.kind == answer.kind, c.key == answer.key)
            .where(c.answered_ms.is_(None), c.entry < answer.entry)
            .values(answered_ms=answer.answered_ms, answered_by=answer.answered_by, answer=answer.answer, open=False)
        )


def _write_devices(connection: Connection, log_id: int, gathered: Gathered) -> None:
    known = set(gathered.devices) | set(gathered.errors_of)
    for key in sorted(known):
        device = gathered.devices.get(key)
        errors = gathered.errors_of.get(key, 0)
        blank = {"device": key[0], "serial": key[1], "model": "", "firmware": "", "state": "", "since_ms": 0}
        adding = upsert(connection)(t.devices).values(log_id=log_id, errors=errors, **(device or blank))
        changed: dict[str, Any] = {"errors": t.devices.c.errors + errors}
        for name in ("model", "firmware", "state", "since_ms") if device is not None else ():
            if device is not None and device[name]:
                changed[name] = device[name]
        connection.execute(adding.on_conflict_do_update(index_elements=["log_id", "device", "serial"], set_=changed))


def write_sums(connection: Connection, log_id: int, gathered: Gathered) -> None:
    """Wagers and pace by hour, added to what stands there."""
    keys = ("shift", "hour_ms", "dealer", "spot", "sitting", "wager", "configured_by")
    rows = [
        {
            "log_id": log_id,
            **dict(zip(keys, key, strict=True)),
            "count": wager.count,
            "staked": wager.staked,
            "squares": wager.squares,
            "taken": wager.taken,
            "paid": wager.paid,
        }
        for key, wager in gathered.wagers.items()
    ]
    _add_up(connection, t.wager_hours, ("log_id", *keys), rows)
    sums = ("rounds", "hands", "win", "together")
    paces = [
        {"log_id": log_id, "shift": shift, "hour_ms": hour, "dealer": dealer, **dict(zip(sums, pace, strict=True))}
        for (shift, hour, dealer), pace in gathered.paces.items()
    ]
    _add_up(connection, t.pace_hours, ("log_id", "shift", "hour_ms", "dealer"), paces)


def _add_up(connection: Connection, table: Any, keys: tuple[str, ...], rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    adding = upsert(connection)(table)
    sums = {name: table.c[name] + adding.excluded[name] for name in table.c.keys() if name not in keys}  # noqa: SIM118
    connection.execute(adding.on_conflict_do_update(index_elements=list(keys), set_=sums), rows)
