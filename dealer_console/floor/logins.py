"""Who may come to the floor: one login per table, logins of the pit. Each belongs to one group."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from psycopg import sql
from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert

from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.schema import accepted, tables

Group = Literal["floor_table", "floor_pit"]
LONGEST_NAME: Final = 63  # PostgreSQL cuts longer ones off, and two tables would share a login


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
    connection.execute(insert(tables).values(table_name=table, login=table).on_conflict_do_nothing())
    owner = connection.execute(select(tables.c.login).where(tables.c.table_name == table)).scalar()
    if owner != table:
        raise FloorRefused(f"table {table} forwards with the login {owner}, not {table}")
    return login


def ensure_pit(connection: Connection, name: str, *, with_password: bool = False) -> Login:
    return _ensure(connection, name, "floor_pit", with_password=with_password)


def accept_journal(connection: Connection, table: str, log: str, why: str) -> None:
    """The house says: this table begins a new journal. Without it, a second journal of a table raises an alarm."""
    if not why.strip():
        raise FloorRefused("say why the table begins a new journal")
    if connection.execute(select(tables.c.login).where(tables.c.table_name == table)).scalar() is None:
        raise FloorRefused(f"the floor knows no table {table}")
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
    if not name or len(name.encode()) > LONGEST_NAME or name.startswith(("pg_", "floor_")):
        raise FloorRefused(
            f"{name!r} cannot be a login: 1 to {LONGEST_NAME} letters, beginning with neither pg_ nor floor_"
        )
    groups = _groups_of(connection, name)
    if groups is not None and groups - {group}:
        raise FloorRefused(f"the login {name} belongs to {', '.join(sorted(groups - {group}))} already: one group each")
    password = secrets.token_urlsafe(24) if groups is None and with_password else None
    who = sql.Identifier(name)
    if groups is None:
        statement = sql.SQL("CREATE ROLE {} LOGIN").format(who)
        if password is not None:
            statement += sql.SQL(" PASSWORD {}").format(sql.Literal(password))
        _run(connection, statement)
    _run(connection, sql.SQL("GRANT {} TO {}").format(sql.Identifier(group), who))
    return Login(name=name, group=group, is_new=groups is None, password=password)


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
