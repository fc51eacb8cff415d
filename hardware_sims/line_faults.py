"""The line between host and device, and what can go wrong on it. The device itself never knows (part E).

Of the two dialects a fault knows only where a message ends and how to spoil it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol

from hardware_sims.fault import Fault
from hardware_sims.seeds import Seeds, Stream
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


Piece = tuple[int, bytes]
_HELD_US = 60_000


class Line:
    """Carries bytes in both directions. Without faults they pass as they are, at once."""

    def __init__(self, dialect: Dialect, seeds: Seeds) -> None:
        self.faults: list[Fault] = []
        self.down_until = 0
        self._dialect = dialect
        self._seeds = seeds
        self._waiting: dict[Sender, bytearray] = {"host": bytearray(), "device": bytearray()}
        self._held: dict[Sender, Piece] = {}
        self._strikes: dict[str, Callable[[Fault, Sender, list[Piece], Stream], list[Piece]]] = {
            "drop": lambda fault, sender, pieces, stream: [],
            "duplicate": self._duplicate,
            "late": self._late,
            "split": self._split,
            "merge": self._merge,
            "bad-crc": self._bad_check,
            "truncate": self._truncate,
            "bit-flip": self._bit_flip,
            "noise": self._noise,
            "stray": self._stray,
            "bad-mac": self._bad_mac,
            "old-epoch": self._old_epoch,
            "silent": lambda fault, sender, pieces, stream: [],
        }

    def clear(self) -> None:
        self.faults.clear()
        self.down_until = 0

    def connected(self, now: int) -> bool:
        return now >= self.down_until

    def next_due(self) -> int | None:
        """When a message held back for merging must go on alone."""
        return min(due for due, _ in self._held.values()) if self._held else None

    def released(self, now: int) -> list[tuple[Sender, bytes]]:
        """Held messages whose companion has not come."""
        if not self._held:
            return []
        senders = [sender for sender, (due, _) in self._held.items() if due <= now]
        return [(sender, self._held.pop(sender)[1]) for sender in senders]

    def carry(self, data: bytes, sender: Sender, now: int) -> list[Piece]:
        """The pieces that arrive at the other end, each with its moment."""
        if not self.connected(now):
            return []
        waiting = self._waiting[sender]
        if not self.faults and not waiting and sender not in self._held:
            return [(now, data)]
        waiting += data
        pieces: list[Piece] = []
        for message in self._dialect.cut(waiting, sender):
            pieces += self._pass(message, sender, now)
        if waiting and not self.faults:
            pieces.append((now, bytes(waiting)))
            waiting.clear()
        return pieces

    def _pass(self, message: bytes, sender: Sender, now: int) -> list[Piece]:
        held = self._held.pop(sender, None)
        if held is not None:
            message = self._dialect.joined(held[1], message)
        pieces = [(now, message)]
        for fault in list(self.faults):
            if pieces and not (held and fault.kind == "merge") and self._hits(fault, message, sender):
                fault.occur()
                if fault.over:
                    self.faults.remove(fault)
                stream = self._seeds.stream(f"line {fault.kind}")
                pieces = self._strikes[fault.kind](fault, sender, pieces, stream)
        return pieces

    def _hits(self, fault: Fault, message: bytes, sender: Sender) -> bool:
        if fault.kind == "silent":
            message_type = fault.options.get("type")
            if sender != "host" or (message_type and self._dialect.type_of(message, sender) != message_type):
                return False
        elif fault.kind in ("bad-mac", "old-epoch"):
            if sender != fault.options.get("dir", "device"):
                return False
            message_type = fault.options.get("type")
            if message_type and self._dialect.type_of(message, sender) != message_type:
                return False
        elif fault.options.get("dir", sender) != sender:
            return False
        return self._seeds.stream(f"dice {fault.kind}").chance(fault.rate)

    def _duplicate(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        later = _us(fault, 5.0)
        return pieces + [(due + later, data) for due, data in pieces]

    def _late(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        later = _us(fault, 150.0)
        return [(due + later, data) for due, data in pieces]

    def _split(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        size, gap = fault.options.get("bytes", 1), _us(fault, 5.0)
        return [
            (due + number * gap, data[at : at + size])
            for due, data in pieces
            for number, at in enumerate(range(0, len(data), size))
        ]

    def _merge(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        wait = _us(fault, _HELD_US / 1000)
        self._held[sender] = (pieces[0][0] + wait, b"".join(data for _, data in pieces))
        return []

    def _bad_check(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_bad_check(data, stream)) for due, data in pieces]

    def _truncate(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        def short(data: bytes) -> bytes:
            lost = fault.options.get("bytes") or stream.between(1, max(1, len(data) - 1))
            return data[: max(0, len(data) - lost)]

        return [(due, rest) for due, data in pieces if (rest := short(data))]

    def _bit_flip(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        def flipped(data: bytes) -> bytes:
            spoiled = bytearray(data)
            for _ in range(fault.options.get("bytes", 1)):
                spoiled[stream.below(len(spoiled))] ^= 1 << stream.below(8)
            return bytes(spoiled)

        return [(due, flipped(data)) for due, data in pieces]

    def _noise(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(pieces[0][0], stream.bytes(fault.options.get("bytes", 8))), *pieces]

    def _stray(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(pieces[0][0], self._dialect.stray(sender, stream)), *pieces]

    def _bad_mac(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_bad_mac(data)) for due, data in pieces]

    def _old_epoch(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_old_epoch(data)) for due, data in pieces]


def _us(fault: Fault, default_ms: float) -> int:
    return round(float(fault.options.get("ms", default_ms)) * 1000)
