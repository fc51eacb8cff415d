"""The file of a table that nobody has set up: for a demonstration and for simulated tables, under any rule set.

It is text, to be read like the file of every other table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

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
limits_minutes = {limits}
options_minutes = 30

[policy]
spots_per_player = {spots}
sat_out = "{sat_out}"
called_wagers = {called}
"""


def hole_card_of(rules: Rules, *, reader: bool = True) -> str:
    offered = rules.choices["hole_card"].of or ()
    if reader and "reader" in offered:
        return "reader"
    return next(str(each) for each in offered if each != "reader")


def sample_text(
    rules: Rules,
    *,
    name: str,
    title: str,
    hole_card: str,
    devices: Iterable[tuple[str, str, str]],
    spots: int = 1,
    sat_out: str = "may-wager",
    limits_minutes: int = 30,
) -> str:
    """Of each device kind, port and serial number."""
    lines = [
        f'name = "{name}"',
        f'title = "{title}"',
        f'rules = "{rules.name}"',
        f'journal = "{name}.journal"',
        "",
        "[choices]",
        f'hole_card = "{hole_card}"',
        'minimum = "25"',
        'maximum = "300"',
    ]
    if True in (rules.choices["surrender"].of or ()):
        lines.append("surrender = true")
    for amount, called, colour in _CHIPS:
        lines += ["[[chips]]", f'amount = "{amount}"', f'name = "{called}"', f'colour = "{colour}"']
    for kind, port, serial in devices:
        lines += ["[[devices]]", f'kind = "{kind}"', f'port = "{port}"', f'serial = "{serial}"']
    called_wagers = "false" if rules.document == "CB" else "true"
    return "\n".join(lines) + _TAIL.format(spots=spots, sat_out=sat_out, called=called_wagers, limits=limits_minutes)
