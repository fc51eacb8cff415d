"""What a tablelink device keeps through power loss (A5, A6), and how any device is written to a file and back.

A power cut takes everything but this object and the cards. A request or a movement changes it in one go, before any
byte of the reply leaves, so an effect, its command id and its events are kept together or not at all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

from hardware_sims.errors import SetupError

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
        """Takes the oldest event away unread. No healthy device does that."""
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
    """Everything of a device's link that survives, beside what its family keeps."""

    key: bytes | None
    epoch: int
    boots: int
    events: EventMemory
    commands: CommandMemory = field(default_factory=CommandMemory)
    fault: int = 0
    fault_event_owed: bool = False
    door_reported: bool = False


_PLAIN: Final = (int, bool, str, NoneType)


def to_plain(value: Any) -> Any:
    """Bytes become digits, a dictionary its pairs, an object its fields."""
    if type(value) in _PLAIN:
        return value
    if type(value) is bytes:
        return value.hex()
    if type(value) is dict:
        return [[to_plain(key), to_plain(kept)] for key, kept in value.items()]
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    return [to_plain(kept) for kept in value]


def from_plain(hint: Any, plain: Any) -> Any:
    """A value of the type `hint`; SetupError when `plain` is none."""
    if isinstance(hint, UnionType):
        return None if plain is None else from_plain(get_args(hint)[0], plain)
    if hint in _PLAIN and type(plain) is hint:
        return plain
    if hint is bytes and type(plain) is str:
        return _bytes(plain)
    kind, of = get_origin(hint), get_args(hint)
    if kind in (list, deque) and type(plain) is list:
        return kind(from_plain(of[0], kept) for kept in plain)
    if kind is dict and type(plain) is list and all(type(pair) is list and len(pair) == 2 for pair in plain):
        return {from_plain(of[0], key): from_plain(of[1], kept) for key, kept in plain}
    if is_dataclass(hint) and type(plain) is dict:
        return hint(**fields_from_plain(get_type_hints(hint), plain))  # type: ignore[operator]
    raise SetupError("this is not what a device keeps")


def fields_from_plain(hints: Mapping[str, Any], plain: Any) -> dict[str, Any]:
    """Exactly these fields, each of its type."""
    if type(plain) is not dict or plain.keys() != hints.keys():
        raise SetupError("this is not what a device keeps")
    return {name: from_plain(hint, plain[name]) for name, hint in hints.items()}


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise SetupError("this is not what a device keeps") from None
