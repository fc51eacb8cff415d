"""`hardware-sims record`: everything on a line, into a capture."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated, TextIO

import typer
from rich.status import Status

from hardware_sims.capture import CaptureWriter, Channel, written_whole
from hardware_sims.tools.line.line_tap import Tap, open_tap, unix_us
from hardware_sims.tools.output import Baud, CannotRunError, DialectName, ending, print_note, terminal


def is_a_program(port: str) -> bool:
    """True for a port behind which there can be no device: `sim://`, or a pseudo terminal."""
    if port.startswith("sim://"):
        return True
    return os.path.realpath(port).startswith("/dev/pts/")


@contextmanager
def ends_cleanly(tap: Tap) -> Iterator[None]:
    """Ctrl-C and a polite kill end the listening between two pieces: what was heard until then is kept whole."""

    def stop(number: int, frame: FrameType | None) -> None:
        tap.enough()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _output(out: Path | None) -> Iterator[TextIO]:
    if out is None:
        yield sys.stdout
    else:
        with written_whole(out) as stream:
            yield stream


def _write(tap: Tap, channel: Channel, stream: TextIO, *, unmasked: bool, seconds: float | None, quiet: bool) -> int:
    """Until the time is over or somebody stops it; the number of pieces heard."""
    writer = CaptureWriter(stream, [channel], unmasked=unmasked)
    pieces = 0
    with ends_cleanly(tap), Status("listening", console=terminal(stderr=True, quiet=quiet), spinner="line") as shown:
        for heard in tap.listen(seconds):
            if heard is None:
                writer.idle(unix_us())
                stream.flush()
                continue
            writer.heard(heard.at_us, channel.name, heard.direction, heard.data)
            pieces += 1
            if pieces % 100 == 0:
                shown.update(f"{pieces} pieces heard")
    for heard in tap.rest():
        writer.heard(heard.at_us, channel.name, heard.direction, heard.data)
        pieces += 1
    writer.finish()
    return pieces


def record(
    port: Annotated[str, typer.Argument(metavar="PORT", help="Where the device is.")],
    out: Annotated[
        Path | None, typer.Option("-o", metavar="F", help="The capture; standard output if missing.")
    ] = None,
    dialect: Annotated[DialectName, typer.Option(help="What is spoken on the line.")] = DialectName.TABLELINK,
    listen: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="Sit between: the host meets us at pty[:PATH] or tcp://HOST:PORT."),
    ] = None,
    unmasked: Annotated[bool, typer.Option("--unmasked", help="Keep card values; simulators only.")] = False,
    channel: Annotated[str, typer.Option(metavar="NAME", help="The name of the line in the capture.")] = "line0",
    baud: Baud = None,
    seconds: Annotated[float | None, typer.Option("--for", metavar="S", help="Stop after so many seconds.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Record a line until Ctrl-C. With --listen the bench passes everything on; without, it only listens."""
    with ending():
        if unmasked and not is_a_program(port):
            raise CannotRunError(
                f"--unmasked is refused: {port} may be a real device", "Card values are recorded from simulators only."
            )
        tap = open_tap(port, dialect, listen, baud, quiet=quiet)
        if not quiet:
            print_note(f"listening at {port}; Ctrl-C ends")
        try:
            with _output(out) as stream:
                described = Channel(name=channel, dialect=tap.dialect)
                count = _write(tap, described, stream, unmasked=unmasked, seconds=seconds, quiet=quiet)
        finally:
            tap.close()
        if not quiet:
            print_note(f"{count} pieces heard" + (f", written to {out}" if out else ""))
