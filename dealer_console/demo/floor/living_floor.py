"""A running floor to try: a temporary PostgreSQL, tables that deal by themselves after a week of play, one staff."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.synchronize import Event as ProcessEvent
from pathlib import Path
from threading import Event, Thread
from typing import Final

from dealer_console.demo.floor.living_table import LivingTable
from dealer_console.demo.floor.tables import DEALERS, LIVING_BASES, PIT_MANAGER, RELIEFS, SUPERVISORS, demo_tables
from dealer_console.demo.people import CHEAP
from dealer_console.floor import Forwarder, address, logins
from dealer_console.floor.errors import FloorError
from dealer_console.pit.archive.floor_index import make_floor
from dealer_console.pit.archive.projector import project
from dealer_console.table.people import (
    NewPerson,
    PeopleBook,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
    load_permissions,
)

MANAGERS_PIN: Final = "852096"
SUPERVISORS_PIN: Final = "741398"
DEALERS_PIN: Final = "2591"
PROJECTOR: Final = "projector"
STAND: Final = "pit-stand-1"
CAGE: Final = "cage-desk"
CASHIERS: Final = ("Cody", "Cora")
CASHIERS_PIN: Final = "505152"


@dataclass(frozen=True, slots=True, kw_only=True)
class LivingFloor:
    """How much there is. The default is the floor of `make pit`."""

    tables: int = 8
    days: int = 6  # before tonight
    hours: int = 2
    seed: int = 7


def staff_words() -> str:
    staff = (((PIT_MANAGER,), MANAGERS_PIN), (SUPERVISORS, SUPERVISORS_PIN), (CASHIERS, CASHIERS_PIN))
    return "; ".join(f"{', '.join(names)} {pin}" for names, pin in staff)


def make_staff(folder: Path) -> tuple[Path, Path]:
    """One staff for all tables and the pit; the file and its pepper."""
    path, pepper = folder / "people.db", folder / "people.pepper"
    book = PeopleBook.create(path, pepper=create_pepper(pepper), cost=CHEAP)
    people = [NewPerson(name=PIT_MANAGER, badge="300", roles=(Role.PIT_MANAGER,), pin=Pin(MANAGERS_PIN))]
    people += [
        NewPerson(name=name, badge=str(200 + number), roles=(Role.SUPERVISOR,), pin=Pin(SUPERVISORS_PIN))
        for number, name in enumerate(SUPERVISORS)
    ]
    people += [
        NewPerson(name=name, badge=str(100 + number), roles=(Role.DEALER,), pin=Pin(DEALERS_PIN))
        for number, name in enumerate((*DEALERS, *RELIEFS))
    ]
    people += [
        NewPerson(name=name, badge=str(400 + number), roles=(Role.CASHIER,), pin=Pin(CASHIERS_PIN))
        for number, name in enumerate(CASHIERS)
    ]
    Staff(book, load_permissions()).begin(people, _now_ms())
    book.close()
    return path, pepper


def _names_of(folder: Path) -> dict[str, str]:
    """Of the staff, by their id."""
    with PeopleBook.open(folder / "people.db", pepper=load_pepper(folder / "people.pepper"), cost=CHEAP) as book:
        return {str(listed.person.id): listed.person.name for listed in book.people()}


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


# --- the floor and its tables, in a process of their own -------------------------------------------------------------


@contextmanager
def running(folder: Path, url: str, floor: LivingFloor) -> Iterator[None]:
    """The tables deal until this is left. `url` names the owner of an empty database."""
    make_logins(url, floor)
    context = get_context("spawn")
    over = context.Event()
    process = context.Process(target=_deal, args=(folder, url, floor, over), name="living-floor")
    process.start()
    try:
        yield
    finally:
        over.set()
        process.join(timeout=20)
        if process.is_alive():
            process.terminate()


def make_logins(url: str, floor: LivingFloor) -> None:
    with address.connect(url) as connection:
        make_floor(connection)
        for place in demo_tables(floor.tables, LIVING_BASES):
            logins.ensure_table(connection, place.name)
        logins.ensure_pit(connection, STAND)
        logins.ensure_cage(connection, CAGE)
        logins.ensure_projector(connection, PROJECTOR)


def login(url: str, name: str) -> str:
    """The same database as somebody else."""
    return url.replace("postgres@", f"{name}@", 1)


def _deal(folder: Path, url: str, floor: LivingFloor, over: ProcessEvent) -> None:
    """In the child: history first, table by table, each one on the floor as soon as it is dealt; then by the clock."""
    stop = Event()
    Thread(target=_hand_on, args=(over, stop), daemon=True).start()
    try:
        _deal_until(stop, folder, url, floor)
    finally:
        if _orphaned():
            shutil.rmtree(folder, ignore_errors=True)


def _deal_until(stop: Event, folder: Path, url: str, floor: LivingFloor) -> None:
    names = _names_of(folder)
    with ExitStack() as leave:
        projector = Thread(target=_project, args=(login(url, PROJECTOR), stop), name="projector")
        projector.start()
        leave.callback(projector.join)
        for number, place in enumerate(demo_tables(floor.tables, LIVING_BASES), start=1):
            if stop.is_set():
                return
            path = folder / f"{place.name}.journal"
            table = LivingTable(place, path, seed=floor.seed, number=number, clock_ms=_now_ms, days=floor.days)
            table.names = names
            table.prepare(floor.hours)
            forwarder = Forwarder(
                journal=path, url=login(url, place.name), table=place.name, on_ruling=table.rule, on_order=table.order
            )
            forwarder.start()
            leave.callback(forwarder.stop)
            dealing = Thread(target=table.live, args=(stop, forwarder.wake), name=place.name)
            dealing.start()
            leave.callback(dealing.join)
        stop.wait()


def _hand_on(over: ProcessEvent, stop: Event) -> None:
    """Also when the program was killed and could not say so."""
    while not over.wait(1.0) and not _orphaned():
        pass
    stop.set()


def _orphaned() -> bool:
    parent = parent_process()
    return parent is not None and not parent.is_alive()


def _project(url: str, stop: Event) -> None:
    while not stop.is_set():
        try:
            with project(url) as projector:
                while not stop.is_set():
                    projector.step()
                    projector.wait()
        except FloorError:
            stop.wait(0.5)
