"""The dealer's drill on the screen: the questions and answers of the engine, touched and scored."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.demo.drill import Drill
from dealer_console.demo.virtual_console import staged
from dealer_console.screens.console import Console
from dealer_console.screens.values import Text
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow

MA = "massachusetts-switch"


def test_questions_are_answered_by_touch_judged_by_the_engine_and_scored(qtbot: QtBot) -> None:
    table, drill = staged(MA), Drill(MA, 5)
    console = Console(table, replace(table.console._config, drill=drill))
    console.show(table.snapshot)
    window = ConsoleWindow(console, Look(bounce=0.0))
    qtbot.addWidget(window)
    window.show()

    def touch(name: str) -> None:
        there = {target.id: target.widget for target in touchables(window)}
        QTest.mouseClick(there[name], Qt.MouseButton.LeftButton)

    def said() -> list[str]:
        overlay = console.screen.overlay
        assert overlay is not None
        return [e.text for column in overlay.columns for row in column for e in row.elements if isinstance(e, Text)]

    touch("menu")
    touch("menu:drill")
    right = 0
    for number in range(6):
        question = drill("en", number)
        assert question.asks in said()
        felt = console.screen.felt
        assert felt.watermark == "DRILL"
        assert any(spot.hands for spot in felt.spots), "the cards lie on the felt"
        assert not any(hand.in_turn for spot in felt.spots for hand in spot.hands), "who acts is asked, not shown"
        assert not any(wager.way != "none" for spot in felt.spots for hand in spot.hands for wager in hand.wagers)
        wanted = question.choices.index(question.answer)
        at = wanted if number % 2 else (wanted + 1) % len(question.choices)
        right += at == wanted
        touch(f"answer:{at}")
        touch(f"answer:{wanted}")  # the first answer counts
        assert any(text.startswith("Right." if at == wanted else "No: ") for text in said())
        if number == 5:
            break
        QTest.keyClick(window, Qt.Key.Key_Return)
    game, *kinds = next(text for text in said() if text.startswith("Switch · Massachusetts")).split("\n")
    assert len(kinds) == 3, game
    scored = [line.rpartition(": ")[2].split(" of ") for line in kinds]
    assert sum(int(good) for good, _ in scored) == right
    assert sum(int(asked) for _, asked in scored) == 6
