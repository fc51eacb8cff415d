"""The built-in design: 52 faces and a back, painted by the program."""

from __future__ import annotations

import numpy as np

from hardware_sims.camera.designs.canvas import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    Canvas,
    Colour,
    Picture,
    rectangle,
    rounded,
)
from hardware_sims.camera.designs.courts import paint_court

PAPER: Colour = (246, 250, 252)
RED: Colour = (38, 24, 196)
BLACK: Colour = (28, 24, 22)
_BACK_BLUE: Colour = (124, 62, 24)
_BACK_LINE: Colour = (232, 214, 190)

INDEX_MIDDLE_MM = 6.0
INDEX_RANK_MM, INDEX_SUIT_MM = 9.2, 18.6
"""From the left edge to the middle of the index; from the upper edge to the middles of its rank and suit."""

_LEFT, _CENTRE, _RIGHT = 20.0, 31.5, 43.0
_ROWS = {"top": 16.0, "high": 25.0, "upper": 34.7, "third": 30.0, "fourth": 34.5, "middle": 44.0}
_COLUMNS_OF_TWO = {4: ("top",), 5: ("top",), 6: ("top", "middle"), 7: ("top", "middle"), 8: ("top", "middle")}
_COLUMNS_OF_TWO |= {9: ("top", "upper"), 10: ("top", "upper")}
_CENTRE_ROWS = {2: ("top",), 3: ("top", "middle"), 5: ("middle",), 7: ("third",), 8: ("third",), 9: ("middle",)}
_CENTRE_ROWS |= {10: ("high",)}
_ONE_SIDED = {7}
"""Pips that stand in the upper half only, as on every seven."""


def colour_of(suit: str) -> Colour:
    return RED if suit in "dh" else BLACK


def face(card: str) -> Picture:
    """The face of a card such as `As` or `Td`."""
    rank, suit = card[0], card[1]
    canvas = Canvas(PAPER)
    colour = colour_of(suit)
    _paint_index(canvas, "10" if rank == "T" else rank, suit, colour)
    if rank in "JQK":
        paint_court(canvas, rank, suit, colour)
    canvas.mirror()
    if rank == "A":
        canvas.suit(suit, CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2, 25.0, colour)
    elif rank not in "JQK":
        _paint_pips(canvas, 10 if rank == "T" else int(rank), suit, colour)
    return canvas.picture


def _paint_index(canvas: Canvas, rank: str, suit: str, colour: Colour) -> None:
    canvas.rank(rank, INDEX_MIDDLE_MM, INDEX_RANK_MM, 9.0, 6.6 if len(rank) == 1 else 9.4, colour)
    canvas.suit(suit, INDEX_MIDDLE_MM, INDEX_SUIT_MM, 7.2, colour)


def _paint_pips(canvas: Canvas, count: int, suit: str, colour: Colour) -> None:
    places = [(x, _ROWS[row]) for row in _COLUMNS_OF_TWO.get(count, ()) for x in (_LEFT, _RIGHT)]
    places += [(_CENTRE, _ROWS[row]) for row in _CENTRE_ROWS.get(count, ())]
    for x, y in places:
        canvas.suit(suit, x, y, 11.0, colour)
        mirrored = CARD_HEIGHT_MM - y
        if mirrored != y and not (count in _ONE_SIDED and x == _CENTRE):
            canvas.suit(suit, x, mirrored, 11.0, colour, upright=False)


def back() -> Picture:
    """One back for all cards: a lattice, the same when the card is turned around."""
    canvas = Canvas(PAPER)
    canvas.fill(rounded(4.0, 4.0, CARD_WIDTH_MM - 4.0, CARD_HEIGHT_MM - 4.0, 2.0), _BACK_BLUE)
    lattice = Canvas(_BACK_BLUE)
    middle = np.array([CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2])
    for step in range(-24, 25):
        for slope in (-1.0, 1.0):
            reach = np.array([[-80.0, -80.0 * slope], [80.0, 80.0 * slope]])
            lattice.stroke(reach + middle + np.array([0.0, step * 5.5]), _BACK_LINE, 0.7)
    inner = rectangle(7.0, 7.0, CARD_WIDTH_MM - 7.0, CARD_HEIGHT_MM - 7.0)
    stencil = Canvas((0, 0, 0))
    stencil.fill(inner, (255, 255, 255))
    canvas.picture[stencil.picture == 255] = lattice.picture[stencil.picture == 255]
    canvas.stroke(inner, _BACK_LINE, 0.6, closed=True)
    canvas.mirror()
    return canvas.picture
