"""What a request is about, exactly, in the words of the screen: for the console, and for the supervisor's window."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.game.cards import card
from dealer_console.game.errors import Bug
from dealer_console.game.round_files.notation import parse_move
from dealer_console.journal.canonical import Json
from dealer_console.journal.settlements import SettledWager
from dealer_console.messages import Words
from dealer_console.messages.move_words import move_words
from dealer_console.screens.parts.settlement_lines import amount_words, what_words
from dealer_console.table.shift.chips import chips_from_data


def subject_words(words: Words, subject: Mapping[str, Json], paid: SettledWager | None = None) -> list[str]:
    """A move as it is told, chips with their sum, fields by their names; nothing for what has no words.

    `paid` is the settlement whose correction is asked, where it is known.
    """
    if "move" in subject:
        return [move_words(words, parse_move(str(subject["move"])))]
    if "call" in subject:
        return _late_call(words, subject)
    moved = f"asked-{subject.get('touch')}"
    if words.has(moved):
        return [words(moved, value=_value_words(words, "device", subject["device"]))]
    if paid is not None:
        return _correction(words, subject, paid)
    return [
        words(f"asked-{name}", value=_value_words(words, name, value))
        for name, value in subject.items()
        if words.has(f"asked-{name}") and value not in (None, "", {})
    ]


def _late_call(words: Words, subject: Mapping[str, Json]) -> list[str]:
    rulings = subject.get("rulings")
    moves = [subject.get("call"), *(rulings if isinstance(rulings, list) else [])]
    unasked = [words("late-not_asked")] if subject.get("not_asked") is True else []
    return [*(move_words(words, parse_move(str(text))) for text in moves), *unasked]


def _correction(words: Words, subject: Mapping[str, Json], paid: SettledWager) -> list[str]:
    cents = _cents(subject["cents"])
    text = words(
        "asked-pays_more" if cents > 0 else "asked-takes_back",
        what=what_words(words, paid),
        amount=amount_words(words, paid),
        value=words.money(abs(cents)),
    )
    return [text, words("asked-reason", value=str(subject["reason"]))]


def _value_words(words: Words, name: str, value: Json) -> str:
    if isinstance(value, dict) and name in ("tray", "chips", "held"):
        held = chips_from_data(value)
        return f"{words.money(held.cents)} ({held.words})"
    if name == "card":
        return words.card(card(str(value)))
    if name == "device":
        return words(f"device-{value}")
    if name == "cents":
        return words.money(_cents(value))
    return str(value)


def _cents(value: Json) -> int:
    if not isinstance(value, int):
        raise Bug(f"{value!r} is no amount in cents")
    return value
