"""Work beside the window's own thread: long work, one at a time, that can be stopped; a look at the tables now."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from dealer_console.floor.errors import FloorError
from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalError
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.live.tables import Live, look_at
from dealer_console.pit.long_work import Stopped, Work
from dealer_console.pit.services import PitServices
from dealer_console.rulebook.problems import BadFile
from dealer_console.screens.values import Tone
from dealer_console.table.people import PeopleDamaged, PeopleRefused
from dealer_console.touch.app.qt_bridge import Post

Result = TypeVar("Result")
Step = Callable[[], None]
REFUSALS: Final = (PitRefused, JournalError, FloorError, BadFile, PeopleRefused, PeopleDamaged, OSError)
LOOK_EVERY_MS: Final = 2000


class Lanes(Protocol):
    """Threads: what is started in one lane runs one after the other; what is posted runs on the window's own thread."""

    def start(self, lane: str, step: Step) -> None: ...

    def post(self, step: Step) -> None: ...


class ThreadLanes:
    """`close` waits for what is running; stop it before."""

    def __init__(self) -> None:
        self._post = Post()
        self._lanes: dict[str, ThreadPoolExecutor] = {}
        self._closed = False

    def start(self, lane: str, step: Step) -> None:
        if self._closed:
            return
        if lane not in self._lanes:
            self._lanes[lane] = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"pit-{lane}")
        self._lanes[lane].submit(step)

    def post(self, step: Step) -> None:
        if not self._closed:
            self._post(step)

    def close(self) -> None:
        self._closed = True
        for lane in self._lanes.values():
            lane.shutdown(wait=True, cancel_futures=True)


@dataclass(slots=True, kw_only=True)
class Running:
    """Long work on its way."""

    words: str
    work: Work
    percent: int | None = None
    stopping: bool = False


class Background(QObject):
    """What the pages hand their work to. `noted`: a sentence for the status line; `failed`: what is our own fault."""

    live_changed = Signal()
    running_changed = Signal()
    noted = Signal(str, str)
    failed = Signal(object)

    def __init__(self, services: PitServices, lanes: Lanes) -> None:
        super().__init__()
        self.services, self.lanes = services, lanes
        self.live: Live | None = None
        self.running: Running | None = None
        self.loading: tuple[str, int | None] = ("", None)  # of the first look: what, and how far in percent
        self.trouble = ""  # why the last look at the tables failed
        self._looking = False
        self._again = False  # somebody has asked for another look meanwhile
        self._looked_ms = 0
        self._look_work: Work | None = None

    def say(self, text: str, tone: Tone = "plain") -> None:
        self.noted.emit(text, tone)

    def now(self, run: Step) -> None:
        """Something short, on the window's own thread: what is refused is said, what fails is told as ours."""
        try:
            with self.services.in_words():
                run()
        except REFUSALS as refused:
            self.say(self.services.error(refused), "danger")
        except Exception as failure:
            self.failed.emit(failure)

    # --- long work ---------------------------------------------------------------------------------------------------

    def do(self, words: str, run: Callable[[Work], Result], done: Callable[[Result], None]) -> None:
        """`run` on a thread of its own, `done` with its result on the window's. Work that was on its way is stopped."""
        self.stop()
        running = Running(words=words, work=Work(lambda at, total, what: self._progress(running, at, total, what)))
        self.running = running
        self.running_changed.emit()

        def step() -> None:
            try:
                with self.services.in_words():
                    result = run(running.work)
            except Stopped:
                stopped = self.services.words("pit-stopped", what=words)
                self.lanes.post(lambda: self._ended(running, stopped))
            except REFUSALS as refused:
                text = self.services.error(refused)
                self.lanes.post(lambda: self._ended(running, text, "danger"))
            except Exception as failure:
                self.lanes.post(lambda failure=failure: self._broken(running, failure))  # type: ignore[misc]
            else:
                self.lanes.post(lambda: self._finished(running, result, done))

        self.lanes.start("work", step)

    def stop(self) -> None:
        if self.running is not None:
            self.running.stopping = True
            self.running.work.stop()
            self.running_changed.emit()

    def _progress(self, running: Running, done: int, total: int, what: Message) -> None:
        percent, words = min(100, done * 100 // total) if total else None, self.services.words(what)
        if (percent, words) != (running.percent, running.words):
            running.percent, running.words = percent, words
            self.lanes.post(self.running_changed.emit)

    def _over(self, running: Running) -> bool:
        """False when other work has taken its place."""
        if self.running is not running:
            return False
        self.running = None
        self.running_changed.emit()
        return True

    def _finished(self, running: Running, result: Result, done: Callable[[Result], None]) -> None:
        if self._over(running):
            done(result)

    def _ended(self, running: Running, words: str, tone: Tone = "plain") -> None:
        if self._over(running):
            self.say(words, tone)

    def _broken(self, running: Running, failure: Exception) -> None:
        self._over(running)
        self.failed.emit(failure)

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
        work = self._look_work = Work(self._loading)

        def step() -> None:
            try:
                with self.services.in_words():
                    live = look_at(self.services, before, work)
            except Stopped:
                return  # the window is being closed
            except REFUSALS as refused:
                text = self.services.error(refused)
                self.lanes.post(lambda: self._seen(before, text))
            except Exception as failure:
                self.lanes.post(lambda failure=failure: self._lost(failure))  # type: ignore[misc]
            else:
                text = "" if live.trouble is None else self.services.error(live.trouble)
                self.lanes.post(lambda: self._seen(live, text))

        self.lanes.start("live", step)

    def _loading(self, done: int, total: int, what: Message) -> None:
        """Shown until there is a board."""
        if self.live is None:
            self.loading = (self.services.words(what), min(100, done * 100 // total) if total else None)
            self.lanes.post(self.running_changed.emit)

    def _seen(self, live: Live | None, trouble: str) -> None:
        self._looking, self._looked_ms = False, self.services.clock_ms()
        self.live, self.trouble = live, trouble
        self.live_changed.emit()
        if self._again:
            self._again = False
            self.look(at_once=True)

    def _lost(self, failure: Exception) -> None:
        self._looking, self._looked_ms = False, self.services.clock_ms()
        self.failed.emit(failure)

    def close(self) -> None:
        """Whatever is on its way ends at the next place where it can; what was taken in stays."""
        self.stop()
        if self._look_work is not None:
            self._look_work.stop()
