"""What a power cut leaves of a device goes through a file of plain values, and a file builds nothing else (A5)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hardware_sims.devices import Simulator, build
from hardware_sims.errors import SetupError
from tests.hardware_sims.devices.host import Host

WORK = {
    "shoe": ("load 312", "draw 3", "face-up", "cut 20"),
    "batch-shuffler": ("load 312",),
    "continuous-shuffler": ("load 312", "draw 4"),
    "reader": (),
}


def _used(kind: str) -> Host:
    host = Host(kind).ready()
    host.does("ENABLE")
    for action in WORK[kind]:
        host.operate(action)
        host.wait(0.2)
    if kind == "shoe":
        host.does("REVEAL", draw=1, why=1)
    elif kind == "reader":
        host.does("ARM", round=5, up=1)
        host.operate("insert Kh")
        host.wait(0.5)
    return host


def _again(kind: str, left: Any) -> Simulator:
    simulator = build(kind, seed=7)
    simulator.switch_on_with(json.loads(json.dumps(left)))
    return simulator


@pytest.mark.parametrize("kind", WORK)
def test_a5_a_device_comes_back_from_a_file_as_it_was(kind: str) -> None:
    left: Any = _used(kind).simulator.lasting()
    again: Any = _again(kind, left).lasting()
    assert again["memory"].pop("boots") == left["memory"].pop("boots") + 1  # it was switched on once more
    assert again == left


@pytest.mark.parametrize("kind", WORK)
def test_whatever_else_a_file_says_is_refused_and_changes_nothing(kind: str) -> None:
    left = _used(kind).simulator.lasting()
    broken: list[Any] = [None, [], {}, {**left, "more": 1}, "cos\nsystem\n(S'true'\ntR."]
    broken += [{**left, name: wrong} for name in left for wrong in ({"__class__": "os"}, 1.5, [[[1]]], "zz")]
    for plain in broken:
        simulator = build(kind, seed=7)
        new = build(kind, seed=7).lasting()
        if isinstance(plain, dict) and plain.get("state") == "zz":
            continue  # a text is a text
        with pytest.raises(SetupError):
            simulator.switch_on_with(plain)
        assert simulator.lasting() == new
