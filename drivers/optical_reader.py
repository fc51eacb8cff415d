"""The optical reader: a camera over a place where face-up cards lie, behind the same interface as the other devices.

It fills the place of a draw that the shoe could not read, or stands against the shoe's value; who is right, the dealer
decides. It owns no camera and no thread: `drivers.optical.camera_runner` brings the pictures.
While it is inhibited it looks at nothing.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from drivers.errors import ImpossibleRequestError
from drivers.events import (
    AwayReason,
    CameraFaulted,
    CardNotReadable,
    CardSeen,
    CardTakenAway,
    DeviceAway,
    DeviceReady,
    Event,
    Fault,
    Order,
    OrderEnded,
)
from drivers.interfaces import Health, HealthCount
from drivers.optical.agreement import Agreement
from drivers.optical.budget import Budget
from drivers.optical.camera_watch import TEXTS, CameraWatch
from drivers.optical.card_search import Hint
from drivers.optical.decks.design import Design
from drivers.optical.picture_archive import PictureArchive
from drivers.optical.reader import Look, look_at
from drivers.optical.reading import Thresholds, Verdict
from drivers.optical.recognition.features import Picture
from drivers.optical.view import NOTHING_YET, Glimpse, OpticalView, withheld

MODEL = "OPTICAL"


@dataclass(frozen=True, kw_only=True, slots=True)
class OpticalSetup:
    """`kept_in` is the folder for the supervisor's pictures; None: none are kept. `budget_ms` is the time between two
    pictures, by the `clock`: whatever takes longer is unreadable, and the next picture goes on where it stopped."""

    serial: str
    designs: Sequence[Design]
    thresholds: Thresholds = field(default_factory=Thresholds)
    kept_in: Path | None = None
    alone: bool = False
    budget_ms: float | None = None
    clock: Callable[[], float] = time.perf_counter


class OpticalReader:
    """A `TableDevice`. Pictures come in by `see`, from one thread; the table may ask from another."""

    def __init__(self, setup: OpticalSetup) -> None:
        self._setup = setup
        self._lock = threading.RLock()
        self.on_event: Callable[[], None] = lambda: None
        self._events: deque[Event] = deque()
        self._commands = itertools.count(1)
        self._health = HealthCount()
        self._watch = CameraWatch()
        self._agreement = Agreement(alone=setup.alone)
        self._kept = PictureArchive(setup.kept_in)
        self._ready = self._enabled = False
        self._fault: Fault | None = None
        self._cause: str | None = None
        self._view: OpticalView | Glimpse = NOTHING_YET
        self._hint = Hint()

    # For the table

    @property
    def serial(self) -> str:
        return self._setup.serial

    @property
    def ready(self) -> bool:
        return self._ready

    @property
    def enabled(self) -> bool:
        return self._ready and self._enabled

    @property
    def fault(self) -> Fault | None:
        return self._fault

    def events(self) -> list[Event]:
        with self._lock:
            events = list(self._events)
            self._events.clear()
            return events

    def committed(self, event: Event) -> None:
        """A camera counts nothing and waits for no acknowledgement."""

    def why_not(self, order: Order) -> str | None:
        if not self._ready:
            return "the camera is not there; check its plug"
        if order is Order.ENABLE and self._fault is not None:
            return f"the camera is at fault ({self._cause or 'not cleared yet'}); a supervisor clears it"
        return None

    def ensure_enabled(self) -> int | None:
        with self._lock:
            if self.enabled:
                return None
            self._refuse(Order.ENABLE)
            self._enabled = True
            self._agreement.start()
            return self._done(Order.ENABLE)

    def ensure_inhibited(self) -> int | None:
        with self._lock:
            if not self._enabled:
                return None
            self._enabled = False
            self._hint = Hint()
            self._agreement.start()
            self._kept.forget()
            self._view = withheld("The camera is inhibited: nothing is looked at.")
            return self._done(Order.INHIBIT)

    def clear(self, fault: Fault) -> int:
        """Only after a supervisor, and only when the cause is gone. Afterwards the reader stays inhibited."""
        with self._lock:
            if self._fault is not fault:
                raise ImpossibleRequestError(f"{fault} is not the fault of this camera: {self._fault or 'it has none'}")
            if self._cause is not None:
                raise ImpossibleRequestError(f"{TEXTS[self._cause]}; then clear the fault")
            self._fault = None
            return self._done(Order.CLEAR)

    def listen_again(self) -> None:
        """A camera counts no events, so there is nothing to give up."""

    def health(self) -> Health:
        with self._lock:
            return self._health.picture()

    def keep_for_supervisor(self, image_sha256: str) -> str:
        """The shoe says another card than this picture: it is kept. The file's name; empty when it is gone already."""
        with self._lock:
            return self._kept.keep_difference(image_sha256)

    def view(self) -> OpticalView:
        """The latest, for the technician. Nothing of a face-down card is in it."""
        with self._lock:
            glimpse = self._view
        return glimpse.view() if isinstance(glimpse, Glimpse) else glimpse

    def _refuse(self, order: Order) -> None:
        reason = self.why_not(order)
        if reason is not None:
            raise ImpossibleRequestError(reason)

    def _done(self, order: Order) -> int:
        command = next(self._commands)
        self._events.append(OrderEnded(serial=self.serial, command=command, order=order, done=True))
        self._announce()
        return command

    # For whoever has the camera

    def camera_opened(self, now: float) -> None:
        for design in self._setup.designs:
            design.prepare(slopes=len(self._setup.designs) == 1)
        with self._lock:
            self._ready = True
            self._watch.start(now)
            self._agreement.start()
            self._events.append(DeviceReady(serial=self.serial, model=MODEL, firmware="", locks=False))
        self._announce()

    def camera_lost(self, text: str) -> None:
        """It comes back inhibited."""
        with self._lock:
            if not self._ready:
                return
            self._ready = self._enabled = False
            self._hint = Hint()
            self._health.links_lost += 1
            self._kept.forget()
            self._view = withheld("The camera is not there: check its plug.")
            self._events.append(DeviceAway(serial=self.serial, reason=AwayReason.CAMERA_LOST, text=text))
        self._announce()

    def see(self, picture: Picture, now: float) -> None:
        """One picture of the camera. Inhibited, it is only checked for being alive; nothing in it is looked at."""
        self._take_in(picture, now)
        self._announce()

    def _announce(self) -> None:
        if self._events:
            self.on_event()

    def _take_in(self, picture: Picture, now: float) -> None:
        began = time.perf_counter()
        budget = Budget(self._setup.budget_ms, self._setup.clock)
        with self._lock:
            self._health.frames_received += 1
            cause = None if self._setup.alone else self._watch.fault(picture, now)
            self._note(cause)
            if cause is not None or not self.enabled:
                return
        hint = None if self._setup.alone else self._hint
        look = look_at(picture, self._setup.designs, self._setup.thresholds, budget=budget, hint=hint)
        self._hint = look.hint
        with self._lock:
            if self.enabled:
                self._publish(picture, look, now)
            self._health.latencies.append(time.perf_counter() - began)

    def _note(self, cause: str | None) -> None:
        """A fault latches when it comes; its cause may go away before anybody clears it."""
        self._cause = cause
        if cause is None or self._fault is not None:
            return
        self._fault, self._enabled = Fault.SENSOR, False
        self._health.errors[cause] += 1
        self._view = withheld(f"Fault of the camera: {TEXTS[cause]}.")
        self._events.append(CameraFaulted(serial=self.serial, kind=cause, text=TEXTS[cause]))

    def _publish(self, picture: Picture, look: Look, now: float) -> None:
        reading = look.reading
        agreed = self._agreement.take(reading, now)
        self._view = Glimpse.of(picture, look, moving=self._agreement.moving)
        if reading.verdict is Verdict.UNREADABLE:
            self._health.errors[str(reading.reason)] += 1
        if agreed.gone:
            self._events.append(CardTakenAway(serial=self.serial))
        if agreed.unreadable or agreed.card:
            digest = hashlib.sha256(np.ascontiguousarray(picture).data).hexdigest()
            reading = replace(reading, image_sha256=digest)
        if agreed.unreadable:
            kept = self._kept.keep_unreadable(picture, reading, look.sight)
            event = CardNotReadable(
                serial=self.serial, reason=str(reading.reason), kept=kept, image_sha256=reading.image_sha256
            )
            self._events.append(event)
        if agreed.card and reading.card is not None and reading.design is not None:
            self._kept.remember(picture, reading)
            seen = CardSeen(
                serial=self.serial,
                card=reading.card,
                confidence=reading.confidence,
                design=reading.design,
                image_sha256=reading.image_sha256,
            )
            self._events.append(seen)
