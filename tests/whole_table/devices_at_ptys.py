"""Simulated devices at real ptys, in a thread of their own: what stands around a table with its cables."""

from __future__ import annotations

import queue
import selectors
import socket
import threading
from collections.abc import Callable
from pathlib import Path

from dealer_console.rulebook.tables import Device
from hardware_sims.devices import build
from hardware_sims.endpoints.event_loop import EventLoop, Station
from hardware_sims.endpoints.sockets import endpoint_at, parse_address

QUICK: dict[str, dict[str, object]] = {"batch-shuffler": {"cycle_seconds": 0.2}}


class DevicesAtPtys:
    """`hand` does what a person does to a device, `unplug` and `plug` what he does to its cable."""

    def __init__(self, folder: Path, kinds: tuple[str, ...], seed: int = 7) -> None:
        self._folder = folder
        self._event_loop = EventLoop()
        self._stations: dict[str, Station] = {}
        for kind in kinds:
            simulator = build(kind, seed=seed, options={"self_test": 0.01, **QUICK.get(kind, {})})
            self._stations[kind] = self._event_loop.add(simulator, endpoint_at(parse_address(f"pty:{self.port(kind)}")))
        self._asked: queue.Queue[Callable[[], str]] = queue.Queue()
        self._answers: queue.Queue[str] = queue.Queue()
        self._ear, self._mouth = socket.socketpair()
        self._event_loop.selector.register(self._ear, selectors.EVENT_READ, self._do)
        self._thread = threading.Thread(target=self._event_loop.run, name="devices", daemon=True)
        self._thread.start()

    def port(self, kind: str) -> str:
        return str(self._folder / kind)

    def entries(self) -> tuple[Device, ...]:
        """As they would stand in the table's file."""
        return tuple(
            Device(kind=kind, port=self.port(kind), serial=station.simulator.setup.serial)
            for kind, station in self._stations.items()
        )

    def _do(self) -> None:
        self._ear.recv(1)
        self._answers.put(self._asked.get()())

    def _ask(self, action: Callable[[], str]) -> str:
        self._asked.put(action)
        self._mouth.send(b"\0")
        return self._answers.get(timeout=120)

    def _do_there(self, action: Callable[[], None]) -> None:
        """In the thread of the devices, which alone may touch them."""

        def done() -> str:
            action()
            return "ok"

        self._ask(done)

    def operate(self, kind: str, text: str) -> str:
        answer = self._ask(lambda: self._event_loop.operate(self._stations[kind], text))
        assert answer.startswith("ok"), answer
        return answer

    def enabled(self, kind: str) -> bool:
        """As the device itself sees it: what the host last heard may be old."""
        return "enabled=yes" in self.operate(kind, "state")

    def unplug(self, kind: str) -> None:
        self._do_there(lambda: self._event_loop.unplug(self._stations[kind]))

    def plug(self, kind: str) -> None:
        place = endpoint_at(parse_address(f"pty:{self.port(kind)}"))
        self._do_there(lambda: self._event_loop.plug(self._stations[kind], place))

    def close(self) -> None:
        self._do_there(self._event_loop.stop)
        self._thread.join(timeout=120)
        self._event_loop.close()
        self._ear.close()
        self._mouth.close()
