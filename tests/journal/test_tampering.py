"""Every change of a journal is found, and named where it was made. Both verifiers are asked."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from dealer_console.journal import Journal
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.forms import in_pieces
from tests.journal.tampering import COLUMNS, Culprit, Place, chained_anew, flipped

OUTSIDER = Path(__file__).parents[2] / "docs" / "verify_journal.py"
FULL = 300
Say = Callable[[Path], str | None]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three hundred entries, a checkpoint behind every round, the last one behind the last entry."""
    path = tmp_path_factory.mktemp("tampering") / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        dealing = Dealing(journal)
        while journal.seq < FULL:
            dealing.deal()
    return path


@pytest.fixture(scope="module")
def culprit(path: Path) -> Iterator[Culprit]:
    made = Culprit(path)
    yield made
    made.db.close()


def load_outsider() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_journal", OUTSIDER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


outsider = load_outsider()


def ours(path: Path) -> str | None:
    problem = verify(path).problem
    return None if problem is None else str(problem)


def theirs(path: Path) -> str | None:
    """The outsider's functions, without starting a program each time."""
    db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        outsider.verify(db, None, Path(f"{path}.head"))
    except outsider.NotGenuine as fault:
        return str(fault)
    finally:
        db.close()
    return None


def as_program(path: Path) -> str | None:
    ended = subprocess.run([sys.executable, "-I", str(OUTSIDER), str(path)], capture_output=True, text=True)
    if ended.returncode == 0:
        return None
    assert ended.returncode == 1, ended.stderr
    return ended.stdout.removeprefix("NOT GENUINE: ").strip()


EVERY = [pytest.param(37, id="every thirty-seventh"), pytest.param(1, id="every", marks=pytest.mark.proof)]


def ours_in_pieces(path: Path) -> str | None:
    with in_pieces(path) as copy:
        return ours(copy)


def theirs_in_pieces(path: Path) -> str | None:
    with in_pieces(path) as copy:
        return theirs(copy)


ASKED = [ours, theirs, ours_in_pieces, theirs_in_pieces]


def must_point_at(say: Say, path: Path, place: Place) -> None:
    said = say(path)
    assert said is not None, f"not found: {place}"
    assert said.startswith(str(place)), f"{said} instead of {place}"


def test_untouched_it_is_genuine(path: Path, culprit: Culprit) -> None:
    assert culprit.rows[FULL - 1][0] == FULL
    assert as_program(path) is None
    assert theirs(path) is None
    # The culprit had to take the guards out: that alone is seen, and only that.
    assert "no longer refuses changes" in str(ours(path))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_field_is_found_at_its_entry(path: Path, culprit: Culprit, column: str, step: int, say: Say) -> None:
    for seq in [*range(1, len(culprit.rows), step), len(culprit.rows)]:
        with culprit.at_work():
            culprit.change(seq, column)
            must_point_at(say, path, Place(entry=seq))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
def test_a_deleted_entry_is_found_at_its_place(path: Path, culprit: Culprit, step: int, say: Say) -> None:
    for seq in [*range(1, len(culprit.rows), step), len(culprit.rows)]:
        with culprit.at_work() as db:
            db.execute("DELETE FROM entries WHERE seq = ?", (seq,))
            must_point_at(say, path, Place(entry=seq))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
def test_a_deleted_entry_is_found_when_the_others_move_up(path: Path, culprit: Culprit, step: int, say: Say) -> None:
    for seq in range(2, len(culprit.rows), step):
        with culprit.at_work():
            rows = [*culprit.rows[: seq - 1], *((row[0] - 1, *row[1:]) for row in culprit.rows[seq:])]
            culprit.put(rows)
            must_point_at(say, path, Place(entry=seq))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
def test_an_inserted_entry_is_found(path: Path, culprit: Culprit, step: int, say: Say) -> None:
    """With a foreign hash at its own place; with the right hash the entry behind it no longer fits."""
    for seq in range(2, len(culprit.rows), step):
        later = [(row[0] + 1, *row[1:]) for row in culprit.rows[seq - 1 :]]
        forged = (seq, "note", 1, NOON, "Bob", None, None, '{"text":"x"}', "f" * 64)
        with culprit.at_work():
            culprit.put([*culprit.rows[: seq - 1], forged, *later])
            must_point_at(say, path, Place(entry=seq))
        fitting = chained_anew([*culprit.rows[: seq - 1], forged], seq)[-1]
        with culprit.at_work():
            culprit.put([*culprit.rows[: seq - 1], fitting, *later])
            said = say(path)
            # Where a checkpoint signs this very number, it is the checkpoint that does not fit.
            signs = [f"checkpoint {number}:" for number, signed, *_ in culprit.points if signed == seq]
            assert said is not None
            assert said.startswith((f"entry {seq + 1}:", *signs))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
@pytest.mark.parametrize("apart", [1, 2, 50])
def test_swapped_entries_are_found_at_the_first(path: Path, culprit: Culprit, apart: int, step: int, say: Say) -> None:
    for seq in range(2, len(culprit.rows) - apart, step):
        with culprit.at_work():
            rows = list(culprit.rows)
            one, two = rows[seq - 1], rows[seq - 1 + apart]
            rows[seq - 1], rows[seq - 1 + apart] = (one[0], *two[1:]), (two[0], *one[1:])
            culprit.put(rows)
            must_point_at(say, path, Place(entry=seq))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
