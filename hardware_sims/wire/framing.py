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
    return bytes(0x80 | (value >> shift) & 0x7F for shift in (28, 21, 14, 7, 0))


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
