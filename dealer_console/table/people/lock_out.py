"""Wrong PINs: after a few of them the name is locked for a while, and for twice as long at each one that follows.

A right PIN forgives nothing: whoever guesses between two visits of the owner would otherwise never be locked. Time
does, slowly; and more than a few in one day lock the name for the longest time at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.message import Message

MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LockOutRule:
    """The longest lock is no life sentence: the only pit manager must come in again some day."""

    tries: int = 5
    first_ms: int = MINUTE_MS
    longest_ms: int = 8 * 60 * MINUTE_MS
    forgiven_ms: int = 60 * MINUTE_MS  # one wrong PIN is forgiven in this time
    per_day: int = 12
    day_ms: int = 24 * 60 * MINUTE_MS

    def __post_init__(self) -> None:
        if self.tries < 1 or not 0 < self.first_ms <= self.longest_ms:
            raise ValueError("a lock-out needs at least one try, and a first time not above the longest")

    def lasts_ms(self, wrong: int) -> int:
        """How long the name is locked after this many wrong PINs in a row."""
        beyond = wrong - self.tries
        if beyond < 0:
            return 0
        # The exponent is capped: the row of wrong PINs may be as long as it likes.
        return int(min(self.longest_ms, self.first_ms << min(beyond, 40)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tries:
    """The wrong PINs for one name that are not forgiven yet, those of its day, and until when it is locked."""

    wrong: int = 0
    locked_until_ms: int = 0
    last_ms: int = 0  # of the last wrong one
    day_began_ms: int = 0
    of_day: int = 0

    def is_locked(self, now_ms: int) -> bool:
        return now_ms < self.locked_until_ms

    def one_more(self, rule: LockOutRule, now_ms: int) -> Tries:
        """A clock that goes back forgives nothing and begins no new day."""
        forgiven = max(0, now_ms - self.last_ms) // rule.forgiven_ms
        wrong = max(0, self.wrong - forgiven) + 1
        same_day = self.of_day > 0 and now_ms - self.day_began_ms < rule.day_ms
        of_day = self.of_day + 1 if same_day else 1
        lasts = rule.longest_ms if of_day >= rule.per_day else rule.lasts_ms(wrong)
        return Tries(
            wrong=wrong,
            locked_until_ms=now_ms + lasts if lasts else 0,
            last_ms=max(now_ms, self.last_ms),
            day_began_ms=self.day_began_ms if same_day else now_ms,
            of_day=of_day,
        )


def duration(duration_ms: int) -> Message:
    """`2 minutes`: rounded up, because somebody waits for it."""
    minutes = -(-duration_ms // MINUTE_MS)
    if minutes <= 1:
        return Message("minutes", count=1)
    hours = -(-minutes // 60)
    return Message("minutes", count=minutes) if minutes < 120 else Message("hours", count=hours)
