"""Where a fault stands in the text of a `.round` file: the line, the column, the content of the line."""

from __future__ import annotations

import re
from typing import Final

from dealer_console.game.replay import Fault

_TOKEN: Final = re.compile(r"""#[^\n]*|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\]""")
_TOML_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")

Place = tuple[int, int, str]


def place_of(text: str, fault: Fault) -> Place | None:
    """TOML's own place, the string of `play` that was refused, a bet or an expectation, or the key."""
    told = _TOML_PLACE.search(fault.reason)
    if told is not None:
        return _at_line(text, int(told[1]), int(told[2]) - 1)
    if not fault.text:
        return None
    if fault.move:
        strings = list_strings(text, "play")
        if fault.move <= len(strings):
            return _at(text, strings[fault.move - 1][0] + 1 + (fault.column or 0))
    for key in ("bets", "expect"):
        for offset, content in list_strings(text, key):
            if content == fault.text:
                return _at(text, offset + 1 + (fault.column or 0))
    key_place = re.search(rf"(?m)(?:^\s*|[{{,]\s*)(?P<key>[\"']?{re.escape(fault.text)}[\"']?)\s*=", text)
    if key_place is not None:
        return _at(text, key_place.start("key"))
    value = text.find(f'"{fault.text}"')
    return _at(text, value + 1) if value >= 0 else None


def list_strings(text: str, key: str) -> list[tuple[int, str]]:
    """Offset and content of every string in the list of this key, comments left out."""
    begin = re.search(rf"(?m)^\s*{key}\s*=\s*\[", text)
    if begin is None:
        return []
    found = []
    for token in _TOKEN.finditer(text, begin.end()):
        if token[0] == "]":
            break
        if token[0][0] in "\"'":
            found.append((token.start(), token[0][1:-1]))
    return found


def _at(text: str, offset: int) -> Place:
    line = text.count("\n", 0, offset) + 1
    return _at_line(text, line, offset - (text.rfind("\n", 0, offset) + 1)) or (line, 0, "")


def _at_line(text: str, line: int, column: int) -> Place | None:
    lines = text.split("\n")
    return (line, max(column, 0), lines[line - 1]) if 0 < line <= len(lines) else None
