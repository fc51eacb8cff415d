"""Errors that say what is wrong as a message: put into words where a person reads them."""

from __future__ import annotations

from dealer_console.game.message import Message
from dealer_console.messages.words import recorded


class MessageError(Exception):
    """`str` gives the words of the record, `Words.error` those of a language. A text stands as it is."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return recorded(self.message)
