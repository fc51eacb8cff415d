"""Simulators by URL: `sim://shoe?seed=7&scenario=F&fault=drop:rate=0.1&key=HEX`, `usb+sim://reader?seed=7`.

Beside seed, scenario, key, unit, fault (repeatable), clear_after and time_scale, every word is an option of the
device. `name` stands for itself: it only makes two URLs different.

Such a simulator runs on wall time inside the host's process and is shared by whoever opens it. Nothing runs in the
background: the device is brought up to date whenever somebody reads, writes or looks.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from hardware_sims.devices import DEVICES, Simulator, build
from hardware_sims.devices.planted import plant
from hardware_sims.errors import SetupError
from hardware_sims.fault import parse_fault

_NUMBERS = ("seed", "unit", "clear_after")


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatorFromUrl:
    simulator: Simulator
    time_scale: float


def simulator_for(url: str, scheme: str = "sim") -> SimulatorFromUrl:
    """The device a URL describes, switched on; SetupError names the part that is wrong."""
    parts = urlsplit(url)
    if parts.scheme != scheme or not parts.netloc:
        raise SetupError(f"{url!r} is not understood; write {scheme}://DEVICE?seed=7&option=value")
    words = parse_qsl(parts.query, keep_blank_values=True)
    options = dict(words)
    if len({name for name, _ in words if name != "fault"}) != len([name for name, _ in words if name != "fault"]):
        raise SetupError(f"{url!r}: a word stands twice; only fault may be repeated")
    numbers = {name: _number(url, name, options.pop(name)) for name in _NUMBERS if name in options}
    scale = _scale(url, options.pop("time_scale", "1"))
    options.pop("fault", None)
    options.pop("name", None)
    device = "reader-usb" if scheme == "usb+sim" and parts.netloc == "reader" else parts.netloc
    clear_after = numbers.pop("clear_after", None)
    texts: dict[str, str] = {name: options.pop(name) for name in ("scenario", "key") if name in options}
    setup: dict[str, Any] = {**numbers, **texts}
    faults = [parse_fault(text, clear_after) for name, text in words if name == "fault"]
    return SimulatorFromUrl(
        simulator=build(device, options=options, faults=faults, **setup),
        time_scale=scale,
    )


def _number(url: str, name: str, text: str) -> int:
    if not text.isdigit():
        raise SetupError(f"{url!r}: {name} takes a whole number, not {text!r}")
    return int(text)


def _scale(url: str, text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0 < scale < math.inf:
        raise SetupError(f"{url!r}: time_scale takes a number above 0, not {text!r}")
    return scale


def is_simulator(port: str) -> bool:
    return port.startswith("sim://") or port in DEVICES


class SimulatorUrl:
    """A name that makes the same simulator each time it is called; a wrong name is refused at once."""

    def __init__(self, port: str) -> None:
        parts = urlsplit(port if "://" in port else f"sim://{port}")
        self.device = parts.netloc
        words = parse_qsl(parts.query, keep_blank_values=True)
        self._planted = next((value for name, value in words if name == "planted"), None)
        self._words = [(name, value) for name, value in words if name != "planted"]
        self(None)

    def __call__(self, key: bytes | str | None) -> Simulator:
        words = self._words
        if key is not None:
            text = key if isinstance(key, str) else key.hex()
            words = [*((name, value) for name, value in words if name != "key"), ("key", text)]
        simulator = simulator_for(f"sim://{self.device}?{urlencode(words)}").simulator
        if self._planted is not None:
            plant(self._planted, simulator)
        return simulator


class SharedSimulator:
    """One device, its clock, and the bytes on their way to the host."""

    def __init__(self, simulator: Simulator, time_scale: float = 1.0) -> None:
        self.simulator = simulator
        self._scale = time_scale
        self._start = time.monotonic()
        self._waiting = bytearray()
        self._changed = threading.Condition()

    def _now(self) -> float:
        return (time.monotonic() - self._start) * self._scale

    def _catch_up(self) -> None:
        self._waiting += self.simulator.step(self._now())

    @property
    def connected(self) -> bool:
        with self._changed:
            self._catch_up()
            return self.simulator.connected(self._now())

    @property
    def powered(self) -> bool:
        with self._changed:
            self._catch_up()
            return self.simulator.device.powered

    @property
    def waiting(self) -> int:
        with self._changed:
            self._catch_up()
            return len(self._waiting)

    def write(self, data: bytes) -> None:
        with self._changed:
            self.simulator.feed(data, self._now())
            self._changed.notify_all()

    def operate(self, text: str) -> str:
        with self._changed:
            answer = self.simulator.operate(text, self._now())
            self._changed.notify_all()
            return answer

    def forget_waiting(self) -> None:
        with self._changed:
            self._catch_up()
            self._waiting.clear()

    def wake(self) -> None:
        """Whoever waits in `read` looks again whether to go on."""
        with self._changed:
            self._changed.notify_all()

    def read(self, size: int, timeout: float | None, given_up: threading.Event | None = None) -> bytes:
        """`size` bytes, or fewer when time is up, the device is unplugged or the reader gives up."""
        end = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while True:
                self._catch_up()
                left = None if end is None else end - time.monotonic()
                over = left is not None and left <= 0
                stopped = (given_up is not None and given_up.is_set()) or self.is_unplugged()
                if len(self._waiting) >= size or over or stopped:
                    data = bytes(self._waiting[:size])
                    del self._waiting[:size]
                    return data
                self._changed.wait(self._nap(left))

    def is_unplugged(self) -> bool:
        """Nothing can come any more until somebody plugs the line in again."""
        return not self.simulator.connected(self._now())

    def _nap(self, left: float | None) -> float | None:
        due = self.simulator.due()
        if due is None:
            return left
        until_due = max(0.0, (due - self._now()) / self._scale)
        return until_due if left is None else min(left, until_due)
