"""The way back into the course of the round after an irregularity, or out of it: go on, end, burn, hit."""

from __future__ import annotations

from typing import Final

from dealer_console.game import phases
from dealer_console.game.cards import Card
from dealer_console.game.hand import Hand
from dealer_console.game.irregularity import catalogue
from dealer_console.game.play import flow, naturals
from dealer_console.game.state import BURN, DEALER, HOLE_CARD, Due, OpenIrregularity, Round
from dealer_console.game.wagers import settlement

SURPLUS: Final = frozenset({"hand-too-many-cards", "dealer-wrong-count"})  # they may name the card that is one too many


def go_on(r: Round) -> None:
    """The irregularity is over: find what the round waits for now."""
    r.irregularity = None
    if r.due is BURN and any(spot.left for spot in r.spots):
        return  # a burn after a reshuffle comes first, whatever was ruled meanwhile
    if r.phase is phases.OPEN or r.phase is phases.DEAL:
        _go_on_dealing(r)
    elif r.phase is phases.PLAY:
        if r.due is None or (isinstance(r.due, Hand) and r.due.dead):
            r.due = None
            flow.next_turn(r)
    elif r.phase is phases.SWITCHES:
        flow.next_offer(r)
    elif r.due is DEALER:
        r.due = None
        if r.phase is phases.SHOW:
            flow.players_are_done(r)
        else:
            flow.draw_on(r)


def still_to_deal(r: Round) -> list[Due]:
    if r.phase is not phases.OPEN and r.phase is not phases.DEAL:
        return []
    return [place for place in r.deal[r.deal_at :] if not (isinstance(place, Hand) and place.dead)]


def _go_on_dealing(r: Round) -> None:
    rest = r.deal[r.deal_at :] = still_to_deal(r)
    if not any(spot.left for spot in r.spots):
        r.close()
    elif rest:
        r.phase = phases.DEAL if r.deal_at or r.phase is phases.DEAL else r.phase
        flow.deal_on(r)
    else:
        r.due = None
        flow.deal_is_done(r)


def end_round(r: Round, how: str, clause: str) -> None:
    """A misdeal gives every wager back; a void leaves side bets that were decided, unless the table says otherwise."""
    if r.irregularity is not None and r.irregularity.code not in SURPLUS:
        burn_loose_card(r, r.irregularity)
    r.ended_by = how
    r.irregularity = None
    settlement.return_everything(r, clause, side_bets=how == "misdeal" or r.table.void_returns_side_bets)
    r.close()


def burn_loose_card(r: Round, irregularity: OpenIrregularity) -> None:
    """The card that an irregularity names has left the shoe: it is counted, and burned where nobody gets it."""
    in_place_of_hole_card = irregularity.code == "hole-card-exposed" and r.due is HOLE_CARD
    if irregularity.card is not None and (irregularity.code in catalogue.CARD_IS_OUT or in_place_of_hole_card):
        r.shoe.draw(irregularity.card)
        r.burned.append(irregularity.card)


def hit_with(r: Round, hand: Hand, card: Card) -> None:
    """The card counts as the hand's hit, or is the card that it was due anyway."""
    if r.phase is phases.PLAY and r.due is None:
        hand.acted = True
        if hand.spot.offer_open:
            naturals.pass_offer(r, hand.spot)
        r.hand = hand
    r.due = hand
    flow.card_arrives(r, card)
