"""The camera as a device in virtual time: hands, faults of its own, scenarios, and what it must never show (D, E)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from hardware_sims.camera.designs.canvas import Picture
from hardware_sims.camera.pictures.scene import ALL_CARDS
from hardware_sims.camera.simulator import CameraSimulator, build_camera
from hardware_sims.errors import SetupError
from hardware_sims.scenario import parse_scenario
from tests.hardware_sims.camera.test_camera_cards import plain_pictures

PAGE = Path(__file__).parents[3] / "docs" / "simulators.md"
TICK = 1 / 60


def camera(*hands: str, **options: object) -> CameraSimulator:
    """A small quick camera after these hands; they are done by 0.1 s."""
    simulator = build_camera(seed=7, options={"width": 320, "height": 240, "scale": 1.7, **options})
    for number, hand in enumerate(hands):
        assert simulator.operate(hand, number * 0.01).startswith("ok"), hand
    return simulator


def frame(made: CameraSimulator, now: float) -> Picture:
    picture = made.frame(now)
    assert picture is not None
    return picture


def paper(picture: Picture) -> int:
    return int((picture.min(axis=2) > 130).sum())


def told(made: CameraSimulator, now: float) -> dict[str, str]:
    return dict(word.split("=", 1) for word in made.operate("state", now).removeprefix("ok ").split())


# Pictures


def test_a_picture_is_bgr_with_8_bits_and_belongs_to_the_caller() -> None:
    simulator = camera("show As")
    first = frame(simulator, 0.5)
    assert first.shape == (240, 320, 3)
    assert first.dtype == np.uint8
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(frame(simulator, 0.5), kept)


def test_pictures_come_at_the_frame_rate_and_never_repeat() -> None:
    simulator = camera("show As", level="clean", rate=50)
    seen = [frame(simulator, 1.0 + step * 0.005).tobytes() for step in range(40)]
    assert len(set(seen)) == 10
    assert simulator.camera.frames == 60
    assert simulator.due() == pytest.approx(1.2)


def test_the_same_hands_at_the_same_moments_give_the_same_bytes() -> None:
    def evening() -> list[bytes]:
        simulator = camera("show Td 9c", level="moderate")
        simulator.operate("move", 0.5)
        simulator.operate("fault black rate=0.5 for=0.3", 0.8)
        return [frame(simulator, 0.5 + step / 20).tobytes() for step in range(12)]

    assert evening() == evening()


def test_looking_more_often_changes_nothing() -> None:
    seldom, often = camera("show 4h", level="light"), camera("show 4h", level="light")
    for step in range(20):
        frame(often, 0.2 + step * TICK)
    assert np.array_equal(frame(seldom, 1.0), frame(often, 1.0))


# Hands


def test_show_turn_move_hide() -> None:
    simulator = camera(level="clean")
    assert paper(frame(simulator, 0.0)) == 0
    simulator.operate("show 2c", 0.1)
    face = paper(frame(simulator, 0.2))
    assert face > 10_000
    assert simulator.operate("turn", 0.2) == "ok turned face down"
    assert paper(frame(simulator, 0.3)) < face / 2
    assert simulator.operate("turn", 0.3) == "ok turned face up"
    simulator.operate("hide", 0.4)
    assert paper(frame(simulator, 0.5)) == 0
    simulator.operate("show 2c 2s", 0.5)
    assert paper(frame(simulator, 0.6)) > face * 1.1


def test_a_hand_shows_in_the_next_picture_not_in_the_one_already_taken() -> None:
    simulator = camera(level="clean")
    simulator.operate("show 2c", 0.505)
    assert paper(frame(simulator, 0.51)) == 0
    assert paper(frame(simulator, 0.505 + TICK)) > 10_000


def test_a_moving_card_leaves_its_place_smears_and_rests() -> None:
    simulator = camera("show 2c 5d", level="clean")
    before = frame(simulator, 0.5)
    assert simulator.operate("move", 0.5) == "ok moving"
    assert simulator.operate("move", 0.6) == "error it is still moving"
    assert told(simulator, 0.6)["moving"] == "yes"
    between = simulator.camera.exposure
    assert between is not None
    assert between.scene is not None
    assert all(np.hypot(*card.smear) > 0.1 for card in between.scene.cards)
    just_before, at_rest, later = (frame(simulator, moment).astype(int) for moment in (0.89, 0.95, 1.5))
    assert told(simulator, 1.5)["moving"] == "no"
    assert np.abs(at_rest - later).max() <= 2, "nothing moves any more"
    assert np.abs(just_before - at_rest).mean() < 1.0, "no jump at the end"
    assert np.abs(before.astype(int) - later).mean() > 5


def test_light_cover_disturb_and_level() -> None:
    simulator = camera("show 2c", level="clean")
    bright = frame(simulator, 0.5)
    assert simulator.operate("light 0.5", 0.5) == "ok light 0.5"
    assert frame(simulator, 0.6).mean() < 0.7 * bright.mean()
    assert simulator.operate("light 1", 0.6) == "ok light 1"
    assert simulator.operate("cover", 0.6) == "ok cover 0.5"
    assert paper(frame(simulator, 0.7)) < 0.8 * paper(bright)
    assert simulator.operate("cover 0", 0.7) == "ok cover 0"
    assert simulator.operate("disturb noise 1", 0.7) == "ok noise 1"
    assert frame(simulator, 0.8).std() != bright.std()
    assert simulator.operate("level clean", 0.8) == "ok level clean"
    assert np.abs(frame(simulator, 0.9).astype(int) - bright).max() <= 2


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("shwo As", "error camera: unknown hand 'shwo'; did you mean 'show'?"),
        ("show", "error show takes one card or two"),
        ("show As Kd 2c", "error show takes one card or two"),
        ("show 1s", "error '1s' is no card"),
        ("hide", "error no card lies there"),
        ("turn", "error no card lies there"),
        ("move", "error no card lies there"),
        ("light", "error light takes a number from 0 (dark)"),
        ("light 2", "error light takes a number from 0 to 1, not '2'"),
        ("cover nan", "error cover takes a number from 0 to 1"),
        ("disturb", "error disturb takes a disturbance"),
        ("disturb blurr 1", "error unknown disturbance 'blurr'; did you mean 'blur'?"),
        ("level", "error level takes the name of one"),
        ("level hevy", "error unknown level 'hevy'; did you mean 'heavy'?"),
        ("plug", "error it is plugged in already"),
        ("freeze now", "error freeze takes nothing more"),
        ("fault", "error fault takes a kind: frozen, black, lost"),
        ("fault jam", "error camera has no fault jam"),
        ("power off", "error camera: unknown hand 'power'"),
        ("", "error say what to do"),
    ],
)
def test_what_cannot_be_done_is_answered_with_the_reason(hand: str, answer: str) -> None:
    assert camera().operate(hand, 0.1).startswith(answer)


def test_unplugged_there_is_no_picture_plugged_in_there_is_one_after_the_self_test() -> None:
    simulator = camera("show As", self_test=0.5)
    assert simulator.frame(0.3) is None
    assert simulator.frame(0.6) is not None
    assert simulator.operate("unplug", 0.7) == "ok unplugged"
    assert simulator.operate("unplug", 0.7) == "error it is unplugged already"
    assert simulator.frame(0.7) is None
    assert simulator.frame(5.0) is None
    assert simulator.operate("plug", 5.0) == "ok plugged in"
    assert simulator.frame(5.3) is None
    assert paper(frame(simulator, 5.6)) > 5_000, "the card still lies there"


def test_cards_are_dealt_by_themselves() -> None:
    simulator = camera(deal=0.5)
    cards = [told(simulator, 0.25 + 0.5 * number)["cards"] for number in range(104)]
    assert sorted(cards[:52]) == sorted(ALL_CARDS) == sorted(cards[52:])
    assert cards[:52] != cards[52:]


# Nothing about a card that lies face down


def test_face_down_all_52_cards_give_the_same_bytes() -> None:
    def seen(*hands: str) -> tuple[bytes, ...]:
        simulator = camera(*hands, level="moderate")
        return (
            frame(simulator, 0.5).tobytes(),
            frame(simulator, 1.0).tobytes(),
            simulator.operate("state", 1.0).encode(),
        )

    every = {seen(f"show {card}", "turn") for card in ALL_CARDS}
    assert len(every) == 1
    ((_, _, state),) = every
    assert b"cards=face-down" in state


def test_a_card_shown_as_back_is_known_to_nobody() -> None:
    simulator = camera("show back")
    assert told(simulator, 0.5)["cards"] == "face-down"
    assert simulator.operate("turn", 0.5).startswith("error nobody knows")
    assert simulator.operate("show As back", 0.5) == "ok shown As back"


def test_what_is_taken_of_a_face_down_card_holds_no_face() -> None:
    simulator = camera("show Qd", "turn")
    simulator.run_until(0.5)
    assert simulator.camera.exposure is not None
    assert "Qd" not in repr(simulator.camera.exposure)


# Faults of the camera


def test_d_a_frozen_picture_stays_the_same_until_cleared() -> None:
    simulator = camera("show As")
    last = frame(simulator, 0.5)
    assert simulator.operate("freeze", 0.5) == "ok frozen until clear"
    simulator.operate("show Kd", 0.6)
    assert all(np.array_equal(frame(simulator, 0.6 + step), last) for step in range(4))
    assert simulator.operate("clear", 4.0).startswith("ok")
    assert not np.array_equal(frame(simulator, 4.1), last)


def test_d_a_black_picture_is_black_and_not_frozen() -> None:
    simulator = camera("show As", "fault black")
    one, other = frame(simulator, 0.5), frame(simulator, 0.6)
    assert one.max() <= 1
    assert not np.array_equal(one, other)


def test_d_a_lost_camera_gives_no_picture_and_comes_back() -> None:
    simulator = camera("show As")
    simulator.operate("fault lost for=1", 0.5)
    assert simulator.frame(0.6) is None
    assert simulator.frame(1.4) is None
    assert simulator.frame(1.6) is not None
    assert told(simulator, 1.6)["faults"] == "none"


@pytest.mark.parametrize("kind", ["frozen", "black", "lost"])
def test_e_clear_after_counts_spoilt_pictures(kind: str) -> None:
    simulator = build_camera(seed=7, options={"width": 64, "height": 64}, faults=[f"{kind}:at=0.5,clear_after=6"])
    good = frame(simulator, 0.49)

    def spoilt(now: float) -> bool:
        picture = simulator.frame(now)
        return picture is None or bool(picture.max() <= 1) or np.array_equal(picture, good)

    assert [spoilt(0.5 + (tick + 0.5) * TICK) for tick in range(8)] == [True] * 6 + [False] * 2


def test_e_a_fault_throws_dice_for_each_picture() -> None:
    simulator = build_camera(seed=7, options={"width": 64, "height": 64}, faults=["lost:rate=0.3"])
    lost = [simulator.frame((tick + 0.5) * TICK) is None for tick in range(200)]
    # 200 throws at 0.3: 60 ± 6.5; five deviations to either side.
    assert 27 <= lost.count(True) <= 93


# Scenarios, options


def documented() -> str:
    blocks: list[str] = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    return next(text for text in blocks if 'device = "camera"' in text)


def test_e_the_documented_scenario_runs() -> None:
    simulator = build_camera(
        scenario=parse_scenario(documented(), "page"), options={"width": 320, "height": 240, "scale": 1.7}
    )
    empty = frame(simulator, 0.45)
    assert simulator.frame(1.0) is not None
    assert told(simulator, 1.0) | {"frames": ""} == told(simulator, 1.0) | {
        "cards": "Kh",
        "faults": "frozen",
        "frames": "",
    }
    frozen = frame(simulator, 1.0)
    assert np.array_equal(frozen, frame(simulator, 3.4))
    assert np.abs(frozen.astype(int) - empty).mean() < 20, "it froze before the card was seen"
    assert paper(frame(simulator, 4.0)) > 100
    assert simulator.frame(5.1) is None
    assert not simulator.notes


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('device = "shoe"', "the scenario is for a shoe, not for a camera"),
        ('device = "camera"\nkey = "none"', "a camera has no key"),
        ('device = "camera"\n[[step]]\nat = 1\ndo = "shwo As"', "s, step 1: camera: unknown hand 'shwo'"),
        ('device = "camera"\n[[step]]\nafter = "FRAM"\ndo = "hide"', "s, step 1: unknown event or request 'FRAM'"),
        ('device = "camera"\n[[step]]\nat = 1\nfault = { kind = "jam" }', "s, step 1: camera has no fault jam"),
        ('device = "camera"\noptions = { rate = 0 }', "camera: option rate lies between 1 and 240, not 0"),
    ],
)
def test_e_bad_scenarios_are_refused(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as error:
        build_camera(scenario=parse_scenario(text, "s"))
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"blurr": "1"}, "camera: unknown option 'blurr'; did you mean 'blur'?"),
        ({"blur": "2"}, "camera: option blur lies between 0 and 1, not 2"),
        ({"blur": "much"}, "camera: option blur takes a number, not 'much'"),
        ({"width": "wide"}, "camera: option width takes a whole number, not 'wide'"),
        ({"rate": True}, "camera: option rate takes a number, not True"),
        ({"rate": "nan"}, "camera: option rate lies between"),
        ({"level": "hevy"}, "unknown level 'hevy'; did you mean 'heavy'?"),
        ({"design": "/nowhere/deck"}, "design /nowhere/deck: no such folder"),
    ],
)
def test_e_bad_options_are_refused(options: dict[str, object], problem: str) -> None:
    with pytest.raises(SetupError) as error:
        build_camera(options=options)
    assert str(error.value).startswith(problem)


@pytest.mark.parametrize(("numbers", "problem"), [({"seed": -1}, "a seed is"), ({"unit": 8}, "a unit is")])
def test_e_seed_and_unit_have_their_limits(numbers: dict[str, int], problem: str) -> None:
    with pytest.raises(SetupError, match=problem):
        build_camera(**numbers)  # type: ignore[arg-type]  # seed and unit, both numbers


def test_e_another_unit_sees_another_picture() -> None:
    pictures = [build_camera(seed=7, unit=unit, options={"width": 64, "height": 64}).frame(0.0) for unit in (0, 1)]
    assert pictures[0] is not None
    assert pictures[1] is not None
    assert not np.array_equal(pictures[0], pictures[1])


def test_e_a_design_from_a_folder_is_what_the_camera_sees(tmp_path: Path) -> None:
    plain_pictures(tmp_path / "deck")
    simulator = camera("show Kc", level="clean", design=str(tmp_path / "deck"))
    shade = 40 + 4 * ALL_CARDS.index("Kc")
    assert (np.abs(frame(simulator, 0.5).astype(int) - shade).max(axis=2) <= 2).sum() > 10_000
