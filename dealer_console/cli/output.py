"""How commands write: results on standard output, errors on standard error with what to do next, never a traceback."""

from __future__ import annotations

import json
import re
import sys
from typing import Final

CANNOT_RUN: Final = 2
# Control characters but tab and line feed, and those that turn the direction of a line round.
_COMMANDS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """As it may reach a terminal: what would command it is written out. Names and notes are typed by people."""
    return _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def print_line(text: str = "") -> None:
    sys.stdout.write(plain(text) + "\n")


def print_json(data: object) -> None:
    sys.stdout.write(plain(json.dumps(data, ensure_ascii=False)) + "\n")


def print_error(text: str, *, as_json: bool | None = None) -> int:
    """An error for a person, or with `--json` for the program that called; the exit status to leave with."""
    if json_requested() if as_json is None else as_json:
        print_json({"ok": False, "error": text})
    else:
        print_note(text)
    return CANNOT_RUN


def print_note(text: str) -> None:
    """For the person alone, beside the result: on standard error."""
    sys.stderr.write(f"dealer-console: {plain(text)}\n")


def json_requested() -> bool:
    """Was this program called with `--json`? Then errors are JSON too, also those found before the command begins."""
    return "--json" in sys.argv[1:]
