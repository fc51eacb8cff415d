"""Which picture in a folder or a deck file is which card.

No picture is opened yet, so a wrong folder is told before OpenCV is loaded.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from hardware_sims.camera.pictures.scene import ALL_CARDS
from hardware_sims.errors import SetupError

_ENDINGS = (".png", ".jpg", ".jpeg")
_SHOWN = 5


DECK_ENDING = ".deck"


def check_design(place: Path) -> None:
    """SetupError when no design can be taken from there: a folder of pictures, or an enrolled deck in one file."""
    if place.suffix == DECK_ENDING:
        names_in_deck(place)
    else:
        find_pictures(place)


def names_in_deck(file: Path) -> frozenset[str]:
    """What an enrolled deck holds: `As.png` and so on."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = frozenset(archive.namelist())
    except OSError as error:
        raise SetupError(f"design {file}: cannot be read: {error.strerror}") from None
    except zipfile.BadZipFile:
        raise SetupError(f"design {file}: no deck file; dealer-console deck enrol makes one") from None
    missing = [card for card in ALL_CARDS if f"{card}.png" not in names]
    if missing:
        raise SetupError(f"design {file}: no picture of {', '.join(missing[:_SHOWN])} in it; enrol the deck again")
    return names


def find_pictures(folder: Path) -> dict[str, Path]:
    """Card, or `back`, to its file; SetupError names the cards that are missing."""
    if not folder.is_dir():
        raise SetupError(f"design {folder}: no such folder; it holds 52 pictures named As.png to Kc.png")
    pictures: dict[str, Path] = {}
    for name in (*ALL_CARDS, "back"):
        files = [folder / f"{name}{ending}" for ending in _ENDINGS]
        for file in files:
            if file.is_file():
                pictures.setdefault(name, file)
    missing = [card for card in ALL_CARDS if card not in pictures]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise SetupError(f"design {folder}: no picture of {', '.join(missing[:_SHOWN])}{more} (As.png to Kc.png)")
    return pictures
