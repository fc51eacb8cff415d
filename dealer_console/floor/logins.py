"""Who may come to the floor: one login per table, logins of pit and cage, the projector's. Each belongs to one group.

Each has limits: how many connections, how long a statement or an idle transaction may last. Passwords leave this
machine as SCRAM verifiers only.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, cast

import psycopg
from psycopg import sql
from sqlalchemy import Connection, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import ProgrammingError

from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.schema import accepted, tables
from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import skeleton

Group = Literal["floor_table", "floor_pit", "floor_cage", "floor_projector"]
LONGEST_NAME: Final = 63  # PostgreSQL cuts longer ones off, and two tables would share a login


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Of one login: more than its program ever needs, too little to keep the others out."""

    connections: int
    statement: str
    idle: str  # a transaction that is left open holds up the cleaning of the database
    files: str = "-1"  # what a statement may write to the disk beside the tables; without an end for the projector


LIMITS: Final[dict[Group, Limits]] = {
    "floor_table": Limits(connections=6, statement="60s", idle="60s", files="256MB"),
    "floor_pit": Limits(connections=30, statement="10min", idle="5min", files="4GB"),
    "floor_cage": Limits(connections=30, statement="10min", idle="5min", files="4GB"),
    "floor_projector": Limits(connections=6, statement="1h", idle="1h"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """`password` only where the login was made just now."""

    name: str
    group: Group
    is_new: bool
    password: str | None = None


def ensure_table(connection: Connection, table: str, *, with_password: bool = False) -> Login:
    """The table may forward its journal; its login has the table's name."""
    login = _ensure(connection, table, "floor_table", with_password=with_password)
    known = insert(tables).values(table_name=table, login=table)
    connection.execute(known.on_conflict_do_update(index_elements=["table_name"], set_={"removed_at": None}))
    owner = connection.execute(select(tables.c.login).where(tables.c.table_name == table)).scalar()
    if owner != table:
        raise FloorRefused(Message("floor-table-forwards-login-not", table=table, owner=str(owner)))
    return login


def ensure_pit(connection: Connection, name: str, *, with_password: bool = False) -> Login:
    return _ensure(connection, name, "floor_pit", with_password=with_password)


def ensure_cage(connection: Connection, name: str, *, with_password: bool = False) -> Login:
    return _ensure(connection, name, "floor_cage", with_password=with_password)


def ensure_projector(connection: Connection, name: str, *, with_password: bool = False) -> Login:
    """For `floor serve`, which checks signatures and keeps the index of the pit."""
    return _ensure(connection, name, "floor_projector", with_password=with_password)


def remove(connection: Connection, name: str) -> Group:
    """The login comes in no more. What a table has sent stays, and the table may come back with `ensure_table`."""
    groups = _groups_of(connection, name)
    if not groups:
        raise FloorRefused(Message("floor-no-login", name=name))
    who = sql.Identifier(name)
    for group in groups:
        _run(connection, sql.SQL("REVOKE {} FROM {}").format(sql.Identifier(group), who))
    _run(connection, sql.SQL("DROP ROLE {}").format(who))
    connection.execute(tables.update().where(tables.c.login == name).values(removed_at=func.now()))
    return cast("Group", min(groups))


def accept_journal(connection: Connection, table: str, log: str, why: str) -> None:
    """The house says: this table begins a new journal. Without it, a second journal of a table raises an alarm."""
    if not why.strip():
        raise FloorRefused(Message("floor-say-why-table-begins"))
    if connection.execute(select(tables.c.login).where(tables.c.table_name == table)).scalar() is None:
        raise FloorRefused(Message("floor-knows-no-table", table=table))
    connection.execute(insert(accepted).values(table_name=table, log=log, why=why).on_conflict_do_nothing())


def password_lines(logins: Iterable[Login], *, host: str, port: int, database: str) -> list[str]:
    """Lines for a password file of PostgreSQL (`.pgpass`)."""
    return [
        ":".join(_escaped(part) for part in (host, str(port), database, login.name, login.password))
        for login in logins
        if login.password is not None
    ]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace(":", "\\:")


def _ensure(connection: Connection, name: str, group: Group, *, with_password: bool) -> Login:
    if not name or len(name.encode()) > LONGEST_NAME or name.startswith(("pg_", "floor_")) or not name.isprintable():
        raise FloorRefused(Message("floor-cannot-login-letters-beginning", name=Quoted(name), limit=LONGEST_NAME))
    groups = _groups_of(connection, name)
    if groups is None:
        _refuse_look_alike(connection, name)
    elif groups - {group}:
        raise FloorRefused(
            Message("floor-login-belongs-already-one", name=name, group=", ".join(sorted(groups - {group})))
        )
    password = secrets.token_urlsafe(24) if groups is None and with_password else None
    who = sql.Identifier(name)
    if groups is None:
        statement = sql.SQL("CREATE ROLE {} LOGIN").format(who)
        if password is not None:
            statement += sql.SQL(" PASSWORD {}").format(sql.Literal(_verifier(connection, name, password)))
        _run(connection, statement)
    _run(connection, sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), who))
    _limit(connection, who, LIMITS[group])
    return Login(name=name, group=group, is_new=groups is None, password=password)


