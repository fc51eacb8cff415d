"""The house of the evenings with simulated devices in virtual time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dealer_console.journal import AnyJournal
from dealer_console.rulebook.tables import Table
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from tests.table.evening.house_bench import MA, HouseBench


class DeviceBench(HouseBench):
    def __init__(
        self,
        folder: Path,
        kinds: tuple[str, ...],
        table: str | Table = MA,
        *,
        journal: AnyJournal | None = None,
        options: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        super().__init__(folder, table, journal=journal)
        self.virtual = VirtualTable(
            self.journal, kinds=kinds, options=options or {}, publish=self.snapshots.append, setup=self.house
        )
        self.virtual.now = self.now / 1000
        self.session = self.virtual.session
        self.run(2.0)

    def run(self, seconds: float = 0.3) -> None:
        self.virtual.run(seconds)
        assert self.session.stopped is None

    def answer(self, touch: c.Command) -> Outcome:
        outcome = super().answer(touch)
        self.run(0.1)
        return outcome
