"""The live table: one thread, one queue. What happened → judged → committed → applied → published.

Nothing is shown before it is durable, and nothing that is shown is not in the journal. A write error stops the table
safely; an error in one device, one command or one screen never stops another part, and is never silent.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Final

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message, Term
from dealer_console.journal import AlreadyRecorded, AnyJournal, Draft, Entry, JournalError
from dealer_console.journal.entries.devices import KeeperAnswerTold
from dealer_console.journal.entries.journal_own import ConsoleLock
from dealer_console.journal.entries.people import ApprovalRequested
from dealer_console.journal.entries.rounds import RoundClosed
from dealer_console.journal.entries.shift import TableClosed
from dealer_console.messages import recorded
from dealer_console.table.commands.command import Command, Outcome, Source
from dealer_console.table.commands.dispatch import entries_of
from dealer_console.table.commands.people.notices import notice_due
from dealer_console.table.devices import device_events
from dealer_console.table.devices.device_orders import SentOrders, due_orders, keeper_orders
from dealer_console.table.session import authentication, reactions
from dealer_console.table.session.authentication import Authenticated
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.recovery import remind_devices, restore
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot import PastRounds, TableSnapshot, snapshot_of
from dealer_console.table.state.entry_drafts import alarm_draft
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceEvent, DeviceKind, Event, OrderEnded
from drivers.interfaces import DealerLine, TableDevice

ENTRIES_BETWEEN_SNAPSHOTS: Final = 2000  # an hour of rounds; folding them takes a tenth of a second
_SEALED: Final = ("round-closed", "shift")  # kinds after which a snapshot may follow
LONGEST_SLEEP: Final = 10.0  # seconds; deadlines are by the wall clock, which may be set meanwhile
AFTER_A_RUSH: Final = 0.02  # seconds of quiet, then the last entries are signed
MOST_TROUBLES: Final = 200
LONGEST_CHAIN: Final = 1000  # one event may place every card that waits, eight decks of them, and never leads to more


class TableSession:
    """Owns the journal and the state. `step` does all work that waits; `start` does it in a thread of its own.

    That thread sleeps until a device has an event, a command comes, or something is due by the clock.
    The table is opened and closed by the file of its `setup`, and everybody is somebody from the book of people.
    """

    def __init__(
        self,
        journal: AnyJournal,
        devices: Mapping[str, TableDevice],
        *,
        clock_ms: Callable[[], int],
        publish: Callable[[TableSnapshot], None] = lambda _snapshot: None,
        setup: TableSetup,
    ) -> None:
        self.between_snapshots: int | None = None  # entries; None: as many as at every table
        self.journal = journal if isinstance(journal, LockedJournal) else LockedJournal(journal)
        self.devices = dict(devices)
        self.clock_ms = clock_ms
        self.publish = publish
        self.setup = setup
        self.state: TableState = restore(self.journal)
        self.state.supposes_hits = setup.file.supposed_hit
        self.stopped: Message | None = None
        self.on_stop: Callable[[], None] = lambda: None  # the owner silences the lines; it must not wait for them
        self.dealer_line: DealerLine | None = None  # beside a shoe behind a keeper: what it asks, what it is told
        self.lock_after_ms: int | None = None  # without a touch between rounds; None: never
        self.clock_jump_ms: Callable[[], int] = lambda: 0  # how far somebody has set the machine's clock just now
        self._touched_ms = self.journal.last_entry_ms()  # who started the console has not touched the screen
        self.troubles: deque[str] = deque(maxlen=MOST_TROUBLES)  # what failed outside the journal's reach, newest last
        self._commands: queue.SimpleQueue[tuple[Authenticated, Future[Outcome]]] = queue.SimpleQueue()
        self._wake = threading.Event()
        self.turns = 0  # of the table's thread: while it grows, the thread is alive
        self._ending = threading.Event()
        self._sent_orders = SentOrders()
        self._wrong_pins = authentication.WrongPins()
        self._thread: threading.Thread | None = None
        self._news = False  # something is recorded that no snapshot shows yet
        self._shown_until_ms: int | None = None  # then a request that is on the screens expires
        for device in self.devices.values():
            device.on_event = self._wake.set
        self._past = PastRounds(self.journal)
        self.journal.on_append = self._fold
        remind_devices(self.devices, self.state)
        self.snapshot = TableSnapshot()  # the newest
        self._report_unsigned()
        self.snapshot = self._new_snapshot()

    def _report_unsigned(self) -> None:
        """A power cut in a rush can leave entries that nobody has signed; so can somebody who has the file."""
        unsigned = self.journal.found_unsigned
        if unsigned:
            self._record([alarm_draft(Message("alarm-unsigned-entries", a=unsigned[0], b=unsigned[-1]))])

    # --- for other threads -----------------------------------------------------------------------------------------

    def submit(self, command: Command) -> Future[Outcome]:
        """From any thread. Who somebody is, is found out here and aside; the table's thread only gets the result."""
        answer: Future[Outcome] = Future()
        authentication.find_out(
            self.setup,
            command,
            self.clock_ms(),
            lambda known: self._enqueue(known, answer),
            changes_known=self.state.people_changes,
        )
        return answer

    def _enqueue(self, authenticated: Authenticated, answer: Future[Outcome]) -> None:
        self._commands.put((authenticated, answer))
        self._wake.set()

    def start(self) -> None:
        """The first snapshot is published before this returns."""
        self._publish()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """From any thread: look again, whether something came or not."""
        self._wake.set()

    def stop(self) -> None:
        """What nobody has judged until then is cancelled."""
        self._ending.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=10)
        while not self._commands.empty():
            self._commands.get()[1].cancel()

    def _run(self) -> None:
        while not self._ending.is_set():
            self._wake.clear()
            looked_ms = self.clock_ms()
            self.step()
            self.turns += 1
            self._wake.wait(self._seconds_to_sleep(looked_ms))

    def _seconds_to_sleep(self, looked_ms: int) -> float:
        """`looked_ms`: when the last look began. What came due since then has not been seen."""
        if self.journal.unsigned and self.stopped is None:
            return AFTER_A_RUSH
        due = min((at_ms for at_ms in self._deadlines() if at_ms > looked_ms), default=None)
        if due is None or self.stopped is not None:
            return LONGEST_SLEEP
        return min(LONGEST_SLEEP, max(0, due - self.clock_ms()) / 1000)

    def _deadlines(self) -> Iterator[int]:
        """What comes by time alone: a request expires, a notice takes effect, an order is sent again."""
        if self._shown_until_ms is not None:
            yield self._shown_until_ms
        yield from (notice.from_ms for notice in self.state.shift.open_notices)
        yield from self._sent_orders.retries()
        if (lock := self._lock_due()) is not None:
            yield lock

    # --- the one thread --------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Everything that waits: events of the devices first, then commands, then what follows from the state."""
        before = self.journal.seq
        try:
            if self.journal.stopped is not None:
                self._stop(Message("stopped-by-journal", why=self.journal.stopped))
            for kind, device in self.devices.items():
                for event in self._events(kind, device):
                    self._take_event(kind, device, event)
            while not self._commands.empty():
                authenticated, answer = self._commands.get()
                self._take_command(authenticated, answer)
            self._follow()
            self._look_at_clocks()
            self._publish_news()
            if self.journal.unsigned and self.journal.seq == before and self.stopped is None:
                self._sign()
        except Exception as error:  # a bug of ours: standing still is safe, going on with half a step is not
            self._stop(Message("stopped-bug", why=repr(error)))

    def _look_at_clocks(self) -> None:
        """The screen is locked after a while; a clock that was set is told, and changes nothing else."""
        jump = self.clock_jump_ms()
        if jump:
            self._alarm(
                Message("alarm-clock-set", seconds=abs(jump) // 1000, back="yes" if jump < 0 else "no"), call=True
            )
        if (trouble := self.journal.head_apart_trouble) is not None:
            self._alarm(Message("alarm-head-apart", why=trouble), call=True)
        self._lock_when_due()

    def _lock_when_due(self) -> None:
        due = self._lock_due()
        if due is not None and self.clock_ms() >= due:
            self._record([Draft.of(ConsoleLock(locked=True))])

    def _lock_due(self) -> int | None:
        state = self.state
        if self.lock_after_ms is None or state.locked or state.in_round or state.bets or state.shift.dealer is None:
            return None
        return self._touched_ms + self.lock_after_ms

    def _sign(self) -> None:
        """What a rush has left unsigned, as soon as it is over."""
        try:
            self.journal.sign_end(self.clock_ms())
        except JournalError as error:
            self._stop(Message("stopped-not-written", why=str(error)))

    def _events(self, kind: str, device: TableDevice) -> Sequence[Event]:
        try:
            return device.events()
        except Exception as error:  # a driver's bug must not take the table with it: recorded, shown, gone on without
            self._alarm(Message("alarm-driver-failed", device=Term("device-name", kind), why=str(error)))
            return ()

    def _take_event(self, kind: str, device: TableDevice, event: Event) -> None:
        if self.stopped is not None:
            return
        if isinstance(event, DeviceEvent) and self.journal.has_device_event(
            device_events.name_of_events(self.state, kind, event.serial), event.number
        ):
            self._hand_back(kind, device, event)  # delivered again after a lost acknowledgement: it has had its effect
            return
        if not self._record(device_events.drafts_of(self.state, kind, event)):
            return
        self._hand_back(kind, device, event)
        if isinstance(event, OrderEnded) and not event.done:
            self._sent_orders.refused(event.command, self.clock_ms())
        self._follow()

    def _hand_back(self, kind: str, device: TableDevice, event: Event) -> None:
        try:
            device.committed(event)
        except Exception as error:  # the record stands; the device will deliver again
            self._alarm(Message("alarm-driver-failed", device=Term("device-name", kind), why=str(error)))

    def _take_command(self, authenticated: Authenticated, answer: Future[Outcome]) -> None:
        if not answer.set_running_or_notify_cancel():
            return
        try:
            now = self.clock_ms()
            self._lock_when_due()  # a machine that was asleep wakes up with this touch
            if authenticated.command.source is not Source.PIT:
                self._touched_ms = now
            outcome = self._judged(authenticated, now)
        except Exception as error:  # a bug of ours: standing still is safe, going on with half a step is not
            self._stop(Message("stopped-bug", why=repr(error)))
            outcome = self._stopped_outcome()
        self._publish_news()
        answer.set_result(outcome)

    def _judged(self, authenticated: Authenticated, now: int) -> Outcome:
        if not self._record(authentication.change_drafts(authenticated, self.state.people_changes), now):
            return self._stopped_outcome()
        try:
            drafts = self._drafts_of_command(authenticated, now)
        except Refused as error:
            drafts = authentication.refusal_drafts(authenticated, error.refusal)
            self._record([*drafts, *self._wrong_pins.drafts(authenticated, now)], now)
            return Outcome(refusal=error.refusal)
        if not self._record(drafts, now):
            return self._stopped_outcome()
        self._follow()
        typed = (draft.typed for draft in drafts if draft.kind == "request")
        return Outcome(request=next((entry.request for entry in typed if isinstance(entry, ApprovalRequested)), None))

    def _stopped_outcome(self) -> Outcome:
        return Outcome(refusal=Refusal(Message("table-has-stopped", why=self.stopped or "")))

    def _drafts_of_command(self, authenticated: Authenticated, now_ms: int) -> list[Draft]:
        if authenticated.refused is not None:
            raise Refused(Refusal(authenticated.refused.message))
        return entries_of(
            authenticated.command,
            authenticated.person,
            state=self.state,
            setup=self.setup,
            journal=self.journal,
            now_ms=now_ms,
        )

    # --- durable, applied, shown -----------------------------------------------------------------------------------

    def _record(self, drafts: Sequence[Draft], now_ms: int | None = None) -> bool:
        """Durable, then applied; shown when the step is done. False: the journal has failed, the table stands still."""
        if not drafts or self.stopped is not None:
            return self.stopped is None
        try:
            self.journal.append(drafts, at_ms=self.clock_ms() if now_ms is None else now_ms)
            if any(isinstance(draft.typed, RoundClosed | TableClosed) for draft in drafts if draft.kind in _SEALED):
                self._seal()
        except AlreadyRecorded:
            return True
        except JournalError as error:
            self._stop(Message("stopped-not-written", why=str(error)))
        except Bug as bug:
            self._stop(Message("stopped-not-applied", why=str(bug)))
        self._news = True
        return self.stopped is None

    def _fold(self, entry: Entry) -> None:
        """Called inside the journal's lock, for the table's own entries and for commands of the lines alike."""
        self.state.fold(entry)
        self._past.fold(entry)
        if threading.current_thread() is not self._thread:
            self._wake.set()

    def _seal(self) -> None:
        """At the end of each round and shift: a signed checkpoint, and now and then a snapshot for quick opening."""
        with self.journal.lock:
            between = self.between_snapshots or ENTRIES_BETWEEN_SNAPSHOTS
            if self.journal.seq - self.state.snapshot_seq >= between:
                self.state.snapshot_seq = self.journal.snapshot(self.state.data(), self.clock_ms()).seq
            self.journal.checkpoint(self.clock_ms())

    def _stop(self, why: Message) -> None:
        """Fail-stop. The lines fall silent with the table, and every device inhibits itself when its host is lost."""
        if self.stopped is None:
            self.stopped = why
            self._publish()
            try:
                self.on_stop()
            except Exception as error:  # standing still is what counts, and that has happened
                self.troubles.append(f"the lines could not be silenced: {error!r}")

    def _alarm(self, message: Message, *, call: bool = False) -> None:
        """`call`: a supervisor has to see it; a dealer takes it off no screen."""
        words = recorded(message)
        self.troubles.append(words)
        if words not in self.state.alarms:
            self._record([alarm_draft(message, call=True) if call else alarm_draft(message)])

    # --- what follows ----------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """First what the state itself leads to, then what the devices must do about it."""
        for _ in range(LONGEST_CHAIN):
            if self.stopped is not None:
                return
            drafts = reactions.next_drafts(self.state) or self._notice_due()
            if not drafts:
                break
            self._record(drafts)
        else:
            self._stop(Message("stopped-no-end"))
            return
        self._send_orders()

    def _notice_due(self) -> list[Draft]:
        """Only while no wager lies: nobody's bet changes its limits under the hand."""
        if self.state.in_round or self.state.bets:
            return []
        return notice_due(self.setup.table(self.state.shift), self.state.shift, self.clock_ms())

    def _send_orders(self) -> None:
        orders = [*due_orders(self.state, self.devices)]
        if self.dealer_line is not None:
            orders += keeper_orders(self.state, self.dealer_line, self._answer_told)
        try:
            for kind, error in self._sent_orders.send(orders, self.clock_ms()):
                self._alarm(Message("alarm-driver-failed", device=Term("device-name", kind), why=str(error)))
        except JournalError as failed:
            self._stop(Message("stopped-not-written", why=str(failed)))

    def _answer_told(self, question: int) -> None:
        """The keeper may ask the same again, when our answer is lost with its line: then it is a new question."""
        self._record([Draft.of(KeeperAnswerTold(device=DeviceKind.SHOE, question=question))])

    def _new_snapshot(self) -> TableSnapshot:
        snapshot = snapshot_of(
            self.state,
            self.setup,
            self.stopped,
            now_ms=self.clock_ms(),
            past=self._past.rounds,
        )
        self._shown_until_ms = min((request.expires_at_ms for request in snapshot.requests), default=None)
        return snapshot

    def _publish_news(self) -> None:
        """After the devices have their orders: a screen that is composed takes the processor from them."""
        expired = self._shown_until_ms is not None and self.clock_ms() >= self._shown_until_ms
        if (self._news or expired) and self.stopped is None:
            self._publish()

    def _publish(self) -> None:
        self._news = False
        try:
            self.snapshot = self._new_snapshot()
            self.publish(self.snapshot)
        except Exception as error:  # a screen that fails must not stop the table; the next snapshot may reach it again
            self.troubles.append(f"the screen failed: {error!r}")
