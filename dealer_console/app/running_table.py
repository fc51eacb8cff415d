"""A table that runs: journal, people, devices, session and the floor's copy. Everything but the window."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealer_console.app.desk_orders import DeskOrders
from dealer_console.app.devices import TableDevices, devices_of_table
from dealer_console.app.last_start import changed_since_last_start, hash_of_changes
from dealer_console.app.status_watch import StatusWatch
from dealer_console.app.window_options import CannotStart
from dealer_console.game.message import Message
from dealer_console.journal import Draft, JournalError
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.journal_own import ConsoleStopped, SoftwareStarted
from dealer_console.journal.software import software_version
from dealer_console.rulebook.tables import Table
from dealer_console.screens.system_status import PitAnswer
from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.approvals.request import RequestId
from dealer_console.table.commands import AnnounceFromPit, ApproveFromPit, DeclineFromPit
from dealer_console.table.people import Action, PeopleBook, PersonId, Standing
from dealer_console.table.people.directory import known_changes, take_newest
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.store_tables import Change
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.session.table_setup import LARGEST_STEP_MS, SteadyClock, TableSetup
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.entry_drafts import alarm_draft
from dealer_console.table.state.table_state import TableState
from drivers.registration.registry import Registry

if TYPE_CHECKING:
    from dealer_console.floor import Forwarder, NoticeFromPit, RulingFromPit
    from dealer_console.floor.directory import PublishedDirectory


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a table is made of. `registry` is None where only simulators stand."""

    table: Table
    journal: LockedJournal
    journal_file: Path
    people: PeopleBook
    permissions: Permissions
    registry: Registry | None = None
    simulators: bool = False
    clock_ms: Callable[[], int] = wall_clock_ms
    usual_shuffle_ms: int | None = None  # how long the shuffler takes, where somebody knows it
    lock_after_ms: int | None = None  # without a touch the screen is locked; None: never


