"""Nothing on any screen is smaller than 3 mm, and no word is cut off: every text that is painted is measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from dealer_console.demo.screenshots import Scenes
from dealer_console.screens import values
from dealer_console.screens.sizes import LEAST_LETTERS, SIZES, ScreenSize
from dealer_console.touch.theme import symbols, text_layout
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets import banners, side_panel, top_line
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import still
from tests.tools.gallery.screens import CROWDED, SETTLEMENT, SWITCH
from tests.tools.pictures.pages import at_a_decision, every_screen, pages_from

Painted = list[tuple[str, float]]
CLIPPED = " (its lower edge)"


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Painted:
    """Every line of words and every sign that stands alone, with its size in pixels."""
    found: Painted = []
    line, sign = text_layout._write_line, symbols.sign_in

    def seen_line(painter: Any, x: float, baseline: float, words: str, px: int, numbers: QFontMetricsF) -> None:
        below = baseline + numbers.boundingRect(words).bottom()
        found.append((words if below <= painter.device().height() + 1 else words + CLIPPED, px))
        line(painter, x, baseline, words, px, numbers)

    def seen_sign(name: str, x: float, y: float, side: float) -> Any:
        found.append((name, side))
        return sign(name, x, y, side)

    monkeypatch.setattr(text_layout, "_write_line", seen_line)
    for module in (banners, side_panel, top_line):
        monkeypatch.setattr(module, "sign_in", seen_sign)
    return found


def faults(qtbot: QtBot, painted: Painted, scenes: Scenes, sizes: tuple[ScreenSize, ...]) -> Iterator[str]:
    for size in sizes:
        look = Look(size=size)
        for name, screen in scenes.items():
            painted.clear()
            window = ConsoleWindow(still(screen), look)
            qtbot.addWidget(window)
            window.show()
            window.grab()
            assert painted, f"nothing is written on {name}"
            for words, px in painted:
                if px / look.px_per_mm < LEAST_LETTERS - 1e-6:
                    yield f"{name} {size.name}: {words!r} has {px / look.px_per_mm:.2f} mm"
                if words.endswith((text_layout.ELLIPSIS, CLIPPED)):
                    yield f"{name} {size.name}: {words!r} is cut off"
            window.close()


def test_pages_of_a_decision_have_letters_of_3_mm_and_whole_words_at_six_sizes(qtbot: QtBot, painted: Painted) -> None:
    look = values.Look()
    scenes = pages_from(at_a_decision(look), look)
    assert len(scenes) > 12
    assert list(faults(qtbot, painted, scenes, SIZES)) == []


def test_crowded_tables_have_letters_of_3_mm(qtbot: QtBot, painted: Painted) -> None:
    scenes = {"crowded": CROWDED, "settlement": SETTLEMENT, "switch": SWITCH}
    small = [fault for fault in faults(qtbot, painted, scenes, SIZES) if fault.endswith(" mm")]
    assert small == []


@pytest.mark.proof
@pytest.mark.parametrize("language", ["en", "en-GB", "es"])
def test_every_screen_has_letters_of_3_mm_and_whole_words_at_six_sizes(
    qtbot: QtBot, painted: Painted, language: str
) -> None:
    assert list(faults(qtbot, painted, every_screen(values.Look(language=language)), SIZES)) == []
