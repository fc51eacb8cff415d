"""The felt is painted in pieces: after every change it looks as if it had been painted whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QWidget

from dealer_console.screens.values import CardOnFelt, Felt, HandOnFelt
from dealer_console.touch.felt.widget import FeltWidget
from dealer_console.touch.theme.look import Look
from dealer_console.touch.widgets.paint_context import stage_for
from tests.tools.gallery.screens import CATFISH, SWITCH_FELT

AREA = QSize(930, 336)


class Pieces(FeltWidget):
    """Keeps which part it wants to paint."""

    wanted = QRegion()

    def update(self, *part: QRegion) -> None:  # type: ignore[override]
        self.wanted = self.wanted.united(QRegion(part[0]) if part else QRegion(self.rect()))


def _pieces() -> Pieces:
    troubles: list[Exception] = []
    widget = Pieces(stage_for(Look(), lambda touched: None, troubles.append), touch=False)
    widget.resize(AREA)
    return widget


def _whole(felt: Felt) -> QImage:
    widget = _pieces()
    widget.show_felt(felt)
    picture = QImage(AREA, QImage.Format.Format_RGB32)
    widget.render(picture)
    return picture


def _turns(felt: Felt) -> Iterator[Felt]:
    """Every hand comes to its turn and gets a card more."""
    names = [hand.id for spot in felt.spots for hand in spot.hands]
    for name in names:
        felt = _changed(felt, lambda hand, name=name: replace(hand, in_turn=hand.id == name))
        yield felt
        felt = _changed(felt, lambda hand, name=name: _longer(hand) if hand.id == name else hand)
        yield felt


def _changed(felt: Felt, change: object) -> Felt:
    spots = (replace(spot, hands=tuple(change(hand) for hand in spot.hands)) for spot in felt.spots)  # type: ignore[operator]
    return replace(felt, spots=tuple(spots))


def _longer(hand: HandOnFelt) -> HandOnFelt:
    return replace(hand, cards=(*hand.cards, CardOnFelt(rank="3", suit="h")), total="soft 18")


@pytest.mark.parametrize("start", [SWITCH_FELT, CATFISH.felt], ids=["two boxes", "one box"])
def test_pieces_make_the_whole_picture(qapp: QWidget, start: Felt) -> None:
    widget = _pieces()
    picture = QImage(AREA, QImage.Format.Format_RGB32)
    for number, felt in enumerate((start, *_turns(start))):
        widget.wanted = QRegion()
        widget.show_felt(felt)
        widget.render(picture, widget.wanted.boundingRect().topLeft(), widget.wanted)
        assert picture == _whole(felt), number
