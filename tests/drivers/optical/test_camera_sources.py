"""Where pictures come from: files, folders, films, cameras, and whatever the composition root adds."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.errors import ImpossibleRequestError, PortError, PortLostError, PortMissingError
from drivers.optical.camera_runner import CameraRunner
from drivers.optical.recognition.features import Picture
from drivers.transports import camera
from drivers.transports.camera import CaptureSource, EndOfPictures, FileSource, FolderSource, PacedSource, source_for
from hardware_sims.camera.simulator import build_camera


def plain(level: int) -> Picture:
    return np.full((48, 64, 3), level, dtype=np.uint8)


class Witness:
    """Notes what a camera's attendant hands on."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.opened = 0
        self.lost: list[str] = []

    def camera_opened(self, now: float) -> None:
        self.opened += 1

    def camera_lost(self, text: str) -> None:
        self.lost.append(text)

    def see(self, picture: Picture, now: float) -> None:
        self.seen.append(int(picture.mean().round()))


def test_a_file_is_one_picture(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(7))
    source = source_for(f"file:{tmp_path / 'a.png'}")
    assert isinstance(source, FileSource)
    source.open()
    taken = source.take()
    assert taken is not None
    assert taken.shape == (48, 64, 3)
    with pytest.raises(EndOfPictures):
        source.take()


def test_a_folder_is_its_pictures_by_name_each_once(tmp_path: Path) -> None:
    for name, level in (("b.png", 2), ("a.jpg", 1), ("c.png", 3)):
        cv2.imwrite(str(tmp_path / name), plain(level * 10))
    (tmp_path / "notes.txt").write_text("no picture")
    witness = Witness()
    attendant = CameraRunner(user=witness, source=FolderSource(tmp_path))
    attendant.start()
    assert attendant.wait(120)
    assert witness.seen == [10, 20, 30]
    assert witness.opened == 1
    assert witness.lost == ["no more pictures"]


def test_a_folder_at_a_table_goes_on_after_it_caught_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing new for longer than a camera may be silent is no fault of a folder."""
    monkeypatch.setattr("drivers.optical.camera_runner.LOST_AFTER", 0.1)
    witness = Witness()
    runner = CameraRunner(user=witness, source=source_for(f"dir:{tmp_path}"))
    runner.start()
    for number, name in enumerate(("a.png", "b.png"), 1):
        cv2.imwrite(str(tmp_path / f".{name}"), plain(number * 10))
        (tmp_path / f".{name}").rename(tmp_path / name)
        ends = time.monotonic() + 60
        while len(witness.seen) < number and time.monotonic() < ends:
            time.sleep(0.01)
        time.sleep(0.3)
    assert runner.running
    assert witness.seen == [10, 20]
    assert witness.lost == []
    runner.stop()


@pytest.mark.parametrize(
    ("address", "asked"),
    [("v4l2:0", (1280, 720, 60)), ("v4l2:1@640x480", (640, 480, 60)), ("v4l2:1@1920x1080@30", (1920, 1080, 30))],
)
def test_a_camera_is_asked_for_size_and_rate(
    address: str, asked: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[int, float] = {}

    class Capture:
        def __init__(self, number: int, way: int) -> None:
            assert way == cv2.CAP_V4L2

        def set(self, what: int, value: float) -> None:
            told[what] = value

        def isOpened(self) -> bool:  # noqa: N802
            return True

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    source_for(address).open()
    assert (told[cv2.CAP_PROP_FRAME_WIDTH], told[cv2.CAP_PROP_FRAME_HEIGHT], told[cv2.CAP_PROP_FPS]) == asked


def test_a_film_is_read_to_its_end(tmp_path: Path) -> None:
    film = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (64, 48))
    for level in (40, 80, 120):
        writer.write(plain(level))
    writer.release()
    source = source_for(f"file:{film}")
    assert isinstance(source, CaptureSource)
    source.open()
    taken = [source.take() for _ in range(3)]
    with pytest.raises(EndOfPictures):
        source.take()
    source.close()
    assert [round(float(picture.mean()) / 40) for picture in taken if picture is not None] == [1, 2, 3]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    for address in (f"file:{tmp_path}/none.png", f"dir:{tmp_path}/none", f"video:{tmp_path}/none.avi", "v4l2:63"):
        with pytest.raises(PortMissingError):
            source_for(address).open()
    source = source_for(f"file:{tmp_path}/text.png")
    source.open()
    with pytest.raises(PortError, match="no picture"):
        source.take()


@pytest.mark.parametrize(
    "address", ["", "file:", "camera", "ftp:x", "v4l2:front", "v4l2:0@x", "v4l2:0@640x480@", "sim:7"]
)
def test_what_is_no_source_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(camera.SOURCES, "sim", raising=False)  # a composition root may have put it there
    with pytest.raises(ImpossibleRequestError):
        source_for(address).open()


def test_a_source_must_be_open() -> None:
    with pytest.raises(PortLostError):
        CaptureSource(0).take()
    with pytest.raises(PortLostError):
        PacedSource("x", lambda now: None).take()


def test_the_simulated_camera_is_a_source_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the composition root does it; the clock is handed in."""
    clock = [0.0]

    def pause(seconds: float) -> None:
        clock[0] += seconds

    def simulated(seed: str) -> PacedSource:
        made = build_camera(seed=int(seed), options={"width": 96, "height": 64, "scale": 1.0})
        return PacedSource(f"sim:{seed}", made.frame, clock=lambda: clock[0], wait=pause)

    monkeypatch.setitem(camera.SOURCES, "sim", simulated)
    source = source_for("sim:7")
    source.open()
    pictures = [source.take() for _ in range(3)]
    assert clock[0] == pytest.approx(3 / 60)
    assert all(picture is not None and picture.shape == (64, 96, 3) for picture in pictures)
    source.close()


def test_a_camera_that_gives_nothing_is_lost_and_opened_again() -> None:
    class Dead:
        name, alone, patient, period = "dead", False, False, 0.0
        opened = 0

        def open(self) -> None:
            self.opened += 1

        def take(self) -> Picture | None:
            raise PortLostError("unplugged")

        def close(self) -> None:
            pass

    dead, witness = Dead(), Witness()
    attendant = CameraRunner(user=witness, source=dead)
    attendant.start()
    while not witness.lost:
        pass
    attendant.stop()
    assert not attendant.running
    assert witness.lost[0] == "unplugged"
    assert attendant.last_problem == "unplugged"
    assert witness.opened == 0
