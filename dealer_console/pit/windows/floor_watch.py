"""Hears from the floor that something is new, in a thread of its own, so that calls stand on the board at once."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final

from dealer_console.floor.errors import FloorError
from dealer_console.floor.news_feed import News, follow

AGAIN_SECONDS: Final = 5.0


class FloorWatch:
    """`on_news` is called on the thread of the watch. A floor that is away is asked again; the board itself says so."""

    def __init__(self, address: str, on_news: Callable[[], None]) -> None:
        self._address = address
        self._on_news = on_news
        self._over = Event()
        self._thread = Thread(target=self._run, name="pit-floor-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                follow(self._address, self._heard, self._over.is_set)
            except FloorError:
                self._over.wait(AGAIN_SECONDS)

    def _heard(self, news: News) -> None:
        if news.grown or news.channels:
            self._on_news()
