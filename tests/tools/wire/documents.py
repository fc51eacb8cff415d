"""Writes what follows from the tables alone: `python -m tests.tools.wire.documents [--check] [FOLDER]`.

`messages.md` for people, `tablelink.lua` for Wireshark, `tablelink.ksy` for Kaitai Struct. `--check` writes nothing and
fails when a file is not what the tables say.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from drivers.tablelink.constants import Family, Field
from drivers.tablelink.event_rows import (
    EVENTS,
    FAULT_FAMILIES,
    CardFlag,
    EventCode,
    InhibitCause,
    ReaderResult,
    State,
    Verdict,
)
from drivers.tablelink.messages import MESSAGES, NAK_MEANINGS, Cap, CommandStatus, Flag, UpCard, Why
from tests.tools.wire.angel_eye_dissector import angel_eye_dissector
from tests.tools.wire.dissector import dissector
from tests.tools.wire.kaitai import kaitai

FOLDER = Path(__file__).parents[3] / "docs" / "wire"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [" | ".join(head), " | ".join("---" for _ in head)]
    lines += [" | ".join(str(cell) for cell in row) for row in rows]
    return [f"| {line} |" for line in lines] + [""]


def field_text(field: Field) -> str:
    if field.kind in ("raw", "text"):
        return f"{field.name}[{field.size}]"
    if field.kind == "version":
        return f"{field.name}[4]"
    if field.kind == "differences":
        return "n u8, n × (card u8, difference i8)"
    return f"{field.name} {field.kind}"


def _fields(fields: Iterable[Field]) -> str:
    return ", ".join(field_text(field) for field in fields) or "–"


def _families(families: frozenset[Family]) -> str:
    return "all" if len(families) == len(Family) else " ".join(family.letter for family in sorted(families))


def _message_rows() -> list[Sequence[object]]:
    return [
        (
            f"0x{row.type:02x}",
            row.type.name,
            _families(row.families) if row.reply else "",
            _fields(row.fields),
            row.size,
            row.reply.name if row.reply else "",
        )
        for row in MESSAGES.values()
    ]


def _event_rows() -> list[Sequence[object]]:
    return [
        (f"0x{row.code:02x}", row.code.name, _families(row.families), _fields(row.fields))
        for row in EVENTS.values()
        if row.code is not EventCode.NONE
    ]


def messages() -> str:
    """All tables of the protocol as one page."""
    lines = ["# tablelink: tables", "", "Written by `python -m tests.tools.wire.documents`; do not edit.", ""]
    sections: list[tuple[str, list[str]]] = [
        ("Families", _table(("number", "letter", "family", "addresses"), _family_rows())),
        ("Messages", _table(("code", "name", "for", "payload", "bytes", "reply"), _message_rows())),
        ("Events", _table(("code", "event", "for", "data"), _event_rows())),
        (
            "NAK reasons, in the order of the checks",
            _table(
                ("code", "name", "when"), ((int(reason), reason.name, text) for reason, text in NAK_MEANINGS.items())
            ),
        ),
        (
            "Faults",
            _table(
                ("code", "fault", "for"),
                ((int(fault), fault.name, _families(families)) for fault, families in FAULT_FAMILIES.items()),
            ),
        ),
        (
            "States",
            _table(
                ("code", "family", "state"), ((f"0x{state:02x}", state.family.letter, state.word) for state in State)
            ),
        ),
        ("Flags of EVENT and STATUS_IS", _table(("bit", "flag"), ((int(flag), flag.name or "") for flag in Flag))),
        ("Capabilities in IDENTITY", _table(("bit", "capability"), ((int(cap), cap.name or "") for cap in Cap))),
        ("Flags of CARD_DRAWN", _table(("bit", "flag"), ((int(flag), flag.name or "") for flag in CardFlag))),
    ]
    for title, enum in [
        ("Status of a command", CommandStatus),
        ("Causes of INHIBITED", InhibitCause),
        ("Verdicts of SHUFFLE_DONE", Verdict),
        ("Reasons of REVEAL", Why),
        ("Up-cards of ARM", UpCard),
    ]:
        sections.append((title, _table(("code", "name"), ((int(word), word.name) for word in enum))))
    results = _table(("code", "result"), ((f"0x{word:04x}", word.name) for word in ReaderResult))
    sections.append(("Results of the reader", results))
    for title, body in sections:
        lines += [f"## {title}", "", *body]
    return "\n".join(lines)


def _family_rows() -> list[Sequence[object]]:
    return [
        (
            int(family),
            family.letter,
            family.title,
            f"0x{family.addresses[0]:02x} to 0x{family.addresses[-1]:02x}",
        )
        for family in Family
    ]


DOCUMENTS: dict[str, Callable[[], str]] = {
    "messages.md": messages,
    "tablelink.lua": dissector,
    "tablelink.ksy": kaitai,
    "angel-eye.lua": angel_eye_dissector,
}


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="documents", description="Documents from the tables of tablelink.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is out of date")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    given = parser.parse_args(argv)
    stale = 0
    for name, make in DOCUMENTS.items():
        path, text = given.folder / name, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        if given.check:
            sys.stderr.write(f"{path} is out of date; run python -m tests.tools.wire.documents\n")
            stale = 1
        else:
            path.write_text(text, encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main())
