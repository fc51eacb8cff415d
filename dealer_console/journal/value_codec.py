"""Values as plain data and back, by their types: what snapshots are written with.

| type | plain data |
|---|---|
| a dataclass | an object with its fields; with `@stored_as_row` a list of them, in their order |
| a class of `entries` | the fields of the entry |
| a named tuple, a tuple, a set | a list; a set is sorted |
| a mapping with text for keys | an object |
| an enum or another kind of text | its text |
| a wager, a move, a card | its notation |
| the count of a shoe | an object |

A reader is made once for each type. What does not fit raises `ValueError`, `TypeError` or `KeyError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from dealer_console.game import moves
from dealer_console.game.cards import Card, card
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import parse_bet, write_bet
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import encode, read
from dealer_console.journal.entries.declaration import EntryData

_T = TypeVar("_T")
_Write = Callable[[Any], Json]
_Read = Callable[[Any], Any]

_ROWS: Final[set[type]] = set()


def _write_shoe(shoe: ShoeCount) -> Json:
    allowed: dict[str, Json] = {face.text: count for face, count in shoe.allowed.items()}
    stored: dict[str, Json] = {"decks": shoe.decks, "copies": [*shoe.copies], "out": shoe.out, "allowed": allowed}
    return {**stored, "face_up": shoe.face_up} if shoe.face_up else stored


def _read_shoe(stored: Mapping[str, Any]) -> ShoeCount:
    shoe = ShoeCount(stored["decks"])
    shoe.copies, shoe.out, shoe.face_up = [*stored["copies"]], stored["out"], stored.get("face_up", 0)
    shoe.allowed = {card(text): count for text, count in stored["allowed"].items()}
    return shoe


_NOTATIONS: Final[dict[object, tuple[_Write, _Read]]] = {
    Bet: (write_bet, parse_bet),
    moves.Move: (write_move, parse_move),
    Card: (str, card),
    ShoeCount: (_write_shoe, _read_shoe),
}


def stored_as_row(cls: type[_T]) -> type[_T]:
    """A dataclass of few fields, of which there are many values: stored as a list of the fields."""
    _ROWS.add(cls)
    return cls


def to_plain(kind: Any, value: Any) -> Json:
    """The value as plain data; `kind` is its declared type."""
    return _writer(kind)(value)


def from_plain(kind: type[_T], data: Json) -> _T:
    """The value that `to_plain` wrote."""
    return cast(_T, _reader(cast(Any, kind))(data))


# --- writing -------------------------------------------------------------------------------------------------------


@cache
def _writer(kind: Any) -> _Write:
    kind = _plain_kind(kind)
    if kind in _NOTATIONS:
        return _NOTATIONS[kind][0]
    if isinstance(kind, type) and not get_origin(kind):
        return _class_writer(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if _may_be_none(kind):
        write = _writer(_beside_none(kind))
        return lambda value: None if value is None else write(value)
    if origin is frozenset:
        return sorted
    if origin is tuple:
        return _tuple_writer(inner)
    if origin in (dict, Mapping):
        item = _writer(inner[1])
        return lambda value: {key: item(part) for key, part in value.items()}
    return _as_it_is


def _class_writer(kind: type) -> _Write:
    if issubclass(kind, EntryData):
        return lambda value: encode(value).data
    if issubclass(kind, str):
        return str
    parts = [(name, _writer(hint)) for name, hint in _parts(kind)]
    if not parts:
        return _as_it_is
    if _is_row(kind):
        return lambda value: [write(getattr(value, name)) for name, write in parts]
    return lambda value: {name: write(getattr(value, name)) for name, write in parts}


def _tuple_writer(inner: tuple[Any, ...]) -> _Write:
    if inner[-1] is Ellipsis:
        item = _writer(inner[0])
        return lambda value: [item(part) for part in value]
    items = [_writer(part) for part in inner]
    return lambda value: [item(part) for item, part in zip(items, value, strict=True)]


# --- reading -------------------------------------------------------------------------------------------------------


@cache
def _reader(kind: Any) -> _Read:
    kind = _plain_kind(kind)
    if kind in _NOTATIONS:
        return _NOTATIONS[kind][1]
    if isinstance(kind, type) and not get_origin(kind):
        return _class_reader(kind)
    origin, inner = get_origin(kind), get_args(kind)
    if _may_be_none(kind):
        item = _reader(_beside_none(kind))
        return lambda data: None if data is None else item(data)
    if origin is frozenset:
        return frozenset
    if origin is tuple:
        return _tuple_reader(inner)
    if origin in (dict, Mapping):
        item = _reader(inner[1])
        return lambda data: {key: item(part) for key, part in data.items()}
    return _as_it_is


def _class_reader(kind: type) -> _Read:
    if issubclass(kind, EntryData):
        return lambda data: read(kind, data)
    if issubclass(kind, str) and kind is not str:
        return kind
    parts = [(name, _reader(hint)) for name, hint in _parts(kind)]
    if not parts:
        return _as_it_is
    if _is_row(kind):
        return lambda data: kind(**{name: item(part) for (name, item), part in zip(parts, data, strict=True)})
    return lambda data: kind(**{name: item(data[name]) for name, item in parts})


def _tuple_reader(inner: tuple[Any, ...]) -> _Read:
    if inner[-1] is Ellipsis:
        item = _reader(inner[0])
        return lambda data: tuple(item(part) for part in data)
    items = [_reader(part) for part in inner]
    return lambda data: tuple(item(part) for item, part in zip(items, data, strict=True))


# --- types ---------------------------------------------------------------------------------------------------------


def _parts(kind: type) -> list[tuple[str, Any]]:
    """The fields with their types; none for a plain class."""
    names = [item.name for item in fields(kind)] if is_dataclass(kind) else list(getattr(kind, "_fields", ()))
    hints = get_type_hints(kind, localns={"Json": Any}) if names else {}
    return [(name, hints[name]) for name in names]


def _is_row(kind: type) -> bool:
    return kind in _ROWS or not is_dataclass(kind)


def _plain_kind(kind: Any) -> Any:
    """Without its own name, where it has one (`Cents` is a whole number)."""
    return getattr(kind, "__supertype__", kind)


def _may_be_none(kind: Any) -> bool:
    return get_origin(kind) in (UnionType, Union) and NoneType in get_args(kind)


def _beside_none(kind: Any) -> Any:
    rest = [part for part in get_args(kind) if part is not NoneType]
    return rest[0] if len(rest) == 1 else Any


def _as_it_is(value: Any) -> Any:
    return value
