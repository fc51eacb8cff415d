"""Payloads of tablelink messages and events, field by field (A4, A6).

Field names follow the tables of A4 and A6, with four made unique: `of` is the fault of an event or the request a NAK
answers, `at` the state a fault came in, `card_flags` the flags of CARD_DRAWN, `result` the code of RESULT.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial
from typing import Any

from hardware_sims.wire.constants import (
    EVENT_LAYOUTS,
    EVENT_NAMES,
    EVENTS,
    LAYOUTS,
    MAX_PAYLOAD,
    MESSAGE_NAMES,
    MESSAGES,
    NAK_NAMES,
    NAKS,
    RESULT_NAMES,
    RESULTS,
)

Fields = dict[str, Any]


class PayloadError(ValueError):
    """The bytes are not what A4 and A6 say for this message."""


_EVENT_HEAD = "state:B flags:B fault:B left:B no:I t:I code:B"

REVEALED_CARD = "draw:I card:B nonce:16s"


class _Layout:
    """One compiled layout: struct codes, `t` for text filled up with 00, `v` for a dotted version."""

    def __init__(self, text: str) -> None:
        names_and_kinds = [field.split(":") for field in text.split()]
        self.names = [name for name, _ in names_and_kinds]
        self._texts = [(name, kind[-1]) for name, kind in names_and_kinds if kind[-1] in "tv"]
        codes = (kind.replace("t", "s").replace("v", "s") for _, kind in names_and_kinds)
        self._struct = struct.Struct("<" + "".join(codes))
        self.size = self._struct.size

    def pack(self, fields: Fields) -> bytes:
        try:
            if self._texts:
                fields = fields | {name: _to_wire(kind, fields[name]) for name, kind in self._texts}
            return self._struct.pack(*[fields[name] for name in self.names])
        except KeyError as error:
            raise PayloadError(f"field {error.args[0]!r} is missing, known are {' '.join(self.names)}") from None

    def unpack(self, data: bytes) -> Fields:
        fields = dict(zip(self.names, self._struct.unpack(data), strict=False))
        for name, kind in self._texts:
            fields[name] = _from_wire(kind, fields[name])
        return fields


def _to_wire(kind: str, value: Any) -> Any:
    if kind == "t":
        return value.encode("ascii")
    if kind == "v":
        return bytes(int(part) for part in value.split("."))
    return value


def _from_wire(kind: str, value: Any) -> Any:
    if kind == "t":
        return value.rstrip(b"\0").decode("ascii", "backslashreplace")
    if kind == "v":
        return ".".join(str(byte) for byte in value)
    return value


_MESSAGES = {MESSAGES[name]: _Layout(layout) for name, layout in LAYOUTS.items()}
_EVENTS = {EVENTS[name]: _Layout(layout) for name, layout in EVENT_LAYOUTS.items()}
_SHUFFLE_DONE, _RESULT, _RESERVED = EVENTS["SHUFFLE_DONE"], EVENTS["RESULT"], MESSAGES["RESERVED"]
_HEAD = _Layout(_EVENT_HEAD)
_REVEALED = _Layout(REVEALED_CARD)

REQUEST_SIZES: dict[int, int] = {code: layout.size for code, layout in _MESSAGES.items() if code < 0x80}


def pack_event_data(name: str, **fields: Any) -> bytes:
    """The data of an event, without the thirteen bytes before it."""
    if name == "SHUFFLE_DONE":
        pairs = list(fields["differences"])
        head = _EVENTS[EVENTS[name]].pack({**fields, "n": len(pairs)})
        return head + b"".join(struct.pack("<Bb", card, difference) for card, difference in pairs)
    if isinstance(fields.get("result"), str):
        fields["result"] = RESULTS[fields["result"]]
    return _EVENTS[EVENTS[name]].pack(fields)


def unpack_event_data(code: int, data: bytes) -> Fields:
    """The fields of an event's data; PayloadError when the length does not fit the code."""
    layout = _EVENTS.get(code)
    if layout is None:
        raise PayloadError(f"event code 0x{code:02x} is not assigned")
    if code == _SHUFFLE_DONE:
        return _unpack_shuffle_done(layout, data)
    if len(data) != layout.size:
        raise PayloadError(f"{EVENT_NAMES[code]} has {len(data)} bytes of data instead of {layout.size}")
    fields = layout.unpack(data)
    if code == _RESULT:
        fields["result"] = RESULT_NAMES.get(fields["result"], fields["result"])
    return fields


