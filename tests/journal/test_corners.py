"""Rare ways to be wrong: forged entries with right hashes, unreadable files, old rule texts, a worker that dies."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import BadDraft, Draft, Journal, JournalDamaged, JournalRefused, MemoryJournal, software
from dealer_console.journal.canonical import Json, canonical, why_not_json
from dealer_console.journal.chain import LONGEST_DATA
from dealer_console.journal.checkpoints import Checkpoint, is_genuine, read_head
from dealer_console.journal.configuration import configuration, table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.entry import RawRow
from dealer_console.journal.migrate import PAGE
from dealer_console.journal.rounds import recorded_rounds
from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage import reader
from dealer_console.journal.verification import stretches
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.verify import verify
from dealer_console.journal.verification.walk import Start, Walk, Walked
from dealer_console.rulebook import load_rules
from tests.journal.dealt import LOG, NOON, RULES, SEED, journal_with_rounds
from tests.journal.tampering import Culprit, chained_anew


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return journal_with_rounds(tmp_path / "a.journal", 1)


@pytest.fixture
def culprit(path: Path) -> Iterator[Culprit]:
    made = Culprit(path)
    yield made
    made.db.close()


# --- forged behind the last checkpoint, where only the content can tell ----------------------------------------------


@pytest.mark.parametrize(
    ("kind", "version", "serial", "number", "data", "says"),
    [
        ("jackpot", 1, None, None, "{}", "unknown kind 'jackpot'"),
        ("note", 9, None, None, '{"text":"x"}', "version 9 of 'note' is not known"),
        ("note", 1, None, None, '{"text": "x"}', "not in the canonical form"),
        ("note", 1, None, None, '{"text":1.5}', "not in the canonical form"),
        ("note", 1, None, None, "[]", "not in the canonical form"),
        ("note", 1, None, None, "{no json", "no JSON"),
        ("note", 1, None, None, "[" * 100_000, "no JSON"),
        ("note", 1, None, None, '{"txt":"x"}', "'text' is missing"),
        ("note", 1, None, 7, '{"text":"x"}', "but no device"),
        ("genesis", 1, None, None, None, "begins once"),
        ("move", 1, None, None, '{"move":"Th"}', "outside a round"),
    ],
)
def test_a_forged_entry_with_a_right_hash(
    path: Path,
    culprit: Culprit,
    kind: str,
    version: int,
    serial: str | None,
    number: int | None,
    data: str | None,
    says: str,
) -> None:
    seq = len(culprit.rows) + 1
    forged: RawRow = (seq, kind, version, NOON, None, serial, number, data or culprit.rows[0][7], "")
    culprit.put(chained_anew([*culprit.rows, forged], seq))
    problem = verify(path).problem
    assert problem is not None
    assert problem.entry == seq
    assert says in str(problem)


def test_an_entry_that_is_no_text_at_all(path: Path, culprit: Culprit) -> None:
    culprit.db.execute("UPDATE entries SET who = ? WHERE seq = 5", (b"\xff\x00",))
    problem = verify(path).problem
    assert problem is not None
    assert problem.entry == 5


def test_a_journal_without_entries(path: Path, culprit: Culprit) -> None:
    culprit.put([])
    assert str(verify(path).problem) == "entry 1: the journal has no beginning: all entries are gone"


def test_a_journal_without_its_first_entry(path: Path, culprit: Culprit) -> None:
    culprit.put(culprit.rows[1:])
    assert "the beginning is gone" in str(verify(path).problem)


def test_two_entries_of_one_number(path: Path, culprit: Culprit) -> None:
    """Somebody who rebuilds the table without its key can do even that."""
    culprit.db.execute("ALTER TABLE entries RENAME TO old")
    culprit.db.execute("CREATE TABLE entries AS SELECT * FROM old")
    culprit.db.execute("INSERT INTO entries SELECT * FROM old WHERE seq = 9")
    assert str(verify(path).problem) == "entry 10: it stands twice"


def test_a_page_of_the_file_is_gone(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size - PAGE * 2)
        file.write(b"\xa5" * PAGE * 2)
    problem = verify(path).problem
    assert problem is not None


def test_tables_of_another_form(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DROP TABLE checkpoints")
    connection.close()
    assert "no such table" in str(verify(path).problem)


def test_a_head_that_is_a_folder(path: Path) -> None:
    head = Path(f"{path}.head")
    head.unlink()
    head.mkdir()
    with pytest.raises(JournalDamaged, match="cannot be read"):
        read_head(head)
    assert "cannot be read" in str(verify(path).problem)


def test_a_checkpoint_that_is_no_checkpoint() -> None:
    point = Checkpoint(number=1, seq=1, hash="0" * 64, at_ms=0, signature="no digits")
    assert not is_genuine(point, LOG.hex(), bytes(32))


def test_a_head_that_signs_another_history(path: Path, tmp_path: Path) -> None:
    """Two consoles with one key wrote two histories: the head fits one of them only."""
    twin = tmp_path / "twin"
    twin.mkdir()
    for file in (path, Path(f"{path}.head")):
        shutil.copy(file, twin)
    for place, text in ((path, "this"), (twin / path.name, "that")):
        with Journal.open(place, SEED) as journal:
            journal.append([Draft(kind="note", data={"text": text})], at_ms=NOON)
            journal.checkpoint(NOON)
    problem = verify(path, head_folder=twin).problem
    assert problem is not None
    assert problem.checkpoint == 3
    assert problem.what.code == "verify-head-hash"


# --- limits ----------------------------------------------------------------------------------------------------------


def test_too_deep_and_too_long() -> None:
    deep: list[object] = []
    for _ in range(50):
        deep = [deep]
    assert "too deeply" in str(why_not_json(deep))
    with MemoryJournal.create(table="x", signing_key=SEED) as journal:
        with pytest.raises(BadDraft, match="more than one entry may hold"):
            journal.append([Draft(kind="note", data={"text": "x" * LONGEST_DATA})], at_ms=0)
        assert journal.stopped is None


def test_canonical_text_is_the_documented_one() -> None:
    value: Json = {"b": '\x00\x1f\b\t\n\f\r"\\/\x7fü€😀', "a": [-1, 0, True, False, None, {}], "A": []}
    wanted = '{"A":[],"a":[-1,0,true,false,null,{}],"b":"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\x7fü€😀"}'
    assert canonical(value) == wanted


def test_a_program_that_was_never_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_there(_name: str) -> str:
        raise PackageNotFoundError

    monkeypatch.setattr(software, "version", not_there)
    assert software.software_version() == "dealer-console (not installed)"


# --- rules -----------------------------------------------------------------------------------------------------------


def test_a_rule_set_that_is_not_there() -> None:
    with pytest.raises(JournalRefused, match="cannot be read"):
        configuration("nowhere-switch", {})


def test_a_rule_text_that_todays_program_cannot_read() -> None:
    text = (Path(__file__).parents[2] / "config" / "rulesets" / f"{RULES}.toml").read_text("utf-8")
    old = text.replace("title", "old_name_of_title", 1)
    data = {**configuration(RULES, {}).data, "rules_text": old, "rules_hash": sha256(old.encode()).hexdigest()}
    assert table_rules(read(ConfigurationSet, data)).rules is load_rules(RULES)


def test_a_fold_that_begins_without_rules() -> None:
    with pytest.raises(DoesNotFit, match="before any configuration"):
        CheckedRounds().take(1, RoundOpened(round=1, bets=(parse_bet("1 25"),)))


# --- reading ---------------------------------------------------------------------------------------------------------


def test_reading_a_file_that_was_not_closed(path: Path, tmp_path: Path) -> None:
    """The power went: the log still lies beside the file. It is read, and left as it is."""
    copy = tmp_path / "copy"
    copy.mkdir()
    with Journal.open(path, SEED) as journal:
        journal.append([Draft(kind="note", data={"text": "last words"})], at_ms=NOON)
        for ending in ("", "-wal", ".head"):
            shutil.copy(f"{path}{ending}", copy)
        seq = journal.seq
    before = (copy / "a.journal-wal").read_bytes()
    report = verify(copy / "a.journal")
    assert report.ok
    assert report.entries == seq
    assert (copy / "a.journal-wal").read_bytes() == before


def test_a_database_that_is_no_journal(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "x").execute("CREATE TABLE a (b)").connection.close()
    with pytest.raises(JournalDamaged, match="no journal of a table"):
        verify(tmp_path / "x")


def test_a_newer_form_is_not_verified(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    with pytest.raises(JournalRefused, match="newer program"):
        verify(path)


def test_a_file_that_nobody_lets_us_open(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even the superuser cannot open a database whose file is a folder in the meantime."""
    monkeypatch.setattr(Path, "is_file", lambda _self: True)
    path.unlink()
    path.mkdir()
    with pytest.raises(JournalRefused, match="copy it"), reader.read_only(path):
        pass


