"""`dealer-console group`: the floors of many properties in one database; docs/operations/group.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated

import psycopg
import typer

from dealer_console.cli.floor.days import purge
from dealer_console.cli.output import print_error, print_json, print_line, say_line
from dealer_console.cli.verbs import AsJson, group
from dealer_console.floor import FloorError, address, migrate
from dealer_console.floor import group as groups
from dealer_console.game.message import Message

Group = Annotated[str, typer.Argument(help="help-group-database")]
Floor = Annotated[str, typer.Argument(help="help-group-floor")]
Number = Annotated[int, typer.Option("--number", help="help-group-number")]
Name = Annotated[str, typer.Option("--name", help="help-group-name")]
Source = Annotated[str, typer.Option("--source", help="help-group-source")]
NOT_FOLLOWING = 1


def _run(work: Callable[[], int | None]) -> int:
    try:
        return work() or 0
    except (FloorError, ValueError) as error:
        return print_error(error)
    except psycopg.Error as error:
        return print_error(Message("command-database-refused", reason=str(error).splitlines()[0]))


def _today() -> date:
    return datetime.now(UTC).date()


def init(where: Group) -> int:
    """Make an empty database the floor of a group."""

    def work() -> None:
        with address.connect(where, program="dealer-console group") as connection:
            migrate.upgrade(connection)
            groups.make_group(connection)
        say_line("out-group-ready")

    return _run(work)


def publish(where: Floor, number: Number, name: Name) -> int:
    """Let a group copy this property's floor. Before its first table forwards."""

    def work() -> None:
        with address.connect(where, program="dealer-console group") as connection:
            migrate.must_be_current(connection)
            groups.publish(connection, groups.Property(number=number, name=name))
        say_line("out-group-published", name=name)

    return _run(work)


def add(where: Group, number: Number, name: Name, source: Source) -> int:
    """Copy a property into the group, and follow it."""

    def work() -> None:
        with address.connect(where, program="dealer-console group") as connection:
            groups.subscribe(connection, groups.Property(number=number, name=name), source, _today())
        say_line("out-group-added", name=name)

    return _run(work)


def resync(where: Group, number: Number, name: Name, source: Source) -> int:
    """Copy a property again from its beginning, after its floor came back from a backup."""

    def work() -> None:
        with address.connect(where, program="dealer-console group") as connection:
            groups.resync(connection, groups.Property(number=number, name=name), source, _today())
        say_line("out-group-again", name=name)

    return _run(work)


def status(where: Group, as_json: AsJson = False) -> int:
    """Each property: connected, heard of when. 1: one is not."""

    def work() -> int:
        with address.connect(where, program="dealer-console group") as connection:
            subscriptions = list(groups.following(connection))
        for link in subscriptions:
            heard = "never heard of" if link.behind_seconds is None else f"heard of {link.behind_seconds:.0f} s ago"
            words = f"{link.subscription}: {'connected' if link.connected else 'AWAY'}, {heard}, {link.errors} errors"
            print_json(asdict(link)) if as_json else print_line(words)
        return 0 if all(link.connected for link in subscriptions) else NOT_FOLLOWING

    return _run(work)


def days(where: Group) -> int:
    """Partitions for the days ahead; daily, by a timer."""

    def work() -> None:
        with address.connect(where, program="dealer-console group") as connection:
            say_line("out-new-partitions", count=groups.ensure_days(connection, _today()))

    return _run(work)


app = group("group", init=init, publish=publish, add=add, resync=resync, status=status, days=days, purge=purge)
