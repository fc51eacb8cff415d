"""The built-in design: 52 faces and a back, painted by the program.

Jack, queen and king are in a style of our own: a head, a headdress and a cloak made of a few plain shapes. Only the
upper half is painted; the lower one is its mirror.
"""

from __future__ import annotations

import numpy as np

from hardware_sims.camera.designs.canvas import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    Canvas,
    Colour,
    Picture,
    circle,
    rectangle,
    rounded,
)
from hardware_sims.camera.designs.glyphs import Points

_GOLD: Colour = (60, 178, 232)
_SKIN: Colour = (178, 205, 240)
_INK: Colour = (40, 34, 30)
_CLOAKS: dict[str, tuple[Colour, Colour]] = {
    "s": ((120, 66, 34), (214, 196, 172)),
    "h": ((44, 36, 176), (150, 196, 240)),
    "d": ((28, 92, 190), (170, 214, 244)),
    "c": ((74, 96, 40), (190, 220, 196)),
}
"""Suit to the colours of cloak and collar."""
_HAIR: dict[str, Colour] = {"J": (46, 88, 150), "Q": (52, 120, 196), "K": (150, 156, 164)}

_FRAME_LEFT, _FRAME_TOP, _FRAME_RIGHT = 14.0, 12.0, 49.0
_MIDDLE = 31.5
_HEAD_Y = 29.0
_LINE = 0.45


def _shape(canvas: Canvas, outline: Points, colour: Colour) -> None:
    canvas.fill(outline, colour)
    canvas.stroke(outline, _INK, _LINE, closed=True)


def _points(*points: tuple[float, float]) -> Points:
    return np.array(points, dtype=np.float64)


def paint_court(canvas: Canvas, rank: str, suit: str, colour: Colour) -> None:
    frame = rectangle(_FRAME_LEFT, _FRAME_TOP, _FRAME_RIGHT, CARD_HEIGHT_MM - _FRAME_TOP)
    canvas.fill(frame, (226, 240, 246))
    _paint_cloak(canvas, suit)
    _paint_head(canvas, rank)
    {"J": _paint_cap, "Q": _paint_diadem, "K": _paint_crown}[rank](canvas, suit)
    canvas.suit(suit, _FRAME_LEFT + 5.2, _FRAME_TOP + 6.0, 7.6, colour)
    canvas.stroke(frame, colour, 0.55, closed=True)


def _paint_cloak(canvas: Canvas, suit: str) -> None:
    cloak, collar = _CLOAKS[suit]
    edge = CARD_HEIGHT_MM / 2 + 2.0
    _shape(
        canvas,
        _points(
            (_FRAME_LEFT, edge),
            (_FRAME_LEFT, 41.5),
            (25.0, 36.0),
            (38.0, 36.0),
            (_FRAME_RIGHT, 41.5),
            (_FRAME_RIGHT, edge),
        ),
        cloak,
    )
    for x in (18.0, 22.5, 40.5, 45.0):
        _shape(canvas, circle(x, 42.0, 1.0), _GOLD)
    _shape(canvas, _points((24.5, 36.3), (_MIDDLE, edge + 1.5), (38.5, 36.3), (35.0, 34.4), (28.0, 34.4)), collar)
    _shape(canvas, _points((_MIDDLE, 38.0), (33.2, 40.6), (_MIDDLE, 43.2), (29.8, 40.6)), _GOLD)


def _paint_head(canvas: Canvas, rank: str) -> None:
    hair = _HAIR[rank]
    length = {"J": 5.2, "Q": 8.4, "K": 6.4}[rank]
    _shape(canvas, circle(_MIDDLE, _HEAD_Y + 0.8, 7.0, length), hair)
    if rank == "K":
        _shape(canvas, circle(_MIDDLE, _HEAD_Y + 4.4, 4.6, 4.6), hair)
    _shape(canvas, circle(_MIDDLE, _HEAD_Y, 5.0, 5.9), _SKIN)
    if rank == "K":
        _shape(
            canvas,
            _points((27.6, 31.4), (_MIDDLE, 32.6), (35.4, 31.4), (34.4, 35.6), (_MIDDLE, 38.0), (28.6, 35.6)),
            hair,
        )
    for side in (-1.9, 1.9):
        canvas.fill(circle(_MIDDLE + side, _HEAD_Y - 0.4, 0.62), _INK)
        canvas.stroke(_points((_MIDDLE + side - 0.9, _HEAD_Y - 1.9), (_MIDDLE + side + 0.9, _HEAD_Y - 1.9)), _INK, 0.35)
    canvas.stroke(_points((_MIDDLE, 28.8), (_MIDDLE - 0.7, 30.6), (_MIDDLE + 0.3, 30.8)), _INK, 0.3)
    lips: Colour = (70, 60, 190) if rank == "Q" else _INK
    canvas.stroke(_points((_MIDDLE - 1.2, 32.6), (_MIDDLE, 33.0), (_MIDDLE + 1.2, 32.6)), lips, 0.5)


def _paint_cap(canvas: Canvas, suit: str) -> None:
    """A flat cap with a feather."""
    cloak, collar = _CLOAKS[suit]
    _shape(canvas, _points((24.0, 25.2), (25.2, 19.6), (37.0, 18.4), (40.0, 25.2)), cloak)
    _shape(canvas, rectangle(23.6, 23.9, 39.6, 25.8), _GOLD)
    feather = _points((38.6, 24.2), (41.8, 20.6), (44.0, 15.6), (41.2, 14.2), (38.4, 18.0))
    _shape(canvas, feather, collar)
    canvas.stroke(_points((38.6, 24.2), (40.8, 18.8), (42.6, 15.0)), _INK, 0.3)


def _paint_diadem(canvas: Canvas, suit: str) -> None:
    """A low band with five pearls."""
    cloak, collar = _CLOAKS[suit]
    _shape(canvas, _points((25.2, 25.4), (24.4, 20.6), (_MIDDLE, 17.8), (38.6, 20.6), (37.8, 25.4)), _GOLD)
    for x, y in ((24.4, 20.2), (27.9, 18.5), (_MIDDLE, 17.3), (35.1, 18.5), (38.6, 20.2)):
        _shape(canvas, circle(x, y, 1.15), collar)
    _shape(canvas, circle(_MIDDLE, 22.2, 1.5), cloak)


def _paint_crown(canvas: Canvas, suit: str) -> None:
    """Three high points, a ball on each, a cross in the middle."""
    cloak, _ = _CLOAKS[suit]
    points = _points(
        (24.6, 25.6), (23.4, 17.4), (28.2, 21.6), (_MIDDLE, 16.0), (34.8, 21.6), (39.6, 17.4), (38.4, 25.6)
    )
    _shape(canvas, points, _GOLD)
    _shape(canvas, rectangle(24.6, 23.6, 38.4, 25.8), cloak)
    for x, y in ((23.4, 16.9), (39.6, 16.9)):
        _shape(canvas, circle(x, y, 1.1), cloak)
    canvas.stroke(_points((_MIDDLE, 12.9), (_MIDDLE, 16.2)), _INK, 0.8)
    canvas.stroke(_points((30.2, 14.2), (32.8, 14.2)), _INK, 0.8)


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
