"""What a fault on the line must know about the two dialects: where a message ends and how to spoil it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from hardware_sims.seeds import Stream
from hardware_sims.wire import angel_eye
from hardware_sims.wire.constants import HOST
from hardware_sims.wire.tablelink import Frame, Receiver, encode, mac_of

Sender = Literal["host", "device"]


class Dialect(Protocol):
    """One language of the line, seen by someone who only wants to disturb it."""

    def cut(self, waiting: bytearray, sender: Sender) -> list[bytes]:
        """Takes whole messages off the front of `waiting`."""

    def type_of(self, message: bytes, sender: Sender) -> str:
        """The type of a request, or an empty text."""

    def with_bad_check(self, message: bytes, stream: Stream) -> bytes: ...

    def with_bad_mac(self, message: bytes) -> bytes: ...

    def with_old_epoch(self, message: bytes) -> bytes: ...

    def stray(self, sender: Sender, stream: Stream) -> bytes:
        """A whole message that answers nothing."""

    def joined(self, first: bytes, second: bytes) -> bytes:
        """Two messages without anything between them that could be spared."""


class TablelinkDialect:
    def __init__(self, address: int, key: Callable[[], bytes | None]) -> None:
        self._address = address
        self._key = key

    def cut(self, waiting: bytearray, sender: Sender) -> list[bytes]:
        messages: list[bytes] = []
        while True:
            start = next((at for at, byte in enumerate(waiting) if byte), None)
            end = -1 if start is None else waiting.find(0, start)
            if end < 0:
                return messages
            messages.append(bytes(waiting[: end + 1]))
            del waiting[: end + 1]

    def _frame(self, message: bytes) -> Frame | None:
        frames = Receiver().feed(message)
        return frames[0] if frames else None

    def type_of(self, message: bytes, sender: Sender) -> str:
        frame = self._frame(message)
        return frame.name if frame else ""

    def with_bad_check(self, message: bytes, stream: Stream) -> bytes:
        """Another seven bits in one of the last four septets: the frame stays whole, its checksum does not."""
        at = max(len(message) - 2 - stream.below(4), 0)  # a piece of a frame may be a single byte, or none
        if not message:
            return message
        return message[:at] + bytes([message[at] ^ stream.between(1, 0x7F)]) + message[at + 1 :]

    def with_bad_mac(self, message: bytes) -> bytes:
        frame = self._frame(message)
        if frame is None:
            return message
        spoiled = bytes(byte ^ 0x55 for byte in frame.mac or bytes(16))
        return encode(frame._replace(mac=spoiled))

    def with_old_epoch(self, message: bytes) -> bytes:
        frame = self._frame(message)
        if frame is None:
            return message
        old = frame._replace(epoch=max(0, frame.epoch - 1))
        key = self._key()
        return encode(old if frame.mac is None or key is None else old._replace(mac=mac_of(old, key)))

    def stray(self, sender: Sender, stream: Stream) -> bytes:
        other = self._address ^ stream.between(1, 7)
        if sender == "host":
            return encode(Frame(dst=other, src=HOST, type=0x02, seq=stream.below(65536), epoch=1, payload=bytes(4)))
        payload = bytes([self._address & 0xF0]) + bytes(12)
        return encode(Frame(dst=HOST, src=other, type=0x82, seq=stream.below(65536), epoch=1, payload=payload))

    def joined(self, first: bytes, second: bytes) -> bytes:
        return first + second.lstrip(b"\0")


class AngelEyeDialect:
    def cut(self, waiting: bytearray, sender: Sender) -> list[bytes]:
        messages: list[bytes] = []
        while (end := self._end_of_first(waiting, sender)) is not None:
            messages.append(bytes(waiting[:end]))
            del waiting[:end]
        return messages

    def _end_of_first(self, waiting: bytearray, sender: Sender) -> int | None:
        """Where the first message ends; bytes that begin none are passed on one by one."""
        if not waiting:
            return None
        if sender == "host":
            return 1 if waiting[0] != angel_eye.STX else _if_there(waiting, angel_eye.COMMAND_BYTES)
        if waiting[0] == angel_eye.NAK:
            return _if_there(waiting, 3)
        if waiting[0] != angel_eye.ENQ:
            return 1
        etx = waiting.find(angel_eye.ETX, 3)
        return None if etx < 0 else _if_there(waiting, etx + 3)

    def type_of(self, message: bytes, sender: Sender) -> str:
        return message[3:5].decode("latin-1") if sender == "host" else message[2:3].decode("latin-1")

    def with_bad_check(self, message: bytes, stream: Stream) -> bytes:
        others = [digit for digit in b"0123456789ABCDEF" if digit not in message[-1:]]
        return message[:-1] + bytes([stream.pick(others)])

    def with_bad_mac(self, message: bytes) -> bytes:
        return message

    def with_old_epoch(self, message: bytes) -> bytes:
        return message

    def stray(self, sender: Sender, stream: Stream) -> bytes:
        return angel_eye.build_reply() if sender == "device" else angel_eye.build_command("GP", "00")

    def joined(self, first: bytes, second: bytes) -> bytes:
        return first + second


def _if_there(waiting: bytearray, end: int) -> int | None:
    return end if len(waiting) >= end else None
