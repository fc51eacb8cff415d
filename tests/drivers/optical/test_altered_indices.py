"""A card with a foreign index is not read where a part of that index is in sight, whatever lies upon the rest of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.optical.budget import Budget
from drivers.optical.card_search import Search
from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.design import FACE_SCALE
from drivers.optical.reader import read_picture
from drivers.optical.reading import Thresholds
from drivers.optical.recognition.features import ink_on_paper, is_grey, paper_of
from drivers.optical.recognition.picture_sizes import SizedPicture
from drivers.optical.recognition.strange_print import shows_strange_print
from drivers.optical.recognition.visible_parts import Part, contradicted, cut_out, parts_in_sight
from hardware_sims.camera.designs.design import BuiltInDesign
from hardware_sims.camera.pictures.disturbances import Disturbances
from tests.drivers.optical.scenes import DICE, Picture, house, lying
from tests.tools.camera.evaluation.attacks import Attack, painted


def attack(number: int, card: str, other: str, condition: str, changed: str, *, green: bool = False) -> Attack:
    part, corners = changed.split(", ")
    return Attack(
        number=number,
        design="house",
        card=card,
        other=other,
        condition=condition,
        part=part,
        corners=corners,
        recoloured=green,
    )


ATTACKS = (
    attack(9, "Ts", "Tc", "sleeve", "index, upper", green=True),
    attack(19, "Kc", "Js", "sleeve", "index, upper"),
    attack(24, "Qc", "7c", "sleeve", "rank, upper", green=True),
    attack(34, "9c", "9h", "sleeve", "suit, upper"),
    attack(49, "Th", "Td", "sleeve", "index, lower"),
    attack(59, "9d", "Kc", "sleeve", "index, lower", green=True),
    attack(23, "8d", "7d", "finger", "rank, upper", green=True),
    attack(284, "Qs", "Qd", "sleeve", "index, lower"),
    attack(314, "9s", "9h", "sleeve", "suit, lower"),
)
"""Each was read as its face until the parts of its indices were compared as far as they are in sight, the last two
until print in a colour that the card has nowhere near contradicted, right beside a cover, too."""


@pytest.mark.parametrize("one", ATTACKS, ids=lambda one: f"{one.card} with {one.part} of {one.other}, {one.condition}")
def test_a_card_with_a_part_of_a_foreign_index_in_sight_is_not_read(one: Attack) -> None:
    pictures = painted(one, BuiltInDesign(), house(), DICE)
    assert pictures.in_sight > 5.0
    assert read_picture(pictures.altered, [house()]).card is None
    assert read_picture(pictures.genuine, [house()]).card == one.card


def seen_as(picture: Picture, card: str, *, claimed: str) -> tuple[Part, Part]:
    """Rank and suit of the upper left index, where `card` lies and another one is claimed."""
    (attempt,) = Search(lying(card, 12), [house()], Thresholds(), Budget(), None).surely()
    paper, pose = paper_of(attempt.fit.flat), attempt.fit.pose
    cut = cut_out(SizedPicture(picture), pose.to_card, house())
    return parts_in_sight(cut, house(), ALL_CARDS.index(claimed), paper)


@pytest.mark.parametrize(("card", "other"), [("9s", "9c"), ("7h", "7d"), ("Kc", "Ks"), ("4d", "4h")])
def test_a_suit_that_another_one_explains_better_contradicts_and_its_rank_does_not(card: str, other: str) -> None:
    picture = lying(card, 12)
    assert [part.contradicts for part in seen_as(picture, card, claimed=card)] == [False, False]
    assert [part.contradicts for part in seen_as(picture, card, claimed=other)] == [False, True]


@pytest.mark.parametrize(("card", "other"), [("9s", "8s"), ("Kh", "Qh"), ("5c", "6c")])
def test_a_rank_that_another_one_explains_better_contradicts_and_its_suit_does_not(card: str, other: str) -> None:
    assert [part.contradicts for part in seen_as(lying(card, 12), card, claimed=other)] == [True, False]


@pytest.mark.parametrize("shade", [0.45, 0.75])
def test_the_edge_of_a_shadow_is_no_ink_and_hides_none(shade: float) -> None:
    picture = lying("9s", 12)
    picture[:, 300:] = np.round(picture[:, 300:] * shade)
    picture[200:] = np.round(picture[200:] * shade)
    assert not any(part.contradicts for part in seen_as(picture, "9s", claimed="9s"))
    assert seen_as(picture, "9s", claimed="9c")[1].contradicts


def test_ink_is_what_is_darker_than_its_paper_and_no_broader_than_print() -> None:
    paper = np.full((90, 90, 3), (200, 205, 210), dtype=np.uint8)
    paper[:, 45:] = (100, 102, 105)
    paper[40:44, 10:80] = 20
    cv2.circle(paper, (0, 0), 30, (60, 90, 140), -1)
    ink, around = ink_on_paper(paper, 15)
    assert ink[41, 20].min() > 0.85  # in the light
    assert ink[41, 70].min() > 0.7  # in the shade
    assert ink[70, 30:60].max() < 0.1  # the edge of the shade
    assert ink[:20, :20].max() < 0.1  # what lies over the corner
    assert ink[:34, :34].max() < 0.3  # and its edge
    assert tuple(np.round(around[3, 3])) == (60.0, 90.0, 140.0)


def test_an_index_wholly_under_a_sleeve_says_nothing_and_paper_without_one_contradicts() -> None:
    picture = lying("8h", 20, Disturbances(cover=0.3), take=1)
    (attempt,) = Search(picture, [house()], Thresholds(), Budget(), None).surely()
    number, sized = ALL_CARDS.index("8h"), SizedPicture(picture)
    assert not contradicted(sized, attempt.fit, number, grey=False)
    erased = house().faces["8h"].copy()
    erased[: (25 * 3), : round(11.5 * 3)] = erased[200, 8]
    bare = SizedPicture(erased)
    to_card = np.array([[1 / 3, 0.0, 1 / 6], [0.0, 1 / 3, 1 / 6], [0.0, 0.0, 1.0]])
    pose = replace(attempt.fit.pose, to_card=to_card)
    assert contradicted(bare, replace(attempt.fit, pose=pose, flat=erased), number, grey=False)


def test_one_red_index_on_a_black_card_in_a_grey_scene_is_no_grey_picture() -> None:
    """Else nothing would be said about its colour, the only thing that may be wrong with what a sleeve leaves of it."""
    scene = cv2.cvtColor(cv2.cvtColor(lying("7s", 12), cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    assert is_grey(np.asarray(scene, dtype=np.uint8))
    scene[100:120, 100:115] = (40, 40, 200)
    assert not is_grey(np.asarray(scene, dtype=np.uint8))


def test_paper_in_bright_light_is_in_sight_and_white_glare_is_not() -> None:
    """The brightest trial of enrolment shows paper at 250."""
    to_card = np.array([[1 / 3, 0.0, 1 / 6], [0.0, 1 / 3, 1 / 6], [0.0, 0.0, 1.0]])
    number, areas = ALL_CARDS.index("8h"), []
    for level in (250, 255):
        face = house().faces["8h"]
        bright = np.clip(np.round(face * (level / paper_of(face).min())), 0, 255).astype(np.uint8)
        cut = cut_out(SizedPicture(bright), to_card, house())
        areas.append([part.in_sight for part in parts_in_sight(cut, house(), number, paper_of(bright))])
    assert min(areas[0]) > 5.0
    assert max(areas[1]) < 1.0


def index_of(card: str) -> Picture:
    """As it is printed, with what is around it, and darker than the brightest paper."""
    left, top, _, _ = house().window
    width, height = house().window_size
    x, y = round(left * FACE_SCALE), round(top * FACE_SCALE)
    return np.asarray(house().faces[card][y : y + height, x : x + width] * 0.7, dtype=np.uint8)


def is_strange(window: Picture, card: str) -> bool:
    return shows_strange_print(window, house(), 0, ALL_CARDS.index(card), paper_of(index_of(card)))


@pytest.mark.parametrize("card", ALL_CARDS)
def test_an_index_has_nothing_strange_and_print_in_the_colour_of_another_suit_is(card: str) -> None:
    window = index_of(card)
    assert not is_strange(window, card)
    assert not is_strange(np.round(window * 0.55).astype(np.uint8), card)  # in the shade
    window[58:63, 4:9] = (120, 30, 25) if card[1] in "hd" else (25, 25, 120)
    assert is_strange(window, card)


@pytest.mark.parametrize("skin", [(126, 158, 206), (98, 128, 182), (60, 84, 128), (47, 66, 100)])
def test_skin_and_a_sleeve_are_no_print(skin: tuple[int, int, int]) -> None:
    for colour in (skin, (52, 44, 40)):
        window = index_of("7s")
        window[:, :18] = np.multiply(colour, 0.7)
        assert not is_strange(window, "7s")


def test_paper_where_the_card_is_printed_is_strange_but_not_under_a_reflection() -> None:
    window = index_of("8h")
    suit = window[40:68, 2:31]
    suit[suit.min(axis=2) < 100] = window[1, 1]
    assert is_strange(window, "8h")
    shone_on = window + (255.0 - window) * 0.85
    assert not is_strange(np.asarray(shone_on, dtype=np.uint8), "8h")


def test_a_lower_index_is_compared_with_the_lower_one_of_a_deck_that_is_cut_unevenly() -> None:
    faces = {card: face.copy() for card, face in house().faces.items()}
    half = faces["8h"].shape[0] // 2
    faces["8h"][half:] = np.roll(faces["8h"][half:], -7, axis=1)
    uneven, number = replace(house(), faces=faces, _slopes={}), ALL_CARDS.index("8h")
    left, top, _, _ = house().window
    (width, height), (x, y) = house().window_size, (round(left * FACE_SCALE), round(top * FACE_SCALE))
    lower = np.ascontiguousarray(faces["8h"][::-1, ::-1][y : y + height, x : x + width])
    assert not shows_strange_print(lower, uneven, 1, number, paper_of(lower))
    assert shows_strange_print(lower, uneven, 0, number, paper_of(lower))
