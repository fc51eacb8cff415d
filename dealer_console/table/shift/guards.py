"""What every command of the shift asks first, and how a refusal stops a draft."""

from __future__ import annotations

from dealer_console.game.errors import Refusal, Refused
from dealer_console.table.shift.state import Acting, Shift, Stage

Why = Refusal | None


def require(why: Why) -> None:
    """A draft is written only for what is not refused."""
    if why is not None:
        raise Refused(why)


def not_open(shift: Shift) -> Why:
    if shift.stage is not Stage.OPEN:
        return Refusal("the table is not open: open it first, with the tray counted")
    return None


def during_round(shift: Shift, what: str, clause: str | None = None) -> Why:
    if shift.in_round:
        return Refusal(f"{what} only between rounds: finish round {shift.rounds.open} first", clause)
    return None


def not_supervised(by: Acting, what: str, clause: str | None = None) -> Why:
    if not by.supervises:
        return Refusal(f"{what} is for a supervisor: ask one to the table", clause)
    return None


def same_person(one: str, other: str, what: str) -> Why:
    if one == other:
        return Refusal(f"{what} takes two people: {one} cannot do both parts")
    return None
