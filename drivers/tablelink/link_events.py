"""What a host link tells its owner, one frozen class per event, still in the words of the wire.

Beside it stands what the link asks of the journal of its owner (A5).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from drivers.events import AwayReason, Distrust
from drivers.tablelink.constants import Family
from drivers.tablelink.event_rows import EventCode
from drivers.tablelink.messages import Cap, MessageType


@dataclass(frozen=True, kw_only=True, slots=True)
class Identity:
    """The content of IDENTITY that outlives the session."""

    address: int
    family: Family
    model: str
    serial: str
    firmware: str
    firmware_sha256: str
    boots: int
    acked: int
    next: int
    ring: int
    caps: Cap
    epoch: int
    minor: int = 0

    def marks(self, known: int) -> dict[str, int]:
        """The device's own marks beside `known`, our last event: what people compare after a gap."""
        return {"acked": self.acked, "next": self.next, "known": known}


@dataclass(frozen=True, kw_only=True, slots=True)
class JournaledCommand:
    """A command as it stands in the journal before its first byte is sent (A5)."""

    cmd: int
    type: MessageType
    payload: bytes


class Outcome(StrEnum):
    """How a command ended, or that it runs."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    REFUSED = "refused"
    NEVER_EXECUTED = "never-executed"


@dataclass(frozen=True, kw_only=True, slots=True)
class CommandAnswered:
    """`fields` holds draw, card and nonce after a REVEAL; `refusal` the name of the NAK after REFUSED."""

    command: JournaledCommand
    outcome: Outcome
    refusal: str = ""
    fields: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class EventArrived:
    """The next event, delivered once per link; it stays unacknowledged until the owner calls `committed(no)`."""

    no: int
    code: EventCode
    fields: dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkUp:
    """Identity checked, commands settled, nothing left to poll. `figures` are a, b and c of STATUS_IS (A4)."""

    identity: Identity
    figures: tuple[int, int, int] | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class LinkDown:
    reason: AwayReason
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Trouble:
    """A host fault: the link stays shut for play until a person has decided. `kind` is a stable word, `text` says
    what to do. `acked` and `next` are the device's own marks and `known` is our last event, where they disagree."""

    kind: Distrust
    text: str
    acked: int | None = None
    next: int | None = None
    known: int | None = None


LinkEvent = CommandAnswered | EventArrived | LinkUp | LinkDown | Trouble


class Notices:
    """What waits for the owner of a link; that it is up, or down and why, is said once. `away` is why it is down."""

    def __init__(self) -> None:
        self.away: AwayReason | None = None
        self._up = False
        self.waiting: deque[LinkEvent] = deque()

    def add(self, event: LinkEvent) -> None:
        self.waiting.append(event)

    def take(self) -> list[LinkEvent]:
        return [self.waiting.popleft() for _ in range(len(self.waiting))]

    def up(self, identity: Identity, figures: tuple[int, int, int] | None) -> None:
        if not self._up:
            self._up, self.away = True, None
            self.add(LinkUp(identity=identity, figures=figures))

    def down(self, reason: AwayReason, text: str) -> bool:
        """Whether a link that was up is lost with it."""
        was_up, known = self._up, not self._up and self.away == reason
        if not known:
            self._up, self.away = False, reason
            self.add(LinkDown(reason=reason, text=text))
        return was_up


class DeviceJournal(Protocol):
    """What the owner's durable journal must answer.

    `last_committed` is the number of the last event of this device that is durably recorded, `open_commands` are those
    that were begun and whose end is not recorded yet. `next_command_id` never repeats and is not 0. `begin` returns
    only when the command is on disk. `last_epoch` is the number of the last recorded session of this device (a
    `DeviceReady` carries it), 0 for a device that was never there; after people have forgiven a lower one, 0 too.
    """

    def last_epoch(self, serial: str) -> int: ...

    def last_committed(self, serial: str) -> int: ...

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]: ...

    def next_command_id(self) -> int: ...

    def begin(self, serial: str, command: JournaledCommand) -> None: ...
