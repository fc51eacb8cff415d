"""Scenarios and hands as text (E)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware_sims.devices import DEVICES, build
from hardware_sims.errors import SetupError
from hardware_sims.scenario import bundled_scenarios, load_scenario, parse_scenario
from tests.hardware_sims.devices.host import Host

DOCUMENTED = """
device = "shoe"
seed = 7
options = { decks = 6, serial = "S1-7" }
[[step]]
at = 0.5
do = "load 312"
[[step]]
after = "CARD_DRAWN"
count = 4
fault = { kind = "double-feed", clear_after = 1 }
"""


def host_with(text: str, **setup: Any) -> Host:
    plan = parse_scenario(text, "test.toml")
    return Host(plan.device, scenario=plan, **setup)


def test_e_the_documented_scenario() -> None:
    host = host_with(DOCUMENTED)
    identity = host.hello()
    assert identity["serial"] == "S1-7"
    assert host.names() == ["POWER_UP", "DOOR", "DOOR", "LOADED"]
    host.does("ENABLE")
    host.operate("draw 4")
    assert host.names() == ["ENABLED"] + ["CARD_DRAWN"] * 4
    host.operate("draw 1")
    assert host.names() == ["CARD_DRAWN", "CARD_DRAWN", "FAULT", "INHIBITED"]
    host.does("CLEAR", fault=2)


def test_e_steps_after_requests_and_after_a_lost_link() -> None:
    host = host_with(
        'device = "reader"\n'
        '[[step]]\nafter = "ARM"\ncount = 2\ndo = "insert Kh"\n'
        '[[step]]\nafter = "link-down"\ndo = "door open"\n'
    )
    host.ready()
    host.does("ARM", round=1, up=1)
    host.does("INHIBIT")
    host.does("ENABLE")
    assert "INSERTED" not in host.names()
    host.does("ARM", round=2, up=1)
    assert host.names() == ["INSERTED"]
    host.wait(3)
    assert host.names() == ["RESULT", "INHIBITED", "DOOR"]


def test_e_the_seed_of_a_scenario_and_of_the_caller() -> None:
    assert build("shoe", scenario=parse_scenario(DOCUMENTED, "x")).setup.seeds.seed == 7
    assert build("shoe", scenario=parse_scenario(DOCUMENTED, "x"), seed=9).setup.seeds.seed == 9


def test_e_a_step_that_fails_when_its_time_comes_is_noted_not_fatal() -> None:
    host = host_with('device = "shoe"\n[[step]]\nat = 0.9\ndo = "draw 1"\n')
    assert host.simulator.notes == ["test.toml, step 1: the shoe is empty"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("device = ", "s.toml: no TOML"),
        ("seed = 7", "s.toml: device is missing"),
        ('device = "shoe"\nsede = 7', "s.toml: unknown key 'sede'; did you mean 'seed'?"),
        ('device = "shoe"\nseed = "x"', "s.toml: seed must be a whole number, not 'x'"),
        ('device = "shoe"\n[[step]]\ndo = "draw"', "s.toml, step 1: a step has either at or after"),
        ('device = "shoe"\n[[step]]\nat = 1', "s.toml, step 1: a step has either do or fault"),
        ('device = "shoe"\n[[step]]\nat = -1\ndo = "draw"', "s.toml, step 1: at is a number of seconds"),
        ('device = "shoe"\n[[step]]\nat = 1\ncount = 2\ndo = "draw"', "s.toml, step 1: count goes with after"),
        (
            'device = "shoe"\n[[step]]\nat = 1\nfault = { kind = "jamm" }',
            "s.toml, step 1: unknown fault 'jamm'; did you mean 'jam'?",
        ),
        ('device = "shoe"\n[[step]]\nat = 1\nfault = "jam"', "s.toml, step 1: fault is a table with its kind"),
        ('device = "shoe"\n[[step]]\nat = 1\nfault = { kind = "motor" }', "s.toml, step 1: shoe has no fault motor"),
        (
            'device = "shoe"\n[[step]]\nafter = "CARD_DRAW"\ndo = "draw"',
            "s.toml, step 1: unknown event or request 'CARD_DRAW'; did you mean 'CARD_DRAWN'?",
        ),
        ('device = "shoe"\n[[step]]\nat = 1\ndo = "drwa 1"', "s.toml, step 1: shoe: unknown hand 'drwa'; did you mean"),
        (
            'device = "shoe"\noptions = { deks = 6 }',
            "shoe: unknown option 'deks'; did you mean 'decks'?",
        ),
    ],
)
def test_e_bad_scenarios_are_told_with_place_and_nearest_word(text: str, problem: str) -> None:
    with pytest.raises(SetupError) as error:
        build("shoe", scenario=parse_scenario(text, "s.toml"))
    assert str(error.value).startswith(problem)


def test_e_a_scenario_for_another_device_is_refused() -> None:
    with pytest.raises(SetupError, match="the scenario is for a shoe, not for a reader"):
        build("reader", scenario=parse_scenario(DOCUMENTED, "x"))


def test_e_scenarios_that_come_along_all_fit_their_devices(tmp_path: Path) -> None:
    names = bundled_scenarios()
    assert {load_scenario(name).device for name in names} == set(DEVICES) - {"reader-usb"}
    for name in names:
        plan = load_scenario(name)
        assert plan.about
        build(plan.device, scenario=plan)
    with pytest.raises(SetupError, match="did you mean 'shoe-evening'"):
        load_scenario("shoe-evenin")
    copy = tmp_path / "mine.toml"
    copy.write_text(DOCUMENTED)
    assert load_scenario(copy).device == "shoe"


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"decks": 9}, "shoe: option decks lies between 1 and 8, not 9"),
        ({"decks": "six"}, "option decks takes a whole number, not 'six'"),
        ({"gate": "maybe"}, "option gate takes true or false, not 'maybe'"),
        ({"serial": "much-too-long-serial"}, "shoe: option serial is at most 12 ASCII characters"),
        ({"fw": "1.2"}, "shoe: option fw is four numbers"),
        ({"fw_sha256": "ab"}, "shoe: option fw_sha256 is 64 hex digits"),
    ],
)
def test_e_bad_options_are_told_clearly(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(SetupError) as error:
        build("shoe", options=options)
    assert str(error.value).startswith(problem)


def test_e_bad_devices_keys_units_and_seeds() -> None:
    for wrong, problem in (
        ({"device": "shoo"}, "unknown device 'shoo'; did you mean 'shoe'?"),
        ({"key": "ab"}, "a key is 64 hex digits or none"),
        ({"key": b"short"}, "a key has 32 bytes, not 5"),
        ({"unit": 8}, "a unit is a number from 0 to 7"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"planted": "C99"}, "unknown planted fault 'C99'"),
        ({"planted": "C44"}, "planted fault C44 is for angel-eye, not for shoe"),
    ):
        with pytest.raises(SetupError) as error:
            build(**{"device": "shoe", **wrong})  # type: ignore[arg-type]  # wrong on purpose
        assert str(error.value).startswith(problem)


def test_e_every_hand_answers_ok_or_error() -> None:
    host = Host("shoe")
    for line in ("state", "", "fault", "fault jamm", "nonsense", "clear", "draw x", "cut 5", "service", "power"):
        answer = host.line.operate(line)
        assert answer.split()[0] in ("ok", "error"), line
    assert "did you mean 'draw'" in host.line.operate("darw")
    assert host.line.operate("state").startswith("ok device=shoe serial=SIM-S0 power=on state=EMPTY enabled=no")
