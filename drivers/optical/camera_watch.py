"""Is the camera itself in order? A frozen or black picture is a fault of the camera, not an empty felt."""

from __future__ import annotations

import zlib

import numpy as np

from drivers.optical.recognition.features import Picture

FROZEN_AFTER = 2.0
"""Seconds of the very same picture. A living sensor never gives the same one twice."""
BLACK_AFTER = 0.5
_BLACK = 6
_BLACK_SHARE = 0.999

TEXTS = {
    "frozen": "the camera gives the same picture again and again: unplug it and plug it in again",
    "black": "the camera gives black pictures: take the cover off the lens, check its light and its plug",
}


class CameraWatch:
    """Told every picture; says `frozen`, `black` or None."""

    def __init__(self) -> None:
        self._sum = 0
        self._same_since = 0.0
        self._black_since: float | None = None

    def start(self, now: float) -> None:
        self._sum, self._same_since, self._black_since = 0, now, None

    def fault(self, picture: Picture, now: float) -> str | None:
        # A sum of every fourth row: no picture is kept for comparing, and hashing all of it would take half a frame.
        total = zlib.adler32(np.ascontiguousarray(picture[::4]).data)
        if total != self._sum:
            self._sum, self._same_since = total, now
        if is_black(picture):
            self._black_since = now if self._black_since is None else self._black_since
        else:
            self._black_since = None
        if now - self._same_since >= FROZEN_AFTER:
            return "frozen"
        if self._black_since is not None and now - self._black_since >= BLACK_AFTER:
            return "black"
        return None


def is_black(picture: Picture) -> bool:
    """Every eighth pixel of every eighth row is enough to tell."""
    small = np.ascontiguousarray(picture[::8, ::8])
    return bool(np.count_nonzero(small <= _BLACK) >= _BLACK_SHARE * small.size)
