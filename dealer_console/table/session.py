"""The live table: one thread, one queue. What happened → judged → committed → applied → published.

Nothing is shown before it is durable, and nothing that is shown is not in the journal. A write error stops the table
safely; an error in one device never stops another.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence

from dealer_console.game.errors import Bug, Refused
from dealer_console.journal import AnyJournal, Draft, JournalError
from dealer_console.table import intake, people_work
from dealer_console.table.restore import restore
from dealer_console.table.state import TableState
from dealer_console.table.touches import Touch
from dealer_console.table.view import TableView, view_of
from drivers.errors import ImpossibleRequestError
from drivers.events import DeviceEvent, Fact
from drivers.interfaces import TableDevice

Publish = Callable[[TableView], None]


class Answer:
    """What became of a touch: done, or the refusal to show. `wait` is for a caller on another thread."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self.refusal: str | None = None

    def settle(self, refusal: str | None) -> None:
        self.refusal = refusal
        self._done.set()

    def wait(self, seconds: float | None = None) -> bool:
        return self._done.wait(seconds)


class TableSession:
    """Owns the journal and the state. `step` does all work that waits; `run` does it in a thread of its own."""

    def __init__(
        self,
        journal: AnyJournal,
        devices: Mapping[str, TableDevice],
        *,
        clock_ms: Callable[[], int],
        publish: Publish = lambda _view: None,
    ) -> None:
        self.journal = journal
        self.devices = dict(devices)
        self.clock_ms = clock_ms
        self.publish = publish
        self.state: TableState = restore(journal)
        self.stopped: str | None = None
        self._touches: queue.SimpleQueue[tuple[Touch, Answer]] = queue.SimpleQueue()
        self._wake = threading.Event()
        self._ending = threading.Event()
        self._asked: set[tuple[object, ...]] = set()
        self._thread: threading.Thread | None = None
        self._tell()

    # --- for other threads -----------------------------------------------------------------------------------------

    def submit(self, touch: Touch) -> Answer:
        answer = Answer()
        self._touches.put((touch, answer))
        self._wake.set()
        return answer

    def start(self) -> None:
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ending.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._ending.is_set():
            self.step()
            self._wake.wait(0.005)
            self._wake.clear()

    # --- the one thread --------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Everything that waits: facts of the devices first, then touches."""
        for kind, device in self.devices.items():
            for fact in self._facts(kind, device):
                self._take_fact(kind, device, fact)
        while not self._touches.empty():
            touch, answer = self._touches.get()
            answer.settle(self._take_touch(touch))
        if self.stopped is None:
            self._follow()

    def _facts(self, kind: str, device: TableDevice) -> Sequence[Fact]:
        try:
            return device.facts()
        except Exception as error:  # a driver's bug must not take the table with it: recorded, shown, gone on without
            self._record([Draft(kind="alarm", data={"alarm": f"the driver of the {kind} failed: {error}"})])
            return ()

    def _take_fact(self, kind: str, device: TableDevice, fact: Fact) -> None:
        if self.stopped is not None:
            return
        if isinstance(fact, DeviceEvent) and self.journal.has_device_event(fact.serial, fact.number):
            device.committed(fact)  # delivered again after a lost acknowledgement: it has had its effect
            return
        if self._record(intake.drafts_of(self.state, kind, fact)):
            device.committed(fact)
            self._follow()

    def _take_touch(self, touch: Touch) -> str | None:
        if self.stopped is not None:
            return f"the table has stopped: {self.stopped}"
        try:
            drafts = people_work.drafts_of(self.state, touch)
        except Refused as error:
            refusal = error.refusal
            asked = type(touch).__name__
            data = {"asked": asked, "reason": refusal.reason, "clause": refusal.clause}
            self._record([Draft(kind="refusal", data=data, who=touch.who)])
            return str(refusal)
        if not self._record(drafts):
            return f"the table has stopped: {self.stopped}"
        self._follow()
        return None

    def _record(self, drafts: Sequence[Draft]) -> bool:
        """Durable, then applied, then shown. False: the journal has failed and the table stands still."""
        if not drafts:
            return True
        try:
            entries = self.journal.append(drafts, at_ms=self.clock_ms())
        except JournalError as error:
            self._stop(f"the journal cannot be written: {error}")
            return False
        for entry in entries:
            try:
                self.state.fold(entry)
            except Bug as bug:
                self._stop(f"entry {entry.seq} cannot be applied: {bug}")
                return False
        if any(draft.kind == "round-closed" for draft in drafts):
            self._seal()
        self._tell()
        return True

    def _seal(self) -> None:
        """At each round's end: a snapshot for quick opening, and a signed checkpoint."""
        self.journal.snapshot(self.state.data(), self.clock_ms())
        self.state.seq = self.journal.seq
        self.journal.checkpoint(self.clock_ms())

    def _stop(self, why: str) -> None:
        self.stopped = why
        for device in self.devices.values():
            device.ensure_inhibited()
        self._tell()

    def _follow(self) -> None:
        """What the devices must do now that the state has changed: open a draw, arm the reader, lock the gate."""
        for key, wish in list(intake.wishes(self.state, self.devices, self._asked)):
            try:
                wish()
            except ImpossibleRequestError:
                continue  # the device is busy with another wish: asked again at the next step
            self._asked.add(key)

    def _tell(self) -> None:
        self.publish(view_of(self.state, self.stopped))
