"""What every command of the shift asks first, and how a refusal stops a draft."""

from __future__ import annotations

from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.table.shift.state import Acting, Shift, Stage

Why = Refusal | None


def require(why: Why) -> None:
    """A draft is written only for what is not refused."""
    if why is not None:
        raise Refused(why)


def not_open(shift: Shift) -> Why:
    if shift.stage is not Stage.OPEN:
        return Refusal(Message("table-not-open"))
    return None


def during_round(shift: Shift, what: Message, clause: str | None = None) -> Why:
    if shift.in_round:
        return Refusal(Message("only-between-rounds", what=what, number=shift.rounds.open or 0), clause)
    return None


def with_cards_in_round(shift: Shift, what: Message, clause: str | None = None) -> Why:
    """As `during_round`; but discards that go back into an empty shoe are shuffled inside the round (MA 15(g))."""
    return None if shift.cards.resumes is not None else during_round(shift, what, clause)


def not_supervised(by: Acting, what: Message, clause: str | None = None) -> Why:
    if not by.supervises:
        return Refusal(Message("for-a-supervisor", what=what), clause)
    return None


def same_person(first: str, second: str, what: Message) -> Why:
    if first == second:
        return Refusal(Message("takes-two-people", what=what, person=first))
    return None
