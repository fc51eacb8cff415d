"""Byte stuffing and checksum of a tablelink frame (A1).

Both are written out here on purpose: the drivers use libraries, and a misreading must not pass on both sides.
"""

from __future__ import annotations

from array import array
from functools import cache
from struct import unpack_from

_POLYNOMIAL_REFLECTED = 0x82F63B78  # 0x1EDC6F41 bit by bit from the other end


def _table_entry(byte: int) -> int:
    value = byte
    for _ in range(8):
        value = (value >> 1) ^ (_POLYNOMIAL_REFLECTED if value & 1 else 0)
    return value


_TABLE = tuple(_table_entry(byte) for byte in range(256))


@cache
def _table_of_pairs() -> array[int]:
    """The table for two bytes in one step; made when the first frame needs it."""
    return array("I", [(entry >> 8) ^ _TABLE[(entry ^ high) & 0xFF] for high in range(256) for entry in _TABLE])


def crc32c(data: bytes) -> int:
    """CRC-32C of `data`; 0xE3069283 for `123456789`."""
    value = 0xFFFFFFFF
    table = _table_of_pairs()
    for pair in unpack_from(f"<{len(data) // 2}H", data):
        value = (value >> 16) ^ table[(value ^ pair) & 0xFFFF]
    if len(data) % 2:
        value = (value >> 8) ^ _TABLE[(value ^ data[-1]) & 0xFF]
    return value ^ 0xFFFFFFFF


def septets(value: int) -> bytes:
    """The 32 bits of a checksum as five bytes with the high bit set, most significant first."""
    return bytes(0x80 | (value >> shift) & 0x7F for shift in (28, 21, 14, 7, 0))


def value_of_septets(five: bytes) -> int | None:
    """The checksum in five septets, or None when one of them has no high bit or the first is above 0x8F."""
    if five[0] > 0x8F:
        return None
    if min(five) < 0x80:
        return None
    first, second, third, fourth, last = five
    return (first & 0x7F) << 28 | (second & 0x7F) << 21 | (third & 0x7F) << 14 | (fourth & 0x7F) << 7 | last & 0x7F


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
