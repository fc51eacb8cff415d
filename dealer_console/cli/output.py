"""How commands write: results on standard output, errors on standard error with what to do next, never a traceback."""

from __future__ import annotations

import json
import sys
from typing import Final

CANNOT_RUN: Final = 2


def print_line(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def print_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def print_error(text: str, *, as_json: bool | None = None) -> int:
    """An error for a person, or with `--json` for the program that called; the exit status to leave with."""
    if json_requested() if as_json is None else as_json:
        print_json({"ok": False, "error": text})
    else:
        print_note(text)
    return CANNOT_RUN


def print_note(text: str) -> None:
    """For the person alone, beside the result: on standard error."""
    sys.stderr.write(f"dealer-console: {text}\n")


def json_requested() -> bool:
    """Was this program called with `--json`? Then errors are JSON too, also those found before the command begins."""
    return "--json" in sys.argv[1:]
