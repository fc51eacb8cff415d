"""A table that comes back believes only what is signed, and says what was not."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

from dealer_console.game.money import Cents
from dealer_console.journal import Journal
from dealer_console.journal.canonical import canonical
from dealer_console.journal.entry import hash_of
from dealer_console.journal.verification.verify import verify
from tests.table.evening.house_bench import HouseBench

KEY = bytes(range(32))


def played(folder: Path) -> HouseBench:
    bench = HouseBench(folder, journal=Journal.create(folder / "t.journal", table="t", signing_key=KEY))
    bench.ready()
    bench.session._seal()
    bench.bet("1 25")
    return bench


def hang_on_a_snapshot(file: Path, data: str) -> int:
    db = sqlite3.connect(file, isolation_level=None)
    seq, previous = db.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
    ((first,),) = db.execute("SELECT json_extract(data, '$.log') FROM entries WHERE seq = 1").fetchall()
    row = (seq + 1, "snapshot", 1, 0, None, None, None, data)
    db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, hash_of(first, previous, row)))
    db.close()
    return int(seq) + 1


def test_a_snapshot_with_less_in_the_tray_changes_nothing_and_calls_for_a_supervisor(tmp_path: Path) -> None:
    bench = played(tmp_path)
    tray, state = bench.state.shift.till.tray, bench.state.hash()
    bench.journal.close()
    till = replace(bench.state.shift.till, tray=Cents(tray - 5_000_00))
    bench.state.shift = replace(bench.state.shift, till=till)
    forged = hang_on_a_snapshot(tmp_path / "t.journal", canonical(bench.state.data()))
    again = HouseBench(tmp_path, journal=Journal.open(tmp_path / "t.journal", KEY))
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
