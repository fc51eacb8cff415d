"""Frames that must not be taken: every class of damage of C7, each wrong in one place only."""

import hmac
import struct
from collections.abc import Callable

from hardware_sims.wire.tablelink import Frame, crc32c, septets, stuff

_HEADER = struct.Struct("<BBBBHIH")


def built(
    frame: Frame,
    key: bytes | None,
    *,
    first: int | None = None,
    length: int | None = None,
    check: Callable[[bytes, bytes], bytes] | None = None,
) -> bytes:
    """The frame with one thing of our own: the first byte, LEN, or the check bytes made from (body, encoded)."""
    flags = (0x11 if key else 0x10) if first is None else first
    declared = len(frame.payload) if length is None else length
    body = _HEADER.pack(flags, frame.dst, frame.src, frame.type, frame.seq, frame.epoch, declared) + frame.payload
    if key:
        body += hmac.digest(key, body, "sha256")[:16]
    encoded = stuff(body)
    tail = septets(crc32c(encoded)) if check is None else check(body, encoded)
    return b"\0" + encoded + tail + b"\0"


def _flip(wire: bytes) -> bytes:
    at = next(at for at in range(5, len(wire)) if wire[at] not in (0, 0x04))
    return wire[:at] + bytes([wire[at] ^ 0x04]) + wire[at + 1 :]


def _swap(wire: bytes) -> bytes:
    at = next(at for at in range(3, len(wire) - 6) if wire[at] != wire[at + 1])
    return wire[:at] + wire[at + 1 : at + 2] + wire[at : at + 1] + wire[at + 2 :]


def _bare_septet(body: bytes, encoded: bytes) -> bytes:
    tail = bytearray(septets(crc32c(encoded)))
    at = next(at for at in (4, 3, 2, 1, 0) if tail[at] != 0x80)
    tail[at] &= 0x7F
    return bytes(tail)


def damages(frame: Frame, key: bytes | None) -> dict[str, bytes]:
    """Name of the class → bytes to send instead of the good frame."""
    good = built(frame, key)
    mac = 1 if key else 0
    return {
        "one bit wrong": _flip(good),
        "one byte lost": good[:6] + good[7:],
        "one byte too many": good[:6] + b"\x55" + good[6:],
        "two bytes swapped": _swap(good),
        "truncated": good[:-7] + b"\0",
        "two frames merged": good[:-1] + good[1:],
        "CRC over the decoded bytes": built(frame, key, check=lambda body, encoded: septets(crc32c(body))),
        "a septet without high bit": built(frame, key, check=_bare_septet),
        "a reserved flag": built(frame, key, first=0x12 | mac),
        "VER 2": built(frame, key, first=0x20 | mac),
        "LEN one too high": built(frame, key, length=len(frame.payload) + 1),
        "LEN one too low": built(frame, key, length=max(len(frame.payload) - 1, 0)),
    }
