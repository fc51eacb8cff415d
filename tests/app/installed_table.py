"""A table as `setup` makes it, for tests of what a technician does with it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from dealer_console.app.paths import Places
from dealer_console.app.table_installation import Answers, checked_tables, enter_people, install_tables
from dealer_console.demo.people import CHEAP
from dealer_console.journal import Draft, Journal
from dealer_console.journal.keys import load_key
from dealer_console.rulebook.tables import Table

PINS = {"Pat": "852014", "Sam": "741369", "Dana": "259137"}
ROLES = {"Pat": ("pit-manager", "supervisor"), "Sam": ("supervisor",), "Dana": ("dealer",)}


def now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledTable:
    places: Places
    table: Table
    file: Path

    @property
    def journal(self) -> Path:
        return self.places.data / self.table.journal

    @property
    def key(self) -> bytes:
        return load_key(self.journal.with_suffix(".key"))

    def write(self, count: int, text: str = "a note") -> None:
        with Journal.open(self.journal, self.key) as journal:
            for number in range(count):
                journal.append([Draft(kind="note", data={"text": f"{text} {number}"})], at_ms=now_ms())
            journal.checkpoint(now_ms())


def installed_table(folder: Path, **table: object) -> InstalledTable:
    people = [
        {"name": name, "badge": f"{number}00", "roles": ROLES[name], "pin": pin}
        for number, (name, pin) in enumerate(PINS.items(), 1)
    ]
    row = {"name": "a-1", "rules": "catfish-bend-blackjack", **table}
    answers = Answers.model_validate({"people": people, "tables": (row,)})
    places = Places.of(folder)
    (installed,) = install_tables(checked_tables(answers, folder), places, now_ms)
    enter_people(answers.people, places, now_ms, CHEAP)
    return InstalledTable(places=places, table=installed.table, file=installed.file)
