"""`hardware-sims replay`: a capture as the device, or as the host."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated

import typer

from hardware_sims.capture import CaptureLine
from hardware_sims.tools.capture_file import opened
from hardware_sims.tools.line.frame_splitter import splitter_for
from hardware_sims.tools.line.open_line import EndpointBridge, open_line
from hardware_sims.tools.line.playback import DevicePlayer, HostPlayer, PlaybackTiming, Wire
from hardware_sims.tools.output import CHECK_FAILED, Baud, CannotRunError, KeyFile, ending, key_from, print_note


class Side(StrEnum):
    DEVICE = "device"
    HOST = "host"


@contextmanager
def _wire(side: Side, to: str, dialect: str, baud: int | None, *, quiet: bool) -> Iterator[Wire]:
    if side is Side.DEVICE:
        meeting = EndpointBridge(to)
        if not quiet:
            print_note(f"the host opens {meeting.name}")
        try:
            yield meeting
        finally:
            meeting.close()
        return
    line = open_line(to, dialect, baud)
    try:
        yield line
    finally:
        line.close()


def _loops(text: str) -> Iterator[int]:
    if text == "i":
        return itertools.count(1)
    if not text.isdigit() or int(text) < 1:
        raise CannotRunError(f"-l {text} is no number of loops", "Write a number, or i for endless.")
    return iter(range(1, int(text) + 1))


def _lines_of(file: str, channel: str | None) -> tuple[list[CaptureLine], str]:
    """The lines of one channel, and its dialect."""
    with opened(file) as capture:
        lines = list(capture)
        names = sorted({line.channel for line in lines})
        if channel is None and len(names) > 1:
            raise CannotRunError(f"{file} has {len(names)} channels", f"Choose one: --channel {names[0]}.")
        chosen = channel or (names[0] if names else "")
        if chosen not in names:
            what = f"no line of {chosen}" if chosen else "no line"
            raise CannotRunError(f"{file} has {what}", "There is nothing to play.")
        return [line for line in lines if line.channel == chosen], capture.channels[chosen].dialect


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The capture.")],
    to: Annotated[str, typer.Option(metavar="WHERE", help="As device: pty[:PATH] or tcp://…; as host: a port.")],
    side: Annotated[Side, typer.Option("--as", help="Which side the capture plays.")] = Side.DEVICE,
    no_timing: Annotated[bool, typer.Option("-t", help="No timing: as fast as possible.")] = False,
    loops: Annotated[str, typer.Option("-l", metavar="N|i", help="Play N times, or endlessly.")] = "1",
    gap: Annotated[float | None, typer.Option("-g", metavar="MS", help="This gap, not the recorded ones.")] = None,
    skip: Annotated[float | None, typer.Option("-s", metavar="S", help="Skip gaps longer than this.")] = None,
    speed: Annotated[float, typer.Option(min=0.001, help="How much faster than recorded.")] = 1.0,
    loose: Annotated[
        bool, typer.Option("--loose", help="Match type and payload; rebuild SEQ, EPOCH, CRC and MAC.")
    ] = False,
    key: Annotated[str | None, typer.Option(metavar="HEX", help="The key for rebuilt MACs.")] = None,
    key_file: KeyFile = None,
    baud: Baud = None,
    channel: Annotated[str | None, typer.Option(metavar="NAME", help="Which line of the capture.")] = None,
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for the next request.")] = 3600.0,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Play a capture again. Ends with 1 when the other side did not say what it said in the recording."""
    with ending():
        pace = PlaybackTiming(
            timed=not no_timing, gap=None if gap is None else gap / 1000, skip_longer=skip, speed=speed
        )
        lines, dialect = _lines_of(file, channel)
        if loose and dialect != "tablelink":
            raise CannotRunError("--loose knows tablelink only", "An angel-eye capture is played byte for byte.")
        known_key = key_from(key, key_file)
        heard_from = "T" if side is Side.DEVICE else "R"
        whole = True
        unexpected = 0
        rounds = _loops(loops)
        with _wire(side, to, dialect, baud, quiet=quiet) as wire:
            for _ in rounds:
                player_type = DevicePlayer if side is Side.DEVICE else HostPlayer
                player = player_type(lines, pace=pace, loose=loose, key=known_key)
                whole = player.play(wire, splitter_for(dialect, heard_from), print_note, patience)
                unexpected += player.unexpected
                if not whole:
                    break
        if not quiet:
            print_note(f"{len(lines)} lines played, {unexpected} surprises")
        if unexpected or not whole:
            raise typer.Exit(CHECK_FAILED)
