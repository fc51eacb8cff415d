"""Evidence: is a journal, or one gaming day of it, what the table wrote? And is the floor's copy the same?

Papers from a journal that is not what its table wrote are stamped: every page says at which entry it breaks.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sqlalchemy import func, select

from dealer_console.floor.address import connect
from dealer_console.floor.evidence import Comparison, compare, copy_out
from dealer_console.game.message import Message
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.stretches import round_number
from dealer_console.journal.verification.verify import VerifyReport, verify
from dealer_console.journal.verification.walk import Problem, Start, Walk
from dealer_console.messages import Words, error_message
from dealer_console.pit.archive import Archive, EntrySource, FoundRound, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.archive.sources import JournalFiles
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import GamingDay
from dealer_console.pit.long_work import Work, unwatched


@dataclass(frozen=True, slots=True, kw_only=True)
class DayVerified:
    """A stretch of a journal: from the last fresh shoe before the day to the checkpoint after it."""

    table: str
    day: date
    first_entry: int
    last_entry: int
    signed_up_to: int
    rounds: int
    settlements: int
    problem: Problem | None

    @property
    def ok(self) -> bool:
        return self.problem is None


def verify_log(archive: Archive, log: Log, work: Work | None = None) -> VerifyReport:
    """Chain, checkpoints, head, fields, every settlement computed again. Raises `Stopped`."""
    work = work or unwatched()
    with _as_file(archive, log, work) as path:
        what = Message("pit-verifying-table", table=log.table)
        copy = not isinstance(archive.source, JournalFiles)
        return verify(path, None, lambda done, total: work.report(done, total, what), copy=copy)


@contextmanager
def _as_file(archive: Archive, log: Log, work: Work) -> Iterator[Path]:
    """The table's own file; of the floor's copy a file that lasts as long as the check."""
    source = archive.source
    if isinstance(source, JournalFiles):
        yield source.paths[log.log]
        return
    with tempfile.TemporaryDirectory(prefix="pit-evidence-") as folder, connect(_address(source)) as connection:
        path = Path(folder) / f"{log.log}.journal"
        what = Message("pit-copying-table", table=log.table)
        copy_out(connection, log.log, path, lambda done, total: work.report(done, total, what))
        yield path


def _address(source: EntrySource) -> str:
    if not isinstance(source, FloorSource):
        raise PitRefused(Message("pit-no-floor-there", place=source.place))
    return source.address


# --- a day ----------------------------------------------------------------------------------------------------------


def verify_day(archive: Archive, log: Log, day: date, days: GamingDay, work: Work | None = None) -> DayVerified:
    """The shifts that were opened on this gaming day, with every round dealt again. Raises `Stopped`."""
    work = work or unwatched()
    first, last = _entries_of(archive, log, day, days)
    with _as_file(archive, log, work) as path, reader.read_only(path) as connection:
        start = _start(connection, _fresh_before(archive, log, first))
        end = _signed_end(connection, last)
        walk = Walk(log.log, reader.signing_keys(connection, bytes.fromhex(log.public_key)), start)
        total = (end or last) - start.seq
        what = Message("pit-verifying-table", table=log.table)
        walked = walk.through(connection, end, lambda seq: work.report(seq - start.seq, total, what))
    return DayVerified(
        table=log.table,
        day=day,
        first_entry=start.seq + 1,
        last_entry=walked.seq,
        signed_up_to=walked.signed_up_to,
        rounds=walked.rounds,
        settlements=walked.settlements,
        problem=walked.problem,
    )


def _entries_of(archive: Archive, log: Log, day: date, days: GamingDay) -> tuple[int, int]:
    begin, end = days.bounds(day)
    s = t.shifts.c
    query = select(func.min(s.first_entry), func.max(func.coalesce(s.last_entry, t.logs.c.upto)))
    query = query.join_from(t.shifts, t.logs, t.logs.c.id == s.log_id)
    with archive.engine.connect() as connection:
        row = connection.execute(query.where(t.logs.c.log == log.log, s.opened_ms >= begin, s.opened_ms < end)).one()
    first, last = row
    if first is None:
        raise PitRefused(Message("pit-not-opened", table=log.table, day=day.isoformat()))
    return int(first), int(last)


def _fresh_before(archive: Archive, log: Log, entry: int) -> int:
    """The fresh shoe from which the rounds before this entry were dealt; 0: none, begin at the beginning."""
    r = t.rounds.c
    query = select(r.fresh_from).join_from(t.rounds, t.logs, t.logs.c.id == r.log_id)
    query = query.where(t.logs.c.log == log.log, r.first_entry < entry).order_by(r.first_entry.desc()).limit(1)
    with archive.engine.connect() as connection:
        return int(connection.execute(query).scalar() or 0)


def _start(connection: sqlite3.Connection, shoe: int) -> Start:
    """What has to be known before the entry of this shoe."""
    if shoe == 0:
        return Start()
    opened = reader.last_of(connection, "round-opened", before=shoe)
    rules = reader.last_of(connection, "configuration", before=shoe)
    points = connection.execute("SELECT coalesce(max(number), 0) FROM checkpoints WHERE seq < ?", (shoe,)).fetchone()
    return Start(
        seq=shoe - 1,
        hash=reader.hash_at(connection, shoe - 1) or NO_HASH,
        checkpoints=points[0],
        round=round_number(opened.data) if opened else 0,
        configuration=rules.data if rules else None,
    )


def _signed_end(connection: sqlite3.Connection, last: int) -> int | None:
    """The first signed entry from `last` on; None while there is none: then to the end of the journal."""
    (seq,) = connection.execute("SELECT min(seq) FROM checkpoints WHERE seq >= ?", (last,)).fetchone()
    return None if seq is None else int(seq)


# --- the floor's copy ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The table's file beside the floor's copy; at the first difference both entries, in words."""

    comparison: Comparison
    at_table: str
    at_floor: str

    @property
    def same(self) -> bool:
        return self.comparison.first_difference is None and self.comparison.floor_is_prefix


