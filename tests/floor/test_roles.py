"""Rights in the database: tables only insert, the pit reads and rules, nobody changes what stands."""

from __future__ import annotations

from collections.abc import Iterable

import psycopg
import pytest
from psycopg import errors

from dealer_console.floor import FloorRefused, logins, rights
from tests.rigs.floor_rig import OTHER, PIT, PROJECTOR, TABLE, FloorRig, NotedTable

RULED = ("requests", "rulings", "notices", "acknowledgements")
RELATIONS = ("tables", "journals", "accepted", "entries", "checkpoints", "alarms", *RULED)


@pytest.fixture
def busy(floor: FloorRig, table: NotedTable) -> FloorRig:
    """Something stands in the copy."""
    with floor.owner() as connection:
        logins.ensure_table(connection, OTHER)
    table.deal(3)
    table.forward()
    table.must_arrive()
    return floor


def must_be_denied(floor: FloorRig, login: str, statements: Iterable[str]) -> None:
    with psycopg.connect(floor.url(login), autocommit=True) as connection:
        for statement in statements:
            try:
                connection.execute(statement.encode())
            except errors.InsufficientPrivilege:
                continue
            raise AssertionError(f"{login} could do this: {statement}")


def run(floor: FloorRig, login: str, statement: str) -> None:
    with psycopg.connect(floor.url(login), autocommit=True) as connection:
        connection.execute(statement.encode())


def test_what_init_gives_lets_nobody_make_anything(floor: FloorRig) -> None:
    """The whole list of rights, as `floor init` gives it back."""
    with floor.owner() as connection:
        rights.give(connection)
    for login in (PIT, TABLE, PROJECTOR):
        made = [f"CREATE TABLE {schema}.mine (a int)" for schema in ("floor", "pit")]
        must_be_denied(floor, login, [*made, "CREATE FUNCTION pit.f() RETURNS int LANGUAGE sql AS 'SELECT 1'"])


def test_no_login_takes_locks_of_the_server_or_fills_the_disk_beside_the_tables(floor: FloorRig) -> None:
    """As far as a superuser makes the floor: these functions are the server's own."""
    with floor.owner() as connection:
        rights.give(connection)
        logins.ensure_cage(connection, "cage-1")
    locks = ["pg_advisory_lock(1)", "pg_try_advisory_lock(1)", "pg_advisory_xact_lock(7160001)"]
    objects = ["lo_create(0)", "lo_from_bytea(0, 'x')", "lo_put(1, 0, 'x')", "lo_creat(1)"]
    for login in (TABLE, PIT, "cage-1", PROJECTOR):
        must_be_denied(floor, login, [f"SELECT {call}" for call in (*locks, *objects)])


@pytest.mark.parametrize(
    "words",
    [
        "SELECT * FROM floor.{}",
        "SELECT count(*) FROM floor.{}",
        "INSERT INTO floor.{} DEFAULT VALUES",
        "DELETE FROM floor.{}",
        "TRUNCATE floor.{}",
        "DROP TABLE floor.{}",
    ],
)
def test_a_table_reads_and_changes_nothing(busy: FloorRig, words: str) -> None:
    must_be_denied(busy, TABLE, [words.format(relation) for relation in RELATIONS])


def test_no_group_but_the_projector_can_change_or_take_out_anything(busy: FloorRig) -> None:
    """Every relation of both schemas, also those that somebody adds later."""
    query = """
        SELECT r, c.oid::regclass::text, p
        FROM unnest(ARRAY['floor_table', 'floor_pit', 'floor_cage']) r,
            unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER', 'REFERENCES']) p,
            pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN ('floor', 'pit') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            AND (has_table_privilege(r, c.oid, p)
                OR p IN ('UPDATE', 'REFERENCES') AND has_any_column_privilege(r, c.oid, p))
    """
    with busy.owner() as connection:
        rights.give(connection)
        assert connection.exec_driver_sql(query).all() == []


def test_a_table_has_no_other_way(busy: FloorRig) -> None:
    must_be_denied(
        busy,
        TABLE,
        [
            "UPDATE floor.entries SET data = ''",
            "UPDATE floor.journals SET seq = 0",
            "UPDATE floor.tables SET login = 'switch-4'",
            "INSERT INTO floor.entries SELECT * FROM floor.entries",
            "SELECT floor.raise_alarm('switch-5', '', '', '', 0, '', 0, '')",
            "SELECT floor.begin_journal('switch-5', '', '')",
            "SELECT floor.note_requests(1, 0, 9, 0, 9)",
            "SELECT floor.make_day('2026-09-21', 1789970400000, 1790056800000)",
            "SELECT floor.stray_ms(0)",
            "SELECT * FROM floor.purged",
            "SELECT floor.my_table()",
            "CREATE TABLE floor.own (x int)",
            "SET ROLE postgres",
            "SET SESSION AUTHORIZATION 'switch-5'",
        ],
    )


def test_a_table_hears_no_ruling_of_another_table(busy: FloorRig, table: NotedTable) -> None:
    with psycopg.connect(busy.url(OTHER), autocommit=True) as connection:
        assert connection.execute("SELECT * FROM floor.rulings_for(%s)", (table.journal.log,)).fetchall() == []


def test_the_pit_reads_everything(busy: FloorRig) -> None:
    for relation in RELATIONS:
        run(busy, PIT, f"SELECT * FROM floor.{relation}")


