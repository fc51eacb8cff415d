"""The file of a table that nobody has set up: for a demonstration and for simulated tables, under any rule set.

It is text, to be read like the file of every other table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from dealer_console.game.rules import Rules

_CHIPS: Final = (
    ("1000", "thousand", "yellow"),
    ("500", "five hundred", "purple"),
    ("100", "hundred", "black"),
    ("25", "quarter", "green"),
    ("5", "nickel", "red"),
    ("2.50", "two and a half", "pink"),
    ("1", "one", "white"),
    ("0.50", "half", "light blue"),
    ("0.25", "twenty-five cents", "brown"),
)


def hole_card_of(rules: Rules, *, reader: bool = True) -> str:
    offered = rules.choices["hole_card"].of or ()
    if reader and "reader" in offered:
        return "reader"
    return next(str(value) for value in offered if value != "reader")


def sample_table(
    rules: Rules,
    *,
    name: str,
    title: str,
    hole_card: str,
    devices: Iterable[tuple[str, str, str]],
    spots: int = 1,
    sat_out: str = "may-wager",
    limits_minutes: int = 30,
) -> dict[str, Any]:
    """What the file says. Of each device kind, port and serial number."""
    choices: dict[str, Any] = {"hole_card": hole_card, "minimum": "25", "maximum": "300"}
    if True in (rules.choices["surrender"].of or ()):
        choices["surrender"] = True
    return {
        "name": name,
        "title": title,
        "rules": rules.name,
        "journal": f"{name}.journal",
        "choices": choices,
        "chips": [{"amount": amount, "name": called, "colour": colour} for amount, called, colour in _CHIPS],
        "devices": [{"kind": kind, "port": port, "serial": serial} for kind, port, serial in devices],
        "people": {"dealer": 1, "supervisor": 1},
        "differences": [
            {"reaches": "0.50", "says": "Recount the tray, note the difference"},
            {"reaches": "100", "says": "Call the pit manager"},
        ],
        "notices": {"limits_minutes": limits_minutes, "options_minutes": 30},
        "policy": {"spots_per_player": spots, "sat_out": sat_out, "called_wagers": rules.document != "CB"},
    }


def sample_text(rules: Rules, **values: Any) -> str:
    """The same as the text of a file; `said` as for `sample_table`."""
    return toml_text(sample_table(rules, **values))


def toml_text(table: Mapping[str, Any]) -> str:
    """A table's file as TOML: values first, then its sections."""
    plain = {key: value for key, value in table.items() if not _is_section(value)}
    lines = _values(plain)
    for key, value in table.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *_values(value)]
        elif _is_section(value):
            for row in value:
                lines += [f"[[{key}]]", *_values(row)]
    return "\n".join(lines) + "\n"


def _is_section(value: object) -> bool:
    """Or a list of sections."""
    return isinstance(value, Mapping) or (isinstance(value, list) and all(isinstance(row, Mapping) for row in value))


def _values(section: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {_value(value)}" for key, value in section.items() if value is not None]


def _value(value: Any) -> str:
    """JSON writes text, numbers, truth and lists of them as TOML does."""
    return json.dumps(value, ensure_ascii=False)
