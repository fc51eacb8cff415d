"""Where a card goes that left the shoe, and what it means when the shoe has opened it.

A drawn card goes where it is due. Drawn while a hand in turn could hit, it counts as that hit, unless the table's file
says otherwise. Drawn while the card before it is still being opened, or was taken back and is to be entered again, it
waits in the queue, because only the card before it tells what is due next: that card could be the last one before the
hole card. A card that nobody is due stops the table until the dealer has said whether its face was seen.

A double card lies face down until the dealer's hand is done, when the player asked for it (CB double 6). With a sealed
shoe it stays sealed like the hole card: its draw lies at `down 1a`, the round knows only `??`, and the shoe opens it
when it is turned.
"""

from __future__ import annotations

from dealer_console.game import moves, phases
from dealer_console.game.cards import card
from dealer_console.game.engine import Round, why_not
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Hand, HandId
from dealer_console.game.message import Message, Term
from dealer_console.game.state import BURN, HOLE_CARD
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import CardBurned, DrawOutOfPlay
from dealer_console.journal.entries.devices import DrawPlaced, RevealOrdered
from dealer_console.table.state.entry_drafts import alarm_draft, move_drafts, opening_draft
from dealer_console.table.state.table_state import (
    BY_HAND,
    DOWN,
    FACE_UP,
    HOLE,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Draw,
    TableState,
)
from drivers import events
from drivers.events import DeviceKind


def place_of_draw(state: TableState, event: events.CardDrawn) -> tuple[str, list[moves.Move]]:
    """Where this card goes, and the moves that its drawing implies."""
    if "shoe" in state.without:
        return BY_HAND, []
    if event.face_up:
        return FACE_UP, []
    if event.forced and (state.late is None or not state.late.loose):
        return UNEXPLAINED, []  # after loose cards it waits for its turn, as any other
    if state.opening is not None or owed_now(state) or state.draw_at(QUEUED, FACE_UP) is not None:
        return QUEUED, []
    if state.late is not None:
        return QUEUED, []  # after the loose cards of a late call, and when its steps are done
    return place_now(state)


def place_now(state: TableState) -> tuple[str, list[moves.Move]]:
    """Where a card goes that comes now, no other one being under way."""
    if state.draw_at(UNEXPLAINED, NEXT) is not None:
        return UNEXPLAINED, []
    r = state.round
    if r is None:
        if state.burn_due:
            return "burn", []
        return ("first", []) if state.bets and state.cards_in_play else (UNEXPLAINED, [])
    if r.irregularity is not None:
        return UNEXPLAINED, []
    if r.due is not None:
        return _place_due(r, state.face_down), []
    hit = hit_of_hand_in_turn(r) if state.supposes_hits else None
    return (hit.hand, [hit]) if hit is not None else (UNEXPLAINED, [])


def _place_due(r: Round, face_down: str | None) -> str:
    if r.due is HOLE_CARD:
        return HOLE
    if r.due is BURN:
        return "burn"
    if not isinstance(r.due, Hand):
        return "dealer"
    sealed = r.due.doubled and r.due.id == face_down
    return f"{DOWN}{r.due.id}" if sealed else r.due.id


def hand_of_next_card(state: TableState) -> HandId | None:
    """The player's hand that the next card of the shoe is for, as far as that is known; None: the dealer's, or none."""
    r, opening = state.round, state.opening
    if r is None:
        return None
    if opening is not None and opening.dealt:
        return HandId(opening.place) if opening.place in r.hands else None
    due = r.due if r.due is not None else r.hand
    return due.id if isinstance(due, Hand) else None


def hit_of_hand_in_turn(r: Round) -> moves.HitAsked | None:
    """The hit that a card is which comes now, if the hand in turn may have asked for it.

    Where an exposed card lies as the next card, a hit would take that one: a card out of the shoe is none (MA 15(d)).
    """
    if r.phase is not phases.PLAY or r.hand is None or r.irregularity is not None or r.held_for_anyone:
        return None
    hit = moves.HitAsked(hand=r.hand.id)
    return hit if why_not(r, hit) is None else None


def following(state: TableState, place: str, implied: list[moves.Move]) -> list[Draft]:
    """What follows at once when a card goes to this place."""
    if place == "burn" and state.round is None:
        return [Draft.of(CardBurned(card=card("??")))]
    if place == "first":
        return [opening_draft(state, None)]
    if place in (HOLE, "burn") or place.startswith(DOWN):
        return move_drafts(state, [moves.DRAWN[card("??")]], None)
    return move_drafts(state, implied, None) if implied else []


def reveal(draw: Draw, why: str, place: str | None = None, *, who: str | None = None) -> Draft:
    """The shoe shall open this draw."""
    return Draft.of(RevealOrdered(device=DeviceKind.SHOE, draw=draw.number, why=why, place=place), who=who)


