"""Two who do the same at the same moment, on a real server: nothing is lost, doubled or said twice."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, text

from dealer_console.cli.floor import people as command
from dealer_console.cli.floor.database import init
from dealer_console.cli.floor.service import serve
from dealer_console.floor import FloorRefused, logins, queries
from dealer_console.floor.local_journal import open_local
from dealer_console.floor.migrate import must_be_current
from dealer_console.floor.witness import check_signatures, set_aside
from dealer_console.game.message import Message
from dealer_console.pit.archive import projector
from dealer_console.pit.archive.projector import project
from dealer_console.table.approvals import entries
from dealer_console.table.people import PeopleBook, Pin, Role, Staff, load_pepper, load_permissions
from dealer_console.table.people.directory import take_newest
from tests.floor.test_directory import Stand
from tests.floor.test_forged_tail import OTHER_SEED, forge, signed
from tests.floor.test_rulings import BEN, Asking, give, now_ms
from tests.journal.dealt import NOON
from tests.rigs.floor_rig import OTHER, PIT, PROJECTOR, TABLE, FloorRig, NotedTable, met, wait_until
from tests.rigs.staff import CHEAP

__all__ = ["signed"]

CHANGES = 12


def together(*deeds: Callable[[], object]) -> list[object]:
    """Each in a thread of its own, all from the same moment on. What they gave back, or raised."""
    barrier = threading.Barrier(len(deeds))
    results: list[object] = [None] * len(deeds)

    def run(number: int, deed: Callable[[], object]) -> None:
        barrier.wait(120)
        try:
            results[number] = deed()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number, deed)) for number, deed in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def is_waited_for(floor: FloorRig) -> bool:
    """Somebody's statement waits for a lock."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with psycopg.connect(floor.url(), autocommit=True) as connection:
        return connection.execute(query).fetchone() != (0,)


# --- people --------------------------------------------------------------------------------------------------------


def change_people(folder: Path, url: str, who: str, together: Barrier, said: Path) -> None:
    """A window of the pit in a process of its own: it locks and unlocks one person, again and again."""
    import sys

    with said.open("w") as sys.stdout:
        pepper = load_pepper(folder / "keys" / "pepper")
        with PeopleBook.open(folder / "people.db", pepper=pepper, cost=CHEAP) as book:
            failures: list[Message | None] = []
            command.keep_published(url, book, failures.append)
            people = {listed.person.name: listed.person for listed in book.people()}
            staff = Staff(book, load_permissions(), second=people["Sam"])
            together.wait(120)
            for number in range(CHANGES):
                if number % 2:
                    staff.unlock(people[who], by=people["Paula"], now_ms=number)
                else:
                    staff.lock(people[who], why=f"{who} {number}", by=people["Paula"], now_ms=number)
            staff.lock(people[who], why="at last", by=people["Paula"], now_ms=CHANGES)
            print(*filter(None, failures), end="")


