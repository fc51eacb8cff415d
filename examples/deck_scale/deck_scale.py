"""A device family of one's own: a scale that weighs a deck and says how many cards it holds.

Its line: 9600 baud, ASCII. The host sends `W`, the scale answers `DECK 52` and a line feed. The entry point in
`pyproject.toml` makes it known to `drivers.host.Host` under the name `deck-scale`; nothing of ours is changed.
"""

from dataclasses import dataclass

from drivers.events import AwayReason, DeviceAway, DeviceReady, HostEvent
from drivers.families import DeviceFamily, LineDevice
from drivers.registration.registry import KnownDevice
from drivers.tablelink.link_events import DeviceJournal

EVERY = 0.5


@dataclass(frozen=True, kw_only=True, slots=True)
class DeckWeighed(HostEvent):
    """The number of cards on the scale has changed."""

    cards: int


class DeckScale(LineDevice):
    """Asks twice a second and tells only what has changed."""

    def __init__(self, known: KnownDevice) -> None:
        super().__init__(known.serial or "deck-scale")
        self._at: float | None = None
        self._text = b""
        self._cards: int | None = None
        self._ask = False

    def line_opened(self, now: float) -> None:
        self._at, self._text = now, b""
        self.publish(DeviceReady(serial=self.serial, model="SCALE", firmware="", locks=False))

    def line_lost(self, text: str) -> None:
        self._at = self._cards = None
        self.publish(DeviceAway(serial=self.serial, reason=AwayReason.PORT_LOST, text=text))

    def due(self) -> float | None:
        return self._at

    def step(self, now: float) -> None:
        self._at, self._ask = now + EVERY, True

    def bytes_to_send(self) -> bytes:
        asked, self._ask = self._ask, False
        return b"W" if asked else b""

    def receive(self, data: bytes, now: float) -> None:
        *lines, self._text = (self._text + data)[-64:].split(b"\n")
        for line in lines:
            word, _, number = line.strip().partition(b" ")
            if word == b"DECK" and number.isdigit() and int(number) != self._cards:
                self._cards = int(number)
                self.publish(DeckWeighed(serial=self.serial, cards=self._cards))


def build(known: KnownDevice, _journal: DeviceJournal) -> DeckScale:
    return DeckScale(known)


FAMILY = DeviceFamily(build=build, baud=9600)
