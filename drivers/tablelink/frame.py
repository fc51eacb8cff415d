"""The frame of tablelink (A1): bytes in, frames out, and nothing but frames; no port, no clock.

    wire     00 │ E                             │ c4 c3 c2 c1 c0 │ 00
                │ COBS(header ‖ payload ‖ [MAC]) │ CRC-32C(E), 0x80 | seven bits each
    header   0       1    2    3     4      6        10     12
             VER,FL  DST  SRC  TYPE  SEQ    EPOCH    LEN    payload … [MAC 16]
             u8      u8   u8   u8    u16    u32      u16    (little endian)

The check bytes all have bit 7 set and no byte of E is 00, so a delimiter never occurs inside, and a receiver is back in
step at the next delimiter whatever was lost. `FrameDecoder.receive` promises: whatever arrives, you get whole, checked
frames; everything else is dropped and counted by class in `errors`. An empty list means "need more". `decode_piece`
is the same check for one piece between delimiters and names the damage as a `ProtocolError`.

The fast path costs one split of the chunk, then per frame two struct calls, one CRC and one COBS decoding in C, and
three table look-ups for the check bytes; payloads are looked into only by who needs them (`payloads`).
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from functools import lru_cache, partial
from struct import Struct
from struct import error as StructError  # noqa: N812
from typing import NamedTuple

from google_crc32c import value as crc32c

from drivers.errors import DriverBugError, ProtocolError
from drivers.tablelink import cobs
from drivers.tablelink.constants import (
    CHECK_SIZE,
    HEADER_SIZE,
    MAC_SIZE,
    MAX_BETWEEN,
    MAX_BODY,
    MAX_PAYLOAD,
    MIN_BETWEEN,
    VERSION_PLAIN,
    VERSION_WITH_MAC,
)

ERROR_KINDS = ("length", "septets", "crc", "cobs", "version", "flags", "len-field")

_HEADER = Struct("<BBBBHIH")
_cobs_encode, _cobs_decode = cobs.fastest()

# Look-ups that turn the five check bytes back into the CRC. A byte that cannot stand there gives -1, which no CRC
# equals and which survives every OR.
_TOP = [-1] * 256
_TOP[0x80:0x90] = [value << 28 for value in range(16)]
_MIDDLE = [-1] * 65536
_LOW = [-1] * 65536
for _value in range(1 << 14):
    _pair = 0x8080 | (_value >> 7) << 8 | (_value & 0x7F)
    _MIDDLE[_pair], _LOW[_pair] = _value << 14, _value
_CUT = [Struct(f">{max(size - CHECK_SIZE, 0)}sBHH").unpack for size in range(MAX_BETWEEN + 1)]
_OPEN = [Struct(f"<BBBBHIH{max(size - HEADER_SIZE, 0)}s").unpack for size in range(MAX_BODY + 1)]
_DAMAGE = (IndexError, StructError, *cobs.DAMAGE)


class Frame(NamedTuple):
    """One checked frame. `tail` is the payload, with the MAC after it when the flag says so."""

    version: int
    dst: int
    src: int
    type: int
    seq: int
    epoch: int
    length: int
    tail: bytes

    @property
    def payload(self) -> bytes:
        return self.tail[: self.length]

    @property
    def has_mac(self) -> bool:
        return self.version == VERSION_WITH_MAC

    def mac_fits(self, key: bytes) -> bool:
        """A3: HMAC-SHA-256 over header and payload as sent, the first 16 bytes, compared in constant time."""
        if self.version != VERSION_WITH_MAC:
            return False
        signed = _HEADER.pack(*self[:7]) + self.tail[: self.length]
        return hmac.compare_digest(self.tail[self.length :], mac_of(key, signed))


_as_frame = partial(tuple.__new__, Frame)


def mac_of(key: bytes, signed: bytes) -> bytes:
    code = _keyed(key).copy()
    code.update(signed)
    return code.digest()[:MAC_SIZE]


@lru_cache(maxsize=16)
def _keyed(key: bytes) -> hmac.HMAC:
    """With the key in it already: a third of the work of every frame."""
    return hmac.new(key, digestmod=hashlib.sha256)


def septets(crc: int) -> bytes:
    spread = (crc & 0xF0000000) << 4 | (crc & 0xFE00000) << 3 | (crc & 0x1FC000) << 2 | (crc & 0x3F80) << 1 | crc & 0x7F
    return (0x8080808080 | spread).to_bytes(5, "big")


def encode_frame(
    *, dst: int, src: int, type_code: int, seq: int, epoch: int, payload: bytes, key: bytes | None = None
) -> bytes:
    """The wire bytes of one frame, both delimiters included; with a MAC exactly when there is a key."""
    if len(payload) > MAX_PAYLOAD:
        raise DriverBugError(f"payload of {len(payload)} bytes; A1 allows {MAX_PAYLOAD}. Split it before encoding.")
    version = VERSION_PLAIN if key is None else VERSION_WITH_MAC
    body = _HEADER.pack(version, dst, src, type_code, seq, epoch, len(payload)) + payload
    if key is not None:
        body += mac_of(key, body)
    encoded = _cobs_encode(body)
    return b"\0" + encoded + septets(crc32c(encoded)) + b"\0"


def decode_piece(piece: bytes) -> Frame:
    """What lies between two delimiters, as a frame; or a ProtocolError whose `kind` is one of ERROR_KINDS."""
    if not MIN_BETWEEN <= len(piece) <= MAX_BETWEEN:
        raise ProtocolError(
            "length", f"{len(piece)} bytes between delimiters instead of {MIN_BETWEEN} to {MAX_BETWEEN}"
        )
    encoded, top, middle, low = _CUT[len(piece)](piece)
    crc = _TOP[top] | _MIDDLE[middle] | _LOW[low]
    if crc < 0:
        raise ProtocolError("septets", "check bytes without bit 7, or a first one above 0x8F")
    if crc32c(encoded) != crc:
        raise ProtocolError("crc", "the check bytes do not fit the encoded bytes")
    body = _cobs_body(encoded)
    frame = Frame._make(_OPEN[len(body)](body))
    if frame.version >> 4 != VERSION_PLAIN >> 4:
        raise ProtocolError("version", f"protocol version {frame.version >> 4}, this side speaks 1")
    if frame.version & 0x0E:
        raise ProtocolError("flags", f"reserved flags set: 0x{frame.version:02x}")
    mac = MAC_SIZE if frame.has_mac else 0
    if frame.length > MAX_PAYLOAD or HEADER_SIZE + frame.length + mac != len(body):
        raise ProtocolError("len-field", f"LEN {frame.length} does not fit a body of {len(body)} bytes")
    return frame


def _cobs_body(encoded: bytes) -> bytes:
    try:
        return cobs.decode(encoded)
    except cobs.BrokenCobsError as damage:
        raise ProtocolError("cobs", str(damage)) from None


class FrameDecoder:
    """A stream of bytes, cut anywhere, into frames. One per line; `errors` counts what was dropped, by class."""

    def __init__(self) -> None:
        self.errors: Counter[str] = Counter()
        self.frames = 0
        self._rest = b""
        self._overlong = False

    def forget_partial(self) -> None:
        """The line was opened again: what came before belongs to nothing that follows."""
        self._rest, self._overlong = b"", False

    def receive(self, data: bytes) -> list[Frame]:
        """Frames completed by these bytes, in order; an empty list means: need more."""
        pieces = (self._rest + data).split(b"\0")
        self._rest = pieces.pop()
        if pieces and self._overlong:
            self._overlong = False
            self.errors["length"] += 1
            del pieces[0]
        if len(self._rest) > MAX_BETWEEN:
            self._overlong, self._rest = True, b"\x01" * (MAX_BETWEEN + 1)
        frames = _frames_of(pieces, self.errors)
        self.frames += len(frames)
        return frames


def _frames_of(pieces: list[bytes], errors: Counter[str]) -> list[Frame]:
    """The hot loop: everything that can be a look-up is one; what fails any test is named by `decode_piece`.

    A piece of impossible length fails in one of the tables of structs, so it needs no test of its own.
    """
    good: list[tuple[object, ...]] = []
    for piece in filter(None, pieces):
        size = len(piece)
        try:
            encoded, top, middle, low = _CUT[size](piece)
            if crc32c(encoded) == _TOP[top] | _MIDDLE[middle] | _LOW[low]:
                fields = _OPEN[size - 6](_cobs_decode(encoded))
                length = fields[6]
                fits = length == size - 18 if fields[0] == 0x10 else fields[0] == 0x11 and length == size - 34
                if fits and length <= MAX_PAYLOAD:
                    good.append(fields)
                    continue
        except _DAMAGE:
            pass
        _count(piece, errors)
    return list(map(_as_frame, good))


def _count(piece: bytes, errors: Counter[str]) -> None:
    try:
        decode_piece(piece)
    except ProtocolError as damage:
        errors[damage.kind] += 1
    else:
        raise DriverBugError(
            "tablelink: the fast path refused a frame that the careful one accepts; report this capture"
        )
