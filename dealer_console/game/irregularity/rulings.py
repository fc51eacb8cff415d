"""The moves of an irregularity: it is called, ruled on, an exposed card is taken or refused, a spot leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.errors import Bug
from dealer_console.game.hand import Hand
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.irregularity.continuation import (
    SURPLUS,
    burn_loose_card,
    end_round,
    go_on,
    hit_with,
    still_to_deal,
)
from dealer_console.game.irregularity.irregularity_places import next_asked
from dealer_console.game.irregularity.ruling_choices import CHOICES, accept, card_of
from dealer_console.game.play import flow
from dealer_console.game.state import Round
from dealer_console.game.wagers import settlement


def rule(r: Round, move: moves.Ruled) -> None:
    irregularity = r.irregularity or r.missed
    if irregularity is None:
        raise Bug("no irregularity is open")
    r.joining = None
    if irregularity.code in SURPLUS and move.choice != "keep":
        burn_loose_card(r, irregularity)
    CHOICES[move.choice](r, irregularity)


def take_exposed_card(r: Round, move: moves.ExposedCardTaken) -> None:
    irregularity = r.irregularity
    if irregularity is None:
        raise Bug("no irregularity is open")
    card = card_of(irregularity)
    if irregularity.code == "card-face-up-in-shoe":
        accept(r, irregularity)
        return
    r.irregularity = None
    hand = r.hands[move.hand]
    if hand.stood:
        hand.stood = hand.over = False
        r.phase = phases.PLAY
    for first in irregularity.refused_by:
        if not first.over:
            first.waiting_card = True
            r.set_aside.append(first)
    if r.phase is phases.PLAY:
        r.turn = r.spots.index(hand.spot)
        hit_with(r, hand, card)
    else:
        flow.early_card(r, hand, card)


def refuse_exposed_card(r: Round, move: moves.ExposedCardRefused) -> None:
    hand = r.hands[move.hand]
    irregularity = r.irregularity
    if irregularity is None:
        hand.spot.no_more_cards = True
        hand.spot.ruled_by = catalogue.ruling_for(r.rules, "card-exposed").clause
        return
    irregularity.refused_by.append(hand)
    once_more = len(irregularity.refused_by) < 2
    irregularity.offered_to = next_asked(r, irregularity.refused_by) if once_more else None


def let_spot_out(r: Round, move: moves.SpotLeft) -> None:
    spot = r.spot(move.spot)
    if spot is None:
        raise Bug(f"no spot {move.spot}")
    spot.out = True
    code = r.irregularity.code if r.irregularity else "dealer-card-missed"
    settlement.return_spot(r, spot, catalogue.ruling_for(r.rules, code).clause)
    if r.irregularity is None:
        go_on(r)
        return
    rest = still_to_deal(r)
    if rest:
        r.deal[r.deal_at :] = rest
    if isinstance(r.due, Hand) and r.due.dead:
        r.due = rest[0] if rest else None


def spot_plays_on(_r: Round, _move: moves.SpotPlaysOn) -> None:
    """The player's answer is on record; nothing changes on the layout."""


def void(r: Round, _move: moves.RoundVoided) -> None:
    end_round(r, "void", r.rules.cite("void"))


HANDLERS: Final[dict[type, Callable[[Round, Any], None]]] = {
    moves.IrregularityCalled: irregularities.call,
    moves.Ruled: rule,
    moves.ExposedCardTaken: take_exposed_card,
    moves.ExposedCardRefused: refuse_exposed_card,
    moves.SpotLeft: let_spot_out,
    moves.SpotPlaysOn: spot_plays_on,
    moves.RoundVoided: void,
}
