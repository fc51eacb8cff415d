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


def complain(text: str) -> int:
    """An error for a person; the exit status to leave with."""
    sys.stderr.write(f"dealer-console: {text}\n")
    return CANNOT
