"""The index on the floor belongs to the owner: whoever keeps its rows can have nobody who reads them run anything."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from psycopg import errors, sql
from sqlalchemy import Connection

from dealer_console.cli.floor.database import init
from dealer_console.cli.floor.service import forward, serve
from dealer_console.cli.floor.status import status
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, address, logins, migrate
from dealer_console.pit.alerts import Acknowledgements
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.projector import project
from dealer_console.pit.live.board import board
from tests.pit.journals import HandWritten

TABLE, PIT, CAGE, PROJECTOR = "t-1", "pit-stand", "cage-desk", "projector"
WON = ("main", "25.00", "0.00", "25.00")

FUNCTIONS = """
CREATE FUNCTION {schema}.forge() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
    BEGIN INSERT INTO pit.seen (what, person, at_ms, note) VALUES ('forged', 'Sue', 1, '')
    ON CONFLICT DO NOTHING; RETURN 0; EXCEPTION WHEN insufficient_privilege THEN RETURN 0; END $$;
CREATE FUNCTION {schema}.forge_at_once() RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
    BEGIN PERFORM {schema}.forge(); RETURN 0; END $$
"""
AS_VIEW = (
    "ALTER TABLE pit.figures RENAME TO true_figures",
    "CREATE VIEW pit.figures AS SELECT f.* FROM pit.true_figures f WHERE pit.forge() >= 0",
    "GRANT SELECT ON pit.figures, pit.true_figures TO floor_pit",
)
AS_KEPT = ("CREATE VIEW pit.kept AS SELECT pit.forge() >= 0 AS one", "GRANT SELECT ON pit.kept TO floor_pit")
AS_INDEX = ("CREATE INDEX forging ON pit.figures ((last_ms + pit.forge_at_once()))",)
AS_POLICY = (
    "CREATE POLICY forging ON pit.figures USING (pit.forge() >= 0)",
    "ALTER TABLE pit.figures ENABLE ROW LEVEL SECURITY",
)


class House:
    """A floor that `init` has made: one table with three rounds, a stand, a projector."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.database = server, server.new_database()
        self.path = folder / f"{TABLE}.journal"

    def url(self, login: str = "postgres") -> str:
        return self.server.url(self.database, login)

    def run(self, *statements: str, login: str = "postgres") -> None:
        with psycopg.connect(self.url(login), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def init(self, login: str = "postgres") -> int:
        return init(self.url(login), tables=[TABLE], pits=[PIT], cages=[CAGE], projectors=[PROJECTOR])

    def deal(self) -> None:
        written = HandWritten(self.path, table=TABLE).open_shift()
        for _ in range(3):
            written.round(WON)
        written.journal._flush()
        assert forward(self.url(TABLE), self.path, once=True) == 0

    def forged(self) -> list[str]:
        with psycopg.connect(self.url()) as connection:
            return [str(what) for (what,) in connection.execute("SELECT what FROM pit.seen")]

    def look(self) -> int:
        """As a window of the pit does. How many rounds it finds."""
        with Archive.open(self.url(PIT)) as stand:
            assert stand.is_kept
            stand.refresh()
            assert [row.log.table for row in board(stand, Acknowledgements(stand))] == [TABLE]
            return len(stand.search(Search()).rounds)


@pytest.fixture
def bare(server: Server, tmp_path: Path) -> House:
    return House(server, tmp_path)


@pytest.fixture
def house(bare: House) -> House:
    assert bare.init() == 0
    bare.deal()
    assert serve(bare.url(PROJECTOR), once=True) == 0
    return bare


def as_an_attacker(house: House, *statements: str) -> None:
    """Each as the login itself and as its group; whatever is refused is left out."""
    for statement in statements:
        for role in (PROJECTOR, "floor_projector"):
            with suppress(psycopg.Error), psycopg.connect(house.url(PROJECTOR), autocommit=True) as connection:
                connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
                connection.execute(statement.encode())


# --- attacks by the projector's login ------------------------------------------------------------------------------


@pytest.mark.parametrize("attack", [AS_VIEW, AS_INDEX, AS_POLICY], ids=["view", "index", "policy"])
def test_who_reads_the_index_runs_nothing_of_the_projectors_login(house: House, attack: tuple[str, ...]) -> None:
    """Each of these acknowledged an alert in the name of the stand, as long as the index was the projector's own."""
    as_an_attacker(house, FUNCTIONS.format(schema="pit"), *attack)
    assert house.look() == 3
    for login in (PIT, "postgres"):
        house.run("SELECT * FROM pit.figures WHERE last_ms > 0", login=login)
    assert house.forged() == []


DENIED = (
    "DROP TABLE pit.figures CASCADE",
    "ALTER TABLE pit.figures RENAME TO other",
    "ALTER TABLE pit.figures SET SCHEMA floor",
    f"ALTER TABLE pit.figures OWNER TO {PROJECTOR}",
    "ALTER TABLE pit.figures ADD more int DEFAULT 1",
    "ALTER TABLE pit.figures ALTER rounds SET DEFAULT 1",
    "ALTER TABLE pit.figures ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY mine ON pit.figures USING (true)",
    "CREATE INDEX mine ON pit.figures ((last_ms + 1))",
    "CREATE STATISTICS pit.mine ON log_id, last_ms FROM pit.figures",
    "CREATE TRIGGER mine BEFORE INSERT ON pit.rounds FOR EACH ROW EXECUTE FUNCTION floor.refuse_change()",
    "CREATE TRIGGER mine BEFORE INSERT ON pit.seen FOR EACH ROW EXECUTE FUNCTION floor.refuse_change()",
    "CREATE RULE mine AS ON INSERT TO pit.seen DO INSTEAD NOTHING",
    'CREATE RULE "_RETURN" AS ON SELECT TO pit.figures DO INSTEAD SELECT * FROM pit.figures',
    "DROP SCHEMA pit CASCADE",
    "ALTER SCHEMA pit RENAME TO other",
    "CREATE SCHEMA mine",
    "CREATE TEMP TABLE figures (x int)",
    "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    *(
        words.format(schema)
        for schema in ("pit", "floor", "public")
        for words in (
            "CREATE TABLE {}.mine (x int)",
            "CREATE VIEW {}.mine AS SELECT 1",
            "CREATE MATERIALIZED VIEW {}.mine AS SELECT 1",
            "CREATE SEQUENCE {}.mine",
            "CREATE TYPE {}.mine AS (x int)",
            "CREATE DOMAIN {}.mine AS int CHECK (VALUE > 0)",
            "CREATE FUNCTION {}.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
            "CREATE FUNCTION {}.mine() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
            "CREATE OPERATOR {}.= (LEFTARG = text, RIGHTARG = varchar, FUNCTION = texteq)",
            "CREATE CAST (text AS bigint) WITH INOUT AS IMPLICIT",
        )
    ),
    f'ALTER ROLE "{PIT}" SET search_path = pit',
    "SET ROLE floor_pit",
    "SET ROLE postgres",
    "UPDATE pit.form SET form = 0",
    "INSERT INTO pit.form VALUES (0)",
    "DELETE FROM pit.form",
    "INSERT INTO pit.seen (what, person, at_ms, note) VALUES ('a', 'Sue', 1, '')",
)


