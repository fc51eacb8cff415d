"""A card plays at one table: what the floor tells the others, and what they do with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from dealer_console.app.desk_orders import DeskOrders
from dealer_console.floor import Forwarder
from dealer_console.floor.retention.days import ensure_days
from dealer_console.journal import Draft
from dealer_console.pit.expectations import load_expectations
from dealer_console.table import commands as c
from dealer_console.table.people import Action
from tests.floor.test_desk_orders import DeskTable
from tests.floor.test_desk_orders import live as live
from tests.journal.dealt import NOON
from tests.rigs.floor_rig import BRISK, OTHER, FloorRig, NotedTable, wait_until
from tests.rigs.staffed_table import MA

CARD = "C-7001"
DAY = 86_400_000


class OtherTable(NotedTable):
    """Beside the one that is tried."""

    def seats(self, player: str, *spots: int, at_ms: int = NOON) -> None:
        said: dict[str, Any] = {"step": "spots", "player": player, "spots": [*spots]}
        self.append(Draft(kind="shift", data=said, who="p7"), at_ms=at_ms)

    def closes(self) -> None:
        closed: dict[str, Any] = {"step": "close", "expected": 0, "counted": 0, "difference": 0, "flag": None}
        self.append(Draft(kind="shift", data={**closed, "verified_by": "p8"}, who="p7"))


@pytest.fixture
def other(floor: FloorRig, tmp_path: Path) -> Iterator[OtherTable]:
    floor.admit(tables=(OTHER,))
    made = OtherTable(floor, tmp_path / "other.journal", OTHER)
    made.forward()
    yield made
    made.close()


def test_the_floor_tells_each_table_which_cards_play_at_the_others(table: NotedTable, other: OtherTable) -> None:
    other.seats("C-1", 1)
    other.seats("unknown at 2", 2)
    wait_until(lambda: table.floor.head(OTHER).hash == other.journal.head, "the first session is known")
    told: list[dict[str, str]] = []
    with ExitStack() as leave:
        hears = Forwarder(
            journal=table.path, url=table.floor.url(table.name), table=table.name, pace=BRISK,
            on_sessions=lambda elsewhere: told.append(dict(elsewhere)),
        )  # fmt: skip
        hears.start()
        leave.callback(hears.stop)
        wait_until(lambda: told == [{"C-1": OTHER}], "what was before is told at the beginning, without strangers")
        other.seats("C-1", 1, 3)
        other.seats("C-2", 2)
        wait_until(lambda: told[-1] == {"C-1": OTHER, "C-2": OTHER}, "who sits down is told")
        other.seats("C-1")
        wait_until(lambda: told[-1] == {"C-2": OTHER}, "who leaves is told")
        other.closes()
        wait_until(lambda: told[-1] == {}, "a table that closes has no sessions")


def test_entries_that_are_moved_into_the_partition_of_their_day_open_no_session_again(other: OtherTable) -> None:
    other.seats(CARD, 1, at_ms=NOON + 2 * DAY)
    other.seats(CARD, at_ms=NOON)  # by a clock that was set back: its day is moved first
    other.must_arrive()
    with other.floor.owner() as connection:
        ensure_days(connection, load_expectations().gaming_day, NOON - 13 * DAY)
        assert connection.exec_driver_sql("SELECT count(*) FROM floor.entries_other").scalar() == 0, "nothing was moved"
        assert connection.exec_driver_sql("SELECT count(*) FROM floor.sessions").scalar() == 0


def test_a_card_that_plays_elsewhere_is_refused_with_its_table_until_it_has_left_there(live: DeskTable) -> None:
    bench = live
    seat = c.SeatPlayer(who=bench.dealer, player=CARD, spots=(2,))
    bench.session.setup.elsewhere = {CARD: OTHER}
    assert bench.refused(seat) == f"{CARD} plays at {OTHER}: the pit moves the session"
    bench.session.setup.elsewhere = {}
    bench.done(seat)
    bench.session.setup.elsewhere = {CARD: OTHER}  # seated twice while the floor was away: that is an alert
    bench.done(c.SeatPlayer(who=bench.dealer, player=CARD, spots=(2, 3)))


def test_a_move_of_the_pit_waits_until_the_other_table_has_closed_the_session(
    live: DeskTable, other: OtherTable
) -> None:
    bench = live
    orders = DeskOrders(bench.session, lambda: bench.now)
    live.forwarder.stop()
    live.forwarder = Forwarder(
        journal=live.path, url=live.floor.url(MA), table=MA, pace=BRISK, on_order=orders.take,
        on_sessions=orders.play_elsewhere,
    )  # fmt: skip
    live.forwarder.start()
    other.seats(CARD, 4)
    wait_until(lambda: bench.session.setup.elsewhere == {CARD: OTHER}, "the table knows where the card plays")
    for card, spot in ((CARD, 2), ("C-9", 1)):
        live.give("pit", "Sam", c.SeatRating(who="", player=card, spots=(spot,)), Action.RATE_PLAYER)
    bench.wait(lambda: [seated.name for seated in bench.state.shift.spots.players] == ["C-9"])
    other.seats(CARD)
    bench.wait(lambda: {seated.name for seated in bench.state.shift.spots.players} == {"C-9", CARD})
