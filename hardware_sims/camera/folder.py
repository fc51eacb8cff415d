"""Pictures of a running camera as numbered files, for whoever reads a folder (`dir:PATH`, part D)."""

from __future__ import annotations

import os
from pathlib import Path

import cv2

from hardware_sims.camera.simulator import CameraSimulator
from hardware_sims.endpoints.event_loop import EventLoop
from hardware_sims.endpoints.sockets import NullEndpoint
from hardware_sims.errors import SetupError


class FolderEndpoint(NullEndpoint):
    """Where a camera's pictures go: no bytes come or go. A lost camera shows as pictures that do not come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SetupError(f"out={folder}: no folder can be made there: {error.strerror}") from None
        if any(folder.glob("frame-*.png")):
            raise SetupError(f"out={folder}: pictures of another run are in there; name an empty folder")
        self.address = f"dir:{folder}"

    def write(self, number: int, png: bytes) -> None:
        """A whole file at once: whoever looks into the folder never finds half a picture."""
        unfinished = self._folder / f".frame-{number:08d}.part"
        try:
            unfinished.write_bytes(png)
            os.replace(unfinished, self._folder / f"frame-{number:08d}.png")
        except OSError as error:
            unfinished.unlink(missing_ok=True)
            raise SetupError(f"{self._folder}: a picture cannot be written: {error.strerror}") from None


class PictureWriter:
    """Writes each new picture. One that comes too late is left out, as a camera leaves it out; its number is too."""

    def __init__(self, event_loop: EventLoop, camera: CameraSimulator, place: FolderEndpoint) -> None:
        self._event_loop, self._camera, self._place = event_loop, camera, place
        self._last = self._done = 0
        self._most = int(camera.setup.options["frames"])

    def look(self, moment_us: int) -> None:
        frames = self._camera.camera.frames
        if frames == self._last:
            return
        self._last = frames
        picture = self._camera.frame(0.0)
        if picture is not None:
            _, png = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
            self._place.write(frames, png.tobytes())
            self._done += 1
        if self._most and self._done >= self._most:
            self._event_loop.stop()


def put_up(event_loop: EventLoop, camera: CameraSimulator) -> FolderEndpoint:
    """The camera of the event loop, writing into its folder."""
    folder = str(camera.setup.options["out"])
    if not folder:
        raise SetupError("a camera needs a folder for its pictures: --option out=FOLDER")
    place = FolderEndpoint(Path(folder))
    event_loop.add(camera, place)
    event_loop.idle = PictureWriter(event_loop, camera, place).look
    return place