def test_the_projectors_login_makes_and_changes_nothing_but_rows(house: House) -> None:
    for login in (PROJECTOR, "floor_projector"):
        with psycopg.connect(house.url(PROJECTOR), autocommit=True) as connection:
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(login)))
            for statement in DENIED:
                try:
                    connection.execute(statement.encode())
                except errors.InsufficientPrivilege:
                    continue
                raise AssertionError(f"{login} could do this: {statement}")


def test_everything_on_the_floor_belongs_to_the_owner(house: House) -> None:
    """Relations, functions, types and operators of both schemas; and the group may only read, write and empty."""
    owned = """
        SELECT DISTINCT pg_get_userbyid(owner) FROM (
            SELECT relnamespace, relowner FROM pg_class UNION ALL SELECT pronamespace, proowner FROM pg_proc
            UNION ALL SELECT typnamespace, typowner FROM pg_type
            UNION ALL SELECT oprnamespace, oprowner FROM pg_operator UNION ALL SELECT oid, nspowner FROM pg_namespace
        ) AS things (schema, owner) WHERE schema IN ('floor'::regnamespace, 'pit'::regnamespace)
    """
    may = """
        SELECT DISTINCT p FROM pg_class c,
            unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
        WHERE c.relnamespace = 'pit'::regnamespace AND c.relkind = 'r'
            AND has_table_privilege('floor_projector', c.oid, p) ORDER BY p
    """
    with psycopg.connect(house.url()) as connection:
        assert connection.execute(owned.encode()).fetchall() == [("postgres",)]
        assert [row[0] for row in connection.execute(may.encode())] == [
            "DELETE",
            "INSERT",
            "SELECT",
            "TRUNCATE",
            "UPDATE",
        ]


