"""A move out of its time: what comes first now, and the clause that says so."""

from __future__ import annotations

from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import total_message
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.legality.cards import why_not_face
from dealer_console.game.message import Message
from dealer_console.game.play import dealer_draw
from dealer_console.game.state import Round


def not_now(r: Round, move: moves.Move) -> Refusal | None:
    if isinstance(move, moves.CardDrawn):
        if r.hole_echo == len(r.moves) and move.card is UNSEEN:
            return None
        if r.surplus_for is not None and move.card is not UNSEEN:
            return why_not_face(r, move.card, r.surplus_for)
    if r.phase is phases.COMPLETE:
        return _after_the_end(r, move)
    if isinstance(move, moves.HoleCardChecked) and r.check == "without-reader":
        clause = catalogue.ruling_for(r.rules, "reader-fault").clause
        return Refusal(Message("round-goes-on-without-reader"), clause)
    waits = irregularities.awaited(r) if r.phase is phases.DISPUTE else r.phase.waits
    code = "no-card-due" if isinstance(move, moves.CardDrawn | moves.CardBurned) else "not-now"
    return Refusal(Message(code, waits=waits), r.rules.cite(_topic_now(r, move)))


def _after_the_end(r: Round, move: moves.Move) -> Refusal:
    if isinstance(move, moves.CardDrawn) and r.ended_by is None and r.dealer.hole_shown:
        if dealer_draw.must_draw(r):
            return Refusal(Message("no-needless-card"), r.rules.cite("no_needless_drawing"))
        clause = (
            r.rules.choices["soft_17"].clause
            if r.dealer.soft and r.dealer.total == 17
            else r.rules.cite("dealer_stands")
        )
        return Refusal(Message("dealer-stands-on", total=total_message(r.dealer)), clause)
    topic = "no_needless_drawing" if isinstance(move, moves.CardDrawn) and r.ended_by is None else "complete"
    return Refusal(Message("round-complete"), r.rules.cite(topic))


def _topic_now(r: Round, move: moves.Move) -> str:
    """The clause of what comes first now, or of the thing asked for when its time is over."""
    kind, phase = type(move), r.phase
    if phase is phases.INSURANCE:
        return "insurance_before_check" if kind is moves.HoleCardChecked else "insurance_time"
    if kind is moves.Insured or kind is moves.InsuranceClosed:
        return _topic_of_insurance(r)
    if kind is moves.HoleCardChecked:
        return "check" if r.table.hole_card_is_checked else "hole_card_dealt"
    if kind in _OWN_TOPIC:
        return _OWN_TOPIC[kind]
    if phase is phases.PLAY:
        return _topic_in_play(r)
    if phase is phases.SHOW:
        return "check" if r.check == "blackjack" else "dealer_card"
    return phase.topic


# These keep the clause of the thing asked for whenever they come too early or too late.
_OWN_TOPIC: Final[dict[type, str]] = {
    moves.EvenMoneyTaken: "even_money",
    moves.SwitchTakenBack: "take_back",
    moves.DoubleCardTurned: "turn",
}


def _topic_of_insurance(r: Round) -> str:
    up = r.up_card
    if up is None:
        return "insurance_time"
    if not up.is_ace:
        return "insurance"
    return "insurance_before_check" if r.check in ("clear", "blackjack") else "insurance_closed"


def _topic_in_play(r: Round) -> str:
    """Only the showing of the hole card is left to ask for: everything else has been answered before."""
    if r.hand is None and r.due is None:
        return "switch"
    return "dealer_card" if r.table.hole_card_comes_last else "hole_card_dealt"
