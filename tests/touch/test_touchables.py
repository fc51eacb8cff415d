"""Every kind of screen, on every display, walked touchable by touchable: sizes, gaps, names, keys, order."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QAccessible

from dealer_console.screens.sizes import FULL, GAP, SIZES, SQUARE, WIDE, Box, ScreenSize
from dealer_console.touch.app.robot_export import Touchable, touchables
from dealer_console.touch.theme.look import Look
from tests.tools.gallery.pictures import SCREENS
from tests.touch.conftest import OpenWindow

LOOKS = {size.name: Look(size=size) for size in SIZES}
LOOKS |= {f"{size.name} large": Look(size=size, density=size.density(size.largest_inches)) for size in SIZES}
LOOKS |= {"large text": Look(large_text=True)}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
@pytest.mark.parametrize("name", SCREENS)
def test_fingers_fit_everywhere(opened: OpenWindow, name: str, look: Look) -> None:
    window, _ = opened(SCREENS[name], look)
    whole = Box(0, 0, window.width(), window.height()).scaled(1 / look.px_per_mm)
    targets = list(touchables(window))
    assert targets
    for target in targets:
        assert target.box.shorter_side >= target.least, (target.id, target.box, target.least)
        assert whole.holds(target.box), target.id
        assert target.name.strip(), target.id
    for one, other in combinations(targets, 2):
        assert one.box.gap_to(other.box) >= GAP, (one.id, other.id, one.box.gap_to(other.box))


@pytest.mark.parametrize("name", SCREENS)
def test_everything_touchable_in_the_value_can_be_touched(opened: OpenWindow, name: str) -> None:
    """Nothing that the flow offers is lost on the smallest display; lines of a long list excepted."""
    screen = SCREENS[name]
    window, _ = opened(screen)
    reached = {touchable.id for touchable in touchables(window)}
    wanted: set[str] = {light.id for light in screen.top.lights}
    if screen.overlay is None:
        wanted |= {banner.touch for banner in screen.banners[:1] if banner.touch}
        wanted |= {button.id for button in (*screen.actions, *screen.side.buttons)}
        wanted |= {row.touch for row in screen.side.rows if row.current}
        wanted |= {screen.last.undo.id} if screen.last is not None and screen.last.undo is not None else set()
    else:
        elements = [element for column in screen.overlay.columns for row in column for element in row.elements]
        wanted |= {str(getattr(element, "id", "")) for element in elements} - {""}
    assert wanted <= reached


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
@pytest.mark.parametrize("name", SCREENS)
def test_what_is_covered_cannot_be_touched(opened: OpenWindow, name: str, size: ScreenSize) -> None:
    """In the middle of every touchable lies that touchable, and nothing else, on each display."""
    window, _ = opened(SCREENS[name], Look(size=size))
    for touchable in touchables(window):
        middle = touchable.widget.mapTo(window, touchable.widget.rect().center())
        assert window.childAt(middle) is touchable.widget, touchable.id


def test_actions_have_fixed_places(opened: OpenWindow) -> None:
    def places(name: str) -> dict[str, Box]:
        window, _ = opened(SCREENS[name])
        return {touchable.id: touchable.box for touchable in touchables(window)}

    switch, refused, catfish = places("switch"), places("refused"), places("catfish")
    for action in ("hit", "stand", "double", "split", "surrender", "undo", "menu", "call", "irregularity"):
        assert switch[action] == refused[action]
        if action in catfish:
            assert switch[action] == catfish[action]


def test_the_larger_the_display_the_larger_the_letters_but_never_smaller_buttons(opened: OpenWindow) -> None:
    heights = []
    for look in (Look(size=WIDE), Look(size=SQUARE), Look(size=FULL), Look(size=FULL, density=FULL.density(22))):
        window, _ = opened(SCREENS["switch"], look)
        heights.append(next(touchable.box.height for touchable in touchables(window) if touchable.id == "hit"))
    assert heights == sorted(heights)


@pytest.mark.parametrize("name", ["switch", "settlement", "pin-pad", "bets"])
def test_a_screen_reader_finds_every_control_with_name_and_role(opened: OpenWindow, name: str) -> None:
    window, _ = opened(SCREENS[name])
    for touchable in touchables(window):
        interface = QAccessible.queryAccessibleInterface(touchable.widget)
        assert interface.role() is QAccessible.Role.Button, touchable.id
        assert interface.text(QAccessible.Text.Name) == touchable.name
    assert window.top_line.isVisible()
    assert window.felt.isVisible() is (name != "bets")
    assert window.prompt.isVisible() is (name in ("switch", "settlement"))


def test_prompt_report_and_fields_are_read_out(opened: OpenWindow) -> None:
    window, _ = opened(SCREENS["switch"])
    assert "15 or switch" in window.prompt.accessibleName()
    assert "MA 7(g)(2)" in window.prompt.accessibleName()
    report, _ = opened(SCREENS["report"])
    sheets = [child.accessibleName() for child in report.overlay.children() if hasattr(child, "accessibleName")]
    assert any("Closer, expected" in name for name in sheets)


def test_tab_goes_through_everything_and_comes_round(opened: OpenWindow) -> None:
    window, _ = opened(SCREENS["switch"])
    wanted = {touchable.widget for touchable in touchables(window)}
    seen: list[object] = []
    for _ in range(len(wanted) + 5):
        window.focusNextPrevChild(True)
        seen.append(window.focusWidget())
    assert wanted <= set(seen)


def _ids(found: list[Touchable]) -> list[str]:
    return [target.id for target in found]


def test_nothing_is_there_twice(opened: OpenWindow) -> None:
    for name, screen in SCREENS.items():
        window, _ = opened(screen)
        ids = _ids(list(touchables(window)))
        window.close()
        double = {id_ for id_ in ids if ids.count(id_) > 1} - {"same"}
        assert not double, name
