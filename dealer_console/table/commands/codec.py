"""A command as plain data and back: what a request is about, exactly, and what its approval then does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Any, Final, get_args, get_type_hints

from dealer_console.game.cards import Card, card
from dealer_console.game.moves import Move
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import parse_bet, write_bet
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.approvals.request import Request
from dealer_console.table.commands.command import Command, command_named
from dealer_console.table.shift.chips import Chips, chips_from_data

UNSAID: Final = ("who",)  # who asks stands beside the subject
_NAME: Final = "touch"  # the key of the command's name, as journals have it
_PLAIN: Final[dict[Any, Callable[[Any], bool]]] = {
    str: lambda value: isinstance(value, str),
    str | None: lambda value: isinstance(value, str),
    tuple[int, ...]: lambda value: isinstance(value, tuple) and all(type(member) is int for member in value),
}
"""An order of a desk says what somebody signed, and that need not be what a program of ours wrote."""


def command_data(command: Command) -> dict[str, Json]:
    """Everything that the command would do; its name is that of the class without a path."""
    data: dict[str, Json] = {_NAME: type(command).__name__}
    for field in fields(command):
        if field.name not in UNSAID:
            data[field.name] = _plain(getattr(command, field.name))
    return data


def _plain(value: Any) -> Json:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Chips):
        return {**value.data()}
    if isinstance(value, Bet):
        return write_bet(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(member) for key, member in value.items()}
    if isinstance(value, tuple):
        return [_plain(member) for member in value]
    if isinstance(value, StrEnum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    return {**asdict(value)} if isinstance(value, RulingSignature) else write_move(value)


def command_of(data: Mapping[str, Json], who: str) -> Command:
    """The command that `command_data` wrote down, as a command of this person."""
    kind = command_named(str(data.get(_NAME)))
    hints = get_type_hints(kind)
    known = {field.name: hints[field.name] for field in fields(kind) if field.name in data}
    return kind(who=who, **{name: _value(hint, data[name]) for name, hint in known.items()})


def _value(hint: Any, value: Any) -> Any:
    if hint == Move:
        return parse_move(str(value))
    if value is None and type(None) in get_args(hint):
        return None
    if hint is Card or hint == Card | None:
        return card(str(value))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    if hint is Chips:
        return chips_from_data(value)
    if hint is RulingSignature:
        return RulingSignature(**value)
    if hint == tuple[Move, ...]:
        return tuple(parse_move(str(text)) for text in value)
    if hint == tuple[Bet, ...]:
        return tuple(parse_bet(str(text)) for text in value)
    plain = tuple(value) if isinstance(value, list) else value
    if plain is None or (hint in _PLAIN and not _PLAIN[hint](plain)):
        raise TypeError(f"{value!r} is not {hint}")
    return plain


def overtaken(request: Request, felt: str) -> bool:
    """Has the felt changed under a request that is about exactly this felt? Then it is asked for again."""
    return command_named(str(request.subject.get(_NAME))).about_the_felt and request.subject.get("felt") != felt


# --- for people ----------------------------------------------------------------------------------------------------
