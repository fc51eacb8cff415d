"""Which picture in a folder is which card. Nothing is opened yet, so a wrong folder is told before OpenCV is loaded."""

from __future__ import annotations

from pathlib import Path

from hardware_sims.camera.scene import ALL_CARDS
from hardware_sims.errors import SetupError

_ENDINGS = (".png", ".jpg", ".jpeg")
_SHOWN = 5


def find_pictures(folder: Path) -> dict[str, Path]:
    """Card, or `back`, to its file; SetupError names the cards that are missing."""
    if not folder.is_dir():
        raise SetupError(f"design {folder}: no such folder; it holds 52 pictures named As.png to Kc.png")
    found: dict[str, Path] = {}
    for name in (*ALL_CARDS, "back"):
        files = [folder / f"{name}{ending}" for ending in _ENDINGS]
        for file in files:
            if file.is_file():
                found.setdefault(name, file)
    missing = [card for card in ALL_CARDS if card not in found]
    if missing:
        more = f" and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise SetupError(f"design {folder}: no picture of {', '.join(missing[:_SHOWN])}{more} (As.png to Kc.png)")
    return found
