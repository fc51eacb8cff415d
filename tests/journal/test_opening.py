"""Creating and opening: one writer, the right key, the head outside, and quick however long the journal is."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from dealer_console.journal import Draft, Journal, JournalDamaged, JournalRefused, JournalStopped, migrate
from dealer_console.journal.storage import guards
from dealer_console.journal.storage.disk_file import unfinished_path
from dealer_console.journal.storage.reader import last_of
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, journal_with_rounds
from tests.journal.forms import changed_by_hand

NOTE = Draft(kind="note", data={"text": "x"})


def create(path: Path) -> Journal:
    return Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG)


def edit(path: Path, *statements: str) -> None:
    """As somebody does who has the file and knows SQLite."""
    with changed_by_hand(path) as connection:
        for statement in statements:
            connection.execute(statement)


def test_what_was_written_is_there_again(tmp_path: Path) -> None:
    with create(tmp_path / "a.journal") as journal:
        journal.append([NOTE], at_ms=NOON)
        before = (journal.log, journal.table, journal.public_key, journal.seq, journal.head)
    with Journal.open(tmp_path / "a.journal", SEED) as journal:
        assert before == (journal.log, journal.table, journal.public_key, journal.seq, journal.head)
        assert journal.last_checkpoint.number == 1


def test_it_is_durable_before_it_returns(tmp_path: Path) -> None:
    with create(tmp_path / "a.journal") as journal:
        pragma = journal._file.connection.execute
        assert pragma("PRAGMA journal_mode").fetchone() == ("wal",)
        assert pragma("PRAGMA synchronous").fetchone() == (2,)


def test_two_new_journals_have_two_identities(tmp_path: Path) -> None:
    logs = set()
    for name in ("a", "b"):
        with Journal.create(tmp_path / name, table="BJS 4", signing_key=SEED) as journal:
            logs.add(journal.log)
    assert {len(log) for log in logs} == {32}
    assert len(logs) == 2


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    with create(tmp_path / "a.journal"):
        with pytest.raises(JournalRefused, match="being written by another program"):
            Journal.open(tmp_path / "a.journal", SEED)
        with pytest.raises(JournalRefused, match="being written by another program"):
            create(tmp_path / "a.journal")
        program = (
            "import sys; from pathlib import Path; from dealer_console.journal import Journal\n"
            "Journal.open(Path(sys.argv[1]))"
        )
        ended = subprocess.run(
            [sys.executable, "-c", program, str(tmp_path / "a.journal")], capture_output=True, text=True
        )
        assert "close the other one first" in ended.stderr
    Journal.open(tmp_path / "a.journal", SEED).close()


def test_an_existing_journal_is_not_made_anew(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    with pytest.raises(JournalRefused, match="exists already"):
        create(tmp_path / "a.journal")


def test_a_new_journal_does_not_take_the_head_of_an_old_one(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    (tmp_path / "a.journal").unlink()
    with pytest.raises(JournalRefused, match="earlier journal of this name"):
        create(tmp_path / "a.journal")


def test_a_power_cut_while_it_is_made_leaves_no_half_journal(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    create(path).close()
    path.rename(unfinished_path(path))
    with pytest.raises(JournalRefused, match="there is no journal"):
        Journal.open(path, SEED)
    create(path).close()
    assert not unfinished_path(path).exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalRefused, match="cannot be opened"):
        create(tmp_path / "nowhere" / "a.journal")


def test_a_head_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalStopped, match="could not be made"):
        Journal.create(tmp_path / "a.journal", table="x", signing_key=SEED, head_folder=tmp_path / "nowhere")
    assert not (tmp_path / "a.journal").exists()


def test_the_key_of_another_journal_is_refused(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    with pytest.raises(JournalRefused, match="not the key of"):
        Journal.open(tmp_path / "a.journal", b"x" * 32)


def test_without_the_key_it_writes_but_cannot_sign(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    with Journal.open(tmp_path / "a.journal") as journal:
        journal.append([NOTE], at_ms=NOON)
        with pytest.raises(JournalRefused, match="without its key"):
            journal.checkpoint(NOON)
        assert journal.stopped is None


@pytest.mark.parametrize("content", [b"", b"no database at all, but long enough to be looked at" * 100])
def test_a_file_that_is_no_journal(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.journal").write_bytes(content)
    with pytest.raises(JournalDamaged, match="no journal of a table"):
        Journal.open(tmp_path / "a.journal", SEED)


def test_a_database_of_another_program(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "a.journal")
    connection.execute("CREATE TABLE alembic_version (version_num)")
    connection.commit()
    connection.close()
    with pytest.raises(JournalDamaged, match="which form it has"):
        Journal.open(tmp_path / "a.journal", SEED)


# --- the form of the file --------------------------------------------------------------------------------------------


def test_a_newer_form_is_refused_with_what_to_do(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    with closing(sqlite3.connect(tmp_path / "a.journal")) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(JournalRefused, match=r"newer program .*9999.* update dealer-console"):
        Journal.open(tmp_path / "a.journal", SEED)


def steps_of_tomorrow(folder: Path, monkeypatch: pytest.MonkeyPatch, *statements: str) -> None:
    """Our migrations and one more, as the next version of the program will have."""
    shutil.copytree(Path(migrate.__file__).parent / "migrations", folder / "migrations")
    lines = "".join(f"    op.execute({statement!r})\n" for statement in statements)
    text = f"from alembic import op\nrevision = '9000'\ndown_revision = '{migrate.NEWEST}'\n"
    text += f"def upgrade() -> None:\n{lines}"
    (folder / "migrations" / "versions" / "v9000_tomorrow.py").write_text(text)
    monkeypatch.setattr(migrate, "_STEPS", folder / "migrations")
    monkeypatch.setattr(migrate, "NEWEST", "9000")
    monkeypatch.setattr(guards, "_ALL_PARTS", {**guards._ALL_PARTS, "by_time": statements[0]})


def form_and_indexes(path: Path) -> tuple[str, set[str]]:
    connection = sqlite3.connect(path)
    (form,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
    connection.close()
    return form, names


def test_an_older_form_is_migrated_when_it_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    with Journal.open(path, SEED) as journal:
        before = list(journal.entries())
    steps_of_tomorrow(tmp_path, monkeypatch, "CREATE INDEX by_time ON entries (at_ms)")
    with Journal.open(path, SEED) as journal:
        assert list(journal.entries()) == before
        journal.append([NOTE], at_ms=NOON)
    form, names = form_and_indexes(path)
    assert form == "9000"
    assert "by_time" in names
    assert verify(path).problem is None


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    before, form = path.read_bytes(), form_and_indexes(path)
    steps_of_tomorrow(tmp_path, monkeypatch, "CREATE INDEX by_time ON entries (at_ms)", "CREATE INDEX x ON nowhere (y)")
    with pytest.raises(JournalStopped, match="it is as it was"):
        Journal.open(path, SEED)
    assert form_and_indexes(path) == form
    monkeypatch.undo()
    Journal.open(path, SEED).close()
    assert len(path.read_bytes()) == len(before)


def test_the_newest_form_is_the_head_of_the_migrations() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == migrate.NEWEST


# --- the head outside ------------------------------------------------------------------------------------------------


def test_a_rolled_back_file_is_refused(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    old = tmp_path / "old"
    shutil.copy(path, old)
    with Journal.open(path, SEED) as journal:
        journal.append([NOTE], at_ms=NOON)
        journal.checkpoint(NOON)
    shutil.copy(old, path)
    with pytest.raises(JournalDamaged, match="an old copy was put in its place"):
        Journal.open(path, SEED)


def test_a_missing_head_is_refused_until_somebody_takes_it_upon_himself(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    head = tmp_path / "a.journal.head"
    before = head.read_text()
    head.unlink()
    with pytest.raises(JournalDamaged, match=r"head .* is missing"):
        Journal.open(path, SEED)
    Journal.open(path, SEED, renew_head=True).close()
    assert head.read_text() == before


def test_a_head_one_step_behind_is_brought_up(tmp_path: Path) -> None:
    """The power went between the commit of the checkpoint and the writing of the head."""
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    head = tmp_path / "a.journal.head"
    before = head.read_text()
    with Journal.open(path, SEED) as journal:
        journal.append([NOTE], at_ms=NOON)
        journal.checkpoint(NOON)
    after = head.read_text()
    head.write_text(before)
    Journal.open(path, SEED).close()
    assert head.read_text() == after != before


@pytest.mark.parametrize(
    "head",
    ["", "[]", "{}", '{"log":"x"}', '{"at":0,"checkpoint":"1","hash":"","log":"","seq":1,"signature":""}'],
)
def test_a_head_that_is_none(tmp_path: Path, head: str) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    (tmp_path / "a.journal.head").write_text(head)
    with pytest.raises(JournalDamaged, match="no head of a journal"):
        Journal.open(path, SEED)


def test_a_head_of_another_journal(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    with Journal.create(tmp_path / "b.journal", table="x", signing_key=SEED):
        pass
    shutil.copy(tmp_path / "b.journal.head", tmp_path / "a.journal.head")
    with pytest.raises(JournalDamaged, match="head of another journal"):
        Journal.open(path, SEED)


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM entries", "no beginning"),
        ("UPDATE entries SET data = '{}' WHERE seq = 1", "entry 1"),
        ("UPDATE entries SET who = 'Bob' WHERE seq = (SELECT max(seq) FROM entries)", "the last one"),
        ("DELETE FROM entries WHERE seq = (SELECT max(seq) - 1 FROM entries)", "is missing"),
        ("DELETE FROM checkpoints", "all its checkpoints are gone"),
        ("UPDATE checkpoints SET signature = '00' WHERE number = 2", "not signed"),
        ("DELETE FROM entries WHERE seq > 5", "does not fit entry"),
        ("DROP TABLE checkpoints", "no longer refuses changes"),
    ],
)
def test_a_damaged_end_is_seen_at_once(tmp_path: Path, statement: str, says: str) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    if "DROP" in statement:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
    else:
        edit(path, statement)
    with pytest.raises((JournalDamaged, JournalStopped), match=says):
        Journal.open(path, SEED)
    with pytest.raises((JournalDamaged, JournalStopped)):
        Journal.open(path, SEED)  # and not: refused because somebody still has it


def test_a_file_that_lets_itself_be_changed_is_no_journal(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_stay")
    connection.close()
    with pytest.raises(JournalDamaged, match="no longer refuses changes: entries_stay"):
        Journal.open(path, SEED)


def test_a_guard_that_only_bears_the_name_is_none(tmp_path: Path) -> None:
    path = journal_with_rounds(tmp_path / "a.journal", 1)
    connection = sqlite3.connect(path)
    connection.execute("DROP TRIGGER entries_stay")
    connection.execute("CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT 1; END")
    connection.close()
    with pytest.raises(JournalDamaged, match="no longer refuses changes: entries_stay"):
        Journal.open(path, SEED)
    verdict = verify(path)
    assert verdict.problem is not None
    assert "entries_stay" in str(verdict.problem)


# --- quick, however long ---------------------------------------------------------------------------------------------


def test_the_last_snapshot_is_looked_up_not_searched_for(tmp_path: Path) -> None:
    create(tmp_path / "a.journal").close()
    connection = sqlite3.connect(tmp_path / "a.journal")
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    for kind in ("snapshot", "configuration"):
        assert last_of(connection, kind) is None
    connection.set_trace_callback(None)
    plans = [row[3] for query in asked for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert {plan for plan in plans if plan.startswith("SCAN") and "sqlite_master" not in plan} == set()
    connection.close()


def test_an_old_sqlite_keeps_no_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.journal"
    Journal.create(path, table="x", signing_key=SEED).close()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(JournalRefused, match="too old to keep a journal"):
        Journal.open(path, SEED)
