"""A round that is over lies on the felt again, step by step, by finger and by key."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.screens.values import Felt
from dealer_console.screens.values import Look as WantedLook
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.window import ConsoleWindow
from tests.tools.pictures.pages import after_a_round


def cards_on(felt: Felt) -> int:
    return len(felt.dealer.cards) + sum(len(hand.cards) for spot in felt.spots for hand in spot.hands)


def history(qtbot: QtBot) -> tuple[VirtualConsole, ConsoleWindow]:
    """The last round on the felt."""
    console = after_a_round(WantedLook())
    window = ConsoleWindow(console.console, Look(bounce=0.0))
    console.console.changed = window.refresh
    qtbot.addWidget(window)
    window.show()
    for touched in ("menu", "menu:history", "round:1"):
        there = {target.id: target.widget for target in touchables(window)}
        QTest.mouseClick(there[touched], Qt.MouseButton.LeftButton)
    return console, window


def test_the_scrubber_is_dragged_to_any_step_and_let_go(qtbot: QtBot) -> None:
    console, window = history(qtbot)
    last = len(console.snapshot.past[0].moves)
    bar = next(target.widget for target in touchables(window) if target.id == f"at:{last}")
    middle = bar.height() // 2
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() - 2, middle))
    seen = []
    for x in range(bar.width() - 2, 0, -4):
        QTest.mouseMove(bar, QPoint(x, middle))
        seen.append(cards_on(console.screen.felt))
    assert seen == sorted(seen, reverse=True)
    assert len(set(seen)) > 10, "card by card, while the finger moves"
    QTest.mouseMove(bar, QPoint(-80, middle))
    assert cards_on(console.screen.felt) == 0, "a finger that leaves the bar still holds it"
    QTest.mouseMove(bar, QPoint(bar.width() // 2, middle))
    at = cards_on(console.screen.felt)
    assert 0 < at < cards_on_whole(console)
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(bar.width() // 2, middle))
    QTest.mouseMove(bar, QPoint(2, middle))
    assert cards_on(console.screen.felt) == at, "nobody holds it any more"
    assert bar.accessibleName() in (f"Step {step} of {last}" for step in range(1, last))


def test_the_scrubber_follows_a_real_touch(qtbot: QtBot) -> None:
    console, window = history(qtbot)
    last = len(console.snapshot.past[0].moves)
    bar = next(target.widget for target in touchables(window) if target.id == f"at:{last}")
    window.move(-600, 0)  # Qt drops touches beyond the display that it supposes
    screen = QTest.createTouchDevice()
    middle = bar.height() // 2
    QTest.touchEvent(bar, screen).press(0, QPoint(bar.width() - 2, middle), bar).commit()
    QTest.touchEvent(bar, screen).move(0, QPoint(2, middle), bar).commit()
    assert cards_on(console.screen.felt) == 0
    QTest.touchEvent(bar, screen).release(0, QPoint(2, middle), bar).commit()
    assert console.screen.overlay is not None
    assert console.screen.overlay.id == "past-round"


def cards_on_whole(console: VirtualConsole) -> int:
    return sum(type(move).__name__ == "CardDrawn" for move in console.snapshot.past[0].moves)


def test_the_last_round_is_stepped_through_on_the_felt(qtbot: QtBot) -> None:
    console, window = history(qtbot)
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