def test_the_pit_inserts_nothing_but_rulings_notices_and_acknowledgements(busy: FloorRig) -> None:
    others = [relation for relation in RELATIONS if relation not in ("rulings", "notices", "acknowledgements")]
    must_be_denied(busy, PIT, [f"INSERT INTO floor.{other} DEFAULT VALUES" for other in others])


@pytest.mark.parametrize("words", ["DELETE FROM floor.{}", "TRUNCATE floor.{}", "DROP TABLE floor.{}"])
def test_the_pit_takes_nothing_out(busy: FloorRig, words: str) -> None:
    must_be_denied(busy, PIT, [words.format(relation) for relation in RELATIONS])


def test_the_pit_has_no_other_way(busy: FloorRig) -> None:
    must_be_denied(
        busy,
        PIT,
        [
            "INSERT INTO floor.entries SELECT * FROM floor.entries",
            "UPDATE floor.entries SET data = ''",
            "UPDATE floor.alarms SET times = 0",
            "UPDATE floor.rulings SET approves = true",
            "INSERT INTO floor.rulings (journal, request, subject_hash, approves, person, reason, by_login) "
            "VALUES (1, 'x', '', true, 'p1', 'r', 'somebody')",
            "INSERT INTO floor.acknowledgements (alarm, person, note, at) VALUES (1, 'p1', '', now())",
            "SELECT floor.append('', '', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', 0)",
            "SELECT floor.append_checkpoints('', '{}', '{}', '{}', '{}', '{}')",
            "SELECT floor.meet('', 0, '')",
            "SELECT floor.rulings_for('')",
            "CREATE TABLE floor.own (x int)",
        ],
    )


@pytest.mark.parametrize("relation", ["entries", "checkpoints"])
def test_not_even_the_owner_changes_what_stands(busy: FloorRig, relation: str) -> None:
    for statement in (
        f"UPDATE floor.{relation} SET seq = seq",
        f"DELETE FROM floor.{relation}",
        f"TRUNCATE floor.{relation} CASCADE",
    ):
        with pytest.raises(psycopg.Error, match="the floor copy is append-only"):
            run(busy, "postgres", statement)


def test_a_login_without_a_table_is_told_so(busy: FloorRig, table: NotedTable) -> None:
    with busy.owner() as connection:
        connection.exec_driver_sql("DELETE FROM floor.tables WHERE table_name = 'switch-5'")
    with pytest.raises(psycopg.Error, match="the login switch-5 stands for no table of this floor"):
        run(busy, OTHER, "SELECT floor.meet('', 0, '')")


def test_a_login_belongs_to_one_group(busy: FloorRig) -> None:
    with busy.owner() as connection:
        with pytest.raises(FloorRefused, match="belongs to floor_table already"):
            logins.ensure_pit(connection, TABLE)
        with pytest.raises(FloorRefused, match="belongs to floor_pit already"):
            logins.ensure_table(connection, PIT)


@pytest.mark.parametrize("where", ["", "IN DATABASE {}"])
def test_what_a_login_has_set_for_itself_is_taken_back_by_init(busy: FloorRig, table: NotedTable, where: str) -> None:
    """Somebody had the password of a table for a minute. It has another one now, and still nothing arrives."""
    settings = {"statement_timeout": "1", "default_transaction_read_only": "on", "search_path": "public"}
    here = where.format(busy.database)
    with psycopg.connect(busy.url(TABLE), autocommit=True) as connection:
        for name, value in settings.items():
            connection.execute(f"ALTER ROLE CURRENT_USER {here} SET {name} = {value}".encode())
    with psycopg.connect(busy.url(TABLE), autocommit=True) as connection:
        assert {name: connection.execute(f"SHOW {name}".encode()).fetchone() for name in settings} == {
            "statement_timeout": ("1ms",),
            "default_transaction_read_only": ("on",),
            "search_path": ("public",),
        }
    with busy.owner() as connection:
        rights.give(connection)
    with psycopg.connect(busy.url(TABLE), autocommit=True) as connection:
        shown = {name: connection.execute(f"SHOW {name}".encode()).fetchone() for name in settings}
    assert shown == {
        "statement_timeout": ("1min",),
        "default_transaction_read_only": ("off",),
        "search_path": ('"$user", public',),
    }
    table.deal(3)
    table.must_arrive()


def test_a_login_writes_no_more_beside_the_tables_than_it_needs(busy: FloorRig) -> None:
    """As far as a superuser makes the floor: sorting without end would fill the disk, and nobody could write."""
    must_be_denied(busy, TABLE, ["SET temp_file_limit = -1", "ALTER ROLE CURRENT_USER SET temp_file_limit = -1"])
    fill = "SELECT count(*) FROM (SELECT repeat('x', 1000) || g FROM generate_series(1, 400000) g ORDER BY 1) AS x"
    with pytest.raises(errors.ConfigurationLimitExceeded, match="temporary file size exceeds"):
        run(busy, TABLE, fill)


@pytest.mark.parametrize("name", ["", "pg_x", "floor_x", "ä" * 32])
def test_names_that_cannot_be_logins(busy: FloorRig, name: str) -> None:
    with busy.owner() as connection, pytest.raises(FloorRefused, match="cannot be a login"):
        logins.ensure_table(connection, name)
