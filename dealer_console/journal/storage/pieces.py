"""Entries in pieces: how the file keeps them small since its third form. What is hashed and signed stays as it was.

A piece holds the entries of one append, or a part of a long one. Each entry is a line of text; quoted texts of 32, 64
and 128 hexadecimal digits stand in it as bytes. The pieces of a stretch are one raw deflate stream, flushed after
every piece: so the hundredth card of a shoe costs little, and a piece that is written is never touched again. A stretch
is read from its beginning; a new one begins after `STRETCH` entries and whenever the file is opened.

Since the fourth form a line says how much later it is than the line before it in its stretch, and how far the number of
a device event is from the one before it of that device: small numbers that come again and again take no room.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from dealer_console.journal.canonical import quoted
from dealer_console.journal.entry import RawRow, Row

MARKED: Final = frozenset(
    {
        "configuration",
        "correction",
        "device-registry",
        "key-changed",
        "round-closed",
        "round-opened",
        "shoe",
        "snapshot",
        "software",
    }
)
"""The kinds that are looked for: their entries are found without reading the others."""

STRETCH: Final = 256  # entries: what one look at a single entry may have to read, and what one bad byte can spoil
_PIECE: Final = 64  # entries of a long append that are packed together
_LONGEST: Final = 20_000_000  # bytes of a piece unpacked: more was never written
# The first byte of a piece: does a stretch begin with it? The third form wrote times and numbers as they are.
_BEGINS, _BEGINS_AS_THEY_ARE, _GOES_ON = b"\x02", b"\x01", b"\x00"
_FLUSHED: Final = b"\x00\x00\xff\xff"  # the end of every flush; not stored
_HASH: Final = 32
_DIGITS: Final = re.compile(rb'"([0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{32})"')
_BYTES: Final = re.compile(rb"\x01(.{16})|\x02(.{32})|\x03(.{64})", re.DOTALL)
_SIGN: Final = {32: b"\x01", 64: b"\x02", 128: b"\x03"}

Piece = tuple[int, bytes, bytes]
"""The number of its first entry, the packed lines, and the hashes of its entries one after the other."""


class PieceDamaged(sqlite3.DatabaseError):
    """What the file holds in this place was never written by a journal."""


class PieceWriter:
    """Packs what comes next. After a write that failed a new one has to go on."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self._stream = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
        self._entries = 0  # of the stretch
        self._at_ms = 0  # of its last entry
        self._numbers: dict[str | None, int] = {}  # of the last event of each device in it

    def pack(self, rows: Sequence[Row]) -> list[Piece]:
        if len(rows) == 1:
            return [self._piece(rows)]
        return [self._piece(rows[first : first + _PIECE]) for first in range(0, len(rows), _PIECE)]

    def _piece(self, rows: Sequence[Row]) -> Piece:
        sign = _GOES_ON
        if self._entries == 0 or self._entries + len(rows) > STRETCH:
            self._begin()
            sign = _BEGINS
        self._entries += len(rows)
        lines = _DIGITS.sub(_as_bytes, "\n".join([self._line(row) for row in rows]).encode())
        packed = self._stream.compress(lines) + self._stream.flush(zlib.Z_SYNC_FLUSH)
        return rows[0].seq, sign + packed.removesuffix(_FLUSHED), bytes.fromhex("".join([row.hash for row in rows]))

    def _line(self, row: Row) -> str:
        _, kind, version, at_ms, who, serial, number, data, _ = row
        later, self._at_ms = at_ms - self._at_ms, at_ms
        person, device, further = "" if who is None else quoted(who), "", ""
        if serial is not None and number is not None:
            device, further = quoted(serial), str(number - self._numbers.get(serial, 0))
            self._numbers[serial] = number
        return f"{kind}\x1f{version}\x1f{later}\x1f{person}\x1f{device}\x1f{further}\x1f{data}"


def _as_bytes(match: re.Match[bytes]) -> bytes:
    return _SIGN[len(match[1])] + bytes.fromhex(match[1].decode())


