"""What all pages of the supervisor share: long work aside, the tables as they stand now, dialogs, and one note."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeVar

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorError
from dealer_console.floor.queries import FloorAlarm, RequestAnswer, floor_alarms
from dealer_console.journal.errors import JournalDamaged, JournalError
from dealer_console.pit.alerts import Alert, Seen, find_alerts
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.board import Call, TableStatus, board, open_calls
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import PitPage, Room
from dealer_console.pit.rulings import Asked, lately, waiting
from dealer_console.rulebook.problems import BadFile
from dealer_console.screens.values import Meter, Tone
from dealer_console.table.people import PeopleDamaged, PeopleRefused

Result = TypeVar("Result")
Deed = Callable[[], None]
REFUSALS: Final = (PitRefused, JournalError, FloorError, BadFile, PeopleRefused, PeopleDamaged, OSError)
LOOK_EVERY_MS: Final = 2000


class Lanes(Protocol):
    """Threads: what is started in one lane runs one after the other; what is posted runs on the window's own thread."""

    def start(self, lane: str, deed: Deed) -> None: ...

    def post(self, deed: Deed) -> None: ...


class Dialog(Protocol):
    """Something that is asked; it covers the page until it is answered or left."""

    def page(self, room: Room) -> PitPage: ...

    def press(self, touched: str) -> None: ...

    def typed(self, text: str) -> None: ...


@dataclass(slots=True, kw_only=True)
class Doing:
    """Long work on its way."""

    words: str
    work: Work
    percent: int | None = None
    stopping: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """The tables as they stood at the last look."""

    tables: tuple[TableStatus, ...]
    calls: tuple[Call, ...]
    alerts: tuple[Alert, ...]
    seen: dict[str, Seen]
    asked: tuple[Asked, ...]
    answered: tuple[RequestAnswer, ...]  # what waited when this window looked before, the newest first
    alarms: tuple[FloorAlarm, ...]  # also those that were seen
    names: dict[str, str]  # what people call those whom the entries name by id
    at_ms: int
    trouble: str = ""  # a journal that cannot be read

    @property
    def open_alerts(self) -> tuple[Alert, ...]:
        return tuple(each for each in self.alerts if each.id not in self.seen)


