"""Rows for people (a table that fits the terminal) and for programs (CSV, JSON lines)."""

import csv
import json
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TextIO

from rich.text import Text

from hardware_sims.tools.output import terminal, without_commands
from hardware_sims.tools.rows.row import Row, plain, seconds
from hardware_sims.wire.constants import FAULT_NAMES, FLAGS, INHIBIT_CAUSES, MESSAGE_NAMES, STATE_NAMES

COLUMNS = ("time", "gap", "channel", "direction", "type", "seq", "epoch", "fields", "latency", "notes")
_COMMAND_STATUS = {0: "UNKNOWN", 1: "RUNNING", 2: "DONE", 3: "FAILED"}
_CAUSES = {number: name for name, number in INHIBIT_CAUSES.items()}
_IN_EVERY_EVENT = frozenset({"state", "flags", "fault", "left", "t", "event", "reason", "code"})
_COMPACT_BELOW = 110
_NARROWEST_FIELDS = 12
_MOST_BESIDE_FIELDS = 1_000
_WIDE_HEADING = f"{'time':>17} {'gap ms':>10} {'channel':<8} "
_COMPACT_HEADING = f"{'time':>17} "
_HEADING = f"  {'type':<10} {'seq':>5} {'epoch':>5} {'answer ms':>9}  fields  [notes]"


@cache
def spoken_flags(value: int) -> str:
    return "|".join(name for name, bit in FLAGS.items() if value & bit) or "-"


def _hex(value: bytes) -> str:
    text = value.hex()
    return text if len(text) <= 16 else f"{text[:12]}…({len(value)})"


_SPOKEN: dict[str, Callable[[Any], str]] = {
    "state": lambda value: STATE_NAMES.get(value, f"0x{value:02x}"),
    "at": lambda value: STATE_NAMES.get(value, f"0x{value:02x}"),
    "flags": spoken_flags,
    "fault": lambda value: FAULT_NAMES.get(value, "none" if value == 0 else str(value)),
    "status": lambda value: _COMMAND_STATUS.get(value, str(value)),
}


@cache
def _condition(state: int, flags: int, fault: int) -> str:
    return f"state={_SPOKEN['state'](state)} flags={spoken_flags(flags)} fault={_SPOKEN['fault'](fault)}"


_WORDED = frozenset({*_SPOKEN, "of", "cause"})


def spoken_fields(row: Row) -> str:
    """The fields in the words of the document; what the frame type already says is left out. Of an event its own data
    come first: what every frame carries is cut off first where the terminal is narrow."""
    fields = row.fields
    if "event" in fields:
        words = fields["event"]
        for name, value in fields.items():
            if name not in _IN_EVERY_EVENT:
                words += f" {name}={value if type(value) is int and name not in _WORDED else _spoken(row, name, value)}"
        condition = _condition(fields["state"], fields["flags"], fields["fault"])
        return f"{words} {condition} left={fields['left']} t={fields['t']}"
    words = [str(fields["reason"])] if "reason" in fields else []
    for name, value in fields.items():
        if name != "reason" and (name != "code" or not words):
            words.append(f"{name}={value if type(value) is int and name not in _WORDED else _spoken(row, name, value)}")
    return " ".join(words)


def _spoken(row: Row, name: str, value: Any) -> str:
    if name == "of" and isinstance(value, int):
        return (MESSAGE_NAMES if row.type == "NAK" else FAULT_NAMES).get(value, str(value))
    if name == "cause" and row.fields.get("event") == "INHIBITED":
        return _CAUSES.get(value, str(value))
    if name in _SPOKEN and isinstance(value, int):
        return _SPOKEN[name](value)
    if isinstance(value, bytes):
        return _hex(value)
    if isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "-"
    return str(value)


_TERMINAL = {"red": "\x1b[31m", "yellow": "\x1b[33m", "cyan": "\x1b[36m", "green": "\x1b[32m"}


def _style(row: Row) -> str:
    if row.type == "damaged" or any(note.startswith(("bad-", "wrong-", "event-gap")) for note in row.notes):
        return "red"
    if row.notes or row.type == "NAK":
        return "yellow"
    return "cyan" if row.direction == "T" else "green"


