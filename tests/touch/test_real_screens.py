"""The screens of a real table under random fingers: measured, reached, and written in letters that we have."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtGui import QRawFont
from PySide6.QtWidgets import QApplication

from dealer_console.messages import LANGUAGES
from dealer_console.messages.catalogue import Catalogue
from dealer_console.screens.sizes import GAP, SQUARE
from dealer_console.screens.values import Field, Screen
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.fonts import font
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.symbols import SIGNS
from dealer_console.touch.window import ConsoleWindow
from tests.rigs.console_rig import open_console, staffed_console
from tests.screens import screen_parts
from tests.screens.test_evening import opened
from tests.screens.test_monkey import Monkey
from tests.tools.gallery.pictures import SCREENS, still

STEPS = 70


def kind_of(screen: Screen) -> tuple[object, ...]:
    """Screens of one kind look alike: one of each is enough."""
    overlay = screen.overlay
    if overlay is None:
        return len(screen.actions), len(screen.side.buttons), len(screen.side.rows), len(screen.banners)
    return overlay.id, tuple(len(rows) for rows in overlay.columns), len(screen.banners)


def played(rules: str, kinds: tuple[str, ...], seed: int) -> Iterator[Screen]:
    table = open_console(rules, kinds=kinds, spots=3)
    monkey = Monkey(table, seed)
    seen: set[tuple[object, ...]] = set()
    for _ in range(STEPS):
        monkey.step()
        screen = table.screen
        if kind_of(screen) not in seen:
            seen.add(kind_of(screen))
            yield screen


def wanted(screen: Screen, reached: set[str]) -> set[str]:
    """What has to be reached: all that is not covered. Of a long list only the current line, of hands their spot."""
    if screen.overlay is None:
        lines = {row.touch for row in screen.side.rows if not row.current}
        hands = {f"hand:{hand.id}" for spot in screen.felt.spots for hand in spot.hands}
        spots = {f"hands:{spot.number}" for spot in screen.felt.spots}
        asked = {
            f"hand:{hand.id}" for spot in screen.felt.spots if f"hands:{spot.number}" in reached for hand in spot.hands
        }
        whole = {
            f"hands:{spot.number}"
            for spot in screen.felt.spots
            if {f"hand:{hand.id}" for hand in spot.hands} <= reached
        }
        assert hands <= asked | reached
        return set(screen_parts.touchables(screen)) - lines - asked - (whole & spots)
    elements = [element for rows in screen.overlay.columns for row in rows for element in row.elements]
    return {
        element.id
        for element in elements
        if hasattr(element, "id") and (not isinstance(element, Field) or element.touch)
    }


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [("massachusetts-switch", ("shoe", "reader")), ("catfish-bend-blackjack", ()), ("south-dakota-switch", ())],
)
def test_whatever_the_table_shows_can_be_touched(qapp: QApplication, rules: str, kinds: tuple[str, ...]) -> None:
    measure(played(rules, kinds, seed=len(rules)))


def seldom_pages(folder: Path) -> Iterator[Screen]:
    """Of eight decks: who came first, how deep the cut is, who cuts again; a full table; options."""
    table = staffed_console(folder, "south-dakota-switch-1")
    opened(table)
    table.go("menu", "menu:shoe", "shoe:decks_in:blue", "shoe:inspected")
    table.approve()
    table.go("shoe:begin:new-cards:hand", "shoe:done", "shoe:riffle:2", "shoe:done", "shoe:done")
    yield table.screen
    table.go("shoe:offer_cut:2", "shoe:cut")
    yield table.screen
    table.go("depth:104", *["shoe:done"] * 4, "shoe:burned")
    yield table.screen
    table.go("close", "menu", "menu:table", "table:players")
    for spot in range(1, 8):
        table.go(f"spot:{spot}", "sit")
    yield table.screen
    table.go("close", "menu", "menu:table", "table:limits")
    yield table.screen


def test_pages_that_are_seen_seldom_can_be_touched(qapp: QApplication, tmp_path: Path) -> None:
    measure(seldom_pages(tmp_path))


def measure(screens: Iterator[Screen]) -> None:
    troubles: list[Exception] = []
    flow = still(SCREENS["switch"])
    windows = [ConsoleWindow(flow, look, on_trouble=troubles.append) for look in (Look(), Look(size=SQUARE))]
    for window in windows:
        window.show()
    for flow.screen in screens:
        for window in windows:
            window.refresh()
            targets = list(touchables(window))
            reached = {target.id for target in targets}
            assert wanted(flow.screen, reached) <= reached
            for target in targets:
                assert target.box.shorter_side >= target.least, (kind_of(flow.screen), target.id, target.box)
            for one, other in combinations(targets, 2):
                assert one.box.gap_to(other.box) >= GAP, (kind_of(flow.screen), one.id, other.id)
            window.grab()
    assert troubles == []
    for window in windows:
        window.close()


@pytest.mark.parametrize("bold", [False, True])
def test_every_letter_of_every_language_is_in_our_font_or_drawn_by_us(qapp: QApplication, bold: bool) -> None:
    raw = QRawFont.fromFont(font(20, bold))
    letters = {letter for code in LANGUAGES for text in Catalogue(code).sources().values() for letter in text} - {"\n"}
    letters |= {letter for screen in SCREENS.values() for text in screen_parts.texts(screen) for letter in text}
    missing = [letter for letter in sorted(letters - SIGNS) if not raw.glyphIndexesForString(letter)[0]]
    assert missing == []
    assert raw.glyphIndexesForString("\u4e2d")[0] == 0, "else this test could not fail"
