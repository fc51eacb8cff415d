"""`dealer-console group`: the floors of many properties in one database; docs/operations/group.md."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Annotated

import psycopg
import typer

from dealer_console.cli.floor.days import purge
from dealer_console.cli.output import print_error, print_json, say_line
from dealer_console.cli.verbs import AsJson, P, group, refusing
from dealer_console.floor import FloorError, address, migrate
from dealer_console.floor import group as groups
from dealer_console.game.message import Message

Group = Annotated[str, typer.Argument(help="help-group-database")]
Floor = Annotated[str, typer.Argument(help="help-group-floor")]
Number = Annotated[int, typer.Option("--number", help="help-group-number")]
Name = Annotated[str, typer.Option("--name", help="help-group-name")]
Source = Annotated[str, typer.Option("--source", help="help-group-source")]
NOT_FOLLOWING = 1


def group_verb(verb: Callable[P, int | None]) -> Callable[P, int]:
    """What the database refuses is printed and becomes the exit status, like the floor's refusals."""
    refusing_verb = refusing(FloorError, ValueError)(verb)

    @functools.wraps(verb)
    def run(*args: P.args, **options: P.kwargs) -> int:
        try:
            return refusing_verb(*args, **options)
        except psycopg.Error as error:
            return print_error(Message("command-database-refused", reason=str(error).splitlines()[0]))

    return run


def _today() -> date:
    return datetime.now(UTC).date()


@group_verb
def init(where: Group) -> None:
    """Make an empty database the floor of a group."""
    from dealer_console.pit.archive.floor_index import make_floor

    with address.connect(where, program="dealer-console group") as connection:
        make_floor(connection)
        groups.make_group(connection)
    say_line("out-group-ready")


@group_verb
def publish(where: Floor, number: Number, name: Name) -> None:
    """Let a group copy this property's floor. Before its first table forwards."""
    with address.connect(where, program="dealer-console group") as connection:
        migrate.must_be_current(connection)
        groups.publish(connection, groups.Property(number=number, name=name))
    say_line("out-group-published", name=name)


@group_verb
def add(where: Group, number: Number, name: Name, source: Source) -> None:
    """Copy a property into the group, and follow it."""
    with address.connect(where, program="dealer-console group") as connection:
        groups.subscribe(connection, groups.Property(number=number, name=name), source, _today())
    say_line("out-group-added", name=name)


@group_verb
def resync(where: Group, number: Number, name: Name, source: Source) -> None:
    """Copy a property again from its beginning, after its floor came back from a backup."""
    with address.connect(where, program="dealer-console group") as connection:
        groups.resync(connection, groups.Property(number=number, name=name), source, _today())
    say_line("out-group-again", name=name)


@group_verb
def status(where: Group, as_json: AsJson = False) -> int:
    """Each property: connected, heard of when. 1: one is not."""
    with address.connect(where, program="dealer-console group") as connection:
        subscriptions = list(groups.subscriptions(connection))
    for link in subscriptions:
        if as_json:
            print_json(asdict(link))
            continue
        seconds = link.behind_seconds
        heard = (
            Message("out-group-heard", seconds=round(seconds))
            if seconds is not None
            else Message("out-group-never-heard")
        )
        state = Message("out-group-connected" if link.connected else "out-group-away")
        say_line("out-group-link", name=link.subscription, state=state, heard=heard, errors=link.errors)
    return 0 if all(link.connected for link in subscriptions) else NOT_FOLLOWING


@group_verb
def days(where: Group) -> None:
    """Partitions for the days ahead; daily, by a timer."""
    with address.connect(where, program="dealer-console group") as connection:
        say_line("out-new-partitions", count=groups.ensure_days(connection, _today()))


app = group("group", init=init, publish=publish, add=add, resync=resync, status=status, days=days, purge=purge)