def test_what_a_table_puts_into_the_schema_public_is_called_by_nobody(house: House) -> None:
    """Up to PostgreSQL 14 every login may, and an owner of the floor who is no superuser cannot forbid it."""
    house.run("GRANT CREATE ON SCHEMA public TO PUBLIC")
    equal = "CREATE FUNCTION public.equal({0}, varchar) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN "
    equal += "PERFORM public.forge(); RETURN pg_catalog.texteq($1::text, $2::text); END $$; "
    equal += "CREATE OPERATOR public.= (LEFTARG = {0}, RIGHTARG = varchar, FUNCTION = public.equal)"
    house.run(FUNCTIONS.format(schema="public"), equal.format("text"), equal.format("name"), login=TABLE)
    with Archive.open(house.url(PIT)) as stand:
        log = stand.log(TABLE)
        stand.refresh()
        assert stand.search(Search(table=TABLE)).rounds
        assert stand.round(log, 1).number == 1
        assert stand.source.last_entry(log.log) > 0
    assert house.forged() == []


# --- a floor from before -------------------------------------------------------------------------------------------


def make_the_projectors_own_index(house: House, owner: str = "postgres") -> None:
    """As the program of the form 0016 left it: tables of the group's own, with its right to make more."""
    with address.connect(house.url(owner)) as connection:
        migrate.upgrade(connection, "0016")
        logins.ensure_table(connection, TABLE)
        logins.ensure_pit(connection, PIT)
        logins.ensure_projector(connection, PROJECTOR)
    house.deal()
    with address.connect(house.url(PROJECTOR)) as connection:
        engine = connection.engine.execution_options(
            schema_translate_map={None: "pit"}, isolation_level="READ COMMITTED"
        )
        with engine.begin() as made:
            made.exec_driver_sql("SET LOCAL ROLE floor_projector")
            t.metadata.create_all(made)
            made.execute(t.form.insert().values(form=t.FORM))
            for name in t.metadata.tables:
                made.exec_driver_sql(f"GRANT SELECT ON pit.{name} TO floor_pit")
    seen = "INSERT INTO pit.seen (what, person, at_ms, note) VALUES ('alert', 'Sue', 7, 'looked')"
    house.run(seen, login=PIT)


def must_be_made_anew(house: House, owner: str, capsys: pytest.CaptureFixture[str]) -> None:
    as_an_attacker(house, FUNCTIONS.format(schema="pit"), *AS_VIEW, *AS_KEPT)
    capsys.readouterr()
    assert serve(house.url(PROJECTOR), once=True) == 2
    assert "the floor has form 0016" in (said := capsys.readouterr().err)
    assert "dealer-console floor init" in said
    with pytest.raises(FloorRefused, match="dealer-console floor init"):
        Archive.open(house.url(PIT))
    assert house.forged() == ["alert"], "nothing of it was read"
    assert house.init(owner) == 0
    with psycopg.connect(house.url()) as connection:
        owned = "SELECT relkind::text, pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'pit'::regnamespace"
        assert set(connection.execute(owned.encode())) == {(kind, owner) for kind in ("r", "i", "S")}
        assert connection.execute("SELECT FROM pg_proc WHERE proname ~ '^forge'").fetchall() == []
    assert serve(house.url(PROJECTOR), once=True) == 0
    assert house.look() == 3
    assert house.forged() == ["alert"]


def test_an_index_of_the_projector_is_made_anew_by_init(bare: House, capsys: pytest.CaptureFixture[str]) -> None:
    make_the_projectors_own_index(bare)
    must_be_made_anew(bare, "postgres", capsys)


