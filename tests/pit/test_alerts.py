"""Alerts from entries that a test wrote down: each threshold from just below to just above, and who has seen them."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dealer_console.game.choices import choose
from dealer_console.game.wagers.side_bets import side_bet_odds
from dealer_console.journal import Draft
from dealer_console.messages import words_of
from dealer_console.pit.alerts import Acknowledgements, Alert, find_alerts
from dealer_console.pit.archive import Archive
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import Expectations, MainGame
from dealer_console.pit.money.theoretical_win import MAIN, Worth
from dealer_console.rulebook import load_rules
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.people.person import Person, PersonId, Role
from tests.pit.journals import HOUR, HandWritten

SAID = words_of("en", "USD")
SUE = Person(id=PersonId("p2"), name="Sue", badge="2", roles=(Role.SUPERVISOR,))
ANN = Person(id=PersonId("p1"), name="Ann", badge="1", roles=(Role.DEALER,))


@pytest.fixture
def table(tmp_path: Path) -> HandWritten:
    return HandWritten(tmp_path / "t.journal").open_shift()


def alerts(table: HandWritten, house: Expectations, kind: str) -> list[Alert]:
    path = table.close()
    with Archive.open(path, index=path.with_name("i")) as archive:
        archive.refresh()
        return [alert for alert in find_alerts(archive, house) if alert.kind == kind]


def closed(table: HandWritten, counted: int = 1_000_000, expected: int = 1) -> HandWritten:
    tray = {"what": "closer", "cents": counted, "chips": {"10000": counted // 10000}}
    end = {
        "step": "close",
        "expected": expected,
        "counted": counted,
        "difference": 0,
        "flag": None,
        "verified_by": "Sue",
    }
    table.append(Draft(kind="money", data={**tray}), Draft(kind="shift", data={**end}))  # type: ignore[dict-item]
    return table


# --- pace ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "told"), [(29, 1), (30, 0), (150, 0), (152, 1)])
def test_pace_is_judged_by_whole_hours(table: HandWritten, house: Expectations, rounds: int, told: int) -> None:
    table.now = table.now // HOUR * HOUR + HOUR  # rounds in the second hour of the shift, none in its rest
    quiet = replace(house, fewest_minutes=60)
    for _ in range(rounds):
        table.round(("main", "25.00", "0.00", "25.00"))
        table.now += HOUR // 160 - 3000
    table.now = (table.now // HOUR + 1) * HOUR
    found = alerts(closed(table), quiet, "pace")
    assert len(found) == told
    if told:
        assert f"{rounds} rounds in 60 minutes" in SAID(found[0].message)


def test_an_hour_without_any_round_is_slow(table: HandWritten, house: Expectations) -> None:
    table.now += 3 * HOUR
    found = alerts(closed(table), house, "pace")
    assert len(found) == 3
    assert all("0 rounds per hour" in SAID(alert.message) for alert in found)


# --- win -----------------------------------------------------------------------------------------------------------


def test_a_side_bet_is_judged_by_its_exact_odds(table: HandWritten, house: Expectations) -> None:
    odds = side_bet_odds(choose(load_rules("massachusetts-switch"), {}), "match")
    assert odds is not None
    stake, wagers = 500, 60
    for number in range(wagers):
        paid = "40.00" if number < 40 else "0.00"
        table.round(("match", "5.00", paid, "0.00" if number < 40 else "5.00"), bets=("1 25 match=5",))
    found = alerts(table, house, "win")
    worth = Worth(
        wager="match",
        count=wagers,
        staked=stake * wagers,
        house=20 * stake - 40 * 4000,
        mean=odds.edge * stake * wagers,
        variance=odds.variance * stake * stake * wagers,
    )
    assert worth.beyond(house.deviations)
    assert [alert.subject for alert in found] == ["match"]
    assert f"{abs(worth.tenths) // 10}.{abs(worth.tenths) % 10} standard deviations below" in SAID(found[0].message)


def test_the_threshold_is_exact() -> None:
    worth = Worth(wager="x", count=100, staked=100, house=30, mean=Fraction(0), variance=Fraction(100))
    assert worth.beyond(Fraction(3))
    assert not worth.beyond(Fraction(30001, 10000))
    assert worth.tenths == 30
    assert not Worth(wager="x", house=29, variance=Fraction(100)).beyond(Fraction(3))
    assert not Worth(wager="x", house=29).beyond(Fraction(3))


def test_few_wagers_and_an_ordinary_result_raise_nothing(table: HandWritten, house: Expectations) -> None:
    for number in range(60):
        won = number % 2 == 0
        table.round(("main", "25.00", "25.00" if won else "0.00", "0.00" if won else "25.00"))
    for _ in range(10):
        table.round(("match", "5.00", "200.00", "0.00"), bets=("1 25 match=5",))
    assert alerts(table, house, "win") == []


def test_the_main_game_counts_what_was_doubled_against_what_was_staked_first(
    table: HandWritten, house: Expectations
) -> None:
    """The house's whole result, reckoned against the starting wagers alone."""
    for _ in range(50):
        table.round(("main", "25.00", "25.00", "0.00"), ("double", "25.00", "25.00", "0.00"))
    game = MainGame(edge=Fraction(0), deviation=Fraction(1), correlation=Fraction(0), hold=Fraction(0))
    found = alerts(table, replace(house, main_game={"massachusetts-switch": game}), "win")
    assert [alert.subject for alert in found] == [MAIN]
    assert "the house lost $2,500.00 on $1,250.00 action in 50 wagers" in SAID(found[0].message)


