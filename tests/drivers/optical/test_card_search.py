"""How a card is searched for: by its straight edges, within a budget of time, going on with the next picture."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from drivers.optical.budget import Budget
from drivers.optical.card_search import Hint, Progress, Search
from drivers.optical.cards import ALL_CARDS
from drivers.optical.reader import look_at
from drivers.optical.reading import Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition.geometry import same_frame
from drivers.optical.recognition.outlines import working_copy
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.straight_edges import frames_of_edges
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from hardware_sims.camera.pictures.scene import LyingCard, Pose, Scene, seeded_scene
from tests.drivers.optical.scenes import DICE, Picture, felt, foreign_card, house, photo, photographer

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
    small, factor = working_copy(SizedPicture(on_table("9d", table, spoilt)))
    frames = [(quad + 0.5) * factor - 0.5 for quad in frames_of_edges(small)]
    assert any(same_frame(quad, CORNERS, 0.04) for quad in frames)


def test_a_picture_without_lines_has_no_frames() -> None:
    assert frames_of_edges(np.zeros((20, 300, 3), np.uint8)) == []
    assert frames_of_edges(working_copy(SizedPicture(felt()))[0]) == []


def test_a_search_without_time_is_unreadable_and_says_so() -> None:
    look = look_at(photo("8s"), [house()], budget=Budget(0.0))
    assert (look.reading.verdict, look.reading.reason) == (Verdict.UNREADABLE, Reason.OUT_OF_TIME)
    assert look.reading.card is None
    assert look.sight is Sight.SEVERAL  # what was not looked at may be a card face down
    assert look.hint.progress is not None
    assert look.hint.progress.tried == 0


@pytest.mark.parametrize(("card", "pictures"), [("9d", 2), (None, 4)])
def test_pictures_without_time_enough_go_on_where_the_last_one_stopped(card: str | None, pictures: int) -> None:
    """A card on a table in play is read in the end, and an empty table is told as one, however little time there is."""
    scene = seeded_scene(DICE, [card], LEVELS["live"]) if card else Scene(disturbances=LEVELS["live"], table="green")
    picture = photographer().picture(scene)
    reasons: list[Reason | None] = []
    hint = Hint()
    while not reasons or (reasons[-1] is Reason.OUT_OF_TIME and len(reasons) < 40):
        # A millisecond passes whenever somebody asks for the time.
        look = look_at(picture, [house()], budget=Budget(12.0, (n / 1000 for n in count()).__next__), hint=hint)
        reasons.append(look.reading.reason)
        hint = look.hint
    assert (reasons[-1], look.reading.card) == (None, card)
    assert len(reasons) > pictures


def test_another_scene_is_searched_from_the_beginning() -> None:
    """What was begun with the empty felt is of no use for the card that came; the beat of a lamp is no other scene."""
    clock = (n / 1000 for n in count()).__next__
    empty = look_at(felt(), [house()], budget=Budget(12.0, clock))
    assert empty.hint.progress is not None
    darker = np.asarray(felt() * 0.93, dtype=np.uint8)
    assert Search(darker, [house()], Thresholds(), Budget(), empty.hint).before is empty.hint.progress
    assert Search(photo("9d"), [house()], Thresholds(), Budget(), empty.hint).before == Progress()


def test_a_card_that_is_to_be_laid_again_is_laid_first_in_the_next_picture() -> None:
    picture = photo("9d")
    whole = Search(picture, [house()], Thresholds(), Budget(), None)
    (attempt,) = whole.surely()
    halfway = Progress(halfway=(attempt.start, house()))
    search = Search(picture, [house()], Thresholds(), Budget(), Hint(progress=halfway))
    (again,) = search.gone_on()
    assert (ALL_CARDS[again.judgement.best], search.found.known) == ("9d", [])


def test_a_budget_expects_the_next_step_to_take_as_long_as_the_longest_one() -> None:
    times = iter((0.0, 0.001, 0.0055, 0.0105))
    budget = Budget(16.7, times.__next__)
    assert [budget.over for _ in range(3)] == [False, False, True]
    assert not Budget(None, lambda: 1e9).over


def test_a_step_that_takes_long_waits_for_the_next_picture_where_it_comes_first() -> None:
    budget = Budget(16.7, iter((0.0, 0.001, 0.002, 0.0)).__next__)
    assert not budget.over
    assert budget.lacks(12.0)
    assert not Budget(16.7, iter((0.0, 0.003)).__next__).lacks(12.0)
    assert not Budget(None, lambda: 1e9).lacks(1e9)


def test_templates_are_made_before_the_first_picture() -> None:
    design = replace(house(), name="fresh")
    design.prepare()
    made = set(vars(design))
    look_at(photo("9d"), [design])
    assert set(vars(design)) == made


def test_opencv_and_blas_have_one_thread_each_at_a_table_with_a_camera() -> None:
    """Whoever loads NumPy first decides on BLAS: with the camera of a table it is the camera."""
    program = """
import os
import dealer_console.app.camera
import cv2, numpy as np
square = np.ones((600, 600), np.float32)
square @ square
cv2.GaussianBlur(np.zeros((2000, 2000), np.float32), (0, 0), 9)
print(cv2.getNumThreads(), len(os.listdir("/proc/self/task")))
"""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["1", "1"]


def test_a_camera_looks_for_the_design_that_is_dealt_until_something_else_lies_there() -> None:
    other = replace(house(), name="other", faces={card: face[:, ::-1].copy() for card, face in house().faces.items()})
    first = look_at(photo("Qd"), [other, house()])
    assert first.hint.design == "house"
    second = look_at(photo("7s"), [other, house()], hint=first.hint)
    assert ([one.name for one in second.search.designs], second.reading.card) == (["house"], "7s")
    stranger = look_at(foreign_card(), [other, house()], hint=second.hint)
    assert stranger.reading.verdict is Verdict.UNREADABLE
    assert stranger.hint.design == ""


def test_a_card_that_rests_is_read_where_it_lay() -> None:
    """The second picture begins with the place of the first: one frame is tried, and the card is the same."""
    picture = photo("Qd", level="moderate", take=8)
    first = look_at(picture, [house()])
    search = Search(picture, [house()], Thresholds(), Budget(), first.hint)
    (attempt,) = search.surely()
    assert (first.reading.card, search.progress().tried, search.found.known) == ("Qd", 0, [])
    assert same_frame(attempt.quad, np.array(first.reading.corner, dtype=np.float32), 0.02)


def test_parts_of_a_large_picture_are_taken_from_a_smaller_one() -> None:
    """A fine checkerboard, seen at a tenth of its size, is grey and not a pattern of its own."""
    board = np.tile(np.array([[0, 255], [255, 0]], np.uint8), (400, 400))
    flat = SizedPicture(np.dstack([board] * 3)).straightened(np.diag([0.1, 0.1, 1.0]), 1.0, (80, 80))
    assert abs(float(flat.mean()) - 127.5) < 2.0
    assert float(flat.std()) < 2.0
