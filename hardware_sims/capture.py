"""Captures: what was on a line, as text, one line per frame (part E of the wire document).

    # hardware-capture 1
    # channel batch0 dialect tablelink device batch-shuffler serial B1-000000042 seed 7
    (0000000001.498000) batch0 00061010010201020701010204010101010184bbc2f99300 T
    (0000000001.500000) batch0 0006100110820102070101020d021001010101010103dc0501010181e6f18db900 R

Time is kept in whole microseconds: two devices must write the same digits. A line carries the moment its last byte was
heard, so the distance from a request to its reply starts at the closing delimiter, as A2 measures it.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TextIO

from hardware_sims.tools.line.frame_splitter import FrameSplitter, splitter_for
from hardware_sims.tools.line.redaction import KEY_REMOVED, MASKED, Redactor, redactor_for

FIRST_LINE = "# hardware-capture 1"
SILENCE_US = 50_000
# A line that never falls silent must not be collected for ever.
LONGEST_PIECE = 4096

Direction = Literal["T", "R"]
Dialect = Literal["tablelink", "angel-eye"]
DIALECTS: tuple[Dialect, ...] = ("tablelink", "angel-eye")

_LINE = re.compile(r"\((\d{10,})\.(\d{6})\) (\S+) ([0-9a-f]+) ([TR])\s*$")


class CaptureError(ValueError):
    """A capture that cannot be read; the text says where and what to do."""

    def __init__(self, source: str, line: int, column: int, problem: str) -> None:
        super().__init__(f"{source}, line {line}, column {column}: {problem}")
        self.source, self.line, self.column, self.problem = source, line, column, problem


@dataclass(frozen=True, kw_only=True, slots=True)
class Channel:
    """One line between a host and a device, as the header of a capture names it."""

    name: str
    dialect: Dialect = "tablelink"
    device: str = ""
    serial: str = ""
    seed: str = ""

    def header(self) -> str:
        pairs = (("dialect", self.dialect), ("device", self.device), ("serial", self.serial), ("seed", self.seed))
        return f"# channel {self.name}" + "".join(f" {key} {value}" for key, value in pairs if value)


class CaptureLine(NamedTuple):
    """Bytes of one direction that belong together, and when their last one was heard."""

    at_us: int
    channel: str
    direction: Direction
    data: bytes
    key_removed: bool = False
    number: int = 0

    def text(self) -> str:
        seconds, micro = divmod(self.at_us, 1_000_000)
        line = f"({seconds:010d}.{micro:06d}) {self.channel} {self.data.hex()} {self.direction}"
        return f"{KEY_REMOVED}\n{line}" if self.key_removed else line


@dataclass(slots=True)
class _Pending:
    cutter: FrameSplitter
    redactor: Redactor
    collected: bytearray = field(default_factory=bytearray)
    last_us: int = 0


class CaptureWriter:
    """Takes bytes as they are heard and writes them as capture lines; keys stay out, cards unless told otherwise."""

    def __init__(self, stream: TextIO, channels: Iterable[Channel], *, unmasked: bool = False) -> None:
        self._stream = stream
        self._channels = {channel.name: channel for channel in channels}
        self._unmasked = unmasked
        self._pending: dict[tuple[str, Direction], _Pending] = {}
        stream.write(FIRST_LINE + "\n")
        for channel in self._channels.values():
            stream.write(channel.header() + "\n")
        if not unmasked and any(channel.dialect == "angel-eye" for channel in self._channels.values()):
            stream.write(MASKED + "\n")

    def heard(self, at_us: int, channel: str, direction: Direction, data: bytes) -> None:
        """Bytes were heard: whole frames are written at once, the rest waits for its end or for silence."""
        self.idle(at_us)
        pending = self._pending_of(channel, direction)
        for piece, whole in pending.cutter.cut(data):
            pending.collected += piece
            if whole or len(pending.collected) >= LONGEST_PIECE:
                self._write(at_us, channel, direction, pending)
        pending.last_us = at_us

    def idle(self, at_us: int) -> None:
        """Nothing was heard until `at_us`: what has been silent for 50 ms is written."""
        for (channel, direction), pending in self._pending.items():
            if pending.collected and at_us - pending.last_us >= SILENCE_US:
                self._write(pending.last_us, channel, direction, pending)

    def finish(self) -> None:
        """Writes what is still waiting; the stream stays open."""
        for (channel, direction), pending in self._pending.items():
            if pending.collected:
                self._write(pending.last_us, channel, direction, pending)
        self._stream.flush()

    def _pending_of(self, channel: str, direction: Direction) -> _Pending:
        pending = self._pending.get((channel, direction))
        if pending is None:
            dialect = self._channels[channel].dialect
            redactor = redactor_for(dialect, direction, unmasked=self._unmasked)
            pending = self._pending[channel, direction] = _Pending(splitter_for(dialect, direction), redactor)
        return pending

    def _write(self, at_us: int, channel: str, direction: Direction, pending: _Pending) -> None:
        data, key_removed = pending.redactor(bytes(pending.collected))
        pending.collected.clear()
        line = CaptureLine(at_us=at_us, channel=channel, direction=direction, data=data, key_removed=key_removed)
        self._stream.write(line.text() + "\n")


class CaptureReader:
    """The lines of a capture, one at a time; `channels` and `masked` are known once the header has been read."""

    def __init__(self, stream: Iterable[str], source: str) -> None:
        self._lines = enumerate(stream, start=1)
        self._source = source
        self._ahead: CaptureLine | None = None
        self._key_removed = False
        self.channels: dict[str, Channel] = {}
        self.masked = False
        self._read_first_line()
        self._ahead = self._next_line()

    def __iter__(self) -> Iterator[CaptureLine]:
        while self._ahead is not None:
            line, self._ahead = self._ahead, None
            yield line
            # Almost every line is a frame of a known channel; what is not is read again with all its cases.
            for number, raw in self._lines:
                match = _LINE.match(raw)
                if match is None or match[3] not in self.channels or len(match[4]) % 2:
                    self._ahead = self._read(number, raw) or self._next_line()
                    break
                seconds, micro, channel, digits, direction = match.groups()
                way: Direction = "T" if direction == "T" else "R"
                yield CaptureLine(int(seconds + micro), channel, way, bytes.fromhex(digits), False, number)

    def _read_first_line(self) -> None:
        number, text = next(self._lines, (1, ""))
        if text.strip() != FIRST_LINE:
            raise CaptureError(
                self._source, number, 1, f"not a capture: the first line must be '{FIRST_LINE}'; convert the file first"
            )

    def _next_line(self) -> CaptureLine | None:
        for number, raw in self._lines:
            line = self._read(number, raw)
            if line is not None:
                return line
        return None

    def _read(self, number: int, raw: str) -> CaptureLine | None:
        text = raw.strip()
        if text == KEY_REMOVED:
            self._key_removed = True
        elif text.startswith("#"):
            self._comment(number, text)
        elif text:
            key_removed, self._key_removed = self._key_removed, False
            return self._frame(number, text, key_removed)
        return None

    def _comment(self, number: int, text: str) -> None:
        if text == MASKED:
            self.masked = True
        words = text[1:].split()
        if len(words) >= 2 and words[0] == "channel":
            channel = self._channel(number, words[1], words[2:])
            self.channels[channel.name] = channel

    def _channel(self, number: int, name: str, words: Sequence[str]) -> Channel:
        fields = dict(zip(words[::2], words[1::2], strict=False))
        dialect = fields.get("dialect", "tablelink")
        for known in DIALECTS:
            if dialect == known:
                return Channel(
                    name=name,
                    dialect=known,
                    device=fields.get("device", ""),
                    serial=fields.get("serial", ""),
                    seed=fields.get("seed", ""),
                )
        raise CaptureError(
            self._source, number, 1, f"channel {name} speaks '{dialect}'; known dialects: {', '.join(DIALECTS)}"
        )

    def _frame(self, number: int, text: str, key_removed: bool) -> CaptureLine:
        match = _LINE.match(text)
        if match is None or len(match[4]) % 2:
            column, problem = _where_it_breaks(text)
            raise CaptureError(self._source, number, column, problem)
        seconds, micro, channel, digits, direction = match.groups()
        if channel not in self.channels:
            raise CaptureError(
                self._source,
                number,
                match.start(3) + 1,
                f"channel {channel} is not declared; add '# channel {channel} dialect tablelink' above",
            )
        way: Direction = "T" if direction == "T" else "R"
        return CaptureLine(int(seconds + micro), channel, way, bytes.fromhex(digits), key_removed, number)


_PARTS: tuple[tuple[str, str], ...] = (
    (r"\(\d{10,}\.\d{6}\) ", "a time like (0000000001.498000) and one space must stand here"),
    (r"\S+ ", "a channel name and one space must stand here"),
    (r"(?:[0-9a-f]{2})+ ", "bytes in lower-case hex, two digits each, and one space must stand here"),
    (r"[TR]$", "the direction must be T (host to device) or R (device to host), and nothing after it"),
)


def _where_it_breaks(text: str) -> tuple[int, str]:
    at = 0
    for pattern, problem in _PARTS:
        match = re.compile(pattern).match(text, at)
        if match is None:
            return at + 1, problem
        at = match.end()
    return at + 1, "unexpected text"


@contextmanager
def written_whole(path: Path, *, newline: str | None = "\n") -> Iterator[TextIO]:
    """A file that appears under its name only when it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline=newline) as stream:
            yield stream
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
