"""Papers from a journal that is not what its table wrote are stamped: every page says at which entry it breaks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from sqlalchemy import select

from dealer_console.journal.errors import JournalError
from dealer_console.messages import Words
from dealer_console.pit.archive import Archive, FoundRound, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.evidence import verify_day, verify_log
from dealer_console.pit.expectations import GamingDay
from dealer_console.pit.long_work import Work


def stamp_of_days(
    archive: Archive, covers: Iterable[tuple[Log, date]], days: GamingDay, words: Words, work: Work
) -> str:
    """Empty when these gaming days of these journals verify, with every settlement computed again. Raises `Stopped`."""
    for log, day in covers:
        broken = _broken(archive, log, day, days, work)
        if broken:
            return words("pit-not-genuine", table=log.table, where=broken)
    return ""


def stamp_of_round(archive: Archive, found: FoundRound, days: GamingDay, words: Words, work: Work) -> str:
    """Of the gaming day on which its shift was opened; without a shift, of the whole journal."""
    log = next(log for log in archive.logs() if log.log == found.log)
    s, g = t.shifts.c, t.logs.c
    query = select(s.opened_ms).join_from(t.shifts, t.logs, g.id == s.log_id)
    with archive.engine.connect() as connection:
        opened = connection.execute(query.where(g.log == found.log, s.number == found.shift)).scalar()
    day = None if opened is None else days.day_of(opened)
    broken = _broken(archive, log, day, days, work)
    return words("pit-not-genuine", table=log.table, where=broken) if broken else ""


def _broken(archive: Archive, log: Log, day: date | None, days: GamingDay, work: Work) -> str:
    try:
        verified = verify_log(archive, log, work) if day is None else verify_day(archive, log, day, days, work)
    except (JournalError, PitRefused) as error:
        return str(error)
    return "" if verified.problem is None else str(verified.problem)
