"""Hearing a line: alone at one end, or between a host and its device (part E, `record`)."""

import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from hardware_sims.capture import SILENCE_US, Dialect, Direction
from hardware_sims.tools.line.frame_splitter import DelimiterSplitter
from hardware_sims.tools.line.open_line import EndpointBridge, OpenLine, open_line
from hardware_sims.tools.output import CannotRunError, DialectName, print_note
from hardware_sims.wire.tablelink import Receiver

_POLL = 0.02
_FIRST_REPLY = 0x80


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    at_us: int
    direction: Direction
    data: bytes


def unix_us() -> int:
    return time.time_ns() // 1000


class DirectionSorter:
    """Who spoke, on a line heard from one end only. A tablelink frame says it by its TYPE; damaged bytes and all of an
    angel-eye line are the device's."""

    def __init__(self, dialect: Dialect) -> None:
        self._cutter = DelimiterSplitter() if dialect == "tablelink" else None
        self._open = bytearray()
        self._last_us = 0

    def feed(self, at_us: int, data: bytes) -> Iterator[Heard]:
        if self._cutter is None:
            yield Heard(at_us=at_us, direction="R", data=data)
            return
        yield from self.idle(at_us)
        self._last_us = at_us
        for piece, whole in self._cutter.cut(data):
            self._open += piece
            if whole:
                yield from self._flush(at_us)

    def idle(self, at_us: int) -> Iterator[Heard]:
        if self._open and at_us - self._last_us >= SILENCE_US:
            yield from self._flush(self._last_us)

    def _flush(self, at_us: int) -> Iterator[Heard]:
        data = bytes(self._open)
        self._open.clear()
        frames = Receiver().feed(data)
        yield Heard(at_us=at_us, direction="T" if frames and frames[0].type < _FIRST_REPLY else "R", data=data)


class Tap:
    """Reads a line in threads of its own; between host and device every byte is noted, then passed on at once."""

    def __init__(self, line: OpenLine, name: str, dialect: Dialect, meeting: EndpointBridge | None = None) -> None:
        self._line, self._name, self._meeting = line, name, meeting
        self.dialect = dialect
        self._sorter = DirectionSorter(dialect) if meeting is None else None
        self._heard: queue.Queue[Heard | Exception] = queue.Queue()
        self._stop = threading.Event()
        self._enough = False
        self._threads = [threading.Thread(target=self._from_device, daemon=True)]
        if meeting is not None:
            self._threads.append(threading.Thread(target=self._from_host, args=(meeting,), daemon=True))
        for thread in self._threads:
            thread.start()

    def listen(self, seconds: float | None = None) -> Iterator[Heard | None]:
        """What is heard, as it comes; None now and then while nothing is, so that the listener can look around."""
        end = None if seconds is None else time.monotonic() + seconds
        while not self._enough and (end is None or time.monotonic() < end):
            try:
                entry = self._heard.get(timeout=_POLL)
            except queue.Empty:
                yield from self._quiet()
                continue
            if isinstance(entry, Exception):
                raise CannotRunError(f"{self._name} went away: {entry}", "Plug it in again and start over.")
            yield from self._sorted(entry)

    def enough(self) -> None:
        """Listening ends with the piece in hand. Safe to call from a signal handler: it only sets a mark."""
        self._enough = True

    def rest(self) -> Iterator[Heard]:
        """What was noted and not yet told when listening ended."""
        while not self._heard.empty():
            entry = self._heard.get()
            if isinstance(entry, Heard):
                yield from self._sorted(entry)

    def close(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=1.0)
        self._line.close()
        if self._meeting is not None:
            self._meeting.close()

    def _quiet(self) -> Iterator[Heard | None]:
        if self._sorter is not None:
            yield from self._sorter.idle(unix_us())
        yield None

    def _sorted(self, entry: Heard) -> Iterator[Heard]:
        if self._sorter is None:
            yield entry
        else:
            yield from self._sorter.feed(entry.at_us, entry.data)

    def _from_device(self) -> None:
        try:
            while not self._stop.is_set():
                data = self._line.read(_POLL)
                if not data:
                    continue
                self._heard.put(Heard(at_us=unix_us(), direction="R", data=data))
                if self._meeting is not None:
                    self._meeting.write(data)
        except (OSError, TypeError) as problem:
            # pyserial raises TypeError when its port is closed under a reader.
            self._lost(problem)

    def _from_host(self, meeting: EndpointBridge) -> None:
        try:
            while not self._stop.is_set():
                data = meeting.read(_POLL)
                if data:
                    self._heard.put(Heard(at_us=unix_us(), direction="T", data=data))
                    self._line.write(data)
        except (OSError, ValueError) as problem:
            self._lost(problem)

    def _lost(self, problem: Exception) -> None:
        if not self._stop.is_set():
            self._heard.put(problem)


def open_tap(port: str, dialect: DialectName, listen: str | None, baud: int | None, *, quiet: bool) -> Tap:
    """With `listen` between the device and a host that comes there; else only listening."""
    spoken: Dialect = "angel-eye" if dialect is DialectName.ANGEL_EYE else "tablelink"
    meeting = None if listen is None else EndpointBridge(listen)
    if meeting is not None and not quiet:
        print_note(f"the host opens {meeting.name}")
    return Tap(open_line(port, spoken, baud), port, spoken, meeting)
