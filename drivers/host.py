"""A whole host for one device: its port, its driver, its journal. Wait for events, be called, or iterate in asyncio.

    with Host(port="/dev/ttyUSB0", family="shoe", key=key, journal=SqliteDeviceJournal("shoe.sqlite")) as host:
        while (event := host.wait(60)) is not None: ...

An event is recorded durably before anybody sees it, and acknowledged to the device only then.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol, Self

from drivers.errors import DeviceError, ImpossibleRequestError
from drivers.events import CardRevealed, DeviceEvent, HostEvent, OrderEnded
from drivers.factory import Approve, DeviceRunner, build_device, build_installed
from drivers.registration.registry import FAMILY_NAMES, KnownDevice
from drivers.tablelink.link_events import DeviceJournal

AnyEvent = DeviceEvent | HostEvent
_TURN = 0.5


class HostJournal(DeviceJournal, Protocol):
    """A journal that also records: `record` is durable when it returns, and False for what was there before."""

    def record(self, event: AnyEvent) -> bool: ...


def _everyone(_identity: object) -> str | None:
    return None


class Host:
    """One device. `device` has its verbs (`ensure_enabled`, `reveal`, `shuffle` …); listen in one of the three ways."""

    def __init__(
        self,
        *,
        port: str,
        family: str,
        journal: HostJournal,
        key: bytes | None = None,
        serial: str = "",
        unit: int = 0,
        approve: Approve = _everyone,
    ) -> None:
        address = (FAMILY_NAMES[family] << 4) + unit if family in FAMILY_NAMES else 0
        known = KnownDevice(
            name=family,
            family=family,
            port=port,
            address=address,
            serial=serial,
            model="",
            key=key.hex() if key is not None else "",
        )
        ours = family in FAMILY_NAMES
        self._runner: DeviceRunner[Any] = (
            build_device(known, approve, journal) if ours else build_installed(known, journal)
        )
        self.device: Any = self._runner.device
        self._journal = journal
        self._news = threading.Event()
        self._recorded: deque[AnyEvent] = deque()
        self._listener: threading.Thread | None = None
        self._open = False
        self.device.on_event = self._news.set

    def __enter__(self) -> Self:
        self._open = True
        self._runner.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._open = False
        self._news.set()
        self._runner.stop()
        if self._listener is not None:
            self._listener.join()

    def wait(self, timeout: float) -> AnyEvent | None:
        """The next event, durably recorded; None when the time is over."""
        end = time.monotonic() + timeout
        while not self._recorded:
            left = end - time.monotonic()
            self._take()
            if self._recorded:
                break
            if left <= 0 or not self._open:
                return None
            self._news.wait(left)
        return self._recorded.popleft()

    def wait_for(self, kind: type[AnyEvent], timeout: float) -> Any:
        """The next event of this kind; others that come before it are recorded and passed over."""
        end = time.monotonic() + timeout
        while (event := self.wait(end - time.monotonic())) is not None:
            if isinstance(event, kind):
                return event
        raise DeviceError(f"no {kind.__name__} within {timeout:g} s")

    def ended(self, command: int | None, timeout: float = 10.0) -> OrderEnded | CardRevealed | None:
        """How an order ended; None for one that was not needed. `ImpossibleRequestError` when the device refused it."""
        if command is None:
            return None
        end = time.monotonic() + timeout
        while (event := self.wait(end - time.monotonic())) is not None:
            if isinstance(event, OrderEnded | CardRevealed) and event.command == command:
                if isinstance(event, OrderEnded) and not event.done:
                    raise ImpossibleRequestError(f"{event.order} was refused: {event.refusal}")
                return event
        raise DeviceError(f"no end of the order within {timeout:g} s")

    def listen(self, callback: Callable[[AnyEvent], None]) -> None:
        """Calls back with each event, on a thread of its own, until the host is closed."""

        def work() -> None:
            while self._open:
                if (event := self.wait(_TURN)) is not None:
                    callback(event)

        self._listener = threading.Thread(target=work, name="host events", daemon=True)
        self._listener.start()

    async def stream(self) -> AsyncIterator[AnyEvent]:
        """For asyncio: `async for event in host.stream()`. Ends when the host is closed."""
        while self._open:
            event = await asyncio.to_thread(self.wait, _TURN)
            if event is not None:
                yield event

    def _take(self) -> None:
        """What is new is recorded, then acknowledged, then handed out; what was there before is only acknowledged."""
        self._news.clear()
        for event in self.device.events():
            if self._journal.record(event):
                self._recorded.append(event)
            self.device.committed(event)
