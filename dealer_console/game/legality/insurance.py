"""Insurance and even money."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.legality.lookup import card_first, hand_of
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
