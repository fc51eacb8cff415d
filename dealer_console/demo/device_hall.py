"""Simulated devices on real pseudo-terminals, in a thread of their own. An operator reaches them from any thread."""

from __future__ import annotations

import json
import queue
import selectors
import socket
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from hardware_sims.control import ControlServer
from hardware_sims.devices import Simulator, build
from hardware_sims.endpoints.address import Address
from hardware_sims.endpoints.event_loop import EventLoop, Station
from hardware_sims.endpoints.sockets import endpoint_at
from hardware_sims.errors import SetupError

OPERATOR: Final = "operator"
LASTING: Final = "devices.json"  # what the simulated devices know after a power cut
ANSWER_WITHIN: Final = 10.0  # the hall answers at once; only a hall that has died takes longer


class DeviceHall:
    """`operate("shoe", "draw 1")` is what somebody does to a device; the answer begins with ok or error.

    Each device has a port of a fixed name in `folder`, so that it is found again after it was unplugged. There it also
    leaves what it knows, so that the next hall on this folder has the same devices, switched off and on again. At
    `control` (`tcp://127.0.0.1:PORT`) a trainer's actions are taken, too: `shoe power off`.
    """

    def __init__(
        self,
        kinds: Iterable[str],
        folder: Path,
        *,
        seed: int,
        options: Mapping[str, Mapping[str, Any]] | None = None,
        control: str | None = None,
    ) -> None:
        self._folder = folder
        self._event_loop = EventLoop()
        self._stations: dict[str, Station] = {}
        self._lasting = _left_in(folder)
        for kind in kinds:
            simulator = build(kind, seed=seed, options=dict((options or {}).get(kind, {})))
            if kind in self._lasting:
                with suppress(SetupError):  # a file that no device left: this one is new
                    simulator.switch_on_with(self._lasting[kind])
            self._stations[kind] = self._event_loop.add(simulator, endpoint_at(self._where(kind)))
        self._asked: queue.SimpleQueue[tuple[Callable[[], str], queue.SimpleQueue[str]]] = queue.SimpleQueue()
        self._ear, self._mouth = socket.socketpair()
        self._event_loop.selector.register(self._ear, selectors.EVENT_READ, self._listen)
        self.control = ControlServer(self._event_loop, control) if control is not None else None
        self._thread = threading.Thread(target=self._event_loop.run, name="simulated machines", daemon=True)
        self._thread.start()

    def _where(self, kind: str) -> Address:
        return Address(kind="pty", path=str(self._folder / f"{kind}.port"))

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self._stations)

    def port(self, kind: str) -> str:
        return str(self._folder / f"{kind}.port")

    def simulator(self, kind: str) -> Simulator:
        return self._stations[kind].simulator

    def serial(self, kind: str) -> str:
        return self.simulator(kind).setup.serial

    # --- operator ---------------------------------------------------------------------------------------------------

    def operate(self, kind: str, text: str) -> str:
        return self._do(lambda: self._event_loop.operate(self._stations[kind], text))

    def unplug(self, kind: str) -> str:
        return self._do(lambda: self._unplugged(self._stations[kind]))

    def plug(self, kind: str) -> str:
        return self._do(lambda: self._plugged(kind))

    def _unplugged(self, station: Station) -> str:
        self._event_loop.unplug(station)
        return "ok unplugged"

    def _plugged(self, kind: str) -> str:
        self._event_loop.plug(self._stations[kind], endpoint_at(self._where(kind)))
        return "ok plugged in"

    def _do(self, action: Callable[[], str]) -> str:
        answer: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._asked.put((action, answer))
        self._mouth.send(b"\0")
        return answer.get(timeout=ANSWER_WITHIN)

    def _listen(self) -> None:
        self._ear.recv(1)
        action, answer = self._asked.get()
        answer.put(action())

    @property
    def operator(self) -> object:
        """What the last operator left with its devices; None: these devices are new."""
        return self._lasting.get(OPERATOR)

    def close(self, operator: object = None) -> None:
        """`operator` is left with the devices."""
        self._do(self._end)
        self._thread.join(timeout=10)
        lasting = {kind: station.simulator.lasting() for kind, station in self._stations.items()}
        with suppress(OSError):  # a folder that is gone or full: the next devices are new
            (self._folder / LASTING).write_text(json.dumps({**lasting, OPERATOR: operator}), "utf-8")
        if self.control is not None:
            self.control.close()
        self._event_loop.close()
        self._ear.close()
        self._mouth.close()

    def _end(self) -> str:
        self._event_loop.stop()
        return "ok"


def _left_in(folder: Path) -> dict[str, Any]:
    """Taken once: after a crash the devices are new, never older than the journal."""
    file = folder / LASTING
    try:
        left = json.loads(file.read_bytes())
        file.unlink()
    except (OSError, ValueError, RecursionError):
        return {}
    return left if isinstance(left, dict) else {}