@pytest.fixture
def owner(bare: House) -> str:
    """The owner of the floor's database, who may make logins; no superuser."""
    bare.run(
        "DO $$ BEGIN CREATE ROLE house LOGIN CREATEROLE; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
        f"ALTER DATABASE {bare.database} OWNER TO house",
    )
    for group in (
        "floor_table",
        "floor_pit",
        "floor_cage",
        "floor_projector",
        "floor_clerk",
        TABLE,
        PIT,
        CAGE,
        PROJECTOR,
    ):
        with suppress(errors.UndefinedObject):
            bare.run(f'GRANT "{group}" TO house WITH ADMIN OPTION')
    return "house"


def test_an_owner_who_is_no_superuser_makes_it_anew(
    owner: str, bare: House, capsys: pytest.CaptureFixture[str]
) -> None:
    make_the_projectors_own_index(bare, owner)
    must_be_made_anew(bare, owner, capsys)
    assert bare.init("postgres") == 0, "a superuser, once, for the locks and large objects"
    assert bare.init(owner) == 0
    assert serve(bare.url(PROJECTOR), once=True, rebuild=True) == 0
    assert bare.look() == 3


def test_a_superuser_brings_up_the_floor_of_another_owner(
    owner: str, bare: House, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is made then belongs to the owner, too."""
    make_the_projectors_own_index(bare, owner)
    assert init(bare.url()) == 0
    assert bare.init(owner) == 0
    assert serve(bare.url(PROJECTOR), once=True) == 0
    assert bare.look() == 3


def test_another_login_than_the_owner_is_told_whose_floor_it_is(
    owner: str, house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert house.init(owner) == 2
    assert "the floor belongs to the login postgres" in capsys.readouterr().err


# --- other forms of the index --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (t.FORM - 1, "dealer-console floor init"),
        (t.FORM + 1, "update dealer-console"),
        (None, "dealer-console floor init"),
    ],
)
def test_an_index_of_another_form_is_named_with_what_to_do(
    house: House, capsys: pytest.CaptureFixture[str], form: int | None, words: str
) -> None:
    house.run("DELETE FROM pit.form" if form is None else f"UPDATE pit.form SET form = {form}")
    capsys.readouterr()
    assert serve(house.url(PROJECTOR), once=True) == 2
    assert words in capsys.readouterr().err
    assert status(house.url(PIT)) == 2
    assert words in capsys.readouterr().err
    with pytest.raises(FloorRefused, match=words):
        Archive.open(house.url(PIT))
    newer = form is not None and form > t.FORM
    assert house.init() == (2 if newer else 0)
    if newer:
        assert words in capsys.readouterr().err
        return
    assert serve(house.url(PROJECTOR), once=True) == 0
    assert house.look() == 3


def test_a_projector_and_a_stand_that_run_while_the_index_is_made_anew_write_and_read_no_more(house: House) -> None:
    """Another program's rows are none of theirs: a service starts again, with the new program."""
    with project(house.url(PROJECTOR)) as projector, Archive.open(house.url(PIT)) as stand:
        projector.step()
        stand.refresh()
        house.run(f"UPDATE pit.form SET form = {t.FORM + 1}", "UPDATE floor.journals SET received_at = now()")
        with pytest.raises(FloorRefused, match="update dealer-console"):
            stand.refresh()
        house.run("UPDATE pit.logs SET upto = 0, upto_hash = ''", "UPDATE pit.figures SET read_upto = 0")
        projector._complete.clear()
        projector._states.clear()
        with pytest.raises(FloorRefused, match="update dealer-console"):
            projector.step()


def test_a_stand_of_a_floor_that_no_projector_has_kept_fills_its_own_index(bare: House, tmp_path: Path) -> None:
    assert bare.init() == 0
    bare.deal()
    with Archive.open(bare.url(PIT)) as stand:
        assert not stand.is_kept
        stand.refresh()
        assert len(stand.search(Search()).rounds) == 3


def test_init_waits_for_the_projector_and_takes_nothing_from_it(house: House) -> None:
    """The same form: a projector that serves goes on, also with what it holds in memory."""
    with project(house.url(PROJECTOR)) as projector:
        projector.step()
        assert house.init() == 0
        assert projector.step() == 0
        began = time.monotonic()
        with projector.engine.begin() as connection:
            _hold(connection)
            assert house.init() == 0
        assert time.monotonic() - began < 15
    assert house.look() == 3


def _hold(connection: Connection) -> None:
    connection.exec_driver_sql("LOCK TABLE pit.kept IN SHARE ROW EXCLUSIVE MODE")
