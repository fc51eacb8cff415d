"""What the verbs on an archive share: open it with progress shown, words for refusals, times as people write them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.progress import Progress

from dealer_console.app.paths import people_file, pepper_file, pit_key_file
from dealer_console.cli.output import plain, print_error, print_line
from dealer_console.cli.terminal import terminal
from dealer_console.cli.verbs import P, moment_ms, refusing
from dealer_console.floor.errors import FloorError
from dealer_console.game.errors import Bug
from dealer_console.game.message import Message, Quoted
from dealer_console.journal.errors import JournalError
from dealer_console.journal.keys import load_or_create_key
from dealer_console.messages import recorded
from dealer_console.pit.archive import Archive
from dealer_console.pit.desk.record_signatures import SigningKeys
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Work
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.table.people import PeopleBook, PeopleRefused, load_pepper

REFUSALS: Final = (PitRefused, JournalError, FloorError, BadFile, NoConfig, Bug)

Target = Annotated[str, typer.Argument(help="help-feed-source")]
OfTable = Annotated[str | None, typer.Option("--table", help="help-archive-of-table")]
Output = typer.Option("--output", "-o", help="help-archive-output")


@contextmanager
def progress() -> Iterator[Work]:
    """Progress on standard error, where a person looks; Ctrl-C stops, and what is done stays done."""
    console = terminal(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)
        yield Work(lambda done, total, what: bar.update(task, completed=done, total=total, description=recorded(what)))


@contextmanager
def opened(target: str) -> Iterator[tuple[Archive, Work]]:
    """The archive with its index brought up to date."""
    with Archive.open(target) as archive, progress() as work:
        archive.refresh(work)
        yield archive, work


@contextmanager
def staff_keys() -> Iterator[SigningKeys | None]:
    """Of this machine's staff list, by which records of the desks are checked; None where it has none to read."""
    with ExitStack() as leave:
        book: PeopleBook | None = None
        with suppress(PeopleRefused, OSError):
            book = PeopleBook.open(people_file(), pepper=load_pepper(pepper_file())) if people_file().exists() else None
        if book is not None:
            leave.callback(book.close)
        yield None if book is None else book.signing_keys


def archive_verb(verb: Callable[P, int]) -> Callable[P, int]:
    """A refusal, or what is wrong with a file, is printed and becomes the exit status."""
    refusing_verb = refusing(*REFUSALS)(verb)

    @functools.wraps(verb)
    def run(*args: P.args, **options: P.kwargs) -> int:
        try:
            return refusing_verb(*args, **options)
        except BrokenPipeError:
            return 0  # whoever read the first lines has seen enough
        except FileExistsError as error:
            return print_error(Message("command-exists-already-choose-another", filename=error.filename))
        except OSError as error:
            name, reason = error.filename or "the file", str(error.strerror or error)
            return print_error(Message("command-file-fault", filename=name, reason=reason))

    return run


def write(content: bytes, to: Path | None) -> None:
    """Into a new file, else to standard output; at a terminal what would command it is written out."""
    if to is None and sys.stdout.isatty():
        sys.stdout.write(plain(content.decode("utf-8", "replace").replace("\r\n", "\n")))
        return
    if to is None:
        sys.stdout.buffer.write(content)
        return
    with to.open("xb") as stream:
        stream.write(content)
    print_line(str(to))


def signing_key() -> bytes:
    """Of this pit: made when it is first needed."""
    file = pit_key_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    return load_or_create_key(file)


def milliseconds(text: str | None) -> int | None:
    try:
        return None if text is None else moment_ms(text)
    except ValueError:
        raise PitRefused(Message("pit-no-time", text=Quoted(text))) from None


def time_text(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).isoformat().replace("+00:00", "Z")