def test_the_main_game_is_told_beside_what_the_drop_leaves(table: HandWritten, house: Expectations) -> None:
    bought(table, 1_000_000)
    for _ in range(50):
        table.round(("main", "500.00", "500.00", "0.00"), bets=("1 500",))
    (alert,) = alerts(closed(table), house, "win")
    assert SAID(alert.message).endswith("; of the drop of $10,000.00 a hold of 18.0 % leaves $1,800.00")


# --- hold ------------------------------------------------------------------------------------------------------------


def bought(table: HandWritten, cents: int) -> None:
    table.append(Draft(kind="money", data={"what": "buy-in", "cents": cents, "chips": {"10000": cents // 10000}}))


@pytest.mark.parametrize(
    ("drop", "counted", "side"),
    [
        (499_900, 1_000_000, None),  # too little drop to judge
        (500_000, 839_900, None),  # the win is closer + drop − opener; 68 % of the drop are 3,400.00
        (500_000, 840_000, "above"),
        (500_000, 340_100, None),
        (500_000, 340_000, "below"),
    ],
)
def test_the_hold_of_a_day_leaves_its_band(
    table: HandWritten, house: Expectations, drop: int, counted: int, side: str | None
) -> None:
    """The band is met exactly: from 18 % of the drop, half of the drop up or down."""
    bought(table, drop)
    found = alerts(closed(table, counted), replace(house, fewest_drop=500_000), "hold")
    assert [alert.id.split("/")[-2:] for alert in found] == ([[side, "1"]] if side else [])
    if side:
        assert f"{side} the expected 18.0 %: " in SAID(found[0].message)
        assert "of a drop of $5,000.00, theo win $900.00" in SAID(found[0].message)


def test_the_hold_of_an_open_table_is_not_judged(table: HandWritten, house: Expectations) -> None:
    bought(table, 5_000_000)
    assert alerts(table, house, "hold") == []


def test_shifts_of_one_day_are_judged_together(table: HandWritten, house: Expectations) -> None:
    """Each alone would be outside; together they are what the house expects."""
    bought(table, 1_000_000)
    closed(table, 1_000_000)
    table.now += HOUR
    table.open_shift()
    bought(table, 1_000_000)
    assert alerts(closed(table, 0), replace(house, hold_within=Fraction(33, 100)), "hold") == []


def test_a_house_that_says_nothing_about_a_rule_set_gets_no_alert_of_its_hold(
    table: HandWritten, house: Expectations
) -> None:
    bought(table, 1_000_000)
    assert alerts(closed(table), replace(house, main_game={}), "hold") == []


# --- corrections, devices, irregularities ----------------------------------------------------------------------------


@pytest.mark.parametrize(("times", "told"), [(2, 0), (3, 1), (7, 1)])
def test_repeated_corrections(table: HandWritten, house: Expectations, times: int, told: int) -> None:
    entry = table.round(("main", "25.00", "0.00", "25.00"))
    for _ in range(times):
        data = {"corrects": entry + 1, "cents": 500, "reason": "x", "requested_by": "Ann", "approved_by": "Sue"}
        table.append(Draft(kind="correction", data={**data}))  # type: ignore[dict-item]
    found = alerts(table, house, "corrections")
    assert len(found) == told
    if told:
        assert found[0].id.endswith(f"/{times // 3}")
        assert f"{times} corrections" in SAID(found[0].message)


def test_repeated_errors_of_one_device(table: HandWritten, house: Expectations) -> None:
    for number in range(3):
        fault = {"event": "DeviceFaulted", "device": "shoe", "fault": "JAM", "while_in": "READY"}
        table.append(Draft(kind="device-event", data={**fault}, device=("S-1", number)))
        away = {"device": "reader", "state": "away", "serial": "R-1", "reason": "no-answer", "text": "look"}
        if number < 2:
            table.append(Draft(kind="device-link", data={**away}))
    assert [alert.subject for alert in alerts(table, house, "device-errors")] == ["shoe"]


def test_irregularities_of_a_dealer_over_the_whole_day(table: HandWritten, house: Expectations) -> None:
    for number in range(80):
        moves = ("irregularity burn-missed", "resolve continue") if number < 4 else ()
        table.round(("main", "25.00", "0.00", "25.00"), moves=moves)
    (alert,) = alerts(table, house, "irregularities")
    assert SAID(alert.message).startswith("Ann: 4 irregularities in 80 rounds")


def test_too_few_or_too_seldom_irregularities_raise_nothing(table: HandWritten, house: Expectations) -> None:
    for number in range(100):
        moves = ("irregularity burn-missed", "resolve continue") if number < 4 else ()
        table.round(("main", "25.00", "0.00", "25.00"), moves=moves)
    assert alerts(table, house, "irregularities") == []


# --- acknowledging --------------------------------------------------------------------------------------------------


def test_an_alert_stays_until_somebody_with_the_right_has_seen_it(archive: Archive, tmp_path: Path) -> None:
    seen = Acknowledgements(archive)
    rights = load_permissions()
    with pytest.raises(PitRefused, match="not by a dealer"):
        seen.acknowledge("pace/x/1/2", by=ANN, permissions=rights, at_ms=5)
    assert seen.of(["pace/x/1/2"]) == {}
    first = seen.acknowledge("pace/x/1/2", by=SUE, permissions=rights, at_ms=7, note="asked the dealer")
    assert (first.first, first.person, first.at_ms) == (True, "Sue", 7)
    late = seen.acknowledge("pace/x/1/2", by=replace(SUE, name="Tom"), permissions=rights, at_ms=9)
    assert (late.first, late.person, late.at_ms) == (False, "Sue", 7)
    seen.close()
    again = Acknowledgements(archive)
    assert again.of(["pace/x/1/2", "other"])["pace/x/1/2"].note == "asked the dealer"
    again.close()


def test_what_was_acknowledged_cannot_be_changed(table: HandWritten) -> None:
    path = table.close()
    with Archive.open(path) as archive:
        seen = Acknowledgements(archive)
        seen.acknowledge("a", by=SUE, permissions=load_permissions(), at_ms=1)
        seen.close()
    with sqlite3.connect(path.with_name("t.journal.pit-seen")) as file:
        for action in ("UPDATE seen SET person = 'x'", "DELETE FROM seen"):
            with pytest.raises(sqlite3.IntegrityError, match="stays"):
                file.execute(action)
    file.close()
