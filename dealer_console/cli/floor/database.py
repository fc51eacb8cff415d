"""`dealer-console floor`: make the floor's database, look at it, watch it, forward, compare, copy."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.floor.access import TableName, Where, address_of, floor_verb, open_floor, progress
from dealer_console.cli.floor.days import days, make_days, purge
from dealer_console.cli.floor.people import fetch_people, publish_people, trust_directory
from dealer_console.cli.floor.service import forward, serve, watch
from dealer_console.cli.floor.status import status
from dealer_console.cli.output import print_json, print_line, say_line, words
from dealer_console.cli.verbs import AsJson, JournalFile, group
from dealer_console.floor import FloorRefused, address, evidence, logins, migrate, queries, witness
from dealer_console.floor.logins import Login
from dealer_console.game.message import Message
from dealer_console.rulebook.load import config_folder
from dealer_console.rulebook.problems import BadFile

DIFFERS = 1


# --- init ----------------------------------------------------------------------------------------------------------


@floor_verb
def init(
    where: Where,
    tables: Annotated[list[str] | None, typer.Option("--table", help="help-database-init-tables")] = None,
    pits: Annotated[list[str] | None, typer.Option("--pit", help="help-database-init-pits")] = None,
    cages: Annotated[list[str] | None, typer.Option("--cage", help="help-database-init-cages")] = None,
    projectors: Annotated[list[str] | None, typer.Option("--projector", help="help-database-init-projectors")] = None,
    time_zone: Annotated[str | None, typer.Option("--time-zone", help="help-database-init-time-zone")] = None,
    day_begins: Annotated[str | None, typer.Option("--day-begins", help="help-database-init-day-begins")] = None,
    currency: Annotated[str | None, typer.Option("--currency", help="help-database-init-currency")] = None,
    passwords: Annotated[Path | None, typer.Option("--pgpass", help="help-database-init-passwords")] = None,
    as_json: AsJson = False,
) -> None:
    """Make the floor in an empty database, bring it up to this program, let tables and people in."""
    from dealer_console.pit.archive.floor_index import make_floor

    target = address_of(where)
    with address.connect(target, program="dealer-console floor init") as connection:
        migrate.take_turn(connection)
        before = make_floor(connection)
        make_days(connection)
        new_logins = [
            ensure(connection, name, with_password=passwords is not None)
            for ensure, names in (
                (logins.ensure_table, tables),
                (logins.ensure_pit, pits),
                (logins.ensure_cage, cages),
                (logins.ensure_projector, projectors),
            )
            for name in names or ()
        ]
    _house(time_zone, day_begins, currency, ask=sys.stdin.isatty() and before is None and not as_json)
    if passwords is not None:
        _write_passwords(passwords, target, new_logins)
    if as_json:
        people = [{"login": login.name, "group": login.group, "new": login.is_new} for login in new_logins]
        print_json({"form": migrate.NEWEST, "before": before, "logins": people})
    else:
        _print_init(before, new_logins, passwords)


def _house(time_zone: str | None, begins: str | None, currency: str | None, *, ask: bool) -> None:
    """Days, reports and the cash log of the pit are by this; a new floor asks for it."""
    from dealer_console.pit.expectations import FILE_NAME, load_expectations, set_house

    if (time_zone, begins, currency) == (None, None, None) and not ask:
        return
    expectations = load_expectations()
    day = expectations.gaming_day
    if ask:
        time_zone = time_zone or typer.prompt(words()("ask-house-time-zone"), default=str(day.zone))
        begins = begins or typer.prompt(words()("ask-day-begins"), default=day.begins.strftime("%H:%M"))
        currency = currency or typer.prompt(words()("ask-house-currency"), default=expectations.currency)
    file = config_folder() / FILE_NAME
    try:
        set_house(
            file,
            time_zone=time_zone or str(day.zone),
            begins=begins or day.begins.strftime("%H:%M"),
            currency=currency or expectations.currency,
        )
    except (BadFile, OSError) as error:
        raise FloorRefused(Message("floor-made-gaming-day-not", reason=str(error))) from None
    load_expectations.cache_clear()


def _print_init(before: str | None, new_logins: Sequence[Login], passwords: Path | None) -> None:
    if before == migrate.NEWEST:
        say_line("out-floor-form-already", form=before)
    else:
        say_line("out-floor-form-before", form=migrate.NEWEST, before=before) if before else say_line(
            "out-floor-form", form=migrate.NEWEST
        )
    for login in new_logins:
        say_line("out-login" if login.is_new else "out-login-already", login=login.name, group=login.group)
    if passwords is not None:
        say_line("out-passwords", file=str(passwords))
    elif any(login.is_new for login in new_logins):
        say_line("out-no-passwords")


def _write_passwords(file: Path, target: str, new_logins: Sequence[Login]) -> None:
    url = address.parse(target)
    lines = logins.password_lines(
        new_logins, host=url.host or "localhost", port=url.port or 5432, database=str(url.database)
    )
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600)
        os.fchmod(handle, 0o600)  # one that was there before may be open to everybody
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.writelines(line + "\n" for line in lines)
    except OSError as error:
        raise FloorRefused(
            Message("floor-logins-made-but-cannot", file=file, reason=str(error.strerror or error))
        ) from None


@floor_verb
def accept(
    where: Where,
    table: TableName,
    log: Annotated[str, typer.Argument(help="help-database-accept-log")],
    why: Annotated[str, typer.Option("--why", help="help-database-accept-why")],
) -> None:
    """Let a table begin a new journal; without this a second journal raises an alarm."""
    with open_floor(where) as connection:
        logins.accept_journal(connection, table, log, why)
    say_line("out-may-begin", table=table, log=log)


@floor_verb
def remove(where: Where, login: Annotated[str, typer.Argument(help="help-database-remove-login")]) -> None:
    """Take a login out of the floor: it comes in no more, what it sent stays."""
    with open_floor(where) as connection:
        group = logins.remove(connection, login)
    say_line("out-login-removed", login=login, group=group)


@floor_verb
def set_aside(
    where: Where,
    table: TableName,
    after: Annotated[int, typer.Option("--after", help="help-database-set-aside-after")],
    why: Annotated[str, typer.Option("--why", help="help-database-accept-why")],
) -> None:
    """Take a forged end out of the floor's copy of a table, on record; what is signed stays."""
    with open_floor(where) as connection:
        number = witness.set_aside(connection, table, after, why)
    say_line("out-set-aside", number=number, table=table, entry=after)


