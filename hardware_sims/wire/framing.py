"""Byte stuffing and checksum of a tablelink frame (A1).

Both are written out here on purpose: the drivers use libraries, and a misreading must not pass on both sides.
"""

from __future__ import annotations

_POLYNOMIAL_REFLECTED = 0x82F63B78  # 0x1EDC6F41 bit by bit from the other end


def _table_entry(byte: int) -> int:
    value = byte
    for _ in range(8):
        value = (value >> 1) ^ (_POLYNOMIAL_REFLECTED if value & 1 else 0)
    return value


_TABLE = tuple(_table_entry(byte) for byte in range(256))


def crc32c(data: bytes) -> int:
    """CRC-32C of `data`; 0xE3069283 for `123456789`."""
    value = 0xFFFFFFFF
    table = _TABLE
    for byte in data:
        value = (value >> 8) ^ table[(value ^ byte) & 0xFF]
    return value ^ 0xFFFFFFFF


def septets(value: int) -> bytes:
    """The 32 bits of a checksum as five bytes with the high bit set, most significant first."""
    return bytes(0x80 | (value >> shift) & 0x7F for shift in (28, 21, 14, 7, 0))


def value_of_septets(five: bytes) -> int | None:
    """The checksum in five septets, or None when one of them has no high bit or the first is above 0x8F."""
    if five[0] > 0x8F:
        return None
    value = 0
    for byte in five:
        if byte < 0x80:
            return None
        value = value << 7 | byte & 0x7F
    return value


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
    position = 0
    while position < len(body):
        code = body[position]
        body[position] = 0
        position += code
    return bytes(body[1:]) if position == len(body) else None
