"""Store and forward: the table never waits, the floor's copy is a beginning of the journal, nothing comes twice."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import NO_FLOOR, FloorState, Forwarder, Pace, address, evidence
from dealer_console.floor.connection import FloorConnection, Held, OutOfStep
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.local_journal import End, open_local
from dealer_console.journal import Draft
from dealer_console.journal.entry import Row
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded, words_of
from tests.journal.dealt import Dealing
from tests.rigs.floor_rig import BRISK, TABLE, FloorRig, NotedTable, met, wait_until

ROOT = Path(__file__).parents[2]


def test_everything_arrives_in_order_with_its_checkpoints(table: NotedTable) -> None:
    table.deal(100)
    table.sign()
    table.forward()
    table.deal(50)
    table.sign()
    table.must_arrive()
    wait_until(lambda: table.floor.head().checkpoint == 3, "the checkpoints are there")
    assert table.floor.head().hash == table.journal.head
    assert table.floor.alarms() == []
    assert [floor_health.trouble for floor_health in table.health if floor_health.trouble] == []


def test_the_copy_is_a_journal_that_verifies(table: NotedTable, tmp_path: Path) -> None:
    Dealing(table.journal).deal(3)
    table.forward()
    table.must_arrive()
    wait_until(lambda: table.floor.head().checkpoint == table.journal.last_checkpoint.number, "all is signed")
    with table.floor.pit() as connection:
        told: list[tuple[int, int]] = []
        evidence.copy_out(connection, table.journal.log, tmp_path / "copy", lambda *draft: told.append(draft))
    report = verify(tmp_path / "copy", table.journal.public_key, copy=True)
    assert report.ok
    assert (report.entries, report.rounds) == (table.journal.seq, 3)
    assert told[-1] == (table.journal.seq, table.journal.seq)


def test_without_a_floor_the_local_file_is_enough(tmp_path: Path) -> None:
    alone = Forwarder(journal=tmp_path / "never read", url=None, table=TABLE)
    alone.start()
    alone.wake()
    alone.stop()
    assert alone.health == NO_FLOOR
    assert recorded(alone.health.message) == "No floor: this table keeps its journal by itself"


def test_through_an_outage(server: Server, table: NotedTable) -> None:
    """The server dies in the middle and comes back; meanwhile the table deals on.

    Nothing of it is taken for a refusal, after which nobody would try again for an hour.
    """
    forwarder = table.forward(pace=replace(BRISK, refused_retry=3600.0))
    table.deal(60)
    wait_until(lambda: table.floor.head().seq > 0, "the copy has begun")
    table.floor.close()
    server.stop("immediate")
    try:
        table.deal(214)
        wait_until(lambda: forwarder.health.state is FloorState.AWAY, "the outage is noticed")
        wait_until(lambda: forwarder.health.written == table.journal.seq, "the kept entries are counted")
        away = forwarder.health
    finally:
        server.start()
    assert away.kept >= 214
    assert recorded(away.message) == f"Floor away, {away.kept} entries kept"
    assert away.trouble is not None
    assert "does not answer" in recorded(away.trouble)
    table.must_arrive()
    wait_until(lambda: recorded(forwarder.health.message) == "Floor synced", "the console says so")
    assert table.floor.alarms() == []


def test_a_table_that_starts_without_its_floor(table: NotedTable) -> None:
    table.deal(3)
    forwarder = table.forward(url=f"postgresql://x@127.0.0.1:{_closed_port()}/none")
    wait_until(lambda: forwarder.health.trouble is not None, "it was tried")
    assert recorded(forwarder.health.message) == "Floor away, everything is kept here"
    table.deal(3)


def _closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_table_does_not_wait_for_a_floor_that_hangs(table: NotedTable) -> None:
    """Somebody takes the call and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        forwarder = table.forward(url=f"postgresql://x@127.0.0.1:{silent.getsockname()[1]}/none")
        caller, _ = silent.accept()
        table.deal(20)
        assert table.journal.seq == 21
        assert forwarder.health.acknowledged is None
        caller.close()


def test_the_table_does_not_wait_for_a_locked_floor(table: NotedTable) -> None:
    table.deal(5)
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql("LOCK TABLE floor.journals IN ACCESS EXCLUSIVE MODE")
        table.deal(50)
        assert table.journal.seq == 56
        connection.exec_driver_sql("COMMIT")
    table.must_arrive()


def test_a_new_forwarder_goes_on_where_the_floor_stands(table: NotedTable) -> None:
    for _ in range(4):
        table.deal(55)
        forwarder = table.forward()
        wait_until(lambda: table.floor.head().seq > 0, "something arrived")
        forwarder.stop()
        table.forwarders.clear()
        table.must_be_prefixed()
    table.forward()
    table.must_arrive()
    assert table.floor.alarms() == []


