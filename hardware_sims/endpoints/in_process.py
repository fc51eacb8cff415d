"""A simulator in the host's own process, on a clock that only moves when somebody moves it.

The clock is shared: the host waits by calling `receive` or `wait`, and time jumps to the next moment at which something
is due. A whole shift runs in seconds, and always the same way.
"""

from __future__ import annotations

from hardware_sims.devices import Simulator


class VirtualClock:
    """Seconds since the start. It never runs backwards."""

    def __init__(self) -> None:
        self.now = 0.0

    def move_to(self, moment: float) -> None:
        self.now = max(self.now, moment)


class InProcess:
    """A simulator with the clock it shares with the host. Several may share one clock."""

    def __init__(self, simulator: Simulator, clock: VirtualClock | None = None) -> None:
        self.simulator = simulator
        self.clock = clock or VirtualClock()

    # The bare three: whoever keeps time elsewhere needs no more.

    def feed(self, data: bytes, now: float) -> None:
        self.clock.move_to(now)
        self.simulator.feed(data, now)

    def due(self) -> float | None:
        return self.simulator.due()

    def step(self, now: float) -> bytes:
        self.clock.move_to(now)
        return self.simulator.step(now)

    # On the shared clock

    def send(self, data: bytes) -> None:
        self.simulator.feed(data, self.clock.now)

    def receive(self, within: float) -> bytes:
        """The next bytes, or none when nothing comes in time; the clock stands at that moment afterwards."""
        end = self.clock.now + within
        while True:
            data = self.simulator.step(self.clock.now)
            if data:
                return data
            due = self.simulator.due()
            if due is None or due > end:
                self.clock.move_to(end)
                return self.simulator.step(end)
            self.clock.move_to(due)

    def wait(self, seconds: float) -> None:
        """Time passes; what the device sends meanwhile stays for `receive`."""
        end = self.clock.now + seconds
        self.clock.move_to(end)
        self.simulator.run_until(end)

    def operate(self, text: str) -> str:
        return self.simulator.operate(text, self.clock.now)
