"""Ratings from entries that a test wrote down: time, hands, average bet, theoretical loss."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.wagers.side_bets import side_bet_odds
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.pit.archive import Archive
from dealer_console.pit.expectations import Expectations
from dealer_console.pit.players.rating import Rating, ratings
from dealer_console.rulebook import load_rules
from tests.pit.journals import HandWritten

MINUTE = 60_000


def sits(table: HandWritten, player: str, *spots: int) -> None:
    table.append(Draft(kind="shift", data={"step": "spots", "player": player, "spots": [*spots]}, who="Ann"))


@pytest.fixture
def table(tmp_path: Path) -> HandWritten:
    return HandWritten(tmp_path / "t.journal").open_shift()


def rated(table: HandWritten, house: Expectations, **asked: int | str) -> dict[str, Rating]:
    path = table.close()
    with Archive.open(path, index=path.with_name("i")) as archive:
        archive.refresh()
        return {rating.player: rating for rating in ratings(archive, house, **asked)}  # type: ignore[arg-type]


def test_a_sitting_is_rated_by_edge_and_exact_odds(table: HandWritten, house: Expectations) -> None:
    sits(table, "C-1", 1)
    begins = table.now
    table.round(("main", "25.00", "0.00", "25.00"), ("match", "5.00", "0.00", "5.00"), bets=("1 25 match=5",))
    table.round(("main", "75.00", "75.00", "0.00"), ("double", "75.00", "75.00", "0.00"), bets=("1 75",))
    table.now = begins + 40 * MINUTE
    sits(table, "C-1")
    table.round(("main", "500.00", "0.00", "500.00"), bets=("1 500",))
    (rating,) = rated(table, house).values()
    match = side_bet_odds(choose(load_rules("massachusetts-switch"), {}), "match")
    assert match is not None
    assert (rating.minutes, rating.hands, rating.average_bet, rating.staked) == (40, 2, 5000, 10000)
    assert rating.theoretical_loss == house.main_game["massachusetts-switch"].edge * 10000 + match.edge * 500
    assert rating.result == -2500 - 500 + 7500 + 7500


def test_another_player_at_the_spot_is_another_sitting(table: HandWritten, house: Expectations) -> None:
    sits(table, "C-1", 1)
    table.round(("main", "25.00", "0.00", "25.00"))
    sits(table, "C-2", 1)
    table.round(("main", "50.00", "0.00", "50.00"), bets=("1 50",))
    sits(table, "C-1", 2)
    found = rated(table, house)
    assert {name: (rating.staked, len(rating.sittings)) for name, rating in found.items()} == {
        "C-1": (2500, 2),
        "C-2": (5000, 1),
    }
    assert found["C-1"].sittings[1].to_ms is None
    assert found["C-1"].sittings[1].theoretical_loss == Fraction(0)


def test_the_end_of_the_shift_ends_every_sitting(table: HandWritten, house: Expectations) -> None:
    sits(table, "C-1", 1)
    table.now += 10 * MINUTE
    end: dict[str, Json] = {"step": "close", "expected": 1, "counted": 1, "difference": 0, "flag": None}
    table.append(
        Draft(kind="money", data={"what": "closer", "cents": 1, "chips": {}}),
        Draft(kind="shift", data={**end, "verified_by": "Sue"}),
    )
    table.now += 60 * MINUTE
    table.append(Draft(kind="note", data={"text": "later"}))
    assert rated(table, house)["C-1"].minutes == 10


def test_one_player_and_one_time_can_be_asked_for(table: HandWritten, house: Expectations) -> None:
    sits(table, "C-1", 1)
    middle = table.now + 1
    table.now += MINUTE
    sits(table, "C-2", 2)
    path = table.close()
    with Archive.open(path, index=path.with_name("i")) as archive:
        archive.refresh()
        assert [rating.player for rating in ratings(archive, house, since_ms=middle)] == ["C-2"]
        assert [rating.player for rating in ratings(archive, house, until_ms=middle)] == ["C-1"]
        assert [rating.player for rating in ratings(archive, house, player="C-2")] == ["C-2"]


def test_all_that_was_wagered_at_a_seat_is_in_a_rating(archive: Archive, house: Expectations) -> None:
    """On the demonstration floor everybody who plays has sat down."""
    from sqlalchemy import func, select

    from dealer_console.pit.archive import schema as t

    c = t.wager_hours.c
    with archive.engine.connect() as connection:
        staked = connection.execute(select(func.sum(c.staked)).where(c.wager == "main")).scalar_one()
        house_won = connection.execute(select(func.sum(c.taken - c.paid))).scalar_one()
    found = ratings(archive, house)
    assert sum(rating.staked for rating in found) == staked
    assert -sum(rating.result for rating in found) == house_won
