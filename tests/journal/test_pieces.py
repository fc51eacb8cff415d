"""Entries in pieces: what goes in comes out to the byte; what somebody does to a piece is found by both verifiers."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from contextlib import closing
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_console.journal import AlreadyRecorded, Draft, Journal, JournalError
from dealer_console.journal.canonical import LARGEST_NUMBER, canonical
from dealer_console.journal.entry import Row
from dealer_console.journal.storage.pieces import STRETCH, PieceDamaged, PieceWriter, unpacked
from dealer_console.journal.storage.reader import read_only, row_at, row_batches
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.forms import second_form, third_form
from tests.journal.make_vault import VAULT
from tests.journal.test_tampering import ours, theirs

DIGITS = st.sampled_from([16, 31, 32, 33, 64, 128, 130]).map(lambda length: ("0f3a" * 40)[:length])
TEXTS = st.text(max_size=20) | DIGITS | st.builds(lambda text, size: text[:size], DIGITS, st.integers(0, 160))
NAMES = st.none() | st.text(min_size=1, max_size=8)
ROWS = st.lists(
    st.tuples(NAMES, NAMES, st.dictionaries(st.just("text") | st.just('a"b'), TEXTS)), min_size=1, max_size=9
)


def event(number: int, serial: str = "S1") -> Draft:
    return Draft(kind="device-event", data={"event": "card"}, device=(serial, number))


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pieces") / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        journal.append([event(1), event(2)], at_ms=NOON)
        dealing = Dealing(journal)
        while journal.seq < 3 * STRETCH:
            dealing.deal()
    return path


@pytest.fixture
def path(dealt: Path, tmp_path: Path) -> Path:
    copy = tmp_path / dealt.name
    for ending in ("", ".head"):
        Path(f"{copy}{ending}").write_bytes(Path(f"{dealt}{ending}").read_bytes())
    return copy


def changed(path: Path, statement: str, values: tuple[object, ...] = ()) -> None:
    """The guards stand again behind it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement, values)
        for _, text in guards:
            db.execute(text)


