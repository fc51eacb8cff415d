"""check, in virtual time: every simulator passes its whole list, and each item fails where its fault is planted."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import Result

from hardware_sims.devices import build
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.benches import bench_of_simulator
from hardware_sims.tools.conformance.items.golden import GOLDEN_WIRES
from hardware_sims.tools.conformance.items.item import (
    FAMILY_OF_LETTER,
    LETTER_OF_FAMILY,
    FailedError,
    Item,
    all_items,
)
from hardware_sims.tools.conformance.ports.port import NoOperator
from hardware_sims.tools.conformance.report import table_of_items
from hardware_sims.tools.conformance.runner import Verdict, items_for, verdicts

Verb = Callable[..., Result]
DEVICES = ["batch-shuffler", "continuous-shuffler", "shoe", "reader", "reader-usb", "angel-eye"]
VECTORS = Path(__file__).parents[2] / "vectors"
DOCUMENT = Path(__file__).parents[3] / "docs" / "conformance.md"


def judged(device: str, item: Item[object], *, planted: str | None = None, key: str | None = None) -> Verdict:
    bench = bench_of_simulator(lambda own: build(device, seed=7, key=own or key, planted=planted), key)
    (verdict,) = verdicts(bench, [item])
    return verdict


def test_the_list_is_complete() -> None:
    assert [item.number for item in all_items()] == list(range(1, 56))


@pytest.mark.parametrize("device", DEVICES)
def test_every_simulator_passes_its_whole_list(device: str) -> None:
    bench = bench_of_simulator(lambda key: build(device, seed=7, key=key))
    found = list(verdicts(bench, items_for(LETTER_OF_FAMILY[device.removesuffix("-usb")])))
    assert [verdict.line() for verdict in found if verdict.outcome != "PASS"] == []


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler"])
def test_a_paired_shuffler_passes_too(device: str) -> None:
    bench = bench_of_simulator(lambda key: build(device, seed=3, key=key or "17" * 32, unit=2))
    items = [item for item in items_for(LETTER_OF_FAMILY[device]) if item.number != 28]
    assert [verdict.line() for verdict in verdicts(bench, items) if verdict.outcome != "PASS"] == []


def test_an_unpaired_shoe_is_judged_where_pairing_does_not_matter() -> None:
    bench = bench_of_simulator(lambda key: build("shoe", seed=7, key="none"), "none")
    found = {verdict.item.number: verdict for verdict in verdicts(bench, items_for("s"))}
    assert found[37].outcome == "PASS"
    assert found[24].outcome == "PASS"
    assert {verdict.outcome for verdict in found.values()} == {"PASS", "SKIP"}
    assert found[32].reason == "needs a paired device: pair it and give --key"


def test_without_hands_what_needs_a_person_is_skipped_and_nothing_fails() -> None:
    for device in ("batch-shuffler", "shoe", "reader", "angel-eye"):
        bench = bench_of_simulator(lambda key, device=device: build(device, seed=7, key=key))  # type: ignore[misc]
        bench.operator = NoOperator()
        own_hands = 37  # its unpaired twin is a simulator of its own
        for verdict in verdicts(
            bench, [item for item in items_for(LETTER_OF_FAMILY[device]) if item.number != own_hands]
        ):
            assert verdict.outcome == ("SKIP" if verdict.item.needs_operator else "PASS"), verdict.line()


@pytest.mark.parametrize("item", all_items(), ids=lambda item: item.name)
def test_each_item_fails_on_a_simulator_broken_for_it(item: Item[object]) -> None:
    """In every family the item is for."""
    for letter in item.families:
        key = "17" * 32 if letter in "bc" and item.number == 24 else None
        verdict = judged(FAMILY_OF_LETTER[letter], item, planted=item.name, key=key)
        assert verdict.outcome == "FAIL", f"{FAMILY_OF_LETTER[letter]}: {verdict.line()}"
        assert verdict.reason


def test_check_prints_each_item_and_ends_with_0(verb: Verb) -> None:
    result = verb("check", "sim://reader", "--only", "1-3,C42")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[:2] for line in lines[:4]] == [["C1", "PASS"], ["C2", "PASS"], ["C3", "PASS"], ["C42", "PASS"]]
    assert "4 passed, 0 failed, 0 skipped" in lines[-1]


def test_check_fails_with_1_and_the_reason(verb: Verb) -> None:
    result = verb("check", "sim://shoe?planted=C5", "--only", "4,5", "--quiet")
    assert result.exit_code == 1
    assert result.output.startswith("C5   FAIL ")


def test_json_and_junit_say_the_same(verb: Verb, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    result = verb("check", "sim://shoe?planted=C5&key=none", "--only", "5,15", "--json", "--junit", report)
    assert result.exit_code == 1
    told = json.loads(result.output)
    assert (told["passed"], told["failed"], told["skipped"]) == (0, 1, 1)
    assert [entry["item"] for entry in told["items"]] == ["C5", "C15"]
    suite = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("2", "1", "1")
    failure = suite.find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == told["items"][0]["reason"]


def test_strict_makes_a_skipped_item_a_failure(verb: Verb) -> None:
    assert verb("check", "sim://shoe?key=none", "--only", "15").exit_code == 0
    assert verb("check", "sim://shoe?key=none", "--only", "15", "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["/nowhere/at/all", "--family", "shoe"], "cannot be opened"),
        (["/nowhere/at/all"], "--family is missing"),
        (["sim://toaster"], "toaster"),
        (["sim://shoe?seed=x"], "seed takes a whole number"),
        (["sim://shoe", "--only", "x"], "numbers and ranges"),
        (["sim://shoe", "--only", "25"], "names no item"),
        (["sim://shoe", "--key", "12"], "64 hex digits"),
    ],
)
def test_bad_input_ends_with_2_and_says_what_to_do(verb: Verb, arguments: list[str], words: str) -> None:
    result = verb("check", *arguments)
    assert result.exit_code == 2
    assert words in result.output


def test_the_document_holds_the_list_as_it_is_judged() -> None:
    assert "\n".join(table_of_items()) in DOCUMENT.read_text(encoding="utf-8")


def test_c4_sends_every_golden_request() -> None:
    frames = tomllib.loads((VECTORS / "tablelink.toml").read_text(encoding="utf-8"))["frame"]
    wanted = {frame["name"]: frame["wire"] for frame in frames if frame["dir"] == "host"}
    assert {name: wire.lower() for name, wire in GOLDEN_WIRES.items()} == wanted


@pytest.mark.parametrize("times", [1, 2])
def test_a_reply_that_comes_late_is_not_taken_for_the_next_one(times: int) -> None:
    bench = bench_of_simulator(lambda key: build("shoe", seed=7, key=key))
    assert isinstance(bench, Bench)
    bench.hello()
    bench.do(f"fault late ms=150 dir=device clear_after={times}")
    assert [bench.status().name for _ in range(3)] == ["STATUS_IS"] * 3


def test_two_replies_to_one_request_are_found_out() -> None:
    bench = bench_of_simulator(lambda key: build("shoe", seed=7, key=key))
    assert isinstance(bench, Bench)
    bench.hello()
    bench.do("fault duplicate dir=device clear_after=1")
    with pytest.raises(FailedError, match="has SEQ 1, not"):
        [bench.status() for _ in range(5)]
