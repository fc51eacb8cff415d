"""One address, `postgresql://login@host/database`, to a connection; errors of the database to words for a person.

Whatever leaves this machine is encrypted, the server shows a certificate for its name, and the password is never shown
to it: `verify-full` and SCRAM are the only way to another host. A client certificate may stand in for the password.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from typing import Final

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from dealer_console.floor.errors import FloorAway, FloorRefused

_WAITS: Final = {
    "connect_timeout": "5",
    # A cable that was pulled is noticed within a quarter of a minute, also in the middle of a statement.
    "keepalives_idle": "5",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
_TO_ANOTHER_HOST: Final = {"sslmode": "verify-full", "require_auth": "scram-sha-256"}
_LOCK_WAIT: Final = "-c lock_timeout=15s"
_NOT_NOW: Final = (
    "starting up",
    "shutting down",
    "recovery mode",
    "accepting connections",
    "terminating connection",
    "too many clients",
    "too many connections",
    "remaining connection slots",
)
_NOT_NOW_STATES: Final = ("08", "40", "53", "55P03", "57", "58")  # broken lines, deadlocks, no room, locks, shutdown
_TO_DO_BY_STATE: Final = {
    "42P01": "the database holds no floor; make it with: dealer-console floor init {address}",
    "3F000": "the database holds no floor; make it with: dealer-console floor init {address}",
    "42883": "the database holds another form of the floor; bring it up with: dealer-console floor init {address}",
    "23514": "an entry is larger than the floor takes: {said}",
    "42501": "the login {login} has no right to this: {said}; rights are given with: dealer-console floor init",
}


def parse(address: str, *, login: str | None = None) -> URL:
    """The address as SQLAlchemy wants it. `login` is used where the address names none."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # the second one: of a port that is no number
        raise FloorRefused(f"{address!r} is no address: expected postgresql://login@host/database") from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg") or not url.database:
        raise FloorRefused(f"{plain(url)} is no address of a floor: expected postgresql://login@host/database")
    if url.username is None and login is not None:
        url = url.set(username=login)
    return _guarded(url.set(drivername="postgresql+psycopg"))


def is_local(url: URL) -> bool:
    """This machine: a socket in the file system, or the loopback. The query may name hosts, too, and all count."""
    hosts = [url.host or os.environ.get("PGHOST", ""), os.environ.get("PGHOSTADDR", "")]
    for key in ("host", "hostaddr"):
        named = url.query.get(key, ())
        hosts += [named] if isinstance(named, str) else named
    by_service = "service" in url.query or "PGSERVICE" in os.environ
    return not by_service and all(_is_this_machine(host) for text in hosts for host in text.split(","))


def _is_this_machine(host: str) -> bool:
    if host in ("", "localhost") or host.startswith(("/", "@")):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _guarded(url: URL) -> URL:
    """To another host only encrypted, to a server that proves its name, with a password that it never sees."""
    if is_local(url):
        return url
    wanted = dict(_TO_ANOTHER_HOST)
    if "sslcert" in url.query and "require_auth" not in url.query:
        del wanted["require_auth"]
    for key, value in wanted.items():
        if url.query.get(key, value) != value:
            raise FloorRefused(
                f"{plain(url)}: {key}={url.query[key]} is too weak for a floor on another machine; "
                f"leave it out, or say {key}={value} (docs/floor.md, Certificates)"
            )
    return url.update_query_dict(wanted)


def plain(url: URL) -> str:
    """For people and logs: without a password, and without what we add ourselves."""
    hidden = ("password", "sslpassword", *_TO_ANOTHER_HOST)
    return url.difference_update_query(hidden)._replace(drivername="postgresql", password=None).render_as_string()


def engine(url: URL, *, program: str, kept: int = 0) -> Engine:
    """Every statement is a transaction of its own, unless `begin` was said.

    No pool: one thread, one connection. `kept`: so many stay open for the next question, each looked at first.
    """
    settings = {**_WAITS, "options": _LOCK_WAIT, "application_name": program[:63]}
    settings = {key: value for key, value in settings.items() if key not in url.query}
    if not kept:
        return create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=settings)
    pool = {"pool_size": kept, "max_overflow": kept, "pool_pre_ping": True}
    return create_engine(url, isolation_level="AUTOCOMMIT", connect_args=settings, **pool)


def close_pool(engine: Engine) -> None:
    """All kept connections, and those that another thread still has when it gives them back."""
    if engine.dialect.name == "postgresql":
        event.listen(engine.pool, "checkin", _close_at_once)
    engine.dispose()


def _close_at_once(driver: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
    if driver is not None:
        record.close()


@contextmanager
def connect(address: str, *, login: str | None = None, program: str = "dealer-console") -> Iterator[Connection]:
    """A connection; whatever the database says against it comes out as `FloorAway` or `FloorRefused`."""
    url = parse(address, login=login)
    pool = engine(url, program=program)
    try:
        with in_words(url), pool.connect() as connection:
            yield connection
    finally:
        pool.dispose()


@contextmanager
def in_words(url: URL) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise explain(url, error.orig if isinstance(error.orig, psycopg.Error) else error) from None
    except psycopg.Error as error:
        raise explain(url, error) from None


def explain(url: URL, error: Exception) -> FloorAway | FloorRefused:
    """The same fault in the words of the floor: who has to do what."""
    state = getattr(error, "sqlstate", None)
    said = _first_line(error)
    login = url.username or "of this user"
    if state is None and isinstance(error, psycopg.DataError):
        return FloorRefused(f"an entry cannot be kept by PostgreSQL: {said}")
    if state is None:
        return _not_connected(url, login, error)
    if state.startswith(_NOT_NOW_STATES):
        return FloorAway(f"the floor {plain(url)} does not answer: {said}")
    if state.startswith("FL"):
        return FloorRefused(said)
    if state == "28P01" or state.startswith("28"):
        return FloorRefused(f"the floor {plain(url)} does not admit the login {login}: {said}")
    words = _TO_DO_BY_STATE.get(state)
    if words is not None:
        return FloorRefused(f"{plain(url)}: " + words.format(address=plain(url), login=login, said=said))
    return FloorRefused(f"the floor {plain(url)} refuses: {said} ({state})")


def _not_connected(url: URL, login: str, error: Exception) -> FloorAway | FloorRefused:
    """libpq gives a text only. A server that answered says FATAL; everything else is nobody there."""
    text = str(error)
    if "FATAL" not in text or any(words in text for words in _NOT_NOW):
        return FloorAway(f"the floor {plain(url)} does not answer: {_first_line(error)}")
    said = text.split("FATAL:")[-1].strip().splitlines()[0]
    if "database" in said and "does not exist" in said:
        return FloorRefused(f"{plain(url)}: {said}; make it first: createdb {url.database}")
    name_one = "" if url.username else f"name a login in the address: postgresql://LOGIN@{url.host or ''}…; "
    return FloorRefused(
        f"the floor {plain(url)} does not admit the login {login}: {said}; {name_one}"
        "logins are made with: dealer-console floor init --table NAME or --pit NAME, their passwords belong into the "
        "password file of PostgreSQL (.pgpass)"
    )


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
