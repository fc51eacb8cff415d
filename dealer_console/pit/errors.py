"""What can go wrong in the review, by whose fault it is."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.messages import recorded_refusal


class PitRefused(Exception):
    """A person asked for what is not there or cannot be; the words say what to do. Nothing has changed."""

    def __init__(self, message: Message, clause: str | None = None) -> None:
        super().__init__(message)
        self.refusal = Refusal(message, clause)

    def __str__(self) -> str:
        """For records and commands; a window says it in its own language."""
        return recorded_refusal(self.refusal)


def require(refusal: Refusal | None) -> None:
    """Raises `PitRefused` with it."""
    if refusal is not None:
        raise PitRefused(refusal.message, refusal.clause)
