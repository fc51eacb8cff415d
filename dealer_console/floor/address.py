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
from dealer_console.game.message import Message, Quoted

_WAITS: Final = {
    "connect_timeout": "5",
    # A cable that was pulled is noticed within a quarter of a minute, also in the middle of a statement.
    "keepalives_idle": "5",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
}
# Encryption by GSS would take the place of TLS. All of it is said: so no variable of the environment says otherwise.
_TLS: Final = {"sslmode": "verify-full", "gssencmode": "disable", "ssl_min_protocol_version": "TLSv1.2"}
_TO_ANOTHER_HOST: Final = {**_TLS, "require_auth": "scram-sha-256"}
# The server asks for the certificate and gets it, and then for nothing or for SCRAM.
_BY_CERTIFICATE: Final = {**_TLS, "require_auth": "scram-sha-256,none", "sslcertmode": "require"}
_STRONGER: Final = ("ssl_min_protocol_version", "TLSv1.3")
# Names are those of the server: an operator that another login has put into the schema public is none of ours.
_SETTINGS: Final = "-c search_path=pg_catalog,pg_temp -c lock_timeout=15s"
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
_CHECK_VIOLATED: Final = "23514"
_TO_DO_BY_STATE: Final = {
    "42P01": "floor-state-no-floor",
    "3F000": "floor-state-no-floor",
    "42883": "floor-state-other-form",
    _CHECK_VIOLATED: "floor-state-entry-too-large",
    "42501": "floor-state-no-right",
}


def parse(address: str, *, login: str | None = None) -> URL:
    """The address as SQLAlchemy wants it. `login` is used where the address names none."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):  # the second one: of a port that is no number
        raise FloorRefused(Message("floor-no-address-expected-postgresql", address=Quoted(address))) from None
    if url.drivername not in ("postgresql", "postgres", "postgresql+psycopg") or not url.database or _strange(url):
        raise FloorRefused(Message("floor-no-address-expected", address=plain(url)))
    if url.username is None and login is not None:
        url = url.set(username=login)
    return _guarded(url.set(drivername="postgresql+psycopg"))


def _strange(url: URL) -> bool:
    """Keys that are the driver's own: by `conninfo` it would take a second address, which nobody has looked at."""
    return not set(url.query) <= {default.keyword.decode() for default in psycopg.pq.Conninfo.get_defaults()}


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
    options = _BY_CERTIFICATE if "sslcert" in url.query and "require_auth" not in url.query else _TO_ANOTHER_HOST
    for key, value in options.items():
        if url.query.get(key, value) != value and (key, url.query[key]) != _STRONGER:
            raise FloorRefused(
                Message("floor-too-weak-another", address=plain(url), key=key, said=url.query[key], better=value)
            )
    return url.update_query_dict({key: value for key, value in options.items() if key not in url.query})


def guarded_words(words: str) -> str:
    """The same guard for `host=… dbname=… user=…`, the form in which one server is told of another."""
    try:
        named = psycopg.conninfo.conninfo_to_dict(words)
    except psycopg.Error as error:
        raise FloorRefused(Message("floor-no-address-expected-words", reason=str(error).splitlines()[0])) from None
    if "service" in named:
        raise FloorRefused(Message("floor-no-address-expected-words", reason="service"))
    strong = _guarded(URL.create("postgresql", query={key: str(value) for key, value in named.items()}))
    return psycopg.conninfo.make_conninfo(words, **{key: str(value) for key, value in strong.query.items()})


def plain(url: URL) -> str:
    """For people and logs: without a password, and without what we add ourselves."""
    hidden = ("password", "sslpassword", *_BY_CERTIFICATE)
    return url.difference_update_query(hidden)._replace(drivername="postgresql", password=None).render_as_string()


def engine(url: URL, *, program: str, kept: int = 0) -> Engine:
    """Every statement is a transaction of its own, unless `begin` was said.

    No pool: one thread, one connection. `kept`: so many stay open for the next question, each looked at first.
    """
    settings = {**_WAITS, "application_name": program[:63]}
    settings = {key: value for key, value in settings.items() if key not in url.query} | options_of(url)
    if not kept:
        return create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=settings)
    pool = {"pool_size": kept, "max_overflow": kept, "pool_pre_ping": True}
    return create_engine(url, isolation_level="AUTOCOMMIT", connect_args=settings, **pool)


def options_of(url: URL) -> dict[str, str]:
    """What every session of ours begins with, and then what the address says."""
    said = url.query.get("options", ())
    return {"options": " ".join((_SETTINGS, said) if isinstance(said, str) else (_SETTINGS, *said))}


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
    reason = _first_line(error)
    login = url.username or Message("floor-login-of-user")
    if state is None and isinstance(error, psycopg.DataError):
        return FloorRefused(Message("floor-entry-cannot-kept-postgresql", said=reason))
    if state is None:
        return _not_connected(url, login, error)
    if state.startswith(_NOT_NOW_STATES) or _day_was_made(error, state):
        return FloorAway(Message("floor-does-not-answer", address=plain(url), said=reason))
    if state.startswith("FL"):
        return FloorRefused(reason)
    if state == "28P01" or state.startswith("28"):
        return FloorRefused(Message("floor-does-not-admit-login", address=plain(url), login=login, said=reason))
    if state in _TO_DO_BY_STATE:
        code = _TO_DO_BY_STATE[state]
        return FloorRefused(Message(code, address=plain(url), login=login, said=reason))
    return FloorRefused(Message("floor-refuses-with-state", address=plain(url), said=reason, state=state))


def _day_was_made(error: Exception, state: str) -> bool:
    """The partition of a gaming day was attached while the entry went to that of the others: the next try finds it."""
    diagnosis = getattr(error, "diag", None)
    return state == _CHECK_VIOLATED and diagnosis is not None and diagnosis.constraint_name is None


def _not_connected(url: URL, login: Message | str, error: Exception) -> FloorAway | FloorRefused:
    """libpq gives a text only. A server that answered says FATAL; everything else is nobody there."""
    text = str(error)
    if "FATAL" not in text or any(words in text for words in _NOT_NOW):
        return FloorAway(Message("floor-does-not-answer", address=plain(url), said=_first_line(error)))
    reason = text.split("FATAL:")[-1].strip().splitlines()[0]
    if "database" in reason and "does not exist" in reason:
        return FloorRefused(
            Message("floor-make-first-createdb", address=plain(url), said=reason, database=str(url.database))
        )
    name_one = "" if url.username else Message("floor-name-a-login", host=url.host or "")
    return FloorRefused(
        Message("floor-does-not-admit", address=plain(url), login=login, said=reason, name_one=name_one)
    )


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
