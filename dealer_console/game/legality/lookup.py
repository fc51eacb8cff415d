"""Finding the hand or spot that a move names, or the refusal when there is none; and the card that comes first."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, HandId, SpotLayout
from dealer_console.game.message import Message
from dealer_console.game.similar_names import did_you_mean
from dealer_console.game.state import Round


def hand_of(r: Round, name: HandId) -> Hand | Refusal:
    hand = r.hands.get(name)
    if hand is None:
        return Refusal(Message("no-such-hand", name=name, hint=did_you_mean(name, r.hands)), r.rules.cite("wagers"))
    return hand


def spot_of(r: Round, number: int) -> SpotLayout | Refusal:
    for spot in r.spots:
        if spot.number == number:
            return spot
    return Refusal(Message("spot-has-no-wager", spot=number), r.rules.cite("wagers"))


def card_first(r: Round) -> Refusal:
    due = r.due
    where = due.id if isinstance(due, Hand) else due.message if due else ""
    topic = "split_card" if isinstance(due, Hand) and due.from_split and len(due.cards) == 1 else "card_due"
    return Refusal(Message("card-due-first", place=where), r.rules.cite(topic))
