"""A round that is over lies on the felt again, step by step, by finger and by key."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.screens.values import Felt
from dealer_console.screens.values import Look as WantedLook
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.pictures.pages import after_a_round


def cards_on(felt: Felt) -> int:
    return len(felt.dealer.cards) + sum(len(hand.cards) for spot in felt.spots for hand in spot.hands)


def test_the_last_round_is_stepped_through_on_the_felt(qtbot: QtBot) -> None:
    console = after_a_round(WantedLook())
    window = ConsoleWindow(console.console, Look(bounce=0.0))
    qtbot.addWidget(window)
    window.show()
    for touched in ("menu", "menu:history", "round:1"):
        there = {target.id: target.widget for target in touchables(window)}
        QTest.mouseClick(there[touched], Qt.MouseButton.LeftButton)
    moves = console.snapshot.past[0].moves
    screen = console.screen
    assert screen.felt.watermark == "HISTORY"
    whole = cards_on(screen.felt)
    assert whole > 10, "all cards of the round lie there"
    assert screen.overlay is not None
    assert screen.overlay.covers == "pad", "the felt stays in sight"
    assert not any(target.id.startswith(("hand", "spot")) for target in touchables(window)), "history is not touched"
    seen = [whole]
    for _ in moves:
        QTest.keyClick(window, Qt.Key.Key_Left)
        seen.append(cards_on(console.screen.felt))
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] == 0, "before the first card"
    QTest.keyClick(window, Qt.Key.Key_PageDown)
    assert 0 < cards_on(console.screen.felt) < whole, "at the first decision"
    QTest.keyClick(window, Qt.Key.Key_End)
    assert cards_on(console.screen.felt) == whole
    QTest.keyClick(window, Qt.Key.Key_Escape)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert console.screen.overlay is None
    assert console.screen.felt.watermark != "HISTORY"
