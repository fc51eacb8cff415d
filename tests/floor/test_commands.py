"""`dealer-console floor`: what a person types, and what is told when it cannot be."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import ProgrammingError

from dealer_console.cli.floor import database as command
from dealer_console.cli.floor import service
from dealer_console.cli.floor.access import address_of
from dealer_console.cli.floor.status import ago, status
from dealer_console.demo.floor.temporary_postgres import Server
from dealer_console.floor import FloorRefused, address, logins, migrate
from dealer_console.journal import Journal
from dealer_console.journal.verification.verify import verify
from dealer_console.messages import recorded
from dealer_console.pit.archive import Archive
from dealer_console.pit.archive.projector import project
from dealer_console.rulebook.load import config_folder
from tests.cli.console import console
from tests.journal.dealt import NOON, SEED, Dealing
from tests.rigs.floor_rig import PIT, PROJECTOR, TABLE, FloorRig, NotedTable, wait_until

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def blank(server: Server) -> FloorRig:
    """A database without a floor."""
    return FloorRig(server, server.new_database())


def test_init_makes_the_floor_and_may_be_done_again(blank: FloorRig, tmp_path: Path, capsys: Capture) -> None:
    passwords = tmp_path / "pgpass"
    arguments = (blank.url(), "--table", "t-1", "--table", "t: 2", "--pit", "stand")
    first = console("floor", "init", *arguments, "--pgpass", passwords, "--json")
    assert first.returncode == 0, first.stderr
    assert json.loads(first.stdout)["before"] is None
    lines = passwords.read_text().splitlines()
    assert passwords.stat().st_mode & 0o777 == 0o600
    assert len(lines) == 3
    assert lines[1].startswith(f"127.0.0.1:{blank.server.port}:{blank.database}:t\\: 2:")
    again = command.init(blank.url(), tables=["t-1", "t: 2"], pits=["stand"], passwords=passwords)
    assert again == 0
    assert f"the floor has form {migrate.NEWEST} already" in capsys.readouterr().out
    assert passwords.read_text().splitlines() == lines  # nobody gets a second password
    with blank.owner() as connection:
        found = connection.exec_driver_sql("SELECT table_name FROM floor.tables ORDER BY 1").scalars().all()
    assert list(found) == ["t-1", "t: 2"]


def test_logins_without_passwords_are_told(blank: FloorRig, capsys: Capture) -> None:
    assert command.init(blank.url(), tables=["t-9"]) == 0
    told = capsys.readouterr().out
    assert f"the floor has form {migrate.NEWEST} now" in told
    assert "new logins have no password" in told


def complaint(capsys: Capture, status: int) -> str:
    assert status == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("dealer-console: ")
    return told.err


@pytest.mark.parametrize(
    "where", ["mysql://host/db", "postgresql://host", "postgresql://[half", "postgresql://host:/db", "://"]
)
def test_a_wrong_address(where: str, capsys: Capture) -> None:
    assert "expected postgresql://login@host/database" in complaint(capsys, status(where))


def test_an_address_where_nobody_answers(capsys: Capture) -> None:
    told = complaint(capsys, status("postgresql://ann:secret@127.0.0.1:1/floor"))
    assert "the floor postgresql://ann@127.0.0.1:1/floor does not answer" in told
    assert "secret" not in told


def test_an_unknown_table(capsys: Capture) -> None:
    told = complaint(capsys, status("massachusetts-switch-9"))
    assert "unknown table 'massachusetts-switch-9'" in told


def test_the_address_of_a_table() -> None:
    assert address_of("massachusetts-switch-1") == "postgresql://floor.example/dealer_console"


def test_a_database_that_is_not_there(server: Server, capsys: Capture) -> None:
    told = complaint(capsys, status(server.url("nowhere")))
    assert 'database "nowhere" does not exist; make it first: createdb nowhere' in told


def test_a_login_that_is_not_there(blank: FloorRig, capsys: Capture) -> None:
    told = complaint(capsys, status(blank.url("nobody")))
    assert 'does not admit the login nobody: role "nobody" does not exist' in told
    assert "floor init --table NAME" in told


def test_a_database_without_a_floor(blank: FloorRig, capsys: Capture) -> None:
    told = complaint(capsys, status(blank.url()))
    assert "the database holds no floor; make it with: dealer-console floor init" in told


def test_a_login_without_rights(floor: FloorRig, capsys: Capture) -> None:
    told = complaint(capsys, status(floor.url(TABLE)))
    assert "the login switch-4 has no right to this: permission denied" in told


def test_somebody_who_may_not_make_a_floor(blank: FloorRig, floor: FloorRig, capsys: Capture) -> None:
    told = complaint(capsys, command.init(blank.url(PIT)))
    assert f"the login {PIT} has no right to this" in told
    with blank.owner() as connection:
        assert migrate.form(connection) is None


def test_other_forms_of_the_floor(blank: FloorRig, capsys: Capture) -> None:
    with blank.owner() as connection:
        migrate.upgrade(connection, "0002")
    told = complaint(capsys, status(blank.url()))
    assert (
        f"the floor has form 0002, this program needs {migrate.NEWEST}; bring it up with: dealer-console floor init"
        in told
    )
    assert command.init(blank.url()) == 0
    assert f"the floor has form {migrate.NEWEST} now, before 0002" in capsys.readouterr().out
    with blank.owner() as connection:
        connection.exec_driver_sql("UPDATE floor.floor_version SET version_num = '0999'")
    for run in (status, command.init):
        told = complaint(capsys, run(blank.url()))
        assert f"made by a newer program (form 0999, this one knows {migrate.NEWEST}): update" in told


def test_a_step_that_fails_leaves_everything_as_it_was(blank: FloorRig) -> None:
    with blank.owner() as connection:
        migrate.upgrade(connection, "0002")
        connection.exec_driver_sql("CREATE TABLE floor.rounds (in_the_way int)")
    with pytest.raises(FloorRefused, match='relation "rounds" already exists'), blank.owner() as connection:
        migrate.upgrade(connection)
    with blank.owner() as connection:
        assert migrate.form(connection) == "0002"
        assert connection.exec_driver_sql("SELECT to_regclass('floor.requests')").scalar() is None


def test_another_encoding_is_refused(server: Server, capsys: Capture) -> None:
    latin = server.new_database("LATIN1")
    assert "make one with UTF8" in complaint(capsys, command.init(server.url(latin)))


def test_a_password_file_that_cannot_be_written(blank: FloorRig, tmp_path: Path, capsys: Capture) -> None:
    told = complaint(capsys, command.init(blank.url(), tables=["t-7"], passwords=tmp_path / "no" / "file"))
    assert "the logins are made, but" in told


def test_status(table: NotedTable, capsys: Capture) -> None:
    with table.floor.owner() as connection:
        logins.ensure_table(connection, "switch-9")
    table.deal(4)
    table.forward()
    table.must_arrive()
    with table.floor.owner() as connection:
        connection.exec_driver_sql(
            "SELECT floor.raise_alarm(%s, %s, 'shorter', 'it was cut off', 1, '', 2, '')", (TABLE, table.journal.log)
        )
    assert status(table.floor.url(PIT), as_json=True) == 1
    told = json.loads(capsys.readouterr().out)
    assert [(head["table"], head["seq"]) for head in told["tables"]] == [(TABLE, 5), ("switch-9", 0)]
    assert told["alarms"][0]["words"] == "it was cut off"
    assert (told["form"], told["requests"]) == (migrate.NEWEST, [])
    assert status(table.floor.url(PIT)) == 1
    shown = capsys.readouterr().out
    assert "never heard" in shown
    assert f"ALARM 1 at {TABLE} (shorter, 1 times): it was cut off" in shown


def test_the_status_of_a_floor_where_all_is_well_and_of_one_where_a_table_is_silent(
    table: NotedTable, capsys: Capture
) -> None:
    table.deal(4)
    table.forward()
    table.must_arrive()
    assert status(table.floor.url(PIT)) == 0
    for forwarder in table.forwarders:
        forwarder.stop()
    with table.floor.owner() as connection:
        connection.exec_driver_sql("UPDATE floor.journals SET heard_at = heard_at - interval '1 minute'")
    assert status(table.floor.url(PIT)) == 1
    assert "SILENT" in capsys.readouterr().out


def test_long_names_are_shown_in_full(floor: FloorRig, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    name = "massachusetts-switch-high-limit-room-table-number-17"
    with floor.owner() as connection:
        logins.ensure_table(connection, name)
    monkeypatch.setenv("COLUMNS", "40")
    status(floor.url(PIT))
    letters = "".join(line.split("│")[1].strip() for line in capsys.readouterr().out.splitlines() if "│" in line)
    assert name in letters


def test_init_gives_rights_back_and_takes_others_away(table: NotedTable) -> None:
    with project(table.floor.url(PROJECTOR)) as projector:
        projector.step()
    with psycopg.connect(table.floor.url(), autocommit=True) as owner:
        owner.execute("REVOKE ALL ON ALL TABLES IN SCHEMA floor FROM floor_pit")
        owner.execute("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA floor FROM floor_table")
        owner.execute("REVOKE ALL ON SCHEMA floor FROM floor_table, floor_projector")
        owner.execute(f'REVOKE floor_table FROM "{TABLE}"')
        owner.execute("GRANT DELETE ON floor.alarms TO floor_pit")
        owner.execute("REVOKE ALL ON ALL TABLES IN SCHEMA pit FROM floor_pit")
        owner.execute("GRANT DELETE ON pit.rounds TO floor_pit")
    assert command.init(table.floor.url()) == 0
    table.deal(2)
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 0
    assert status(table.floor.url(PIT)) == 0
    with (
        psycopg.connect(table.floor.url(PIT), autocommit=True) as pit,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        pit.execute("DELETE FROM floor.alarms")
    with Archive.open(table.floor.url(PIT)) as stand:
        assert stand.is_kept
        with pytest.raises(ProgrammingError, match="permission denied"), stand.engine.begin() as connection:
            connection.exec_driver_sql("DELETE FROM pit.rounds")


def test_a_removed_table_comes_in_no_more_and_what_it_sent_stays(table: NotedTable, tmp_path: Path) -> None:
    table.deal(3)
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 0
    assert command.remove(table.floor.url(), TABLE) == 0
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 1
    assert command.copy(table.floor.url(PIT), TABLE, tmp_path / "copy.journal") == 0
    assert status(table.floor.url(PIT)) == 0
    assert command.remove(table.floor.url(), "nobody") == 2
    assert command.init(table.floor.url(), tables=[TABLE]) == 0
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 0


def test_forward_compare_copy(table: NotedTable, tmp_path: Path, capsys: Capture) -> None:
    Dealing(table.journal).deal(2)
    assert command.compare(table.floor.url(), table.path) == 2
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 0
    assert "Floor synced" in capsys.readouterr().out
    assert command.compare(table.floor.url(PIT), table.path, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["floor_is_prefix"]
    copied = tmp_path / "copy.journal"
    assert command.copy(table.floor.url(PIT), TABLE, copied) == 0
    assert verify(copied, table.journal.public_key, copy=True).entries == table.journal.seq
    assert "exists already" in complaint_after(capsys, command.copy(table.floor.url(PIT), TABLE, copied))
    assert "no journal of table x" in complaint_after(capsys, command.copy(table.floor.url(PIT), "x", copied))


def complaint_after(capsys: Capture, status: int) -> str:
    assert status == 2
    return capsys.readouterr().err


def test_forwarding_a_journal_that_is_refused(table: NotedTable, tmp_path: Path, capsys: Capture) -> None:
    table.deal(3)
    assert service.forward(table.floor.url(TABLE), table.path, once=True) == 0
    other = tmp_path / "other.journal"
    Journal.create(other, table=TABLE, signing_key=SEED, at_ms=NOON).close()
    assert service.forward(table.floor.url(TABLE), other, once=True) == 1
    assert "Floor refuses: the table came with another journal" in capsys.readouterr().out
    with Journal.open(other) as journal:
        log = journal.log
    assert command.accept(table.floor.url(), TABLE, log, "a new disk") == 0
    assert service.forward(table.floor.url(TABLE), other, once=True) == 0
    assert "say why" in complaint_after(capsys, command.accept(table.floor.url(), TABLE, log, " "))
    assert "knows no table x" in complaint_after(capsys, command.accept(table.floor.url(), "x", log, "y"))
    assert "there is no journal" in complaint_after(capsys, service.forward(table.floor.url(TABLE), tmp_path / "no"))


def test_watch_shows_alarms_and_ends_when_asked(table: NotedTable) -> None:
    words = [sys.executable, "-m", "dealer_console.cli", "floor", "watch", table.floor.url(PIT)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as watching:
        assert watching.stdout is not None
        begun = watching.stdout.readline()
        _raise_alarm(table.floor)
        alarm = watching.stdout.readline()
        watching.send_signal(signal.SIGTERM)
        assert watching.wait(120) == 0
    assert datetime.fromisoformat(begun.split()[0]).tzinfo is not None
    assert begun.partition(" ")[2].startswith(f"watching postgresql://{PIT}@127.0.0.1")
    assert alarm.partition(" ")[2] == f"ALARM 1 at {TABLE} (shorter): it was cut off\n"


def _raise_alarm(floor: FloorRig) -> None:
    with floor.owner() as connection:
        connection.exec_driver_sql(
            "SELECT floor.raise_alarm(%s, %s, 'shorter', 'it was cut off', 1, '', 2, '')", (TABLE, "0" * 32)
        )


def test_forward_once_ends_when_nobody_answers(table: NotedTable, capsys: Capture) -> None:
    table.deal(2)
    assert service.forward("postgresql://x@127.0.0.1:1/y", table.path, once=True) == 2
    assert "does not answer" in capsys.readouterr().err


def test_watch_once(table: NotedTable, capsys: Capture) -> None:
    _raise_alarm(table.floor)
    assert service.watch(table.floor.url(PIT), once=True) == 0
    told = [line.partition(" ")[2] for line in capsys.readouterr().out.splitlines()]
    assert told[1:] == [f"ALARM 1 at {TABLE} (shorter): it was cut off"]
    assert "has no right" in complaint_after(capsys, service.watch(table.floor.url(TABLE), once=True))
    assert "does not answer" in complaint_after(capsys, service.watch("postgresql://x@127.0.0.1:1/y", once=True))


def test_a_floor_with_read_tables_is_brought_up_without_them(blank: FloorRig, capsys: Capture) -> None:
    with blank.owner() as connection:
        migrate.upgrade(connection, "0005")
    assert command.init(blank.url()) == 0
    assert f"the floor has form {migrate.NEWEST} now, before 0005" in capsys.readouterr().out
    with blank.owner() as connection:
        found = connection.exec_driver_sql("SELECT tablename FROM pg_tables WHERE schemaname = 'floor'").scalars().all()
        functions = connection.exec_driver_sql("SELECT proname FROM pg_proc WHERE proname IN ('fold', 'unfold')").all()
    assert "entries" in found
    assert not {"folded", "rounds", "settlements", "calls", "devices", "people"} & set(found)
    assert functions == []


def test_a_login_that_lost_its_rights_while_connected(table: NotedTable) -> None:
    table.forward()
    table.must_arrive()
    with psycopg.connect(table.floor.url(), autocommit=True) as owner:
        owner.execute('REVOKE floor_table FROM "switch-4"')
        try:
            table.deal(3)
            wait_until(lambda: "has no right to this" in recorded(table.health[-1].message), "the console says so")
        finally:
            owner.execute('GRANT floor_table TO "switch-4"')
    table.must_arrive()


def test_an_owner_who_is_no_superuser(blank: FloorRig, floor: FloorRig, tmp_path: Path) -> None:
    """As a house should do it: the owner of the floor's database may make logins, and nothing else in the server."""
    with psycopg.connect(blank.url(), autocommit=True) as connection:
        connection.execute("CREATE ROLE house LOGIN CREATEROLE")
        connection.execute("GRANT floor_table, floor_pit, floor_clerk TO house WITH ADMIN OPTION")
        connection.execute(f"ALTER DATABASE {blank.database} OWNER TO house".encode())
    assert command.init(blank.url("house"), tables=["house-1"], pits=["house-pit"]) == 0
    table = NotedTable(blank, tmp_path / "house.journal", "house-1")
    try:
        Dealing(table.journal).deal(1)
        assert service.forward(blank.url("house-1"), table.path, once=True) == 0
        assert command.compare(blank.url("house-pit"), table.path) == 0
        assert service.watch(blank.url("house-pit"), once=True) == 0
    finally:
        table.close()


def test_times_in_words() -> None:
    words = [ago(seconds * 1000) for seconds in (0, 59, 60, 7200, 200_000)]
    assert words == ["0 s ago", "59 s ago", "1 min ago", "2 h ago", "2 d ago"]


def test_a_login_is_taken_from_the_table_where_the_address_names_none() -> None:
    assert address.parse("postgresql://host/db", login="switch-4").username == "switch-4"
    assert address.parse("postgresql://ann@host/db", login="switch-4").username == "ann"


def test_a_table_is_named_by_its_file_too(tmp_path: Path) -> None:
    shipped = config_folder() / "tables" / "massachusetts-switch-1.toml"
    file = tmp_path / shipped.name
    text = shipped.read_text("utf-8").replace("floor.example/dealer_console", "other.example/floor")
    file.write_text(text, "utf-8")
    assert address_of(str(file)) == "postgresql://other.example/floor"
    assert address_of("massachusetts-switch-1") == "postgresql://floor.example/dealer_console"
