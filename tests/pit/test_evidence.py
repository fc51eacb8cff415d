"""Evidence: a day or a whole journal verified with progress, stopped, and found out where it breaks."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import select

from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.evidence import verify_day, verify_log
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.reports import days_of
from tests.journal.forms import changed_by_hand


def test_every_day_and_every_journal_is_genuine(archive: Archive, house: Expectations) -> None:
    for log in archive.logs():
        told: list[int] = []
        report = verify_log(archive, log, Work(lambda done, _total, _what, told=told: told.append(done)))  # type: ignore[misc]
        assert report.ok, report.problem
        assert told[0] == 0
        assert told[-1] == report.entries
        rounds = 0
        for day in days_of(archive, house.gaming_day):
            day_verified = verify_day(archive, log, day, house.gaming_day)
            assert day_verified.ok, day_verified.problem
            assert day_verified.signed_up_to == day_verified.last_entry
            rounds += day_verified.rounds
        assert rounds >= report.rounds


def test_a_changed_entry_is_found_on_its_day_only(dealt: Path, house: Expectations, tmp_path: Path) -> None:
    source = dealt / "switch-01.journal"
    path = tmp_path / source.name
    shutil.copy(source, path)
    shutil.copy(f"{source}.head", f"{path}.head")
    with Archive.open(path) as archive:
        archive.refresh()
        log = archive.log()
        with archive.engine.connect() as connection:
            last = connection.execute(select(t.rounds.c.first_entry).order_by(t.rounds.c.id.desc())).scalars().first()
        assert last is not None
        with changed_by_hand(path) as file:
            file.execute("UPDATE entries SET who = 'Mallory' WHERE seq = ?", (last + 1,))
        newest, oldest = days_of(archive, house.gaming_day)
        assert verify_day(archive, log, oldest, house.gaming_day).ok
        broken = verify_day(archive, log, newest, house.gaming_day)
        assert broken.problem is not None
        assert broken.problem.entry == last + 1
        whole = verify_log(archive, log)
        assert whole.problem is not None
        assert whole.problem.entry == last + 1


def test_verifying_can_be_stopped(archive: Archive, house: Expectations) -> None:
    log = archive.logs()[0]
    for check in (
        lambda work: verify_log(archive, log, work),
        lambda work: verify_day(archive, log, next(days_of(archive, house.gaming_day)), house.gaming_day, work),
    ):
        work = Work()
        work.stop()
        with pytest.raises(Stopped):
            check(work)
