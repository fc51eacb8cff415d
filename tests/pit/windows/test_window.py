"""The window as it is painted: sizes, gaps, names, contrast on the pixels, keys, dragging, failures, threads."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from dealer_console.pit.long_work import Work
from dealer_console.pit.pages.flow import PitFlow, lines, touched_things
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.windows.charts import ChartWidget, nice_step, scale
from dealer_console.pit.windows.scrubber import ScrubberWidget
from dealer_console.pit.windows.threads import ThreadLanes
from dealer_console.pit.windows.window import PitWindow
from dealer_console.screens.sizes import GAP, SIZES, SQUARE, WIDE, Box
from dealer_console.touch.input.touch_targets import touchables
from dealer_console.touch.safe_screen import SafeScreen
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.theme.themes import Theme, contrast
from tests.pit.windows.conftest import OpenPit
from tests.tools.pictures.pit import scenes

LOOKS = {size.name: Look(size=size) for size in SIZES}
LOOKS |= {"large text": Look(large_text=True), "22 inches": Look(size=SIZES[1], density=SIZES[1].density(22))}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS.keys())
def test_fingers_fit_on_every_page(opened: OpenPit, look: Look) -> None:
    """Sizes, gaps, names; everything that the values offer can be reached, and nothing covers it."""
    window = opened(look)
    whole = Box(0, 0, window.width(), window.height()).scaled(1 / look.px_per_mm)
    for scene in scenes(window.flow):
        window.refresh()
        found = list(touchables(window))
        for each in found:
            assert each.box.shorter_side >= each.least, (scene, each.id, each.box, each.least)
            assert whole.holds(each.box), (scene, each.id)
            assert each.name.strip(), (scene, each.id)
            middle = each.widget.mapTo(window, each.widget.rect().center())
            assert window.childAt(middle) is each.widget, (scene, each.id)
        for one, other in combinations(found, 2):
            assert one.box.gap_to(other.box) >= GAP, (scene, one.id, other.id, one.box.gap_to(other.box))
        assert {each.id for each in touched_things(window.flow.screen)} <= {each.id for each in found}, scene


def test_a_screen_reader_finds_everything(opened: OpenPit) -> None:
    window = opened()
    for scene in scenes(window.flow):
        window.refresh()
        for each in touchables(window):
            interface = QAccessible.queryAccessibleInterface(each.widget)
            assert interface.role() is QAccessible.Role.Button, (scene, each.id)
            assert interface.text(QAccessible.Text.Name) == each.name
        read = "\n".join(each.accessibleName() for each in window.findChildren(QLabel) if each.isVisible())
        assert window.flow.screen.page.title in read
        if scene.startswith("replay"):
            assert "HISTORY" in read
        if scene == "charts":
            assert "win: 18:00" in read


def test_tab_reaches_every_control(opened: OpenPit) -> None:
    window = opened()
    wanted = {each.widget for each in touchables(window)}
    seen = set()
    for _ in range(len(wanted) + 5):
        window.focusNextPrevChild(True)
        seen.add(window.focusWidget())
    assert wanted <= seen


def middle_of(window: PitWindow, touched: str) -> QPoint:
    widget = next(each.widget for each in touchables(window) if each.id == touched)
    return widget.mapTo(window, widget.rect().center())


def click(window: PitWindow, touched: str) -> None:
    widget = next(each.widget for each in touchables(window) if each.id == touched)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def test_clicks_keys_and_the_wheel_reach_the_flow(opened: OpenPit) -> None:
    window = opened()
    click(window, "rail:rounds")
    assert window.flow.at == "rounds"
    before = [line.id for line in lines(window.flow.screen)]
    wheel = QWheelEvent(
        QPointF(300, 400),
        QPointF(300, 400),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(window, wheel)
    assert [line.id for line in lines(window.flow.screen)] != before
    QTest.keyClick(window, Qt.Key.Key_PageUp)
    assert [line.id for line in lines(window.flow.screen)] == before
    QTest.keyClick(window, Qt.Key.Key_F4)
    assert window.flow.at == "reports"


def test_letters_of_the_keyboard_are_text_where_a_text_is_asked(opened: OpenPit) -> None:
    window = opened()
    QTest.keyClick(window, Qt.Key.Key_F3)
    QTest.keyClick(window, Qt.Key.Key_N)
    QTest.keyClicks(window, "77")
    QTest.keyClick(window, Qt.Key.Key_Backspace)
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert {line.cells[1] for line in lines(window.flow.screen)} == {"7"}


def opened_replay(window: PitWindow) -> ScrubberWidget:
    click(window, "rail:rounds")
    click(window, lines(window.flow.screen)[0].id)
    (found,) = [each for each in window.findChildren(ScrubberWidget) if each.isVisible()]
    return found


def test_the_scrubber_is_dragged_by_the_mouse(opened: OpenPit) -> None:
    window = opened()
    scrubber = opened_replay(window)
    left = Qt.MouseButton.LeftButton
    QTest.mousePress(scrubber, left, pos=QPoint(20, scrubber.height() // 2))
    seen = set()
    for x in range(20, scrubber.width(), 7):
        QTest.mouseMove(scrubber, QPoint(x, scrubber.height() // 2))
        assert scrubber.value is not None
        assert scrubber.value.at == scrubber.step_at(x)
        seen.add(scrubber.value.at)
    QTest.mouseRelease(scrubber, left, pos=QPoint(scrubber.width() - 1, 5))
    assert scrubber.value is not None
    assert len(seen) > scrubber.value.last / 2
    at = scrubber.value.at
    QTest.mouseMove(scrubber, QPoint(20, 5))
    assert scrubber.value.at == at, "a mouse that is not held down drags nothing"


def test_the_scrubber_is_dragged_by_a_finger(opened: OpenPit) -> None:
    window = opened()
    scrubber = opened_replay(window)
    device = QTest.createTouchDevice()
    y = scrubber.height() // 2
    touch = QTest.touchEvent(window, device)
    for at, x in enumerate((10, scrubber.width() // 2, scrubber.width() - 3)):
        point = scrubber.mapTo(window, QPoint(x, y))
        (touch.press if at == 0 else touch.move)(0, point, window)
        touch.commit()
        assert scrubber.value is not None
        assert scrubber.value.at == scrubber.step_at(x)
    touch.release(0, scrubber.mapTo(window, QPoint(scrubber.width() - 3, y)), window)
    touch.commit()
    assert scrubber.value is not None
    assert scrubber.value.at == scrubber.value.last
    assert not scrubber.isDown()


def test_a_round_of_history_looks_like_history(opened: OpenPit) -> None:
    """The banner is painted over the whole width of the page, with stripes at both ends."""
    window = opened()
    opened_replay(window)
    window.refresh()
    picture = window.grab().toImage()
    face = window.look.colours.banners["warn"]
    banner = next(
        each for each in window.findChildren(QLabel) if each.isVisible() and "HISTORY" in each.accessibleName()
    )
    corner = banner.mapTo(window, QPoint(0, 0))
    row = [picture.pixelColor(corner.x() + x, corner.y() + 2).name() for x in range(banner.width())]
    assert row.count(face.fill) > banner.width() * 0.6
    assert banner.width() > window.width() * 0.7


def test_equal_values_paint_equal_pixels(opened: OpenPit) -> None:
    first, second = opened(), opened()
    for window in (first, second):
        click(window, "rail:reports")
    assert first.grab().toImage() == second.grab().toImage()


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
def test_every_theme_paints_every_page(opened: OpenPit, theme: str) -> None:
    window = opened(Look(size=SQUARE, theme=theme))  # type: ignore[arg-type]
    pictures = set()
    for _ in scenes(window.flow):
        window.refresh()
        pictures.add(window.grab().toImage().cacheKey())
        assert not any(each.isVisible() for each in window.findChildren(SafeScreen))
    assert len(pictures) > 12


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES.keys())
def test_lines_of_charts_and_the_scrubber_stand_out(palette: Theme) -> None:
    """Three to one for what is drawn; all words are on the surfaces that the console's own tests measure."""
    for ink in (palette.levels["busy"], palette.levels["warn"], palette.turn, palette.panel.text):
        assert contrast(ink, palette.panel.fill) >= 3


