"""What a patient forger tries: the same bytes written otherwise, hashes computed again, files exchanged, bytes damaged.

Both verifiers are asked, and must agree on the verdict and on its place.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dealer_console.journal import Draft, Journal, JournalError
from dealer_console.journal.keys import public_key
from dealer_console.journal.migrate import PAGE
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.tampering import COLUMNS, Culprit, Place, chained_anew, forged_history, other, otherwise
from tests.journal.test_tampering import ASKED, EVERY, Say, as_program, must_point_at, ours, outsider, theirs

POINT_COLUMNS = ("number", "seq", "hash", "at_ms", "signature")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shift as it really is: software, configurations and rounds, a checkpoint behind each round and at the end."""
    path = tmp_path_factory.mktemp("forgeries") / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        journal.append([Draft(kind="software", data={"version": "dealer-console 1"})], at_ms=NOON)
        dealing = Dealing(journal)
        while journal.seq < 120:
            dealing.deal()
    shutil.copy(path, path.with_name("untouched"))
    return path


@pytest.fixture(scope="module")
def culprit(path: Path) -> Iterator[Culprit]:
    made = Culprit(path)
    yield made
    made.db.close()


def outsiders_verdict(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr("sys.argv", ["verify_journal", str(path)])
    status = outsider.main()
    said = capsys.readouterr().out.removeprefix("NOT GENUINE: ")
    return verdict(status, said)


def our_verdict(path: Path) -> str:
    try:
        said = ours(path)
    except JournalError:
        return verdict(2, "")
    return verdict(0 if said is None else 1, said or "")


def verdict(status: int, said: str) -> str:
    named = said.startswith(("entry ", "checkpoint ")) and "the index of the file" not in said  # none of the outsider's
    place = said.split(":")[0] if named else "the file"
    return {0: "genuine", 1: place, 2: "no journal"}[status]


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("step", EVERY)
@pytest.mark.parametrize("column", [column for column in COLUMNS if column not in ("seq", "hash")])
def test_a_field_changed_and_all_hashes_computed_anew(
    path: Path, culprit: Culprit, column: str, step: int, say: Say
) -> None:
    """The next checkpoint finds it; where the entry itself cannot be, the entry does."""
    for seq in range(2, len(culprit.rows), step * 3):
        number, *_ = next(point for point in culprit.points if point[1] >= seq)
        rows, place = list(culprit.rows), COLUMNS.index(column)
        rows[seq - 1] = (*rows[seq - 1][:place], other(column, rows[seq - 1]), *rows[seq - 1][place + 1 :])  # type: ignore[assignment]
        with culprit.at_work():
            culprit.put(chained_anew(rows, seq))
            said = str(say(path))
            assert said.startswith((f"checkpoint {number}:", f"entry {seq}:", f"entry {seq + 1}:")) or _follows(
                said, seq, culprit.points[number - 1][1]
            ), f"{said} instead of entry {seq} or checkpoint {number}"


def _follows(said: str, seq: int, signed: int) -> bool:
    """A changed move may be lawful; then a settlement behind it, still before the checkpoint, is another one."""
    return said.startswith("entry ") and seq <= int(said.split(":")[0].removeprefix("entry ")) <= signed


@pytest.mark.parametrize("say", ASKED)
@pytest.mark.parametrize("column", POINT_COLUMNS)
def test_a_checkpoint_written_otherwise(path: Path, culprit: Culprit, column: str, say: Say) -> None:
    point = culprit.points[2]
    values = otherwise(point[POINT_COLUMNS.index(column)])
    for value in values[1:3] if column == "number" else values:  # SQLite itself lets no other number in
        with culprit.at_work() as db:
            db.execute(f"UPDATE checkpoints SET {column} = ? WHERE number = ?", (value, point[0]))
            said = str(say(path))
            # A number that sorts before all others is met in the place of the first.
            places = (f"checkpoint {point[0]}:", "checkpoint 1:", f"entry {len(culprit.rows) + 1}: it is missing")
            assert said.startswith(places), f"{column} = {value!r}: {said}"


@pytest.mark.parametrize("say", ASKED)
def test_an_inserted_checkpoint(path: Path, culprit: Culprit, say: Say) -> None:
    """With the signature of an older one, for an entry that the old one does not sign."""
    last, older = culprit.points[-1], culprit.points[1]
    with culprit.at_work() as db:
        db.execute("INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?)", (last[0] + 1, *last[1:4], older[4]))
        must_point_at(say, path, Place(checkpoint=last[0] + 1))


@pytest.mark.parametrize("say", ASKED)
def test_the_end_cut_off_between_two_checkpoints_and_a_new_end_written(path: Path, culprit: Culprit, say: Say) -> None:
    """Everything behind a round is replaced by other entries that fit; the head outside was signed later."""
    _, signed, *_ = culprit.points[2]
    kept = culprit.rows[:signed]
    note = (signed + 1, "note", 1, NOON, "Ann", None, None, '{"text":"quiet evening"}', "")
    with culprit.at_work() as db:
        culprit.put(chained_anew([*kept, note], signed + 1))
        db.execute("DELETE FROM checkpoints WHERE seq > ?", (signed,))
        must_point_at(say, path, Place(entry=signed + 2))


@pytest.mark.parametrize("say", ASKED)
def test_two_whole_files_exchanged(tmp_path: Path, say: Say) -> None:
    """Two tables with one key: each file under the name of the other, the heads where they were."""
    paths = [tmp_path / "one.journal", tmp_path / "two.journal"]
    for number, file in enumerate(paths):
        with Journal.create(
            file, table=f"BJS {number}", signing_key=SEED, at_ms=NOON, log=bytes([number] * 16)
        ) as journal:
            journal.snapshot({}, NOON)
            journal.checkpoint(NOON)
        assert say(file) is None
    paths[0].rename(tmp_path / "between")
    paths[1].rename(paths[0])
    (tmp_path / "between").rename(paths[1])
    for file in paths:
        assert "is the head of another journal" in str(say(file))


def test_a_history_written_anew_with_another_key_is_found_by_the_key_on_paper(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        Dealing(journal).deal(1)
    forged_history(path, bytes(32))
    # The file agrees with itself: that is why an outsider keeps the key elsewhere.
    assert (ours(path), theirs(path)) == (None, None)
    report = verify(path, public_key(SEED))
    assert report.problem is not None
    assert report.problem.entry == 1
    assert report.problem.what.code == "verify-another-key"


@pytest.mark.parametrize(
    "damages", [pytest.param(25, id="some"), pytest.param(1500, id="many", marks=pytest.mark.proof)]
)
def test_both_verifiers_agree_on_damaged_bytes(
    path: Path, tmp_path: Path, damages: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dice, copy = Random(5), tmp_path / "a.journal"
    shutil.copy(f"{path}.head", tmp_path)
    whole = path.with_name("untouched").read_bytes()
    for number in range(damages):
        damaged = bytearray(whole)
        if number % 5 == 0:
            del damaged[dice.randrange(len(whole)) :]
        else:
            damaged[dice.randrange(len(whole))] ^= 1 << dice.randrange(8)
        copy.write_bytes(damaged)
        found = our_verdict(copy)
        # Of the guards and the form of the file the outsider knows nothing; of all else he says the same.
        beyond = {"genuine"} if found in ("the file", "no journal") else set()
        assert outsiders_verdict(copy, monkeypatch, capsys) in {found} | beyond
        for left in (Path(f"{copy}-wal"), Path(f"{copy}-shm")):
            left.unlink(missing_ok=True)


def test_a_damaged_form_or_checkpoint_is_named_by_both_at_the_same_place(
    path: Path, culprit: Culprit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A column that is gone, a checkpoint to which no way leads: from there on the file cannot be read."""
    whole = path.with_name("untouched").read_bytes()
    signature = whole.index(str(culprit.points[2][4]).encode())
    cell = signature // PAGE * PAGE + 8 + 2 * 2  # where that page of the file says where its third row is
    damages = {
        "entry 1": whole.replace(b"version INTEGER", b"versjon INTEGER", 1),
        "checkpoint 1": whole.replace(b"number INTEGER NOT NULL PRI", b"numbes INTEGER NOT NULL PRI", 1),
        "checkpoint": whole[:cell] + b"\xff\xff" + whole[cell + 2 :],
    }
    shutil.copy(f"{path}.head", tmp_path)
    copy = tmp_path / "a.journal"
    for place, damaged in damages.items():
        assert damaged != whole
        copy.write_bytes(damaged)
        assert our_verdict(copy) == outsiders_verdict(copy, monkeypatch, capsys)
        assert our_verdict(copy).startswith(place)


def test_an_entry_without_a_hash_fits_nothing(culprit: Culprit) -> None:
    """Damaged bytes can shift the columns of a row: then its data is no JSON, and its hash is null."""
    row = culprit.rows[1]
    shifted = (row[0], *row[2:], None)
    with pytest.raises(outsider.NotGenuine, match="entry 2: it is not what was written"):
        outsider.chain([culprit.rows[0], shifted], LOG.hex(), 0, "0" * 64, set())


def test_the_outsider_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "a.journal"
    shutil.copy(path.with_name("untouched"), copy)
    shutil.copy(f"{path}.head", tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert as_program(copy) is None
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("bytes_kept", "says"), [(0, "no journal"), (60, "no journal"), (5000, "the file")])
def test_a_file_of_which_only_the_beginning_is_left(
    path: Path,
    tmp_path: Path,
    bytes_kept: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    copy = tmp_path / "a.journal"
    copy.write_bytes(path.with_name("untouched").read_bytes()[:bytes_kept])
    assert our_verdict(copy) == says
    assert outsiders_verdict(copy, monkeypatch, capsys) == says
