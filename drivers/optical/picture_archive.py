"""Pictures for the supervisor: of face-up cards that could not be read, and of those that the shoe calls otherwise.

Nothing else is ever written. A card that was read surely stays in memory only, for a short while, because the shoe may
still say otherwise.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

import cv2

from drivers.optical.reading import Reading, Sight, Verdict
from drivers.optical.recognition.features import Picture

_REMEMBERED = 4
_QUALITY = 92


class PictureArchive:
    """`folder` None: nothing is kept anywhere."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._read: OrderedDict[str, Picture] = OrderedDict()

    def remember(self, picture: Picture, reading: Reading) -> None:
        """A card that was read: in memory, until a few more have come."""
        if reading.verdict is not Verdict.CARD:
            return
        self._read[reading.image_sha256] = picture
        while len(self._read) > _REMEMBERED:
            self._read.popitem(last=False)

    def forget(self) -> None:
        self._read.clear()

    def keep_unreadable(self, picture: Picture, reading: Reading, sight: Sight) -> str:
        """The name of the file; empty when it may not be kept or no folder is set."""
        if reading.verdict is not Verdict.UNREADABLE or sight is not Sight.FACE_UP:
            return ""
        return self._write(picture, f"unreadable-{reading.image_sha256[:16]}.jpg")

    def keep_difference(self, image_sha256: str) -> str:
        """The picture of a card that was read and that the shoe calls otherwise; empty when it is gone."""
        picture = self._read.get(image_sha256)
        return "" if picture is None else self._write(picture, f"difference-{image_sha256[:16]}.jpg")

    def _write(self, picture: Picture, name: str) -> str:
        if self._folder is None:
            return ""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        unfinished = self._folder / f".{name}.part"
        unfinished.write_bytes(jpeg.tobytes())
        unfinished.replace(self._folder / name)
        return name