def pieces(path: Path) -> list[tuple[int, bytes, bytes]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT seq, piece, hashes FROM pieces ORDER BY seq").fetchall()


@given(ROWS, st.lists(st.integers(0, LARGEST_NUMBER), min_size=9, max_size=9))
def test_whatever_an_entry_says_comes_back_to_the_byte_whenever_it_was(
    said: list[tuple[str | None, str | None, dict[str, str]]], numbers: list[int]
) -> None:
    """Times and numbers of device events may go back and forth."""
    rows = [
        Row(seq, "note", 1, at, who, serial, None if serial is None else at, canonical(dict(data)), f"{seq:064x}")
        for seq, (at, (who, serial, data)) in enumerate(zip(numbers, said, strict=False), start=7)
    ]
    writer = PieceWriter()
    packed = writer.pack(rows[:2]) + writer.pack(rows[2:])
    assert list(chain.from_iterable(unpacked(packed))) == [tuple(row) for row in rows]


@pytest.mark.parametrize("length", [31, 32, 33, 64, 128])
def test_digits_that_stand_alone_in_their_piece_come_back(length: int) -> None:
    """Those of 32, 64 and 128 are written as bytes, each length with a sign of its own."""
    text = canonical({"digest": ("0f3a" * 40)[:length]})
    row = Row(7, "note", 1, 0, None, None, None, text, f"{7:064x}")
    assert list(chain.from_iterable(unpacked(PieceWriter().pack([row])))) == [tuple(row)]


def test_a_stretch_ends_after_so_many_entries_and_any_entry_is_read_from_its_beginning(dealt: Path) -> None:
    begins = [seq for seq, piece, _ in pieces(dealt) if piece[:1] == b"\x02"]
    ends = [*begins[1:], 10**6]
    last = pieces(dealt)[-1][0]
    assert all(min(end, last) - begin <= STRETCH for begin, end in zip(begins, ends, strict=True))
    with read_only(dealt) as connection:
        rows = list(chain.from_iterable(row_batches(connection)))
        for seq in (1, 2, begins[1] - 1, begins[1], begins[1] + 1, len(rows)):
            assert row_at(connection, seq) == rows[seq - 1]
            assert list(chain.from_iterable(row_batches(connection, after=seq, upto=seq + 40))) == rows[seq : seq + 40]


def test_a_bad_byte_in_a_piece_is_named_by_both_verifiers_and_spoils_nothing_before_it(path: Path) -> None:
    for seq, piece, _ in pieces(path)[2::4]:
        place = len(piece) // 2
        bad = piece[:place] + bytes([piece[place] ^ 0x41]) + piece[place + 1 :]
        changed(path, "UPDATE pieces SET piece = ? WHERE seq = ?", (bad, seq))
        for say in (ours, theirs):
            said = say(path)
            assert said is not None
            assert int(said.removeprefix("entry ").split(":")[0]) >= seq
        changed(path, "UPDATE pieces SET piece = ? WHERE seq = ?", (piece, seq))
    assert ours(path) is None


def test_a_piece_that_is_gone_is_named_at_its_first_entry(path: Path) -> None:
    seq = pieces(path)[5][0]
    changed(path, "DELETE FROM pieces WHERE seq = ?", (seq,))
    for say in (ours, theirs):
        assert str(say(path)).startswith(f"entry {seq}:")


@pytest.mark.parametrize(
    "piece", [b"", b"\x07abc", b"\x01", "text", 7, b"\x01" + zlib.compress(b"x" * 30_000_000, 9)[2:-4]], ids=range(6)
)
def test_what_is_no_piece_is_named_and_no_giant_is_unpacked(path: Path, piece: object) -> None:
    seq = pieces(path)[5][0]
    changed(path, "UPDATE pieces SET piece = ? WHERE seq = ?", (piece, seq))
    for say in (ours, theirs):
        assert str(say(path)).startswith(f"entry {seq}:")


def test_a_line_without_all_its_fields_is_named_by_both_verifiers(path: Path) -> None:
    seq = pieces(path)[5][0]
    stream = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    whole, short = b'note\x1f1\x1f1\x1f\x1f\x1f\x1f{"text":"x"}', b'note\x1f1\x1f1\x1f\x1f{"text":"x"}'
    lines = stream.compress(whole + b"\n" + short) + stream.flush(zlib.Z_SYNC_FLUSH)
    changed(path, "UPDATE pieces SET piece = ?, hashes = ? WHERE seq = ?", (b"\x01" + lines[:-4], bytes(64), seq))
    for say in (ours, theirs):
        assert str(say(path)).startswith(f"entry {seq}:")


@pytest.mark.parametrize("hashes", [b"", b"x" * 31, "text", 7])
@pytest.mark.parametrize("place", [5, -1])
def test_hashes_that_are_none_are_named_and_such_a_file_is_not_opened(path: Path, place: int, hashes: object) -> None:
    seq = pieces(path)[place][0]
    changed(path, "UPDATE pieces SET hashes = ? WHERE seq = ?", (hashes, seq))
    for say in (ours, theirs):
        assert str(say(path)).startswith(f"entry {seq}:")
    if place == -1:
        with pytest.raises(JournalError):
            Journal.open(path, SEED).close()


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM marks WHERE kind = 'round-opened'",
        "INSERT INTO marks VALUES ('round-closed', 6)",
        "UPDATE marks SET kind = 'round-closed' WHERE kind = 'shoe'",
    ],
)
def test_marks_that_lie_are_found(path: Path, statement: str) -> None:
    changed(path, statement)
    assert "whether it is" in str(ours(path))


@pytest.mark.parametrize(
    "statement", ["DELETE FROM device_events WHERE number = 1", "INSERT INTO device_events VALUES ('S1', 3, 2)"]
)
def test_a_list_of_device_events_that_lies_is_found(path: Path, statement: str) -> None:
    changed(path, statement)
    assert "other events of device S1" in str(ours(path))


def test_an_event_is_refused_as_recorded_only_where_its_entry_stands(path: Path) -> None:
    changed(path, "INSERT INTO device_events VALUES ('S1', 3, 2)")
    with Journal.open(path, SEED) as journal, pytest.raises(Exception, match="listed as event 3 of S1 and is none"):
        journal.append([event(3)], at_ms=NOON)


def test_after_a_refused_append_a_new_stretch_begins(path: Path) -> None:
    with Journal.open(path, SEED) as journal:
        journal.append([event(3)], at_ms=NOON)
        with pytest.raises(AlreadyRecorded):
            journal.append([event(4), event(3)], at_ms=NOON)
        journal.append([event(4)], at_ms=NOON)
    assert [piece[:1] for _, piece, _ in pieces(path)[-2:]] == [b"\x02", b"\x02"]
    assert (ours(path), theirs(path)) == (None, None)


