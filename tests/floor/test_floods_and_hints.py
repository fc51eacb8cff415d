"""Somebody with one login sends too much, or what no program of the house sends: the others notice nothing of it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import errors

from dealer_console.floor import FloorRefused, FloorState, Forwarder, logins, queries, rights
from dealer_console.floor.witness import set_aside
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.chain import Chain
from tests.floor.test_roles import must_be_denied, run
from tests.floor.test_sessions import OtherTable
from tests.floor.test_sessions import other as other
from tests.journal.dealt import NOON
from tests.rigs.floor_rig import BRISK, OTHER, PIT, PROJECTOR, TABLE, FloorRig, NotedTable, wait_until

CAGE = "cage-1"
SIGNATURE = "repeat('a', 64), 1, repeat('a', 128)"
ORDERS = (
    "INSERT INTO floor.orders (journal, desk, order_id, command, person, reason, key, signed_at_ms, signature) "
    f"SELECT 1, 'pit', lpad(to_hex(n), 32, '0'), '7', {{person}}, '', {SIGNATURE} FROM generate_series(1, {{number}}) n"
)
NOTICES = (
    "INSERT INTO floor.notices (journal, notice_order, changes, person, reason, key, signed_at_ms, signature) "
    f"SELECT 1, lpad(to_hex(n), 32, '0'), '7', {{person}}, 'r', {SIGNATURE} FROM generate_series(1, {{number}}) n"
)
RECORDS = (
    "INSERT INTO floor.records (desk, kind, once, data, person, key, signed_at_ms, signature) "
    f"SELECT 'pit', 'average-bet', n::text, '7', {{person}}, {SIGNATURE} FROM generate_series(1, {{number}}) n"
)
ACKNOWLEDGED = (
    "INSERT INTO floor.acknowledgements (journal, seq, person, note) "
    "SELECT 1, n, {person}, '' FROM generate_series(1, {number}) n"
)
SEEN = (
    "INSERT INTO pit.seen (what, person, at_ms, note) "
    "SELECT n::text, {person}, 1, '' FROM generate_series(1, {number}) n"
)


@pytest.fixture
def held(floor: FloorRig, table: NotedTable) -> Iterator[FloorRig]:
    """With some entries of one table, which forwards no more."""
    table.deal(5)
    table.forward()
    table.must_arrive()
    for forwarder in table.forwarders:
        forwarder.stop()
    table.forwarders.clear()
    yield floor
    with floor.owner() as connection:  # what this test has left in the schema of the pit
        connection.exec_driver_sql("SET session_replication_role = replica")
        connection.exec_driver_sql("TRUNCATE pit.seen")


def forge(table: NotedTable, *drafts: Draft) -> None:
    """By the table's login alone."""
    head = table.floor.head(table.name)
    rows, _ = Chain(str(head.log), head.seq, head.hash).continue_with(drafts, NOON)
    with table.line() as line:
        line.append(str(head.log), head.hash, rows, 0)


def seats(player: str, *spots: int) -> Draft:
    said: dict[str, Json] = {"step": "spots", "player": player, "spots": [*spots]}
    return Draft(kind="shift", data=said, who="p7")


# --- hints ---------------------------------------------------------------------------------------------------------


def test_a_notification_that_somebody_forged_seats_nobody_and_ends_no_forwarding(
    table: NotedTable, other: OtherTable
) -> None:
    told: list[dict[str, str]] = []
    troubles: list[Message | str | None] = []
    hears = Forwarder(
        journal=table.path, url=table.floor.url(TABLE), table=TABLE, pace=BRISK,
        on_sessions=lambda elsewhere: told.append(dict(elsewhere)),
        on_health=lambda health: troubles.append(health.trouble),
    )  # fmt: skip
    hears.start()
    table.forwarders.append(hears)
    table.deal(1)
    other.seats("C-1", 1)
    wait_until(lambda: told[-1:] == [{"C-1": OTHER}], "the table knows who plays at the other one")
    forged = ("no JSON", "[]", "7", '{"card":{}}', "[" * 3000, '{"card":"C-7","table":"switch-9","since":1}')
    unheard = (r'{"card":"\u0000"}', r'{"card":"\ud800"}')
    for payload in (*forged, *unheard, '{"card":"C-1","table":"switch-5","since":null}'):
        with psycopg.connect(table.floor.url(PIT), autocommit=True) as connection:
            connection.execute("SELECT pg_notify('floor_sessions', %s)", (payload,))
    with psycopg.connect(table.floor.url(PIT), autocommit=True) as connection:
        flood = "SELECT pg_notify('floor_sessions', '{\"card\":\"' || n || '\"}') FROM generate_series(1, 2000) n"
        connection.execute(flood.encode())
    other.seats("C-2", 2)
    wait_until(lambda: told[-1:] == [{"C-1": OTHER, "C-2": OTHER}], "who really sits down is told")
    assert not [said for said in troubles if isinstance(said, Message) and said.code == "floor-forwarder-fault"]
    assert not [seen for seen in told if "C-7" in seen]
    assert hears.health.state is FloorState.IN_STEP


