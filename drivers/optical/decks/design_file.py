"""A deck design as one file: a zip with `design.json` and the 52 faces as PNG. Same pictures, same bytes."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from drivers.errors import ImpossibleRequestError
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import FACE_SCALE, Box, Design
from drivers.optical.recognition.features import Picture

ENDING: Final = ".deck"
FORMAT: Final = "optical-deck 1"
NAME_RULE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_LARGEST_FILE = 64 * 1024 * 1024
_LARGEST_ENTRY = 8 * 1024 * 1024
_MOST_POINTS = 16_000_000  # of one face, as the PNG says before it is unpacked
_PNG_START = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_STAMP = (1980, 1, 1, 0, 0, 0)
"""Zip files carry times; a fixed one keeps the bytes the same."""


class BadDesignFileError(ImpossibleRequestError):
    """A file that is no deck design; nothing was read from it."""


def write_design(design: Design, file: Path) -> None:
    """Whole or not at all."""
    about = {
        "format": FORMAT,
        "name": design.name,
        "width_mm": design.width_mm,
        "height_mm": design.height_mm,
        "pixels_per_mm": FACE_SCALE,
        "index_mm": list(design.index),
        "sources_sha256": dict(sorted(design.sources.items())),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        text = json.dumps(about, indent=1, ensure_ascii=False) + "\n"
        archive.writestr(zipfile.ZipInfo("design.json", _STAMP), text)
        for card in ALL_CARDS:
            archive.writestr(zipfile.ZipInfo(f"{card}.png", _STAMP), _png(design.faces[card]))
        if design.back is not None:
            archive.writestr(zipfile.ZipInfo("back.png", _STAMP), _png(design.back))
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f".{file.name}.part")
    unfinished.write_bytes(packed.getvalue())
    unfinished.replace(file)


def _png(picture: Picture) -> bytes:
    done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    if not done:
        raise BadDesignFileError("a face cannot be written as PNG")
    return bytes(data.tobytes())


def read_design(file: Path) -> Design:
    """BadDesignFileError tells what is wrong with it."""
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise BadDesignFileError(f"{file}: too large for a deck design")
        with zipfile.ZipFile(file) as archive:
            if any(entry.file_size > _LARGEST_ENTRY for entry in archive.infolist()):
                raise BadDesignFileError(f"{file}: too large for a deck design")
            about: dict[str, Any] = json.loads(archive.read("design.json"))
            if about.get("format") != FORMAT:
                raise BadDesignFileError(
                    f"{file}: its format is {about.get('format')!r}, not {FORMAT!r}; enrol it again"
                )
            faces = {card: _picture(archive, f"{card}.png") for card in ALL_CARDS}
            back = _picture(archive, "back.png") if "back.png" in archive.namelist() else None
        return _design(about, faces, back)
    except OSError as error:
        raise BadDesignFileError(f"{file}: cannot be read: {error.strerror or error}") from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadDesignFileError(f"{file}: no deck design ({error}); enrol it again") from None


def _design(about: dict[str, Any], faces: dict[str, Picture], back: Picture | None) -> Design:
    left, top, right, bottom = (float(edge) for edge in about["index_mm"])
    index: Box = (left, top, right, bottom)
    width, height = float(about["width_mm"]), float(about["height_mm"])
    if not (20 <= width <= 120 and 40 <= height <= 160 and 0 <= left < right <= width and 0 <= top < bottom <= height):
        raise ValueError("sizes out of range")
    return Design(
        name=str(about["name"]),
        width_mm=width,
        height_mm=height,
        index=index,
        faces=faces,
        back=back,
        sources={str(card): str(digest) for card, digest in about["sources_sha256"].items()},
    )


def _picture(archive: zipfile.ZipFile, name: str) -> Picture:
    packed = archive.read(name)
    if not packed.startswith(_PNG_START):
        raise ValueError(f"{name} is no picture")
    if int.from_bytes(packed[16:20]) * int.from_bytes(packed[20:24]) > _MOST_POINTS:
        raise ValueError(f"{name} has too many points")
    picture = cv2.imdecode(np.frombuffer(packed, dtype=np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{name} is no picture")
    return np.asarray(picture, dtype=np.uint8)