def test_a_time_that_was_changed_in_a_piece_is_named_at_its_entry_by_both_verifiers(path: Path) -> None:
    """Somebody packs the file again, with one entry a millisecond later; those behind it keep their times."""
    held = pieces(path)
    rows = list(chain.from_iterable(unpacked(held)))
    seq = held[9][0]
    (changed_row,) = [Row._make(row)._replace(at_ms=row[3] + 1) for row in rows if row[0] == seq]
    writer = PieceWriter()
    for first, _, hashes in held:
        stretch = [Row._make(row) for row in rows if first <= row[0] < first + len(hashes) // 32]
        ((_, piece, _),) = writer.pack([changed_row if row.seq == seq else row for row in stretch])
        changed(path, "UPDATE pieces SET piece = ? WHERE seq = ?", (piece, first))
    for say in (ours, theirs):
        assert str(say(path)).startswith(f"entry {seq}:")


def test_a_journal_of_the_third_form_goes_on_with_differences(dealt: Path, path: Path) -> None:
    second_form(path)
    third_form(path)
    assert (ours(path), theirs(path)) == (None, None)
    before = pieces(path)
    with Journal.open(path, SEED) as journal:
        journal.append([event(3)], at_ms=NOON + 5)
        journal.append([event(5)], at_ms=NOON + 9)
        assert journal.last_device_event("S1") == 5
    assert pieces(path)[: len(before)] == before
    assert {piece[:1] for _, piece, _ in before} == {b"\x01"}
    assert [piece[:1] for _, piece, _ in pieces(path)[len(before) :]] == [b"\x02", b"\x00"]
    assert (ours(path), theirs(path)) == (None, None)
    with read_only(dealt) as old, read_only(path) as new:
        written = list(chain.from_iterable(row_batches(old)))
        assert list(chain.from_iterable(row_batches(new)))[: len(written)] == written


def test_the_table_of_the_vault_is_packed_into_less_than_36_bytes_an_entry(tmp_path: Path) -> None:
    """Three rounds with their configuration, as they were appended: 35 today, 41 with times and numbers as they are."""
    shutil.copy(VAULT / "v1-pieces.journal", tmp_path)
    held = pieces(tmp_path / "v1-pieces.journal")
    writer = PieceWriter()
    packed = [writer.pack([Row._make(row) for row in rows]) for rows in unpacked(held)]
    length = sum(len(piece) for _, piece, _ in chain.from_iterable(packed))
    assert length / sum(len(hashes) // 32 for _, _, hashes in held) < 36


@pytest.fixture
def continued(path: Path) -> Path:
    """Of the second form, opened by this program and gone on."""
    second_form(path)
    with Journal.open(path, SEED) as journal:
        journal.append([event(3)], at_ms=NOON)
        journal.checkpoint(NOON)
    return path


def test_a_journal_of_the_second_form_goes_on_in_pieces_and_its_old_entries_stay_where_they_are(
    continued: Path, dealt: Path
) -> None:
    assert len(pieces(continued)) == 1
    with read_only(dealt) as old, read_only(continued) as new:
        before = list(chain.from_iterable(row_batches(old)))
        assert list(chain.from_iterable(row_batches(new)))[: len(before)] == before
    assert (ours(continued), theirs(continued)) == (None, None)
    assert verify(continued).entries == len(before) + 1


def test_an_event_that_the_second_form_recorded_is_not_recorded_again(continued: Path) -> None:
    with Journal.open(continued, SEED) as journal:
        assert journal.last_device_event("S1") == 3
        assert journal.has_device_event("S1", 1)
        with pytest.raises(AlreadyRecorded):
            journal.append([event(1)], at_ms=NOON)
        journal.append([event(4)], at_ms=NOON)
    assert ours(continued) is None


def test_a_stretch_without_its_beginning_is_damaged() -> None:
    row = Row(1, "note", 1, 0, None, None, None, "{}", "0" * 64)
    writer = PieceWriter()
    writer.pack([row])
    with pytest.raises(PieceDamaged, match="no beginning"):
        list(unpacked(writer.pack([row])))
