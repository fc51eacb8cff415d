"""An operator outside: lines of text on standard input or on a TCP port, each answered `ok …` or `error REASON`.

With one simulator a line is an action. With several it begins with the channel or the device: `shoe0 draw 1`.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
from collections.abc import Callable

from hardware_sims.endpoints.event_loop import EventLoop, find_station
from hardware_sims.endpoints.sockets import listen, parse_host_and_port, shown
from hardware_sims.errors import unknown

_LONGEST_LINE = 8192
STANDARD_INPUT = 0


def do_line(event_loop: EventLoop, line: str) -> str:
    """One line of a person for one of the simulators in this process."""
    words = line.split(maxsplit=1)
    if not words:
        return "error say what to do"
    station = find_station(event_loop.stations, words[0])
    if station is not None:
        return event_loop.operate(station, words[1] if len(words) > 1 else "")
    if len(event_loop.stations) == 1:
        return event_loop.operate(event_loop.stations[0], line)
    channels = [station.simulator.channel for station in event_loop.stations]
    return f"error {unknown('channel', words[0], channels)} (several simulators run: name one first)"


class LineReader:
    """Cuts a stream of bytes into lines of text."""

    def __init__(self) -> None:
        self._open = b""

    def feed(self, data: bytes) -> list[str]:
        *lines, self._open = (self._open + data).split(b"\n")
        self._open = self._open[-_LONGEST_LINE:]
        return [line.decode("utf-8", "replace").strip() for line in lines]


class ControlServer:
    """Takes actions from any number of connections."""

    def __init__(self, event_loop: EventLoop, url: str) -> None:
        self._event_loop = event_loop
        host, port = parse_host_and_port(url)
        self._listener = listen(host, port, url)
        self._people: list[socket.socket] = []
        self.address = f"tcp://{shown(self._listener)}"
        event_loop.selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def _accept(self) -> None:
        person, _ = self._listener.accept()
        person.setblocking(True)
        person.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._people.append(person)
        lines = LineReader()
        self._event_loop.selector.register(person, selectors.EVENT_READ, lambda: self._readable(person, lines))

    def _readable(self, person: socket.socket, lines: LineReader) -> None:
        try:
            data = person.recv(4096)
            for line in lines.feed(data):
                if line:
                    person.sendall(do_line(self._event_loop, line).encode() + b"\n")
        except OSError:
            data = b""
        if not data:
            self._leave(person)

    def _leave(self, person: socket.socket) -> None:
        self._people.remove(person)
        self._event_loop.selector.unregister(person)
        person.close()

    def close(self) -> None:
        for person in list(self._people):
            self._leave(person)
        self._event_loop.selector.unregister(self._listener)
        self._listener.close()


def take_standard_input(event_loop: EventLoop, answer: Callable[[str], None]) -> None:
    """Actions from standard input while it lasts; its end does not end the simulators."""
    lines = LineReader()

    def read() -> bytes:
        data = os.read(STANDARD_INPUT, 4096)
        for line in lines.feed(data or b"\n"):
            if line:
                answer(do_line(event_loop, line))
        return data

    def readable() -> None:
        try:
            data = read()
        except OSError:
            data = b""
        if not data:
            event_loop.selector.unregister(STANDARD_INPUT)

    try:
        event_loop.selector.register(STANDARD_INPUT, selectors.EVENT_READ, readable)
    except (OSError, ValueError):
        # A plain file or /dev/null cannot be waited for, but it is always ready: all of it is read now.
        with contextlib.suppress(OSError):
            while read():
                continue
