"""What a tablelink machine keeps through power loss (A5, A6).

A power cut takes everything but this object and the cards. A request or a movement changes it in one go, before any
byte of the reply leaves, so an effect, its command id and its events are kept together or not at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

FREE_PLACES_NEEDED = 16
COMMANDS_KEPT = 16
RUNNING, DONE, FAILED = 1, 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event as it waits for the host."""

    no: int
    t: int
    code: int
    data: bytes


@dataclass
class EventMemory:
    """Numbered events until they are acknowledged. Never overwrites, never gives a number twice."""

    ring: int
    next: int = 1
    acked: int = 0
    _waiting: deque[Event] = field(default_factory=deque)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @property
    def free(self) -> int:
        return self.ring - len(self._waiting)

    @property
    def short_of_room(self) -> bool:
        return self.free < FREE_PLACES_NEEDED

    def add(self, t: int, code: int, data: bytes) -> None:
        self._waiting.append(Event(no=self.next, t=t, code=code, data=data))
        self.next += 1

    def acknowledge(self, upto: int) -> None:
        self.acked = upto
        while self._waiting and self._waiting[0].no <= upto:
            self._waiting.popleft()

    def drop_first(self) -> None:
        """Takes the oldest event away unread. No healthy machine does that."""
        self._waiting.popleft()

    def first(self) -> Event | None:
        return self._waiting[0] if self._waiting else None

    def __iter__(self) -> Iterator[Event]:
        return iter(self._waiting)


@dataclass(slots=True)
class CommandOutcome:
    """A command id with the bytes it stood for and how it ended."""

    request: bytes
    status: int
    answer: bytes = b""


@dataclass
class CommandMemory:
    """The last sixteen command ids. One that still runs is never forgotten."""

    _outcomes: dict[int, CommandOutcome] = field(default_factory=dict)

    def get(self, cmd: int) -> CommandOutcome | None:
        return self._outcomes.get(cmd)

    def keep(self, cmd: int, outcome: CommandOutcome) -> None:
        self._outcomes[cmd] = outcome
        if len(self._outcomes) > COMMANDS_KEPT:
            oldest = next(known for known, kept in self._outcomes.items() if kept.status != RUNNING)
            del self._outcomes[oldest]

    def end_running(self, status: int, kinds: tuple[int, ...] = ()) -> None:
        """All that run, or those of the given request types."""
        for outcome in self._outcomes.values():
            if outcome.status == RUNNING and (not kinds or outcome.request[0] in kinds):
                outcome.status = status


@dataclass(slots=True)
class Memory:
    """Everything of a machine's link that survives, beside what its family keeps."""

    key: bytes | None
    epoch: int
    boots: int
    events: EventMemory
    commands: CommandMemory = field(default_factory=CommandMemory)
    fault: int = 0
    fault_event_owed: bool = False
    door_reported: bool = False
