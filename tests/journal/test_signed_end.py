"""The end of the file is signed: nothing can be hung on it or cut from it, and no state comes from unsigned entries."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Journal, JournalDamaged, JournalError, JournalRefused, checkpoints, keys
from dealer_console.journal.canonical import Json, canonical
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Row, hash_of
from dealer_console.journal.errors import JournalStopped
from dealer_console.journal.storage.disk_file import DiskFile
from dealer_console.journal.storage.guards import END_GUARDS, GUARDS
from dealer_console.journal.storage.on_disk import MOST_UNSIGNED
from dealer_console.journal.storage.reader import hash_at, last_seq
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.forms import changed_by_hand, second_form
from tests.journal.test_tampering import as_program, ours, theirs

OTHER = bytes(range(32, 64))
NOTE = Draft(kind="note", data={"text": "x"}, who="Ann")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        journal.snapshot({"tray": 10_000_00}, NOON)
        Dealing(journal).deal(4)
    return path


def hang_on(path: Path, kind: str, data: dict[str, Json]) -> int:
    """An entry that fits in every way, by somebody who has the file and not the key. Its number."""
    file = DiskFile(path)
    seq = last_seq(file.connection) + 1
    row = (seq, kind, 1, NOON, None, None, None, canonical(data))
    file.insert([Row(*row, hash_of(LOG.hex(), str(hash_at(file.connection, seq - 1)), row))])
    file.close()
    return seq


def outsider(path: Path) -> str:
    import subprocess
    import sys

    program = Path(__file__).parents[2] / "docs" / "verify_journal.py"
    return subprocess.run([sys.executable, "-I", str(program), str(path)], capture_output=True, text=True).stdout


def test_a_forged_snapshot_is_not_restored_and_both_verifiers_say_where_nothing_is_signed(path: Path) -> None:
    """5,000.00 less in the tray: once it was taken over, signed and verified as genuine."""
    with Journal.open(path, SEED) as journal:
        honest = journal.last_snapshot()
    forged = hang_on(path, "snapshot", {"tray": 5_000_00})
    assert verify(path).signed_up_to == forged - 1
    assert f"NOT SIGNED from entry {forged} on" in outsider(path)
    with Journal.open(path, SEED) as journal:
        assert journal.last_snapshot() == honest
        assert journal.found_unsigned == range(forged, forged + 1)


def test_opening_and_closing_alone_signs_nothing_that_was_hung_on(path: Path) -> None:
    forged = hang_on(path, "note", {"text": "y"})
    Journal.open(path, SEED).close()
    assert verify(path).signed_up_to == forged - 1


def test_a_snapshot_that_was_changed_is_not_restored(path: Path) -> None:
    with changed_by_hand(path) as db:
        db.execute("""UPDATE entries SET data = '{"tray":500000}' WHERE kind = 'snapshot'""")
    with Journal.open(path, SEED) as journal, pytest.raises(JournalDamaged, match="entry 2 is not what was written"):
        journal.last_snapshot()


def test_every_append_is_signed_by_itself(path: Path) -> None:
    with Journal.open(path, SEED) as journal:
        journal.append([NOTE], at_ms=NOON)
        assert not journal.unsigned
        assert verify(path).signed_up_to == journal.seq


def test_in_a_rush_a_few_wait_and_are_signed_together(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic_ns", lambda: 1)
    with Journal.open(path, SEED) as journal:
        journal._signed_ns = 1
        for _ in range(MOST_UNSIGNED - 1):
            journal.append([NOTE], at_ms=NOON)
        assert journal.unsigned
        journal.append([NOTE], at_ms=NOON)
        assert not journal.unsigned
        journal.append([NOTE], at_ms=NOON)
        journal.sign_end(NOON)
        assert not journal.unsigned
        journal.append([NOTE], at_ms=NOON)
    assert verify(path).signed_up_to == journal.seq


def cut_at_a_checkpoint(path: Path) -> Checkpoint:
    """Two rounds less, with the signature of the checkpoint before them as the head outside."""
    with changed_by_hand(path) as db:
        points = db.execute("SELECT * FROM checkpoints ORDER BY number DESC").fetchall()
        number, seq, hash_, at_ms, signature = points[2]
        db.execute("DELETE FROM entries WHERE seq > ?", (seq,))
        db.execute("DELETE FROM checkpoints WHERE number > ?", (number,))
    point = Checkpoint(number=number, seq=seq, hash=hash_, at_ms=at_ms, signature=signature)
    checkpoints.write_head(Path(f"{path}.head"), LOG.hex(), point)
    return point


@pytest.mark.parametrize("then", ["leave", "forge", "remove", "first form"])
def test_a_checkpoint_is_no_end_of_the_file(path: Path, then: str) -> None:
    point = cut_at_a_checkpoint(path)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER end_moves_on")
    if then == "forge":
        values = (point.seq, point.hash, point.at_ms, point.signature)
        db.execute("UPDATE signed_end SET seq = ?, hash = ?, at_ms = ?, signature = ?", values)
    db.execute(END_GUARDS["end_moves_on"])
    if then == "remove":
        db.execute("DROP TRIGGER end_remains")
        db.execute("DELETE FROM signed_end")
        db.execute(END_GUARDS["end_remains"])
    if then == "first form":
        db.execute("DROP TABLE signed_end")
        db.execute("DROP INDEX key_changes")
        db.execute("UPDATE alembic_version SET version_num = '0001'")
    db.close()
    for say in (ours, theirs, as_program):
        said = say(path)
        assert said is not None, say
        assert said.startswith((f"entry {point.seq + 1}:", "its end is not signed"))
    with pytest.raises(JournalError, match=r"end|missing"):
        Journal.open(path, SEED)


def test_an_old_copy_of_everything_is_found_by_a_head_that_is_kept_elsewhere(tmp_path: Path) -> None:
    path, elsewhere, old = tmp_path / "a.journal", tmp_path / "elsewhere", tmp_path / "old"
    elsewhere.mkdir()
    with Journal.create(path, table="t", signing_key=SEED, at_ms=NOON, log=LOG, head_folder=elsewhere) as journal:
        dealing = Dealing(journal)
        dealing.deal(1)
    shutil.copy(path, old)
    with Journal.open(path, SEED, head_folder=elsewhere) as journal:
        dealing.journal = journal
        dealing.deal(2)
    shutil.copy(old, path)
    assert verify(path, head_folder=elsewhere).problem is not None
    with pytest.raises(JournalDamaged, match="an old copy was put in its place"):
        Journal.open(path, SEED, head_folder=elsewhere)


def test_a_copy_from_the_floor_says_that_its_end_is_not_signed(path: Path) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("DROP TRIGGER end_remains")
    db.execute("DELETE FROM signed_end")
    db.execute(END_GUARDS["end_remains"])
    db.close()
    assert verify(path).problem is not None
    assert verify(path, copy=True).problem is None
    with pytest.raises(JournalDamaged, match="a copy from the floor"):
        Journal.open(path, SEED)
    with Journal.open(path, SEED, renew_head=True) as journal:
        journal.append([NOTE], at_ms=NOON)
    assert verify(path).problem is None


# --- another key -----------------------------------------------------------------------------------------------------


def test_a_key_is_changed_by_an_entry_that_the_key_before_has_signed(path: Path) -> None:
    with Journal.open(path, SEED) as journal:
        journal.change_key(OTHER, by="p1", approved_by="p2", at_ms=NOON)
        changed = journal.seq
        journal.append([NOTE], at_ms=NOON)
        journal.checkpoint(NOON)
        assert journal.end.key == keys.public_key(OTHER).hex()[:16]
    assert (ours(path), theirs(path), as_program(path)) == (None, None, None)
    report = verify(path, keys.public_key(SEED))
    assert (report.ok, report.keys, report.signed_up_to) == (True, 2, journal.seq)
    assert changed < journal.seq
    with pytest.raises(JournalRefused, match="not the key of"):
        Journal.open(path, SEED)
    Journal.open(path, OTHER).close()


def test_right_after_the_change_the_journal_opens_with_the_new_key(path: Path) -> None:
    with Journal.open(path, SEED) as journal:
        journal.change_key(OTHER, by="p1", approved_by="p2", at_ms=NOON)
        with pytest.raises(JournalRefused, match="signs already"):
            journal.change_key(OTHER, by="p1", approved_by="p2", at_ms=NOON)
    assert (ours(path), theirs(path)) == (None, None)
    Journal.open(path, OTHER).close()


def test_a_key_that_only_names_itself_is_found(path: Path) -> None:
    """Somebody without the key hangs on an entry that names his own, and signs with it from there on."""
    data: dict[str, Json] = {"public_key": keys.public_key(OTHER).hex(), "by": "p1", "approved_by": "p2"}
    named = hang_on(path, "key-changed", data)
    last = hang_on(path, "note", {"text": "x"})
    db = sqlite3.connect(path, isolation_level=None)
    ((number,),) = db.execute("SELECT max(number) FROM checkpoints").fetchall()
    hash_ = str(hash_at(db, last))
    point = checkpoints.make(OTHER, LOG.hex(), number=number + 1, seq=last, hash=hash_, at_ms=NOON)
    end = checkpoints.make_end(OTHER, LOG.hex(), seq=last, hash=hash_, at_ms=NOON)
    db.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)", (number + 1, last, hash_, NOON, point.signature))
    values = (end.seq, end.hash, end.at_ms, end.key, end.signature)
    db.execute("UPDATE signed_end SET seq = ?, hash = ?, at_ms = ?, key = ?, signature = ?", values)
    db.close()
    checkpoints.write_head(Path(f"{path}.head"), LOG.hex(), point)
    for say in (ours, theirs):
        assert f"entry {named}: it names a key that the key before has not signed" in str(say(path))
    with pytest.raises(JournalDamaged, match="names a key that the key before has not signed"):
        Journal.open(path, OTHER)


# --- what else lies in the file or beside it -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER quiet AFTER INSERT ON entries BEGIN UPDATE signed_end SET seq = seq; END",
        "CREATE TABLE notes (text TEXT)",
        "CREATE VIEW seen AS SELECT * FROM entries",
        "CREATE INDEX other ON checkpoints (seq)",
    ],
)
def test_what_no_program_of_ours_put_there_is_named(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    db.execute(statement)
    db.close()
    assert "does not belong there" in str(ours(path))
    assert "does not belong there" in str(theirs(path))
    with pytest.raises(JournalDamaged, match="does not belong there"):
        Journal.open(path, SEED)


@pytest.mark.parametrize(
    ("name", "now", "then"),
    [
        ("index rounds", "ON entries (seq) WHERE kind = 'round-opened'", "ON entries (seq) WHERE kind = 'shoe'"),
        ("table checkpoints", "signature TEXT NOT NULL", "signature TEXT NOT NULL, more TEXT AS (hash)"),
        ("table signed_end", "hash TEXT NOT NULL", "hash TEXT NOT NULL COLLATE NOCASE"),
    ],
)
def test_a_part_that_only_bears_the_name_of_ours_is_named(path: Path, name: str, now: str, then: str) -> None:
    """An index that finds other entries, a column that is computed: the names alone say nothing."""
    db = sqlite3.connect(path)
    db.execute("PRAGMA writable_schema = ON")
    changed = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE type || ' ' || name = ? AND instr(sql, ?) > 0"
    assert db.execute(changed, (now, then, name, now)).rowcount == 1
    db.commit()
    db.close()
    assert f"does not belong there: {name}" in str(ours(path))
    assert f"does not belong there: {name}" in str(theirs(path))
    with pytest.raises(JournalDamaged, match=f"does not belong there: {name}"):
        Journal.open(path, SEED)


@pytest.mark.parametrize(("kind", "name"), [("trigger", "sqlite_quiet"), ("TRIGGER", "quiet"), ("VIEW", "seen")])
def test_a_foreign_trigger_is_named_whatever_its_row_in_the_schema_says(path: Path, kind: str, name: str) -> None:
    """SQLite runs it all the same: it reads the statement, and the words beside it in any letters."""
    works = "AFTER INSERT ON checkpoints BEGIN UPDATE alembic_version SET version_num = 'x'; END"
    made = f"CREATE TRIGGER {name} {works}" if kind != "VIEW" else f"CREATE VIEW {name} AS SELECT 1"
    db = sqlite3.connect(path)
    db.execute("PRAGMA writable_schema = ON")
    table = name if kind == "VIEW" else "checkpoints"
    db.execute(
        "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, 0, ?)",
        (kind, name, table, made),
    )
    db.execute("PRAGMA writable_schema = RESET")
    db.commit()
    db.close()
    assert f"{kind} {name}" in str(ours(path))
    assert f"{kind} {name}" in str(theirs(path))
    with pytest.raises(JournalDamaged, match="does not belong there"):
        Journal.open(path, SEED)


def test_a_rollback_journal_beside_the_file_is_left_alone(path: Path) -> None:
    before = path.read_bytes()
    beside = Path(f"{path}-journal")
    beside.write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(1000))
    assert "would be written into" in str(ours(path))
    assert "would be written into" in str(as_program(path))
    with pytest.raises(JournalError, match="would be written into"):
        Journal.open(path, SEED)
    assert (path.read_bytes(), beside.exists()) == (before, True)


def test_a_journal_behind_a_link_is_read_to_its_end_and_its_rollback_journal_left_alone(path: Path) -> None:
    """SQLite follows a link: its logs lie beside the file, not beside the link."""
    link = path.with_name("link.journal")
    link.symlink_to(path)
    Path(f"{link}.head").symlink_to(f"{path}.head")
    with Journal.open(path, SEED) as journal:  # what is appended now is in the log alone
        journal.append([NOTE] * 10, at_ms=NOON)
        last = journal.seq
        assert (verify(link).ok, verify(link).entries) == (True, last)
        assert f"genuine: {last} entries" in outsider(link)
    Path(f"{path}-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(1000))
    assert "would be written into" in str(ours(link))
    assert "would be written into" in str(as_program(link))
    with pytest.raises(JournalError, match="would be written into"):
        Journal.open(link, SEED)


def test_a_time_that_is_no_number_is_found(path: Path) -> None:
    """A text of the same digits gives the same hash; the database keeps it as a text when its column is no number."""
    second_form(path)
    db = sqlite3.connect(path, isolation_level=None)
    for name in GUARDS:
        db.execute(f"DROP TRIGGER {name}")
    db.execute("PRAGMA writable_schema = ON")
    db.execute("UPDATE sqlite_master SET sql = replace(sql, 'at_ms INTEGER', 'at_ms BLOB') WHERE name = 'entries'")
    db.execute("PRAGMA writable_schema = RESET")
    db.execute("UPDATE entries SET at_ms = CAST(at_ms AS TEXT) WHERE seq = 3")
    for text in GUARDS.values():
        db.execute(text)
    db.close()
    assert str(ours(path)).startswith("entry 3:")
    assert str(theirs(path)).startswith("entry 3:")


def test_files_that_others_could_read_are_closed_to_them_when_the_journal_is_opened(path: Path) -> None:
    """Brought back with `cp` by somebody whose new files are open to all."""
    beside = [path, *(Path(f"{path}{end}") for end in (".head", ".head.new", ".lock", "-wal", "-shm"))]
    with Journal.open(path, SEED):
        copies = {file: file.read_bytes() for file in beside if file.exists()}
    for file in beside:
        file.write_bytes(copies.get(file, b""))
        file.chmod(0o666)
    with Journal.open(path, SEED) as journal:
        journal.append([NOTE], at_ms=NOON)
        journal.checkpoint(NOON)
        modes = {file.name: file.stat().st_mode & 0o777 for file in beside if file.exists()}
    assert set(modes.values()) == {0o600}, modes
    assert {f"{path.name}-wal", f"{path.name}.head"} <= modes.keys()


@pytest.mark.parametrize("how", ["moved", "removed", "exchanged"])
def test_a_file_that_somebody_takes_from_under_the_table_stops_it_with_the_round(path: Path, how: str) -> None:
    """It would go on writing into a file that nobody finds again, and the next start would find an older one."""
    old = path.read_bytes()
    with Journal.open(path, SEED) as journal:
        path.rename(path.with_name("away")) if how == "moved" else path.unlink()
        if how == "exchanged":
            path.write_bytes(old)
        with pytest.raises(JournalStopped, match="moved away or exchanged"):
            journal.checkpoint(NOON)
        with pytest.raises(JournalStopped):
            journal.append([NOTE], at_ms=NOON)


def test_the_files_are_for_their_owner_only(path: Path) -> None:
    for file in (path, Path(f"{path}.head"), Path(f"{path}.lock")):
        assert file.stat().st_mode & 0o077 == 0, file


def test_a_journal_has_one_writer_whatever_it_is_called(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.journal"
    other.hardlink_to(path)
    shutil.copy(f"{path}.head", f"{other}.head")
    with Journal.open(path, SEED) as journal:
        with pytest.raises(JournalRefused, match="another program"):
            Journal.open(other, SEED)
        journal.append([NOTE], at_ms=NOON)
    Journal.open(other, SEED).close()
