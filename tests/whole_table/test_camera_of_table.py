"""A table's file names a camera: built with its designs, run by a thread of its own, read like every other device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.app.camera import camera_of
from dealer_console.app.devices import devices_of_table
from dealer_console.demo.demo_table import DemoTable, Pace
from dealer_console.demo.simulated_camera import forget_simulated_cameras
from dealer_console.demo.simulated_devices import operator_at
from dealer_console.journal import Journal
from dealer_console.rulebook.tables import Device
from dealer_console.table.session.locked_journal import LockedJournal
from drivers.errors import ImpossibleRequestError
from drivers.events import CardSeen
from drivers.optical.reading import Verdict
from drivers.optical_reader import OpticalReader
from drivers.registration.registry import Registry
from tests.drivers.optical.scenes import photo
from tests.rigs.floor_rig import wait_until
from tests.whole_table.test_devices_of_table import KEY, LiveTable, wall_clock

CAMERA = Device(kind="camera", port="sim:7", serial="C-1", designs=("house",))


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    file = tmp_path / "table.journal"
    Journal.create(file, table="T1", signing_key=KEY).close()
    yield file
    forget_simulated_cameras()


def test_a_simulated_camera_at_a_live_table(path: Path) -> None:
    live = LiveTable(path, (CAMERA,))
    camera = live.lines.devices["camera"]
    assert isinstance(camera, OpticalReader)
    live.until(lambda: camera.enabled)
    hand = operator_at("sim:7")
    hand("show Kd")
    live.until(lambda: camera.view().verdict is Verdict.CARD and bool(camera.view().preview))
    # The picture that agrees comes after the first one, or after one that there was no time for.
    live.until(lambda: any(entry.data.get("event") == "CardSeen" for entry in live.journal.entries()))
    hand("show back")
    live.until(lambda: "face down" in camera.view().words)
    assert camera.view().preview == b""
    hand("unplug")
    live.until(lambda: live.state.links["camera"] == "away")
    hand("plug")
    live.until(lambda: camera.enabled)
    live.close()
    with Journal.open(path, KEY) as journal:
        seen = [entry.data for entry in journal.entries() if entry.data.get("event") == "CardSeen"]
    assert [sight["card"] for sight in seen] == ["??"]  # no shoe asked for it


def test_a_card_is_told_only_when_a_second_picture_agrees_from_a_folder_too(tmp_path: Path) -> None:
    """Else one picture would fill the place of a card that the shoe could not read."""
    camera = camera_of(replace(CAMERA, port=f"dir:{tmp_path}"), pictures=None).device
    camera.camera_opened(0.0)
    camera.ensure_enabled()
    told = []
    for tenth in range(2):
        camera.see(photo("Kd"), tenth / 10)
        told.append([event.card for event in camera.events() if isinstance(event, CardSeen)])
    assert told == [[], ["Kd"]]


def test_what_is_wrong_with_a_camera_is_told_before_it_runs(path: Path) -> None:
    journal = LockedJournal(Journal.open(path, KEY))
    for entry, words in (
        (CAMERA, "sim:7 is a simulator"),
        (Device(kind="camera", port="v4l2:front", serial="C-1"), "name a camera by its number"),
        (Device(kind="camera", port="v4l2:0", serial="C-1", designs=("bees",)), "no deck design 'bees'"),
    ):
        with pytest.raises(ImpossibleRequestError, match=words):
            devices_of_table((entry,), journal, clock_ms=wall_clock, registry=Registry(path=path))
    journal.close()


def test_the_camera_of_the_demonstration_sees_the_cards_that_lie_open(tmp_path: Path) -> None:
    """Each is one that the shoe has told, and none of them lies face down."""
    demo = DemoTable(tmp_path, "massachusetts-switch", camera=True, seed=3, pace=Pace.of(0.1), post=lambda _: None)
    outcomes: list[str] = []

    def compared() -> bool:
        entries = demo.running.parts.journal.entries()
        outcomes[:] = [str(entry.data["outcome"]) for entry in entries if entry.data.get("event") == "CardSeen"]
        return "same" in outcomes

    try:
        demo.start(opened=True)
        wait_until(compared, "the camera sees a card that the shoe has told")
    finally:
        demo.close()
        forget_simulated_cameras()
    assert set(outcomes) <= {"same", "waits"}
