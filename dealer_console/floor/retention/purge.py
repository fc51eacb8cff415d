"""Which gaming days may leave the floor: old ones, of closed journals, each of them proved to lie in the archive.

A proof is a journal file of the archive whose every hash is computed again from its contents, and whose end is the end
that the floor has witnessed. A day goes whole: its partition is taken off and dropped, and what was in it stays on
record, journal by journal, with the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final

from psycopg import sql
from sqlalchemy import Connection, Row, func, select
from sqlalchemy.dialects.postgresql import insert

from dealer_console.floor import schema
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.evidence import chain_end
from dealer_console.floor.group import days_of_properties, is_group
from dealer_console.floor.local_journal import open_local
from dealer_console.floor.queries import journals_of
from dealer_console.floor.retention.days import Day, GamingDays, all_days
from dealer_console.game.message import Message, joined
from dealer_console.journal.errors import JournalError

_HELD: Final = (
    "SELECT journal, min(seq) AS first_seq, max(seq) AS last_seq, count(*) AS entries, "
    "(array_agg(hash ORDER BY seq DESC))[1] AS last_hash FROM floor.{} GROUP BY journal ORDER BY journal"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldStretch:
    """What one journal has in a day. `proof` names the file of the archive that has all of it."""

    journal: int
    table: str
    first_seq: int
    last_seq: int
    last_hash: bytes
    entries: int
    proof: str = ""
    why_not: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DayVerdict:
    day: Day
    held: tuple[HeldStretch, ...]

    @property
    def entries(self) -> int:
        return sum(stretch.entries for stretch in self.held)

    @property
    def why_not(self) -> Message | None:
        """Why the day stays; None when it may go."""
        reasons = dict.fromkeys(stretch.why_not for stretch in self.held if stretch.why_not is not None)
        return joined(reasons) if reasons else None


def judged(connection: Connection, days: GamingDays, before: date, archive: Iterable[Path]) -> Iterator[DayVerdict]:
    """Every day that ended before this one and is still there; at a group the days of each property, by UTC."""
    if is_group(connection):
        due = [day for day in days_of_properties(connection) if day.day < before]
    else:
        limit = days.bounds(before)[0]
        due = [day for day in all_days(connection) if not day.purged and day.to_ms <= limit]
    files = _journal_files(archive)
    proofs: dict[int, tuple[str, Message | None]] = {}
    for day in due:
        held = held_in(connection, day)
        yield DayVerdict(day=day, held=tuple(_judged(connection, stretch, files, proofs) for stretch in held))


def held_in(connection: Connection, day: Day) -> list[HeldStretch]:
    query = sql.SQL(_HELD).format(sql.Identifier(day.partition)).as_string(None)
    names = {held.id: held.table for held in journals_of(connection)}
    return [
        HeldStretch(table=names.get(row["journal"], ""), **row) for row in connection.exec_driver_sql(query).mappings()
    ]


def _judged(
    connection: Connection,
    stretch: HeldStretch,
    files: dict[str, list[Path]],
    proofs: dict[int, tuple[str, Message | None]],
) -> HeldStretch:
    if stretch.journal not in proofs:
        j = schema.journals.c
        row = connection.execute(select(*j).where(j.id == stretch.journal)).one()
        proofs[stretch.journal] = _proof(row, files.get(row.log, []))
    proof, why_not = proofs[stretch.journal]
    return replace(stretch, proof=proof, why_not=why_not)


def _proof(journal: Row[*tuple[Any, ...]], files: list[Path]) -> tuple[str, Message | None]:
    """Where all of this journal is, or why it stays."""
    if journal.is_current:
        return "", Message("floor-journal-in-use", table=journal.table_name)
    if journal.fault is not None or journal.witnessed_checkpoint < journal.checkpoint:
        return "", Message("floor-signatures-unchecked", table=journal.table_name)
    for file in files:
        if chain_end(file) == (journal.seq, journal.hash.hex()):
            return str(file), None
    return "", Message("floor-not-archived", table=journal.table_name, count=journal.seq, log=journal.log)


def _journal_files(folders: Iterable[Path]) -> dict[str, list[Path]]:
    files: dict[str, list[Path]] = {}
    for folder in folders:
        if not folder.is_dir():
            raise FloorRefused(Message("floor-archive-no-folder", folder=folder))
        for file in sorted(folder.rglob("*.journal")):
            try:
                with open_local(file) as local:
                    files.setdefault(local.log, []).append(file)
            except JournalError:
                continue  # what cannot be read proves nothing
    return files


def purge_day(connection: Connection, verdict: DayVerdict) -> None:
    """Recorded and gone, in one transaction. Raises `FloorRefused` without a proof for every journal of the day."""
    if verdict.why_not is not None:
        raise FloorRefused(Message("floor-day-stays", day=verdict.day.name, reason=verdict.why_not))
    partition = sql.Identifier("floor", verdict.day.partition)
    connection.exec_driver_sql("BEGIN")
    try:
        connection.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
        _run(connection, sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(partition))
        now = held_in(connection, verdict.day)
        if [(held.journal, held.entries) for held in now] != [(held.journal, held.entries) for held in verdict.held]:
            raise FloorRefused(Message("floor-day-grew", day=verdict.day.name))
        day = verdict.day
        record = insert(schema.days).values(day=day.day, from_ms=day.from_ms, to_ms=day.to_ms, partition=day.partition)
        record = record.values(purged_at=func.now())  # a group has no list of days but of those that are gone
        connection.execute(record.on_conflict_do_update(index_elements=["day"], set_={"purged_at": func.now()}))
        for stretch in verdict.held:
            connection.execute(insert(schema.purged).values(day=day.day, **_recorded(stretch)))
        _run(connection, sql.SQL("DROP TABLE {}").format(partition))
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        connection.exec_driver_sql("ROLLBACK")
        raise


def _recorded(stretch: HeldStretch) -> dict[str, object]:
    names = ("journal", "first_seq", "last_seq", "last_hash", "entries", "proof")
    return {name: getattr(stretch, name) for name in names}


def _run(connection: Connection, statement: sql.Composed) -> None:
    connection.exec_driver_sql(statement.as_string(None), execution_options={"no_parameters": True})
