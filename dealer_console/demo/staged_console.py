"""A demonstration in virtual time, with a house and its people: what the pictures and the counts are made from."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from dealer_console.demo.opening import open_table, sample_wagers
from dealer_console.demo.people import TrainingPeople, demo_config
from dealer_console.demo.table_file import kinds_for, write_table
from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.journal import MemoryJournal
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import Table
from dealer_console.screens.values import Look
from dealer_console.table.commands import WagersDown
from dealer_console.table.people import load_permissions
from dealer_console.table.session.table_setup import TableSetup


@lru_cache(maxsize=32)
def staged_table(rule_set: str, *, devices: bool = True) -> Table:
    """The demonstration's table, with the ports of simulators that are never opened."""
    with tempfile.TemporaryDirectory() as folder:
        table = write_table(Path(folder), rule_set, lambda kind: f"sim://{kind}", lambda kind: kind, devices=devices)
    return replace(table, title="Table 7")


def staged(
    rule_set: str,
    *,
    devices: bool = True,
    seed: int = 1,
    look: Look | None = None,
) -> VirtualConsole:
    """A closed table with its devices switched on. The same arguments give the same screens, pixel by pixel."""
    table = staged_table(rule_set, devices=devices)
    kinds = kinds_for(load_rules(rule_set), devices)
    console = VirtualConsole(
        MemoryJournal.create(table=table.name, signing_key=bytes(32), log=bytes(16)),
        kinds,
        demo_config(table, kinds),
        setup=TableSetup(table=table, people=TrainingPeople(), permissions=load_permissions()),
        seed=seed,
        look=look,
        options={"batch-shuffler": {"cycle_seconds": 8.0, "two_batches": True}},
    )
    console.console.tick("20:15")
    console.settle()
    return console


def staged_open(
    rule_set: str, *, devices: bool = True, seed: int = 1, look: Look | None = None, cards: str = ""
) -> VirtualConsole:
    """Open, shuffled, cut and burned; the next thing is a wager."""
    console = staged(rule_set, devices=devices, seed=seed, look=look)
    if cards:
        console.operator.load_next(cards)
    table = staged_table(rule_set, devices=devices)
    open_table(table, lambda: console.snapshot, console.do)
    console.settle()
    while devices and console.snapshot.guide is not None:  # a shuffler that the rules insist on is still at work
        console.run(1.0)
        open_table(table, lambda: console.snapshot, console.do)
        console.settle()
    return console


def put_sample_wagers(console: VirtualConsole, rule_set: str, *, devices: bool = True) -> None:
    dealer = console.table.session.state.shift.dealer or ""
    console.must(WagersDown(who=dealer, bets=sample_wagers(staged_table(rule_set, devices=devices))))
