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
from drivers.optical.decks.enrolment import enrol
from drivers.optical.reader import read_picture
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import Disturbances
from hardware_sims.camera.pictures.layout import seeded_scene
from hardware_sims.camera.pictures.photograph import Photographer
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
