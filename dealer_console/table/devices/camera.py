"""What a camera's card means at the table: it fills the place of a draw that the shoe could not read, or stands against
the shoe's value. Where they differ the dealer decides, and both are recorded (part D of the devices' document).

A value that fits neither is not written down: nobody was due that card face up, so nobody needs to know it from here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from dealer_console.game import phases
from dealer_console.journal.entries.device_events import CardSeen
from dealer_console.journal.value_codec import stored_as_row
from drivers.events import DeviceKind

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import Draw, TableState

CAMERA: Final = DeviceKind.CAMERA
MOST_UNCOMPARED: Final = 12  # cards of a quick hand; older ones have been taken from the camera's place
SAME, FILLS, WAITS, DIFFERS, ASIDE = "same", "fills", "waits", "differs", "aside"


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A card that the camera saw while the shoe was still opening this draw."""

    draw: int
    card: str
    picture: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraCards:
    """`uncompared`: draws that the shoe has opened and the camera has not been heard about, oldest first."""

    uncompared: tuple[tuple[int, str], ...] = ()
    waiting: Sighting | None = None
    keep: str = ""  # the picture of the last difference, by its hash
    viewer: str = ""  # who looks through it now, for service


# --- what a sighting is ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    outcome: str
    draw: int = 0
    shoe: str = ""  # what the shoe said, where the two differ


def judge(state: TableState, card: str) -> Judged:
    """The same card as one that the shoe has told is that card, before anything else: no wrong card is filled in."""
    known = state.camera.uncompared
    number = next((number for number, shown in reversed(known) if shown == card), None)
    if number is not None:
        return Judged(outcome=SAME, draw=number)
    draw = _alone(state)
    if draw is not None and not draw.unreadable and draw.open_for is not None:
        return Judged(outcome=WAITS, draw=draw.number)
    if draw is not None and draw.unreadable and draw.dealt:
        return Judged(outcome=FILLS, draw=draw.number)
    if known and not _may_be_covered(state, known[-1][0]):
        return Judged(outcome=DIFFERS, draw=known[-1][0], shoe=known[-1][1])
    return Judged(outcome=ASIDE)


def _may_be_covered(state: TableState, last: int) -> bool:
    """Could it be a card that lies covered, turned before the table was told? Then its value is nobody's business."""
    r = state.round
    if r is None or any(number > last for number in state.draws):
        return True
    return bool(state.draws) and r.phase in (phases.CHECK, phases.SHOW, phases.TURN)


def _alone(state: TableState) -> Draw | None:
    """The one card that is on its way; None when there are several, or people enter the cards."""
    r = state.round
    if r is None or r.irregularity is not None or r.ended_by is not None or state.cards_by_hand or state.owed_by_hand:
        return None
    moving = [draw for draw in state.draws.values() if not draw.counted or draw.open_for is not None]
    return moving[0] if len(moving) == 1 and moving[0].card is None else None


# --- the fold -------------------------------------------------------------------------------------------------------


def after_sighting(cards: CameraCards, sighting: CardSeen) -> CameraCards:
    draw, picture = sighting.draw or 0, sighting.image_sha256 or ""
    if sighting.outcome == WAITS:
        return replace(cards, waiting=Sighting(draw=draw, card=sighting.card.text, picture=picture))
    if sighting.outcome in (SAME, FILLS):
        later = tuple(pair for pair in cards.uncompared if pair[0] > draw)
        return replace(cards, uncompared=later, waiting=None)
    return replace(cards, uncompared=(), keep=picture) if sighting.outcome == DIFFERS else cards


def after_opening(cards: CameraCards, draw: int, card: str | None) -> CameraCards:
    """The shoe has opened a card; None: it could not."""
    waiting = cards.waiting
    if waiting is not None and waiting.draw == draw:
        differs = card is not None and card != waiting.card
        return replace(cards, waiting=None, uncompared=(), keep=waiting.picture if differs else cards.keep)
    if card is None:
        return cards
    return replace(cards, uncompared=(*cards.uncompared, (draw, card))[-MOST_UNCOMPARED:])


def new_round(cards: CameraCards) -> CameraCards:
    """What was not compared in the last round lies there no more; nobody services a camera while cards are dealt."""
    return replace(cards, uncompared=(), waiting=None, viewer="")
