"""The file of the house's expectations: exact figures, every fault at once, days that begin when the house says."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from dealer_console.messages import recorded
from dealer_console.pit.expectations import (
    FILE_NAME,
    GamingDay,
    expectations_from_file,
    load_expectations,
    set_house,
)
from dealer_console.rulebook import BadFile
from dealer_console.rulebook.load import config_folder, rule_set_names

WHOLE = (config_folder() / "alerts.toml").read_text("utf-8")


def at(text: str) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def test_every_rule_set_has_its_figures() -> None:
    house = load_expectations()
    assert sorted(house.main_game) == rule_set_names()
    assert house.main_game["massachusetts-switch"].edge == Fraction(58, 10000)


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = (
        WHOLE.replace('begins = "06:00"', 'begins = "six"')
        .replace('time_zone = "UTC"', 'time_zone = "Moon"')
        .replace("per_shift = 3           # at", "per_shfit = 3  # at")
        .replace('deviations = "3"', "deviations = 3.0")
        .replace("[main_game.south-dakota-switch]", "[main_game.south-dakota-swich]")
    )
    file = tmp_path / "alerts.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadFile) as caught:
        expectations_from_file(file)
    told = {problem.key: recorded(problem.reason) for problem in caught.value.problems}
    assert set(told) >= {
        "gaming_day.begins",
        "gaming_day.time_zone",
        "corrections.per_shfit",
        "corrections.per_shift",
        "win.deviations",
        "main_game.south-dakota-swich",
        "main_game.south-dakota-switch",
    }
    assert "did you mean" in told["corrections.per_shfit"]
    assert "did you mean" in told["main_game.south-dakota-swich"]
    assert "in quotes" in told["win.deviations"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("most_rounds_per_hour = 150", "most_rounds_per_hour = 10", "pace.most_rounds_per_hour"),
        ('fewest_drop = "10000"', "fewest_drop = 10000", "hold.fewest_drop"),
        ('fewest_drop = "10000"', 'fewest_drop = "many"', "hold.fewest_drop"),
        ('within = "0.5"', 'within = "0"', "hold.within"),
        ('deviation = "1.15"', 'deviation = "0"', "main_game.catfish-bend-blackjack.deviation"),
        ('"0.4"\nhold = "0.16"', '"1.4"\nhold = "0.16"', "main_game.catfish-bend-blackjack.correlation"),
        ('hold = "0.16"', 'hold = "-1"', "main_game.catfish-bend-blackjack.hold"),
        ('edge = "0.0055"', 'edge = "a half"', "main_game.catfish-bend-blackjack.edge"),
    ],
)  # fmt: skip
def test_figures_that_make_no_sense_are_refused(tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in WHOLE
    file = tmp_path / "alerts.toml"
    file.write_text(WHOLE.replace(old, new, 1), "utf-8")
    with pytest.raises(BadFile) as caught:
        expectations_from_file(file)
    assert [problem.key for problem in caught.value.problems] == [key]


def test_a_gaming_day_begins_when_the_house_says(tmp_path: Path) -> None:
    days = load_expectations().gaming_day
    assert days.day_of(at("2026-11-16 05:59")) == date(2026, 11, 15)
    assert days.day_of(at("2026-11-16 06:00")) == date(2026, 11, 16)
    begin, end = days.bounds(date(2026, 11, 16))
    assert (begin, end - begin) == (at("2026-11-16 06:00"), 24 * 3_600_000)


def test_the_day_on_which_the_clock_changes_is_longer(tmp_path: Path) -> None:
    file = tmp_path / "alerts.toml"
    file.write_text(WHOLE.replace('time_zone = "UTC"', 'time_zone = "America/New_York"'), "utf-8")
    days = expectations_from_file(file).gaming_day
    begin, end = days.bounds(date(2026, 10, 31))
    assert end - begin == 25 * 3_600_000
    assert days.day_of(begin) == date(2026, 10, 31)
    assert days.day_of(begin - 1000) == date(2026, 10, 30)


# --- gaming days when the clocks are set ---------------------------------------------------------------------------

CLOCKS_SET = [
    ("America/New_York", date(2026, 3, 8)),  # 02:00 to 03:00 does not exist
    ("America/New_York", date(2026, 11, 1)),  # 01:00 to 02:00 comes twice
    ("Europe/London", date(2026, 10, 25)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),  # half an hour
    ("Africa/Cairo", date(2026, 4, 24)),  # midnight does not exist
    ("Asia/Beirut", date(2026, 10, 25)),  # the hour before midnight comes twice
    ("Pacific/Apia", date(2011, 12, 30)),  # the whole day does not exist
]
MINUTE_MS = 60_000


@pytest.mark.parametrize(
    "begins", [time(0), time(0, 30), time(1, 30), time(2), time(2, 30), time(3), time(6), time(23, 30)]
)
@pytest.mark.parametrize(("zone", "day"), CLOCKS_SET)
def test_every_moment_is_in_one_gaming_day_also_when_the_clocks_are_set(zone: str, day: date, begins: time) -> None:
    """The bounds of a day and the day of a moment say the same: nothing is counted twice, and nothing is left out."""
    days = GamingDay(begins=begins, zone=ZoneInfo(zone))
    around = [day + timedelta(days=number) for number in range(-2, 4)]
    for one, next_one in itertools.pairwise(around):
        assert days.bounds(one)[1] == days.bounds(next_one)[0]
    for at_ms in range(days.bounds(around[1])[0], days.bounds(around[-2])[1], 10 * MINUTE_MS):
        begin, end = days.bounds(days.day_of(at_ms))
        assert begin <= at_ms < end


def test_a_day_that_would_begin_in_the_missing_hour_begins_with_the_first_moment_behind_it() -> None:
    zone = ZoneInfo("America/New_York")
    days = GamingDay(begins=time(2, 30), zone=zone)
    begin, end = days.bounds(date(2026, 3, 8))
    assert begin == datetime(2026, 3, 8, 3, 0, tzinfo=zone).timestamp() * 1000
    assert (end - begin) / 3_600_000 == 23.5


def test_a_day_that_begins_in_the_hour_that_comes_twice_begins_once() -> None:
    zone = ZoneInfo("America/New_York")
    days = GamingDay(begins=time(1, 30), zone=zone)
    first = datetime(2026, 11, 1, 1, 30, tzinfo=zone)
    assert days.bounds(date(2026, 11, 1))[0] == first.timestamp() * 1000
    second_ten_past = datetime(2026, 11, 1, 1, 10, tzinfo=zone, fold=1)
    assert days.day_of(round(second_ten_past.timestamp() * 1000)) == date(2026, 11, 1)


def test_gaming_day_and_currency_are_set_and_nothing_else_of_the_file_changes(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text((config_folder() / FILE_NAME).read_text("utf-8"), "utf-8")
    before = expectations_from_file(file)
    set_house(file, time_zone="America/Los_Angeles", begins="05:30", currency="MXN")
    after = expectations_from_file(file)
    assert (str(after.gaming_day.zone), after.gaming_day.begins.isoformat()) == ("America/Los_Angeles", "05:30:00")
    assert after.currency == "MXN"
    assert replace(after, gaming_day=before.gaming_day, currency=before.currency) == before
    assert 'time_zone = "America/Los_Angeles"  # a name such as' in file.read_text("utf-8")
    with pytest.raises(BadFile, match="no such time zone"):
        set_house(file, time_zone="Mars/Olympus", begins="05:30", currency="MXN")
    assert expectations_from_file(file) == after
    with pytest.raises(BadFile, match="currency"):
        set_house(file, time_zone="UTC", begins="05:30", currency="dollars")
    assert list(tmp_path.iterdir()) == [file]
    text = file.read_text("utf-8")
    file.write_text(text.replace(text[text.index("[money]") : text.index("# Rounds per hour")], ""), "utf-8")
    assert expectations_from_file(file).currency == "USD", "a file of before has none"
    set_house(file, time_zone="UTC", begins="05:30", currency="EUR")
    assert expectations_from_file(file).currency == "EUR"
