"""What the commands of the floor share: where it is, errors in words, signals, progress, lines with a time."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import Connection

from dealer_console.cli.output import print_line
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import refusing
from dealer_console.floor import FloorError, FloorRefused, address, migrate
from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalError
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import Table, UnknownTable, load_table, table_from_file
from dealer_console.table.people.person import PeopleDamaged, PeopleRefused

Where = Annotated[str, typer.Argument(help="help-access-where")]
TableName = Annotated[str, typer.Argument(help="help-access-table-name")]
floor_verb = refusing(FloorError, JournalError, PeopleRefused, PeopleDamaged, UnknownTable, BadFile, NoConfig)


def address_of(where: str) -> str:
    """An address as it is; else the `floor` of a table: its file, or the name of one that came with the program."""
    if "://" in where:
        return where
    floor = _table(where).floor
    if floor is None:
        raise FloorRefused(Message("floor-table-no-file", where=where))
    return floor


def directory_key_of(where: str) -> str | None:
    """By which key a table's file says that the directory of people is signed."""
    return None if "://" in where else _table(where).directory_key


def _table(where: str) -> Table:
    is_file = where.endswith(".toml") or Path(where).exists()
    return table_from_file(Path(where)) if is_file else load_table(where)


@contextmanager
def open_floor(where: str, program: str = "dealer-console floor") -> Iterator[Connection]:
    with address.connect(address_of(where), program=program) as connection:
        migrate.must_be_current(connection)
        yield connection


@contextmanager
def ended_by_signals(over: threading.Event) -> Iterator[None]:
    before = {number: signal.signal(number, lambda *_: over.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def progress(words: str) -> Iterator[Callable[[int, int], None]]:
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=terminal(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def print_event(text: str) -> None:
    """A line of a program that runs for long: with the time, by the clock of this machine and its zone."""
    print_line(f"{datetime.now().astimezone().isoformat(timespec='seconds')} {text}")
