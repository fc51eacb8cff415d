"""How a verb of the bench writes and ends: 0 done, 1 a check failed, 2 cannot run (part E).

What a device or a file says reaches the terminal as text: only we give it commands.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console, ConsoleOptions, ConsoleRenderable, RenderHook
from rich.segment import Segment

from hardware_sims.capture import CaptureError
from hardware_sims.errors import ImpossibleRequestError

_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def terminal(**options: Any) -> Console:
    """A console of rich whose texts have no control characters."""
    console = Console(**options)
    console.push_render_hook(_PlainText())
    return console


def without_commands(text: str) -> str:
    """Control characters written out."""
    return _COMMANDS.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


class _PlainText(RenderHook):
    def process_renderables(self, renderables: list[ConsoleRenderable]) -> list[ConsoleRenderable]:
        return [_Plain(renderable) for renderable in renderables]


class _Plain:
    def __init__(self, renderable: ConsoleRenderable) -> None:
        self._renderable = renderable

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._renderable, options):
            yield segment if segment.control else Segment(without_commands(segment.text), segment.style)


CHECK_FAILED = 1
CANNOT_RUN = 2


class CannotRunError(ImpossibleRequestError):
    """The person asked for something that cannot be done; says what, where, and what to do next."""

    def __init__(self, problem: str, advice: str) -> None:
        super().__init__(f"{problem}. {advice}")


@contextmanager
def ending() -> Iterator[None]:
    """Turns what stops a verb into one clear message and its exit status."""
    try:
        yield
    except BrokenPipeError:
        # The reader of a pipe has seen enough. Closing quietly keeps Python from complaining at its own end.
        sys.stderr.close()
        raise typer.Exit(0) from None
    except KeyboardInterrupt:
        raise typer.Exit(0) from None
    except (ImpossibleRequestError, CaptureError) as problem:
        print_note(f"cannot run: {problem}")
        raise typer.Exit(CANNOT_RUN) from None
    except OSError as problem:
        where = problem.filename or "the line"
        print_note(f"cannot run: {where}: {problem.strerror or problem}. Check that it exists and that you may use it.")
        raise typer.Exit(CANNOT_RUN) from None


def print_note(text: str) -> None:
    """A line for the person, on standard error, so that standard output stays clean for programs."""
    terminal(stderr=True, soft_wrap=True, highlight=False, markup=False).print(text)


KeyFile = Annotated[
    Path | None,
    typer.Option("--key-file", metavar="FILE", help="The key in a file that only you may read, instead of --key."),
]
Baud = Annotated[int | None, typer.Option(min=50, help="Bits per second, where they are not the dialect's own.")]


def key_text(text: str | None, file: Path | None) -> str | None:
    """The key as written, from `--key` or from `--key-file`: what stands in a command line, everybody can read."""
    if file is None:
        return text
    if text is not None:
        raise CannotRunError("--key and --key-file are both given", "Leave --key out.")
    if file.stat().st_mode & 0o077:
        raise CannotRunError(f"{file} can be read by others", f"chmod 600 {file}")
    return file.read_text(encoding="utf-8", errors="replace").strip()


def key_from(text: str | None, file: Path | None = None) -> bytes | None:
    """`--key` or `--key-file`: 64 hex digits, or `none`."""
    text = key_text(text, file)
    if text is None or text == "none":
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise CannotRunError("the key is not hex", "Write the 32 bytes as 64 hex digits, or 'none'.") from None
    if len(key) != 32:
        raise CannotRunError(f"the key has {len(key)} bytes", "A key has 32: write 64 hex digits, or 'none'.")
    return key


class DialectName(StrEnum):
    TABLELINK = "tablelink"
    ANGEL_EYE = "angel-eye"
