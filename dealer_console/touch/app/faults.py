"""What happens when something of ours fails: it is written down once, the screen says so, and the table goes on.

An exception anywhere in the window's thread, in another thread or inside Qt ends here. The table keeps its journal in
its own thread: nothing on a screen can damage it.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

log = logging.getLogger("dealer_console.window")

Notify = Callable[[str], None]
# Qt speaks of these on headless machines and kiosks; they concern nobody at the table.
_IDLE_TALK = ("propagateSizeHints", "QStandardPaths", "plugin does not support", "QVncServer created")


class FaultHooks:
    """Installed for as long as the window lives. `tell` is called on any thread, with one line of plain words."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._telling = threading.local()

    @contextmanager
    def installed(self) -> Iterator[None]:
        before = sys.excepthook, threading.excepthook
        sys.excepthook = self.uncaught
        threading.excepthook = self._in_thread
        try:
            with self.hearing_qt():
                yield
        finally:
            sys.excepthook, threading.excepthook = before

    @contextmanager
    def hearing_qt(self) -> Iterator[None]:
        """Already while Qt starts: its plug-ins talk then, too."""
        previous = qInstallMessageHandler(self._from_qt)
        try:
            yield
        finally:
            qInstallMessageHandler(previous)

    def uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt | SystemExit):
            sys.__excepthook__(kind, error, trace)
            return
        log.error("uncaught", exc_info=(kind, error, trace))
        self._once(f"{kind.__name__}: {error}")

    def _in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.uncaught(args.exc_type, args.exc_value, args.exc_traceback)

    def _from_qt(self, kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
        if any(words in text for words in _IDLE_TALK):
            return
        if kind in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            log.error("Qt: %s", text)
            self._once(f"Qt: {text}")
        else:
            log.warning("Qt: %s", text)

    def _once(self, words: str) -> None:
        """A failure while telling of a failure is written down and goes no further."""
        if getattr(self._telling, "now", False):
            return
        self._telling.now = True
        try:
            self._notify(words)
        except Exception:
            log.exception("the failure could not be shown")
        finally:
            self._telling.now = False
