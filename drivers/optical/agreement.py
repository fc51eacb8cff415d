"""From readings to cards: two pictures must agree, with nothing read between them, the card must rest, and each card
counts once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from drivers.optical.reading import Corner, Reading, Reason, Verdict

UNREADABLE_AFTER = 0.5
"""Seconds a face-up card must lie there unreadable before the dealer is told: hands pass by."""
GONE_AFTER = 2
"""Pictures without a card after which it is gone."""
_RESTS = 0.03
"""Movement from picture to picture, in heights of the card, up to which it rests."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Announcement:
    """What the pictures up to now amount to: at most one of the three."""

    card: bool = False
    unreadable: bool = False
    gone: bool = False


class Agreement:
    """`alone`: every picture counts by itself, as from files."""

    def __init__(self, *, alone: bool) -> None:
        self._alone = alone
        self.start()

    def start(self) -> None:
        self._before: Reading | None = None
        self._counted: str | None = None
        self._unreadable_since: float | None = None
        self._told_unreadable = False
        self._empty = 0
        self.moving = False

    def take(self, reading: Reading, now: float) -> Announcement:
        before = self._before
        self.moving = _moved(before, reading)
        if reading.reason is not Reason.OUT_OF_TIME:
            self._before = reading
        if self._alone:
            return Announcement(card=reading.verdict is Verdict.CARD, unreadable=reading.verdict is Verdict.UNREADABLE)
        match reading.verdict:
            case Verdict.CARD:
                return self._card(before, reading)
            case Verdict.UNREADABLE:
                return self._unreadable(now, nothing_said=reading.reason is Reason.OUT_OF_TIME)
        return self._nothing()

    def _card(self, before: Reading | None, reading: Reading) -> Announcement:
        self._empty, self._unreadable_since, self._told_unreadable = 0, None, False
        agree = before is not None and before.card == reading.card and not self.moving
        if not agree or self._counted == reading.card:
            return Announcement()
        self._counted = reading.card
        return Announcement(card=True)

    def _unreadable(self, now: float, *, nothing_said: bool) -> Announcement:
        """A picture that there was no time for says neither that a card lies there nor that none does."""
        self._empty = self._empty if nothing_said else 0
        if self._unreadable_since is None:
            self._unreadable_since = now
        if self._told_unreadable or now - self._unreadable_since < UNREADABLE_AFTER:
            return Announcement()
        # A card that was read and is half covered now is still the same card.
        self._told_unreadable = True
        return Announcement(unreadable=self._counted is None)

    def _nothing(self) -> Announcement:
        self._unreadable_since, self._told_unreadable = None, False
        self._empty += 1
        if self._empty < GONE_AFTER or self._counted is None:
            return Announcement()
        self._counted = None
        return Announcement(gone=True)


def _moved(before: Reading | None, now: Reading) -> bool:
    if before is None or before.corner is None or now.corner is None:
        return False
    return _distance(before.corner, now.corner) > _RESTS


def _distance(first: Corner, second: Corner) -> float:
    """In heights of the card. A card that looks the same both ways may be read either way up; it has not moved."""
    a, b = np.array(first), np.array(second)
    height = max(float(np.linalg.norm(b[3] - b[0])), 1.0)
    return min(float(np.linalg.norm(turned - b, axis=1).max()) for turned in (a, np.roll(a, 2, axis=0))) / height