# --- setting aside -------------------------------------------------------------------------------------------------


def test_what_a_forged_end_said_of_seats_goes_with_it(table: NotedTable, other: OtherTable) -> None:
    other.seats("C-1", 1)
    other.seats("C-2", 2)
    other.seats("C-2")
    other.must_arrive()
    for forwarder in other.forwarders:
        forwarder.stop()
    forge(other, seats("C-9", 3), seats("C-1"), Draft(kind="shift", data={"step": "close"}), seats("C-8", 4))
    with table.floor.owner() as connection:
        set_aside(connection, OTHER, other.journal.seq, "forged")
        rows = connection.exec_driver_sql("SELECT card FROM floor.sessions").scalars().all()
    assert rows == ["C-1"]


def test_what_is_signed_stays_also_where_no_projector_has_looked_yet(held: FloorRig, table: NotedTable) -> None:
    table.sign()
    table.forward()
    wait_until(lambda: held.head().checkpoint == 2, "the checkpoint is there")
    assert held.head().witnessed == 0
    forge(table, Draft(kind="note", data={"text": "forged"}))
    with pytest.raises(FloorRefused, match="entries up to 6 are signed"), held.owner() as connection:
        set_aside(connection, TABLE, 2, "by the owner alone")
    with held.owner() as connection:
        set_aside(connection, TABLE, 6, "forged")
    assert held.head().seq == 6


# --- too much ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "most"),
    [(ORDERS, 200), (NOTICES, 200), (RECORDS, 2000), (SEEN, 2000)],
    ids=["orders", "notices", "records", "acknowledged alerts"],
)
def test_one_login_of_a_desk_sends_no_flood(held: FloorRig, statement: str, most: int) -> None:
    with pytest.raises(psycopg.Error, match=f"more than {most} .* from one login in a quarter of an hour"):
        run(held, PIT, statement.format(number=most + 1, person="'p1'"))
    run(held, PIT, statement.format(number=most, person="'p1'"))


@pytest.mark.parametrize("statement", [ORDERS, NOTICES, RECORDS, ACKNOWLEDGED, SEEN])
def test_a_name_that_fills_the_disk_is_none(held: FloorRig, statement: str) -> None:
    with pytest.raises(errors.CheckViolation):
        run(held, PIT, statement.format(number=1, person="repeat('p', 1000000)"))


def test_a_flood_of_requests_of_one_table_hides_none_of_another(
    held: FloorRig, table: NotedTable, other: OtherTable
) -> None:
    now = time.time_ns() // 1_000_000

    def request(number: int, reason: str = "r") -> Draft:
        asked: dict[str, Json] = {"request": f"r-{number}", "action": "void", "subject": {}, "requester": "p1"}
        asked |= {"reason": reason, "subject_hash": "0" * 64, "asked_at_ms": now, "expires_at_ms": now + 600_000}
        return Draft(kind="request", data=asked)

    forge(table, request(0, "x" * 100_000), *(request(number) for number in range(1, 39)))
    forge(table, *(request(number) for number in range(39, 500)))
    other.append(request(1))
    other.must_arrive()
    requests = held.ask(queries.open_requests)
    assert [asked.table for asked in requests].count(TABLE) == 40
    assert [asked.table for asked in requests].count(OTHER) == 1
    assert max(len(asked.reason) for asked in requests) == 2000
    assert [what for what, _ in held.alarms()] == ["too-many"]


# --- rights --------------------------------------------------------------------------------------------------------


def test_init_takes_back_what_somebody_gave_in_the_database_itself(floor: FloorRig) -> None:
    with floor.owner() as connection:
        groups = "PUBLIC, floor_table, floor_pit, floor_cage, floor_projector"
        connection.exec_driver_sql(f"GRANT CREATE, TEMPORARY ON DATABASE {floor.database} TO {groups}")
        connection.exec_driver_sql(f"GRANT CREATE ON SCHEMA public TO {groups}")
        logins.ensure_cage(connection, CAGE)
        rights.give(connection)
    made = ("CREATE SCHEMA mine", "CREATE TEMP TABLE entries (a int)", "CREATE TABLE public.entries (a int)")
    for login in (TABLE, PIT, CAGE, PROJECTOR):
        must_be_denied(floor, login, made)
