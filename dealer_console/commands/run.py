"""`dealer-console run`: the dealer's console of a real table. What is wrong is told before a window opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_console.commands.people import default_people_file, default_pepper_file
from dealer_console.commands.speaking import complain
from dealer_console.console_launch import (
    CannotStart,
    OpenConsole,
    Parts,
    RunningTable,
    WindowWishes,
    open_console,
    show_window,
    start_program,
    wall_clock_ms,
)
from dealer_console.demo.show import keep_log
from dealer_console.journal import Journal, JournalError
from dealer_console.journal.keys import load_or_create_key
from dealer_console.rulebook import BadFile, NoConfig
from dealer_console.rulebook.tables import Table, UnknownTable, load_table, table_from_file
from dealer_console.screens.console_config import house_of
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, load_pepper, load_permissions
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.usual_places import data_folder
from drivers.errors import DeviceError, ImpossibleRequestError
from drivers.registry import default_registry_path, load_registry

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState
    from dealer_console.touch.app.program import Program


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWishes:
    """What a person wrote behind `run`."""

    table: Path
    data: Path | None
    people: Path | None
    pepper: Path | None
    registry: Path | None
    simulators: bool
    window: WindowWishes


def run_table(wishes: RunWishes) -> int:
    try:
        wishes.window.check()
        parts = parts_of(wishes)
    except (UnknownTable, BadFile, NoConfig, CannotStart, JournalError, PeopleRefused, PeopleDamaged) as error:
        return complain(str(error))
    except (DeviceError, ImpossibleRequestError) as error:
        return complain(f"the list of paired devices: {error}")
    try:
        return _show(wishes, parts)
    except (CannotStart, DeviceError, ImpossibleRequestError) as error:
        parts.people.close()
        parts.journal.close()
        return complain(str(error))


def parts_of(wishes: RunWishes) -> Parts:
    """Journal and book are open then; whoever does not go on closes them."""
    table = _table(wishes.table)
    folder = wishes.data or data_folder()
    file = folder / table.journal
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    people = wishes.people or default_people_file()
    if not people.exists():
        raise CannotStart(f"there is no book of people at {people}; make it with: dealer-console people add")
    registry = load_registry(wishes.registry or default_registry_path())
    book = PeopleBook.open(people, pepper=load_pepper(wishes.pepper or default_pepper_file()))
    key = load_or_create_key(file.with_suffix(".key"))
    if not file.exists():
        Journal.create(file, table=table.name, signing_key=key, at_ms=wall_clock_ms()).close()
    return Parts(
        table=table,
        journal=LockedJournal(Journal.open(file, key)),
        journal_file=file,
        people=book,
        permissions=load_permissions(),
        registry=registry,
        simulators=wishes.simulators,
    )


def _table(wanted: Path) -> Table:
    """A file, or the name of a table that came with the program."""
    return table_from_file(wanted) if wanted.suffix == ".toml" or wanted.exists() else load_table(str(wanted))


def _show(wishes: RunWishes, parts: Parts) -> int:
    keep_log(parts.journal_file.with_suffix(".window.log"))
    program = start_program(wishes.window)
    with open_table(wishes, parts, program) as (_, opened):
        show_window(opened, wishes.window)
        return program.run()


@contextmanager
def open_table(
    wishes: RunWishes,
    parts: Parts,
    program: Program,
    on_change: Callable[[TableState], None] = lambda _state: None,
) -> Iterator[tuple[RunningTable, OpenConsole]]:
    """The table dealt at, with its window, which nobody sees yet. Leaving it ends both and closes journal and book."""
    running = RunningTable(parts, program.offer, on_change)
    simulated = frozenset(device.kind for device in parts.table.devices) if wishes.simulators else frozenset()
    house = house_of(parts.table, simulated=simulated, training=wishes.simulators, book=True)
    house = replace(house, people=tuple(each.person.name for each in parts.people.people()))
    with open_console(program, running, house, wishes.window) as opened:
        try:
            running.start()
            yield running, opened
        finally:
            running.stop()