def _refuse_look_alike(connection: Connection, name: str) -> None:
    others = connection.exec_driver_sql("SELECT rolname FROM pg_roles WHERE rolcanlogin").scalars()
    other_login = next((other for other in others if skeleton(str(other)) == skeleton(name)), None)
    if other_login is not None:
        raise FloorRefused(Message("floor-looks-like-login-people", name=Quoted(name), other_login=Quoted(other_login)))


def _verifier(connection: Connection, name: str, password: str) -> str:
    """What the server keeps instead of the password, computed here: no log of the server ever holds the password."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)  # noqa: S101 - the drivername of the address says so
    return driver.pgconn.encrypt_password(password.encode(), name.encode(), b"scram-sha-256").decode()


def _limit(connection: Connection, who: sql.Identifier, limits: Limits) -> None:
    """The number of connections is the server's word, what is written beside the tables a superuser's; the times are
    what a session begins with. What a login has set for itself is taken back: it would stay after its password.
    """
    _run(connection, sql.SQL("ALTER ROLE {} CONNECTION LIMIT {}").format(who, sql.Literal(limits.connections)))
    here = sql.Identifier(str(connection.exec_driver_sql("SELECT current_database()").scalar()))
    _run(connection, sql.SQL("ALTER ROLE {} RESET ALL").format(who))
    _run(connection, sql.SQL("ALTER ROLE {} IN DATABASE {} RESET ALL").format(who, here))
    settings = {"statement_timeout": limits.statement, "idle_in_transaction_session_timeout": limits.idle}
    if connection.exec_driver_sql("SELECT rolsuper FROM pg_roles WHERE rolname = current_user").scalar():
        settings["temp_file_limit"] = limits.files
    for name, value in settings.items():
        setting = sql.SQL("ALTER ROLE {} SET {} = {}")
        _run(connection, setting.format(who, sql.Identifier(name), sql.Literal(value)))


def limit_all(connection: Connection) -> None:
    """Every login of the floor again, inside a transaction; those of another owner stay as they are."""
    members = connection.exec_driver_sql(
        "SELECT r.rolname, g.rolname FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid "
        "JOIN pg_roles r ON r.oid = m.member WHERE r.rolcanlogin AND g.rolname = ANY(%s)",
        (list(LIMITS),),
    ).all()
    for login, group in members:
        connection.exec_driver_sql("SAVEPOINT login")
        try:
            _limit(connection, sql.Identifier(str(login)), LIMITS[cast("Group", group)])
        except ProgrammingError as error:
            if not isinstance(error.orig, psycopg.errors.InsufficientPrivilege):
                raise
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT login")
        connection.exec_driver_sql("RELEASE SAVEPOINT login")


def _groups_of(connection: Connection, name: str) -> set[str] | None:
    """None: no such login."""
    if not connection.exec_driver_sql("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).scalar():
        return None
    rows = connection.exec_driver_sql(
        "SELECT g.rolname FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid "
        "JOIN pg_roles r ON r.oid = m.member WHERE r.rolname = %s AND g.rolname LIKE 'floor\\_%%'",
        (name,),
    )
    return {str(group) for (group,) in rows}


def _run(connection: Connection, statement: sql.Composed) -> None:
    text = statement.as_string(None)
    connection.exec_driver_sql(text, execution_options={"no_parameters": True})
