"""The running program: one application, one window, one flow. Import it only after `libraries.require` was content."""

from __future__ import annotations

import gc
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Protocol

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtWidgets import QApplication

from dealer_console.touch.app.display import Display, keep_to_loopback, listening
from dealer_console.touch.app.faults import FaultHooks
from dealer_console.touch.app.qt_bridge import Newest, Post
from dealer_console.touch.app.renewed_flow import RenewedFlow

TICK_MS = 1000
LIVE_MS = 250  # a picture that somebody aims a camera by


class Window(Protocol):
    """What the program needs of a window: it paints what its flow shows, and says so when something has failed."""

    def refresh(self) -> None: ...

    def trouble(self, failure: Exception) -> None: ...


class FailedElsewhere(Exception):
    """Something of ours failed outside the window: in a thread, or inside Qt."""


class Program:
    """`offer` takes views from any thread; `run` returns when the window was closed or a signal came."""

    def __init__(self, display: Display) -> None:
        self._hooks = FaultHooks(self.failed)
        with self._hooks.hearing_qt():
            before = listening() if display.served else frozenset()
            self.application = _application(display)
            self.address = keep_to_loopback(self.application, display, before) if display.served else ""
        self._flow: RenewedFlow[Any] | None = None
        self._window: Window | None = None
        self.post = Post()
        self._newest: Newest[Any] = Newest(self.post, self._show)
        self._refresh_waits = False
        self.clock: Callable[[], str] = lambda: time.strftime("%H:%M")
        self.each_second: Callable[[], None] = lambda: None
        self.is_live: Callable[[], bool] = lambda: False  # somebody looks through the camera
        self.after_refresh: Callable[[], None] = lambda: None

    def bind(self, flow: RenewedFlow[Any], window: Window) -> None:
        self._flow, self._window = flow, window

    # --- views and answers -----------------------------------------------------------------------------------------

    def offer(self, view: object) -> None:
        """From any thread; the newest view is shown on the window's own."""
        self._newest.offer(view)

    def _show(self, view: object) -> None:
        if self._flow is not None:
            self._with_care(self._flow.show, view)

    def refresh(self) -> None:
        """Whatever changed the flow: the window paints what is new."""
        if self._window is not None:
            self._window.refresh()
            self.after_refresh()

    def refresh_soon(self) -> None:
        """After whatever runs now; however often it is asked for, once."""
        if not self._refresh_waits:
            self._refresh_waits = True
            QTimer.singleShot(0, self._refresh_now)

    def _refresh_now(self) -> None:
        self._refresh_waits = False
        self.refresh()

    def _with_care(self, callback: Callable[[Any], None], value: object) -> None:
        try:
            callback(value)
        except Exception as failure:
            if self._window is not None:
                self._window.trouble(failure)
        self.refresh()

    def failed(self, words: str) -> None:
        """From any thread: something of ours has failed, and the dealer has to know."""
        self.post(lambda: self._window.trouble(FailedElsewhere(words)) if self._window is not None else None)

    # --- from the start to the end ---------------------------------------------------------------------------------

    def run(self) -> int:
        gc.freeze()  # what is there now stays: no collection of it ever stops the window for a tenth of a second
        with ExitStack() as leave:
            leave.enter_context(_collected_by_the_window())
            leave.enter_context(self._hooks.installed())
            leave.enter_context(ending_signals(self.end))
            timer = QTimer()

            def pace() -> None:
                every_ms = LIVE_MS if self.is_live() else TICK_MS
                if timer.interval() != every_ms:
                    timer.start(every_ms)

            for action in (self._tick, collect, pace):
                timer.timeout.connect(action)
            timer.start(TICK_MS)
            leave.callback(timer.stop)
            self._tick()
            return self.application.exec()

    def end(self) -> None:
        """Also before the loop runs: an end that nobody waits for yet would be lost.

        Not by `quit`, which asks the window: a window that only a supervisor closes would keep a service from stopping.
        """
        self.post(lambda: self.application.exit(0))

    def _tick(self) -> None:
        if self._flow is not None:
            self._with_care(self._flow.tick, self.clock())
            self._with_care(lambda _: self.each_second(), None)


def _application(display: Display) -> QApplication:
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    application = QApplication(["dealer-console", *(["-platform", display.platform] if display.platform else [])])
    application.setApplicationName("dealer-console")
    return application


ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


@contextmanager
def ending_signals(end: Callable[[], None]) -> Iterator[None]:
    """Python runs its handlers between two bytecodes; an idle event loop runs none. A socket wakes it."""
    here, there = socket.socketpair()
    here.setblocking(False)
    there.setblocking(False)
    notifier = QSocketNotifier(here.fileno(), QSocketNotifier.Type.Read)

    def woken() -> None:
        here.recv(64)

    notifier.activated.connect(woken)
    before = {number: signal.signal(number, lambda *_: end()) for number in ENDING}
    wakeup = signal.set_wakeup_fd(there.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        here.close()
        there.close()


@contextmanager
def _collected_by_the_window() -> Iterator[None]:
    """Python collects garbage in whichever thread makes some; what Qt made must end in the window's thread alone."""
    automatic = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if automatic:
            gc.enable()


def collect() -> None:
    """What Python would do by itself, in this thread."""
    full = [count > most for count, most in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(full):
        gc.collect(max(generation for generation in range(3) if full[generation]))
