"""`dealer-console feed`: the events of a journal, a folder of them or the floor, for other systems."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.app.feed import (
    USUAL,
    Source,
    cursors_of,
    file_sources,
    floor_sources,
    kinds_of,
    lines,
    read_state,
    write_state,
)
from dealer_console.cli.output import plain, print_error
from dealer_console.journal.errors import JournalError

POLL_SECONDS = 0.5


def feed(
    source: Annotated[str, typer.Argument(help="help-feed-source")],
    since: Annotated[list[str] | None, typer.Option("--from", help="help-feed-since")] = None,
    topics: Annotated[
        list[str] | None,
        typer.Option("--topic", help="help-feed-topics"),
    ] = None,
    state: Annotated[Path | None, typer.Option("--state", help="help-feed-state")] = None,
    follow: Annotated[bool, typer.Option("--follow", help="help-feed-follow")] = False,
) -> int:
    """One JSON object in each line; the same line may come twice after an interruption, none is left out."""
    try:
        kinds = kinds_of(tuple(topics) if topics else USUAL)
        cursors = {**(read_state(state) if state is not None else {}), **cursors_of(since or [])}
        while True:
            with _sources(source) as sources:
                _write(sources, cursors, kinds, state)
            if not follow:
                return 0
            time.sleep(POLL_SECONDS)
    except JournalError as error:
        return print_error(error)
    except (BrokenPipeError, KeyboardInterrupt):
        return 0  # whoever read has enough; the state says how far they got


def _write(sources: list[Source], cursors: dict[str, int], kinds: frozenset[str], state: Path | None) -> None:
    """Written out first, then remembered: what was not remembered comes again."""
    before = dict(cursors)
    for line in lines(sources, cursors, kinds):
        sys.stdout.write(plain(line) + "\n")
    sys.stdout.flush()
    if state is not None and cursors != before:
        write_state(state, cursors)


@contextmanager
def _sources(source: str) -> Iterator[list[Source]]:
    if not source.startswith(("postgresql://", "postgres://")):
        yield file_sources(Path(source))
        return
    from dealer_console.floor import FloorError, address

    try:
        with address.connect(source, program="dealer-console feed") as connection:
            yield floor_sources(connection)
    except FloorError as error:
        raise JournalError(str(error)) from None
