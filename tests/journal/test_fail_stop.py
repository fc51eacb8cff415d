"""A write that fails stops the journal, says what to do, and loses nothing that was acknowledged."""

from __future__ import annotations

import json
import secrets
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Entry, Journal, JournalStopped
from dealer_console.journal.entry import Row
from dealer_console.journal.storage.disk_file import DiskFile
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED

ROOT = Path(__file__).parents[2]
NOTE = Draft(kind="note", data={"text": "x" * 700})


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "a.journal", table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as made:
        yield made


@pytest.mark.parametrize("room", [150_000, 420_000, 1_000_000])
def test_a_full_disk_loses_nothing_acknowledged(tmp_path: Path, room: int) -> None:
    command = [sys.executable, "-m", "tests.journal.full_disk", str(tmp_path), str(room)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["state_is_the_acknowledged_one"]
    assert told["reopened_at_the_acknowledged_one"]
    assert told["acknowledged"] > 20
    assert told["entries"] == told["acknowledged"] + 1
    assert told["problem"] is None
    assert len(told["refused"]) == 3
    assert len(set(told["refused"])) == 1
    assert f"stopped at entry {told['acknowledged']}" in told["refused"][0]
    assert "make room" in told["refused"][0]


def fill(journal: Journal, acknowledged: list[Entry]) -> None:
    for _ in range(1000):
        acknowledged += journal.append([NOTE], at_ms=NOON)


def test_a_database_without_room_stops_the_journal(journal: Journal) -> None:
    ((pages,),) = journal._file.connection.execute("PRAGMA page_count").fetchall()
    journal._file.connection.execute(f"PRAGMA max_page_count = {pages + 5}").fetchall()
    journal._file.roll_back()
    acknowledged: list[Entry] = []
    with pytest.raises(JournalStopped, match="disk is full"):
        fill(journal, acknowledged)
    last = acknowledged[-1]
    assert journal.seq == last.seq
    assert journal.stopped is not None
    with pytest.raises(JournalStopped, match="disk is full"):
        journal.append([NOTE], at_ms=NOON)
    journal.close()
    with Journal.open(journal.path, SEED) as again:
        assert (again.seq, again.head) == (last.seq, last.hash)
        again.append([NOTE], at_ms=NOON)
    assert verify(journal.path).problem is None


def test_another_program_that_holds_the_file_stops_the_journal(journal: Journal) -> None:
    journal.append([NOTE], at_ms=NOON)
    other = sqlite3.connect(journal.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(JournalStopped, match="stopped at entry 2: database is locked"):
        journal.append([NOTE], at_ms=NOON)
    other.execute("ROLLBACK")
    other.close()
    with pytest.raises(JournalStopped):
        journal.append([NOTE], at_ms=NOON)


def test_an_entry_from_another_hand_stops_the_journal(journal: Journal) -> None:
    other = DiskFile(journal.path)
    other.insert([Row(2, "note", 1, 0, None, None, None, '{"text":"mine"}', "0" * 64)])
    other.close()
    with pytest.raises(JournalStopped, match="behind its back"):
        journal.append([NOTE], at_ms=NOON)
    assert journal.seq == 1


def test_a_head_that_cannot_be_written_stops_the_journal(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, log=LOG, head_folder=outside) as journal:
        kept = tmp_path / "kept.head"
        shutil.copy(outside / "a.journal.head", kept)
        shutil.rmtree(outside)
        journal.append([NOTE], at_ms=NOON)
        with pytest.raises(JournalStopped, match=r"a\.journal\.head"):
            journal.checkpoint(NOON)
        with pytest.raises(JournalStopped):
            journal.append([NOTE], at_ms=NOON)
    outside.mkdir()
    shutil.copy(kept, outside / "a.journal.head")
    with Journal.open(path, SEED, head_folder=outside) as journal:
        assert journal.last_checkpoint.number == 2
    assert verify(path, head_folder=outside).problem is None


def test_reading_from_a_broken_file_stops_the_journal(journal: Journal) -> None:
    journal.append([Draft(kind="note", data={"text": secrets.token_hex(500)}) for _ in range(500)], at_ms=NOON)
    journal.close()
    with journal.path.open("r+b") as file:
        file.seek(journal.path.stat().st_size // 2)
        file.write(b"\xff" * 4096 * 3)
    with Journal.open(journal.path, SEED) as again, pytest.raises(JournalStopped, match="malformed"):
        list(again.entries())


@pytest.mark.parametrize("table", ["pieces", "marks", "device_events"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET seq = 7", "DELETE FROM {}"])
def test_the_database_itself_refuses_changes_of_entries(journal: Journal, statement: str, table: str) -> None:
    shoe = Draft(kind="shoe", data={"decks": 6, "change": "new"}, device=("S1", 1))
    journal.append([shoe], at_ms=NOON)
    other = sqlite3.connect(journal.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(statement.format(table))
    other.close()


def test_no_entry_goes_where_the_earlier_forms_had_theirs(journal: Journal) -> None:
    with closing(sqlite3.connect(journal.path)) as other, pytest.raises(sqlite3.IntegrityError, match="in pieces"):
        other.execute("INSERT INTO entries VALUES (2, 'note', 1, 0, NULL, NULL, NULL, '{}', '')")


@pytest.mark.parametrize("statement", ["UPDATE checkpoints SET seq = 5", "DELETE FROM checkpoints"])
def test_the_database_itself_refuses_changes_of_checkpoints(journal: Journal, statement: str) -> None:
    other = sqlite3.connect(journal.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(statement)
    other.close()


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT OR REPLACE INTO pieces SELECT seq, x'01', hashes FROM pieces",
        "INSERT INTO pieces SELECT seq + 5, piece, hashes FROM pieces",
        "INSERT OR REPLACE INTO checkpoints SELECT number, 5, hash, at_ms, signature FROM checkpoints",
    ],
)
def test_nothing_is_replaced_and_no_number_is_left_out(journal: Journal, statement: str) -> None:
    other = sqlite3.connect(journal.path)
    other.execute("PRAGMA recursive_triggers = OFF")
    with pytest.raises(sqlite3.IntegrityError, match="follow one another"):
        other.execute(statement)
    other.close()


def test_a_disk_without_room_for_the_locks_of_sqlite_makes_no_foreign_file_of_a_journal(tmp_path: Path) -> None:
    """What SQLite needs beside the file to open it cannot be written: that is said, and not that it is no journal."""
    file = tmp_path / "t.journal"
    Journal.create(file, table="t", signing_key=bytes(32)).close()
    words = (
        "import resource, sys; from pathlib import Path; from dealer_console.journal import Journal;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)); Journal.open(Path(sys.argv[1]), bytes(32))"
    )
    ended = subprocess.run([sys.executable, "-c", words, str(file)], capture_output=True, text=True)
    assert ended.returncode == 1
    assert "JournalStopped" in ended.stderr
    assert "no journal" not in ended.stderr
    Journal.open(file, bytes(32)).close()