def test_charts_begin_and_end_at_round_figures() -> None:
    assert [nice_step(span) for span in (1, 4, 7, 40, 41, 900)] == [1, 1, 2, 10, 20, 500]


def test_a_chart_keeps_zero_in_sight(opened: OpenPit) -> None:
    window = opened()
    for scene in scenes(window.flow):
        if scene == "charts":
            break
    window.refresh()
    charts = [each for each in window.findChildren(ChartWidget) if each.isVisible()]
    assert len(charts) == 2
    for each in charts:
        assert each.value is not None
        low, high, step = scale(each.value.chart)
        assert low <= 0 < high
        assert (high - low) // step <= 6
        values = [value for _, series in each.value.chart.series for value in series]
        assert low <= min(values) <= max(values) <= high


# --- failures and threads ---------------------------------------------------------------------------------------------


def test_a_failure_shows_the_safe_screen_and_one_touch_goes_on(
    opened: OpenPit, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = opened()
    click(window, "rail:rounds")

    def breaks(_touched: str) -> None:
        raise ZeroDivisionError("something of ours")

    monkeypatch.setattr(window.flow.pages["rounds"], "press", breaks)
    click(window, "rounds:clear")
    qtbot.waitUntil(window.safe.isVisible, timeout=30_000)
    assert [each.id for each in touchables(window)] == ["touch:go-on"]
    assert "journals are intact" in window.safe.accessibleName()
    assert "something of ours" in window.safe.accessibleName()
    QTest.keyClick(window, Qt.Key.Key_Return)
    assert window.flow.at == "board"
    assert not any(each.isVisible() for each in window.findChildren(SafeScreen))
    assert len(list(touchables(window))) > 7


def test_work_runs_beside_the_window_and_can_be_stopped(services: PitServices, qtbot: QtBot) -> None:
    lanes = ThreadLanes()
    flow = PitFlow(services, lanes)
    window = PitWindow(flow, Look(size=WIDE))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(lambda: flow.core.live is not None, timeout=30_000)

    def forever(work: Work) -> None:
        at = 0
        while True:
            at += 1
            work.tell(at % 100, 100, "going round and round")

    flow.core.do("going round and round", forever, lambda _: None)
    window.refresh()
    qtbot.waitUntil(lambda: flow.core.doing is not None and flow.core.doing.percent is not None, timeout=30_000)
    click(window, "rail:reports")  # the window goes on meanwhile, and new work takes the place of the old
    qtbot.waitUntil(lambda: flow.core.doing is None, timeout=30_000)
    assert flow.screen.page.title.startswith("Gaming day")
    flow.core.do("once more", forever, lambda _: None)
    window.refresh()
    click(window, "work:stop")
    qtbot.waitUntil(lambda: flow.core.doing is None, timeout=30_000)
    assert flow.screen.note.startswith("Stopped")
    lanes.close()
