"""How a verb of the bench ends: 0 done, 1 a check failed, 2 cannot run (part E)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from hardware_sims.capture import CaptureError
from hardware_sims.errors import ImpossibleRequestError
from hardware_sims.tools.terminal import terminal

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
        tell(f"cannot run: {problem}")
        raise typer.Exit(CANNOT_RUN) from None
    except OSError as problem:
        where = problem.filename or "the line"
        tell(f"cannot run: {where}: {problem.strerror or problem}. Check that it exists and that you may use it.")
        raise typer.Exit(CANNOT_RUN) from None


def tell(text: str) -> None:
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
