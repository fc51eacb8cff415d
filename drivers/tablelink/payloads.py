"""Payloads of tablelink (A4, A6) to and from named fields, derived from the rows of `tables`.

`decode` gives a plain dict per message; an EVENT also carries the fields of its own row and `event`, a CMD_IS after a
REVEAL that is DONE also `draw`, `card` and `nonce`. Whatever arrives, you get fields or `ProtocolError`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from struct import Struct
from typing import Any

from drivers.errors import ProtocolError
from drivers.tablelink.constants import COMMIT_LABEL, Family, Field, is_card_byte
from drivers.tablelink.event_rows import EVENT_WORDS, EVENTS, STATUS_WORDS, EventCode, ReaderResult
from drivers.tablelink.messages import MESSAGES, REVEALED_TAIL, CommandStatus, MessageType, NakReason

Fields = dict[str, Any]

_LETTERS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q"}
_MAX_DIFFERENCES = 8


@cache
def _struct(fields: tuple[Field, ...]) -> Struct:
    return Struct("<" + "".join(_LETTERS.get(field.kind, f"{field.size}s") for field in fields))


def _bad(what: str) -> ProtocolError:
    return ProtocolError("payload", what)


def decode(type_code: int, payload: bytes) -> Fields:
    """The fields of a payload by its TYPE."""
    try:
        row = MESSAGES[MessageType(type_code)]
    except (ValueError, KeyError):
        raise _bad(f"TYPE 0x{type_code:02x} is not in A4") from None
    if row.type is MessageType.EVENT:
        return _decode_event(payload)
    if row.type is MessageType.CMD_IS:
        return _decode_cmd_is(payload)
    fields = _decode_rows(row.fields, payload, row.type.name)
    return _CHECKS[row.type](fields) if row.type in _CHECKS else fields


def _decode_rows(fields: tuple[Field, ...], data: bytes, what: str) -> Fields:
    layout = _struct(fields)
    if len(data) != layout.size:
        raise _bad(f"{what} with {len(data)} bytes instead of {layout.size}")
    return {field.name: _read(field, raw) for field, raw in zip(fields, layout.unpack(data), strict=True)}


def _read(field: Field, raw: Any) -> Any:
    if field.kind == "text":
        return _text(raw, field.name)
    if field.kind == "version":
        return ".".join(str(part) for part in raw)
    return raw


def _text(raw: bytes, name: str) -> str:
    bare = raw.rstrip(b"\0")
    if b"\0" in bare or not all(0x20 <= byte < 0x7F for byte in bare):
        raise _bad(f"{name} is not printable ASCII filled up with 00")
    return bare.decode("ascii")


def _decode_event(payload: bytes) -> Fields:
    head = _struct(MESSAGES[MessageType.EVENT].fields)
    if len(payload) < head.size:
        raise _bad(f"EVENT with {len(payload)} bytes, at least {head.size} are needed")
    fields = _decode_rows(MESSAGES[MessageType.EVENT].fields, payload[: head.size], "EVENT")
    try:
        code = EventCode(fields["code"])
    except ValueError:
        raise _bad(f"event code 0x{fields['code']:02x} is not in A6") from None
    if (fields["no"] == 0) != (code is EventCode.NONE):
        raise _bad(f"event number {fields['no']} with code {code.name}")
    data = payload[head.size :]
    fields["event"] = code.name
    if code is EventCode.SHUFFLE_DONE:
        fields.update(_decode_shuffle_done(data))
    else:
        fields.update(_decode_rows(EVENTS[code].fields, data, code.name))
    _check_words(fields, STATUS_WORDS, "EVENT")
    _check_words(fields, _WORDS[code], code.name)
    return fields


def _check_words(fields: Fields, words: dict[str, frozenset[int]], what: str) -> None:
    for name, allowed in words.items():
        if fields[name] not in allowed:
            raise _bad(f"{what} with {name} {fields[name]}")


_WORDS: dict[EventCode, dict[str, frozenset[int]]] = {
    code: {name: words for (of, name), words in EVENT_WORDS.items() if of is code} for code in EventCode
}


def _decode_shuffle_done(data: bytes) -> Fields:
    fixed = EVENTS[EventCode.SHUFFLE_DONE].fields[:-1]
    size = _struct(fixed).size
    if len(data) < size + 1:
        raise _bad("SHUFFLE_DONE is cut short")
    fields = _decode_rows(fixed, data[:size], "SHUFFLE_DONE")
    count, pairs = data[size], data[size + 1 :]
    if count > _MAX_DIFFERENCES or len(pairs) != 2 * count:
        raise _bad(f"SHUFFLE_DONE tells {count} differences in {len(pairs)} bytes")
    cards = tuple((pairs[i], pairs[i + 1] - 256 * (pairs[i + 1] > 127)) for i in range(0, len(pairs), 2))
    if list(cards) != sorted(cards) or any(not is_card_byte(card) for card, _ in cards):
        raise _bad("the differences of SHUFFLE_DONE are no ascending card bytes")
    return fields | {"differences": cards}


def _decode_cmd_is(payload: bytes) -> Fields:
    row = MESSAGES[MessageType.CMD_IS]
    tail = _struct(REVEALED_TAIL).size
    long = len(payload) == row.size + tail
    fields = _decode_rows(row.fields, payload[: row.size] if long else payload, "CMD_IS")
    try:
        status = CommandStatus(fields["status"])
    except ValueError:
        raise _bad(f"command status {fields['status']}") from None
    if long:
        if status is not CommandStatus.DONE:
            raise _bad("a revealed card beside a command that is not DONE")
        fields.update(_decode_rows(REVEALED_TAIL, payload[row.size :], "CMD_IS"))
        # The keeper of part B speaks as a shoe too, and its cards may lack a suit.
        if not is_card_byte(fields["card"], suitless=True):
            raise _bad("the revealed byte is no card")
    return fields


def _check_nak(fields: Fields) -> Fields:
    try:
        return fields | {"reason": NakReason(fields["code"]).name}
    except ValueError:
        raise _bad(f"NAK reason {fields['code']} is not in A4") from None


def _check_status(fields: Fields) -> Fields:
    _check_words(fields, STATUS_WORDS, "STATUS_IS")
    return fields


def _check_identity(fields: Fields) -> Fields:
    if fields["family"] not in set(Family):
        raise _bad(f"family {fields['family']} is not in A4")
    if fields["acked"] >= fields["next"]:
        raise _bad(f"acked {fields['acked']} is not below next {fields['next']}")
    return fields


_CHECKS = {
    MessageType.NAK: _check_nak,
    MessageType.IDENTITY: _check_identity,
    MessageType.STATUS_IS: _check_status,
}


def encode(type_code: MessageType, **values: Any) -> bytes:
    """The payload of a message from its fields; an EVENT takes those of its own row too."""
    fields = MESSAGES[type_code].fields
    if type_code is MessageType.CMD_IS and "card" in values:
        fields += REVEALED_TAIL
    data = b""
    if type_code is MessageType.EVENT:
        data = encode_event_data(EventCode(values["code"]), values)
    return _encode_rows(fields, values) + data


def encode_event_data(code: EventCode, values: Fields) -> bytes:
    """The part of an EVENT after its code byte."""
    fields = EVENTS[code].fields
    if code is not EventCode.SHUFFLE_DONE:
        return _encode_rows(fields, values)
    pairs: tuple[tuple[int, int], ...] = values["differences"]
    body = b"".join(bytes([card, difference & 0xFF]) for card, difference in pairs)
    return _encode_rows(fields[:-1], values) + bytes([len(pairs)]) + body


def _encode_rows(fields: tuple[Field, ...], values: Fields) -> bytes:
    return _struct(fields).pack(*(_written(field, values[field.name]) for field in fields))


def _written(field: Field, value: Any) -> Any:
    if field.kind == "text":
        return value.encode("ascii")
    if field.kind == "version":
        return bytes(int(part) for part in value.split("."))
    return value


def commitment(*, serial: str, draw: int, nonce: bytes, card: int) -> bytes:
    """A7: what a shoe tells of a card before it is turned."""
    parts = COMMIT_LABEL, serial.encode("ascii").ljust(12, b"\0"), draw.to_bytes(4, "little"), nonce, bytes([card])
    return hashlib.sha256(b"".join(parts)).digest()


def result_of(code: int) -> ReaderResult | None:
    """A8: the result of a code; None is a reader that must not be believed."""
    try:
        return ReaderResult(code)
    except ValueError:
        return None
