"""Whose fault is it? Three families of errors, and their texts tell the person what to do next.

* `Refused`: a person asked for what the rules do not allow. Nothing has changed.
* `drivers` has its own `ProtocolError`: a device broke the protocol.
* `Bug`: the program contradicts itself. Nothing may be shown or paid from such a state.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done now: the reason in plain words, and the clause it rests on."""

    reason: str
    clause: str | None = None

    def __str__(self) -> str:
        return f"{self.reason} [{self.clause}]" if self.clause else self.reason


class Refused(Exception):
    """The rules refuse a move, a wager or a choice; nothing has been changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class Bug(Exception):
    """The engine contradicts itself: stop, keep the journal, call us."""
