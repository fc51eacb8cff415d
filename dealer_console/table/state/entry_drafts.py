"""From something that shall happen to the drafts that record it: judged first, with all its settlements beside it.

An alarm is an entry with its English sentence, by which it is known and seen, and beside it the message it came from.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game import moves
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.journal import Draft
from dealer_console.journal.entries.notices import AlarmRaised
from dealer_console.journal.entries.rounds import MoveMade, MoveUndone, RoundOpened
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.settlements import drafts as settlement_drafts
from dealer_console.messages import recorded
from dealer_console.messages.message_codec import message_data, message_of
from dealer_console.table.state.table_state import TableState


def alarm_draft(
    message: Message,
    *,
    who: str | None = None,
    device: str | None = None,
    draw: int | None = None,
    picture: str | None = None,
    call: bool | None = None,
) -> Draft:
    """With the device, the draw or the picture that it is about; `call` when only a supervisor takes it away."""
    alarm = AlarmRaised(
        alarm=recorded(message), device=device, draw=draw, picture=picture, call=call, message=message_data(message)
    )
    return Draft.of(alarm, who=who)


def alarm_message(raised: AlarmRaised) -> Message | None:
    """Of a stored alarm; one that was written before there were messages has its sentence only."""
    return None if raised.message is None else message_of(raised.message)


def move_drafts(state: TableState, further: Sequence[Move], who: str | None) -> list[Draft]:
    """The moves one after the other, each with the settlements it causes. Raises `Refused`; nothing has changed."""
    return drafts_in(_open_round(state), further, who)


def drafts_in(dealt: DealtRound, further: Sequence[Move], who: str | None) -> list[Draft]:
    drafts: list[Draft] = []
    before = dealt.felt
    for move, after in zip(further, dealt.after(further), strict=True):
        drafts.append(Draft.of(MoveMade(move=move), who=who))
        drafts += settlement_drafts(before.settlements, after.settlements, who)
        before = after
    return drafts


def _open_round(state: TableState) -> DealtRound:
    if state.open_round is None:
        raise Refused(Refusal(Message("no-round-is-open")))
    return state.open_round


def undo_drafts(state: TableState, why: str, who: str | None) -> list[Draft]:
    """The last standing move is taken back; it stays in the journal with its undoing. Not after the round was paid."""
    refusal = why_not_undo(state)
    if refusal is not None:
        raise Refused(refusal)
    dealt = _open_round(state)
    undo = Draft.of(MoveUndone(undoes=dealt.standing[-1].seq, why=why), who=who)
    return [undo, *settlement_drafts(dealt.felt.settlements, dealt.deal(dealt.standing[:-1]).settlements, who)]


def why_not_undo(state: TableState) -> Refusal | None:
    if state.round is None or not state.standing:
        return Refusal(Message("no-move-to-take-back"))
    last = state.standing[-1]
    if state.late is not None:
        return Refusal(Message("late-call-before-first"))
    if state.dealt is not None and last.seq in state.dealt.late_calls:
        return Refusal(Message("late-call-stands", move=last.move), state.round.rules.cite("void"))
    if isinstance(last.move, moves.Ruled | moves.RoundVoided | moves.ExposedCardTaken | moves.ExposedCardRefused):
        return Refusal(Message("ruling-stands", move=last.move), state.round.rules.cite("void"))
    if state.opening is not None:
        return Refusal(Message("card-being-opened-nothing-back"))
    if last.who is None:
        return Refusal(Message("came-from-device", move=last.move))
    return None


def opening_draft(state: TableState, who: str | None) -> Draft:
    """No more bets: the wagers lock when the first card leaves the shoe (MA 5(e), CB dealing 2)."""
    return Draft.of(RoundOpened(round=state.round_number + 1, bets=state.bets), who=who)
