"""When something of the window fails: a whole, honest page, never half a picture; and the way back to the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.screens.values import Screen
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.felt.painter import FeltPainter
from dealer_console.touch.safe_screen import GO_ON, SafeWords
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.gallery.screens import SWITCH


@dataclass(slots=True)
class FailingFlow:
    """Fails where it is told to."""

    shown: Screen = SWITCH
    fails: set[str] = field(default_factory=set)

    def _maybe(self, where: str) -> None:
        if where in self.fails:
            raise ZeroDivisionError(f"in {where}")

    @property
    def screen(self) -> Screen:
        self._maybe("screen")
        return self.shown

    def press(self, touched: str) -> None:
        self._maybe("press")

    def key(self, key: str) -> bool:
        self._maybe("key")
        return True

    def tick(self, clock: str) -> None:
        self._maybe("tick")


@pytest.fixture
def troubled(qtbot: QtBot) -> tuple[ConsoleWindow, FailingFlow, list[Exception]]:
    flow, heard = FailingFlow(), list[Exception]()
    window = ConsoleWindow(flow, Look(), on_trouble=heard.append)
    qtbot.addWidget(window)
    window.show()
    return window, flow, heard


Troubled = tuple[ConsoleWindow, FailingFlow, list[Exception]]


def _only_safe(window: ConsoleWindow) -> bool:
    QApplication.processEvents()
    return [touchable.id for touchable in touchables(window)] == [GO_ON]


@pytest.mark.parametrize("where", ["press", "key", "screen"])
def test_a_failure_of_the_flow_leads_to_the_safe_screen(troubled: Troubled, where: str) -> None:
    window, flow, heard = troubled
    flow.fails = {where}
    if where == "press":
        QTest.mouseClick(next(touchables(window)).widget, Qt.MouseButton.LeftButton)
    elif where == "key":
        QTest.keyClick(window, Qt.Key.Key_H)
    else:
        window.refresh()
    assert _only_safe(window)
    assert [type(failure) for failure in heard] == [ZeroDivisionError]
    assert "ZeroDivisionError: in " in next(touchables(window)).name


@pytest.mark.parametrize("by", ["touch", "key"])
def test_one_touch_leads_back_to_the_table(troubled: Troubled, by: str) -> None:
    window, flow, _ = troubled
    before = window.grab().toImage()
    flow.fails = {"screen"}
    window.refresh()
    assert _only_safe(window)
    flow.fails = set()
    if by == "touch":
        QTest.mouseClick(window.safe, Qt.MouseButton.LeftButton)
    else:
        QTest.keyClick(window, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert window.grab().toImage() == before


def test_a_failure_that_stays_keeps_the_safe_screen(troubled: Troubled) -> None:
    window, flow, heard = troubled
    flow.fails = {"screen"}
    window.refresh()
    for number in range(1, 4):
        assert _only_safe(window)
        assert len(heard) == number
        QTest.mouseClick(window.safe, Qt.MouseButton.LeftButton)


def test_a_failure_while_painting_leaves_no_half_picture(troubled: Troubled, monkeypatch: pytest.MonkeyPatch) -> None:
    window, flow, heard = troubled
    whole = FeltPainter.hand
    calls = 0

    def fails_in_the_middle(*arguments: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise ValueError("the fourth hand")
        whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(FeltPainter, "hand", fails_in_the_middle)
    flow.shown = replace(SWITCH, felt=replace(SWITCH.felt, watermark="HISTORY"))
    window.refresh()
    felt = window.felt.grab().toImage()
    assert {felt.pixelColor(x, y).name() for x in range(0, felt.width(), 9) for y in range(0, felt.height(), 9)} == {
        window.look.colours.ground.fill
    }
    assert _only_safe(window)
    assert [str(failure) for failure in heard] == ["the fourth hand"]
    monkeypatch.undo()
    QTest.mouseClick(window.safe, Qt.MouseButton.LeftButton)
    assert not _only_safe(window)
    assert heard == heard[:1]


def test_news_behind_the_safe_screen_do_not_push_it_away(troubled: Troubled) -> None:
    window, flow, _ = troubled
    window.trouble(RuntimeError("once"))
    assert _only_safe(window)
    flow.shown = replace(SWITCH, note="news")
    window.refresh()
    assert _only_safe(window)


def test_other_keys_do_nothing_on_the_safe_screen(troubled: Troubled) -> None:
    window, flow, _ = troubled
    window.trouble(RuntimeError("once"))
    assert _only_safe(window)
    flow.fails = {"key"}
    QTest.keyClick(window, Qt.Key.Key_H)
    assert _only_safe(window)


def test_the_safe_screen_speaks_the_language_of_the_table(qtbot: QtBot) -> None:
    words = SafeWords(title="No se pudo mostrar", meaning="El diario está intacto.", go_on="Toque.", again="Reinicie.")
    window = ConsoleWindow(FailingFlow(), Look(), safe_words=words)
    qtbot.addWidget(window)
    window.show()
    window.trouble(RuntimeError("x"))
    QApplication.processEvents()
    assert "El diario está intacto." in next(touchables(window)).name


def test_a_flow_that_fails_from_the_start_gives_a_safe_window(qtbot: QtBot) -> None:
    window = ConsoleWindow(FailingFlow(fails={"screen"}), Look())
    qtbot.addWidget(window)
    window.show()
    assert _only_safe(window)
