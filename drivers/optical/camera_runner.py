"""Who stands at a camera: one thread that opens it, takes pictures for one reader, and finds a lost camera again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

from drivers.errors import PortError
from drivers.optical.recognition.features import Picture
from drivers.transports.camera import EndOfPictures, PictureSource

REOPEN_AFTER = 1.0
LOST_AFTER = 2.0
"""Seconds without any picture after which the camera counts as lost."""


class PictureUser(Protocol):
    def camera_opened(self, now: float) -> None: ...

    def camera_lost(self, text: str) -> None: ...

    def see(self, picture: Picture, now: float) -> None: ...


class CameraRunner:
    """`start`, and later `stop`, which returns when the thread has ended. A folder or film that is through ends it."""

    def __init__(
        self, *, user: PictureUser, source: PictureSource, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._user, self._source, self._clock = user, source, clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name=f"camera {source.name}", daemon=True)
        self.last_problem = ""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=10)

    def wait(self, timeout: float) -> bool:
        """Until the pictures are through."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def _work(self) -> None:
        while not self._stop.is_set():
            # Whatever ends the turn at the camera, a bug of ours included, must not leave a reader that looks alive.
            text = "the driver of this camera has stopped"
            try:
                self._source.open()
                self._attend()
                text = "stopped"
            except EndOfPictures:
                text = "no more pictures"
                return
            except PortError as problem:
                text = self.last_problem = str(problem)
            finally:
                self._source.close()
                self._user.camera_lost(text)
            self._stop.wait(REOPEN_AFTER)

    def _attend(self) -> None:
        opened = False
        last = self._clock()
        while not self._stop.is_set():
            picture = self._source.take()
            now = self._clock()
            if picture is None:
                if not self._source.patient and now - last > LOST_AFTER:
                    raise PortError(f"{self._source.name} has given no picture for {LOST_AFTER:.0f} s; check the plug")
                continue
            last = now
            if not opened:
                opened = True
                self._user.camera_opened(now)
            self._user.see(picture, now)