# --- a table's journal ---------------------------------------------------------------------------------------------


@floor_verb
def compare(where: Where, journal: JournalFile, as_json: AsJson = False) -> int:
    """A table's file against the floor's copy: equal, behind, or the first entry that differs (exit status 1)."""
    with open_floor(where) as connection, progress("comparing") as report:
        comparison = evidence.compare(connection, journal, report)
    if as_json:
        print_json({**asdict(comparison), "floor_is_prefix": comparison.floor_is_prefix})
    else:
        print_line(f"{comparison.table}: {words()(comparison.result)}")
    return 0 if comparison.floor_is_prefix else DIFFERS


@floor_verb
def copy(
    where: Where,
    table: TableName,
    to: Annotated[Path, typer.Option("--to", help="help-database-copy-to")],
    log: Annotated[str | None, typer.Option("--log", help="help-database-copy-log")] = None,
) -> None:
    """The floor's copy of a table as a journal file."""
    with open_floor(where) as connection:
        held = [entry.log for entry in queries.journals_of(connection, table) if log in (None, entry.log)]
        if not held:
            code = "floor-holds-no-journal-of" if log is None else "floor-holds-no-journal-table"
            raise FloorRefused(Message(code, table=table, **({} if log is None else {"log": log})))
        with progress("copying") as report:
            written = evidence.copy_out(connection, held[-1], to, report)
    say_line("out-copied", entries=written, table=table, file=str(to))


app = group(
    "floor",
    init=init,
    status=status,
    watch=watch,
    serve=serve,
    forward=forward,
    compare=compare,
    copy=copy,
    accept=accept,
    remove=remove,
    set_aside=set_aside,
    days=days,
    purge=purge,
    publish_people=publish_people,
    fetch_people=fetch_people,
    trust_directory=trust_directory,
)
