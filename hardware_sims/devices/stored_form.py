"""What a device keeps, as plain values for JSON and back. A file builds nothing but what the types ask for."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from hardware_sims.errors import SetupError

_PLAIN: Final = (int, bool, str, NoneType)


def to_plain(value: Any) -> Any:
    """Bytes become digits, a dictionary its pairs, an object its fields."""
    if type(value) in _PLAIN:
        return value
    if type(value) is bytes:
        return value.hex()
    if type(value) is dict:
        return [[to_plain(key), to_plain(kept)] for key, kept in value.items()]
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    return [to_plain(kept) for kept in value]


def from_plain(hint: Any, plain: Any) -> Any:
    """A value of the type `hint`; SetupError when `plain` is none."""
    if isinstance(hint, UnionType):
        return None if plain is None else from_plain(get_args(hint)[0], plain)
    if hint in _PLAIN and type(plain) is hint:
        return plain
    if hint is bytes and type(plain) is str:
        return _bytes(plain)
    kind, of = get_origin(hint), get_args(hint)
    if kind in (list, deque) and type(plain) is list:
        return kind(from_plain(of[0], kept) for kept in plain)
    if kind is dict and type(plain) is list and all(type(pair) is list and len(pair) == 2 for pair in plain):
        return {from_plain(of[0], key): from_plain(of[1], kept) for key, kept in plain}
    if is_dataclass(hint) and type(plain) is dict:
        return hint(**fields_from_plain(get_type_hints(hint), plain))  # type: ignore[operator]
    raise SetupError("this is not what a device keeps")


def fields_from_plain(hints: Mapping[str, Any], plain: Any) -> dict[str, Any]:
    """Exactly these fields, each of its type."""
    if type(plain) is not dict or plain.keys() != hints.keys():
        raise SetupError("this is not what a device keeps")
    return {name: from_plain(hint, plain[name]) for name, hint in hints.items()}


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise SetupError("this is not what a device keeps") from None
