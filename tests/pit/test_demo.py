"""The demonstration floor: genuine journals, the same for the same seed, with everything that a review looks for."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import func, select

from dealer_console.demo.floor import DemoFloor, generate, week
from dealer_console.journal.verification.verify import verify
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Stopped, Work

TINY = DemoFloor(tables=2, days=1, hours=1, seed=11)


def heads(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.head"))}


def test_every_journal_is_genuine_and_pays_what_it_should(dealt: Path) -> None:
    for path in sorted(dealt.glob("*.journal")):
        report = verify(path)
        assert report.ok, report.problem
        assert report.rounds > 50
        assert report.signed_up_to == report.entries


def test_the_same_seed_gives_the_same_floor_by_one_process_or_two(tmp_path: Path) -> None:
    for name, processes in (("one", 1), ("two", 2)):
        generate(tmp_path / name, TINY, processes=processes)
    generate(tmp_path / "other", DemoFloor(tables=1, days=1, hours=1, seed=12), processes=1)
    assert heads(tmp_path / "one") == heads(tmp_path / "two")
    assert not set(heads(tmp_path / "one").values()) & set(heads(tmp_path / "other").values())


def test_it_holds_what_a_review_looks_for(archive: Archive) -> None:
    with archive.engine.connect() as connection:
        for table in (t.rounds, t.shifts, t.irregularities, t.corrections, t.calls, t.devices, t.sittings):
            assert connection.execute(select(func.count()).select_from(table)).scalar_one() > 0, table.name
        assert connection.execute(select(func.count(t.rounds.c.dealer.distinct()))).scalar_one() >= 3
    assert {log.table for log in archive.logs()} == {"switch-01", "blackjack-02", "switch-03"}


def test_nobody_sits_twice_at_a_table_however_few_cards_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(week, "CARDS_OF_A_TABLE", 5)  # as many as seats: every draw meets somebody who plays
    generate(tmp_path / "few", DemoFloor(tables=1, days=2, hours=3, seats=5), processes=1)
    with Archive.open(tmp_path / "few") as archive:
        archive.refresh()
        s = t.sittings.c
        with archive.engine.connect() as connection:
            sat = connection.execute(select(s.player, s.from_ms, s.to_ms).order_by(s.player, s.from_ms)).all()
    rated = [row for row in sat if row.player.startswith("C-")]
    assert len(rated) > 5
    assert all(row.player.removeprefix("C-").isdigit() for row in rated), "another card, no second one of the same"
    assert all(before.to_ms <= row.from_ms for before, row in pairwise(rated) if before.player == row.player)


def test_it_can_be_stopped_and_fills_only_an_empty_folder(tmp_path: Path) -> None:
    work = Work(lambda done, _total, _what: work.stop() if done else None)
    with pytest.raises(Stopped):
        generate(tmp_path / "a", DemoFloor(tables=3, days=1, hours=1), work, processes=1)
    assert len(list((tmp_path / "a").glob("*.journal"))) == 2
    with pytest.raises(PitRefused, match="not empty"):
        generate(tmp_path / "a", TINY)