def test_two_windows_that_change_people_at_once_publish_every_change(
    floor: FloorRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = Stand(tmp_path, floor)
    for name in ("Ann", "Bob"):
        staff = Staff(stand.book, load_permissions(), second=stand.sam)
        staff.add(name=name, badge=name, roles=[Role.DEALER], pin=Pin("573920"), by=stand.paula, now_ms=0)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    command.directory_key_file().parent.mkdir(parents=True)
    command.directory_key_file().write_bytes(stand.key.read_bytes())
    command.directory_key_file().chmod(0o600)
    context = get_context("spawn")
    barrier = context.Barrier(2)
    said = [tmp_path / "Ann.txt", tmp_path / "Bob.txt"]
    processes = [
        context.Process(target=change_people, args=(tmp_path, floor.url(PIT), file.stem, barrier, file))
        for file in said
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
    assert [process.exitcode for process in processes] == [0, 0]
    assert [file.read_text() for file in said] == ["", ""], "no change stayed in the book alone"
    with floor.owner() as connection:
        versions = connection.exec_driver_sql("SELECT version FROM floor.directory ORDER BY version").scalars().all()
    assert versions == list(range(1, len(versions) + 1))
    published = {person["name"]: person["locked_why"] for person in json.loads(stand.newest().document)["people"]}
    assert (published["Ann"], published["Bob"]) == ("at last", "at last")
    stand.book.close()


def test_a_change_that_the_floor_did_not_hear_is_published_with_the_next_start(
    floor: FloorRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand = Stand(tmp_path, floor)
    attempts: list[Message | None] = []
    monkeypatch.setattr(command, "directory_key_file", lambda: stand.key)
    command.keep_published(floor.url("nobody"), stand.book, attempts.append)
    stand.staff.lock(stand.sam, why="on leave", by=stand.paula, now_ms=2)
    assert [failure and failure.code for failure in attempts] == ["out-not-published"] * 2
    command.keep_published(floor.url(PIT), stand.book, attempts.append)
    assert attempts[2:] == [None]
    (sam,) = (row for row in json.loads(stand.newest().document)["people"] if row["name"] == "Sam")
    assert sam["locked_why"] == "on leave"
    version = stand.newest().version
    command.keep_published(floor.url(PIT), stand.book, attempts.append)
    assert stand.newest().version == version, "what is published already is not published again"
    with stand.copy() as copy:
        take_newest(copy.store, [stand.newest()])
        stand.staff.unlock(stand.sam, by=stand.paula, now_ms=3)
        command.keep_published(floor.url(PIT), copy, attempts.append)
        assert next(row.locked_why for row in copy.people() if row.person == stand.sam) is None, "a copy is renewed"
    stand.book.close()


# --- the projector and the owner -------------------------------------------------------------------------------------


def test_of_two_projectors_that_start_at_once_one_serves(floor: FloorRig, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        over, serving, connected = threading.Barrier(2), list[int](), threading.Barrier(2)

        def both_are_connected(connection: Connection, connected: threading.Barrier = connected) -> None:
            must_be_current(connection)
            connected.wait(120)

        monkeypatch.setattr(projector, "must_be_current", both_are_connected)

        def attempt(over: threading.Barrier, serving: list[int]) -> None:
            try:
                with projector.project(floor.url(PROJECTOR)) as projecting:
                    serving.append(1)
                    projecting.step()
                    over.wait(120)
                    assert len(serving) == 1
            except FloorRefused:  # another serves
                over.wait(120)

        results = together(*[lambda: attempt(over, serving)] * 2)  # noqa: B023
        assert results == [None, None]
        assert serving == [1]


def test_two_who_run_init_at_once_and_a_projector_that_serves_meanwhile(floor: FloorRig, table: NotedTable) -> None:
    with floor.owner() as connection:
        logins.ensure_table(connection, OTHER)
    table.forward()
    over = threading.Event()

    def deal() -> None:
        while not over.is_set():
            table.deal(3)
            time.sleep(0.01)

    def project_on() -> int:
        done = 0
        with project(floor.url(PROJECTOR)) as projector:
            while not over.is_set():
                done += projector.step()
            return done

    def initialize() -> list[int]:
        return [init(floor.url(), tables=[TABLE], pits=[PIT], projectors=[PROJECTOR]) for _ in range(5)]

    def initialize_twice() -> list[object]:
        try:
            return together(initialize, initialize)
        finally:
            over.set()

    dealt, projected, initialized = together(deal, project_on, initialize_twice)
    assert initialized == [[0] * 5, [0] * 5]
    assert dealt is None
    assert isinstance(projected, int)
    table.must_arrive()
    assert serve(floor.url(PROJECTOR), once=True) == 0


def test_a_day_that_two_make_at_once_is_made_once(floor: FloorRig) -> None:
    make = f"SELECT floor.make_day('2026-09-21', {NOON - 43_200_000}, {NOON + 43_200_000})"

    def make_it() -> object:
        with psycopg.connect(floor.url(PROJECTOR), autocommit=True) as connection:
            return connection.execute(make.encode()).fetchone()

    with ThreadPoolExecutor(1) as projector, floor.owner() as owner:
        owner.exec_driver_sql("BEGIN")
        assert owner.exec_driver_sql(make).scalar() is True
        making = projector.submit(make_it)
        wait_until(lambda: is_waited_for(floor), "the projector waits for the owner")
        owner.exec_driver_sql("COMMIT")
        assert making.result(120) == (False,)


# --- a ruling and the answer at the table ----------------------------------------------------------------------------


def test_a_ruling_in_the_moment_of_the_answer_at_the_table_does_not_reach_it(table: NotedTable) -> None:
    """The answer is on its way when the stand rules: the table is sent no second one."""
    asking, log = Asking(table), table.journal.log
    request = asking.ask()
    with table.line() as line, open_local(table.path) as local:
        held = line.meet(local.log, local.end)
        line.append(log, held.hash, local.rows(held.seq, 100), 0)
        held = line.meet(local.log, local.end)
        asking.record(entries.approval(request.approved(BEN, at_ms=now_ms())))
        with line._driver.transaction():
            line.append(log, held.hash, local.rows(held.seq, 100), 0)
            assert give(table.floor, request, log, approves=False).won
        line.listen(log)
        assert line.decisions(log) == ()
    assert table.floor.ask(queries.open_requests) == ()
    with pytest.raises(FloorRefused, match="was approved at the table by"):
        give(table.floor, request, log)


# --- a forged end that is set aside ----------------------------------------------------------------------------------


def cut(floor: FloorRig, after: int) -> int:
    with floor.owner() as connection:
        return set_aside(connection, TABLE, after, "forged")


def test_what_a_table_signs_in_the_moment_it_would_be_set_aside_stays(signed: NotedTable) -> None:
    """The table's own transaction is open while the owner begins; it is committed before the owner's goes on."""
    floor, log = signed.floor, signed.journal.log
    with met(signed) as (line, held), open_local(signed.path) as local:
        signed.deal(3)
        line.append(log, held.hash, local.rows(held.seq, 100), 0)
        point = signed.journal.checkpoint(NOON)
        with ThreadPoolExecutor(1) as owner:
            line._driver.execute("BEGIN")
            line.append_checkpoints(log, [point])
            cutting = owner.submit(cut, floor, held.seq)
            wait_until(lambda: is_waited_for(floor), "the owner waits for the table")
            line._driver.execute("COMMIT")
            with pytest.raises(FloorRefused, match="are signed by the key of this journal"):
                cutting.result(120)
    assert floor.head().seq == signed.journal.seq


def test_an_end_that_was_set_aside_is_not_marked_afterwards(signed: NotedTable) -> None:
    """The projector has found the false signature, and comes to mark the table when the end is gone already."""
    floor = signed.floor
    forge(signed, seed=OTHER_SEED)

    def check() -> None:
        with floor.projector() as connection:
            check_signatures(connection)

    with ThreadPoolExecutor(1) as projector, floor.owner() as owner:
        owner.exec_driver_sql("BEGIN")
        set_aside_now = text("SELECT floor.set_aside(:log, 20, 'forged')")
        owner.execute(set_aside_now, {"log": signed.journal.log})
        checking = projector.submit(check)
        wait_until(lambda: is_waited_for(floor), "the projector waits for the owner")
        owner.exec_driver_sql("COMMIT")
        checking.result(120)
    assert (floor.head().seq, floor.head().fault, floor.alarms()) == (20, None, [])


def test_what_is_set_aside_while_its_table_sends_on_comes_again(signed: NotedTable) -> None:
    """Again and again: the honest table has everything, and the floor in the end, too."""
    floor = signed.floor
    signed.forward()
    over = threading.Event()

    def deal() -> None:
        while not over.is_set():
            signed.deal(2)
            time.sleep(0.005)

    dealing = threading.Thread(target=deal)
    dealing.start()

    def is_cut() -> bool:
        try:
            return bool(cut(floor, 20))
        except FloorRefused:  # nothing lies after it yet
            return False

    try:
        for _ in range(6):
            wait_until(is_cut, "something new of the table is set aside")
    finally:
        over.set()
        dealing.join()
    signed.must_arrive()
    assert floor.head().fault is None
