"""The letters: Bitstream Vera, which comes with the PDF library. No machine needs a font of its own."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

FAMILY = "Bitstream Vera Sans"
FILES = ("Vera.ttf", "VeraBd.ttf")


class FontMissing(RuntimeError):
    """A font file of the installation is gone."""


@lru_cache(maxsize=1)
def register() -> None:
    """Once per program, after QGuiApplication exists and before anything is painted."""
    for name in FILES:
        with as_file(files("reportlab") / "fonts" / name) as path:
            if QFontDatabase.addApplicationFont(str(path)) < 0:
                raise FontMissing(f"the font {name} of the package reportlab cannot be read: install reportlab again")


@lru_cache(maxsize=512)
def font(px: int, bold: bool = False) -> QFont:
    register()
    letters = QFont(FAMILY)
    letters.setPixelSize(max(px, 1))
    letters.setBold(bold)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    letters.setStyleStrategy(
        QFont.StyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoFontMerging)
    )
    return letters


@lru_cache(maxsize=512)
def metrics(px: int, bold: bool = False) -> QFontMetricsF:
    return QFontMetricsF(font(px, bold))
