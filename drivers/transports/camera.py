"""Where pictures come from: `file:PATH`, `dir:PATH`, `video:PATH`, `v4l2:INDEX`, `sim:SEED`. Only this opens a camera.

`v4l2:0@1280x720@60` asks the camera for a size and a rate; without them it is asked for these.

Every source hands on BGR pictures of 8 bits. `sim` and other kinds are put into `SOURCES` by the composition root, so
that this module knows no simulator.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from drivers.errors import ImpossibleRequestError, PortError, PortLostError, PortMissingError

Picture = npt.NDArray[np.uint8]
LOOK_AGAIN: Final = 0.05  # seconds between two looks into a folder
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff", ".webp", ".ppm", ".pgm")


class EndOfPictures(Exception):
    """A file, folder or film has no more pictures."""


class PictureSource(Protocol):
    """`take` waits for the next picture; None: the camera gave none.

    `patient`: that none comes for a while is no fault. `period`: seconds between two pictures; 0: they wait.
    """

    @property
    def name(self) -> str: ...

    @property
    def patient(self) -> bool: ...

    @property
    def period(self) -> float: ...

    def open(self) -> None: ...

    def take(self) -> Picture | None: ...

    def close(self) -> None: ...


def read_picture_file(file: Path) -> Picture:
    """PortError tells why it is none."""
    try:
        data = np.fromfile(file, dtype=np.uint8)
    except OSError as error:
        raise PortMissingError(f"{file}: cannot be read: {error.strerror}") from None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise PortError(f"{file}: no picture that can be read")
    return np.asarray(picture, dtype=np.uint8)


class FolderSource:
    """The pictures of a folder by name, each once; those that appear later come later. Write one under another name and
    rename it when it is whole."""

    period = 0.0

    def __init__(self, folder: Path, *, wait: bool = False) -> None:
        self.name = f"dir:{folder}"
        self.patient = wait
        self._folder = folder
        self._last = ""

    def open(self) -> None:
        if not self._folder.is_dir():
            raise PortMissingError(f"{self._folder}: no such folder")

    def take(self) -> Picture | None:
        names = (entry.name for entry in self._folder.iterdir() if entry.suffix.lower() in PICTURES)
        later = sorted(name for name in names if name > self._last and not name.startswith("."))
        if later:
            self._last = later[0]
            return read_picture_file(self._folder / later[0])
        if not self.patient:
            raise EndOfPictures(self.name)
        time.sleep(LOOK_AGAIN)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class FileSource:
    """One picture."""

    patient = False
    period = 0.0

    def __init__(self, file: Path) -> None:
        self.name = f"file:{file}"
        self._file = file
        self._taken = False

    def open(self) -> None:
        if not self._file.is_file():
            raise PortMissingError(f"{self._file}: no such file")

    def take(self) -> Picture | None:
        if self._taken:
            raise EndOfPictures(self.name)
        self._taken = True
        return read_picture_file(self._file)

    def close(self) -> None:
        """Nothing is held open."""


class CameraMode(NamedTuple):
    """What a camera is asked for; it may give something else."""

    width: int = 1280
    height: int = 720
    rate: int = 60


class CaptureSource:
    """A film, or a camera of the device, through OpenCV."""

    patient = False

    def __init__(self, what: Path | int, mode: CameraMode | None = None) -> None:
        self.name = f"v4l2:{what}" if isinstance(what, int) else f"video:{what}"
        self._what, self._mode = what, mode or CameraMode()
        self.period = 1.0 / self._mode.rate if isinstance(what, int) else 0.0
        self._capture: Any = None

    def open(self) -> None:
        if isinstance(self._what, int):
            self._capture = cv2.VideoCapture(self._what, cv2.CAP_V4L2)
            # One waiting picture at most: an old one would tell of a card that is gone.
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
            # Most cameras give a large picture at a high rate only as a row of JPEG pictures.
            self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._mode.width)
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._mode.height)
            self._capture.set(cv2.CAP_PROP_FPS, self._mode.rate)
        elif not self._what.is_file():
            raise PortMissingError(f"{self._what}: no such file")
        else:
            self._capture = cv2.VideoCapture(str(self._what))
        if not self._capture.isOpened():
            self.close()
            raise PortMissingError(f"{self.name}: cannot be opened; check the plug and that no other program holds it")

    def take(self) -> Picture | None:
        if self._capture is None:
            raise PortLostError(f"{self.name} is not open")
        came, picture = self._capture.read()
        if came:
            return np.asarray(picture, dtype=np.uint8)
        if isinstance(self._what, int):
            raise PortLostError(f"{self.name} gives no pictures any more; check the plug")
        raise EndOfPictures(self.name)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class PacedSource:
    """Pictures asked for at a rate: of a simulated camera, which is told the time, or of anything alike."""

    patient = False

    def __init__(
        self,
        name: str,
        frame: Callable[[float], Picture | None],
        *,
        rate: float = 60.0,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = name
        self._frame, self.period, self._clock, self._wait = frame, 1.0 / rate, clock, wait
        self._began: float | None = None
        self._ticks = 0

    def open(self) -> None:
        if self._began is None:
            self._began = self._clock()

    def take(self) -> Picture | None:
        if self._began is None:
            raise PortLostError(f"{self.name} is not open")
        due = self._began + (self._ticks + 1) * self.period
        if due > self._clock():
            self._wait(due - self._clock())
        self._ticks = max(self._ticks + 1, int((self._clock() - self._began) / self.period))
        return self._frame(self._clock() - self._began)

    def close(self) -> None:
        """The camera behind it goes on living."""


def _file_source(rest: str) -> PictureSource:
    file = Path(rest)
    return FileSource(file) if file.suffix.lower() in PICTURES or not file.suffix else CaptureSource(file)


_CAMERA: Final = re.compile(r"(\d+)(?:@(\d{2,4})x(\d{2,4})(?:@(\d{1,3}))?)?")


def _camera_source(rest: str) -> PictureSource:
    address = _CAMERA.fullmatch(rest)
    if address is None:
        raise ImpossibleRequestError(
            f"v4l2:{rest}: name a camera by its number, perhaps with size and rate, for example v4l2:0@1280x720@60"
        )
    number, width, height, rate = address.groups()
    usual = CameraMode()
    mode = CameraMode(int(width or usual.width), int(height or usual.height), int(rate or usual.rate))
    return CaptureSource(int(number), mode)


SOURCES: dict[str, Callable[[str], PictureSource]] = {
    "file": _file_source,
    "dir": lambda rest: FolderSource(Path(rest), wait=True),
    "video": lambda rest: CaptureSource(Path(rest)),
    "v4l2": _camera_source,
}
"""Kind to what opens it; the composition root adds `sim`."""


def source_for(address: str) -> PictureSource:
    """ImpossibleRequestError: there is no such kind of source."""
    kind, colon, rest = address.partition(":")
    if not colon or not rest or kind not in SOURCES:
        known = ", ".join(f"{name}:…" for name in SOURCES)
        raise ImpossibleRequestError(f"{address!r} is no source of pictures; write one of {known}")
    return SOURCES[kind](rest)
