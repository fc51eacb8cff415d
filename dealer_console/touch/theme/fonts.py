"""The letters: Bitstream Vera, in the folder beside. No machine needs a font of its own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from dealer_console.game.message import Message
from dealer_console.messages import MessageError

FAMILY = "Bitstream Vera Sans"
FILES: Final = ("Vera.ttf", "VeraBd.ttf")
FOLDER: Final = Path(__file__).parent / "vera"


class FontMissing(MessageError):
    """A font file of the installation is gone."""


@lru_cache(maxsize=1)
def register() -> None:
    """Once per program, after QGuiApplication exists and before anything is painted."""
    for name in FILES:
        if QFontDatabase.addApplicationFont(str(FOLDER / name)) < 0:
            raise FontMissing(Message("start-font-unreadable", font=FOLDER / name))


@lru_cache(maxsize=512)
def font(px: int, bold: bool = False, stretch: int = 100) -> QFont:
    """`stretch` is the breadth of its letters in percent."""
    register()
    letters = QFont(FAMILY)
    letters.setPixelSize(max(px, 1))
    letters.setBold(bold)
    letters.setStretch(stretch)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    letters.setStyleStrategy(
        QFont.StyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoFontMerging)
    )
    return letters


@lru_cache(maxsize=512)
def metrics(px: int, bold: bool = False, stretch: int = 100) -> QFontMetricsF:
    return QFontMetricsF(font(px, bold, stretch))
