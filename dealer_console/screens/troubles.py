"""Alarms about machines in plain words: the table records the words of the wire, people read what is wrong."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from dealer_console.game.catalogue import CATALOGUE

if TYPE_CHECKING:
    from dealer_console.messages import Words

_ABOUT: Final = re.compile(r"(?P<device>[a-z-]+): (?P<rest>.+)", re.DOTALL)
_TOLD: Final = re.compile(r"(?P<trouble>[\w-]+)\. (?:(?P<code>[a-z-]+): )?(?P<step>.+)", re.DOTALL)


def trouble(words: Words, told: str) -> str:
    """A fault, or why a machine is away or not trusted; one that has no words of its own stands as it is."""
    key = f"trouble-{told.lower()}"
    return words(key) if words.has(key) else told


def alarm_words(words: Words, alarm: str) -> str:
    said = words.of_table(alarm)
    about = _ABOUT.fullmatch(alarm)
    if about is None or not words.has(f"device-{about['device']}"):
        return said
    device = words(f"device-{about['device']}")
    return f"{device}: {_what(words, about['rest'], said.partition(': ')[2])}"


def _what(words: Words, rest: str, said: str) -> str:
    """What is wrong says more than the name of its irregularity, so that one is left out."""
    told = _TOLD.fullmatch(rest)
    if told is None:
        return said
    what = trouble(words, told["trouble"])
    if told["code"] in CATALOGUE:
        step = words.of_table(told["step"])
        return f"{what}. {step[:1].upper()}{step[1:]}"
    return f"{what}. {said.partition('. ')[2]}" if said.startswith(f"{told['trouble']}. ") else said
