"""Bad bytes on the disk: exactly the entries that are lost are named, and all before and behind them can be read."""

from __future__ import annotations

import json
import sqlite3
from itertools import chain
from pathlib import Path

import pytest

from dealer_console.cli.journals.export import export
from dealer_console.cli.journals.verify import verify
from dealer_console.journal import Journal
from dealer_console.journal.entry import RawRow
from dealer_console.journal.rounds import recorded_rounds, whole_rounds
from dealer_console.journal.storage.pieces import STRETCH
from dealer_console.journal.storage.reader import read_only, row_batches
from dealer_console.journal.verification.damage import log_of, lost_entries, whole_entries
from tests.journal.dealt import LOG, NOON, SEED, Dealing
from tests.journal.forms import second_form
from tests.journal.test_pieces import changed, pieces

Printed = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("damage") / "a.journal"
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        dealing = Dealing(journal)
        while journal.seq < 5 * STRETCH:
            dealing.deal()
    return path


@pytest.fixture
def path(dealt: Path, tmp_path: Path) -> Path:
    copy = tmp_path / dealt.name
    for ending in ("", ".head"):
        Path(f"{copy}{ending}").write_bytes(Path(f"{dealt}{ending}").read_bytes())
    return copy


def rows_of(path: Path) -> list[RawRow]:
    with read_only(path) as connection:
        return list(chain.from_iterable(row_batches(connection)))


def lost_and_whole(path: Path) -> tuple[set[int], dict[int, str]]:
    with read_only(path) as connection:
        log = log_of(connection)
        lost = {*chain.from_iterable(lost_entries(connection, log))}
        return lost, {entry.seq: entry.hash for entry in whole_entries(connection, log)}


def spoil(path: Path, seq: int, place: float) -> None:
    piece = next(piece for first, piece, _ in pieces(path) if first == seq)
    at = int(len(piece) * place)
    bad = piece[:at] + bytes([piece[at] ^ 0x41]) + piece[at + 1 :]
    changed(path, "UPDATE pieces SET piece = ? WHERE seq = ?", (bad, seq))


@pytest.mark.parametrize("place", [0, 0.1, 0.5, 0.95])
@pytest.mark.parametrize("number", [3, 4, 5, -1])
def test_one_bad_byte_loses_entries_of_its_own_stretch_and_no_other(path: Path, number: int, place: float) -> None:
    written = {row[0]: row[8] for row in rows_of(path)}
    held = pieces(path)
    spoilt = held[number][0]
    begins = [seq for seq, piece, _ in held if piece[:1] == b"\x02"]
    after = min((seq for seq in begins if seq > spoilt), default=len(written) + 1)
    spoil(path, spoilt, place)
    lost, whole = lost_and_whole(path)
    assert lost
    assert lost <= set(range(spoilt, after))
    assert len(lost) <= STRETCH
    assert whole == {seq: hash_ for seq, hash_ in written.items() if seq not in lost}


def test_an_entry_that_can_be_unpacked_is_not_called_lost(path: Path) -> None:
    """The last piece of a stretch is nobody's beginning: only its own entries go."""
    held = pieces(path)
    place = next(n for n, (_, piece, _) in enumerate(held) if n > 2 and piece[:1] == b"\x02") - 1
    spoil(path, held[place][0], 0.9)
    lost, _ = lost_and_whole(path)
    assert lost
    assert lost <= set(range(held[place][0], held[place + 1][0]))


def test_a_changed_hash_loses_its_entry_and_the_next_which_no_longer_hangs_on_it(path: Path) -> None:
    seq, _, hashes = pieces(path)[4]
    changed(path, "UPDATE pieces SET hashes = ? WHERE seq = ?", (bytes([hashes[0] ^ 1]) + hashes[1:], seq))
    assert lost_and_whole(path)[0] == {seq, seq + 1}


def test_pieces_that_are_gone_are_lost_and_the_next_stretch_is_not(path: Path) -> None:
    held = pieces(path)
    changed(path, "DELETE FROM pieces WHERE seq = ?", (held[4][0],))
    lost, whole = lost_and_whole(path)
    assert {*range(held[4][0], held[5][0])} <= lost
    assert max(whole) == held[-1][0] + len(held[-1][2]) // 32 - 1


def test_the_end_that_was_cut_off_is_lost_as_far_as_it_was_signed(path: Path) -> None:
    seq, _, hashes = pieces(path)[-1]
    changed(path, "DELETE FROM pieces WHERE seq = ?", (seq,))
    assert lost_and_whole(path)[0] == set(range(seq, seq + len(hashes) // 32))


def test_in_a_file_of_an_earlier_form_one_entry_is_lost(path: Path) -> None:
    second_form(path)
    changed(path, "UPDATE entries SET who = 'Bob' WHERE seq = 40")
    assert lost_and_whole(path)[0] == {40}


def test_verify_says_which_entries_are_lost(path: Path, capsys: Printed) -> None:
    spoil(path, pieces(path)[4][0], 0.5)
    with read_only(path) as connection:
        (numbers,) = lost_entries(connection, LOG.hex())
    assert verify(path) == 1
    assert f"lost: entries {numbers[0]}-{numbers[-1]}; every other entry is what was written" in capsys.readouterr().out
    assert verify(path, as_json=True) == 1
    assert json.loads(capsys.readouterr().out)["lost"] == [[numbers[0], numbers[-1]]]


def test_export_gives_every_round_of_which_nothing_is_lost(dealt: Path, path: Path, tmp_path: Path) -> None:
    spoil(path, pieces(path)[4][0], 0.5)
    assert export(path, tmp_path / "none") != 0
    assert not (tmp_path / "none").exists()
    lost, _ = lost_and_whole(path)
    rounds = list(recorded_rounds(dealt))
    touched = {round_.number for round_ in rounds if lost & set(range(round_.first_entry, round_.last_entry + 1))}
    assert touched
    assert export(dealt, tmp_path / "all") == 0
    assert export(path, tmp_path / "some", damaged=True) == 0
    files = {file.name: file.read_text("utf-8") for file in (tmp_path / "all").iterdir()}
    got = {file.name: file.read_text("utf-8") for file in (tmp_path / "some").iterdir()}
    missing = {int(name[6:12]) for name in files.keys() - got.keys()}
    assert got.items() <= files.items()
    # The round before the damage may have had a late call in what is lost.
    assert touched <= missing <= touched | {min(touched) - 1}


def test_a_sound_journal_gives_all_its_rounds_both_ways(dealt: Path) -> None:
    both = [list(read(dealt)) for read in (recorded_rounds, whole_rounds)]
    assert [round_.as_file() for round_ in both[0]] == [round_.as_file() for round_ in both[1]]
    with read_only(dealt) as connection:
        assert lost_entries(connection, log_of(connection)) == ()


def test_rules_that_are_lost_are_not_guessed(path: Path) -> None:
    first = pieces(path)[0][0]
    with sqlite3.connect(path) as db:
        (rules,) = db.execute("SELECT seq FROM marks WHERE kind = 'configuration'").fetchone()
    holder = max(seq for seq, _, _ in pieces(path) if seq <= rules)
    assert holder > first
    spoil(path, holder, 0.5)
    assert rules in lost_and_whole(path)[0]
    assert list(whole_rounds(path)) == []
