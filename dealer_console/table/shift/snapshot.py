"""A shift as plain data and back, so that a table with a long journal opens quickly. Never a proof of anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from dealer_console.game.errors import Bug
from dealer_console.journal.canonical import Json
from dealer_console.table.shift.state import Shift

FORM: Final = 3  # raise it when a field changes its meaning; an older snapshot is then folded anew


def shift_data(shift: Shift) -> dict[str, Json]:
    return {"form": FORM, "shift": _plain(shift)}


def shift_from_data(data: Mapping[str, Json]) -> Shift | None:
    """None for a snapshot of another form: fold the journal instead. Raises `Bug` when it does not fit its own form."""
    if data.get("form") != FORM:
        return None
    try:
        shift: Shift = _value(Shift, data["shift"])
    except (KeyError, TypeError, ValueError) as error:
        raise Bug(f"the snapshot of the shift does not fit: {error}") from None
    return shift


def _plain(value: Any) -> Json:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    plain: Json = str(value) if isinstance(value, StrEnum) else value
    return plain


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _value(kind: Any, data: Any) -> Any:
    """The value of this type that `_plain` wrote down."""
    if is_dataclass(kind) and isinstance(kind, type):
        known = _hints(kind)
        return kind(**{name: _value(hint, data[name]) for name, hint in known.items()})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType and NoneType in inner:
        return None if data is None else _value(inner[0], data)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return tuple(_value(inner[0], each) for each in data)
        return tuple(_value(each, part) for each, part in zip(inner, data, strict=True))
    if origin is not None and isinstance(data, dict):
        return {key: _value(inner[1], each) if is_dataclass(inner[1]) else each for key, each in data.items()}
    return kind(data) if isinstance(kind, type) and issubclass(kind, StrEnum) else data