@dataclass(slots=True)
class AppState:
    """`changed` tells the window that there is something new to show; `failed` that something of ours went wrong."""

    services: PitServices
    lanes: Lanes
    changed: Deed = lambda: None
    failed: Callable[[Exception], None] = lambda failure: None
    note: str = ""
    note_tone: Tone = "plain"
    doing: Doing | None = None
    dialog: Dialog | None = None
    live: Live | None = None
    taking_in: Meter = Meter(label="taking in the journals", percent=None)  # noqa: RUF009  frozen
    trouble: str = ""  # why the last look at the tables failed
    room: Room = field(default_factory=Room)
    _looking: bool = False
    _again: bool = False  # somebody has asked for another look meanwhile
    _looked_ms: int = 0
    _look_work: Work | None = None

    def say(self, text: str, tone: Tone = "plain") -> None:
        self.note, self.note_tone = text, tone

    # --- long work ---------------------------------------------------------------------------------------------------

    def do(self, words: str, run: Callable[[Work], Result], done: Callable[[Result], None]) -> None:
        """`run` on a thread of its own, `done` with its result on the window's. Work that was on its way is stopped."""
        self.stop()
        doing = Doing(words=words, work=Work(lambda at, total, what: self._told(doing, at, total, what)))
        self.doing = doing

        def deed() -> None:
            try:
                with self.services.in_words():
                    result = run(doing.work)
            except Stopped:
                self.lanes.post(lambda: self._ended(doing, f"Stopped: {words}"))
            except REFUSALS as refused:
                text = str(refused)
                self.lanes.post(lambda: self._ended(doing, text, "danger"))
            except Exception as failure:
                self.lanes.post(lambda failure=failure: self._broken(doing, failure))  # type: ignore[misc]
            else:
                self.lanes.post(lambda: self._finished(doing, result, done))

        self.lanes.start("work", deed)

    def stop(self) -> None:
        if self.doing is not None:
            self.doing.stopping = True
            self.doing.work.stop()

    def _told(self, doing: Doing, done: int, total: int, what: str) -> None:
        percent = min(100, done * 100 // total) if total else None
        if (percent, what) != (doing.percent, doing.words):
            doing.percent, doing.words = percent, what
            self.lanes.post(self.changed)

    def _finished(self, doing: Doing, result: Result, done: Callable[[Result], None]) -> None:
        if self.doing is doing:
            self.doing = None
            done(result)
            self.changed()

    def _ended(self, doing: Doing, words: str, tone: Tone = "plain") -> None:
        if self.doing is doing:
            self.doing = None
            self.say(words, tone)
            self.changed()

    def _broken(self, doing: Doing, failure: Exception) -> None:
        if self.doing is doing:
            self.doing = None
        self.failed(failure)

    # --- the tables now ----------------------------------------------------------------------------------------------

    def look(self, *, at_once: bool = False) -> None:
        """Take in what is new and see how the tables stand. While a look is on its way, the next one waits for it."""
        now = self.services.clock_ms()
        if self._looking:
            self._again = self._again or at_once
            return
        if not at_once and now - self._looked_ms < LOOK_EVERY_MS:
            return
        self._looking = True
        before = self.live
        work = self._look_work = Work(self._taking_in)

        def deed() -> None:
            try:
                with self.services.in_words():
                    found = look_at(self.services, before, work)
            except Stopped:
                return  # the window is being closed
            except REFUSALS as refused:
                text = str(refused)
                self.lanes.post(lambda: self._seen(before, text))
            except Exception as failure:
                self.lanes.post(lambda failure=failure: self._lost(failure))  # type: ignore[misc]
            else:
                self.lanes.post(lambda: self._seen(found, found.trouble))

        self.lanes.start("live", deed)

    def _taking_in(self, done: int, total: int, what: str) -> None:
        """Told on the board until there is one."""
        if self.live is None:
            self.taking_in = Meter(label=what, percent=min(100, done * 100 // total) if total else None)
            self.lanes.post(self.changed)

    def close(self) -> None:
        """Whatever is on its way ends at the next place where it can; what was taken in stays."""
        self.stop()
        if self._look_work is not None:
            self._look_work.stop()

    def _seen(self, live: Live | None, trouble: str) -> None:
        self._looking, self._looked_ms = False, self.services.clock_ms()
        self.live, self.trouble = live, trouble
        self.changed()
        if self._again:
            self._again = False
            self.look(at_once=True)

    def _lost(self, failure: Exception) -> None:
        self._looking, self._looked_ms = False, self.services.clock_ms()
        self.failed(failure)


def look_at(services: PitServices, before: Live | None, work: Work) -> Live:
    """Alerts are reckoned again only when there is something new."""
    trouble = ""
    try:
        grown = services.archive.refresh(work)
    except JournalDamaged as damaged:
        grown, trouble = 1, str(damaged)  # the other tables are up to date, and go on being looked after
    alerts = find_alerts(services.archive, services.house, work) if grown or before is None else before.alerts
    asked = waiting(services.archive, services.clock_ms())
    return Live(
        tables=board(services.archive, services.seen),
        calls=open_calls(services.archive, services.seen),
        alerts=alerts,
        seen=services.seen.of(each.id for each in alerts),
        asked=asked,
        answered=() if before is None else lately(services.archive, asked, before.asked, before.answered),
        alarms=_alarms(services),
        names=services.names(),
        at_ms=services.clock_ms(),
        trouble=trouble,
    )


def _alarms(services: PitServices) -> tuple[FloorAlarm, ...]:
    source = services.archive.source
    if not isinstance(source, FloorSource):
        return ()
    with connect(source.address, program=PROGRAM) as connection:
        return floor_alarms(connection)
