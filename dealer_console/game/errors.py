"""Whose fault is it? Three families of errors, and their texts tell the person what to do next.

* `Refused`: a person asked for what the rules do not allow. Nothing has changed.
* `drivers` has its own `ProtocolError`: a device broke the protocol.
* `Bug`: the program contradicts itself. Nothing may be shown or paid from such a state.
"""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.message import Message


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something cannot be done now: what is to be said, and the clause it rests on."""

    message: Message
    clause: str | None = None

    @property
    def code(self) -> str:
        return self.message.code


class Refused(Exception):
    """The rules refuse a move, a wager or a choice; nothing has been changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class Unreadable(ValueError):
    """A text that cannot be what it should be, such as an amount or a move; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Bug(Exception):
    """The engine contradicts itself: stop, keep the journal, call us."""
