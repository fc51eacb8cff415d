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
from typing import Any, Final, TypeVar

from hardware_sims.control import ControlServer
from hardware_sims.devices import Simulator, build
from hardware_sims.endpoints.event_loop import EventLoop, Station
from hardware_sims.endpoints.sockets import Address, endpoint_at
from hardware_sims.errors import SetupError

OPERATOR: Final = "operator"
LASTING: Final = "simulators.json"  # what the simulated devices know after a power cut
Answer = TypeVar("Answer")
AT_ONCE: Final = {"reply_ms": 0}  # a device that answers later has to be woken a second time for every poll
ANSWER_WITHIN: Final = 10.0  # the hall answers at once; only a hall that has died takes longer


class DeviceHall:
    """`operate("shoe", "draw 1")` is what somebody does to a device; the answer begins with ok or error.

    Each device has a port of a fixed name in `folder`, so that it is found again after it was unplugged. There it also
    keeps what it knows, before any byte tells of it: whenever this process ends, the next hall on this folder has the
    same devices, switched off and on again, and they know no less than whoever has heard them. At
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
        self._kept: dict[str, tuple[object, str]] = {}  # of each device: the revision, and what it knew as JSON
        self.operator_notes: Callable[[], object] = lambda: None  # kept with what the devices know
        for kind in kinds:
            simulator = build(kind, seed=seed, options={**AT_ONCE, **(options or {}).get(kind, {})})
            if kind in self._lasting:
                with suppress(SetupError):  # a file that no device left: this one is new
                    simulator.switch_on_with(self._lasting[kind])
            self._stations[kind] = self._event_loop.add(simulator, endpoint_at(self._where(kind)))
        self._event_loop.before_send = self._keep
        self._asked: queue.SimpleQueue[tuple[Callable[[], object], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
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
        return self.together(lambda: self._stations[kind].simulator.operate(text, self._event_loop.now()))

    def together(self, action: Callable[[], Answer]) -> Answer:
        """What is done to the devices in `action` is one step: the host hears of it when all is done and kept."""
        if threading.current_thread() is self._thread:
            return action()
        answer: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._asked.put((action, answer))
        self._mouth.send(b"\0")
        return answer.get(timeout=ANSWER_WITHIN)

    def unplug(self, kind: str) -> str:
        return self.together(lambda: self._unplugged(self._stations[kind]))

    def plug(self, kind: str) -> str:
        return self.together(lambda: self._plugged(kind))

    def _unplugged(self, station: Station) -> str:
        self._event_loop.unplug(station)
        return "ok unplugged"

    def _plugged(self, kind: str) -> str:
        self._event_loop.plug(self._stations[kind], endpoint_at(self._where(kind)))
        return "ok plugged in"

    def _listen(self) -> None:
        self._ear.recv(1)
        action, answer = self._asked.get()
        done = action()
        for station in self._stations.values():
            self._event_loop.attend(station)
        answer.put(done)

    def _keep(self) -> None:
        """Only what has changed is written again; the file is the last one or this one, never a part."""
        revisions = {kind: station.simulator.revision for kind, station in self._stations.items()}
        changed = [kind for kind, revision in revisions.items() if self._kept.get(kind, ("",))[0] != revision]
        if not changed:
            return
        for kind in changed:
            self._kept[kind] = revisions[kind], json.dumps(self._stations[kind].simulator.lasting())
        parts = {kind: text for kind, (_, text) in self._kept.items()} | {OPERATOR: json.dumps(self.operator_notes())}
        file = self._folder / LASTING
        with suppress(OSError):  # a folder that is gone or full: the next devices are new
            fresh = file.with_suffix(".new")
            fresh.write_text(
                "{" + ",".join(f"{json.dumps(name)}: {text}" for name, text in parts.items()) + "}", "utf-8"
            )
            fresh.replace(file)

    @property
    def operator(self) -> object:
        """What the last operator left with its devices; None: these devices are new."""
        return self._lasting.get(OPERATOR)

    def close(self) -> None:
        self.together(self._end)
        self._thread.join(timeout=10)
        self._keep()
        if self.control is not None:
            self.control.close()
        self._event_loop.close()
        self._ear.close()
        self._mouth.close()

    def _end(self) -> str:
        self._event_loop.stop()
        return "ok"


def _left_in(folder: Path) -> dict[str, Any]:
    try:
        left = json.loads((folder / LASTING).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return left if isinstance(left, dict) else {}
