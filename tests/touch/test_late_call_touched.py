"""A late call with a real pointer on a real window: every step is where a finger reaches it, in every size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_console.screens.sizes import SIZES, ScreenSize
from dealer_console.screens.values import Felt
from dealer_console.touch.app.robot_export import touchables
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.palettes import PALETTES
from tests.rigs.window_rig import Hand
from tests.screens.test_late_call import buttons, overlay_of, paid_round, skipped_hand
from tests.touch.test_pixels import colours


class Pointer(Hand):
    """And it looks where things are painted."""

    def framed(self) -> list[str]:
        """The hands around which the bright frame is painted."""
        self.window.refresh()
        QApplication.processEvents()
        picture, places = self.window.felt.grab().toImage(), self.window.felt.places
        assert places is not None
        turn, scale = PALETTES["dark"].turn, self.window.look.px_per_mm
        boxes = {hand.id: hand.cell.scaled(scale) for hand in places.hands}
        rects = {
            name: QRect(QPoint(round(box.x), round(box.y)), QPoint(round(box.right), round(box.bottom)))
            for name, box in boxes.items()
        }
        return [name for name, rect in rects.items() if colours(picture, rect)[turn] > 300]


def pin(pointer: Pointer) -> None:
    for digit in "0000":
        pointer.touch(f"digit:{digit}")


def faces(felt: Felt) -> dict[str, str]:
    """What lies on every hand of it."""
    hands = [hand for spot in felt.spots for hand in spot.hands] + [felt.dealer]
    return {hand.id: " ".join(f"{card.rank}{card.suit}" for card in hand.cards) for hand in hands}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_a_skipped_hand_is_put_right_with_the_pointer_alone(qtbot: QtBot, size: ScreenSize) -> None:
    table = skipped_hand()
    pointer = Pointer(table, qtbot, Look(size=size))
    pointer.touch("irregularity")
    pointer.touch("late-call")
    cards = buttons(overlay_of(table, "late-call"))
    pointer.touch(next(name for name, button in cards.items() if button.label == "9♣ · 1b"))
    for name in ("late-code:hand-not-dealt", "which:1b", "choice:dead-hand", "ok"):
        pointer.touch(name)
    assert pointer.framed() == ["1b"], "the supervisor sees which hand it is about"
    pointer.touch("person:Sue")
    pin(pointer)
    pointer.touch("approve")
    assert pointer.framed() == ["2a"], "where the first card belongs"
    for step in range(1, 8):
        pointer.touch(f"late-step:{step}")
    assert overlay_of(table, "late-steps").title == "Late call: 7 of 8 done"
    pointer.touch("late-step:8")
    assert table.screen.overlay is None
    assert [card.text for card in table.state.round.hands["2a"].cards] == ["9c", "7c"]  # type: ignore[union-attr,index]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_the_cards_of_a_closed_round_lie_beside_its_late_call(qtbot: QtBot, size: ScreenSize) -> None:
    table = paid_round()
    pointer = Pointer(table, qtbot, Look(size=size))
    lay = {"1a": "Th 8d", "1b": "9c 8s", "dealer": "6h Kd 3c"}
    pointer.touch("irregularity")
    assert faces(table.screen.felt) == lay, "before anything is chosen"
    reached = {touchable.id for touchable in touchables(pointer.window)}
    if "hand:1b" in reached:
        pointer.touch("hand:1b")
    else:  # too close for fingers: the spot is touched, and the column asks which hand
        pointer.touch("hands:1")
        assert faces(table.screen.felt) == lay, "also while it asks which hand"
        pointer.touch("which:1b")
    assert pointer.framed() == ["1b"]
    cards = buttons(overlay_of(table, "late-call"))
    assert {button.label for name, button in cards.items() if "late-card" in name} == {"8♠ · 1b", "9♣ · 1b"}
    pointer.touch(next(name for name, button in cards.items() if button.label == "8♠ · 1b"))
    for name in ("more", "late-code:shoe-fault", "choice:void"):
        pointer.touch(name)
        assert (faces(table.screen.felt), pointer.framed()) == (lay, ["1b"]), name
    pointer.touch("ok")
    overlay_of(table, "request")
    assert (faces(table.screen.felt), pointer.framed()) == (lay, ["1b"]), "for the supervisor, too"
    pointer.touch("person:Sue")
    pin(pointer)
    assert faces(table.screen.felt) == lay
    pointer.touch("approve")
    overlay_of(table, "late-steps")
    ruled = {"1a": "Th 8d", "1b": "9c", "dealer": "6h"}
    assert faces(table.screen.felt) == ruled, "open again, and void from that card on"
    pointer.touch("late-all")
    assert table.state.in_round


def test_a_closed_page_leaves_an_empty_felt(qtbot: QtBot) -> None:
    table = paid_round()
    pointer = Pointer(table, qtbot, Look(size=SIZES[0]))
    pointer.touch("irregularity")
    pointer.touch("close")
    assert not any(faces(table.screen.felt).values())
