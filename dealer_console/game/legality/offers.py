"""What a spot is offered and may take or leave: insurance, even money, the switch.

The switch is offered once to the spot in turn, and taken back while nothing has followed from it.
"""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, SpotLayout
from dealer_console.game.legality.lookup import card_first, hand_of, spot_of
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents, half_down
from dealer_console.game.state import Round


def why_not_insure(r: Round, move: moves.Insured) -> Refusal | None:
    hand = hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    if r.due is not None:
        return card_first(r)
    clauses = r.rules.clauses
    base = hand.base_wager(move.bettor)
    if base is None or base.settled:
        if base is not None:
            return Refusal(Message("nothing-to-insure-hand-over", hand=move.hand), clauses["even_money"])
        return Refusal(Message("nothing-to-insure-no-wager", hand=move.hand, bettor=move.bettor), clauses["insurance"])
    if any(w.hand_name == move.hand and w.bettor == move.bettor for w in r.insurance):
        return Refusal(Message("insured-already", hand=move.hand), clauses["insurance_once"])
    if move.amount <= 0:
        return Refusal(Message("insurance-wager-more-than-0"), clauses["insurance_limit"])
    limit = insurance_limit(r, base.stake)
    if move.amount > limit:
        return Refusal(
            Message("insurance-above-half", hand=move.hand, limit=Amount(limit), wager=Amount(base.stake)),
            clauses["insurance_limit"],
        )
    return None


def insurance_limit(r: Round, stake: Cents) -> Cents:
    """Half of the wager; where the rules allow it and half cannot be made in chips, up to the next chip unit."""
    unit = r.table.chip_unit
    if r.rules.insurance_limit == "half-or-next-chip" and stake % (2 * unit):
        return Cents((stake // (2 * unit) + 1) * unit)
    return half_down(stake)


def why_not_even_money(r: Round, move: moves.EvenMoneyTaken) -> Refusal | None:
    hand = hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    clause = r.rules.cite("even_money")
    if r.due is not None:
        return card_first(r)
    if not r.rules.even_money:
        return Refusal(Message("no-even-money", rules=r.rules.name), clause)
    if not hand.natural:
        return Refusal(Message("even-money-needs-blackjack", hand=hand.id), clause)
    if hand.removed:
        return Refusal(Message("hand-over", hand=hand.id), clause)
    if any(wager.hand_name == hand.id for wager in r.insurance):
        return Refusal(Message("insured-no-even-money", hand=hand.id), clause)
    return None


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
    dead_hand = next((hand for hand in spot.hands if hand.dead), None)
    if r.switch_closed:
        return Refusal(Message("switches-closed"), r.rules.cite("check"))
    if dead_hand is not None:
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
