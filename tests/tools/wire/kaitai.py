"""The Kaitai Struct of a decoded tablelink body, written from the tables.

Kaitai has neither COBS nor this CRC built in: the file describes what lies behind both (header, payload, MAC). A reader
splits the stream at 00, checks and removes the five check bytes, undoes COBS, and parses the body with this.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from drivers.tablelink.constants import (
    EVENTS,
    MAC_SIZE,
    MESSAGES,
    REVEALED_TAIL,
    CommandStatus,
    EventCode,
    FaultCode,
    Field,
    MessageType,
    NakReason,
    ReaderResult,
    State,
)

_TYPES = {"u8": "u1", "u16": "u2", "u32": "u4", "u64": "u8"}
_ENUMS: dict[str, type[IntEnum]] = {
    "message": MessageType,
    "event": EventCode,
    "nak_reason": NakReason,
    "fault": FaultCode,
    "state": State,
    "command_status": CommandStatus,
    "reader_result": ReaderResult,
}
_WORDS = {"state": "state", "at": "state", "fault": "fault", "status": "command_status", "result": "reader_result"}

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
    enum: message
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


def _seq(fields: Iterable[Field], indent: str, event_code: bool = False) -> list[str]:
    lines = []
    for field in fields:
        if field.kind == "differences":
            lines += _differences(indent)
            continue
        lines.append(f"{indent}- id: {'number' if field.name == 'no' else field.name}")
        lines += [f"{indent}  {line}" for line in _kind(field, event_code)]
    return lines


def _kind(field: Field, event_code: bool) -> list[str]:
    if field.kind == "text":
        return ["type: strz", f"size: {field.size}", "encoding: ASCII"]
    if field.kind in ("raw", "version"):
        return [f"size: {field.size}"]
    enum = "event" if event_code and field.name == "code" else _WORDS.get(field.name)
    return [f"type: {_TYPES[field.kind]}"] + ([f"enum: {enum}"] if enum else [])


def _differences(indent: str) -> list[str]:
    lines = ["- id: num_differences", "  type: u1", "- id: differences", "  type: difference"]
    return [indent + line for line in [*lines, "  repeat: expr", "  repeat-expr: num_differences"]]


def _type(name: str, fields: tuple[Field, ...], event_code: bool = False) -> list[str]:
    if not fields:
        return [f"  {name}: {{}}"]
    return [f"  {name}:", "    seq:", *_seq(fields, "      ", event_code)]


def kaitai() -> str:
    lines = [_HEAD.rstrip("\n")]
    lines += [f"        'message::{row.type.name.lower()}': {row.type.name.lower()}" for row in MESSAGES.values()]
    lines += ["  - id: mac", f"    size: {MAC_SIZE}", "    if: has_mac", "types:"]
    for row in MESSAGES.values():
        lines += _type(row.type.name.lower(), row.fields, event_code=row.type is MessageType.EVENT)
        if row.type is MessageType.EVENT:
            lines += _event_data()
        elif row.type is MessageType.CMD_IS:
            lines += ["      - id: revealed", "        type: revealed_card", "        if: not _io.eof"]
    lines += _type("revealed_card", REVEALED_TAIL)
    lines += [
        "  difference:",
        "    seq:",
        "      - id: card",
        "        type: u1",
        "      - id: count",
        "        type: s1",
    ]
    for event in EVENTS.values():
        lines += _type(f"event_{event.code.name.lower()}", event.fields)
    lines.append("enums:")
    for name, enum in _ENUMS.items():
        lines += [f"  {name}:", *(f"    0x{int(word):02x}: {word.name.lower()}" for word in enum)]
    return "\n".join(lines) + "\n"


def _event_data() -> list[str]:
    cases = [f"            'event::{code.name.lower()}': event_{code.name.lower()}" for code in EVENTS]
    head = ["- id: data", "  size-eos: true", "  type:", "    switch-on: code", "    cases:"]
    return [*(f"      {line}" for line in head), *cases]
