"""How a verb of the bench ends: 0 done, 1 a check failed, 2 cannot run (part E)."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from hardware_sims.capture import CaptureError
from hardware_sims.errors import ImpossibleRequestError

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
    Console(stderr=True, soft_wrap=True, highlight=False, markup=False).print(text)


def key_from(text: str | None) -> bytes | None:
    """`--key`: 64 hex digits, or `none`."""
    if text is None or text == "none":
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        raise CannotRunError("--key is not hex", "Write the 32 bytes as 64 hex digits, or 'none'.") from None
    if len(key) != 32:
        raise CannotRunError(f"--key has {len(key)} bytes", "A key has 32: write 64 hex digits, or 'none'.")
    return key
