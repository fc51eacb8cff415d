"""A line inside the process, in virtual time: host and simulator share a clock that jumps to the next due moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from drivers.errors import DriverBugError
from drivers.transports.interface import LineUser

_MOST_TURNS_AT_ONE_MOMENT = 100_000


class Peer(Protocol):
    """The far end: bytes in by `feed`; `step` does what is due and gives the bytes that leave at this moment."""

    def feed(self, data: bytes, now: float) -> None: ...

    def due(self) -> float | None: ...

    def step(self, now: float) -> bytes: ...


class Clock(Protocol):
    def now(self) -> float: ...

    def advance_to(self, moment: float) -> None: ...


class VirtualClock:
    """Stands still until somebody advances it, and never goes back."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        return self._now

    def advance_to(self, moment: float) -> None:
        self._now = max(self._now, moment)


class LoopbackLine:
    """One host and one device. `run` goes on until a moment, or until a condition holds."""

    def __init__(self, *, user: LineUser, peer: Peer, clock: Clock) -> None:
        self._user = user
        self._peer = peer
        self._clock = clock

    def open(self) -> None:
        self._user.line_opened(self._clock.now())

    def run(self, *, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """True when `until` came true in time; without a condition, always False at the end of the time."""
        end = self._clock.now() + seconds
        turns, moment = 0, self._clock.now()
        while until is None or not until():
            if self._exchange():
                turns += 1
            else:
                due = self._next_due()
                if due is None or due > end:
                    self._clock.advance_to(end)
                    return until is not None and until()
                self._clock.advance_to(due)
                self._user.step(self._clock.now())
            turns, moment = (turns + 1, moment) if moment == self._clock.now() else (0, self._clock.now())
            if turns > _MOST_TURNS_AT_ONE_MOMENT:
                raise DriverBugError("the line goes round without time passing; one side is due for ever")
        return True

    def _exchange(self) -> bool:
        now = self._clock.now()
        sent = self._user.bytes_to_send()
        if sent:
            self._peer.feed(sent, now)
        answer = self._peer.step(now)
        if answer:
            self._user.receive(answer, now)
        return bool(sent or answer)

    def _next_due(self) -> float | None:
        times = [time for time in (self._user.due(), self._peer.due()) if time is not None]
        return min(times, default=None)
