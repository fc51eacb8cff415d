"""The window paints what the flow shows: only what changed, never anything else, the same pixels for the same value."""

from __future__ import annotations

import gc
from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from dealer_console.screens.sizes import FULL, SQUARE, WIDE, ScreenSize
from dealer_console.screens.values import CardOnFelt, Screen
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.side_panel import LINE_WITH_CHIPS, RowWidget
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.pictures import SCREENS, dressed, still
from tests.tools.gallery.screens import SETTLEMENT, SWITCH
from tests.touch.conftest import OpenWindow


def picture(window: QWidget) -> QImage:
    return window.grab().toImage()


def fresh_picture(opened: OpenWindow, screen: Screen, look: Look | None = None) -> QImage:
    """Of a window that is closed again: let go while in sight, it would paint itself as it falls apart."""
    window, _ = opened(screen, look)
    painted = picture(window)
    window.close()
    return painted


def with_card(screen: Screen, rank: str, suit: str = "d") -> Screen:
    """One card more on hand 2a."""
    spots = list(screen.felt.spots)
    first, second = spots[1].hands
    longer = replace(first, cards=(*first.cards, CardOnFelt(rank=rank, suit=suit)), total="19")
    spots[1] = replace(spots[1], hands=(longer, second))
    return replace(screen, felt=replace(screen.felt, spots=tuple(spots)))


def with_clock(screen: Screen, clock: str) -> Screen:
    return replace(screen, top=replace(screen.top, clock=clock))


