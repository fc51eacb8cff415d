"""Recording a line (part E): a transport around a transport that writes every byte, one line of text per frame.

    # hardware-capture 1
    # channel shoe0 dialect tablelink device shoe serial S1-7
    (0000000001.498000) shoe0 000610…00 T          T host to device, R device to host

The hex of one direction, joined, is what was on the line, apart from two things that must not be on disk: the key of a
PAIR becomes zeros, and the cards of a plain-value shoe are masked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

from drivers.angel_eye import codec
from drivers.angel_eye.constants import ACK, ENQ, ETX, NAK, STX
from drivers.errors import ProtocolError
from drivers.tablelink.frame import decode_piece, encode_frame
from drivers.tablelink.messages import MessageType
from drivers.transports.interface import Transport

SILENCE = 0.05
TABLELINK, ANGEL_EYE = "tablelink", "angel-eye"
_TO_DEVICE, _TO_HOST = "T", "R"


class Capture:
    """The file of one channel: cuts the bytes of both directions into frames and writes them with their time."""

    def __init__(self, file: TextIO, *, channel: str, dialect: str, about: str = "") -> None:
        self._file = file
        self._channel = channel
        self._dialect = dialect
        self._rest = {_TO_DEVICE: b"", _TO_HOST: b""}
        self._since = {_TO_DEVICE: 0.0, _TO_HOST: 0.0}
        file.write(f"# hardware-capture 1\n# channel {channel} dialect {dialect} {about}".rstrip() + "\n")
        if dialect == ANGEL_EYE:
            file.write("# masked\n")

    def add(self, direction: str, data: bytes, now: float) -> None:
        self.flush_silent(now)
        rest = self._rest[direction] + data
        cut = _tablelink_frame_end if self._dialect == TABLELINK else _angel_eye_frame_end
        while (end := cut(rest)) is not None:
            self._write(direction, rest[:end], now)
            rest = rest[end:]
        self._rest[direction], self._since[direction] = rest, now

    def flush_silent(self, now: float) -> None:
        """Bytes that belong to no frame are written after 50 ms of silence."""
        for direction, rest in self._rest.items():
            if rest and now - self._since[direction] >= SILENCE:
                self._write(direction, rest, self._since[direction])
                self._rest[direction] = b""

    def close(self) -> None:
        for direction, rest in self._rest.items():
            if rest:
                self._write(direction, rest, self._since[direction])
                self._rest[direction] = b""
        self._file.flush()

    def _write(self, direction: str, data: bytes, now: float) -> None:
        shown = _without_key(data) if self._dialect == TABLELINK else _without_card(data)
        if shown != data and self._dialect == TABLELINK:
            self._file.write("# key removed\n")
        self._file.write(f"({now:017.6f}) {self._channel} {shown.hex()} {direction}\n")


def _tablelink_frame_end(data: bytes) -> int | None:
    """Behind the delimiter that follows a non-empty frame."""
    start = 0
    while start < len(data) and data[start] == 0:
        start += 1
    end = data.find(b"\0", start)
    return None if end < 0 or start == len(data) else end + 1


def _angel_eye_frame_end(data: bytes) -> int | None:
    """Behind a BCC, an ACK or a NAK with its two characters; a report that was cut ends where the next one begins."""
    if not data:
        return None
    if data[0] == ACK:
        return 1
    if data[0] == NAK:
        return 3 if len(data) >= 3 else None
    if data[0] in (ENQ, STX):
        return _report_end(data)
    stops = [at for at in (data.find(bytes([mark])) for mark in (ENQ, STX, ACK, NAK)) if at > 0]
    return min(stops, default=None)


def _report_end(data: bytes) -> int | None:
    etx, next_one = data.find(bytes([ETX]), 1), data.find(bytes([ENQ]), 1)
    if next_one > 0 and (etx < 0 or next_one <= etx + 2):
        return next_one
    return etx + 3 if 0 < etx <= len(data) - 3 else None


def _without_key(wire: bytes) -> bytes:
    try:
        frame = decode_piece(wire.strip(b"\0"))
    except ProtocolError:
        return wire
    if frame.type != MessageType.PAIR:
        return wire
    payload = frame.payload[:8] + bytes(len(frame.payload) - 8)
    clean = encode_frame(
        dst=frame.dst, src=frame.src, type_code=frame.type, seq=frame.seq, epoch=frame.epoch, payload=payload
    )
    return wire[: len(wire) - len(wire.lstrip(b"\0"))] + clean[1:]


def _without_card(wire: bytes) -> bytes:
    """A damaged report of a card may still show it: every byte of it with bit 7 set is masked."""
    if wire[:1] != bytes([ENQ]) or len(wire) < 3 or chr(wire[2]) not in "DdR":
        return bytes(0x80 if byte & 0x80 else byte for byte in wire)
    hidden = codec.masked(wire)
    return hidden if hidden != wire or wire[4:5] == b"\x80" else bytes(0x80 if byte & 0x80 else byte for byte in wire)


class CaptureTransport:
    """A transport that records what passes through it."""

    def __init__(self, inner: Transport, capture: Capture, *, clock: Callable[[], float] = time.time) -> None:
        self._inner = inner
        self._capture = capture
        self._clock = clock

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def reply_wait(self) -> float:
        return self._inner.reply_wait

    def open(self) -> None:
        self._inner.open()

    def read(self, timeout: float) -> bytes:
        data = self._inner.read(timeout)
        self._capture.flush_silent(self._clock())
        if data:
            self._capture.add(_TO_HOST, data, self._clock())
        return data

    def write(self, data: bytes) -> None:
        self._capture.add(_TO_DEVICE, data, self._clock())
        self._inner.write(data)

    def wake(self) -> None:
        self._inner.wake()

    def close(self) -> None:
        self._inner.close()
        self._capture.close()
