"""What the four tablelink families share: events, faults, door, service switch, the lost host (A3, A5, A6)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from hardware_sims.devices.command_book import CommandBook
from hardware_sims.devices.device import Device, one_of
from hardware_sims.devices.link import Link
from hardware_sims.devices.memory import FAILED, EventMemory, Memory
from hardware_sims.devices.minor1 import Minor1
from hardware_sims.devices.setup import Setup
from hardware_sims.errors import OperatorError
from hardware_sims.fault import LATCHING_KINDS, Fault
from hardware_sims.wire.constants import (
    EVENTS,
    FAULT_FAMILIES,
    FAULT_NAMES,
    FAULTS,
    FLAGS,
    INHIBIT_CAUSES,
    MINOR_0_CAPS,
    REQUESTS_FOR,
    STATES,
)
from hardware_sims.wire.payloads import pack, pack_event, pack_event_data
from hardware_sims.wire.tablelink import Frame, Receiver

POWER, WATCHDOG = 1, 2
CARDS_UNKNOWN = 255
_LIES_OF = {
    "b": ("miscount", "wrong-card"),
    "c": ("miscount",),
    "s": ("wrong-card", "wrong-commit", "unreadable"),
    "r": ("wrong-card", "unreadable"),
}


class TablelinkDevice(Device):
    """One device on a tablelink line. Families fill in their states, requests and operator actions."""

    letter = ""
    lasting: Mapping[str, Any] = {"memory": Memory, "state": str, "door_open": bool}
    cycle_states: tuple[str, ...] = ()
    caps = 0

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self.states = STATES[self.letter]
        self.memory = Memory(
            key=setup.key,
            epoch=setup.options["epoch"] - 1,
            boots=setup.options["boots"],
            events=EventMemory(setup.options["ring"]),
        )
        self.link = Link(self, "bcsr".index(self.letter) + 1 << 4 | setup.unit)
        self.minor1 = Minor1(self)
        self.desk = CommandBook(self)
        self.new_receiver: Callable[[], Receiver] = Receiver
        self.receiver = self.new_receiver()
        self.state = next(iter(self.states))
        self.enabled = False
        self.door_open = False
        self.door_moved_unpowered = False
        self.service = False
        self.clock_skew_ms = 0
        self.forced_nak: Callable[[str], str | None] | None = None
        self.moments = (
            *(name for name, families in REQUESTS_FOR.items() if self.letter in families),
            *EVENTS,
            "link-down",
        )
        self.latching = tuple(kind for kind, name in LATCHING_KINDS.items() if self.letter in FAULT_FAMILIES[name])
        lies = ("wrong-identity", "event-gap", "skew", *_LIES_OF[self.letter])
        self.fault_kinds = (*self.latching, *lies)
        self.operator_actions |= {"door": self.do_door, "service": self.do_service, "press": self.do_press}
        self.boot_cause = POWER

    @property
    def revision(self) -> tuple[object, ...]:
        return self.state, self.memory.events.acked, self.memory.boots

    # The line

    @property
    def key_on_the_line(self) -> bytes | None:
        return None if self.service else self.memory.key

    def receive(self, data: bytes, now: int) -> None:
        if not self.awake:
            return
        for frame in self.receiver.feed(data):
            if not self.awake:
                return
            reply = self.link.answer(frame, now)
            if reply is not None:
                self.outbox.append((now + self.reply_us, reply))
            self.end_of_step(now)

    def execute(self, frame: Frame, now: int) -> tuple[int, bytes]:
        return self.desk.execute(frame, now)

    def host_lost(self, now: int) -> None:
        self.inhibit("host-lost", now)
        self.happened.append("link-down")
        self.end_of_step(now)

    # Events

    def clock_ms(self, now: int) -> int:
        return ((now - self.powered_up_at) // 1000 + self.clock_skew_ms) & 0xFFFFFFFF

    def record(self, event: str, now: int, **fields: Any) -> None:
        """One more event in memory; where there is no place left, the latched fault MEMORY tells it (A5)."""
        if fault := self.fault_strikes("event-gap"):
            self.memory.events.next += fault.options.get("n", 1)
        if fault := self.fault_strikes("skew"):
            self.clock_skew_ms += fault.options.get("n", 1000)
        if self.memory.events.free <= 0:
            self.memory.fault_event_owed = True
            self.memory.fault = self.memory.fault or FAULTS["MEMORY"]
            return
        self.minor1.recorded(event, now, fields)
        self.memory.events.add(self.clock_ms(now), EVENTS[event], pack_event_data(event, **fields))
        self.happened.append(event)

    def end_of_step(self, now: int) -> None:
        if self.enabled and self.memory.events.short_of_room:
            self.inhibit("memory", now)
        super().end_of_step(now)

    def acknowledge(self, upto: int, now: int) -> None:
        self.memory.events.acknowledge(upto)
        if self.memory.fault_event_owed and self.memory.events.free > 0:
            self.memory.fault_event_owed = False
            self.record("FAULT", now, of=FAULTS["MEMORY"], at=self.state_number, cards=CARDS_UNKNOWN)

    # What every frame tells

    @property
    def state_number(self) -> int:
        return self.states[self.state]

    @property
    def flags(self) -> int:
        return (
            (FLAGS["ENABLED"] if self.enabled else 0)
            | (FLAGS["FAULT"] if self.memory.fault else 0)
            | (FLAGS["DOOR"] if self.door_open else 0)
            | (FLAGS["SERVICE"] if self.service else 0)
            | (FLAGS["PAIRED"] if self.memory.key is not None else 0)
        )

    def nak(self, reason: int, request: int) -> bytes:
        return bytes((reason, request, self.state_number, self.memory.fault))

    def identity(self, nonce: bytes) -> bytes:
        setup, memory = self.setup, self.memory
        lie = self.fault_strikes("wrong-identity")
        return pack(
            "IDENTITY",
            nonce=nonce,
            minor=self.link.session.minor if self.link.session is not None else 0,
            family="bcsr".index(self.letter) + 1,
            model=setup.model,
            serial=str(lie.options.get("serial", "SIM-X9"))[:12] if lie else setup.serial,
            fw=setup.options["fw"],
            fw_sha256=setup.firmware_hash,
            boots=memory.boots,
            acked=memory.events.acked,
            next=memory.events.next,
            ring=memory.events.ring,
            caps=self.caps if self.link.session is not None and self.link.session.minor else self.caps & MINOR_0_CAPS,
        )

    def event_reply(self, now: int) -> bytes:
        events = self.memory.events
        first = events.first()
        head = {"state": self.state_number, "flags": self.flags, "fault": self.memory.fault}
        if first is None:
            return pack_event(head={**head, "left": 0, "no": 0, "t": self.clock_ms(now)}, code=0, data=b"")
        left = min(events.waiting, 255)
        return pack_event(head={**head, "left": left, "no": first.no, "t": first.t}, code=first.code, data=first.data)

    def status_reply(self) -> bytes:
        a, b, c = self.figures()
        return pack(
            "STATUS_IS",
            state=self.state_number,
            flags=self.flags,
            fault=self.memory.fault,
            bad_frames=self.receiver.bad_frames,
            a=a,
            b=b,
            c=c,
        )

    def figures(self) -> tuple[int, int, int]:
        """The family's a, b and c of STATUS_IS."""
        raise NotImplementedError

    # Enabled and inhibited

    def enable(self, now: int) -> None:
        if not self.enabled:
            self.enabled = True
            self.record("ENABLED", now)

    def inhibit(self, cause: str, now: int) -> None:
        if self.enabled:
            self.enabled = False
            self.record("INHIBITED", now, cause=INHIBIT_CAUSES[cause])
            self.inhibited(now)

    def inhibited(self, now: int) -> None:
        """The family stops what only an enabled device may do."""

    # Faults (A6)

    def struck_by(self, fault: Fault, now: int) -> None:
        if self.awake and fault.kind in self.latching and self.shows_at_once(fault) and self.fault_strikes(fault.kind):
            self.fail(LATCHING_KINDS[fault.kind], now)

    def shows_at_once(self, fault: Fault) -> bool:
        """False for a fault that waits for the next card."""
        return True

    def fail(self, fault: str, now: int, cards: int = CARDS_UNKNOWN) -> None:
        """A fault has come: it latches unless one is latched, its events go out in the order of A6."""
        at = self.state_number
        self.memory.fault = self.memory.fault or FAULTS[fault]
        died = self.cycle_broken(fault, now)
        self.record("FAULT", now, of=FAULTS[fault], at=at, cards=cards)
        if died:
            self.record("BATCH_DEAD", now, batch=died, of=FAULTS[fault])
        self.inhibit("fault", now)

    def cycle_broken(self, fault: str, now: int) -> int:
        """A fault ends what is running; the family says in which state it is left, and which batch has died of it."""
        self.memory.commands.end_running(FAILED)
        return 0

    def causes(self) -> list[str]:
        """What the sensors see now that stands against CLEAR: occurred faults still there, and an open door."""
        kinds = [kind for kind, fault in self.faults.items() if self.is_cause(fault)]
        return [*kinds, "door"] if self.door_open else kinds

    def is_cause(self, fault: Fault) -> bool:
        return fault.kind in self.latching and fault.kind != "count-drift" and fault.occurrences > 0

    def causes_felt(self) -> None:
        """A refused CLEAR is one more occurrence of every cause; the one whose number is full is gone afterwards."""
        for kind in [kind for kind, fault in self.faults.items() if self.is_cause(fault)]:
            self.fault_strikes(kind)

    # Door and service switch

    def do_door(self, words: list[str], now: int) -> str:
        word = one_of(words, "door", ("open", "close"))
        if (word == "open") == self.door_open:
            raise OperatorError(f"the door is {'open' if self.door_open else 'closed'} already")
        self.move_door(word == "open", now)
        return f"door {'open' if self.door_open else 'closed'}"

    def move_door(self, opened: bool, now: int) -> None:
        self.door_open = opened
        if not self.awake:
            self.door_moved_unpowered = True
            return
        self._report_door(now)

    def _report_door(self, now: int) -> None:
        self.memory.door_reported = self.door_open
        self.record("DOOR", now, open=int(self.door_open))
        if self.door_open:
            if self.state in self.cycle_states:
                self.fail("DOOR_IN_CYCLE", now)
            self.door_opened(now)
            self.inhibit("door", now)
        else:
            self.door_closed(now)

    def door_opened(self, now: int) -> None:
        """The family reacts, before the device is inhibited."""

    def door_closed(self, now: int) -> None:
        """The family looks at what lies inside now."""

    def do_service(self, words: list[str], now: int) -> str:
        on = one_of(words, "service", ("on", "off")) == "on"
        if on == self.service:
            raise OperatorError(f"the service switch is {'on' if on else 'off'} already")
        self.service = on
        self.minor1.offer_over()
        self.link.end_session()
        if on and self.awake:
            self.inhibit("service", now)
        return f"service {'on' if on else 'off'}"

    def do_press(self, words: list[str], now: int) -> str:
        button = one_of(words, "press", ("confirm", "refuse"))
        if not self.minor1.pressed(button, now):
            raise OperatorError("no pairing waits for a button")
        self.end_of_step(now)
        return f"pressed {button}"

    def pair(self, key: bytes, now: int) -> None:
        self.memory.key = key
        self.report_paired(key, now)

    def report_paired(self, key: bytes, now: int) -> None:
        self.record("PAIRED", now, key_id=hashlib.sha256(key).digest()[:8])

    # Power

    def restart(self, now: int) -> None:
        """As the watchdog does it: power never was away, but everything begins again."""
        self.power_off(now)
        self.power_on(now)
        self.boot_cause = WATCHDOG

    def power_off(self, now: int) -> None:
        self.minor1.powered_off(now)
        super().power_off(now)

    def power_on(self, now: int) -> None:
        super().power_on(now)
        self.boot_cause = POWER
        self.memory.boots += 1
        self.receiver = self.new_receiver()
        self.clock_skew_ms = 0

    def forget(self, now: int) -> None:
        self.enabled = False
        self.link.end_session()

    def woken(self, now: int) -> None:
        fault_code = self._self_test()
        self.record("POWER_UP", now, cause=self.boot_cause, test=fault_code, boots=self.memory.boots)
        if self.memory.door_reported != self.door_open:
            self.memory.door_reported = self.door_open
            self.record("DOOR", now, open=int(self.door_open))
        if self.state in self.cycle_states:
            self.fail("POWER_IN_CYCLE", now)
        elif fault_code and not self.memory.fault:
            self.fail(FAULT_NAMES[fault_code], now)
        self.look_around(now)
        self.door_moved_unpowered = False

    def _self_test(self) -> int:
        """The first fault of the body that shows without a card moving, or 0."""
        waiting = [kind for kind, fault in self.faults.items() if kind in self.latching and self.shows_at_once(fault)]
        kinds = [kind for kind in waiting if self.fault_strikes(kind)]
        return FAULTS[LATCHING_KINDS[kinds[0]]] if kinds else 0

    def look_around(self, now: int) -> None:
        """After the self-test: the family compares what lies inside with what it remembers."""

    def describe(self) -> dict[str, object]:
        memory = self.memory
        return {
            **super().describe(),
            "state": self.state,
            "enabled": "yes" if self.enabled else "no",
            "fault": FAULT_NAMES.get(memory.fault, "none"),
            "door": "open" if self.door_open else "closed",
            "service": "on" if self.service else "off",
            "paired": "yes" if memory.key is not None else "no",
            **({"code": self.minor1.code} if self.minor1.code else {}),
            "events": memory.events.waiting,
            "active": ",".join(self.faults) or "none",
        }
