"""A table that comes back believes only what is signed, and says what was not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.game.money import Cents
from dealer_console.journal import Journal
from dealer_console.journal.canonical import canonical
from dealer_console.journal.entry import Row, hash_of
from dealer_console.journal.storage import reader
from dealer_console.journal.storage.disk_file import DiskFile
from dealer_console.journal.verification.stretches import Stretch
from dealer_console.journal.verification.verify import verify
from dealer_console.journal.verification.walk import Start
from dealer_console.table.session import table_session
from dealer_console.table.session.recovery import compare_snapshots
from tests.rigs.staffed_table import StaffedTable
from tests.table.evening.test_an_evening import Evening

KEY = bytes(range(32))


def seal(bench: StaffedTable) -> None:
    """A snapshot of the state, and a signed checkpoint."""
    bench.session.journal.snapshot(bench.state.data(), bench.now)
    bench.session.journal.checkpoint(bench.now)


def played(folder: Path) -> StaffedTable:
    bench = StaffedTable(folder, journal=Journal.create(folder / "t.journal", table="t", signing_key=KEY))
    bench.ready()
    seal(bench)
    bench.bet("1 25")
    return bench


def hang_on_a_snapshot(file: Path, data: str) -> int:
    with Journal.open(file) as journal:
        seq, log, previous = journal.seq + 1, journal.log, journal.head
    row = (seq, "snapshot", 1, 0, None, None, None, data)
    disk = DiskFile(file)
    disk.insert([Row(*row, hash_of(log, previous, row))])
    disk.close()
    return seq


def test_a_snapshot_with_less_in_the_tray_changes_nothing_and_calls_for_a_supervisor(tmp_path: Path) -> None:
    bench = played(tmp_path)
    tray, state = bench.state.shift.till.tray, bench.state.hash()
    bench.journal.close()
    till = replace(bench.state.shift.till, tray=Cents(tray - 5_000_00))
    bench.state.shift = replace(bench.state.shift, till=till)
    forged = hang_on_a_snapshot(tmp_path / "t.journal", canonical(bench.state.data()))
    again = StaffedTable(tmp_path, journal=Journal.open(tmp_path / "t.journal", KEY))
    assert again.state.shift.till.tray == tray
    (alarm,) = again.state.alarms
    assert f"entries {forged} to {forged} of the journal were not signed" in alarm
    again.state.alarms = ()
    again.state.alarm_messages = {}
    assert again.state.hash() == state
    again.journal.close()


def test_after_a_rush_the_session_signs_what_was_left(tmp_path: Path) -> None:
    bench = played(tmp_path)
    journal = bench.journal
    assert isinstance(journal, Journal)
    journal._signed_ns = 2**62  # as if a signature had just been made
    bench.play("Th")
    assert journal.unsigned
    bench.session.step()
    assert not journal.unsigned
    assert verify(tmp_path / "t.journal").signed_up_to == journal.seq
    journal.close()


def test_a_snapshot_that_differs_from_the_entries_is_named_even_when_it_is_signed(tmp_path: Path) -> None:
    """Somebody who has the key, or a fault of ours: the entries say what was done, not the snapshot."""
    bench = played(tmp_path)
    file = tmp_path / "t.journal"
    seal(bench)
    assert verify(file, beside=compare_snapshots).ok
    bench.state.shift = replace(
        bench.state.shift, till=replace(bench.state.shift.till, tray=Cents(bench.state.shift.till.tray - 5_000_00))
    )
    seal(bench)
    false = bench.journal.seq
    bench.journal.close()
    assert verify(file).ok  # chain, signatures, settlements: all as they should be
    problem = verify(file, beside=compare_snapshots).problem
    assert problem is not None
    assert (problem.entry, problem.what.code) == (false, "verify-snapshot-differs")


def test_snapshots_of_stretches_are_compared_from_the_one_before(tmp_path: Path) -> None:
    bench = played(tmp_path)
    file = tmp_path / "t.journal"
    seal(bench)
    first = bench.journal.seq
    seal(bench)
    bench.journal.close()
    with reader.read_only(file) as connection:
        keys = reader.signing_keys(connection, bench.journal.public_key)
    for seq in (0, first):
        stretch = Stretch(path=file, log=bench.journal.log, keys=keys, start=Start(seq=seq), upto=None)
        assert compare_snapshots(stretch) is None


def test_every_snapshot_of_an_evening_with_restarts_says_what_the_entries_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_session, "ENTRIES_BETWEEN_SNAPSHOTS", 1)
    file = tmp_path / "t.journal"
    bench = StaffedTable(tmp_path, journal=Journal.create(file, table="t", signing_key=KEY))
    bench.ready()
    evening = Evening(bench)
    for _ in range(4):
        evening.a_round()
        evening.new_shoe()
        bench.restart()
    assert len(bench.kinds("snapshot")) > 8
    bench.journal.close()
    assert verify(file, beside=compare_snapshots).problem is None
