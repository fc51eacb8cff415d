"""A small client of the remote framebuffer protocol (RFC 6143): pictures in, pointer and keys out; raw encoding."""

from __future__ import annotations

import socket
import struct
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[Any]  # height × width × (red, green, blue)

# 32 bits, little endian, true colour, red in the third byte: the bytes of a pixel are blue, green, red, nothing.
_FORMAT = struct.pack(">BBBBHHHBBBxxx", 32, 24, 0, 1, 255, 255, 255, 16, 8, 0)
_FULL, _CHANGED = 0, 1


class RfbClient:
    def __init__(self, address: str, seconds: float = 180.0) -> None:
        host, _, port = address.partition(":")
        self._line = socket.create_connection((host, int(port)), timeout=seconds)
        self._begin()

    def close(self) -> None:
        self._line.close()

    def _begin(self) -> None:
        assert self._take(12).startswith(b"RFB 003.")
        self._line.sendall(b"RFB 003.003\n")
        (security,) = struct.unpack(">I", self._take(4))
        assert security == 1, "only a server without a password is spoken to"
        self._line.sendall(b"\x01")
        self.width, self.height, _, name = struct.unpack(">HH16sI", self._take(24))
        self.name = self._take(name).decode()
        self.pixels: Pixels = np.zeros((self.height, self.width, 3), dtype=np.uint8)
        self._line.sendall(struct.pack(">Bxxx", 0) + _FORMAT)
        self._line.sendall(struct.pack(">BxHi", 2, 1, 0))

    def _take(self, count: int) -> bytes:
        found = bytearray(count)
        view, at = memoryview(found), 0
        while at < count:
            got = self._line.recv_into(view[at:])
            if not got:
                raise ConnectionError("the server has closed the line")
            at += got
        return bytes(found)

    # --- pictures --------------------------------------------------------------------------------------------------

    def picture(self) -> Pixels:
        """The whole framebuffer, asked for again."""
        self._ask(_FULL)
        self._update()
        return self.pixels.copy()

    def changed(self) -> Pixels:
        """Wait until something has changed; the framebuffer after it."""
        self._ask(_CHANGED)
        self._update()
        return self.pixels.copy()

    def save(self, path: Path) -> None:
        cv2.imwrite(str(path), self.pixels[:, :, ::-1])

    def _ask(self, incremental: int) -> None:
        self._line.sendall(struct.pack(">BBHHHH", 3, incremental, 0, 0, self.width, self.height))

    def _update(self) -> None:
        while True:
            kind = self._take(1)[0]
            if kind == 0:
                break
            if kind == 3:  # a text for the clipboard
                (length,) = struct.unpack(">xxxI", self._take(7))
                self._take(length)
            else:
                assert kind == 2, f"message {kind}"  # 2: the bell
        (rectangles,) = struct.unpack(">xH", self._take(3))
        for _ in range(rectangles):
            x, y, width, height, encoding = struct.unpack(">HHHHi", self._take(12))
            assert encoding == 0, f"encoding {encoding}"
            part = np.frombuffer(self._take(width * height * 4), dtype=np.uint8).reshape(height, width, 4)
            self.pixels[y : y + height, x : x + width] = part[:, :, 2::-1]

    # --- hands -----------------------------------------------------------------------------------------------------

    def pointer(self, x: int, y: int, *, pressed: bool) -> None:
        self._line.sendall(struct.pack(">BBHH", 5, 1 if pressed else 0, x, y))

    def click(self, x: int, y: int, rests: float = 0.0) -> None:
        """`rests`: for so many seconds the finger stays down."""
        self.pointer(x, y, pressed=False)
        self.pointer(x, y, pressed=True)
        time.sleep(rests)
        self.pointer(x, y, pressed=False)

    def key(self, symbol: int) -> None:
        """An X keysym; letters are their own."""
        for down in (1, 0):
            self._line.sendall(struct.pack(">BBxxI", 4, down, symbol))
