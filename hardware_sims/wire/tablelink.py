"""tablelink frames (A1, A3): bytes on the line to frames and back.

    wire = 00  E  c4 c3 c2 c1 c0  00        E = COBS(header ‖ payload ‖ [mac])

    0 VER,FLAGS   1 DST   2 SRC   3 TYPE   4 SEQ u16   6 EPOCH u32   10 LEN u16   12 payload, then 16 bytes MAC

Whatever arrives, `Receiver.feed` gives whole frames and counts the rest; it never raises. Byte stuffing and checksum
are written out here on purpose: the drivers use libraries, and a misreading must not pass on both sides.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from array import array
from collections.abc import Callable
from functools import cache, lru_cache
from struct import unpack_from
from typing import NamedTuple

from hardware_sims.wire.constants import EVENTS, FAMILIES, FAULTS, MAX_PAYLOAD, MESSAGE_NAMES, MESSAGES, NAKS, STATES
from hardware_sims.wire.payloads import PayloadError, pack, unpack

_POLYNOMIAL_REFLECTED = 0x82F63B78  # 0x1EDC6F41 bit by bit from the other end


def _table_entry(byte: int) -> int:
    value = byte
    for _ in range(8):
        value = (value >> 1) ^ (_POLYNOMIAL_REFLECTED if value & 1 else 0)
    return value


_TABLE = tuple(_table_entry(byte) for byte in range(256))


@cache
def _tables_of_pairs() -> tuple[array[int], array[int]]:
    """Two bytes in one step, with two bytes after them and without; made when the first frame needs them."""
    last = array("I", [(entry >> 8) ^ _TABLE[(entry ^ high) & 0xFF] for high in range(256) for entry in _TABLE])
    return array("I", [(entry >> 16) ^ last[entry & 0xFFFF] for entry in last]), last


def crc32c(data: bytes) -> int:
    """CRC-32C of `data`, four bytes at a time; 0xE3069283 for `123456789`."""
    value = 0xFFFFFFFF
    first, last = _tables_of_pairs()
    whole = len(data) >> 2
    for four in unpack_from(f"<{whole}I", data):
        value ^= four
        value = first[value & 0xFFFF] ^ last[value >> 16]
    for byte in data[whole << 2 :]:
        value = (value >> 8) ^ _TABLE[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def septets(value: int) -> bytes:
    """The 32 bits of a checksum as five bytes with the high bit set, most significant first."""
    spread = value << 4 & 0xF00000000 | value << 3 & 0x7F000000 | value << 2 & 0x7F0000 | value << 1 & 0x7F00
    return (0x8080808080 | spread | value & 0x7F).to_bytes(5)


def value_of_septets(five: bytes) -> int | None:
    """The checksum in five septets, or None when one of them has no high bit or the first is above 0x8F."""
    bits = int.from_bytes(five)
    if bits & 0xF080808080 != 0x8080808080:
        return None
    return bits >> 4 & 0xF0000000 | bits >> 3 & 0xFE00000 | bits >> 2 & 0x1FC000 | bits >> 1 & 0x3F80 | bits & 0x7F


def stuff(raw: bytes) -> bytes:
    """COBS of a body short enough to need no code byte of 0xFF (A1 allows 124 bytes)."""
    out = bytearray()
    for run in raw.split(b"\0"):
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def unstuff(encoded: bytes) -> bytes | None:
    """The body behind a COBS code, or None when a code byte points beyond the end or a zero stands inside."""
    if not encoded or 0 in encoded:
        return None
    body = bytearray(encoded)
    position, size = 0, len(body)
    while position < size:
        code = body[position]
        body[position] = 0
        position += code
    return bytes(body[1:]) if position == size else None


__all__ = [
    "DROP_CLASSES",
    "EVENTS",
    "FAMILIES",
    "FAULTS",
    "MESSAGES",
    "MESSAGE_NAMES",
    "NAKS",
    "STATES",
    "Frame",
    "PayloadError",
    "Receiver",
    "commit",
    "encode",
    "frame_or_damage",
    "mac_of",
    "mac_ok",
    "pack",
    "unpack",
]

_HEADER = struct.Struct("<BBBBHIH")
_PLAIN = 0x10
_WITH_MAC = 0x11
MAC_BYTES = 16
SHORTEST_CHUNK = 18
LONGEST_CHUNK = 130
DROP_CLASSES = ("length", "septets", "crc", "cobs", "version", "flags", "len")


class Frame(NamedTuple):
    """One frame. Two frames are equal exactly when their bytes on the line are: the encoding has no freedom."""

    dst: int
    src: int
    type: int
    seq: int = 0
    epoch: int = 0
    payload: bytes = b""
    mac: bytes | None = None

    @property
    def name(self) -> str:
        return MESSAGE_NAMES.get(self.type, f"0x{self.type:02x}")


def _signed_part(frame: Frame, flags: int) -> bytes:
    return (
        _HEADER.pack(flags, frame.dst, frame.src, frame.type, frame.seq, frame.epoch, len(frame.payload))
        + frame.payload
    )


@lru_cache(maxsize=8)
def mac_of(frame: Frame, key: bytes) -> bytes:
    """The MAC this frame must carry under `key` (A3), whatever stands in its mac field; each is asked for twice."""
    code = _keyed(key).copy()
    code.update(_signed_part(frame, _WITH_MAC))
    return code.digest()[:MAC_BYTES]


@lru_cache(maxsize=16)
def _keyed(key: bytes) -> hmac.HMAC:
    return hmac.new(key, digestmod="sha256")


def mac_ok(frame: Frame, key: bytes) -> bool:
    """The frame carries a MAC, and it is the right one."""
    return frame.mac is not None and hmac.compare_digest(frame.mac, mac_of(frame, key))


def encode(frame: Frame, key: bytes | None = None) -> bytes:
    """All bytes on the line, both delimiters included. With a key the MAC is computed, else `frame.mac` is sent."""
    mac = frame.mac if key is None else mac_of(frame, key)
    body = _signed_part(frame, _PLAIN) if mac is None else _signed_part(frame, _WITH_MAC) + mac
    encoded = stuff(body)
    return b"\0" + encoded + septets(crc32c(encoded)) + b"\0"


def commit(serial: str, draw: int, nonce: bytes, card: int) -> bytes:
    """The commitment of a draw (A7)."""
    text = serial.encode("ascii").ljust(12, b"\0")
    return hashlib.sha256(b"tablelink card 1" + text + struct.pack("<I", draw) + nonce + bytes([card])).digest()


def frame_or_damage(chunk: bytes, checksum: Callable[[bytes], int] = crc32c) -> Frame | str:
    """The frame between two delimiters, or the class of its damage."""
    if not SHORTEST_CHUNK <= len(chunk) <= LONGEST_CHUNK:
        return "length"
    encoded, check = chunk[:-5], value_of_septets(chunk[-5:])
    if check is None:
        return "septets"
    if checksum(encoded) != check:
        return "crc"
    body = unstuff(encoded)
    return "cobs" if body is None else _frame_of_body(body)


def _frame_of_body(body: bytes) -> Frame | str:
    flags, dst, src, code, seq, epoch, length = _HEADER.unpack_from(body)
    if flags >> 4 != 1:
        return "version"
    if flags & 0b1110:
        return "flags"
    end = _HEADER.size + length
    if length > MAX_PAYLOAD or end + (MAC_BYTES if flags & 1 else 0) != len(body):
        return "len"
    mac = body[end:] if flags & 1 else None
    return Frame(dst, src, code, seq, epoch, body[_HEADER.size : end], mac)


class Receiver:
    """Cuts a stream at its delimiters. What is damaged is dropped and counted by class (A1)."""

    def __init__(self) -> None:
        self.dropped: dict[str, int] = dict.fromkeys(DROP_CLASSES, 0)
        self._open = bytearray()

    @property
    def bad_frames(self) -> int:
        return sum(self.dropped.values())

    @property
    def pending(self) -> int:
        """Bytes waiting for their closing delimiter."""
        return len(self._open)

    def forget(self) -> None:
        """Throws away what waits for its closing delimiter."""
        self._open.clear()

    def feed(self, data: bytes) -> list[Frame]:
        frames: list[Frame] = []
        *closed, rest = data.split(b"\0")
        for part in closed:
            chunk = bytes(self._open) + part
            self._open.clear()
            if chunk:
                self._take(chunk, frames)
        self._open += rest[: LONGEST_CHUNK + 1 - len(self._open)]
        return frames

    def _take(self, chunk: bytes, frames: list[Frame]) -> None:
        result = frame_or_damage(chunk)
        if isinstance(result, Frame):
            frames.append(result)
        else:
            self.dropped[result] += 1