def placed(draw: Draw, place: str) -> Draft:
    """This draw goes there, and stays sealed."""
    return Draft.of(DrawPlaced(device=DeviceKind.SHOE, draw=draw.number, place=place))


def needs_words(state: TableState, draw: Draw) -> bool:
    """Can only a person say what this card is?"""
    if draw.place == UNEXPLAINED:
        return draw.open_for is None or draw.unreadable or state.cards_by_hand
    return draw.place == FACE_UP and (draw.unreadable or state.cards_by_hand)


def owed_now(state: TableState) -> bool:
    """Is the card that is due one that lies on the felt already, because its entry was taken back?"""
    return state.owed_by_hand > 0 and state.round is not None and state.round.due is not None


def place_named(place: str) -> HandId | Term:
    """Where a card goes, in a message: a hand by its name, another place by its code."""
    return HandId(place) if place[:1].isdigit() else Term("draw-place", place)


def comes_first(state: TableState) -> Message | None:
    """What has to be entered for the place that is due, before any card after it is spoken of."""
    r = state.round
    if r is None or r.due is None or r.irregularity is not None or r.ended_by is not None:
        return None
    if state.owed_by_hand:
        return Message("first-enter-card-again")
    draw = next((draw for draw in state.draws.values() if draw.dealt), None)
    if draw is not None and (draw.unreadable or state.cards_by_hand):
        return Message("first-enter-card-for", place=place_named(draw.place))
    if state.cards_by_hand and state.draw_at(NEXT) is not None:
        return Message("first-enter-next-card")
    return None


def out_of_play(draw: Draw, face: str, why: str, who: str | None = None) -> Draft:
    """A card that left the shoe and belongs to no round: to the discards, and counted."""
    return Draft.of(CardBurned(card=card(face), why=DrawOutOfPlay(draw=draw.number, detail=why)), who=who)


# --- a card that has been opened -----------------------------------------------------------------------------------


def opened(state: TableState, draw: Draw) -> list[Draft]:
    """The move that an opened card is; nothing while an irregularity keeps it waiting."""
    if draw.card is None:
        return []
    if state.round is None:
        return [out_of_play(draw, draw.card, "it left the shoe between rounds")]
    if state.round.irregularity is not None or state.round.ended_by is not None:
        return []
    try:
        return move_drafts(state, [_move_of(state.round, draw, draw.card)], None)
    except Refused as refused:
        return _impossible(state.round, state, draw, refused.refusal)


def _move_of(r: Round, draw: Draw, text: str) -> moves.Move:
    face = card(text)
    if draw.place == HOLE:
        return moves.HoleCardShown(card=face)
    if draw.place.startswith(DOWN):
        return moves.DoubleCardTurned(hand=HandId(draw.place.removeprefix(DOWN)), card=face)
    if draw.place == FACE_UP:
        return moves.IrregularityCalled(code="card-face-up-in-shoe", card=face)
    if draw.place == UNEXPLAINED:
        return moves.IrregularityCalled(code=seen_code(r), card=face)
    return moves.DRAWN[face]


def seen_code(r: Round) -> str:
    """What it is when a card that came out of order was seen."""
    if r.due is HOLE_CARD:
        return "hole-card-exposed"
    done = r.phase is phases.TURN or r.phase is phases.COMPLETE
    return "dealer-drew-too-many" if done else "card-exposed"


def _impossible(r: Round, state: TableState, draw: Draw, refusal: Refusal) -> list[Draft]:
    """Beyond the copies of the decks it is an irregularity; anything else is told, burned and counted."""
    face = card(draw.card or "??")
    call = moves.IrregularityCalled(code="card-impossible", card=face)
    if r.shoe.is_impossible(face) and why_not(r, call) is None:
        return move_drafts(state, [call], None)
    alarm = Message("alarm-card-not-placed", card=face, why=refusal.message)
    if refusal.clause is not None:
        alarm = Message("alarm-card-not-placed-by", card=face, why=refusal.message, clause=refusal.clause)
    raised = alarm_draft(alarm, device="shoe", draw=draw.number)
    return [raised, out_of_play(draw, face.text, "it could not be placed")]


def doubled_and_due(r: Round | None) -> Hand | None:
    """The hand whose double card comes next, where the rules let it lie face down."""
    if r is None or r.irregularity is not None or not r.rules.double_face_down:
        return None
    return r.due if isinstance(r.due, Hand) and r.due.doubled else None


def sealed_draw(state: TableState, hand: str) -> Draw | None:
    """The card face down at this hand that a shoe can open; None: it is entered by hand."""
    draw = state.draw_at(f"{DOWN}{hand}")
    return None if draw is None or draw.unreadable or state.cards_by_hand else draw
