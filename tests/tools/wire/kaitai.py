"""The Kaitai Struct of a decoded tablelink body, written from the tables.

Kaitai has neither COBS nor this CRC built in: the file describes what lies behind both (header, payload, MAC). A reader
splits the stream at 00, checks and removes the five check bytes, undoes COBS, and parses the body with this.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, IntFlag

from drivers.tablelink.constants import MAC_SIZE, Family, Field
from drivers.tablelink.event_rows import (
    EVENTS,
    CardFlag,
    EventCode,
    FaultCode,
    InhibitCause,
    ReaderResult,
    State,
    Verdict,
)
from drivers.tablelink.messages import (
    MESSAGES,
    REVEALED_TAIL,
    Cap,
    CommandStatus,
    Flag,
    MessageType,
    NakReason,
    UpCard,
    Why,
)
from tests.tools.wire.field_words import bits_of, words_of

_TYPES = {"u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8"}
# Types and enums share their names' space in some languages, so no enum is called as a message or an event is.
_ENUMS: dict[type[IntEnum], str] = {
    MessageType: "message_type",
    EventCode: "event_code",
    NakReason: "nak_reason",
    FaultCode: "fault_code",
    State: "device_state",
    CommandStatus: "command_status",
    ReaderResult: "reader_result",
    InhibitCause: "inhibit_cause",
    Verdict: "shuffle_verdict",
    Why: "reveal_reason",
    UpCard: "up_card",
    Family: "device_family",
}
_BIT_TYPES: dict[type[IntFlag], tuple[str, int]] = {
    Flag: ("status_bits", 8),
    Cap: ("cap_bits", 16),
    CardFlag: ("card_bits", 8),
}

_HEAD = """# Written by `python -m tests.tools.wire.documents`; do not edit.
meta:
  id: tablelink
  title: tablelink version 1, the body of a frame after COBS
  endian: le
doc: |
  wire = 00 E c4 c3 c2 c1 c0 00, E = COBS(body). c4..c0 are 0x80 | seven bits each of CRC-32C(E), highest first.
  Split at 00, check and drop the last five bytes, undo COBS, then parse with this.
seq:
  - id: version
    type: b4
    valid: 1
  - id: reserved
    type: b3
    valid: 0
  - id: has_mac
    type: b1
  - id: dst
    type: u1
  - id: src
    type: u1
  - id: type
    type: u1
    enum: message_type
  - id: seq_number
    type: u2
  - id: epoch
    type: u4
  - id: len_payload
    type: u2
    valid:
      max: 96
  - id: payload
    size: len_payload
    type:
      switch-on: type
      cases:
"""


def _seq(owner: str, fields: Iterable[Field], indent: str) -> list[str]:
    lines = []
    for field in fields:
        if field.kind == "differences":
            lines += _differences(indent)
            continue
        lines.append(f"{indent}- id: {'number' if field.name == 'no' else field.name}")
        lines += [f"{indent}  {line}" for line in _kind(owner, field)]
    return lines


def _kind(owner: str, field: Field) -> list[str]:
    if field.kind == "text":  # a text that fills its field has no 00 at its end
        return ["type: str", f"size: {field.size}", "terminator: 0", "encoding: ASCII"]
    if field.kind in ("raw", "version"):
        return [f"size: {field.size}"]
    bits, words = bits_of(field), words_of(owner, field)
    if bits is not None:
        return [f"type: {_BIT_TYPES[bits][0]}"]
    return [f"type: {_TYPES[field.kind]}"] + ([f"enum: {_ENUMS[words]}"] if words else [])


def _differences(indent: str) -> list[str]:
    lines = ["- id: num_differences", "  type: u1", "- id: differences", "  type: difference"]
    return [indent + line for line in [*lines, "  repeat: expr", "  repeat-expr: num_differences"]]


def _type(name: str, owner: str, fields: tuple[Field, ...]) -> list[str]:
    if not fields:
        return [f"  {name}: {{}}"]
    return [f"  {name}:", "    seq:", *_seq(owner, fields, "      ")]


def _bit_types() -> list[str]:
    lines = []
    for flags, (name, size) in _BIT_TYPES.items():
        names = [str(flag.name).lower() for flag in flags]
        lines += [f"  {name}:", "    meta:", "      bit-endian: le", "    seq:"]
        for flag in names:
            lines += [f"      - id: {flag}", "        type: b1"]
        lines += ["      - id: reserved", f"        type: b{size - len(names)}", "        valid: 0"]
    return lines


def kaitai() -> str:
    lines = [_HEAD.rstrip("\n")]
    lines += [f"        'message_type::{row.type.name.lower()}': {row.type.name.lower()}" for row in MESSAGES.values()]
    lines += ["  - id: mac", f"    size: {MAC_SIZE}", "    if: has_mac", "types:"]
    for row in MESSAGES.values():
        lines += _type(row.type.name.lower(), row.type.name, row.fields)
        if row.type is MessageType.EVENT:
            lines += _event_data()
        elif row.type is MessageType.CMD_IS:
            lines += ["      - id: revealed", "        type: revealed_card", "        if: not _io.eof"]
    lines += _type("revealed_card", "CMD_IS", REVEALED_TAIL)
    lines += [_DIFFERENCE, *_bit_types()]
    for event in EVENTS.values():
        lines += _type(f"event_{event.code.name.lower()}", event.code.name, event.fields)
    lines.append("enums:")
    for enum, name in _ENUMS.items():
        lines += [f"  {name}:", *(["    0x00: none"] if enum is FaultCode else [])]
        lines += [f"    0x{int(word):02x}: {word.name.lower()}" for word in enum]
    return "\n".join(lines) + "\n"


_DIFFERENCE = """  difference:
    seq:
      - id: card
        type: u1
      - id: count
        type: s1"""


def _event_data() -> list[str]:
    cases = [f"            'event_code::{code.name.lower()}': event_{code.name.lower()}" for code in EVENTS]
    head = ["- id: data", "  size-eos: true", "  type:", "    switch-on: code", "    cases:"]
    return [*(f"      {line}" for line in head), *cases]