def _columns(row: Row, width: int) -> tuple[str, str, str, str, str]:
    """Left, type, numbers, fields and notes; fields are cut to the width of the terminal, notes never are."""
    at_us = row.at_us
    left = f"{at_us // 1_000_000:>10}.{at_us % 1_000_000:06d} "
    if width >= _COMPACT_BELOW:
        left += f"{row.gap_us / 1000:>10.3f} {without_commands(row.channel):<8} "
    latency = "" if row.latency_us is None else f"{row.latency_us / 1000:.3f}"
    kind = ("→ " if row.direction == "T" else "← ") + row.type.ljust(10)
    numbers = f" {'' if row.seq is None else row.seq:>5} {'' if row.epoch is None else row.epoch:>5} {latency:>9}  "
    notes = f"  [{', '.join(row.notes)}]" if row.notes else ""
    fields = spoken_fields(row) if row.fields else (_hex(row.raw) if row.type in ("bytes", "damaged") else "")
    fields, notes = without_commands(fields), without_commands(notes)
    if width - len(fields) < _MOST_BESIDE_FIELDS:
        room = max(width - len(left) - len(kind) - len(numbers) - len(notes), _NARROWEST_FIELDS)
        fields = fields if len(fields) <= room else fields[: room - 1] + "…"
    return left, kind, numbers, fields, notes


def table_line(row: Row, width: int) -> Text:
    """One row, aligned and in colours."""
    left, kind, numbers, fields, notes = _columns(row, width)
    line = Text(left, style="dim", end="")
    line.append(kind, style=f"not dim bold {_style(row)}")
    line.append(numbers + fields, style="not dim")
    line.append(notes, style="not dim bold red" if _style(row) == "red" else "not dim yellow")
    return line


class TablePrinter:
    """Prints as it goes: a capture of any size, one line at a time. A file gets plain text, a terminal ready codes of
    the colours: laying out a rich text costs more than reading the frame."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._console = terminal(file=stream, soft_wrap=True, highlight=False, markup=False, emoji=False)
        self._write = self._console.file.write
        self._width = self._console.width if self._console.is_terminal else 10_000
        self._coloured = self._console.is_terminal and self._console.color_system is not None

    def heading(self) -> None:
        left = _COMPACT_HEADING if self._width < _COMPACT_BELOW else _WIDE_HEADING
        self._console.print(Text(left + _HEADING, style="bold"))

    def row(self, row: Row) -> None:
        left, kind, numbers, fields, notes = _columns(row, self._width)
        if self._coloured:
            style = _style(row)
            mark = _TERMINAL["red" if style == "red" else "yellow"]
            self._write(f"\x1b[2m{left}\x1b[0;1m{_TERMINAL[style]}{kind}\x1b[0m{numbers}{fields}{mark}{notes}\x1b[0m\n")
        else:
            self._write(f"{left}{kind}{numbers}{fields}{notes}\n")


def print_table(rows: Iterable[Row], *, heading: bool = True) -> None:
    printer = TablePrinter()
    if heading:
        printer.heading()
    for row in rows:
        printer.row(row)


def print_csv(rows: Iterable[Row]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        fields = json.dumps({name: plain(value) for name, value in row.fields.items()}, ensure_ascii=False)
        latency = "" if row.latency_us is None else seconds(row.latency_us)
        writer.writerow(
            (
                seconds(row.at_us),
                seconds(row.gap_us),
                without_commands(row.channel),
                row.direction,
                row.type,
                "" if row.seq is None else row.seq,
                "" if row.epoch is None else row.epoch,
                without_commands(fields),
                latency,
                without_commands("; ".join(row.notes)),
            )
        )


def _json(row: Row) -> str:
    return without_commands(json.dumps(row.as_json(), ensure_ascii=False))


def print_jsonl(rows: Iterable[Row]) -> None:
    for row in rows:
        sys.stdout.write(_json(row) + "\n")


def print_json(rows: Iterable[Row]) -> None:
    """One array, written as the rows come."""
    between = "[\n"
    for row in rows:
        sys.stdout.write(between + _json(row))
        between = ",\n"
    sys.stdout.write("[]\n" if between == "[\n" else "\n]\n")
