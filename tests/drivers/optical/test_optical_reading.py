"""Pictures in, readings out (part D): right or UNREADABLE, never a guess."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from drivers.optical.cards import ALL_CARDS
from drivers.optical.reader import look_at, read_picture
from drivers.optical.reading import Reading, Reason, Sight, Thresholds, Verdict
from drivers.optical.recognition.geometry import inverted
from drivers.optical.recognition.quality import median_within
from hardware_sims.camera.pictures.disturbances import LEVELS, Disturbances
from tests.drivers.optical.scenes import Picture, felt, foreign_card, house, in_a_window, lying, photo, smeared


def read(picture: Picture, thresholds: Thresholds | None = None) -> Reading:
    return read_picture(picture, [house()], thresholds)


def test_every_card_of_the_built_in_design_is_read() -> None:
    assert [read(photo(card, take=take)).card for take, card in enumerate(ALL_CARDS)] == list(ALL_CARDS)


@pytest.mark.parametrize("degrees", [0, 33, 90, 123, 180, 217, 270, 341])
def test_a_card_lies_in_any_rotation(degrees: float) -> None:
    assert read(lying("9d", degrees)).card == "9d"
    assert read(lying("6s", degrees)).card == "6s"


def test_six_and_nine_are_not_confused_upside_down() -> None:
    for card in ("6h", "9h", "6c", "9c"):
        assert read(lying(card, 180)).card == card


@pytest.mark.parametrize("name", ["perspective", "blur", "noise", "glare", "shadow", "low_light", "cover", "jpeg"])
def test_one_disturbance_is_borne_or_the_card_is_unreadable(name: str) -> None:
    """Somewhat of each is read; the worst of each is never read wrong."""
    some, worst = Disturbances(**{name: 0.3}), Disturbances(**{name: 1.0})
    for take, card in enumerate(("Qs", "8h", "Ac")):
        assert read(lying(card, 20, some, take)).card == card
        assert read(lying(card, 20, worst, take)).card in (card, None)


def test_at_the_moderate_level_nearly_all_are_read_and_none_wrong() -> None:
    cards = ALL_CARDS[::2]
    told = [read(photo(card, level="moderate", take=60 + take)).card for take, card in enumerate(cards)]
    assert all(seen in (card, None) for seen, card in zip(told, cards, strict=True))
    assert told.count(None) <= 2


def test_at_the_heavy_level_none_is_read_wrong() -> None:
    for take, card in enumerate(ALL_CARDS[::9]):
        assert read(photo(card, level="heavy", take=take)).card in (card, None)


@pytest.mark.proof
def test_none_of_a_thousand_heavy_pictures_is_read_wrong() -> None:
    for take in range(1040):
        card = ALL_CARDS[take % 52]
        assert read(photo(card, level="heavy", take=1000 + take)).card in (card, None)


def test_the_corner_is_where_the_card_lies() -> None:
    reading = read(lying("Kd", 0))
    assert reading.corner is not None
    xs, ys = zip(*reading.corner, strict=True)
    # 63 × 88 mm in the middle of 640 × 480 pixels, 3.4 of them to a millimetre.
    assert min(xs) == pytest.approx(320 - 107, abs=4)
    assert max(ys) == pytest.approx(240 + 150, abs=4)


# Told apart


def test_an_empty_felt_is_no_card() -> None:
    look = look_at(felt(), [house()])
    assert look.reading.verdict is Verdict.NO_CARD
    assert look.reading.reason is None
    assert look.sight is Sight.EMPTY


def test_a_card_face_down_is_no_card() -> None:
    for take in range(6):
        look = look_at(photo(None, level="light", take=take), [house()])
        assert look.reading.verdict is Verdict.NO_CARD
        assert look.reading.corner is None
        assert look.sight is Sight.FACE_DOWN


def test_two_overlapping_cards_are_several() -> None:
    for take, faces in enumerate([("5d", "Tc"), ("Kh", "2s"), ("As", "Ad"), ("7c", "7h")]):
        reading = read(photo(*faces, take=take))
        assert reading.verdict is Verdict.UNREADABLE
        assert reading.reason is Reason.SEVERAL_CARDS


def test_a_card_in_motion_is_blurred() -> None:
    reading = read(smeared("9s", 9.0))
    assert reading.verdict is Verdict.UNREADABLE
    assert reading.reason is Reason.BLUR


def test_a_card_of_no_known_design() -> None:
    reading = read(foreign_card())
    assert reading.verdict is Verdict.UNREADABLE
    assert reading.reason is Reason.UNKNOWN_DESIGN


def test_an_index_alone_in_the_window_of_a_shoe() -> None:
    told = {card: read(in_a_window(card)).card for card in ("As", "2h", "7d", "Kc", "4s", "Qd")}
    assert all(seen in (card, None) for card, seen in told.items())
    assert sum(seen is None for seen in told.values()) <= 1


def test_a_covered_card_says_so() -> None:
    reading = read(lying("5h", 0, Disturbances(cover=1.0)))
    assert reading.card in ("5h", None)
    if reading.card is None:
        assert reading.reason is Reason.COVERED


# Confidence


def test_confidence_is_the_lower_one_of_rank_and_suit() -> None:
    for level in ("light", "moderate", "heavy"):
        reading = read(photo("Jd", level=level, take=5))
        assert reading.confidence == min(reading.rank_confidence, reading.suit_confidence)
        assert 0.0 <= reading.confidence <= 1.0


def test_below_the_threshold_it_is_unreadable_and_no_candidate_is_in_any_field() -> None:
    picture = lying("Jd", 10, Disturbances(blur=0.42))
    reading = read(picture, Thresholds(min_confidence=1.0))
    assert reading.verdict is Verdict.UNREADABLE
    assert reading.card is None
    words = json.dumps({**reading.fields(), "image_sha256": "", "design": ""})
    assert not any(card in words for card in ALL_CARDS)


def test_worse_pictures_are_less_sure() -> None:
    """Blur and noise that grow never make the reading surer by much, and in the end it is unreadable."""
    readings = [
        read(lying("8c", 15, Disturbances(blur=bad, noise=bad, low_light=0.8 * bad))) for bad in (0, 0.3, 0.6, 1)
    ]
    assert readings[0].verdict is Verdict.CARD
    assert readings[-1].verdict is not Verdict.CARD
    assert all(later.confidence <= earlier.confidence + 0.05 for earlier, later in pairwise(readings))


def test_a_reading_cannot_name_a_card_without_being_sure() -> None:
    with pytest.raises(ValueError, match="exactly when"):
        Reading(verdict=Verdict.UNREADABLE, card="As", image_sha256="", ms=0.0)
    with pytest.raises(ValueError, match="thresholds"):
        Thresholds(min_confidence=0.2)


def test_the_same_picture_gives_the_same_reading() -> None:
    picture = photo("Qc", level="moderate", take=8)
    first, second = read(picture).fields(), read(picture).fields()
    assert {**first, "ms": 0} == {**second, "ms": 0}


def test_large_and_small_pictures_are_read() -> None:
    import cv2

    picture = lying("Td", 40, LEVELS["light"])
    for factor in (0.6, 2.5):
        sized = np.asarray(
            cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        assert read(sized).card == "Td"


def test_a_picture_of_nothing_but_the_card_is_read() -> None:
    for card in ("As", "7d", "Kc"):
        assert read(house().faces[card]).card == card


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 300, 3), (40, 40, 3), (480, 640, 3)])
def test_whatever_the_picture_there_is_a_reading(shape: tuple[int, int, int]) -> None:
    dice = np.random.default_rng(4)
    for picture in (
        np.zeros(shape, np.uint8),
        np.full(shape, 255, np.uint8),
        dice.integers(0, 256, shape, dtype=np.uint8),
    ):
        assert read(picture).card is None


def test_inverting_a_mapping() -> None:
    matrix = np.array([[1.2, 0.1, 30.0], [-0.2, 0.9, 12.0], [0.001, 0.0005, 1.0]])
    assert np.allclose(inverted(matrix) @ matrix, np.eye(3))


@pytest.mark.parametrize("pixels", [1, 2, 25, 300, 301])
def test_a_median_that_is_counted_is_the_one_that_is_sorted(pixels: int) -> None:
    dice = np.random.default_rng(pixels)
    picture = dice.integers(0, 256, (20, 30, 3), dtype=np.uint8)
    mask = np.zeros(600, dtype=np.uint8)
    mask[dice.choice(600, pixels, replace=False)] = 255
    sorted_out = np.median(picture[mask.reshape(20, 30) > 0], axis=0)
    assert median_within(picture, mask.reshape(20, 30)).tolist() == sorted_out.tolist()
