"""The lock-out after wrong PINs, as arithmetic."""

from __future__ import annotations

import pytest

from dealer_console.messages import recorded
from dealer_console.table.people import LockOutRule, pins
from dealer_console.table.people.pins import Tries

MINUTE = 60_000


def test_the_first_lock_comes_with_the_fifth_wrong_pin_and_each_further_one_doubles_it() -> None:
    rule = LockOutRule()
    minutes = [rule.lasts_ms(wrong) // MINUTE for wrong in range(1, 17)]
    assert minutes == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 480, 480, 480]


def test_the_longest_lock_is_never_exceeded() -> None:
    assert LockOutRule().lasts_ms(10**9) == 8 * 60 * MINUTE


def test_a_lock_ends_exactly_at_its_end() -> None:
    tries = Tries(wrong=4).one_more(LockOutRule(), 1000)
    assert (tries.wrong, tries.locked_until_ms) == (5, 61_000)
    assert tries.is_locked(60_999)
    assert not tries.is_locked(61_000)


@pytest.mark.parametrize(("tries", "first", "longest"), [(0, 1, 1), (1, 0, 1), (1, 2, 1), (1, -1, 5)])
def test_a_rule_that_locks_nobody_or_for_no_time_is_refused(tries: int, first: int, longest: int) -> None:
    with pytest.raises(ValueError, match="at least one try"):
        LockOutRule(tries=tries, first_ms=first, longest_ms=longest)


@pytest.mark.parametrize(
    ("duration", "words"),
    [
        (0, "1 minute"),
        (60_000, "1 minute"),
        (60_001, "2 minutes"),
        (119 * MINUTE, "119 minutes"),
        (120 * MINUTE, "2 hours"),
        (121 * MINUTE, "3 hours"),
    ],
)
def test_durations_are_rounded_up(duration: int, words: str) -> None:
    assert recorded(pins.duration(duration)) == words


HOUR = 60 * MINUTE


def test_time_forgives_one_wrong_pin_an_hour() -> None:
    tries = Tries(wrong=4, last_ms=0)
    assert tries.one_more(LockOutRule(), HOUR - 1).wrong == 5
    assert tries.one_more(LockOutRule(), HOUR).wrong == 4
    assert tries.one_more(LockOutRule(), 30 * HOUR).wrong == 1


def test_the_twelfth_of_a_day_locks_for_the_longest_time_however_slowly_they_came() -> None:
    rule, tries, now = LockOutRule(), Tries(), 0
    for _ in range(11):
        now += 125 * MINUTE
        tries = tries.one_more(rule, now)
        assert (tries.wrong, tries.is_locked(now)) == (1, False)
    assert tries.one_more(rule, now + HOUR).locked_until_ms == now + HOUR + rule.longest_ms
    assert not tries.one_more(rule, now + 4 * HOUR).is_locked(now + 4 * HOUR)  # the next day


def test_a_clock_that_goes_back_forgives_nothing() -> None:
    tries = Tries().one_more(LockOutRule(), 10 * HOUR)
    assert tries.one_more(LockOutRule(), 0).wrong == 2
