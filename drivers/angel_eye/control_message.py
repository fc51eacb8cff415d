"""What people say about the cards, as it stands in a line of the control stream: a new shoe, a round's end, a closing.

A table numbers its words by the entry of its journal from which they follow. The keeper stores the number of the word
that it obeyed last in one step with the effect: said again, after a crash on either side, it is only confirmed. A
table says a word until it is confirmed, and the next one only then, so the last number is all that must be known.
A word without a number is one of a technician at the bench: it is obeyed each time, and it is about every card so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivers.angel_eye.state import KeeperState
from drivers.errors import ImpossibleRequestError

_LONGEST_NAME = 64
_MOST_SEALED = 512


@dataclass(frozen=True, kw_only=True, slots=True)
class ControlMessage:
    """`last_draw` and `last_question` belong to the old shoe, with everything before them, except what is `sealed`."""

    journal: str
    entry: int
    last_draw: int
    last_question: int
    sealed: frozenset[int] = frozenset()

    def known_to(self, kept: KeeperState) -> bool:
        return self.entry > 0 and (self.journal, self.entry) == (kept.told_journal, kept.told_entry)


def control_message_from(asked: dict[str, Any], kept: KeeperState) -> ControlMessage:
    """The word of one line. Raises `ImpossibleRequestError` where a number or name is none."""
    last_draw, last_question = kept.last_draw, kept.next_question - 1
    if "entry" not in asked:
        return ControlMessage(journal="", entry=0, last_draw=last_draw, last_question=last_question)
    journal = asked.get("journal")
    if not isinstance(journal, str) or not 0 < len(journal) <= _LONGEST_NAME:
        raise ImpossibleRequestError('"journal" must name the journal that "entry" stands in')
    return ControlMessage(
        journal=journal,
        entry=_number("entry", asked["entry"], least=1),
        last_draw=_number("last_draw", asked.get("last_draw", last_draw)),
        last_question=_number("last_question", asked.get("last_question", last_question)),
        sealed=_draws(asked.get("sealed", [])),
    )


def _number(name: str, value: object, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ImpossibleRequestError(f'"{name}" must be a whole number from {least}')
    return value


def _draws(value: object) -> frozenset[int]:
    if not isinstance(value, list) or len(value) > _MOST_SEALED:
        raise ImpossibleRequestError(f'"sealed" must be a list of at most {_MOST_SEALED} draws')
    return frozenset(_number("sealed", item, least=1) for item in value)
