"""A late call as an entry: what the pure function of the rules gives, by the entries of the journal.

The live table journals what this module gives; verification asks it again and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import DEALER_WAS_DONE, ruling_for
from dealer_console.game.irregularity.late_call import Amended, LateCall, amend
from dealer_console.game.message import Message
from dealer_console.game.moves import CardDrawn, HitAsked, IrregularityCalled, Move
from dealer_console.journal.entries.rounds import CardLaidElsewhere, LateCallMade
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.messages import recorded_refusal


def late_call_entry(
    dealt: DealtRound,
    *,
    place: int,
    call: IrregularityCalled,
    rulings: tuple[Move, ...],
    approved_by: str,
    not_asked: bool = False,
    why: str | None = None,
) -> tuple[LateCallMade, Amended] | Refusal:
    """`place` is the entry of the card at which it happened. With the entry: the amended round and what differs."""
    seqs = [standing.seq for standing in dealt.standing]
    if place not in seqs:
        return Refusal(Message("late-call-names-card"), dealt.table.rules.cite("irregularities"))
    if not_asked and seqs.index(place) - 1 not in strikable_hits(dealt.standing):
        clause = ruling_for(dealt.table.rules, call.code).clause
        return Refusal(Message("late-call-hit-was-asked"), clause)
    late = LateCall(place=seqs.index(place), call=call, rulings=rulings, by=approved_by, not_asked=not_asked)
    supposed, shoe = supposed_hits(dealt.standing), dealt.shoe_before
    amended = amend(dealt.table, dealt.bets, dealt.moves, late, supposed=supposed, shoe=shoe)
    if isinstance(amended, Refusal):
        return amended
    entry = LateCallMade(
        round=dealt.number,
        place=place,
        call=call,
        rulings=rulings,
        approved_by=approved_by,
        struck=tuple(seqs[struck.place] for struck in amended.struck),
        moved=tuple(CardLaidElsewhere(seqs[card.move], str(card.origin), str(card.target)) for card in amended.moved),
        loose=amended.loose,
        moves=amended.moves,
        entries=tuple(0 if origin is None else seqs[origin] for origin in amended.origins),
        not_asked=not_asked or None,
        why=why,
    )
    return entry, amended


def supposed_hits(standing: Sequence[StandingMove]) -> frozenset[int]:
    """The places of hits that nobody asked for on the glass: they were supposed from a card that left the shoe."""
    return frozenset(at for at, (_, move, who) in enumerate(standing) if isinstance(move, HitAsked) and who is None)


def strikable_hits(standing: Sequence[StandingMove]) -> frozenset[int]:
    """The hits of which a late call may say that the hand had not asked: the supposed ones, and those which people
    entered together with the card, because a card cannot be entered without one."""
    entered = {
        at
        for at, ((_, hit, _), (_, drawn, who)) in enumerate(pairwise(standing))
        if isinstance(hit, HitAsked) and isinstance(drawn, CardDrawn) and who is not None
    }
    return supposed_hits(standing) | entered


def names_unrecorded_card(entry: LateCallMade) -> bool:
    """Does the call name a card that no list had before: one too many, which nobody entered? Else it is the card of
    the place, whose own move no longer stands."""
    call = entry.call
    surplus = isinstance(call, IrregularityCalled) and call.code == DEALER_WAS_DONE and call.card is not None
    return surplus and entry.place in entry.entries


def why_not_late_call(dealt: DealtRound, entry: LateCallMade) -> Message | None:
    """None when the entry says exactly what the rules give; otherwise what is wrong with it."""
    if not isinstance(entry.call, IrregularityCalled):
        return Message("verify-calls-nothing")
    lawful = late_call_entry(
        dealt,
        place=entry.place,
        call=entry.call,
        rulings=entry.rulings,
        approved_by=entry.approved_by,
        not_asked=entry.not_asked is True,
        why=entry.why,
    )
    if isinstance(lawful, Refusal):
        return Message("verify-call-refused", why=recorded_refusal(lawful))
    return None if lawful[0] == entry else Message("verify-call-differs")
