"""A whole table in virtual time: simulated devices on in-process lines, one clock, one session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf
from typing import Any

from dealer_console.app.device_journal import ADDRESSES, TableDeviceJournal
from dealer_console.app.devices import SIMULATOR_KEY
from dealer_console.journal import AnyJournal
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState
from drivers.tablelink.constants import POLL_SECONDS, Family, Times
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink.session import LinkSetup
from drivers.tablelink_devices import ContinuousShuffler, HoleCardReader, SealedShoe, Shuffler
from hardware_sims.devices import Simulator, build

DEVICE_CLASSES: dict[str, type[TablelinkDevice]] = {
    "shoe": SealedShoe,
    "reader": HoleCardReader,
    "batch-shuffler": Shuffler,
    "continuous-shuffler": ContinuousShuffler,
}


@dataclass
class VirtualTable:
    """The program can be restarted on it as often as a test likes; the devices go on."""

    journal: AnyJournal
    setup: TableSetup
    kinds: tuple[str, ...] = ("shoe", "reader")
    seed: int = 1
    publish: Callable[[TableSnapshot], None] = lambda _view: None
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    between_snapshots: int | None = None  # entries; None: as at every table
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
            self.guarded, self.devices, clock_ms=self.clock_ms, publish=self.publish, setup=self.setup
        )
        self.session.between_snapshots = self.between_snapshots
        for journal in self._journals.values():
            journal.state = self._state
        for device in self.devices.values():
            device.line_opened(self.now)

    def _state(self) -> TableState:
        return self.session.state

    def restart(self) -> None:
        """The program dies and comes back; the devices have gone on."""
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

    def operate(self, kind: str, text: str) -> str:
        """What somebody does to a device: `draw`, `insert Ah`, `power off`."""
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
        for kind in self.kinds:  # the host has fallen silent: the devices go on alone, and inhibit themselves
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
