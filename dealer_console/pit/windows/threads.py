"""Threads beside the window's: one for each lane, so that a long check does not stop the board."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from dealer_console.touch.app.qt_bridge import Post

Deed = Callable[[], None]


class ThreadLanes:
    """`close` waits for what is running; stop it before."""

    def __init__(self) -> None:
        self._post = Post()
        self._lanes: dict[str, ThreadPoolExecutor] = {}
        self._closed = False

    def start(self, lane: str, deed: Deed) -> None:
        if self._closed:
            return
        if lane not in self._lanes:
            self._lanes[lane] = ThreadPoolExecutor(max_workers=1, thread_name_prefix=f"pit-{lane}")
        self._lanes[lane].submit(deed)

    def post(self, deed: Deed) -> None:
        if not self._closed:
            self._post(deed)

    def close(self) -> None:
        self._closed = True
        for lane in self._lanes.values():
            lane.shutdown(wait=True, cancel_futures=True)