def test_two_forwarders_at_once_do_no_harm(table: NotedTable) -> None:
    table.deal(300)
    table.forward()
    table.forward()
    table.deal(100)
    table.must_arrive()
    assert table.floor.alarms() == []


def test_a_journal_that_another_forwarder_has_sent_further_is_not_called_shorter(table: NotedTable) -> None:
    table.deal(9)
    with met(table) as (line, _), met(table) as (other, _), open_local(table.path) as local:
        looks = 0

        def end() -> End:
            nonlocal looks
            looks += 1
            seen = local.end()
            if looks == 1:  # the other one sends more after this look
                table.deal(5)
                other.append(local.log, local.hash_at(0), local.rows(0, 100), 0)
            return seen

        assert line.meet(local.log, end).seq == local.end().seq
    assert looks == 3
    assert table.floor.alarms() == []


def test_a_batch_that_comes_twice_counts_once(table: NotedTable) -> None:
    table.deal(9)
    with met(table) as (line, held), open_local(table.path) as local:
        assert held.seq == 0
        rows = local.rows(0, 100)
        assert line.append(local.log, local.hash_at(0), rows[:6], 4).seq == 6
        assert line.append(local.log, local.hash_at(0), rows[:6], 4).seq == 6
        assert line.append(local.log, local.hash_at(2), rows[2:8], 2).seq == 8
        assert line.append(local.log, local.hash_at(0), rows, 0).seq == 10
        points = local.checkpoints(0, 10, 10)
        assert line.append_checkpoints(local.log, points) == 1
        assert line.append_checkpoints(local.log, points) == 1
    assert table.floor.rows() == table.rows()
    assert table.floor.alarms() == []


def test_nothing_is_left_out(table: NotedTable) -> None:
    table.deal(9)
    with met(table) as (line, _), open_local(table.path) as local:
        line.append(local.log, local.hash_at(0), local.rows(0, 4), 0)
        with pytest.raises(OutOfStep, match="entry 6 cannot follow entry 4"):
            line.append(local.log, local.hash_at(5), local.rows(5, 100), 0)
    assert table.must_be_prefixed() == 4
    assert table.floor.alarms() == []


