"""A simulated device and its driver on one loopback line in virtual time, with everything committed as it comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from drivers.events import Event
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink_devices import ContinuousShuffler, HoleCardReader, SealedShoe, Shuffler
from hardware_sims.devices import Simulator, build
from tests.drivers.bench_table import KEY, Journal, commit_all, nonces, setup_for
from tests.drivers.loopback import LoopbackLine, VirtualClock

ADDRESSES = {"batch-shuffler": 0x10, "continuous-shuffler": 0x20, "shoe": 0x30, "reader": 0x40, "reader-usb": 0x40}
CLASSES: dict[str, type[TablelinkDevice]] = {
    "batch-shuffler": Shuffler,
    "continuous-shuffler": ContinuousShuffler,
    "shoe": SealedShoe,
    "reader": HoleCardReader,
    "reader-usb": HoleCardReader,
}
PAIRED = ("shoe", "reader", "reader-usb")

Device = TypeVar("Device", bound=TablelinkDevice)


def driver_for(
    device: str, journal: Journal, *, seed: int = 0, serial: str | None = None, reply_wait: float = 0.1
) -> TablelinkDevice:
    key = KEY if device in PAIRED else None
    setup = setup_for(ADDRESSES[device], key, serial, reply_wait)
    return CLASSES[device](HostLink(setup=setup, journal=journal, nonce=nonces(seed)))


class DeviceLine(Generic[Device]):
    """`run` lets time pass and returns what happened; `hand` is what people do to the device."""

    def __init__(
        self,
        kind: type[Device],
        device: str,
        *,
        seed: int = 7,
        options: dict[str, object] | None = None,
        faults: tuple[str, ...] = (),
        serial: str | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.journal = Journal()
        self.simulator: Simulator = build(device, seed=seed, options=options or {}, faults=faults)
        driver = driver_for(device, self.journal, serial=serial)
        assert isinstance(driver, kind)
        self.driver: Device = driver
        self.line = LoopbackLine(user=self.driver, peer=self.simulator, clock=self.clock)
        self.line.open()

    def run(self, seconds: float = 1.0) -> list[Event]:
        seen: list[Event] = []

        def commit() -> bool:
            seen.extend(commit_all(self.driver, self.journal))
            return False

        self.line.run(seconds=seconds, until=commit)
        return seen

    def until(self, condition: Callable[[], bool], seconds: float = 600.0) -> list[Event]:
        seen: list[Event] = []

        def commit() -> bool:
            seen.extend(commit_all(self.driver, self.journal))
            return condition()

        assert self.line.run(seconds=seconds, until=commit), [type(event).__name__ for event in seen]
        return seen

    def operate(self, text: str) -> str:
        answer = self.simulator.operate(text, self.clock.now())
        assert answer.startswith("ok"), f"{text}: {answer}"
        return answer

    def enable(self) -> list[Event]:
        self.until(lambda: self.driver.ready)
        self.driver.ensure_enabled()
        return self.until(lambda: self.driver.enabled)

    def saw(self, kind: type) -> bool:
        return any(isinstance(event, kind) for event in self.journal.events)


def names(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
