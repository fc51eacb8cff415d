"""Byte stuffing of the frames (A1): COBS for bodies of at most 124 bytes.

So short a body never needs the code 0xFF: each code byte just says how far the next zero is, and the encoding is always
exactly one byte longer. Decoding walks from zero to zero in place; the bytes between are never looked at.

The library `cobs` decodes seven times faster when a compiler was there to build it, and six times slower when not: the
frames take it in the first case (`fastest`), and this module in the second. Both refuse the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Final

from cobs import cobs as library

MAX_CODE: Final = 0x7D


class BrokenCobsError(ValueError):
    """A code byte is zero, or points beyond the end."""


def encode(body: bytes) -> bytes:
    """A body without any zero byte left in it."""
    return b"".join(bytes((len(part) + 1,)) + part for part in body.split(b"\0"))


def decode(encoded: bytes) -> bytes:
    """The body again; BrokenCobsError when these bytes are no encoding."""
    body = bytearray(encoded)
    size, at = len(body), 0
    while at < size:
        code = body[at]
        if not code:
            raise BrokenCobsError("a code byte is zero")
        body[at] = 0
        at += code
    if at != size or not size:
        raise BrokenCobsError("a code byte points beyond the end")
    return bytes(body[1:])


def fastest() -> tuple[Callable[[bytes], bytes], Callable[[bytes], bytes]]:
    """`encode` and `decode` for the hot paths, which test the length of the body themselves."""
    compiled = isinstance(library.decode, BuiltinFunctionType)
    return (library.encode, library.decode) if compiled else (encode, decode)


DAMAGE: Final = (BrokenCobsError, library.DecodeError)
