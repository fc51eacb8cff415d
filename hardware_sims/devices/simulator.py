"""A device on a line, with everything that happens to it: faults, a scenario, an operator. Time is handed in.

    sim = build("shoe", seed=7)
    sim.feed(request, now)      bytes of the host arrive
    sim.due()                   the next moment at which something happens by itself
    sim.step(now)               everything up to now happens; the bytes that reach the host
    sim.operate("draw 1", now)  ok … or error …

Moments are seconds from the start, inside whole microseconds. The same bytes at the same moments give the same bytes.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from hardware_sims.devices.angel_eye import AngelEye
from hardware_sims.devices.device import Device
from hardware_sims.devices.memory import fields_from_plain, to_plain
from hardware_sims.devices.setup import US
from hardware_sims.devices.tablelink_device import TablelinkDevice
from hardware_sims.errors import ImpossibleRequestError, OperatorError, SetupError
from hardware_sims.fault import KINDS, LINE_KINDS, Fault, known_moment, parse_fault
from hardware_sims.line_faults import AngelEyeDialect, Dialect, Line, Sender, TablelinkDialect
from hardware_sims.scenario import Step

Tap = Callable[[int, str, bytes], None]
LONGEST_CHAIN = 8
_TABLELINK_ONLY = ("bad-mac", "old-epoch")
_CHANGES_NOTHING = ("POLL", "STATUS")
_ON_THE_LINE = (*LINE_KINDS, "disconnect", "silent", "nak")


class Simulator:
    """One simulated device. `tap`, when set, hears every byte: (moment in µs, "T" or "R", bytes)."""

    def __init__(self, device: Device, steps: Iterable[Step] = (), faults: Iterable[Fault] = ()) -> None:
        self.device = device
        self.setup = device.setup
        self.line = Line(self._dialect(), device.seeds)
        self.tap: Tap | None = None
        self.notes: list[str] = []
        self._now = 0
        self._order = 0
        self._planned: list[tuple[int, int, Callable[[int], None]]] = []
        self._arriving: list[tuple[int, int, Sender, bytes]] = []
        self._ready = bytearray()
        self._counts: Counter[str] = Counter()
        self._changes = 0
        self._armed: list[Fault] = []
        self._naks: list[Fault] = []
        self._steps: list[Step] = []
        device.step_over = self._react
        self._take_forced_naks()
        device.power_on(0)
        for step in steps:
            self._plan_step(step)
        for fault in faults:
            self.add_fault(fault)

    def _dialect(self) -> Dialect:
        device = self.device
        if isinstance(device, TablelinkDevice):
            return TablelinkDialect(device.link.address, lambda: device.key_on_the_line)
        return AngelEyeDialect()

    def lasting(self) -> dict[str, object]:
        """What a power cut would leave: whoever keeps it can switch the same device on again in another process."""
        return {name: to_plain(getattr(self.device, name)) for name in self.device.lasting}

    def switch_on_with(self, lasting: object) -> None:
        """The device that `lasting` was taken of, after a power cut; before its first step. SetupError: of none."""
        for name, value in fields_from_plain(self.device.lasting, lasting).items():
            setattr(self.device, name, value)
        self.device.power_off(self._now)
        self.device.power_on(self._now)

    @property
    def revision(self) -> tuple[object, ...]:
        """Another one whenever `lasting` is another one; a host that only asks what is new changes nothing."""
        return self._changes, *self.device.revision

    @property
    def dialect(self) -> str:
        return "tablelink" if isinstance(self.device, TablelinkDevice) else "angel-eye"

    @property
    def channel(self) -> str:
        return self.setup.channel

    @property
    def fault_kinds(self) -> tuple[str, ...]:
        link = _TABLELINK_ONLY if self.dialect == "tablelink" else ()
        own = (*_ON_THE_LINE, *link, "power-cut", *self.device.fault_kinds)
        return tuple(kind for kind in KINDS if kind in own)

    # What the host does

    def feed(self, data: bytes, now: float) -> None:
        """Bytes of the host, on the line at `now`."""
        moment = self._run_until(_us(now))
        if self.tap is not None and data:
            self.tap(moment, "T", data)
        self._send(data, "host", moment)
        self._run_until(moment)

    def step(self, now: float) -> bytes:
        """Everything up to `now` happens; returns what has reached the host since the last step."""
        self._run_until(_us(now))
        out = bytes(self._ready)
        self._ready.clear()
        return out

    def run_until(self, now: float) -> None:
        """Everything up to `now` happens; what reaches the host waits for `step`."""
        self._run_until(_us(now))

    def due(self) -> float | None:
        """The next moment something happens by itself; at once when bytes wait for the host."""
        if self._ready:
            return self._now / US
        due = self._next_due()
        return None if due is None else due / US

    def connected(self, now: float) -> bool:
        """False while a `disconnect` lasts."""
        return self.line.connected(max(self._now, _us(now)))

    # What people do

    def operate(self, text: str, now: float) -> str:
        """One line of a person: `ok …` or `error REASON`."""
        moment = self._run_until(_us(now))
        try:
            answer = self._operate(text.split(), moment)
        except ImpossibleRequestError as error:
            return f"error {error}"
        self.device.end_of_step(moment)
        self._run_until(moment)
        return f"ok {answer}".rstrip()

    def _operate(self, words: list[str], now: int) -> str:
        if words[:1] == ["fault"]:
            if len(words) == 1:
                raise OperatorError(f"fault takes a kind: {', '.join(self.fault_kinds)}")
            fault = parse_fault(" ".join(words[1:]))
            self.add_fault(fault, now)
            return f"fault {fault.kind}"
        self._changes += words != ["state"]
        if words == ["clear"]:
            self.clear_faults()
            return "no fault is left; what has latched stays latched"
        return self.device.operate(words, now)

    # Faults

    def add_fault(self, fault: Fault, now: int | None = None) -> None:
        """Gives the simulator a fault: now, at its moment, or after its event."""
        if fault.kind not in self.fault_kinds:
            raise SetupError(f"{self.setup.device} has no fault {fault.kind}; it has {', '.join(self.fault_kinds)}")
        if fault.at_event is not None:
            known_moment(fault.at_event, self.device.moments)
            self._armed.append(fault)
        elif fault.at_seconds is not None:
            self._plan(_us(fault.at_seconds), lambda moment: self._strike(fault, moment))
        elif now is not None:
            self._strike(fault, now)
        else:
            self._plan(0, lambda moment: self._strike(fault, moment))

    def clear_faults(self) -> None:
        self.line.clear()
        self._armed.clear()
        self._naks.clear()
        self.device.clear_faults()

    def _strike(self, fault: Fault, now: int) -> None:
        if fault.kind in self.device.fault_kinds:
            self.device.inflict(fault, now)
        elif fault.kind == "power-cut":
            fault.occur()
            self._cut_power(float(fault.options.get("for", 1.0)), now)
        elif fault.kind == "disconnect":
            fault.occur()
            self.line.down_until = now + round(float(fault.options.get("for", 1.0)) * US)
        else:
            active = self._naks if fault.kind == "nak" else self.line.faults
            if fault not in active:
                active.append(fault)

    def _cut_power(self, seconds: float, now: int) -> None:
        if not self.device.powered:
            return
        self.device.power_off(now)

        def back(moment: int) -> None:
            if not self.device.powered:
                self.device.power_on(moment)

        self._plan(now + round(seconds * US), back)

    def _take_forced_naks(self) -> None:
        if isinstance(self.device, TablelinkDevice | AngelEye):
            self.device.forced_nak = self._forced_nak

    def _forced_nak(self, request: str) -> str | None:
        for fault in list(self._naks):
            request_type = fault.options.get("type")
            if (request_type in (None, request)) and self.device.stream("dice nak").chance(fault.rate):
                fault.occur()
                if fault.over:
                    self._naks.remove(fault)
                return str(fault.options.get("reason", "BAD_STATE" if self.dialect == "tablelink" else "21"))
        return None

    # Scenario

    def _plan_step(self, step: Step) -> None:
        try:
            self._check_step(step)
        except ImpossibleRequestError as error:
            raise SetupError(f"{step.where}: {error}") from None
        if step.at_us is not None:
            self._plan(step.at_us, lambda moment: self._do_step(step, moment))
        else:
            self._steps.append(step)

    def _check_step(self, step: Step) -> None:
        if step.after:
            known_moment(step.after, self.device.moments)
        if step.fault is not None and step.fault.kind not in self.fault_kinds:
            raise SetupError(f"{self.setup.device} has no fault {step.fault.kind}")
        words = step.do.split()
        if words[:1] == ["fault"]:
            parse_fault(" ".join(words[1:]))
        elif words and words != ["clear"] and words[0] not in self.device.operator_actions:
            self.device.operate(words, 0)

    def _do_step(self, step: Step, now: int) -> None:
        try:
            if step.fault is not None:
                self.add_fault(replace(step.fault, occurrences=0), now)
            else:
                self._operate(step.do.split(), now)
        except ImpossibleRequestError as error:
            self.notes.append(f"{step.where}: {error}")
        self.device.end_of_step(now)

    # Time

    def _plan(self, moment: int, action: Callable[[int], None]) -> None:
        self._order += 1
        heapq.heappush(self._planned, (moment, self._order, action))

    def _send(self, data: bytes, sender: Sender, now: int) -> None:
        for moment, piece in self.line.carry(data, sender, now):
            self._order += 1
            heapq.heappush(self._arriving, (moment, self._order, sender, piece))

    def _next_due(self) -> int | None:
        due = self.device.next_due()
        if self._planned and (due is None or self._planned[0][0] < due):
            due = self._planned[0][0]
        if self._arriving and (due is None or self._arriving[0][0] < due):
            due = self._arriving[0][0]
        held = self.line.next_due()
        return held if held is not None and (due is None or held < due) else due

    def _run_until(self, now: int) -> int:
        """Moment by moment up to `now`; time never runs backwards."""
        now = max(now, self._now)
        while (due := self._next_due()) is not None and due <= now:
            self._now = max(self._now, due)
            self._moment(self._now)
        self._now = now
        return now

    def _moment(self, now: int) -> None:
        while self._planned and self._planned[0][0] <= now:
            heapq.heappop(self._planned)[2](now)
            self._react(now)
        self.device.agenda.run(now)
        self._react(now)
        for sender, data in self.line.released(now):
            self._order += 1
            heapq.heappush(self._arriving, (now, self._order, sender, data))
        self._deliver(now)
        for data in self.device.take_outgoing(now):
            self._send(data, "device", now)
        self._deliver(now)

    def _deliver(self, now: int) -> None:
        while self._arriving and self._arriving[0][0] <= now:
            _, _, sender, data = heapq.heappop(self._arriving)
            if sender == "host":
                self.device.receive(data, now)
                self._react(now)
            elif self.line.connected(now):
                self._ready += data
                if self.tap is not None:
                    self.tap(now, "R", data)

    def _react(self, now: int) -> None:
        """Faults and steps that waited for what has just happened. A fault that waits for itself ends after a while."""
        device = self.device
        for _ in range(LONGEST_CHAIN):
            if not device.happened:
                return
            names, device.happened = device.happened, []
            for name in names:
                self._counts[name] += 1
                self._changes += name not in _CHANGES_NOTHING
                self._after(name, self._counts[name], now)
        device.happened.clear()

    def _after(self, name: str, count: int, now: int) -> None:
        for fault in list(self._armed):
            if fault.at_event == name:
                if not fault.over and self._dice_fall(fault):
                    self._strike(fault, now)
                if fault.over and fault in self._armed:
                    self._armed.remove(fault)
        for step in [step for step in self._steps if step.after == name and step.count == count]:
            self._steps.remove(step)
            self._do_step(step, now)

    def _dice_fall(self, fault: Fault) -> bool:
        """A fault of the device or of a frame throws its own dice each time it could strike."""
        if fault.kind not in ("power-cut", "disconnect"):
            return True
        return self.device.stream(f"dice {fault.kind}").chance(fault.rate)


def _us(seconds: float) -> int:
    return round(seconds * US)
