"""A floor for demonstrations: tables with days of play, as journals in a folder. The same seed gives the same files."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from dealer_console.demo.floor.tables import DemoTable, demo_tables
from dealer_console.demo.floor.week import HOUR, DemoWeek
from dealer_console.game.message import Message
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Work, unwatched

BEGINS: Final = datetime(2026, 11, 9, tzinfo=UTC)
OPENS_AT: Final = 18  # o'clock


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoFloor:
    """How much is played. The default is the floor of `make pit`."""

    tables: int = 12
    days: int = 7
    hours: int = 4
    seed: int = 7
    mishaps: int = 12  # irregularities in a thousand rounds of a careful dealer; a careless one has ten times as many
    seats: int = 5  # so many players sit at a table at most
    corrections: int = 1  # in a thousand rounds; at one table twenty times as many


def generate(folder: Path, floor: DemoFloor | None = None, work: Work | None = None, *, processes: int = 2) -> int:
    """The journals of the floor in an empty folder; how many rounds they hold. Raises `Stopped` between two tables."""
    floor, work = floor or DemoFloor(), work or unwatched()
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise PitRefused(Message("pit-folder-not-empty", place=str(folder)))
    places = demo_tables(floor.tables)
    deal = partial(_one_table, folder, floor)
    rounds = 0
    work.report(0, len(places), Message("pit-dealing-demo"))
    if processes < 2 or len(places) == 1:
        for done, place in enumerate(enumerate(places, start=1), start=1):
            rounds += deal(place)
            work.report(done, len(places), Message("pit-dealing-demo"))
        return rounds
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=processes, mp_context=context) as pool:
        for done, dealt in enumerate(pool.map(deal, enumerate(places, start=1)), start=1):
            rounds += dealt
            work.report(done, len(places), Message("pit-dealing-demo"))
    return rounds


def _one_table(folder: Path, floor: DemoFloor, numbered: tuple[int, DemoTable]) -> int:
    number, place = numbered
    begins = int(BEGINS.timestamp() * 1000)
    path = folder / f"{place.name}.journal"
    often = (floor.mishaps, floor.corrections)
    week = DemoWeek(place, path, seed=floor.seed, number=number, begins_ms=begins, often=often)
    week.seats = floor.seats
    return week.play(floor.days, begins + OPENS_AT * HOUR, floor.hours)