def test_an_unfinished_round_is_told_last(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="x", signing_key=SEED) as journal:
        journal.append(
            [configuration(RULES, {}), Draft(kind="round-opened", data={"round": 3, "bets": ["1 25"]})], at_ms=0
        )
    (only,) = recorded_rounds(path)
    assert (only.number, only.closed_at_ms, only.moves) == (3, None, [])


# --- several walks ---------------------------------------------------------------------------------------------------


def test_a_stretch_that_ends_too_early(path: Path) -> None:
    with reader.read_only(path) as connection:
        walked = Walk(LOG.hex(), keys_of(path), Start()).through(connection, 10_000)
    assert walked.problem is not None
    assert walked.problem.entry == walked.seq + 1
    assert walked.problem.what.code == "verify-missing"


def dies_in_a_process_of_its_own(stretch: Stretch) -> Walked:
    if multiprocessing.parent_process() is not None:
        os._exit(9)
    return stretches.walk(stretch)


def test_a_walk_whose_process_dies_is_walked_here(path: Path) -> None:
    whole = Stretch(path=path, log=LOG.hex(), keys=keys_of(path), start=Start(), upto=None)
    (walked,) = stretches.walk_all([whole], dies_in_a_process_of_its_own)
    assert walked.problem is None
    assert walked.rounds == 1


def keys_of(path: Path) -> SigningKeys:
    with reader.read_only(path) as connection:
        return SigningKeys((bytes.fromhex(str(next(reader.entries(connection)).data["public_key"])),))
