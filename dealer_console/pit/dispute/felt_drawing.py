"""The felt on paper: the same values as on the screen, drawn from the dealer's side, spot 1 at the left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from reportlab.graphics.shapes import Circle, Drawing, Group, Path, Polygon, Rect, String
from reportlab.lib import colors
from reportlab.pdfbase.pdfmetrics import stringWidth

from dealer_console.messages import Words
from dealer_console.pit.paper.pages import BOLD, INK, PLAIN, QUIET, WIDTH
from dealer_console.screens.values import CardOnFelt, Felt, HandOnFelt, SpotOnFelt, WagerOnFelt

HEADS: Final = 18.0  # the names of the spots, and wagers that belong to no hand
HAND: Final = 46.0  # of a hand with its name, wagers and marks
MARGIN: Final = 4.0
CARD: Final = (15.0, 21.0)
STEP: Final = 12.5  # how far a card lies beside the one before it: a ten must be readable
GREEN: Final = colors.HexColor("#e6f0ea")
BACK: Final = colors.HexColor("#51617a")
RED: Final = colors.HexColor("#b3202c")
BLACK: Final = colors.HexColor("#15181c")
TURN: Final = colors.HexColor("#d9a400")
ACROSS: Final = 2  # hands of one spot beside each other


def felt_drawing(felt: Felt, words: Words) -> Drawing:
    played = [spot for spot in felt.spots if spot.hands or spot.wagers] or list(felt.spots)
    most = max((len(spot.hands) for spot in played), default=1)
    height = 2 * MARGIN + HEADS + (max(1, -(-most // ACROSS)) + 1) * HAND
    drawn = Drawing(WIDTH, height)
    drawn.add(Rect(0, 0, WIDTH, height, rx=8, ry=8, fillColor=GREEN, strokeColor=None))
    room = WIDTH / max(1, len(played))
    for at, spot in enumerate(played):
        drawn.add(_spot(spot, at * room, room, height - MARGIN, words))
    drawn.add(_hand(felt.dealer, WIDTH / 2 - 40, MARGIN + 9, 80, words("pit-col-dealer"), words))
    if felt.watermark:
        drawn.add(_text(8, 6, felt.watermark, 7, QUIET, BOLD))
    return drawn


def _text(x: float, y: float, text: str, size: float, colour: colors.Color = INK, font: str = PLAIN) -> String:
    return String(x, y, text, fontName=font, fontSize=size, fillColor=colour)


def _fitting(text: str, room: float, size: float, font: str = PLAIN) -> str:
    """Cut where it does not fit, and seen to be cut."""
    shown = text
    while shown and stringWidth(shown, font, size) > room:
        text = text[:-1].rstrip(" ,·")
        shown = f"{text}…" if text else ""
    return shown


def _spot(spot: SpotOnFelt, x: float, room: float, top: float, words: Words) -> Group:
    group = Group()
    colour = INK if spot.in_turn else QUIET
    name, turn = words("pit-spot", spot=spot.number), [words("dispute-in-turn")] * spot.in_turn
    label = ", ".join((name, *([spot.player] if spot.player else ()), *turn))
    group.add(_text(x + 3, top - 7, _fitting(label, room - 6, 6.5, BOLD), 6.5, colour, BOLD))
    if spot.wagers:
        group.add(_text(x + 3, top - 15, _fitting(_wagers(spot.wagers, words), room - 6, 5.5), 5.5))
    count = len(spot.hands)
    if count:
        columns = min(count, ACROSS)
        wide = (room - 4) / columns
        for at, hand in enumerate(spot.hands):
            row, column = divmod(at, columns)
            group.add(_hand(hand, x + 2 + column * wide, top - HEADS - 37 - row * HAND, wide - 2, hand.id, words))
    return group


def _hand(hand: HandOnFelt, x: float, y: float, room: float, name: str, words: Words) -> Group:
    group = Group()
    if hand.in_turn:
        box = Rect(x - 1, y - 9, room, HAND, rx=3, ry=3, fillColor=None, strokeColor=TURN, strokeWidth=1.2)
        group.add(box)
    step = STEP if len(hand.cards) < 2 else min(STEP, max(2.0, (room - CARD[0] - 2) / (len(hand.cards) - 1)))
    for at, card in enumerate(hand.cards):
        group.add(_card(card, x + 1 + at * step, y + 8))
    label = f"{name}: {hand.total}" if hand.total else name
    group.add(_text(x + 1, y + 30.5, _fitting(label, room - 2, 6.5, BOLD), 6.5, INK, BOLD))
    if hand.wagers:
        group.add(_text(x + 1, y + 1, _fitting(_wagers(hand.wagers, words), room - 2, 5.5), 5.5))
    if hand.marks:
        marks = ", ".join(mark.label for mark in hand.marks)
        group.add(_text(x + 1, y - 6, _fitting(marks, room - 2, 5.5), 5.5, QUIET))
    return group


def _wagers(wagers: Sequence[WagerOnFelt], words: Words) -> str:
    return ", ".join(
        wager.label + (f" {words(f'dispute-way-{wager.way}')}" if wager.way != "none" else "") for wager in wagers
    )


def _card(card: CardOnFelt, x: float, y: float) -> Group:
    wide, high = CARD
    group = Group()
    if not card.rank:
        group.add(Rect(x, y, wide, high, rx=2, ry=2, fillColor=BACK, strokeColor=colors.white, strokeWidth=0.6))
        return group
    edge = TURN if card.marked else QUIET
    group.add(Rect(x, y, wide, high, rx=2, ry=2, fillColor=colors.white, strokeColor=edge, strokeWidth=0.6))
    colour = RED if card.suit in "hd" and card.suit else BLACK
    rank = "10" if card.rank == "T" else card.rank
    group.add(_text(x + 1.6, y + high - 8, rank, 7, colour, BOLD))
    if card.suit:
        for shape in _suit(card.suit, x + 5.4, y + 5.6, colour):
            group.add(shape)
    if card.across:
        group.add(_text(x + 9.5, y + 1.5, "D", 4.5, QUIET, BOLD))
    return group


def _suit(suit: str, x: float, y: float, colour: colors.Color) -> list[Circle | Path | Polygon]:
    """A small pip around its middle."""
    paint = {"fillColor": colour, "strokeColor": None}
    if suit == "d":
        return [Polygon([x, y + 3.6, x + 2.7, y, x, y - 3.6, x - 2.7, y], **paint)]
    if suit == "h":
        point = Polygon([x - 2.9, y + 0.5, x + 2.9, y + 0.5, x, y - 3.4], **paint)
        return [Circle(x - 1.5, y + 1.1, 1.6, **paint), Circle(x + 1.5, y + 1.1, 1.6, **paint), point]
    stem = Polygon([x, y, x - 1.3, y - 3.6, x + 1.3, y - 3.6], **paint)
    if suit == "s":
        point = Polygon([x - 2.9, y - 0.6, x + 2.9, y - 0.6, x, y + 3.6], **paint)
        return [Circle(x - 1.5, y - 1.0, 1.6, **paint), Circle(x + 1.5, y - 1.0, 1.6, **paint), point, stem]
    leaves = [Circle(x + at, y + up, 1.6, **paint) for at, up in ((0.0, 1.7), (-1.7, -0.7), (1.7, -0.7))]
    return [*leaves, stem]
