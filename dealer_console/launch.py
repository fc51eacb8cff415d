"""The composition root: the only module that knows every room. It puts a table together from its parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf
from typing import Any

from dealer_console.journal import AnyJournal, Draft
from dealer_console.journal.canonical import Json
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_session import Gate, Publish, TableSession
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.state.table_state import TableState
from drivers.continuous_shuffler import ContinuousShuffler
from drivers.hole_card_reader import HoleCardReader
from drivers.shoe import SealedShoe
from drivers.shuffler import Shuffler
from drivers.tablelink.constants import POLL_SECONDS, Family, MessageType, Times
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.session import LinkSetup
from hardware_sims.devices import Simulator, build

SIMULATOR_KEY = bytes([0x42]) * 32
ADDRESSES = {"shoe": 0x30, "reader": 0x40, "batch-shuffler": 0x10, "continuous-shuffler": 0x20}
DEVICE_CLASSES: dict[str, type[TablelinkDevice]] = {
    "shoe": SealedShoe,
    "reader": HoleCardReader,
    "batch-shuffler": Shuffler,
    "continuous-shuffler": ContinuousShuffler,
}


class TableDeviceJournal:
    """The table's journal as a driver needs it: the last event of a device, and commands recorded before they leave.

    A driver may call from its line's thread: everything goes through the one lock of the journal, and the session hears
    of the command through the journal itself.
    """

    def __init__(self, journal: LockedJournal, kind: str, clock_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._kind = kind
        self._clock_ms = clock_ms
        self.state: Callable[[], TableState | None] = lambda: None  # of the session, as soon as there is one

    def last_committed(self, serial: str) -> int:
        """Behind this event the device goes on; people may have decided that it counts anew."""
        state = self.state()
        trust = state.trusts.get(self._kind) if state is not None else None
        if trust is None or trust.serial != serial:
            return self._journal.last_device_event(serial) or 0
        return max(self._journal.last_device_event(trust.name) or 0, trust.after)

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]:
        """The last command of this device that has no recorded end: the link asks the device what became of it."""
        state = self.state()
        last = state.commands.get(self._kind) if state is not None else None
        if last is None:
            return ()
        payload = bytes.fromhex(last.payload)
        return (JournaledCommand(cmd=last.cmd, type=MessageType(last.type), payload=payload),)

    def next_command_id(self) -> int:
        """Never used before: the journal only grows, and a device may remember what another journal asked of it.

        Below 2^53, because that is as far as a journal writes numbers.
        """
        log = int.from_bytes(sha256(self._journal.log.encode()).digest()[:3])
        return (log << 28) + ((self._journal.seq + 1) << 3) + (ADDRESSES[self._kind] >> 4)

    def begin(self, serial: str, command: JournaledCommand) -> None:
        data: dict[str, Json] = {
            "device": self._kind,
            "command": command.type.name.lower() + " (sent)",
            "cmd": command.cmd,
            "type": int(command.type),
            "payload": command.payload.hex(),
            "serial": serial,
        }
        self._journal.append([Draft(kind="device-command", data=data)], at_ms=self._clock_ms())


@dataclass
class VirtualTable:
    """A whole table in virtual time: simulated devices on in-process lines, one clock, one session."""

    journal: AnyJournal
    kinds: tuple[str, ...] = ("shoe", "reader")
    seed: int = 1
    publish: Publish = lambda _view: None
    may: Gate = lambda _state, _touch: None
    house: TableSetup | None = None
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    restarts: int = 0
    now: float = 0.0
    sims: dict[str, Simulator] = field(default_factory=dict)
    devices: dict[str, TablelinkDevice] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in self.sims:
                self.sims[kind] = build(kind, seed=self.seed, options=self.options.get(kind))
        self._open()

    def _open(self) -> None:
        """Drivers and session on the journal as it is: at the start, and after every restart of the program."""
        self.guarded = LockedJournal(self.journal)
        self._journals = {kind: TableDeviceJournal(self.guarded, kind, self.clock_ms) for kind in self.kinds}
        self.devices = {kind: self._device(kind) for kind in self.kinds}
        self.session = TableSession(
            self.guarded, self.devices, clock_ms=self.clock_ms, publish=self.publish, may=self.may, house=self.house
        )
        for journal in self._journals.values():
            journal.state = self._state
        for device in self.devices.values():
            device.line_opened(self.now)

    def _state(self) -> TableState:
        return self.session.state

    def restart(self) -> None:
        """The program dies and comes back; the machines have gone on."""
        self.restarts += 1
        self._open()

    def clock_ms(self) -> int:
        return round(self.now * 1000)

    def _device(self, kind: str) -> TablelinkDevice:
        family = Family(ADDRESSES[kind] >> 4)
        setup = LinkSetup(
            address=ADDRESSES[kind],
            key=SIMULATOR_KEY if kind in ("shoe", "reader") else None,
            times=Times(poll=POLL_SECONDS[family], reply_wait=0.1),
            serial=None,
        )
        return DEVICE_CLASSES[kind](HostLink(setup=setup, journal=self._journals[kind], nonce=self._nonce))

    def _nonce(self) -> bytes:
        return sha256(f"{self.seed} {self.restarts} {self.journal.seq} {self.now}".encode()).digest()[:8]

    def hand(self, kind: str, text: str) -> str:
        """What somebody does to a machine: `draw`, `insert Ah`, `power off`."""
        return self.sims[kind].operate(text, self.now)

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> bool:
        """Time passes: lines carry bytes, the session works, the clock jumps to the next due moment."""
        end = self.now + seconds
        while self.session.stopped is None:
            busy = sum(self._exchange(kind) for kind in self.kinds) > 0
            self.session.step()
            if until is not None and until():
                return True
            if busy:
                continue
            due = [t for k in self.kinds for t in (self.devices[k].due(), self.sims[k].due()) if t is not None]
            moment = min(due, default=inf)
            if moment > end:
                self.now = end
                return until is not None and until()
            self.now = max(self.now, moment)
            for kind in self.kinds:
                at = self.devices[kind].due()
                if at is not None and at <= self.now:
                    self.devices[kind].step(self.now)
        for kind in self.kinds:  # the host has fallen silent: the machines go on alone, and inhibit themselves
            self.sims[kind].run_until(end)
        self.now = end
        return until is not None and until()

    def _exchange(self, kind: str) -> bool:
        device, sim = self.devices[kind], self.sims[kind]
        sent = device.bytes_to_send()
        if sent:
            sim.feed(sent, self.now)
        answer = sim.step(self.now)
        if answer:
            device.receive(answer, self.now)
        return bool(sent or answer)
