"""A touch as plain data and back: what a request is about, exactly, and what its approval then does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final, get_type_hints

from dealer_console.game import moves
from dealer_console.game.bets import Bet
from dealer_console.game.cards import Card, card
from dealer_console.game.errors import Bug
from dealer_console.game.money import show
from dealer_console.game.moves import Move
from dealer_console.game.notation import parse_move, write_move
from dealer_console.game.round_file import parse_bet, write_bet
from dealer_console.journal.canonical import Json
from dealer_console.table import commands
from dealer_console.table.approvals.request import Request
from dealer_console.table.shift.chips import Chips, chips_from_data

UNSAID: Final = ("who", "approved_by", "asked_hash")  # who asks and who approves stand beside the subject
_RULINGS: Final = (moves.Ruled, moves.ExposedCardTaken, moves.ExposedCardRefused, moves.SpotLeft, moves.SpotPlaysOn)
NOT_YET: Final = "nobody-yet"  # in the place of the supervisor, in a move that waits for one


def touch_data(touch: commands.Command) -> dict[str, Json]:
    """Everything that the touch would do; its name is that of the class without a path."""
    data: dict[str, Json] = {"touch": type(touch).__name__}
    for each in fields(touch):
        if each.name not in UNSAID:
            data[each.name] = _plain(getattr(touch, each.name))
    return data


def _plain(value: Any) -> Json:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Chips):
        return {**value.data()}
    if isinstance(value, Bet):
        return write_bet(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    return write_move(value)


def touch_of(data: Mapping[str, Json], who: str) -> commands.Command:
    """The touch that `touch_data` wrote down, as a touch of this person."""
    kind = getattr(commands, str(data.get("touch")), None)
    if not isinstance(kind, type) or not issubclass(kind, commands.Command):
        raise Bug(f"{data.get('touch')!r} is no touch")
    hints = get_type_hints(kind)
    known = {each.name: hints[each.name] for each in fields(kind) if each.name in data}
    touch: commands.Command = kind(who=who, **{name: _value(hint, data[name]) for name, hint in known.items()})
    return touch


def _value(hint: Any, value: Any) -> Any:
    if hint == Move:
        return parse_move(str(value))
    if value is None:
        return None
    if hint is Card or hint == Card | None:
        return card(str(value))
    if hint is Chips:
        return chips_from_data(value)
    if hint == tuple[Bet, ...]:
        return tuple(parse_bet(str(text)) for text in value)
    return tuple(value) if isinstance(value, list) else value


def with_supervisor(move: Move, by: str | None) -> Move:
    """The move with this supervisor in it; None: with nobody, as it is asked for. Other moves stay as they are."""
    if isinstance(move, moves.RoundVoided):
        return replace(move, by=by or NOT_YET)
    if isinstance(move, _RULINGS):
        return replace(move, by=by)
    return move


# These are about exactly this felt: after one more move they are asked for anew.
_OF_THE_FELT: Final = frozenset({"Play", "TakeBack", "CorrectCard"})


def overtaken(request: Request, felt: str) -> bool:
    """Has the felt changed under a request that is about the felt?"""
    return request.subject.get("touch") in _OF_THE_FELT and request.subject.get("felt") != felt


def in_words(subject: Mapping[str, Json]) -> str:
    """The subject as a supervisor reads it: a move in its notation, anything else by its fields."""
    if "move" in subject:
        return str(subject["move"]).replace(f" by {NOT_YET}", "")
    said = [f"{name.replace('_', ' ')} {_said(value)}" for name, value in subject.items() if name not in _ASIDE]
    return ", ".join(part for part in said if not part.endswith(" "))


_ASIDE: Final = ("touch", "felt", "round", "as")


def _said(value: Json) -> str:
    if isinstance(value, dict) and value and all(key.isdigit() for key in value):
        held = chips_from_data(value)
        return f"{show(held.cents)} ({held.words})"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {each}" for key, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)