class Paintings:
    """Counts paint events by widget, as they really happen on this window's surface, once it has come to rest."""

    def __init__(self, window: ConsoleWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self._window = window
        self.painted: list[str] = []
        for kind in {type(widget) for widget in (window, *window.findChildren(QWidget))}:
            if "paintEvent" in {name for base in kind.__mro__[:3] for name in vars(base)}:
                self._watch(kind, monkeypatch)
        QApplication.processEvents()
        while self.painted:  # shown, then made the active window, with a ring around what has the focus
            self.painted.clear()
            QApplication.processEvents()

    def _watch(self, kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
        before = kind.paintEvent  # type: ignore[attr-defined]

        def paint_event(widget: QWidget, event: object) -> None:
            if widget.window() is self._window:  # others may still be open
                self.painted.append(type(widget).__name__)
            before(widget, event)

        monkeypatch.setattr(kind, "paintEvent", paint_event)

    def take(self) -> set[str]:
        QApplication.processEvents()
        taken, self.painted = set(self.painted), []
        return taken


def test_an_equal_screen_paints_nothing(opened: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window, flow = opened(SWITCH)
    paintings = Paintings(window, monkeypatch)
    flow.screen = replace(SWITCH, top=replace(SWITCH.top))
    window.refresh()
    assert paintings.take() == set()


def test_one_card_more_paints_one_hand(opened: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window, flow = opened(SWITCH)
    paintings = Paintings(window, monkeypatch)
    flow.screen = with_card(SWITCH, "4")
    window.refresh()
    assert paintings.take() <= {"FeltWidget", "FeltTouch"}
    assert window.felt.painted_hands == 1


def test_a_clock_paints_the_top_line_only(opened: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window, flow = opened(SWITCH)
    paintings = Paintings(window, monkeypatch)
    flow.screen = with_clock(SWITCH, "23:15")
    window.refresh()
    assert "TopLineWidget" in (painted := paintings.take())
    assert not painted & {"FeltWidget", "ListWidget", "PromptWidget", "ButtonWidget", "BannerWidget"}


LOOKS = [Look(size=WIDE), Look(size=SQUARE, theme="light"), Look(size=FULL, theme="high-contrast", large_text=True)]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.size.name)
def test_changing_from_any_screen_to_any_other_shows_the_same_as_opening_it(opened: OpenWindow, look: Look) -> None:
    """What was there before leaves no trace: small repaints lead to the very pixels of a fresh window."""
    fresh = {name: fresh_picture(opened, screen, look) for name, screen in SCREENS.items()}
    names = list(SCREENS)
    walk = [*names, *reversed(names), *names[::2], *names[1::2]]
    window, flow = opened(SCREENS[walk[0]], look)
    for before, after in pairwise(walk):
        flow.screen = dressed(SCREENS[after], look)
        window.refresh()
        assert picture(window) == fresh[after], (before, after)


def test_small_changes_leave_no_trace_either(opened: OpenWindow) -> None:
    """Through the real surface: what a display would show after small repaints is what a fresh window shows."""
    window, flow = opened(SWITCH)
    steps = [SWITCH]
    for rank in "A235":
        steps.append(with_card(steps[-1], rank))
    steps += [with_clock(steps[-1], "23:59"), replace(SWITCH, note="refused"), SCREENS["crowded"], SWITCH]
    for step in steps:
        flow.screen = step
        window.refresh()
        QApplication.processEvents()
        assert picture(window) == fresh_picture(opened, step)


def test_the_same_value_gives_the_same_pixels(opened: OpenWindow) -> None:
    for name in ("switch", "catfish", "report"):
        assert fresh_picture(opened, SCREENS[name]) == fresh_picture(opened, SCREENS[name])


def test_themes_large_text_and_four_colours_are_seen(opened: OpenWindow) -> None:
    looks = (Look(), Look(theme="light"), Look(theme="high-contrast"), Look(large_text=True), Look(four_colours=True))
    pictures = [fresh_picture(opened, SWITCH, look) for look in looks]
    assert all(one != other for at, one in enumerate(pictures) for other in pictures[at + 1 :])


def test_the_look_changes_when_the_screen_wants_it(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    for look in (Look(theme="light", large_text=True), Look(theme="high-contrast", four_colours=True), Look()):
        flow.screen = dressed(SWITCH, look)
        window.refresh()
        assert window.look == look
        assert picture(window) == fresh_picture(opened, SWITCH, look)


def test_a_window_of_another_size_is_laid_out_anew(opened: OpenWindow) -> None:
    window, _ = opened(SWITCH)
    window.resize(1024, 768)
    direct, _ = opened(SWITCH, replace(window.look, size=SQUARE, density=window.look.px_per_mm))
    assert picture(window) == picture(direct)


def test_many_updates_keep_the_same_widgets_and_pictures(opened: OpenWindow) -> None:
    window, flow = opened(SWITCH)
    screens = [*SCREENS.values(), *(with_card(SWITCH, rank) for rank in "A23456789TJQK")]

    def run() -> tuple[int, int]:
        for screen in screens:
            flow.screen = screen
            window.refresh()
            QApplication.processEvents()
        gc.collect()
        return len(window.findChildren(QWidget)), len(window.felt.stage.faces)

    first = run()
    for _ in range(5):
        assert run() == first


def test_the_felt_alone_can_be_looked_at(qapp: QApplication) -> None:
    """The pit's review shows the same felt and touches nothing on it."""
    from dealer_console.touch.app.robot_export import touchables
    from dealer_console.touch.felt.widget import FeltWidget
    from dealer_console.touch.widgets.paint_context import stage_for

    troubles: list[Exception] = []
    felt = FeltWidget(stage_for(Look(), lambda touched: None, troubles.append), touch=False)
    felt.resize(900, 380)
    felt.show_felt(SWITCH.felt)
    felt.show()
    assert picture(felt).size().width() == 900
    assert felt.painted_hands == 11
    assert list(touchables(felt)) == []
    assert troubles == []


def test_a_flow_is_asked_only_when_told(opened: OpenWindow) -> None:
    """No timers of the window's own: nothing moves by itself."""
    window, flow = opened(SWITCH)
    flow.screen = with_clock(SWITCH, "00:00")
    before = picture(window)
    QApplication.processEvents()
    assert picture(window) == before
    assert still(SWITCH).pressed == []


@pytest.mark.parametrize(("size", "least"), [(WIDE, 4), (SQUARE, 4), (FULL, 4)])
def test_the_smallest_displays_show_several_takes_and_pays(opened: OpenWindow, size: ScreenSize, least: int) -> None:
    """The current one is touched, and has room for its chips."""
    window, _ = opened(SETTLEMENT, Look(size=size))
    lines = [
        row_widget
        for row_widget in window.findChildren(RowWidget)
        if row_widget.isVisible() and row_widget.row is not None
    ]
    assert len(lines) >= least
    current = next(line for line in lines if line.row is not None and line.row.current)
    assert current.row is not None
    assert current.row.chips
    assert current.height() >= LINE_WITH_CHIPS * window.look.px_per_mm
    assert current.touched


def test_a_window_that_may_not_be_closed_asks_and_stays(opened: OpenWindow) -> None:
    window, _ = opened(SWITCH)
    asked: list[bool] = []
    window.may_close = lambda: False
    window.close_asked = lambda: asked.append(True)
    assert not window.close()
    assert asked == [True]
    assert window.isVisible()
    window.may_close = lambda: True
    assert window.close()
