"""Every page of the pit in both languages, dark and light, at 100 and 200 %: nothing is cut off, no sign is missing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.messages import words_of
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.theme import LETTERS
from dealer_console.pit.windows.window import WindowLook
from tests.tools.pictures import pit as pictures
from tests.tools.pictures.readable_page import unreadable

SIZES = {100: (1280, 800), 200: (1920, 1080)}
ALL = [(language, theme, scale) for language in ("en", "es") for theme in ("dark", "light") for scale in SIZES]
USUAL = [("en", "light", 100), ("es", "dark", 200), ("es", "light", 100)]


def walk(services: PitServices, folder: Path, language: str, theme: str, scale: int) -> dict[str, list[str]]:
    """What cannot be read, by scene."""
    spoken = replace(services, words=words_of(language, services.expectations.currency))
    look = WindowLook(theme=theme, scale=scale, size=SIZES[scale])  # type: ignore[arg-type]
    window = pictures.window_on(spoken, folder / "settings.ini", look)
    window.show()
    found = {}
    for name, shown in pictures.scenes(window):
        for _ in range(3):
            QApplication.processEvents()
        found[name] = unreadable(shown)
    found["wider than the display"] = [] if window.width() == SIZES[scale][0] else [str(window.width())]
    window.close()
    return found


@pytest.mark.parametrize(
    ("language", "theme", "scale"),
    [pytest.param(*one, marks=() if one in USUAL else pytest.mark.proof) for one in ALL],
)
def test_nothing_on_any_page_is_cut_off_and_no_sign_is_missing(
    qtbot: QtBot, services: PitServices, tmp_path: Path, language: str, theme: str, scale: int
) -> None:
    found = walk(services, tmp_path, language, theme, scale)
    assert len(found) >= 16
    assert {name: faults for name, faults in found.items() if faults} == {}
    assert QApplication.font().pixelSize() == round(LETTERS * scale / 100)