class RunningTable:
    """Session, devices and floor copy. Made whole, then `start`; `stop` ends them in the one order that is right."""

    def __init__(
        self,
        parts: Parts,
        post: Callable[[TableSnapshot], None],
        on_change: Callable[[TableState], None] = lambda _state: None,
    ) -> None:
        self.parts = parts
        self.clock_ms = clock_ms = self._clock(parts)
        self._post = post
        self._on_change = on_change
        self.lines: TableDevices = devices_of_table(
            parts.table.devices,
            parts.journal,
            clock_ms=clock_ms,
            registry=parts.registry,
            simulators=parts.simulators,
            pictures=parts.journal_file.with_suffix(".pictures"),
        )
        self.watch = StatusWatch(
            self.lines.devices,
            clock_ms,
            usual_shuffle_ms=parts.usual_shuffle_ms,
            has_floor=parts.table.floor is not None,
        )
        setup = TableSetup(table=parts.table, people=parts.people, permissions=parts.permissions)
        self.session = TableSession(
            parts.journal, self.lines.devices, clock_ms=clock_ms, publish=self._publish, setup=setup
        )
        self.session.lock_after_ms = parts.lock_after_ms
        setup.new_changes(self.session.state.people_changes)  # from now on nobody comes in by an older book
        if isinstance(clock_ms, SteadyClock):
            self.session.clock_jump_ms = clock_ms.jump_ms
        self.closed_by: str | None = None  # who has closed the console
        self.orders = DeskOrders(self.session, clock_ms)
        self.on_closed: Callable[[], None] = lambda: None
        self._journal_start()
        self.lines.serve(self.session)
        self.floor = self._forwarder() if parts.table.floor is not None else None

    def _clock(self, parts: Parts) -> Callable[[], int]:
        """The machine's clock counts at the start only, and never before the last entry: then it is a steady one."""
        if parts.clock_ms is not wall_clock_ms:
            return parts.clock_ms
        last = next(iter(parts.journal.entries(after=parts.journal.seq - 1)))
        return SteadyClock(wall_clock_ms, not_before_ms=last.at_ms)

    def _journal_start(self) -> None:
        """Which program runs here, and with which files."""
        changes = self.parts.people.changes()
        started = SoftwareStarted(
            version=software_version(),
            sqlite=sqlite3.sqlite_version,
            table_hash=self.parts.table.file_hash,
            rules_hash=self.parts.table.rules_hash,
            permissions_hash=self.parts.permissions.file_hash,
            registry_hash=None if self.parts.registry is None else self.parts.registry.file_hash,
            devices=_approved_devices(self.parts.registry),
            directory_key=self._trusted_key() or self.parts.table.directory_key,
            people_changes=changes[-1].number if changes else 0,
            people_hash=hash_of_changes(changes),
            directory_version=self.parts.people.directory_version(),
        )
        alarms = [] if self.parts.simulators else [*self._found_at_start(started, changes)]
        drafts = [Draft.of(started), *(alarm_draft(message, call=True) for message in alarms)]
        self.parts.journal.append(drafts, at_ms=self.clock_ms())

    def _found_at_start(self, started: SoftwareStarted, changes: Sequence[Change]) -> Iterator[Message]:
        """What somebody with a shell may have done since the last start: a supervisor has to see it."""
        parts = self.parts
        alarms = changed_since_last_start(parts.journal_file, started, parts.registry, changes, self._are_two)
        yield from alarms
        known, old = self.session.state.people_changes, Message("alarm-old-people")
        if known > max((change.number for change in changes), default=0) and old not in alarms:
            yield old
        if isinstance(self.clock_ms, SteadyClock) and self.clock_ms.behind_at_start_ms >= LARGEST_STEP_MS:
            yield Message("alarm-clock-set", seconds=self.clock_ms.behind_at_start_ms // 1000, back="yes")

    def _are_two(self, action: Action, first: str, second: str) -> bool:
        asks, approves = (self.parts.people.person(PersonId(person)) for person in (first, second))
        if asks is None or approves is None:
            return False
        return self.parts.permissions.are_two(asks, approves, action, Standing.CLOSED)

    def _journal_stop(self) -> None:
        """Whoever closed it stands there already; otherwise the system ended it, in order."""
        *_, last = self.parts.journal.entries(after=self.parts.journal.seq - 1)
        if isinstance(last.typed, ConsoleStopped) or self.parts.journal.stopped is not None:
            return
        with suppress(JournalError):  # the disk has failed, and that is why it ends
            self.parts.journal.append([Draft.of(ConsoleStopped(by=None))], at_ms=self.clock_ms())

    def _forwarder(self) -> Forwarder:
        """Only a table with a floor loads what speaks to its database: starting must be quick."""
        from dealer_console.floor import FloorRefused
        from dealer_console.floor import Forwarder as Made

        try:
            return Made(
                journal=self.parts.journal_file,
                url=self.parts.table.floor,
                table=self.parts.table.name,
                on_ruling=self._ruled,
                on_notice=self._announced,
                on_order=self.orders.take,
                on_sessions=self.orders.play_elsewhere,
                on_health=self.watch.see_floor,
                on_directory=self._take_directory,
            )
        except FloorRefused as error:
            raise CannotStart(str(error)) from None

    def _publish(self, snapshot: TableSnapshot) -> None:
        self._post(snapshot)
        self.watch.see(snapshot)
        if snapshot.console_closed_by is not None and self.closed_by is None:
            self.closed_by = snapshot.console_closed_by
            self.on_closed()
        self._on_change(self.session.state)
        self.orders.submit(in_round=snapshot.shift.in_round)
        if self.floor is not None:
            self.floor.wake()

    def start(self) -> None:
        self.session.start()
        self.lines.start()
        if self.floor is not None:
            self.floor.start()

    def stop(self) -> None:
        """The session first: nobody is left then to record that our own lines were closed."""
        if self.floor is not None:
            self.floor.stop()
        self.session.stop()
        self.lines.stop()
        self._journal_stop()
        self.parts.people.close()
        self.parts.journal.close()

    def _take_directory(self, published: Iterable[PublishedDirectory]) -> int:
        """The people of the house, for when the floor is away. Raises `PeopleRefused` when none of these is genuine."""
        store = self.parts.people.store
        before, changes_before = self._trusted_key(), known_changes(store)
        version = take_newest(store, published, self.parts.table.directory_key)
        trusted = self._trusted_key()
        if known_changes(store) < changes_before:
            self.parts.journal.append([alarm_draft(Message("alarm-old-people"), call=True)], at_ms=self.clock_ms())
        if before is None and trusted is not None and self.parts.table.directory_key is None:
            alarm = alarm_draft(Message("alarm-first-directory", key=trusted), call=True)
            self.parts.journal.append([alarm], at_ms=self.clock_ms())
        return version

    def _trusted_key(self) -> str | None:
        with self.parts.people.store.page() as page:
            return page.trusted_key()

    def _announced(self, notice: NoticeFromPit) -> None:
        """A notice of the pit stand comes in like a touch: judged and announced at the table."""
        self.session.submit(
            AnnounceFromPit(
                who=notice.person,
                log=self.session.state.approvals.log,
                order=notice.notice_order,
                changes=json.loads(notice.changes),
                place=notice.place,
                reason=notice.reason,
                signature=RulingSignature(key=notice.key, at_ms=notice.signed_at_ms, signature=notice.signature),
            )
        )

    def _ruled(self, ruling: RulingFromPit) -> None:
        """What the pit stand decided comes in like a touch: judged at the table, bound to what was asked."""
        state = self.session.state
        record = state.approvals.records.get(RequestId(ruling.request))
        if record is not None and ruling.person in (
            record.approval and record.approval.approver,
            record.declined and record.declined.by,
        ):
            return  # delivered again, because the copy does not hold the table's answer yet
        kind = ApproveFromPit if ruling.approves else DeclineFromPit
        judged = self.session.submit(
            kind(
                who=ruling.person,
                request=ruling.request,
                subject_hash=ruling.subject_hash,
                place=ruling.place,
                reason=ruling.reason,
                signature=RulingSignature(key=ruling.key, at_ms=ruling.signed_at_ms, signature=ruling.signature),
            )
        )
        answer = PitAnswer(
            number=ruling.id,
            who=self._name_of(ruling.person),
            what=self.parts.permissions.actions[record.request.action].says if record is not None else ruling.request,
            approves=ruling.approves,
            reason=ruling.reason,
        )
        self.watch.see_ruling(answer, judged)

    def _name_of(self, person: str) -> str:
        named = next((listed.person for listed in self.parts.people.people() if listed.person.id == person), None)
        return named.name if named is not None else person


def _approved_devices(registry: Registry | None) -> tuple[Json, ...] | None:
    """Which devices this table knows, and who approved which firmware as they reported it."""
    if registry is None:
        return None
    keys = {device.serial: device.key_id for device in registry.devices}
    return tuple(
        {
            "serial": approval.serial,
            "reported_firmware": approval.firmware,
            "reported_sha256": approval.firmware_sha256,
            "technician": approval.technician,
            "supervisor": approval.supervisor,
            "when": approval.when,
            "key": keys.get(approval.serial, ""),
        }
        for approval in registry.approved
    )
