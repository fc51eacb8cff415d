"""How a card is searched for: by its straight edges, within a budget of time, going on with the next picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.optical.card_search import Budget, Hint, Search
from drivers.optical.reader import look_at
from drivers.optical.reading import Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition.geometry import same_frame
from drivers.optical.recognition.outlines import working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.straight_edges import frames_of_edges
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene
from tests.drivers.optical.scenes import Picture, felt, house, photo, photographer

CORNERS = np.array([(213.0, 90.0), (427.0, 90.0), (427.0, 390.0), (213.0, 390.0)], dtype=np.float32)
"""63 × 88 mm in the middle of 640 × 480 pixels, 3.4 of them to a millimetre."""


def on_table(face: str, table: str, spoilt: Disturbances) -> Picture:
    card = LyingCard(face=face, pose=Pose())
    return photographer().picture(Scene(cards=(card,), disturbances=spoilt, table=table, take=5))


@pytest.mark.parametrize(
    ("table", "spoilt"),
    [
        ("white", Disturbances(shadow=0.4)),
        ("green", Disturbances(layout=1.0)),
        ("red", replace(LEVELS["live"], perspective=0.0)),
        ("patterned", Disturbances(chips=1.0)),
    ],
)
def test_the_sides_of_a_card_are_found_on_any_table(table: str, spoilt: Disturbances) -> None:
    small, factor = working_copy(on_table("9d", table, spoilt))
    frames = [(quad + 0.5) * factor - 0.5 for quad in frames_of_edges(small)]
    assert any(same_frame(quad, CORNERS, 0.04) for quad in frames)


def test_a_picture_without_lines_has_no_frames() -> None:
    assert frames_of_edges(np.zeros((20, 300, 3), np.uint8)) == []
    assert frames_of_edges(working_copy(felt())[0]) == []


def test_a_search_without_time_is_unreadable_and_says_so() -> None:
    look = look_at(photo("8s"), [house()], budget_ms=0.0)
    assert (look.reading.verdict, look.reading.reason) == (Verdict.UNREADABLE, Reason.OUT_OF_TIME)
    assert look.reading.card is None
    assert look.sight is Sight.SEVERAL  # what was not looked at may be a card face down
    assert look.hint == Hint(tried=0)


def test_the_next_picture_goes_on_with_the_frames_that_were_not_tried() -> None:
    picture = on_table("9d", "green", Disturbances(layout=1.0))
    every = [sighting.quad for sighting in Search(picture, [house()], Thresholds(), Budget(), None).found]
    later = [one.quad for one in Search(picture, [house()], Thresholds(), Budget(), Hint(tried=3)).found.untried()]
    assert len(every) > 3
    assert all(np.array_equal(a, b) for a, b in zip([*every[3:], *every[:3]], later, strict=True))


def test_a_card_that_rests_is_read_where_it_lay() -> None:
    """The second picture begins with the place of the first: one frame is tried, and the card is the same."""
    picture = photo("Qd", level="moderate", take=8)
    first = look_at(picture, [house()])
    search = Search(picture, [house()], Thresholds(), Budget(), first.hint)
    (attempt,) = search.surely()
    assert (first.reading.card, search.tried, search.found.known) == ("Qd", 0, [])
    assert same_frame(attempt.quad, np.array(first.reading.corner, dtype=np.float32), 0.02)


def test_parts_of_a_large_picture_are_taken_from_a_smaller_one() -> None:
    """A fine checkerboard, seen at a tenth of its size, is grey and not a pattern of its own."""
    board = np.tile(np.array([[0, 255], [255, 0]], np.uint8), (400, 400))
    flat = SizedPicture(np.dstack([board] * 3)).straightened(np.diag([0.1, 0.1, 1.0]), 1.0, (80, 80))
    assert abs(float(flat.mean()) - 127.5) < 2.0
    assert float(flat.std()) < 2.0
