"""Who stands at a port: opens it, reads and writes for one device, and finds a lost port again.

Ports that are waited for by their file can share one thread: the polls of their lines then go out in one turn, and the
thread wakes up half as often. Every other port has a thread of its own.
"""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Collection, Generator

from drivers.errors import LineResetError, PortError
from drivers.transports.interface import LineUser, Transport

_LONGEST_READ = 0.5
REOPEN_AFTER = 1.0
# A half-open connection takes every byte and answers none: after this silence the port is opened again.
SILENCE_LIMIT = 5.0
# Lines of one thread that are due within this time wait for each other once, and are due at the same time from then on.
TOGETHER = 0.01
_LOOK_AGAIN = 0.1  # whether a port that is not open is still wanted: it has no file that wakes its thread
_LONGEST_STOP = 10.0

Turns = Generator[float, bool | None, None]


class PortRunner:
    """`start`, and later `stop`, which returns when the port is closed and nobody attends it any more.

    `silence` only says that it shall end, for a thread that must not wait. `thread` is shared with other ports; all of
    them are made before the first is started.
    """

    def __init__(
        self,
        *,
        user: LineUser,
        transport: Transport,
        clock: Callable[[], float] = time.monotonic,
        thread: PortThread | None = None,
    ) -> None:
        self._user = user
        self.transport = transport
        self._clock = clock
        self._stopping, self.ended = threading.Event(), threading.Event()
        self._thread = PortThread() if thread is None else thread
        self._thread.runners.append(self)
        self.last_problem = ""

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self.transport.wake()

    def silence(self) -> None:
        """Nothing is sent any more; the device inhibits itself two seconds later. Safe from every thread."""
        self._stopping.set()
        self.transport.wake()

    def stop(self) -> None:
        self.silence()
        self._thread.wait_for(self)

    @property
    def running(self) -> bool:
        return self._thread.attends(self)

    def turns(self) -> Turns:
        """Attends the port turn by turn. Each says until when it may wait, and is told whether it may read now."""
        while not self._stopping.is_set():
            # Whatever ends the turn at the port, a bug of ours included, must never leave a device that looks alive.
            text = "the driver of this port has stopped"
            try:
                self.transport.open()
                self._thread.files_changed = True
                yield from self._attend()
            except PortError as problem:
                text = self.last_problem = str(problem)
            finally:
                self.transport.close()
                self._thread.files_changed = True
                self._user.line_lost(text)
            again = self._clock() + REOPEN_AFTER
            while not self._stopping.is_set() and (now := self._clock()) < again:
                if (yield now + _LOOK_AGAIN):
                    self._stopping.wait(again - now)

    def _attend(self) -> Turns:
        user, transport = self._user, self.transport
        heard = now = self._clock()
        user.line_opened(now)
        while not self._stopping.is_set():
            try:
                out = user.bytes_to_send()
                if out:
                    transport.write(out)
                due = user.due()
                latest = self._clock() + _LONGEST_READ
                until = latest if due is None or due > latest else due
                may_read = yield until
                data = transport.read(max(until - self._clock(), 0.0)) if may_read else b""
                now = self._clock()
            except LineResetError:
                now = self._clock()
                user.line_opened(now)
                continue
            if data:
                heard = now
                user.receive(data, now)
            elif now - heard > SILENCE_LIMIT:
                raise PortError(f"{transport.name} has been silent for {SILENCE_LIMIT:.0f} s; it is opened again")
            if not data or (due is not None and due <= now):  # a line that never falls silent is asked all the same
                user.step(now)


class PortThread:
    """Attends its ports, each when bytes have come or its time has."""

    def __init__(self) -> None:
        self.runners: list[PortRunner] = []
        self._thread = threading.Thread(target=self._work, name="line", daemon=True)
        self.files_changed = False
        self._files: dict[int, PortRunner] = {}
        self._poll = select.poll()

    def start(self) -> None:
        """Once, however many ports ask for it."""
        if self._thread.ident is None:
            self._thread.name = " ".join(("line", *(runner.transport.name for runner in self.runners)))
            self._thread.start()

    def attends(self, runner: PortRunner) -> bool:
        return self._thread.is_alive() and not runner.ended.is_set()

    def wait_for(self, runner: PortRunner) -> None:
        """Until this port is closed; with the last one the thread has ended."""
        if self._thread.ident is not None:
            runner.ended.wait(_LONGEST_STOP)
            if all(other.ended.is_set() for other in self.runners):
                self._thread.join(_LONGEST_STOP)

    def _work(self) -> None:
        turns = {runner: runner.turns() for runner in self.runners}
        until = dict.fromkeys(turns, 0.0)
        woken: Collection[PortRunner] = ()
        while turns:
            now = time.monotonic()
            for runner in [runner for runner, moment in until.items() if moment <= now or runner in woken]:
                try:
                    until[runner] = turns[runner].send(True if runner in woken else None)
                    continue
                except StopIteration:
                    pass
                except Exception as bug:  # the other ports are attended all the same
                    hook = (type(bug), bug, bug.__traceback__, self._thread)
                    threading.excepthook(threading.ExceptHookArgs(hook))
                del turns[runner], until[runner]
                runner.ended.set()
            woken = turns if len(turns) < 2 else self._woken(until.values())  # a port alone waits by itself

    def _woken(self, moments: Collection[float]) -> set[PortRunner]:
        """For whom bytes have come, or a word of this program, before the next moment."""
        if self.files_changed:
            self.files_changed = False
            self._files = {file: runner for runner in self.runners for file in runner.transport.files}
            self._poll = select.poll()
            for file in self._files:
                self._poll.register(file, select.POLLIN)
        now = time.monotonic()
        return {self._files[file] for file, _ in self._poll.poll((next_moment(moments, now) - now) * 1000)}


def next_moment(moments: Collection[float], now: float) -> float:
    """When the first of them is due, or those shortly after it; now, if one is due already."""
    first = min(moments)
    return now if first <= now else max([moment for moment in moments if moment <= first + TOGETHER])
