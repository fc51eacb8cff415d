"""JSON in exactly one form: what is hashed and signed.

Keys sorted, no spaces, UTF-8, nothing escaped but the quote, the backslash and the control characters; whole numbers
within ±(2⁵³−1), no floats; keys in ASCII. Within these limits it is RFC 8785, and any language can write it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from json import JSONEncoder, encoder
from typing import Any, Final

from dealer_console.journal.errors import BadDraft

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]

LARGEST_NUMBER: Final = 2**53 - 1
DEEPEST: Final = 20


def _writer() -> Callable[[object], str]:
    """What `JSONEncoder.encode` does; its encoder in C, where there is one, is made once and not for every value."""
    plain = JSONEncoder(
        sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False, check_circular=False
    )
    make: Any = getattr(encoder, "c_make_encoder", None)
    if make is None:
        return plain.encode
    chunks = make(None, plain.default, encoder.encode_basestring, None, ":", ",", True, False, False)
    return lambda value: "".join(chunks(value, 0))


_write: Final = _writer()


def canonical(value: Json) -> str:
    """The one text of this value. Check it with `why_not_json` before, when it comes from elsewhere."""
    return _write(value)


@lru_cache(maxsize=5000)
def quoted(name: str | None) -> str:
    """`canonical` of a name: the same few come again and again."""
    return _write(name)


def canonical_object(data: Mapping[str, Json]) -> str:
    """Checked and written. Raises `BadDraft` with the place of what cannot be kept."""
    members = data if type(data) is dict else dict(data)
    fault = _why_not_members(members, "data", 0)
    if fault is not None:
        raise BadDraft(fault)
    return _write(members)


def why_not_json(value: object, place: str = "data", depth: int = 0) -> str | None:
    """None, or where the value holds something that a journal cannot keep exactly."""
    if isinstance(value, str):
        return _why_not_text(value, place)
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int):
        if -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            return None
        return f"{place}: {value} is larger than 2^53-1; write it as text"
    if depth > DEEPEST:
        return f"{place}: nested too deeply"
    if isinstance(value, list):
        return _why_not_items(value, place, depth)
    if isinstance(value, dict):
        return _why_not_members(value, place, depth)
    return f"{place}: {type(value).__name__} cannot be kept; use text, whole numbers, truth values, lists and objects"


def _why_not_text(text: str, place: str) -> str | None:
    if text.isascii():
        return None
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"{place}: the text holds half of a surrogate pair"
    return None


def _why_not_items(items: list[object], place: str, depth: int) -> str | None:
    for number, item in enumerate(items):
        if isinstance(item, str) and item.isascii():
            continue
        fault = why_not_json(item, f"{place}[{number}]", depth + 1)
        if fault is not None:
            return fault
    return None


def _why_not_members(members: dict[object, object], place: str, depth: int) -> str | None:
    for key, member in members.items():
        if not isinstance(key, str) or not key.isascii():
            return f"{place}: the key {key!r} is not ASCII text"
        if isinstance(member, str) and member.isascii():
            continue
        fault = why_not_json(member, f"{place}.{key}", depth + 1)
        if fault is not None:
            return fault
    return None
