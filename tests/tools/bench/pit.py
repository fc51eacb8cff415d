"""`make bench`: what a stand of the pit asks for, over a history of a million rounds against one of a week.

    python -m tests.tools.bench.pit [WEEKS]

A week of twelve tables is dealt (some ten thousand rounds), then ninety-nine copies of it, each with entries, hashes,
keys and signatures of its own (`copied_weeks`). The projector makes the index of the short floor, and of the first two
weeks and the last one of the long floor; the index of the weeks between is copied (`copied_index`). Questions about the
last week must have the same answers on both.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from dealer_console.demo.floor import DemoFloor, generate
from dealer_console.floor.connection import FloorConnection
from dealer_console.floor.local_journal import End
from dealer_console.journal import Draft
from dealer_console.journal.chain import Chain
from dealer_console.pit.alerts import Acknowledgements, find_alerts
from dealer_console.pit.archive import Archive, Search
from dealer_console.pit.archive import schema as t
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.live.board import board, open_calls
from dealer_console.pit.live.tables import ALERTS_OF_MS
from dealer_console.pit.players.rating import ratings
from dealer_console.pit.reports import make_report
from tests.pit.journals import HandWritten
from tests.tools.bench.copied_weeks import STAND, LongFloor, SentJournal, dealt, long_floors

WEEK: Final = DemoFloor(tables=12, days=7, hours=3, seed=11, seats=2)
WEEKS: Final = 100
TIMES: Final = 9
WANTED: Final = 3.0
_FIRST_NUMBER: Final = 10_000_000  # of the rounds that come while it is measured

Ask = Callable[[], object]


def bench(weeks: int = WEEKS) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="bench-pit-") as name:
        folder = Path(name) / "floor"
        generate(folder, WEEK)
        week = dealt(folder)
        with long_floors(week) as (few, many):
            for floor, count in ((few, 1), (many, weeks)):
                for done in floor.fill(count):
                    sys.stderr.write(f"pit: {done}\n")
            return compared(few, many, week)


def compared(few: LongFloor, many: LongFloor, week: list[SentJournal]) -> dict[str, Any]:
    short, long = measured(few, week), measured(many, week)
    if changed := [name for name in short.answers if short.answers[name] != long.answers[name]]:
        raise AssertionError(f"a longer history changed the answers about the last week: {changed}")
    results: dict[str, Any] = {"rounds_few": short.rounds, "rounds": long.rounds}
    for name, seconds in long.seconds.items():
        results[f"{name}_ms"] = seconds * 1000
        results[f"{name}_ratio"] = seconds / short.seconds[name]
    worst = max(value for key, value in results.items() if key.endswith("_ratio"))
    return {**results, "worst_ratio": worst, "wanted_at_most": WANTED}


class Measured:
    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.seconds: dict[str, float] = {}
        self.answers: dict[str, str] = {}

    def ask(self, questions: dict[str, Ask], times: int = TIMES) -> None:
        for name, ask in questions.items():
            self.seconds[name] = _median(ask, times)


def measured(floor: LongFloor, week: list[SentJournal]) -> Measured:
    with Archive.open(floor.url(STAND)) as stand:
        with stand.engine.connect() as connection:
            found = Measured(int(connection.execute(select(func.count()).select_from(t.rounds)).scalar_one()))
        seen = Acknowledgements(stand)
        found.ask({"first_board": lambda: _first_board(floor.url(STAND))}, times=3)
        found.ask({"board": lambda: board(stand, seen), "calls": lambda: open_calls(stand, seen)})
        of_week, searches = _last_week(stand), _searches(stand)
        found.ask({**of_week, **searches})
        found.answers = {name: repr(ask()) for name, ask in of_week.items()}
    with _live_table(floor, week[0]) as one_round, floor.projecting() as (projector, alerts):

        def taken_in() -> None:
            one_round()
            projector.step()
            alerts.refresh()

        taken_in()
        found.ask({"round_taken_in": taken_in})
    return found


def _median(ask: Ask, times: int) -> float:
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        ask()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


# --- what is asked ---------------------------------------------------------------------------------------------------


def _first_board(url: str) -> None:
    """As the window does it before it shows anything."""
    with Archive.open(url) as stand:
        stand.refresh()
        board(stand, Acknowledgements(stand))
        find_alerts(stand, load_expectations(), since_ms=_newest(stand) - ALERTS_OF_MS)


def _newest(archive: Archive) -> int:
    with archive.engine.connect() as connection:
        return int(connection.execute(select(func.max(t.rounds.c.opened_ms))).scalar_one())


def _last_week(archive: Archive) -> dict[str, Ask]:
    """Questions whose answers do not change with the weeks before."""
    house, now = load_expectations(), _newest(archive)
    day = house.gaming_day.day_of(now)
    begin, end = house.gaming_day.bounds(day)
    return {
        "alerts": lambda: sorted(alert.id for alert in find_alerts(archive, house, since_ms=begin)),
        "day_report": lambda: make_report(archive, house, day=day).data,
        "ratings_of_a_day": lambda: [
            (rating.player, rating.hands, rating.theoretical_loss)
            for rating in ratings(archive, house, since_ms=begin, until_ms=end)
        ],
    }


def _searches(archive: Archive) -> dict[str, Ask]:
    with archive.engine.connect() as connection:
        last = connection.execute(select(t.rounds).order_by(t.rounds.c.opened_ms.desc()).limit(1)).one()
        log = connection.execute(select(t.logs).where(t.logs.c.id == last.log_id)).one()
    table, dealer, largest = log.table_name, last.dealer, int(last.largest)
    wanted = {
        "newest": Search(),
        "table": Search(table=table),
        "dealer": Search(dealer=dealer),
        "spot": Search(spot=2),
        "amount": Search(amount=largest),
        "at_least": Search(at_least=largest),
        "irregular": Search(mark="irregular"),
        "card": Search(card="Kh"),
        "table_dealer": Search(table=table, dealer=dealer),
        "table_spot_card": Search(table=table, spot=2, card="Kh"),
        "dealer_amount_card": Search(dealer=dealer, amount=largest, card="Kh"),
    }
    asks: dict[str, Ask] = {f"search_{name}": _page(archive, search) for name, search in wanted.items()}
    return {**asks, "count_all": lambda: archive.count(Search())}


def _page(archive: Archive, wanted: Search) -> Ask:
    """As many rounds as the short history has, too, or a longer page would be measured."""
    return lambda: archive.search(wanted, limit=20)


@contextmanager
def _live_table(floor: LongFloor, journal: SentJournal) -> Iterator[Callable[[], None]]:
    """Sends one round each time: what a table writes while the others are quiet."""
    with FloorConnection(floor.url(journal.table), journal.table) as line:
        held = line.meet(journal.log, lambda: End(seq=10**9, hash="0" * 64))
        chain, number = Chain(journal.log, held.seq, held.hash), _FIRST_NUMBER + held.seq
        now = journal.rows[-1].at_ms

        def one_round() -> None:
            nonlocal number, now
            number, now = number + 1, now + 60_000
            opened = Draft(kind="round-opened", data={"round": number, "bets": ["1 25"]}, who="Ann")
            closed = Draft(kind="round-closed", data={"round": number, "house_net": "25.00"})
            before = chain.hash
            drafts = [opened, HandWritten._settlement("main", "25.00", "0.00", "25.00"), closed]
            rows, _ = chain.continue_with(drafts, now)
            chain.advance(rows[-1])
            line.append(journal.log, before, rows, 0)

        yield one_round


if __name__ == "__main__":
    for key, value in bench(int(sys.argv[1]) if sys.argv[1:] else WEEKS).items():
        sys.stdout.write(f"{key:<30} {value:>14,.3f}\n")
