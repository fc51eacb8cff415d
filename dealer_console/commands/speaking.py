"""How commands speak to people: errors on standard error with what to do next, never a traceback for a wrong input."""

from __future__ import annotations

import json
import sys
from typing import Final

CANNOT: Final = 2


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")


def say_json(data: object) -> None:
    sys.stdout.write(json.dumps(data, ensure_ascii=False) + "\n")


def complain(text: str, *, as_json: bool | None = None) -> int:
    """An error for a person, or with `--json` for the program that called; the exit status to leave with."""
    if machine_listens() if as_json is None else as_json:
        say_json({"ok": False, "error": text})
    else:
        remark(text)
    return CANNOT


def remark(text: str) -> None:
    """For the person alone, beside the result: on standard error."""
    sys.stderr.write(f"dealer-console: {text}\n")


def machine_listens() -> bool:
    """Was this program called with `--json`? Then errors are JSON too, also those found before the command begins."""
    return "--json" in sys.argv[1:]
