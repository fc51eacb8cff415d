"""Nothing on a screen is smaller than 3 mm, no word is cut off or meets another or an edge: every text is measured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from dealer_console.demo.screenshots import Scenes
from dealer_console.screens import values
from dealer_console.screens.sizes import LEAST_LETTERS, LOW, SIZES, UPRIGHT, Box, ScreenSize
from dealer_console.touch.overlay.elements import FieldWidget
from dealer_console.touch.theme import symbols, text_layout
from dealer_console.touch.theme.look import Look, worn
from dealer_console.touch.widgets import banners, side_panel, top_line
from dealer_console.touch.widgets.banners import BannerWidget
from dealer_console.touch.widgets.buttons import ButtonWidget
from dealer_console.touch.widgets.side_panel import RowWidget
from dealer_console.touch.widgets.top_line import TopLineWidget
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import still
from tests.tools.gallery.screens import CROWDED, SETTLEMENT, SWITCH
from tests.tools.pictures.pages import after_a_round, at_a_decision, every_screen, pages_from

CAPITALS = 0.73  # of the size of letters
EDGED = (ButtonWidget, FieldWidget, BannerWidget, RowWidget, TopLineWidget)  # what has an edge that words could touch
FROM_EDGE = 0.3  # millimetres


NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True)
class Line:
    """One line of words or a sign, with its size in pixels and where its ink is on its widget."""

    words: str
    px: float
    on: QWidget | None = None
    ink: Box = NOWHERE
    cut: bool = False


Painted = list[Line]


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> Painted:
    """Every line of words and every sign that stands alone."""
    found: Painted = []
    line, sign = text_layout._write_line, symbols.sign_in

    def seen_line(painter: Any, x: float, baseline: float, words: str, px: int, numbers: QFontMetricsF) -> None:
        below = baseline + numbers.boundingRect(words).bottom()
        signs = sum(letter in symbols.SIGNS for letter in words)
        wide = numbers.horizontalAdvance("".join(letter for letter in words if letter not in symbols.SIGNS))
        ink = Box(x, baseline - CAPITALS * px, wide + signs * px * text_layout.SIGN_BREADTH, CAPITALS * px)
        device = painter.device()
        cut = below > device.height() + 1 or words.endswith(text_layout.ELLIPSIS)
        found.append(Line(words, px, device if isinstance(device, QWidget) else None, ink, cut))
        line(painter, x, baseline, words, px, numbers)

    def seen_sign(name: str, x: float, y: float, side: float) -> Any:
        found.append(Line(name, side))
        return sign(name, x, y, side)

    monkeypatch.setattr(text_layout, "_write_line", seen_line)
    for module in (banners, side_panel, top_line):
        monkeypatch.setattr(module, "sign_in", seen_sign)
    return found


def faults(qtbot: QtBot, painted: Painted, scenes: Scenes, sizes: tuple[ScreenSize, ...]) -> Iterator[str]:
    for size in sizes:
        for name, screen in scenes.items():
            look = worn(Look(size=size), screen.look)
            painted.clear()
            window = ConsoleWindow(still(screen), look)
            qtbot.addWidget(window)
            window.show()
            painted.clear()
            window.grab()
            assert painted, f"nothing is written on {name}"
            yield from (f"{name} {size.name}: {fault}" for fault in faults_of(painted, look))
            window.close()


def faults_of(painted: Painted, look: Look) -> Iterator[str]:
    for line in painted:
        if line.px / look.px_per_mm < LEAST_LETTERS - 1e-6:
            yield f"{line.words!r} has {line.px / look.px_per_mm:.2f} mm"
        if line.cut:
            yield f"{line.words!r} is cut off"
        if isinstance(line.on, EDGED) and not _inside(line.on, look).holds(line.ink, 0.5):
            yield f"{line.words!r} touches the edge of its {type(line.on).__name__}"
    by_widget: dict[QWidget, list[Line]] = {}
    for line in painted:
        if line.on is not None:
            by_widget.setdefault(line.on, []).append(line)
    for lines in by_widget.values():
        for one, other in combinations(lines, 2):
            if one.ink.inset(0.5).overlaps(other.ink.inset(0.5)):
                yield f"{one.words!r} and {other.words!r} overlap"


def _inside(widget: QWidget, look: Look) -> Box:
    return Box(0, 0, widget.width(), widget.height()).inset(look.px(FROM_EDGE))


def test_pages_of_a_decision_have_letters_of_3_mm_and_whole_words_at_six_sizes(qtbot: QtBot, painted: Painted) -> None:
    look = values.Look()
    scenes = pages_from(at_a_decision(look), look)
    assert len(scenes) > 12
    assert list(faults(qtbot, painted, scenes, SIZES)) == []


def test_large_spanish_letters_are_whole_and_apart_on_the_displays_with_the_least_room(
    qtbot: QtBot, painted: Painted
) -> None:
    look = values.Look(language="es", large_text=True)
    scenes = {**pages_from(at_a_decision(look), look), **pages_from(after_a_round(look), look)}
    assert list(faults(qtbot, painted, scenes, (LOW, UPRIGHT))) == []


def test_crowded_tables_have_letters_of_3_mm(qtbot: QtBot, painted: Painted) -> None:
    scenes = {"crowded": CROWDED, "settlement": SETTLEMENT, "switch": SWITCH}
    small = [fault for fault in faults(qtbot, painted, scenes, SIZES) if fault.endswith(" mm")]
    assert small == []


@pytest.mark.proof
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("language", ["en", "en-GB", "es"])
def test_every_screen_has_letters_of_3_mm_and_whole_words_at_six_sizes(
    qtbot: QtBot, painted: Painted, language: str, large: bool
) -> None:
    look = values.Look(language=language, large_text=large)
    assert list(faults(qtbot, painted, every_screen(look), SIZES)) == []
