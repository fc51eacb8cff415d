"""Alarms and faults of devices in words: the table records the words of the wire, people read what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from dealer_console.game.message import Message
from dealer_console.messages import Words

_NEXT_SENTENCE: Final = re.compile(r"(?<=\. )[a-zá-ú]")


def fault_words(words: Words, text: str) -> str:
    """A fault, or why a device is away or not trusted; one that has no words of its own stands as it is."""
    key = f"trouble-{text.lower()}"
    return words(key) if words.has(key) else text


def alarm_words(words: Words, messages: Mapping[str, Message], alarm: str) -> str:
    """An alarm of a journal from before there were messages stands as it was written."""
    message = messages.get(alarm)
    if message is None:
        return alarm
    return _NEXT_SENTENCE.sub(lambda letter: letter[0].upper(), words.sentence(words(message)))