@pytest.mark.parametrize("with_checkpoints", [False, True])
def test_a_cut_off_end_is_found_where_it_was_cut(
    path: Path, culprit: Culprit, with_checkpoints: bool, step: int, say: Say
) -> None:
    for last in range(1, len(culprit.rows), step):
        with culprit.at_work() as db:
            db.execute("DELETE FROM entries WHERE seq > ?", (last,))
            if with_checkpoints:
                db.execute("DELETE FROM checkpoints WHERE seq > ?", (last,))
            said = say(path)
            assert said is not None
            # Cut inside an append, the entry that is still owed may be named by the one before it.
            assert said.startswith((f"entry {last + 1}:", f"entry {last}: the journal ends"))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
def test_a_history_written_anew_is_found_at_the_next_checkpoint(
    path: Path, culprit: Culprit, step: int, say: Say
) -> None:
    """All hashes fit again; but nobody without the key can sign them."""
    for seq in range(2, len(culprit.rows), step):
        number, *_ = next(point for point in culprit.points if point[1] >= seq)
        with culprit.at_work():
            rows = list(culprit.rows)
            rows[seq - 1] = (*rows[seq - 1][:3], rows[seq - 1][3] + 1, *rows[seq - 1][4:])
            culprit.put(chained_anew(rows, seq))
            must_point_at(say, path, Place(checkpoint=number))


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("column", ["number", "seq", "hash", "at_ms", "signature"])
def test_a_changed_checkpoint_is_found(path: Path, culprit: Culprit, column: str, say: Say) -> None:
    for number, _, hash_, _, signature in culprit.points:
        changed = {"hash": flipped(hash_), "signature": flipped(signature)}
        with culprit.at_work() as db:
            if column in changed:
                db.execute(f"UPDATE checkpoints SET {column} = ? WHERE number = ?", (changed[column], number))
            else:
                db.execute(f"UPDATE checkpoints SET {column} = {column} - 1 + 1000 WHERE number = ?", (number,))
            said = say(path)
            assert said is not None
            # A checkpoint that signs an entry to come says that the end is missing.
            assert said.startswith((f"checkpoint {number}:", f"entry {len(culprit.rows) + 1}: it is missing"))


@pytest.mark.parametrize("say", ASKED)
def test_a_deleted_checkpoint_is_found(path: Path, culprit: Culprit, say: Say) -> None:
    for number, *_ in culprit.points:
        with culprit.at_work() as db:
            db.execute("DELETE FROM checkpoints WHERE number = ?", (number,))
            must_point_at(say, path, Place(checkpoint=number))


@pytest.mark.parametrize("say", ASKED)
def test_swapped_checkpoints_are_found(path: Path, culprit: Culprit, say: Say) -> None:
    for one, two in zip(culprit.points, culprit.points[1:], strict=False):
        with culprit.at_work() as db:
            db.execute("DELETE FROM checkpoints WHERE number IN (?, ?)", (one[0], two[0]))
            for row in ((one[0], *two[1:]), (two[0], *one[1:])):
                db.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)", row)
            must_point_at(say, path, Place(checkpoint=one[0]))


@pytest.mark.parametrize("say", [ours, theirs, as_program])
def test_an_old_copy_is_found_by_the_head_outside(tmp_path: Path, say: Say) -> None:
    path, copies = tmp_path / "a.journal", []
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        dealing = Dealing(journal)
    for number in range(4):
        copies.append((tmp_path / f"copy{number}", journal.seq))
        shutil.copy(path, copies[-1][0])
        with Journal.open(path, SEED) as journal:
            dealing.journal = journal
            dealing.deal()
    for copy, seq in copies:
        shutil.copy(copy, path)
        must_point_at(say, path, Place(entry=seq + 1))


@pytest.mark.parametrize("say", [ours, theirs])
@pytest.mark.parametrize("key", ["at", "checkpoint", "hash", "log", "seq", "signature"])
def test_a_changed_head_is_found(path: Path, key: str, say: Say) -> None:
    head = Path(f"{path}.head")
    before = head.read_text()
    data = json.loads(before)
    data[key] = data[key] + 1 if isinstance(data[key], int) else flipped(data[key])
    try:
        head.write_text(json.dumps(data))
        assert head.name in str(say(path))
        head.unlink()
        assert "missing" in str(say(path))
    finally:
        head.write_text(before)


def test_a_journal_with_another_key_is_found_when_the_key_is_given(path: Path) -> None:
    report = verify(path, bytes(32))
    assert report.problem is not None
    assert report.problem.entry == 1
    assert report.problem.what.code == "verify-another-key"
    ended = subprocess.run(
        [sys.executable, str(OUTSIDER), str(path), "--key", "00" * 32], capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert "entry 1: the journal names another key" in ended.stdout


@pytest.mark.parametrize("seq", [1, 2, 57, 150, 299])
@pytest.mark.parametrize("column", ["seq", "who", "data", "hash"])
def test_the_outsiders_program_points_at_the_entry(path: Path, culprit: Culprit, column: str, seq: int) -> None:
    with culprit.at_work():
        culprit.change(seq, column)
        must_point_at(as_program, path, Place(entry=seq))


def test_entries_that_nobody_signed_are_counted_as_unsigned(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        dealing = Dealing(journal)
        dealing.deal(1)
        signed = journal.seq
    with Journal.open(path) as journal:  # without the key
        dealing.journal = journal
        dealing.deal(1, checkpoints=False)
    report = verify(path)
    assert report.ok
    assert (report.entries, report.signed_up_to) == (journal.seq, signed)
    assert signed < journal.seq
