"""What all tablelink devices share: a host link, facts in the words of the floor, and wishes that survive a lost link.

A device owns no port. Whoever runs it (a thread at a real port, a loop in virtual time) calls `line_opened`, `receive`,
`step`, `due` and `bytes_to_send`; the table calls the verbs. Both may do so from different threads.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from drivers.errors import ImpossibleRequestError
from drivers.events import (
    DeviceAway,
    DeviceDistrusted,
    DeviceEvent,
    DeviceReady,
    Fact,
    Fault,
    LineFact,
    WishAnswered,
    WishEnded,
)
from drivers.health import Health
from drivers.tablelink.constants import Cap, FaultCode, Flag, MessageType
from drivers.tablelink.link import HostLink, LinkState
from drivers.tablelink.link_events import (
    CommandAnswered,
    EventArrived,
    Happening,
    Identity,
    LinkDown,
    LinkUp,
    Outcome,
    Trouble,
)
from drivers.tablelink.translation import fact_of, fault_of


def _nobody() -> None:
    return None


class TablelinkDevice:
    """The common verbs. `on_wish` wakes whoever runs the line, so that a wish need not wait for the next poll."""

    def __init__(self, link: HostLink) -> None:
        self.link = link
        self.on_wish: Callable[[], None] = _nobody
        self.on_event: Callable[[], None] = _nobody
        self._lock = threading.RLock()
        self._facts: deque[Fact] = deque()
        self._inhibit_wish = False
        self._announced = (False, False)

    # For the table

    @property
    def serial(self) -> str:
        return self.link.identity.serial if self.link.identity else self.link.setup.serial or ""

    @property
    def ready(self) -> bool:
        return self.link.state is LinkState.UP

    @property
    def enabled(self) -> bool:
        """As the device last said itself; a link that is not up is never taken as enabled."""
        return self.ready and bool(self.link.last_status.get("flags", 0) & Flag.ENABLED)

    @property
    def fault(self) -> Fault | None:
        return fault_of(self.link.last_status.get("fault", 0))

    def why_not(self, wish: str) -> str | None:
        """Why the line cannot take this wish now; the device itself may still refuse it."""
        with self._lock:
            return self.link.why_not(MessageType[wish])

    def facts(self) -> list[Fact]:
        with self._lock:
            told = list(self._facts)
            self._facts.clear()
            return told

    def committed(self, fact: Fact) -> None:
        """The fact is durably recorded: its event may be acknowledged, its command forgotten."""
        with self._lock:
            if isinstance(fact, DeviceEvent):
                self.link.committed(fact.number)
            else:
                self._settle(fact)
        self.on_wish()

    def _settle(self, fact: LineFact) -> None:
        command = getattr(fact, "command", None)
        if command is not None and not isinstance(fact, WishAnswered):
            self.link.settled(command)

    def ensure_enabled(self) -> int | None:
        """None when the device already is enabled and stays so."""
        with self._lock:
            self._inhibit_wish = False
            if self.enabled:
                return None
            return self._wish(MessageType.ENABLE)

    def ensure_inhibited(self) -> int | None:
        """Stands until it can be sent: a device that comes back is inhibited before anything else is done with it."""
        with self._lock:
            self._inhibit_wish = True
            return self._inhibit_if_possible()

    def clear(self, fault: Fault) -> int:
        """Only after a supervisor; the device refuses while a cause is left, and stays inhibited afterwards."""
        return self._wish(MessageType.CLEAR, fault=int(FaultCode[fault.name]))

    def health(self) -> Health:
        with self._lock:
            return self.link.health()

    def listen_again(self) -> None:
        """People have decided, and it is recorded: an event gap is given up, a refused identity is looked at anew."""
        with self._lock:
            if self.link.state is LinkState.HELD:
                self.link.continue_at_acked(0.0)
            elif self.link.state is LinkState.REFUSED:
                self.link.start_again(0.0)
        self.on_wish()

    def continue_after_gap(self, now: float) -> None:
        with self._lock:
            self.link.continue_at_acked(now)

    def start_again(self, now: float) -> None:
        with self._lock:
            self.link.start_again(now)

    # For whoever runs the line

    def line_opened(self, now: float) -> None:
        with self._lock:
            self.link.line_opened(now)

    def line_lost(self, text: str) -> None:
        with self._lock:
            self.link.line_lost(text)
            self._drain(0.0)
        self._announce()

    def receive(self, data: bytes, now: float) -> None:
        with self._lock:
            self.link.receive(data, now)
            self._drain(now)
        self._announce()

    def step(self, now: float) -> None:
        with self._lock:
            self._inhibit_if_possible()
            self.link.step(now)
            self._drain(now)
        self._announce()

    def due(self) -> float | None:
        with self._lock:
            return self.link.due()

    def bytes_to_send(self) -> bytes:
        with self._lock:
            return self.link.bytes_to_send()

    # Inside

    def _wish(self, type_code: MessageType, **fields: int) -> int:
        with self._lock:
            command = self.link.submit(type_code, **fields)
        self.on_wish()
        return command

    def _inhibit_if_possible(self) -> int | None:
        if not self._inhibit_wish or self.link.why_not(MessageType.INHIBIT) is not None:
            return None
        self._inhibit_wish = False
        return self._wish(MessageType.INHIBIT)

    def _announce(self) -> None:
        """Outside the lock, so that a listener may take the events at once, on any thread.

        A device that can be used now, or no longer, is news too: the table has orders for it that waited.
        """
        usable = (self.ready, self.enabled)
        if self._facts or usable != self._announced:
            self._announced = usable
            self.on_event()

    def _drain(self, now: float) -> None:
        for happening in self.link.happenings():
            self._happened(happening, now)

    def _happened(self, happening: Happening, now: float) -> None:
        match happening:
            case EventArrived():
                fact = fact_of(self.serial, happening)
                self._facts.append(fact)
                self._event(fact, now)
            case CommandAnswered():
                self._facts.append(self._answer(happening))
            case LinkUp(identity=identity, figures=figures):
                self._facts.append(self._ready(identity, figures))
            case LinkDown(reason=reason, text=text):
                self._facts.append(DeviceAway(serial=self.serial, reason=reason, text=text))
                self._away()
            case Trouble():
                self._facts.append(
                    DeviceDistrusted(
                        serial=self.serial,
                        kind=happening.kind,
                        text=happening.text,
                        acked=happening.acked,
                        next=happening.next,
                        known=happening.known,
                    )
                )

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        """What a device says of itself when it comes up; families that count say where they stand."""
        return DeviceReady(
            serial=identity.serial,
            model=identity.model,
            firmware=identity.firmware,
            locks=Cap.GATE in identity.caps,
        )

    def _distrust(self, kind: str, text: str) -> None:
        self._facts.append(DeviceDistrusted(serial=self.serial, kind=kind, text=text))

    def _answer(self, answer: CommandAnswered) -> Fact:
        command, wish = answer.command.cmd, answer.command.type.name
        if answer.outcome is Outcome.RUNNING:
            return WishAnswered(serial=self.serial, command=command, wish=wish)
        refusal = "" if answer.outcome is Outcome.DONE else answer.refusal or answer.outcome.value
        return WishEnded(serial=self.serial, command=command, wish=wish, done=not refusal, refusal=refusal)

    def _event(self, fact: DeviceEvent, now: float) -> None:
        """For families that check one event against the other."""

    def _away(self) -> None:
        """For families in which a lost link is a fault of its own."""


def refuse_unless(possible: bool, text: str) -> None:
    if not possible:
        raise ImpossibleRequestError(text)
