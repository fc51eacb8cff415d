"""A late call with a real pointer on a real window: every step is where a finger reaches it, in every size."""

from __future__ import annotations

from itertools import count

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import SIZES, ScreenSize
from dealer_console.screens.values import Felt
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.window import ConsoleWindow
from tests.screens.played_table import PlayedTable
from tests.screens.test_late_call import buttons, overlay_of, paid_round, skipped_hand
from tests.touch.test_pixels import colours


class Pointer:
    """A real window on a table, and a pointer that goes to where things are painted."""

    def __init__(self, qtbot: QtBot, qapp: QApplication, table: PlayedTable, size: ScreenSize) -> None:
        seconds = count()  # fingers take their time: the window takes no second touch within a moment
        self.window = ConsoleWindow(table.console, Look(size=size), clock=lambda: float(next(seconds)))
        qtbot.addWidget(self.window)
        self.window.show()
        self._app = qapp

    def click(self, name: str) -> None:
        self._look()
        target = next(touchable.widget for touchable in touchables(self.window) if touchable.id == name)
        QTest.mouseClick(target, Qt.MouseButton.LeftButton, pos=target.rect().center())

    def framed(self) -> list[str]:
        """The hands around which the bright frame is painted."""
        self._look()
        picture, places = self.window.felt.grab().toImage(), self.window.felt.places
        assert places is not None
        turn, scale = PALETTES["dark"].turn, self.window.look.px_per_mm
        boxes = {hand.id: hand.cell.scaled(scale) for hand in places.hands}
        rects = {
            name: QRect(QPoint(round(box.x), round(box.y)), QPoint(round(box.right), round(box.bottom)))
            for name, box in boxes.items()
        }
        return [name for name, rect in rects.items() if colours(picture, rect)[turn] > 300]

    def _look(self) -> None:
        self.window.refresh()
        self._app.processEvents()


def pin(pointer: Pointer) -> None:
    for digit in "0000":
        pointer.click(f"digit:{digit}")


def faces(felt: Felt) -> dict[str, str]:
    """What lies on every hand of it."""
    hands = [hand for spot in felt.spots for hand in spot.hands] + [felt.dealer]
    return {hand.id: " ".join(f"{card.rank}{card.suit}" for card in hand.cards) for hand in hands}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_skipped_hand_is_put_right_with_the_pointer_alone(qtbot: QtBot, qapp: QApplication, size: ScreenSize) -> None:
    table = skipped_hand()
    pointer = Pointer(qtbot, qapp, table, size)
    pointer.click("irregularity")
    pointer.click("late-call")
    cards = buttons(overlay_of(table, "late-call"))
    pointer.click(next(name for name, button in cards.items() if button.label == "9♣ · 1b"))
    for name in ("late-code:hand-not-dealt", "which:1b", "choice:dead-hand", "ok"):
        pointer.click(name)
    assert pointer.framed() == ["1b"], "the supervisor sees which hand it is about"
    pointer.click("person:Sue")
    pin(pointer)
    pointer.click("approve")
    assert pointer.framed() == ["2a"], "where the first card belongs"
    for step in range(1, 8):
        pointer.click(f"late-step:{step}")
    assert overlay_of(table, "late-steps").title == "Late call: 7 of 8 done"
    pointer.click("late-step:8")
    assert table.screen.overlay is None
    assert [card.text for card in table.state.round.hands["2a"].cards] == ["9c", "7c"]  # type: ignore[union-attr,index]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_the_cards_of_a_closed_round_lie_beside_its_late_call(
    qtbot: QtBot, qapp: QApplication, size: ScreenSize
) -> None:
    table = paid_round()
    pointer = Pointer(qtbot, qapp, table, size)
    lay = {"1a": "Th 8d", "1b": "9c 8s", "dealer": "6h Kd 3c"}
    pointer.click("irregularity")
    assert faces(table.screen.felt) == lay, "before anything is chosen"
    reached = {touchable.id for touchable in touchables(pointer.window)}
    if "hand:1b" in reached:
        pointer.click("hand:1b")
    else:  # too close for fingers: the spot is touched, and the column asks which hand
        pointer.click("hands:1")
        assert faces(table.screen.felt) == lay, "also while it asks which hand"
        pointer.click("which:1b")
    assert pointer.framed() == ["1b"]
    cards = buttons(overlay_of(table, "late-call"))
    assert {button.label for name, button in cards.items() if "late-card" in name} == {"8♠ · 1b", "9♣ · 1b"}
    pointer.click(next(name for name, button in cards.items() if button.label == "8♠ · 1b"))
    for name in ("more", "late-code:shoe-fault", "choice:void"):
        pointer.click(name)
        assert (faces(table.screen.felt), pointer.framed()) == (lay, ["1b"]), name
    pointer.click("ok")
    overlay_of(table, "request")
    assert (faces(table.screen.felt), pointer.framed()) == (lay, ["1b"]), "for the supervisor, too"
    pointer.click("person:Sue")
    pin(pointer)
    assert faces(table.screen.felt) == lay
    pointer.click("approve")
    overlay_of(table, "late-steps")
    ruled = {"1a": "Th 8d", "1b": "9c", "dealer": "6h"}
    assert faces(table.screen.felt) == ruled, "open again, and void from that card on"
    pointer.click("late-all")
    assert table.state.in_round


def test_a_closed_page_leaves_an_empty_felt(qtbot: QtBot, qapp: QApplication) -> None:
    table = paid_round()
    pointer = Pointer(qtbot, qapp, table, SIZES[0])
    pointer.click("irregularity")
    pointer.click("close")
    assert not any(faces(table.screen.felt).values())
