"""What the table sees of its devices: a few orders, typed events, and figures. Nothing of any wire.

An order that cannot be sent now raises `ImpossibleRequestError` with the reason, and nothing has changed; `why_not`
gives the reason of the line beforehand.
An accepted order returns the number of its command, and an `OrderEnded` or `CardRevealed` with that number follows.
The figures are what a line and its device have been through: counts, errors by class, and how long answers take.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from drivers.events import Event, Fault, Order, RevealReason, UpCardKind

if TYPE_CHECKING:
    from drivers.optical.view import OpticalView

_LATENCIES_KEPT = 1000


@dataclass(frozen=True, kw_only=True, slots=True)
class Health:
    """A picture of one line, for the technician's page. Latencies are seconds of the last thousand answers."""

    frames_sent: int
    frames_received: int
    repeats: int
    links_lost: int
    errors: dict[str, int]
    latency_p50: float | None
    latency_p99: float | None


@dataclass(kw_only=True, slots=True)
class HealthCount:
    """The running figures behind `Health`; one writer."""

    frames_sent: int = 0
    frames_received: int = 0
    repeats: int = 0
    links_lost: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    latencies: deque[float] = field(default_factory=lambda: deque(maxlen=_LATENCIES_KEPT))

    def picture(self, more_errors: Counter[str] | None = None) -> Health:
        ordered = sorted(self.latencies)
        return Health(
            frames_sent=self.frames_sent,
            frames_received=self.frames_received,
            repeats=self.repeats,
            links_lost=self.links_lost,
            errors=dict(self.errors + (more_errors or Counter())),
            latency_p50=_quantile(ordered, 50),
            latency_p99=_quantile(ordered, 99),
        )


def _quantile(ordered: list[float], percent: int) -> float | None:
    """The smallest value with at least `percent` of all values at or below it."""
    if not ordered:
        return None
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


KEEPER_MODEL: Final = "KEEPER"  # by which the keeper of a plain-value shoe names itself


class TableDevice(Protocol):
    """Every device. `events` hands out what happened; `committed` takes back what is durably recorded.

    `on_event` is called without arguments whenever there is something new to take, and when `ready` or `enabled` has
    changed, so that the table can sleep instead of asking: set it before the device runs. It is called on the device's
    own thread and outside the device's lock; it must return at once and raise nothing (setting a `threading.Event` is
    the intended use). It may come once for several events, and again while older ones have not been taken.
    """

    on_event: Callable[[], None]

    @property
    def serial(self) -> str: ...

    @property
    def ready(self) -> bool: ...

    @property
    def enabled(self) -> bool: ...

    @property
    def fault(self) -> Fault | None: ...

    def events(self) -> list[Event]: ...

    def why_not(self, order: Order) -> str | None: ...

    def committed(self, event: Event) -> None: ...

    def ensure_enabled(self) -> int | None: ...

    def ensure_inhibited(self) -> int | None: ...

    def clear(self, fault: Fault) -> int: ...

    def listen_again(self) -> None:
        """After a recorded decision of people about a device that contradicted itself. Does nothing when none waits."""

    def health(self) -> Health: ...


class ShufflerDevice(TableDevice, Protocol):
    """Batch shuffler."""

    def shuffle(self, *, batch: int, decks: int, expected: int) -> int: ...

    def release(self, batch: int) -> int: ...

    def eject(self) -> int: ...


class ContinuousShufflerDevice(TableDevice, Protocol):
    def remember_totals(self, *, total_in: int, total_out: int) -> None: ...

    def recount(self) -> int: ...

    def eject(self) -> int: ...


class ShoeDevice(TableDevice, Protocol):
    """A sealed shoe, or the keeper of a plain-value shoe: the table cannot tell them apart."""

    def remember_draw(self, draw: int, commitment: str) -> None: ...

    def reveal(self, draw: int, why: RevealReason) -> int: ...


class ShoeWord(StrEnum):
    NEW_SHOE = "new-shoe"
    ROUND_OVER = "round-over"
    CLOSE_SHOE = "close-shoe"


@dataclass(frozen=True, kw_only=True, slots=True)
class KeeperWord:
    """What a table tells a keeper about its cards. By `journal` and `entry` the keeper knows a word that it has obeyed.

    A new shoe comes with what belongs to the old one: the last draw and question that were recorded before it, and the
    draws of the old shoe that still lie sealed on the table. So a word that comes late takes nothing from the new shoe.
    """

    word: ShoeWord
    journal: str
    entry: int
    last_draw: int = 0
    sealed: tuple[int, ...] = ()
    last_question: int = 0


class DealerLine(Protocol):
    """Beside a shoe behind a keeper: what only people can say. Questions come as `DealerAsked` of the shoe."""

    def answer(self, question: int, yes: bool) -> None: ...

    def send(self, word: KeeperWord) -> None:
        """Returns at once. It is said until the keeper has confirmed it, over lost lines too: then `KeeperHeard` comes.

        There is one word at a time: another one takes its place.
        """


class CameraDevice(TableDevice, Protocol):
    """Its cards come as `CardSeen`, `CardNotReadable` and `CardTakenAway`."""

    def keep_for_supervisor(self, image_sha256: str) -> str: ...

    def view(self) -> OpticalView: ...


class HoleCardReaderDevice(TableDevice, Protocol):
    def arm(self, *, round_number: int, up: UpCardKind) -> int: ...
