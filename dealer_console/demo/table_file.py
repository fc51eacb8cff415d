"""The table file of the demonstration for any rule set: a shoe, and shuffler and reader where its rules know them.

It is written as text and read like the file of every other table, so that the demonstration has no way of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dealer_console.game.rules import Rules
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.sample_table import hole_card_of, sample_text
from dealer_console.rulebook.tables import Table, table_from_file


def kinds_for(rules: Rules, devices: bool = True) -> tuple[str, ...]:
    """The devices that stand at a demonstration of these rules."""
    if not devices:
        return ()
    kinds = ["shoe"]
    if "device" in rules.shuffle_by:
        kinds.append("batch-shuffler")
    if "reader" in (rules.choices["hole_card"].of or ()):
        kinds.append("reader")
    return tuple(kinds)


def write_table(
    folder: Path, rule_set: str, port: Callable[[str], str], serial: Callable[[str], str], *, devices: bool = True
) -> Table:
    rules = load_rules(rule_set)
    name = f"demo-{rule_set}"
    file = folder / f"{name}.toml"
    device_rows = [(kind, port(kind), serial(kind)) for kind in kinds_for(rules, devices)]
    hole_card = hole_card_of(rules, reader=devices)
    text = sample_text(rules, name=name, title="Demo 1", hole_card=hole_card, devices=device_rows)
    file.write_text(text, "utf-8")
    return table_from_file(file)
