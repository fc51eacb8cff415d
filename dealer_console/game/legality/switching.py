"""The switch: offered once to the spot in turn, taken back while nothing has followed from it."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, SpotLayout
from dealer_console.game.legality.lookup import card_first, spot_of
from dealer_console.game.state import Round


def _why_not_offer(r: Round, number: int, clause: str) -> SpotLayout | Refusal:
    """The switch is offered to the spot in turn, once."""
    spot = spot_of(r, number)
    if isinstance(spot, Refusal):
        return spot
    if not r.rules.is_switch:
        return Refusal("there is no switch in this game", clause)
    if not spot.offer_open:
        return _offer_is_over(r, spot)
    if r.due is not None:
        return card_first(r)
    if r.spot_in_turn is not spot:
        now = r.spot_in_turn.number if r.spot_in_turn else number
        return Refusal(f"spot {now} answers first", clause)
    return spot


def _offer_is_over(r: Round, spot: SpotLayout) -> Refusal:
    gone = next((hand for hand in spot.hands if hand.dead), None)
    if r.switch_closed:
        return Refusal("the check has closed the switches", r.rules.cite("check"))
    if gone is not None:
        return Refusal(f"spot {spot.number} has no switch: a hand of it is dead", spot.ruled_by)
    words = "has switched" if spot.switched else "has had its offer"
    return Refusal(f"spot {spot.number} {words}: the switch is no longer open", r.rules.cite("offer_passed"))


def why_not_switch(r: Round, move: moves.Switched) -> Refusal | None:
    spot = _why_not_offer(r, move.spot, r.rules.cite("switch"))
    if isinstance(spot, Refusal):
        known = r.spot(move.spot)
        if known is not None and known.switched and not r.switch_closed:
            return Refusal(f"spot {move.spot} has switched already", r.rules.cite("second_switch"))
        return spot
    if spot.offer == OFFER_KEEP_ONLY:
        return Refusal(
            f"spot {move.spot} took its switch back: there is no second one", r.rules.cite("switch_after_take_back")
        )
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
        return Refusal("a switch is final here", clause)
    if not spot.switched:
        return Refusal(f"spot {move.spot} has not switched", clause)
    if r.switch_closed:
        return Refusal("the check has closed the switches", r.rules.cite("check"))
    if r.dealer.hole_shown:
        return Refusal("the dealer's second card has been dealt", clause)
    refusal = _why_not_undo_hands(r, spot, clause)
    if refusal is None and isinstance(r.due, Hand) and r.due.spot is spot:
        return card_first(r)
    return refusal


def _why_not_undo_hands(r: Round, spot: SpotLayout, clause: str) -> Refusal | None:
    for hand in spot.hands:
        if hand.doubled and len(hand.cards) == 2:
            return Refusal(f"the double wager on {hand.id} is confirmed", r.rules.cite("wager_confirmed"))
        if hand.from_split or len(hand.cards) != 2 or hand.waiting_card:
            return Refusal(f"a card has been dealt to {hand.id} since the switch, or asked for", clause)
        if hand.surrendered:
            return Refusal(f"{hand.id} was surrendered", clause)
        if any(wager.settled for wager in hand.wagers) or hand.dead:
            return Refusal(f"a wager on {hand.id} has been settled", clause)
    return None
