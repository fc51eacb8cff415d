"""The table file of the demonstration for any rule set: a shoe, and shuffler and reader where its rules know them.

It is written as text and read like the file of every other table, so that the demonstration has no way of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import Table, table_from_file

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
_TAIL: Final = """
[people]
dealer = 1
supervisor = 1

[[differences]]
reaches = "0.50"
says = "Recount the tray, note the difference"
[[differences]]
reaches = "100"
says = "Call the pit manager"

[notices]
limits_minutes = 30
options_minutes = 30

[policy]
spots_per_player = {spots}
sat_out = "may-wager"
called_wagers = {called}
"""


def kinds_for(rules: Rules, devices: bool = True) -> tuple[str, ...]:
    """The machines that stand at a demonstration of these rules."""
    if not devices:
        return ()
    found = ["shoe"]
    if "device" in rules.shuffle_by:
        found.append("batch-shuffler")
    if "reader" in (rules.choices["hole_card"].of or ()):
        found.append("reader")
    return tuple(found)


def hole_card_of(rules: Rules, devices: bool = True) -> str:
    offered = rules.choices["hole_card"].of or ()
    if devices and "reader" in offered:
        return "reader"
    return next(str(each) for each in offered if each != "reader")


def write_table(
    folder: Path, rule_set: str, port: Callable[[str], str], serial: Callable[[str], str], *, devices: bool = True
) -> Table:
    rules = load_rules(rule_set)
    name = f"demo-{rule_set}"
    file = folder / f"{name}.toml"
    file.write_text(_text(name, rules, port, serial, devices), "utf-8")
    return table_from_file(file)


def _text(name: str, rules: Rules, port: Callable[[str], str], serial: Callable[[str], str], devices: bool) -> str:
    lines = [
        f'name = "{name}"',
        'title = "Demo 1"',
        f'rules = "{rules.name}"',
        f'journal = "{name}.journal"',
        "",
        "[choices]",
        f'hole_card = "{hole_card_of(rules, devices)}"',
        'minimum = "25"',
        'maximum = "300"',
    ]
    if True in (rules.choices["surrender"].of or ()):
        lines.append("surrender = true")
    for amount, called, colour in _CHIPS:
        lines += ["[[chips]]", f'amount = "{amount}"', f'name = "{called}"', f'colour = "{colour}"']
    for kind in kinds_for(rules, devices):
        lines += ["[[devices]]", f'kind = "{kind}"', f'port = "{port(kind)}"', f'serial = "{serial(kind)}"']
    called_wagers = "false" if rules.name.startswith("catfish") else "true"
    return "\n".join(lines) + _TAIL.format(spots=1, called=called_wagers)
