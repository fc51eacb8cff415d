"""Pictures of scenes: the same from the same seed, worse with every disturbance, and blind to a face-down card."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.pictures.dice import Dice
from hardware_sims.camera.pictures.disturbances import LEVELS, NAMES, SCALES, Disturbances
from hardware_sims.camera.pictures.light import jpeg_quality
from hardware_sims.camera.pictures.photograph import Photographer
from hardware_sims.camera.pictures.scene import Scene, seeded_scene
from hardware_sims.errors import ImpossibleRequestError, SetupError

DICE = Dice(seed=7)
CAMERA = Photographer(dice=DICE)
REPO = Path(__file__).parents[3]
STEPS = (0.0, 0.25, 0.5, 0.75, 1.0)


def shot(face: str | None, spoil: Disturbances, take: int = 0) -> Picture:
    return CAMERA.picture(seeded_scene(DICE, [face], spoil, take=take))


def clean(take: int) -> Picture:
    return shot("8s", Disturbances(), take)


def far_from_clean(picture: Picture, take: int) -> float:
    return float(np.abs(picture.astype(float) - clean(take)).mean())


def mean(picture: Picture, take: int) -> float:
    return float(picture.mean())


def sharpness(picture: Picture, take: int) -> float:
    return float(cv2.Laplacian(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.CV_64F).var())


def noise_variance(picture: Picture, take: int) -> float:
    return float((picture.astype(float) - clean(take)).var())


def covered(picture: Picture, take: int) -> float:
    """Pixels of white paper that are no longer white."""
    return float(((clean(take).min(axis=2) > 200) & (picture.max(axis=2) < 90)).sum())


def paper(picture: Picture) -> Picture:
    return np.asarray(picture.min(axis=2) > 150, dtype=np.uint8)


def seen_area(picture: Picture, take: int) -> float:
    return float(paper(picture).sum())


def seen_turn(picture: Picture, take: int) -> float:
    """Degrees between the card's long side and the upright."""
    rows, columns = np.nonzero(paper(picture))
    _, vectors = np.linalg.eigh(np.cov(np.stack([columns, rows])))
    return float(np.degrees(np.arctan2(abs(vectors[0, 1]), abs(vectors[1, 1]))))


Statistic = Callable[[Picture, int], float]
GROWING: list[tuple[str, Statistic, tuple[float, ...], int]] = [
    ("perspective", seen_area, STEPS, -1),
    ("rotation", seen_turn, (0.0, 0.1, 0.2, 0.3, 0.4), 1),
    ("blur", sharpness, STEPS, -1),
    ("noise", noise_variance, STEPS, 1),
    ("glare", mean, STEPS, 1),
    ("shadow", mean, STEPS, -1),
    ("low_light", mean, STEPS, -1),
    ("cover", covered, STEPS, 1),
    ("layout", far_from_clean, (0.0, 0.3, 1.0), 1),
    ("chips", far_from_clean, (0.0, 0.3, 1.0), 1),
    ("finger", far_from_clean, (0.0, 0.4, 1.0), 1),
    ("jpeg", far_from_clean, STEPS, 1),
]


@pytest.mark.parametrize(("name", "statistic", "steps", "sign"), GROWING, ids=[row[0] for row in GROWING])
def test_each_disturbance_grows_with_its_scale(
    name: str, statistic: Statistic, steps: tuple[float, ...], sign: int
) -> None:
    for take in (1, 4):
        seen = [sign * statistic(shot("8s", Disturbances().changed(name, step), take), take) for step in steps]
        assert all(weaker < stronger for weaker, stronger in pairwise(seen)), (take, seen)


def test_every_disturbance_is_measured_and_documented() -> None:
    assert tuple(row[0] for row in GROWING) == NAMES == tuple(SCALES)
    page = (REPO / "docs" / "simulators.md").read_text("utf-8")
    for name, meaning in SCALES.items():
        assert f"| `{name}` | {meaning} |" in page
    for level, values in LEVELS.items():
        assert f"| `{level}` | {' | '.join(f'{value:g}' for value in asdict(values).values())} |" in page


