"""fuzz: nothing to find on healthy simulators, something on broken ones, and always the same for the same seed."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from hardware_sims.endpoints.sim_url import SimulatorUrl
from hardware_sims.tools.fuzz import target_of_simulator
from hardware_sims.tools.fuzzer.engine import Finding, fuzzed, replayed, shrunk
from hardware_sims.tools.fuzzer.mutations import Mutation

Verb = Callable[..., Result]


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler", "shoe", "reader", "angel-eye"])
def test_healthy_simulators_stand_it(verb: Verb, device: str) -> None:
    result = verb("fuzz", device, "--frames", "400", "--seed", "5")
    assert result.exit_code == 0, result.output
    assert "400 strokes, 0 findings" in result.output


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler", "shoe", "reader", "angel-eye"])
def test_healthy_simulators_stand_it_for_long(verb: Verb, device: str, seed: int) -> None:
    assert verb("fuzz", device, "--frames", "20000", "--seed", str(seed)).exit_code == 0


@pytest.mark.parametrize("planted", ["C1", "C2", "C3", "C6", "C8", "C9", "C12", "C13", "C14", "C15", "C24"])
def test_a_broken_simulator_is_found_out(planted: str) -> None:
    target = target_of_simulator(SimulatorUrl(f"sim://shoe?planted={planted}"))
    finding = next(entry for entry in fuzzed(target, 1, lambda done: done < 3000) if isinstance(entry, Finding))
    again, capture = replayed(target, finding.strokes)
    assert again == finding.problem
    assert capture == finding.capture
    assert len(finding.strokes) <= 5


def test_a_crash_is_a_finding() -> None:
    make = SimulatorUrl("sim://shoe")
    target = target_of_simulator(make)
    port, referee = target.fresh()

    def broken(data: bytes, now: float) -> None:
        raise IndexError("planted")

    port.simulator.feed = broken  # type: ignore[attr-defined]
    broken_target = target.__class__(fresh=lambda: (port, referee), dialect="tablelink", device="shoe")
    finding = next(entry for entry in fuzzed(broken_target, 1, lambda done: done < 5) if isinstance(entry, Finding))
    assert "the device crashed: IndexError" in finding.problem


def test_shrinking_keeps_only_what_matters() -> None:
    strokes = [Mutation(pause_us=9, data=bytes([number])) for number in range(60)]

    def objects(some: list[Mutation]) -> str | None:
        said = b"".join(stroke.data for stroke in some)
        return "seven, then forty" if b"\x07" in said and b"\x28" in said else None

    assert shrunk(strokes, objects) == [Mutation(pause_us=0, data=b"\x07"), Mutation(pause_us=0, data=b"\x28")]


def test_the_same_seed_finds_the_same(verb: Verb) -> None:
    first, second = (verb("fuzz", "sim://shoe?planted=C13", "--frames", "300", "--seed", "9") for _ in range(2))
    assert first.exit_code == 1
    assert first.output == second.output


def test_findings_as_json_and_as_captures(verb: Verb, tmp_path: Path) -> None:
    result = verb("fuzz", "sim://shoe?planted=C1", "--frames", "50", "--json", "-o", tmp_path / "found")
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert told["findings"][0]["problem"] == "HELLO: IDENTITY does not repeat the nonce"
    assert told["findings"][0]["seed"] == 1
    written = (tmp_path / "found" / "finding-1.log").read_text(encoding="utf-8")
    assert written == told["findings"][0]["capture"]
    assert verb("decode", tmp_path / "found" / "finding-1.log").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["toaster"], "--family is missing"),
        (["sim://toaster"], "toaster"),
        (["/nowhere/at/all", "--family", "shoe"], "cannot be opened"),
        (["shoe", "--dialect", "angel-eye"], "speaks tablelink"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_to_do(verb: Verb, arguments: list[str], words: str) -> None:
    result = verb("fuzz", *arguments)
    assert result.exit_code == 2
    assert words in result.output


def test_a_device_on_a_line(verb: Verb, devices: Callable[..., Any]) -> None:
    found = devices("all", "--listen", "pty", "--seed", "7", "--time-scale", "4", "--option", "cycle_seconds=1.2")
    for channel, family in (("reader0", "reader"), ("angel-eye0", "angel-eye")):
        result = verb("fuzz", found.lines[channel], "--family", family, "--frames", "6", "--seed", "3")
        assert result.exit_code == 0, result.output
        assert "6 strokes, 0 findings" in result.output


def test_a_finding_on_a_line_comes_with_what_was_sent() -> None:
    healthy = target_of_simulator(SimulatorUrl("sim://shoe?planted=C13"))
    on_a_line = replace(healthy, can_be_fresh=False)
    finding = next(entry for entry in fuzzed(on_a_line, 1, lambda done: done < 500) if isinstance(entry, Finding))
    assert 1 <= len(finding.strokes) <= 20
    assert finding.capture.count(" T\n") >= 1