def test_a_forwarder_killed_again_and_again(table: NotedTable) -> None:
    """SIGKILL in the middle of its work, while the table deals; the last one brings the rest, once and in order."""
    table.deal(600)
    command = [sys.executable, "-m", "tests.floor.forwarder_kills", table.floor.url(TABLE), str(table.path), "12"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as killing:
        assert killing.stdout is not None
        acknowledged = []
        for line in killing.stdout:
            acknowledged.append(int(line))
            assert table.must_be_prefixed() >= acknowledged[-1]
            table.deal(20)
    assert killing.returncode == 0
    assert len(acknowledged) == 12
    assert acknowledged == sorted(set(acknowledged))  # each victim went on where the one before it was killed
    table.forward()
    table.must_arrive()
    assert table.floor.alarms() == []


def test_dealing_and_forwarding_at_the_same_time(table: NotedTable) -> None:
    """At every look the copy is a beginning of the journal."""
    table.forward()
    dealer = threading.Thread(target=table.deal, args=(400,))
    dealer.start()
    looks = {table.must_be_prefixed() for _ in range(8)}
    dealer.join()
    table.must_arrive()
    assert looks


def test_a_screen_that_fails_does_not_end_the_forwarding(floor: FloorRig, table: NotedTable) -> None:
    def fail(_health: object) -> None:
        raise RuntimeError("no screen")

    forwarder = Forwarder(journal=table.path, url=floor.url(TABLE), table=TABLE, on_health=fail, pace=BRISK)
    table.forwarders.append(forwarder)
    forwarder.start()
    table.deal(30)
    table.must_arrive()


def test_a_long_way_to_go_is_told(table: NotedTable) -> None:
    table.deal(200)
    table.forward(pace=Pace(batch=20, pause=0.001, look=0.01))
    table.must_arrive()
    words = [recorded(floor_health.message) for floor_health in table.health]
    assert "Floor catching up, 181 entries to go" in words
    wait_until(lambda: recorded(table.health[-1].message) == "Floor synced", "it is in step")
    numbers = [floor_health.acknowledged for floor_health in table.health if floor_health.acknowledged is not None]
    assert numbers == sorted(numbers)


def test_a_zero_character_is_told_and_the_table_deals_on(table: NotedTable) -> None:
    """PostgreSQL keeps no text with a zero character in it."""
    table.append(Draft(kind="note", data={"text": "a\0b"}))
    table.append(Draft(kind="note", data={"text": "x"}, who="a\0b"))
    forwarder = table.forward()
    wait_until(lambda: forwarder.health.state is FloorState.REFUSED, "it is told")
    assert "cannot be kept by PostgreSQL" in recorded(forwarder.health.message)
    table.deal(3)


def test_the_address_of_a_floor_hides_its_password() -> None:
    shown = address.plain(address.parse("postgresql://ann:secret@host/db"))
    assert shown == "postgresql://ann@host/db"


def test_a_floor_that_was_set_back_is_brought_up_again(table: NotedTable) -> None:
    """The server's own disk broke, and a copy of yesterday was brought back: the tables have everything."""
    table.deal(60)
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        run = connection.exec_driver_sql
        run("SET session_replication_role = replica")
        run("BEGIN")
        run("DELETE FROM floor.entries WHERE seq > 20")
        run("UPDATE floor.journals SET seq = 20, hash = (SELECT hash FROM floor.entries WHERE seq = 20)")
        run("COMMIT")
    table.deal(5)
    table.must_arrive()
    assert table.floor.alarms() == []


def test_a_journal_that_is_not_there_yet(floor: FloorRig, table: NotedTable, tmp_path: Path) -> None:
    forwarder = table.forward(path=tmp_path / "later.journal")
    wait_until(lambda: forwarder.health.trouble is not None, "it is told")
    assert "the table's own journal cannot be read: there is no journal" in recorded(forwarder.health.trouble or "")
    table.deal(5)
    table.journal.close()
    table.path.rename(tmp_path / "later.journal")
    wait_until(lambda: floor.head().seq == 6, "it is forwarded as soon as it is there")


def test_a_fault_of_the_forwarder_is_told_and_tried_again(table: NotedTable, monkeypatch: pytest.MonkeyPatch) -> None:
    working = FloorConnection.append
    faults = iter([True, True, False])

    def faulty(line: FloorConnection, log: str, previous: str, rows: Sequence[Row], waiting: int) -> Held:
        if next(faults, False):
            raise ZeroDivisionError("a bug")
        return working(line, log, previous, rows, waiting)

    monkeypatch.setattr(FloorConnection, "append", faulty)
    table.deal(5)
    table.forward()
    table.must_arrive()
    assert any(
        "a fault of the forwarder itself: ZeroDivisionError" in recorded(floor_health.trouble or "")
        for floor_health in table.health
    )


def test_an_idle_table_is_heard(table: NotedTable) -> None:
    table.forward(pace=replace(BRISK, heartbeat=0.05))
    table.must_arrive()
    first = table.floor.head()
    wait_until(lambda: table.floor.head().heard_at_ms > first.heard_at_ms, "the floor hears that the table lives")
    assert table.floor.head().received_at_ms == first.received_at_ms


def test_stopping_twice_and_waking_late_do_no_harm(table: NotedTable) -> None:
    forwarder = table.forward()
    forwarder.start()
    forwarder.stop()
    forwarder.wake()
    forwarder.stop()


def test_a_floor_that_hangs_in_the_middle(table: NotedTable) -> None:
    """The server's process stands still, its lines stay open: the console says so, and it goes on by itself."""
    table.deal(5)
    forwarder = table.forward(pace=replace(BRISK, patience=0.1))
    table.must_arrive()
    wait_until(lambda: forwarder.health.kept == 0 and forwarder.health.connected, "the table knows it, too")
    words = "SELECT pid FROM pg_stat_activity WHERE usename = %s"
    with table.floor.owner() as connection:
        pid = connection.exec_driver_sql(words, (TABLE,)).scalar_one()
    os.kill(pid, signal.SIGSTOP)
    try:
        table.deal(60)
        wait_until(lambda: recorded(forwarder.health.message) == "Floor away, 60 entries kept", "the console says so")
    finally:
        os.kill(pid, signal.SIGCONT)
    table.must_arrive()
    wait_until(lambda: recorded(forwarder.health.message) == "Floor synced", "the console says so")
    assert table.floor.alarms() == []


def test_a_lock_that_is_held_too_long_is_no_refusal(table: NotedTable) -> None:
    table.deal(5)
    forwarder = table.forward(url=table.floor.url(TABLE) + "?options=-c%20lock_timeout%3D50ms")
    table.must_arrive()
    with table.floor.owner() as connection:
        connection.exec_driver_sql("BEGIN")
        connection.exec_driver_sql("LOCK TABLE floor.journals IN ACCESS EXCLUSIVE MODE")
        table.deal(5)
        wait_until(lambda: "lock timeout" in recorded(forwarder.health.trouble or ""), "it is told")
        assert forwarder.health.state is FloorState.AWAY
        connection.exec_driver_sql("COMMIT")
    table.must_arrive()


def test_an_address_without_a_login_is_told_to_name_one(floor: FloorRig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGUSER", "nobody-at-all")
    nameless = re.sub("//[^@/]*@", "//", floor.url())
    with pytest.raises(FloorRefused, match=r"the login of this user: .*; name a login in the address") as refused:
        address.connect(nameless).__enter__()
    spanish = words_of("es").error(refused.value)
    assert "el usuario de este equipo: " in spanish
    assert "; indique un usuario en la dirección: postgresql://USUARIO@" in spanish
    assert "…; los usuarios se crean con" in spanish