def _as_digits(match: re.Match[bytes]) -> bytes:
    return b'"%s"' % match[match.lastindex or 0].hex().encode()


class _Names(dict[str, str | None]):
    """Names as they stand in a line, each read once."""

    def __missing__(self, text: str) -> str | None:
        name = json.loads(text) if text else None
        if len(self) < STRETCH:
            self[text] = name
        return name


class PieceReader:
    """Unpacks one piece after the other. After a damaged one it goes on with the next stretch."""

    def __init__(self) -> None:
        self._unpack: Callable[[bytes, int], bytes] | None = None
        self._names = _Names()
        self._as_they_are = False
        self._at_ms = 0  # of the last entry
        self._numbers: dict[str, int] = {}  # of the last event of each device in the stretch

    def rows(self, seq: int, piece: bytes, hashes: bytes) -> list[RawRow]:
        """Its entries. Raises `PieceDamaged` when it is none, or its stretch is damaged before it."""
        unpack, self._unpack = self._unpack, None
        try:
            sign = piece[:1]
            if sign in (_BEGINS, _BEGINS_AS_THEY_ARE):
                unpack = zlib.decompressobj(-zlib.MAX_WBITS).decompress
                self._as_they_are, self._at_ms, self._numbers = sign == _BEGINS_AS_THEY_ARE, 0, {}
            elif sign != _GOES_ON or unpack is None:
                raise PieceDamaged(f"entry {seq}: its stretch has no beginning")
            lines = unpack(piece[1:] + _FLUSHED, _LONGEST)
            if b"\x01" in lines or b"\x02" in lines or b"\x03" in lines:  # far quicker than to look for all at once
                lines = _BYTES.sub(_as_digits, lines)
            rows = self._rows(seq, lines.decode(), hashes.hex())
        except (zlib.error, AttributeError, TypeError, ValueError, RecursionError) as error:
            raise PieceDamaged(f"entry {seq}: {error}") from None
        self._unpack = unpack
        return rows

    def _rows(self, seq: int, text: str, hashes: str) -> list[RawRow]:
        """Of millions of entries: what comes again and again is not read again."""
        rows: list[RawRow] = []
        place, at_ms, names, numbers, as_they_are = 0, self._at_ms, self._names, self._numbers, self._as_they_are
        for line in text.split("\n"):
            kind, version, at, who, serial, number, data = line.split("\x1f", 6)
            if as_they_are:
                at_ms = int(at)
            elif at != "0":
                at_ms += int(at)
            counted = int(number) if number else None
            if counted is not None and not as_they_are:
                counted = numbers[serial] = numbers.get(serial, 0) + counted
            hash_ = hashes[place : place + 64]
            version_ = 1 if version == "1" else int(version)
            rows.append((seq, kind, version_, at_ms, names[who], names[serial], counted, data, hash_))
            seq, place = seq + 1, place + 64
        if place != len(hashes):
            raise ValueError("a hash for each entry is missing or too many")
        self._at_ms = at_ms
        return rows


def unpacked(pieces: Iterable[Piece]) -> Iterator[list[RawRow]]:
    """The entries of each piece; the first one begins a stretch. Raises `PieceDamaged` at a piece that is none."""
    rows = PieceReader().rows
    for piece in pieces:
        yield rows(*piece)


def hash_in(piece_seq: int, hashes: bytes, seq: int) -> str | None:
    """The hash of this entry, if it stands in the piece that begins with `piece_seq`. Raises `PieceDamaged`."""
    _must_be_hashes(piece_seq, hashes)
    place = (seq - piece_seq) * _HASH
    return hashes[place : place + _HASH].hex() if 0 <= place < len(hashes) else None


def last_in(piece_seq: int, hashes: bytes) -> int:
    """Raises `PieceDamaged`."""
    _must_be_hashes(piece_seq, hashes)
    return piece_seq + len(hashes) // _HASH - 1


def _must_be_hashes(piece_seq: int, hashes: object) -> None:
    """In a damaged row anything may stand there."""
    if type(hashes) is not bytes:
        raise PieceDamaged(f"entry {piece_seq}: its hashes are none")
