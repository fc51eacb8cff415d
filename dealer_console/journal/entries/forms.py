"""How one field of an entry is stored: what may stand there, and how it is read and written.

A class of `declaration` names the form of a field by its annotation: `Ordinal`, `Money`, `tuple` of bets and so on.
Plain `str`, `int`, `bool`, literals and enums need none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, get_args, get_origin

from dealer_console.game.cards import BY_TEXT, Card
from dealer_console.game.money import Cents, show
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import parse_bet, write_bet
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json

Check = Callable[[object], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """`read` and `write` are None where the value is stored as it is. `read` also says whether both agree."""

    check: Check
    read: Callable[[Any], tuple[Any, bool]] | None = None
    write: Callable[[Any], Json] | None = None


def form(check: Check, read: Callable[[Any], Any], write: Callable[[Any], Json]) -> Form:
    """A form in which each value is stored in one way only."""
    return Form(check=check, read=lambda stored: (read(stored), True), write=write)


def _loose_form(check: Check, read: Callable[[Any], Any], write: Callable[[Any], Json], *, kept: int = 0) -> Form:
    """A form in which old entries may say the same in other words. `kept`: so many readings are remembered."""

    def both(stored: Any) -> tuple[Any, bool]:
        value = read(stored)
        return value, write(value) == stored

    return Form(check=check, read=lru_cache(maxsize=kept)(both) if kept else both, write=write)


@dataclass(frozen=True, slots=True)
class Named:
    """The stored name of a field, where it is another one than in the class."""

    name: str


# --- what may be stored --------------------------------------------------------------------------------------------


def text(value: object) -> bool:
    return isinstance(value, str)


def some_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def ordinal(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def truth(value: object) -> bool:
    return isinstance(value, bool)


def texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def numbers(value: object) -> bool:
    return isinstance(value, list) and all(number(item) for item in value)


def lists(value: object) -> bool:
    return isinstance(value, list)


def members(value: object) -> bool:
    return isinstance(value, dict)


def chip_counts(value: object) -> bool:
    return isinstance(value, dict) and all(worth.isdigit() and number(chips) for worth, chips in value.items())


def or_nothing(check: Check) -> Check:
    return lambda value: value is None or check(value)


def one_of(*words: str) -> Check:
    known = frozenset(words)
    return lambda value: isinstance(value, str) and value in known


def hexadecimal(digits: int) -> Check:
    pattern = re.compile(f"[0-9a-f]{{{digits}}}")
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


_MONEY: Final = re.compile(r"-?\d{1,15}\.\d\d")


def money(value: object) -> bool:
    """Dollars with two decimals, as `money.show` writes them."""
    return isinstance(value, str) and _MONEY.fullmatch(value) is not None


# --- how it is read ------------------------------------------------------------------------------------------------


def _cents(stored: str) -> Cents:
    return Cents(int(stored.replace(".", "")))


def _card(stored: str) -> Card:
    return BY_TEXT[stored]


def _each(read: Callable[[str], Any], write: Callable[[Any], str]) -> Form:
    """A row of texts that come again and again: each of them is read once."""

    @lru_cache(maxsize=4096)
    def both(stored: str) -> tuple[Any, bool]:
        value = read(stored)
        return value, write(value) == stored

    def row(stored: list[str]) -> tuple[Any, bool]:
        items = [both(item) for item in stored]
        return tuple(value for value, _ in items), all(same for _, same in items)

    return Form(check=texts, read=row, write=lambda values: [write(value) for value in values])


def _chips(stored: Mapping[str, int]) -> dict[Cents, int]:
    return {Cents(int(worth)): chips for worth, chips in stored.items()}


def _write_chips(chips: Mapping[Cents, int]) -> dict[str, Json]:
    return {str(worth): held for worth, held in chips.items()}


# --- the annotations -----------------------------------------------------------------------------------------------

SomeText = Annotated[str, Form(check=some_text)]
Count = Annotated[int, Form(check=count)]
Ordinal = Annotated[int, Form(check=ordinal)]
Hash = Annotated[str, Form(check=hexadecimal(64))]
LogId = Annotated[str, Form(check=hexadecimal(32))]
Money = Annotated[Cents, _loose_form(money, _cents, show, kept=4096)]
CentsField = Annotated[Cents, Form(check=number)]
CardField = Annotated[Card, form(some_text, _card, str)]
MoveField = Annotated[
    Move, _loose_form(some_text, parse_move, write_move, kept=4096)
]  # the same few come again and again
BetsField = Annotated[tuple[Bet, ...], _each(parse_bet, write_bet)]
MovesField = Annotated[tuple[Move, ...], _each(parse_move, write_move)]
CardsField = Annotated[tuple[Card, ...], _each(_card, str)]
Names = Annotated[tuple[str, ...], form(texts, tuple, list)]
Numbers = Annotated[tuple[int, ...], form(numbers, tuple, list)]
ChipCounts = Annotated[Mapping[Cents, int], form(chip_counts, _chips, _write_chips)]
Lists = Annotated[tuple[Json, ...], form(lists, tuple, list)]
Members = Annotated[Mapping[str, Json], form(members, dict, dict)]

_PLAIN: Final[Mapping[object, Form]] = {
    str: Form(check=text),
    int: Form(check=number),
    bool: Form(check=truth),
}


def form_of(annotation: Any) -> Form:
    """The form of a field with this annotation; the part beside None."""
    for mark in getattr(annotation, "__metadata__", ()):
        if isinstance(mark, Form):
            return mark
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is Literal:
        return Form(check=one_of(*get_args(annotation)))
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return form(one_of(*annotation), annotation, str)
    return _PLAIN[annotation]