def compare_with_floor(file: Path, floor: str) -> Compared:
    with connect(floor, program=PROGRAM) as connection:
        comparison = compare(connection, file)
    seq = comparison.first_difference
    if seq is None:
        return Compared(comparison=comparison, at_table="", at_floor="")
    with closing(FloorSource(floor)) as copy:
        at_table, at_floor = (_entry_text(source, comparison.log, seq) for source in (JournalFiles([file], file), copy))
    return Compared(comparison=comparison, at_table=at_table, at_floor=at_floor)


def _entry_text(source: EntrySource, log: str, seq: int) -> str:
    row = next((row for batch in source.rows(log, after=seq - 1, upto=seq) for row in batch), None)
    if row is None:
        return f"entry {seq} is missing"
    by = row.who or "nobody"
    return f"entry {seq}, {row.kind}, by {by}, at {row.at_ms} ms: {row.data[:300]} (hash {row.hash[:16]}…)"


def stamp_of_days(
    archive: Archive, covers: Iterable[tuple[Log, date]], days: GamingDay, words: Words, work: Work
) -> str:
    """Empty when these gaming days of these journals verify, with every settlement computed again. Raises `Stopped`."""
    for log, day in covers:
        broken = _broken(archive, log, day, days, work)
        if broken:
            return words("pit-not-genuine", table=log.table, where=broken)
    return ""


def stamp_of_round(archive: Archive, found_round: FoundRound, days: GamingDay, words: Words, work: Work) -> str:
    """Of the gaming day on which its shift was opened; without a shift, of the whole journal."""
    log = next(log for log in archive.logs() if log.log == found_round.log)
    s, g = t.shifts.c, t.logs.c
    query = select(s.opened_ms).join_from(t.shifts, t.logs, g.id == s.log_id)
    with archive.engine.connect() as connection:
        opened = connection.execute(query.where(g.log == found_round.log, s.number == found_round.shift)).scalar()
    day = None if opened is None else days.day_of(opened)
    broken = _broken(archive, log, day, days, work)
    return words("pit-not-genuine", table=log.table, where=broken) if broken else ""


def _broken(archive: Archive, log: Log, day: date | None, days: GamingDay, work: Work) -> Message | str:
    try:
        verified = verify_log(archive, log, work) if day is None else verify_day(archive, log, day, days, work)
    except (JournalError, PitRefused) as error:
        return error_message(error)
    return "" if verified.problem is None else verified.problem.message