def _unpack_shuffle_done(layout: _Layout, data: bytes) -> Fields:
    if len(data) < layout.size or len(data) != layout.size + 2 * data[layout.size - 1] or data[layout.size - 1] > 8:
        raise PayloadError(f"SHUFFLE_DONE with {len(data)} bytes of data does not fit its number of differences")
    fields = layout.unpack(data[: layout.size])
    del fields["n"]
    fields["differences"] = tuple(struct.iter_unpack("<Bb", data[layout.size :]))
    return fields


def pack_event(*, head: Fields, code: int, data: bytes) -> bytes:
    """An EVENT payload around data already packed."""
    return _HEAD.pack({**head, "code": code}) + data


def pack(name: str, **fields: Any) -> bytes:
    """The payload of a message by name. EVENT takes `event=NAME` and the fields of that event beside its own."""
    if name == "RESERVED":
        return bytes(fields.get("data", b""))
    if name == "EVENT":
        event = fields.pop("event")
        return pack_event(head=fields, code=EVENTS[event], data=pack_event_data(event, **_data_fields(event, fields)))
    if name == "STATUS_IS":
        fields.setdefault("zero", 0)
    if name == "NAK" and "reason" in fields:
        fields["code"] = NAKS[fields["reason"]]
    payload = _MESSAGES[MESSAGES[name]].pack(fields)
    return payload + _REVEALED.pack(fields) if name == "CMD_IS" and "card" in fields else payload


def _data_fields(event: str, fields: Fields) -> Fields:
    names = {*_EVENTS[EVENTS[event]].names, "differences"}
    return {name: value for name, value in fields.items() if name in names}


def _unpack_event(payload: bytes) -> Fields:
    if len(payload) < _HEAD.size:
        raise PayloadError(f"EVENT with {len(payload)} bytes is shorter than its {_HEAD.size} fixed ones")
    fields = _HEAD.unpack(payload[: _HEAD.size])
    code = fields["code"]
    fields["event"] = EVENT_NAMES.get(code) or f"0x{code:02x}"
    if code or len(payload) > _HEAD.size:
        fields.update(unpack_event_data(code, payload[_HEAD.size :]))
    return fields


def _unpack_command_is(payload: bytes) -> Fields:
    layout = _MESSAGES[MESSAGES["CMD_IS"]]
    if len(payload) not in (layout.size, layout.size + _REVEALED.size):
        raise PayloadError(f"CMD_IS with {len(payload)} bytes instead of 9 or 30")
    fields = layout.unpack(payload[: layout.size])
    return {**fields, **_REVEALED.unpack(payload[layout.size :])} if len(payload) > layout.size else fields


def _unpack_nak(payload: bytes) -> Fields:
    fields = _unpack_plain(MESSAGES["NAK"], payload)
    return {"reason": NAK_NAMES.get(fields["code"], f"0x{fields['code']:02x}"), **fields}


def _unpack_plain(code: int, payload: bytes) -> Fields:
    layout = _MESSAGES[code]
    if len(payload) != layout.size:
        raise PayloadError(f"{MESSAGE_NAMES[code]} with {len(payload)} bytes instead of {layout.size}")
    return layout.unpack(payload)


def _unpack_status_is(payload: bytes) -> Fields:
    fields = _unpack_plain(MESSAGES["STATUS_IS"], payload)
    if fields.pop("zero") != 0:
        raise PayloadError("the fourth byte of STATUS_IS is not 0")
    return fields


def _unpack_reserved(payload: bytes) -> Fields:
    if len(payload) > MAX_PAYLOAD:
        raise PayloadError("more than 96 bytes")
    return {"data": payload} if payload else {}


_UNPACKERS: dict[int, Callable[[bytes], Fields]] = {
    **{code: partial(_unpack_plain, code) for code in _MESSAGES},
    MESSAGES["EVENT"]: _unpack_event,
    MESSAGES["CMD_IS"]: _unpack_command_is,
    MESSAGES["NAK"]: _unpack_nak,
    MESSAGES["STATUS_IS"]: _unpack_status_is,
    _RESERVED: _unpack_reserved,
}


def unpack(code: int, payload: bytes) -> Fields:
    """The fields of a payload by message code. Raises PayloadError for an unknown code or a length that does not fit.

    Bytes stay bytes, text and versions become str, `differences` is a tuple of (card byte, difference).
    """
    unpacker = _UNPACKERS.get(code)
    if unpacker is None:
        raise PayloadError(f"message code 0x{code:02x} is not assigned")
    return unpacker(payload)
