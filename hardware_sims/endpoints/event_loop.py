"""All simulators of one process on wall time: one loop waits for hosts, operators and the next due moment."""

from __future__ import annotations

import selectors
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from hardware_sims.devices import Simulator
from hardware_sims.endpoints.sockets import Endpoint, NullEndpoint

_LONGEST_WAIT = 1.0


@dataclass(slots=True)
class Station:
    """A simulator at its place."""

    simulator: Simulator
    place: Endpoint
    due: float = 0.0
    is_up: bool = True
    notes_told: int = 0


class EventLoop:
    """Runs stations until told to stop. Simulator time is wall time since the start, times `scale`."""

    def __init__(self, scale: float = 1.0) -> None:
        self.selector = selectors.DefaultSelector()
        self.stations: list[Station] = []
        self.on_note: Callable[[str], None] = lambda note: None
        self.idle: Callable[[int], None] = lambda moment_us: None
        self.before_send: Callable[[], None] = lambda: None
        self._scale = scale
        self._start = time.monotonic()
        self._stopped = False

    def now(self) -> float:
        return (time.monotonic() - self._start) * self._scale

    def add(self, simulator: Simulator, place: Endpoint) -> Station:
        station = Station(simulator=simulator, place=place)
        self.stations.append(station)
        self._open(station)
        return station

    def _open(self, station: Station) -> None:
        def heard(data: bytes) -> None:
            station.simulator.feed(data, self.now())
            self.attend(station)

        station.place.open(self.selector, heard)

    def unplug(self, station: Station) -> None:
        """The cable is pulled: the place is gone, the device stays as it is, and nobody hears it."""
        station.place.close()
        station.place = NullEndpoint()

    def plug(self, station: Station, place: Endpoint) -> None:
        """The cable is put in again, here or elsewhere."""
        station.place.close()
        station.place = place
        self._open(station)
        self.attend(station)

    def attend(self, station: Station) -> None:
        """Everything due at a station happens, and what it sends goes out."""
        simulator = station.simulator
        now = self.now()
        data = simulator.step(now)
        up = simulator.connected(now)
        if up != station.is_up:
            station.is_up = up
            station.place.connected(up)
        if data:
            self.before_send()
            station.place.send(data)
        due = simulator.due()
        # A line that is down comes up by itself, so somebody has to look.
        station.due = float("inf") if due is None else due
        if not up:
            station.due = min(station.due, simulator.line.down_until / 1_000_000)
        for note in simulator.notes[station.notes_told :]:
            self.on_note(f"{simulator.channel}: {note}")
        station.notes_told = len(simulator.notes)

    def operate(self, station: Station, text: str) -> str:
        answer = station.simulator.operate(text, self.now())
        self.attend(station)
        return answer

    def stop(self) -> None:
        self._stopped = True

    def run(self) -> None:
        for station in self.stations:
            self.attend(station)
        while not self._stopped:
            self._wait()
            now = self.now()
            for station in self.stations:
                if station.due <= now:
                    self.attend(station)
            self.idle(round(now * 1_000_000))

    def _wait(self) -> None:
        due = min([station.due for station in self.stations], default=float("inf"))
        wait = min(_LONGEST_WAIT, max(0.0, (due - self.now()) / self._scale))
        for key, _ in self.selector.select(wait):
            if self.selector.get_map().get(key.fd) is key:  # what came before it may have closed it: a pulled cable
                key.data()

    def close(self) -> None:
        for station in self.stations:
            station.place.close()
        self.selector.close()


def find_station(stations: Iterable[Station], word: str) -> Station | None:
    """The station that an operator names by channel or device, when only one answers to the word."""
    matches = [station for station in stations if word in (station.simulator.channel, station.simulator.setup.device)]
    return matches[0] if len(matches) == 1 else None
