"""The switch: offered once to the spot in turn, taken back while nothing has followed from it."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, SpotLayout
from dealer_console.game.legality.lookup import card_first, spot_of
from dealer_console.game.message import Message
from dealer_console.game.state import Round


def _why_not_offer(r: Round, number: int, clause: str) -> SpotLayout | Refusal:
    """The switch is offered to the spot in turn, once."""
    spot = spot_of(r, number)
    if isinstance(spot, Refusal):
        return spot
    if not r.rules.is_switch:
        return Refusal(Message("no-switch-in-game"), clause)
    if not spot.offer_open:
        return _offer_is_over(r, spot)
    if r.due is not None:
        return card_first(r)
    if r.spot_in_turn is not spot:
        now = r.spot_in_turn.number if r.spot_in_turn else number
        return Refusal(Message("spot-answers-first", spot=now), clause)
    return spot


def _offer_is_over(r: Round, spot: SpotLayout) -> Refusal:
    gone = next((hand for hand in spot.hands if hand.dead), None)
    if r.switch_closed:
        return Refusal(Message("switches-closed"), r.rules.cite("check"))
    if gone is not None:
        return Refusal(Message("no-switch-with-dead-hand", spot=spot.number), spot.ruled_by)
    code = "switched-switch-over" if spot.switched else "offered-switch-over"
    return Refusal(Message(code, spot=spot.number), r.rules.cite("offer_passed"))


def why_not_switch(r: Round, move: moves.Switched) -> Refusal | None:
    spot = _why_not_offer(r, move.spot, r.rules.cite("switch"))
    if isinstance(spot, Refusal):
        known = r.spot(move.spot)
        if known is not None and known.switched and not r.switch_closed:
            return Refusal(Message("spot-has-switched", spot=move.spot), r.rules.cite("second_switch"))
        return spot
    if spot.offer == OFFER_KEEP_ONLY:
        return Refusal(Message("no-second-switch", spot=move.spot), r.rules.cite("switch_after_take_back"))
    return None


def why_not_decline(r: Round, move: moves.SwitchDeclined) -> Refusal | None:
    spot = _why_not_offer(r, move.spot, r.rules.cite("switch"))
    return spot if isinstance(spot, Refusal) else None


def why_not_take_back(r: Round, move: moves.SwitchTakenBack) -> Refusal | None:
    clause = r.rules.cite("take_back")
    spot = spot_of(r, move.spot)
    if isinstance(spot, Refusal):
        return spot
    if not r.rules.take_back_switch:
        return Refusal(Message("switch-final"), clause)
    if not spot.switched:
        return Refusal(Message("spot-has-not-switched", spot=move.spot), clause)
    if r.switch_closed:
        return Refusal(Message("switches-closed"), r.rules.cite("check"))
    if r.dealer.hole_shown:
        return Refusal(Message("dealers-second-card-dealt"), clause)
    refusal = _why_not_undo_hands(r, spot, clause)
    if refusal is None and isinstance(r.due, Hand) and r.due.spot is spot:
        return card_first(r)
    return refusal


def _why_not_undo_hands(r: Round, spot: SpotLayout, clause: str) -> Refusal | None:
    for hand in spot.hands:
        if hand.doubled and len(hand.cards) == 2:
            return Refusal(Message("double-confirmed", hand=hand.id), r.rules.cite("wager_confirmed"))
        if hand.from_split or len(hand.cards) != 2 or hand.waiting_card:
            return Refusal(Message("card-dealt-since-switch", hand=hand.id), clause)
        if hand.surrendered:
            return Refusal(Message("hand-surrendered", hand=hand.id), clause)
        if any(wager.settled for wager in hand.wagers) or hand.dead:
            return Refusal(Message("wager-settled", hand=hand.id), clause)
    return None
