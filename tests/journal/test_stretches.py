"""Several walks over one journal find exactly what one walk finds."""

from __future__ import annotations

import sqlite3
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Journal
from dealer_console.journal.round_entries import opened
from dealer_console.journal.storage import reader
from dealer_console.journal.verification import stretches
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.tampering import Culprit


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stretches") / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        Dealing(journal).deal(60)
    return path


def parts_of(path: Path, length: int) -> list[Stretch]:
    with reader.read_only(path) as connection:
        genesis = next(reader.entries(connection))
        keys = reader.signing_keys(connection, bytes.fromhex(str(genesis.data["public_key"])))
        return stretches.stretches(connection, path, LOG.hex(), keys, length=length)


def test_stretches_begin_at_a_fresh_shoe_and_leave_nothing_out(path: Path) -> None:
    parts = parts_of(path, 300)
    assert len(parts) >= 3
    assert parts[0].start.seq == 0
    assert parts[-1].upto is None
    for before, after in pairwise(parts):
        assert before.upto == after.start.seq
        assert after.start.seq - before.start.seq >= 300
    with reader.read_only(path) as connection:
        kinds = {entry.seq: entry.kind for entry in reader.entries(connection)}
    assert {kinds[part.start.seq + 1] for part in parts[1:]} == {"shoe"}


def test_a_short_journal_is_one_stretch(path: Path) -> None:
    assert len(parts_of(path, stretches.SHORTEST)) == 1


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "SHORTEST", 300)


@pytest.mark.usefixtures("shared")
def test_the_walks_together_report_what_one_reports(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    together = verify(path, progress=lambda done, total: told.append((done, total)))
    monkeypatch.setattr(stretches, "SHORTEST", 10**9)
    alone = verify(path)
    assert together == alone
    assert alone.problem is None
    assert alone.rounds == 60
    assert told[0] == (0, alone.entries)
    assert told[-1] == (alone.entries, alone.entries)
    assert len(told) > 3
    assert told == sorted(told)


@pytest.mark.usefixtures("shared")
def test_the_walks_together_find_the_first_fault(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.journal"
    copy.write_bytes(path.read_bytes())
    Path(f"{copy}.head").write_bytes(Path(f"{path}.head").read_bytes())
    culprit = Culprit(copy)
    last = len(culprit.rows)
    edges = [part.start.seq for part in parts_of(path, 300)[1:]]
    for seq in [333, last, edges[0], edges[0] + 1]:
        for column in ("who", "seq"):
            with culprit.at_work():
                culprit.change(seq, column)
                culprit.change(last - 1 if seq != last - 1 else last, "who")
                problem = verify(copy).problem
                assert problem is not None
                assert problem.entry == min(seq, last - 1)
    for number, *_ in culprit.points[::20]:
        with culprit.at_work() as db:
            db.execute("DELETE FROM checkpoints WHERE number = ?", (number,))
            problem = verify(copy).problem
            assert problem is not None
            assert problem.checkpoint == number
    culprit.db.close()


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("data", ["no JSON", "[]", "{}", b"\xff", '{"bets":[],"round":"seven"}'])
def test_what_a_stretch_begins_with_may_itself_be_forged(path: Path, tmp_path: Path, data: str | bytes) -> None:
    """Every stretch needs the configuration and the last round before it; the fault is named at its own entry."""
    copy = tmp_path / "a.journal"
    copy.write_bytes(path.read_bytes())
    Path(f"{copy}.head").write_bytes(Path(f"{path}.head").read_bytes())
    culprit = Culprit(copy)
    edge = parts_of(path, 300)[1].start.seq
    opened_before = max(row[0] for row in culprit.rows[:edge] if row[1] == "round-opened")
    for seq in (2, opened_before):
        with culprit.at_work() as db:
            db.execute("UPDATE entries SET data = ? WHERE seq = ?", (data, seq))
            problem = verify(copy).problem
            assert problem is not None
            assert problem.entry == seq
    culprit.db.close()


@pytest.mark.usefixtures("shared")
def test_a_device_event_recorded_twice_is_found(path: Path, tmp_path: Path) -> None:
    """Only a program that is not ours writes it: the database refuses it."""
    copy = tmp_path / "a.journal"
    with Journal.create(copy, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        with sqlite3.connect(copy) as other:
            other.execute("DROP TRIGGER device_events_remain")
        for number in (1, 2, 1):
            with sqlite3.connect(copy) as other:
                other.execute("DELETE FROM device_events")
            journal.append([Draft(kind="device-event", data={"event": "card"}, device=("S1", number))], at_ms=NOON)
    assert str(verify(copy).problem) == "entry 4: event 1 of device S1 is recorded twice"


def test_device_numbers_that_go_back_are_no_fault_by_themselves(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        for number in (5, 3):
            journal.append([Draft(kind="device-event", data={"event": "card"}, device=("S1", number))], at_ms=NOON)
    assert verify(path).problem is None


def test_no_stretch_begins_inside_a_round(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        dealing = Dealing(journal)
        dealing.deal(10)
        dealing.append(opened(11, dealing.bets))
        for _ in range(50):
            dealing.append(Draft(kind="shoe", data={"decks": 6, "change": "shuffled"}))
    assert len(parts_of(path, 20)) == 1
    assert verify(path).problem is None


def test_other_threads_about(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the walks are started afresh instead of forked; the answer is the same."""
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    walked = list(stretches.walk_all(parts_of(path, 1000)))
    assert len(walked) > 1
    assert walked[-1].seq == verify(path).entries
    assert sum(walk.rounds for walk in walked) == 60
    assert all(walk.problem is None for walk in walked)
