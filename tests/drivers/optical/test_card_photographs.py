"""Enrolment from photographs: cards on a table, straightened and checked before a design is made of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.optical.cards import ALL_CARDS
from drivers.optical.decks.card_photographs import straightened_card
from drivers.optical.decks.deck_pictures import BadDeckPicturesError, read_deck_pictures
from drivers.optical.decks.enrolment import design_from, enrol
from drivers.optical.decks.spread_deck import misplaced
from drivers.optical.reader import read_picture
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import Disturbances
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import seeded_scene
from tests.drivers.optical.scenes import Picture, felt, house, photo

HAND_HELD = Disturbances(perspective=0.12, rotation=0.08, noise=0.03, shadow=0.1, jpeg=0.05)
DICE = Dice(seed=9, owner="telephone")


def photographed(card: str, take: int) -> Picture:
    camera = Photographer(dice=DICE, width=1280, height=960, scale=6.8)
    return camera.picture(seeded_scene(DICE, [card], HAND_HELD, take=take, width_mm=188.0, height_mm=141.0))


@pytest.mark.parametrize("card", ["As", "7d", "Kc"])
def test_a_photographed_card_is_cut_out_upright(card: str) -> None:
    flat = straightened_card(photographed(card, 3))
    assert flat is not None
    assert flat.shape[1] / flat.shape[0] == pytest.approx(63 / 88, abs=0.04)
    assert read_picture(flat, [house()]).card == card


def test_a_picture_of_nothing_but_the_card_is_left_as_it_is() -> None:
    assert all(straightened_card(house().faces[card]) is None for card in ("As", "7d", "Kc"))


def test_a_photograph_without_a_card_says_what_to_do(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "As.png"), felt())
    with pytest.raises(BadDeckPicturesError, match="lay it alone on a plain dark cloth"):
        read_deck_pictures(tmp_path)


@pytest.mark.proof
def test_a_design_enrolled_from_52_photographs_reads_other_pictures(tmp_path: Path) -> None:
    for take, card in enumerate(ALL_CARDS):
        cv2.imwrite(str(tmp_path / f"{card}.jpg"), photographed(card, take))
    design = replace(enrol(tmp_path, "photographed").design, back=None)
    told = [read_picture(photo(card, take=50 + take), [design]).card for take, card in enumerate(ALL_CARDS)]
    assert all(seen in (card, None) for seen, card in zip(told, ALL_CARDS, strict=True))
    assert np.mean([seen is not None for seen in told]) > 0.9


def spread(order: tuple[str, ...] = ALL_CARDS, away: int = -1) -> Picture:
    """A photograph of a deck in four rows, by hand: no card lies quite straight, the camera looks a little askance."""
    table = np.full((1100, 2280, 3), (62, 98, 24), dtype=np.uint8)
    for number, card in enumerate(order):
        if number == away:
            continue
        turn = cv2.getRotationMatrix2D((95, 132), (number * 7 % 9 - 4) * 0.8, 0.72)
        turn[:, 2] += (-15, -12)
        left, top = 40 + number % 13 * 170 + number % 3 * 4, 50 + number // 13 * 255 + number % 5 * 3
        patch = table[top : top + 230, left : left + 160]
        place = cv2.warpAffine(np.full((264, 189), 255, np.uint8), turn, (160, 230))
        patch[place > 127] = cv2.warpAffine(house().faces[card], turn, (160, 230), flags=cv2.INTER_AREA)[place > 127]
    corners = np.array([(0, 0), (2280, 0), (2280, 1100), (0, 1100)], dtype=np.float32)
    seen = np.array([(55, 35), (2250, 15), (2230, 1085), (20, 1060)], dtype=np.float32)
    photo = cv2.warpPerspective(table, cv2.getPerspectiveTransform(corners, seen), table.shape[1::-1])
    shade = np.linspace(0.75, 1.0, table.shape[1])[None, :, None]
    return np.asarray(cv2.GaussianBlur(photo * shade, (3, 3), 0), dtype=np.uint8)


def test_one_photograph_of_a_spread_deck_gives_all_52_cards(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "deck.jpg"), spread())
    sheets = read_deck_pictures(tmp_path / "deck.jpg")
    assert tuple(sheets) == ALL_CARDS
    design = design_from(sheets, "spread")
    assert misplaced(design) == []
    told = [read_picture(photo(card, take=take), [design]).card for take, card in enumerate(ALL_CARDS[::4])]
    assert told == list(ALL_CARDS[::4])


def test_a_spread_deck_with_two_cards_in_the_wrong_places_is_refused_and_they_are_named(tmp_path: Path) -> None:
    order = list(ALL_CARDS)
    order[3], order[30] = order[30], order[3]
    cv2.imwrite(str(tmp_path / "deck.png"), spread(tuple(order)))
    with pytest.raises(BadDeckPicturesError) as refused:
        enrol(tmp_path / "deck.png", "spread")
    assert refused.value.faults == [
        "row 1, card 4 has the rank 5, and 4c belongs there",
        "row 3, card 5 has the rank 4, and 5h belongs there",
        "row 1, card 4 has the suit h, and 4c belongs there",
        "row 3, card 5 has the suit c, and 5h belongs there",
    ]


def test_a_photograph_without_52_cards_says_how_to_lay_them(tmp_path: Path) -> None:
    for picture, words in ((spread(away=17), "51 whole cards"), (felt(), "0 whole cards")):
        cv2.imwrite(str(tmp_path / "deck.png"), picture)
        with pytest.raises(BadDeckPicturesError, match=f"{words} are seen, not 52; lay all 52 cards apart"):
            read_deck_pictures(tmp_path / "deck.png")
