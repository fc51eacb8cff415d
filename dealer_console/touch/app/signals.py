"""SIGTERM and SIGINT reach the window's event loop at once, and end it in order."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


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
    before = {each: signal.signal(each, lambda *_: end()) for each in ENDING}
    wakeup = signal.set_wakeup_fd(there.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(wakeup)
        for each, handler in before.items():
            signal.signal(each, handler)
        notifier.setEnabled(False)
        here.close()
        there.close()