def test_levels_grow_from_clean_to_heavy() -> None:
    assert list(LEVELS) == ["clean", "light", "moderate", "heavy", "live"]
    ordered = [asdict(LEVELS[name]) for name in ("clean", "light", "moderate", "heavy")]
    assert set(ordered[0].values()) == {0.0}
    for weaker, stronger in pairwise(ordered):
        assert all(weaker[name] <= stronger[name] for name in NAMES)
        assert weaker != stronger


def test_a_scale_outside_0_to_1_is_refused() -> None:
    with pytest.raises(SetupError, match="blur lies between 0"):
        Disturbances(blur=1.5)
    with pytest.raises(ImpossibleRequestError, match="did you mean 'glare'"):
        Disturbances().changed("galre", 0.5)
    assert [jpeg_quality(scale) for scale in (0.0, 1.0)] == [95, 5]


def digest() -> str:
    """One sum over pictures of all kinds, made again."""
    dice = Dice(seed=11)
    camera = Photographer(dice=dice)
    total = hashlib.sha256()
    for take, level in enumerate(LEVELS.values()):
        total.update(camera.picture(seeded_scene(dice, ["Qd", None], level, take=take), grain=True).tobytes())
    total.update(camera.black(3).tobytes())
    return total.hexdigest()


@pytest.mark.parametrize(
    "surroundings", [{"PYTHONHASHSEED": "1", "LC_ALL": "C"}, {"PYTHONHASHSEED": "77", "TZ": "Asia/Macau"}]
)
def test_the_same_seed_gives_the_same_bytes_in_another_process(surroundings: dict[str, str]) -> None:
    code = "from tests.hardware_sims.camera.test_camera_pictures import digest; print(digest())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=REPO, env={**os.environ, **surroundings}, capture_output=True, text=True
    )
    assert done.stdout.strip() == digest(), done.stderr


def test_another_seed_or_take_gives_another_picture() -> None:
    spoil = LEVELS["moderate"]
    pictures = [shot("As", spoil, 0), shot("As", spoil, 1)]
    other = Dice(seed=8)
    pictures.append(Photographer(dice=other).picture(seeded_scene(other, ["As"], spoil)))
    assert len({picture.tobytes() for picture in pictures}) == 3


def test_no_picture_depends_on_the_ones_before() -> None:
    scene = seeded_scene(DICE, ["Js"], LEVELS["moderate"], take=3)
    first = CAMERA.picture(scene)
    CAMERA.picture(replace(scene, number=99))
    CAMERA.picture(Scene())
    assert np.array_equal(CAMERA.picture(scene), first)
    assert np.array_equal(Photographer(dice=DICE).picture(scene), first)


def test_a_card_is_whole_in_the_picture_whichever_way_it_lies() -> None:
    for take in range(12):
        picture = shot("2c", Disturbances(rotation=1.0), take)
        border = np.concatenate([paper(picture)[0], paper(picture)[-1], paper(picture)[:, 0], paper(picture)[:, -1]])
        assert not border.any()
        # 63 × 88 mm at 3.4 pixels per millimetre, without pips and index.
        assert 0.9 < paper(picture).sum() / (63 * 88 * 3.4**2) < 1.0


def test_an_empty_felt_has_texture_and_no_card() -> None:
    felt = CAMERA.picture(Scene())
    assert paper(felt).sum() == 0
    assert 2.0 < felt[:, :, 1].std() < 20.0


def test_two_cards_overlap() -> None:
    for take in range(6):
        one = paper(CAMERA.picture(seeded_scene(DICE, ["2c"], Disturbances(), take=take))).sum()
        two = paper(CAMERA.picture(seeded_scene(DICE, ["2c", "2s"], Disturbances(), take=take))).sum()
        assert one * 1.1 < two < one * 1.9


def test_a_moving_card_is_smeared_along_its_way_only() -> None:
    scene = seeded_scene(DICE, ["2c"], Disturbances(), take=2)
    moving = replace(scene, cards=(replace(scene.cards[0], smear=(4.0, 0.0)),))
    still, smeared = (cv2.cvtColor(CAMERA.picture(picture), cv2.COLOR_BGR2GRAY) for picture in (scene, moving))
    along = [np.abs(np.diff(picture.astype(float), axis=1)).max() for picture in (still, smeared)]
    across = [np.abs(np.diff(picture.astype(float), axis=0)).max() for picture in (still, smeared)]
    assert along[1] < along[0] / 2
    assert across[1] > across[0] / 1.5
