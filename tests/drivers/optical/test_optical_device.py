"""The optical reader as a device: agreement of pictures, faults of the camera, secrecy, kept pictures, live view."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from drivers.errors import ImpossibleRequestError
from drivers.events import (
    CameraFaulted,
    CardNotReadable,
    CardSeen,
    CardTakenAway,
    DeviceAway,
    DeviceReady,
    Event,
    Fault,
    Order,
    OrderEnded,
)
from drivers.interfaces import TableDevice
from drivers.optical.agreement import Agreement
from drivers.optical.reading import Reading, Reason, Verdict
from drivers.optical_reader import OpticalReader, OpticalSetup
from hardware_sims.camera.simulator import CameraSimulator, build_camera
from tests.drivers.optical.scenes import Picture, felt, house, photo

TICK = 1 / 60


def reader(kept_in: Path | None = None, *, enabled: bool = True) -> OpticalReader:
    optical_reader = OpticalReader(OpticalSetup(serial="CAM-1", designs=[house()], kept_in=kept_in))
    optical_reader.camera_opened(0.0)
    if enabled:
        optical_reader.ensure_enabled()
    optical_reader.events()
    return optical_reader


def camera(*hands: str) -> CameraSimulator:
    simulator = build_camera(seed=11, options={"level": "light"})
    for number, hand in enumerate(hands):
        assert simulator.operate(hand, number * 0.01).startswith("ok"), hand
    return simulator


def watched(
    device: OpticalReader, source: CameraSimulator, start: float, pictures: int, step: float = TICK
) -> list[Event]:
    for number in range(pictures):
        now = start + number * step
        picture = source.frame(now)
        assert picture is not None
        device.see(picture, now)
    return device.events()


# A card is told once, when two pictures agree


def test_it_is_a_table_device() -> None:
    device: TableDevice = reader()
    assert device.serial == "CAM-1"
    assert device.ready
    assert device.enabled


def test_a_card_counts_after_two_pictures_that_agree_and_only_once() -> None:
    device, source = reader(), camera("show Td")
    assert watched(device, source, 1.0, 1) == []
    told = watched(device, source, 1.1, 1)
    assert [event.card for event in told if isinstance(event, CardSeen)] == ["Td"]
    assert watched(device, source, 1.2, 3) == []


def test_a_card_that_is_taken_away_and_comes_again_is_told_again() -> None:
    device, source = reader(), camera("show 4c")
    watched(device, source, 1.0, 2)
    source.operate("hide", 2.0)
    assert watched(device, source, 2.1, 2) == [CardTakenAway(serial="CAM-1")]
    source.operate("show 4c", 3.0)
    assert [type(event) for event in watched(device, source, 3.1, 2)] == [CardSeen]


def test_another_card_in_its_place_is_told() -> None:
    device, source = reader(), camera("show 4c")
    watched(device, source, 1.0, 2)
    source.operate("show Jh", 2.0)
    told = watched(device, source, 2.1, 2)
    assert [event.card for event in told if isinstance(event, CardSeen)] == ["Jh"]


def test_a_moving_card_is_not_counted_until_it_rests() -> None:
    agreement = Agreement(alone=False)
    told = []
    for number, x in enumerate((0.0, 20.0, 40.0, 60.0, 60.5)):
        told.append(agreement.take(reading_at(x), number * TICK).card)
    assert told == [False, False, False, False, True]


def test_a_card_read_the_other_way_up_has_not_moved() -> None:
    agreement = Agreement(alone=False)
    agreement.take(reading_at(0.0), 0.0)
    assert agreement.take(reading_at(0.0, turned=True), TICK).card


def reading_at(x: float, *, turned: bool = False) -> Reading:
    a, b, c, d = (x, 0.0), (x + 63, 0.0), (x + 63, 88.0), (x, 88.0)
    corner = (c, d, a, b) if turned else (a, b, c, d)
    return Reading(verdict=Verdict.CARD, card="8s", confidence=1.0, corner=corner, image_sha256="", ms=0.0)


def test_from_files_each_picture_stands_alone() -> None:
    device = OpticalReader(OpticalSetup(serial="F", designs=[house()], alone=True))
    device.camera_opened(0.0)
    device.ensure_enabled()
    device.events()
    for picture in (photo("As"), photo("As"), photo("Kd", take=1)):
        device.see(picture, 0.0)
    assert [event.card for event in device.events() if isinstance(event, CardSeen)] == ["As", "As", "Kd"]


# Wishes


def test_inhibited_it_looks_at_nothing() -> None:
    device, source = reader(enabled=False), camera("show Td")
    assert watched(device, source, 1.0, 3) == []
    assert device.view().preview == b""


def test_a_wish_ends_with_its_number() -> None:
    device = reader(enabled=False)
    number = device.ensure_enabled()
    assert device.events() == [OrderEnded(serial="CAM-1", command=number or 0, order=Order.ENABLE, done=True)]
    assert device.ensure_enabled() is None
    device.ensure_inhibited()
    assert not device.enabled
    assert device.ensure_inhibited() is None


# Faults of the camera


def test_a_frozen_picture_is_a_fault_and_not_an_empty_felt() -> None:
    device, picture = reader(), felt()
    for second in (0.0, 1.0, 2.1):
        device.see(picture, second)
    told = device.events()
    assert [event.kind for event in told if isinstance(event, CameraFaulted)] == ["frozen"]
    assert device.fault is Fault.SENSOR
    assert not device.enabled
    with pytest.raises(ImpossibleRequestError, match="supervisor"):
        device.ensure_enabled()


def test_a_fault_is_cleared_only_when_its_cause_is_gone() -> None:
    device, picture = reader(), felt()
    for second in (0.0, 2.1):
        device.see(picture, second)
    with pytest.raises(ImpossibleRequestError, match="unplug"):
        device.clear(Fault.SENSOR)
    device.see(photo("As"), 3.0)
    with pytest.raises(ImpossibleRequestError, match="not the fault"):
        device.clear(Fault.JAM)
    device.clear(Fault.SENSOR)
    assert device.fault is None
    assert not device.enabled
    device.ensure_enabled()


def test_black_pictures_are_a_fault() -> None:
    device, source = reader(), camera("fault black")
    told = watched(device, source, 1.0, 3, 0.4)
    assert [event.kind for event in told if isinstance(event, CameraFaulted)] == ["black"]


def test_a_lost_camera_is_away_and_comes_back_inhibited() -> None:
    device = reader()
    device.camera_lost("unplugged")
    device.camera_lost("unplugged")
    told = device.events()
    assert [type(event) for event in told] == [DeviceAway]
    assert not device.ready
    with pytest.raises(ImpossibleRequestError, match="plug"):
        device.ensure_enabled()
    device.camera_opened(9.0)
    assert [type(event) for event in device.events()] == [DeviceReady]
    assert not device.enabled
    assert device.health().links_lost == 1


# Unreadable cards, and pictures for the supervisor


def test_an_unreadable_card_is_told_once_and_its_picture_is_kept(tmp_path: Path) -> None:
    device, source = reader(tmp_path), camera("show Qs", "disturb blur 1", "disturb noise 1")
    told = watched(device, source, 1.0, 8, 0.1)
    events = [event for event in told if isinstance(event, CardNotReadable)]
    assert len(events) == 1
    assert [file.name for file in tmp_path.iterdir()] == [events[0].kept]


def test_a_hand_that_passes_by_is_no_unreadable_card() -> None:
    device, source = reader(), camera("show Qs", "disturb blur 1", "disturb noise 1")
    assert watched(device, source, 1.0, 4) == []


def test_a_card_that_was_read_leaves_no_file_unless_the_shoe_says_otherwise(tmp_path: Path) -> None:
    device, source = reader(tmp_path), camera("show 9h")
    told = watched(device, source, 1.0, 3)
    assert list(tmp_path.iterdir()) == []
    seen = next(event for event in told if isinstance(event, CardSeen))
    name = device.keep_for_supervisor(seen.image_sha256)
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert device.keep_for_supervisor("0" * 64) == ""


# Nothing about a card that lies face down


def observable(card: str, folder: Path) -> tuple[object, ...]:
    """Everything that can be seen from outside while this card lies face down before the camera."""
    device, source = reader(folder), camera(f"show {card}", "turn")
    events = watched(device, source, 1.0, 8, 0.1)
    health = device.health()
    return events, device.view(), sorted(folder.iterdir()), health.errors, health.frames_received


def test_nothing_of_a_face_down_card_is_told_shown_or_kept(tmp_path: Path) -> None:
    told = observable("Ks", tmp_path)
    assert told == observable("2d", tmp_path)
    events, view, files, errors, _ = told
    assert events == []
    assert files == []
    assert errors == {}
    assert view.preview == b""  # type: ignore[attr-defined]
    assert view.aim is None  # type: ignore[attr-defined]
    assert view.verdict is Verdict.NO_CARD  # type: ignore[attr-defined]


def test_no_picture_of_a_face_down_card_stays_in_memory() -> None:
    device = reader()
    before = photo("As")
    for number in range(2):
        device.see(photo("As") if number else before, 0.1 * number)
    down: Picture = photo(None, take=4)
    device.see(down, 1.0)
    device.view()
    holders = [one for one in gc.get_referrers(down) if not hasattr(one, "f_lineno") and one is not globals()]
    assert holders == []


def test_a_card_that_is_turned_down_is_gone_and_its_view_is_withheld() -> None:
    device, source = reader(), camera("show Ks")
    watched(device, source, 1.0, 2)
    assert device.view().preview
    source.operate("turn", 2.0)
    assert watched(device, source, 2.1, 2) == [CardTakenAway(serial="CAM-1")]
    assert device.view().preview == b""


# The live view


def test_the_view_shows_aim_focus_light_and_confidence() -> None:
    device, source = reader(), camera("show 7h")
    watched(device, source, 1.0, 2)
    view = device.view()
    assert view.preview.startswith(b"\xff\xd8")
    assert view.verdict is Verdict.CARD
    assert view.words == "Read as 7h."
    assert view.aim is not None
    assert all(0 <= x <= 320 and 0 <= y <= 240 for x, y in view.aim)
    assert view.confidence > 0.9
    assert 0.5 < view.sharpness <= 1.0
    assert 0.5 < view.light <= 1.0


def test_an_empty_felt_is_shown_and_two_cards_are_not() -> None:
    device, source = reader(), camera("show 7h", "hide")
    watched(device, source, 1.0, 1)
    assert device.view().preview
    source.operate("show 7h back", 2.0)
    watched(device, source, 2.1, 1)
    assert device.view().preview == b""


def test_a_dark_picture_asks_for_light() -> None:
    device = reader()
    device.see(np.asarray(photo("7h") // 12, dtype=np.uint8), 0.0)
    assert device.view().light < 0.25


def test_before_the_first_picture_there_is_a_view() -> None:
    device = OpticalReader(OpticalSetup(serial="CAM-1", designs=[house()]))
    assert device.view().preview == b""
    assert "plugged in" in device.view().words


def test_a_picture_without_time_enough_is_no_second_opinion_and_no_contradiction() -> None:
    """Two pictures must agree: one that says nothing may lie between them, one that says something else may not."""
    nothing = Reading(verdict=Verdict.NO_CARD, image_sha256="", ms=1.0)
    corner = ((0.0, 0.0), (60.0, 0.0), (60.0, 90.0), (0.0, 90.0))
    card = replace(nothing, verdict=Verdict.CARD, card="9d", confidence=0.99, corner=corner)
    late = replace(nothing, verdict=Verdict.UNREADABLE, reason=Reason.OUT_OF_TIME)
    glare = replace(late, reason=Reason.GLARE)
    for between, second in ((late, True), (glare, False), (replace(card, card="9h"), False)):
        agreement = Agreement(alone=False)
        assert not agreement.take(card, 0.0).card
        assert not agreement.take(between, 0.02).card
        assert agreement.take(card, 0.04).card is second
