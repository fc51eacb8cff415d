"""The 52 pictures of a deck in a folder: which file is which card, and everything that is wrong with them, at once."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from drivers.errors import ImpossibleRequestError
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.card_photographs import straightened_card
from drivers.optical.decks.spread_deck import cards_of_spread
from drivers.optical.recognition.features import Picture

ENDINGS = (".png", ".jpg", ".jpeg")
BACK = "back"
_LARGEST_FILE = 64 * 1024 * 1024
_LEAST_HEIGHT = 120
_USEFUL_HEIGHT = 528
"""Twice what a design file holds; more would only cost time."""
_SHAPE_TOLERANCE = 0.03
_SHAPES = (0.45, 1.0)


class BadDeckPicturesError(ImpossibleRequestError):
    """A folder that no design can be made from, with all its faults."""

    def __init__(self, folder: Path, faults: list[str]) -> None:
        super().__init__(f"{folder}: {'; '.join(faults)}")
        self.folder, self.faults = folder, faults


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """One card, cut to its outline: BGR, and 255 where it is card."""

    picture: Picture
    card: Picture
    sha256: str

    @property
    def shape(self) -> float:
        return float(self.picture.shape[1] / self.picture.shape[0])


def read_deck_pictures(folder: Path) -> dict[str, Sheet]:
    """All 52 cards, and `back` when it is there; BadDeckPicturesError names every fault. A file is one photograph of
    the whole deck, spread."""
    if folder.is_file():
        return _spread(folder)
    if not folder.is_dir():
        raise BadDeckPicturesError(folder, ["no such folder; it holds 52 pictures named As.png to Kc.png"])
    files, faults = _named(folder)
    sheets: dict[str, Sheet] = {}
    for name, file in files.items():
        try:
            sheets[name] = read_sheet(file)
        except ValueError as fault:
            faults.append(f"{file.name}: {fault}")
    faults += _odd_shapes(sheets, files)
    if faults:
        raise BadDeckPicturesError(folder, faults)
    return sheets


def _spread(file: Path) -> dict[str, Sheet]:
    try:
        data, decoded = _decoded(file)
        cut = cards_of_spread(np.ascontiguousarray(decoded[:, :, :3]))
        low = min(cut.values(), key=lambda card: card.shape[0]).shape[0]
        if low < _LEAST_HEIGHT:
            raise ValueError(f"the cards are {low} pixels high; at least {_LEAST_HEIGHT} are needed: go nearer")
    except ValueError as fault:
        raise BadDeckPicturesError(file, [str(fault)]) from None
    digest = hashlib.sha256(data).hexdigest()
    sized = {card: _not_too_large(picture) for card, picture in cut.items()}
    return {
        card: Sheet(picture=picture, card=np.full(picture.shape[:2], 255, dtype=np.uint8), sha256=digest)
        for card, picture in sized.items()
    }


def _named(folder: Path) -> tuple[dict[str, Path], list[str]]:
    files_of: dict[str, list[Path]] = {}
    faults = []
    for file in sorted(folder.iterdir()):
        if file.suffix.lower() not in ENDINGS or file.name.startswith("."):
            continue
        if file.stem in (*ALL_CARDS, BACK):
            files_of.setdefault(file.stem, []).append(file)
        else:
            faults.append(f"{file.name}: no name of a card{_did_you_mean(file.stem)}")
    for name, files in files_of.items():
        if len(files) > 1:
            faults.append(f"{name} is there {len(files)} times: {', '.join(file.name for file in files)}")
    missing = [card for card in ALL_CARDS if card not in files_of]
    if missing:
        faults.append(f"missing: {', '.join(missing)}")
    return {name: files[0] for name, files in files_of.items()}, faults


def _did_you_mean(stem: str) -> str:
    likely = stem.replace("10", "T").replace("1", "A") if stem[:2] != "1" else stem
    likely = likely[:1].upper() + likely[1:].lower()
    return f" (did you mean {likely}?)" if likely in ALL_CARDS else " (rank A23456789TJQK, suit c, d, h or s)"


def _odd_shapes(sheets: dict[str, Sheet], files: dict[str, Path]) -> list[str]:
    shapes = {name: sheet.shape for name, sheet in sheets.items() if name != BACK}
    if not shapes:
        return []
    usual = float(np.median(list(shapes.values())))
    if not _SHAPES[0] <= usual <= _SHAPES[1]:
        return [f"the pictures are {usual:.2f} times as wide as high; a card stands upright, one per picture"]
    odd = [name for name, shape in shapes.items() if abs(shape / usual - 1) > _SHAPE_TOLERANCE]
    return [f"{files[name].name}: another shape than the other cards; cut all pictures alike" for name in odd]


def read_sheet(file: Path) -> Sheet:
    """ValueError: why it is no picture of a card."""
    data, decoded = _decoded(file)
    picture, card = _split_off_card(decoded)
    picture, card = _trimmed(picture, card)
    if picture.shape[0] < _LEAST_HEIGHT:
        raise ValueError(f"the card is {picture.shape[0]} pixels high; at least {_LEAST_HEIGHT} are needed")
    picture, card = _not_too_large(picture), _not_too_large(card)
    return Sheet(picture=picture, card=card, sha256=hashlib.sha256(data).hexdigest())


def _decoded(file: Path) -> tuple[bytes, Picture]:
    try:
        if file.stat().st_size > _LARGEST_FILE:
            raise ValueError("too large for the picture of a card")
        data = file.read_bytes()
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror}") from None
    decoded = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_UNCHANGED) if data else None
    if decoded is None:
        raise ValueError("no picture that can be read; write it again as PNG or JPEG")
    if decoded.dtype == np.uint16:
        decoded = (decoded // 257).astype(np.uint8)
    if decoded.dtype != np.uint8:
        raise ValueError("a picture of 8 or 16 bits is needed")
    if decoded.ndim == 2:
        decoded = cv2.cvtColor(decoded, cv2.COLOR_GRAY2BGR)
    return data, np.asarray(decoded, dtype=np.uint8)


def _not_too_large(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    if height <= _USEFUL_HEIGHT:
        return picture
    size = (max(1, round(width * _USEFUL_HEIGHT / height)), _USEFUL_HEIGHT)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def _split_off_card(decoded: Picture) -> tuple[Picture, Picture]:
    if decoded.shape[2] == 3:
        return decoded, np.full(decoded.shape[:2], 255, dtype=np.uint8)
    return np.ascontiguousarray(decoded[:, :, :3]), np.ascontiguousarray(decoded[:, :, 3])


def _trimmed(picture: Picture, card: Picture) -> tuple[Picture, Picture]:
    """Without what is around the card: transparent rims, or a rim of one colour that ends at a straight edge."""
    rows, columns = np.flatnonzero((card > 127).any(axis=1)), np.flatnonzero((card > 127).any(axis=0))
    if not len(rows):
        raise ValueError("the picture is transparent everywhere")
    cut = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    picture, card = picture[cut], card[cut]
    if card.min() == 255 and (inner := _framed(picture)) is not None:
        picture, card = picture[inner], card[inner]
    elif card.min() == 255 and (straight := straightened_card(picture)) is not None:
        picture, card = straight, np.full(straight.shape[:2], 255, dtype=np.uint8)
    return np.ascontiguousarray(picture), np.ascontiguousarray(card)


def _framed(picture: Picture) -> tuple[slice, slice] | None:
    """Where an edge runs all around inside a rim of one colour; None: the card fills the picture."""
    corner = picture[0, 0].astype(np.int16)
    other: npt.NDArray[np.bool_] = np.abs(picture.astype(np.int16) - corner).max(axis=2) > 40
    rows, columns = np.flatnonzero(other.mean(axis=1) > 0.7), np.flatnonzero(other.mean(axis=0) > 0.7)
    if len(rows) < 2 or len(columns) < 2:
        return None
    top, bottom, left, right = rows[0], rows[-1], columns[0], columns[-1]
    height, width = picture.shape[:2]
    rims = (top, left, height - 1 - bottom, width - 1 - right)
    if min(rims) < 2 or bottom - top < 0.6 * height or right - left < 0.6 * width:
        return None
    outside = np.concatenate([other[:top].ravel(), other[bottom + 1 :].ravel()])
    return (slice(top, bottom + 1), slice(left, right + 1)) if outside.mean() < 0.01 else None
