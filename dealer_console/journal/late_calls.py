"""A late call as an entry: what the pure function of the rules gives, by the entries of the journal.

The live table journals what this module gives; verification asks it again and compares.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.late_call import Amended, LateCall, amend
from dealer_console.game.message import Message
from dealer_console.game.moves import HitAsked, IrregularityCalled, Move
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
