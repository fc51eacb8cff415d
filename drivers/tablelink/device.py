"""What all tablelink devices share: a host link, events in the words of the table, and orders that survive a lost link.

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
    Distrust,
    Event,
    Fault,
    Order,
    OrderAccepted,
    OrderEnded,
)
from drivers.interfaces import Health
from drivers.tablelink.event_rows import FaultCode
from drivers.tablelink.link import HostLink, LinkState
from drivers.tablelink.link_events import (
    CommandAnswered,
    EventArrived,
    Identity,
    LinkDown,
    LinkEvent,
    LinkUp,
    Outcome,
    Trouble,
)
from drivers.tablelink.messages import Cap, Flag, MessageType
from drivers.tablelink.minor1 import Detail, Meters
from drivers.tablelink.translation import event_of, fault_of

_ENABLED = int(Flag.ENABLED)  # asked at every poll, and a plain number is quicker


def _nobody() -> None:
    return None


class TablelinkDevice:
    """The common verbs. `on_command` wakes whoever runs the line, so that an order need not wait for the next poll."""

    def __init__(self, link: HostLink) -> None:
        self.link = link
        self.on_command: Callable[[], None] = _nobody
        self.on_event: Callable[[], None] = _nobody
        self._lock = threading.RLock()
        self._events: deque[Event] = deque()
        self._inhibit_pending = False
        self._announced: tuple[LinkState, int | None, Detail | None] = (self.link.state, None, None)

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
        return self.ready and self.link.last_status.get("flags", 0) & _ENABLED > 0

    @property
    def fault(self) -> Fault | None:
        return fault_of(self.link.last_status.get("fault", 0))

    def why_not(self, order: Order) -> str | None:
        """Why the line cannot take this order now; the device itself may still refuse it."""
        with self._lock:
            return self.link.why_not(MessageType[order])

    def events(self) -> list[Event]:
        with self._lock:
            events = list(self._events)
            self._events.clear()
            return events

    def committed(self, event: Event) -> None:
        """The event is durably recorded: it may be acknowledged, its command forgotten."""
        with self._lock:
            if isinstance(event, DeviceEvent):
                self.link.committed(event.number)
            elif (command := getattr(event, "command", None)) is not None and not isinstance(event, OrderAccepted):
                self.link.settled(command)
        self.on_command()

    def ensure_enabled(self) -> int | None:
        """None when the device already is enabled and stays so."""
        with self._lock:
            self._inhibit_pending = False
            if self.enabled:
                return None
            return self._submit(MessageType.ENABLE)

    def ensure_inhibited(self) -> int | None:
        """Stands until it can be sent: a device that comes back is inhibited before anything else is done with it."""
        with self._lock:
            self._inhibit_pending = True
            return self._inhibit_if_possible()

    def clear(self, fault: Fault) -> int:
        """Only after a supervisor; the device refuses while a cause is left, and stays inhibited afterwards."""
        return self._submit(MessageType.CLEAR, fault=int(FaultCode[fault.name]))

    def self_test(self) -> int:
        """Minor 1: the device starts again and tests itself; it must be inhibited and at rest."""
        return self._submit(MessageType.SELF_TEST)

    @property
    def detail(self) -> Detail | None:
        """Where a fault is and what ends it; None from a device of minor 0."""
        return self.link.side_questions.detail

    @property
    def meters(self) -> Meters | None:
        """What the device has counted in its life; None from a device of minor 0."""
        return self.link.side_questions.meters

    def health(self) -> Health:
        with self._lock:
            return self.link.health()

    def listen_again(self) -> None:
        """People have decided, and it is recorded: an event gap is given up, a refused identity is looked at again."""
        with self._lock:
            if self.link.state is LinkState.HELD:
                self.link.continue_at_acked(0.0)
            elif self.link.state is LinkState.REFUSED:
                self.link.start_again(0.0)
        self.on_command()

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
            if self.link.notices.waiting:
                self._drain(now)
        self._announce()

    def step(self, now: float) -> None:
        with self._lock:
            if self._inhibit_pending:
                self._inhibit_if_possible()
            self.link.step(now)
            if self.link.notices.waiting:
                self._drain(now)
        self._announce()

    def due(self) -> float | None:
        with self._lock:
            return self.link.due()

    def bytes_to_send(self) -> bytes:
        with self._lock:
            return self.link.bytes_to_send()

    # Inside

    def _submit(self, type_code: MessageType, **fields: int) -> int:
        with self._lock:
            command = self.link.submit(type_code, **fields)
        self.on_command()
        return command

    def _inhibit_if_possible(self) -> int | None:
        if self.link.why_not(MessageType.INHIBIT) is not None:
            return None
        self._inhibit_pending = False
        return self._submit(MessageType.INHIBIT)

    def _announce(self) -> None:
        """Outside the lock, so that a listener may take the events at once, on any thread.

        A device that can be used now, or no longer, is news too: the table has orders for it that waited.
        """
        known = (self.link.state, self.link.last_status.get("flags"), self.link.side_questions.detail)
        if self._events or known != self._announced:
            self._announced = known
            self.on_event()

    def _drain(self, now: float) -> None:
        for link_event in self.link.link_events():
            self._handle(link_event, now)

    def _handle(self, link_event: LinkEvent, now: float) -> None:
        match link_event:
            case EventArrived():
                event = event_of(self.serial, link_event)
                self._events.append(event)
                self._event(event, now)
            case CommandAnswered():
                self._events.append(self._answer(link_event))
            case LinkUp(identity=identity, figures=figures):
                self._events.append(self._ready(identity, figures))
            case LinkDown(reason=reason, text=text):
                self._events.append(DeviceAway(serial=self.serial, reason=reason, text=text))
                self._away()
            case Trouble():
                self._events.append(
                    DeviceDistrusted(
                        serial=self.serial,
                        kind=link_event.kind,
                        text=link_event.text,
                        acked=link_event.acked,
                        next=link_event.next,
                        known=link_event.known,
                    )
                )

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        """What a device says of itself when it comes up; families that count say where they stand."""
        return DeviceReady(
            serial=identity.serial,
            model=identity.model,
            firmware=identity.firmware,
            locks=Cap.GATE in identity.caps,
            epoch=identity.epoch,
        )

    def _distrust(self, kind: Distrust, text: str) -> None:
        self._events.append(DeviceDistrusted(serial=self.serial, kind=kind, text=text))

    def _answer(self, answer: CommandAnswered) -> Event:
        command, order = answer.command.cmd, Order[answer.command.type.name]
        if answer.outcome is Outcome.RUNNING:
            return OrderAccepted(serial=self.serial, command=command, order=order)
        refusal = "" if answer.outcome is Outcome.DONE else answer.refusal or answer.outcome.value
        return OrderEnded(serial=self.serial, command=command, order=order, done=not refusal, refusal=refusal)

    def _event(self, event: DeviceEvent, now: float) -> None:
        """For families that check one event against the other."""

    def _away(self) -> None:
        """For families in which a lost link is a fault of its own."""


def refuse_unless(possible: bool, text: str) -> None:
    if not possible:
        raise ImpossibleRequestError(text)
