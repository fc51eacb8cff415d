"""check, in virtual time: every simulator passes its whole list, and each item fails where its fault is planted."""

import io
import json
import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import Result

from hardware_sims.devices import build
from hardware_sims.tools.conformance.bench import Answer, Bench
from hardware_sims.tools.conformance.benches import bench_of_simulator
from hardware_sims.tools.conformance.items.framing import GOLDEN_WIRES
from hardware_sims.tools.conformance.items.item import (
    FAMILY_OF_LETTER,
    LETTER_OF_FAMILY,
    AgainError,
    FailedError,
    Item,
    SkippedError,
    all_items,
)
from hardware_sims.tools.conformance.operators import Person
from hardware_sims.tools.conformance.port import NoOperator, Operator, OperatorRefusedError
from hardware_sims.tools.conformance.report import table_of_items
from hardware_sims.tools.conformance.runner import Verdict, items_for, items_of_profile, verdicts

Verb = Callable[..., Result]
DEVICES = ["batch-shuffler", "continuous-shuffler", "shoe", "reader", "reader-usb", "angel-eye"]
VECTORS = Path(__file__).parents[2] / "vectors"
NEED_A_KEY = (60, 62)
"""Skipped on a shuffler that is not paired."""
TWO_BATCHES = 64
"""Skipped on a shuffler that holds one batch."""
DOCUMENT = Path(__file__).parents[3] / "docs" / "conformance.md"


def judged(device: str, item: Item[object], *, planted: str | None = None, key: str | None = None) -> Verdict:
    options = {"two_batches": True} if item.number == 64 else {}
    bench = bench_of_simulator(lambda own: build(device, seed=7, key=own or key, planted=planted, options=options), key)
    (verdict,) = verdicts(bench, [item])
    return verdict


def test_the_list_is_complete() -> None:
    assert [item.number for item in all_items()] == list(range(1, 68))


@pytest.mark.parametrize("device", DEVICES)
def test_every_simulator_passes_its_whole_list(device: str) -> None:
    bench = bench_of_simulator(lambda key: build(device, seed=7, key=key))
    items = [item for item in items_for(LETTER_OF_FAMILY[device.removesuffix("-usb")]) if not item.slow]
    if device.endswith("shuffler"):
        items = [item for item in items if item.number not in (*NEED_A_KEY, TWO_BATCHES)]
    found = list(verdicts(bench, items))
    assert [verdict.line() for verdict in found if verdict.outcome != "PASS"] == []


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler"])
def test_a_paired_shuffler_passes_too(device: str) -> None:
    bench = bench_of_simulator(lambda key: build(device, seed=3, key=key or "17" * 32, unit=2))
    items = [
        item for item in items_for(LETTER_OF_FAMILY[device]) if item.number not in (28, TWO_BATCHES) and not item.slow
    ]
    assert [verdict.line() for verdict in verdicts(bench, items) if verdict.outcome != "PASS"] == []


def test_a_shuffler_with_two_batches_passes_its_whole_list() -> None:
    bench = bench_of_simulator(
        lambda key: build("batch-shuffler", seed=7, key=key or "17" * 32, options={"two_batches": True})
    )
    items = [item for item in items_for("b") if item.number != 28 and not item.slow]
    assert [verdict.line() for verdict in verdicts(bench, items) if verdict.outcome != "PASS"] == []


def test_a_device_of_minor_0_is_judged_as_before() -> None:
    bench = bench_of_simulator(lambda key: build("shoe", seed=7, key=key, options={"minor": 0}))
    found = {verdict.item.number: verdict for verdict in verdicts(bench, items_for("s", [1, 2, 12, *range(57, 64)]))}
    assert [number for number, verdict in found.items() if verdict.outcome == "PASS"] == [1, 2, 12]
    assert {found[number].reason for number in range(59, 64)} == {"the device speaks minor 0"}


def test_an_unpaired_shoe_is_judged_where_pairing_does_not_matter() -> None:
    bench = bench_of_simulator(lambda key: build("shoe", seed=7, key="none"), "none")
    items = [item for item in items_for("s") if not item.slow]
    found = {verdict.item.number: verdict for verdict in verdicts(bench, items)}
    assert found[37].outcome == "PASS"
    assert found[24].outcome == "PASS"
    assert {verdict.outcome for verdict in found.values()} == {"PASS", "SKIP"}
    assert found[32].reason == "needs a paired device: pair it and give --key"


def test_without_hands_what_needs_a_person_is_skipped_and_nothing_fails() -> None:
    for device in ("batch-shuffler", "shoe", "reader", "angel-eye"):
        bench = bench_of_simulator(lambda key, device=device: build(device, seed=7, key=key))  # type: ignore[misc]
        bench.operator = NoOperator()
        own_hands = 37  # its unpaired twin is a simulator of its own
        left_out = {own_hands, *(NEED_A_KEY if device == "batch-shuffler" else ())}
        for verdict in verdicts(
            bench,
            [item for item in items_for(LETTER_OF_FAMILY[device]) if item.number not in left_out and not item.slow],
        ):
            assert verdict.outcome == ("SKIP" if verdict.item.needs_operator else "PASS"), verdict.line()


@pytest.mark.parametrize("item", [item for item in all_items() if not item.slow], ids=lambda item: item.name)
def test_each_item_fails_on_a_simulator_broken_for_it(item: Item[object]) -> None:
    """In every family the item is for."""
    for letter in item.families:
        key = "17" * 32 if letter in "bc" and item.number in (24, 60, 62) else None
        verdict = judged(FAMILY_OF_LETTER[letter], item, planted=item.name, key=key)
        assert verdict.outcome == "FAIL", f"{FAMILY_OF_LETTER[letter]}: {verdict.line()}"
        assert verdict.reason


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler", "shoe", "reader"])
@pytest.mark.parametrize(("planted", "outcome"), [(None, "PASS"), ("C56", "FAIL")])
def test_the_end_of_a_session_is_judged(device: str, planted: str | None, outcome: str) -> None:
    """Both sides are put shortly before the end: the way there takes 65,535 requests, and is a proof of its own."""
    simulator = build(device, seed=7, planted=planted)
    bench = bench_of_simulator(lambda key: simulator)
    assert isinstance(bench, Bench)
    hello = bench.hello

    def near_the_end() -> Answer:
        answer = hello()
        simulator.device.link.session.last_seq = bench.seq = 65_500  # type: ignore[attr-defined]
        return answer

    bench.hello = near_the_end  # type: ignore[method-assign,assignment]
    (verdict,) = verdicts(bench, items_for(LETTER_OF_FAMILY[device], [56]))
    assert verdict.outcome == outcome, verdict.line()
    if planted:
        assert verdict.reason.startswith("SEQ 1 after 65535 was answered STATUS_IS")


@pytest.mark.proof
def test_a_session_of_65535_requests_is_judged_from_its_beginning() -> None:
    assert judged("reader", all_items()[55]).outcome == "PASS"


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


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler", "shoe", "reader", "angel-eye"])
def test_the_field_profile_takes_at_most_twenty_acts_and_a_quarter_of_an_hour(device: str) -> None:
    bench = bench_of_simulator(lambda key: build(device, seed=7, key=key))
    people = bench.operator = CountingOperator(bench.operator)
    items = [item for item in items_of_profile(LETTER_OF_FAMILY[device], "field") if item.number not in NEED_A_KEY]
    start = bench.port.now()
    assert [verdict.line() for verdict in verdicts(bench, items) if verdict.outcome != "PASS"] == []
    assert people.acts <= 20
    assert bench.port.now() - start + people.acts * 30 <= 15 * 60, "half a minute for each act"
    assert {item.number for item in items} < {item.number for item in items_for(LETTER_OF_FAMILY[device])} or (
        device == "angel-eye"
    )


class CountingOperator:
    """Does what another one does, and counts."""

    slow = False

    def __init__(self, operator: Operator) -> None:
        self.operator, self.acts = operator, 0

    def do(self, line: str) -> str:
        self.acts += 1
        return self.operator.do(line)

    def do_quickly(self, lines: list[str]) -> None:
        self.acts += 1
        self.operator.do_quickly(lines)

    def wants_again(self, failure: str) -> bool:
        return False


class SlippingOperator(CountingOperator):
    """Slips once: says so at once (`at_once`), or when the item has failed."""

    def __init__(self, operator: Operator, *, at_once: bool) -> None:
        super().__init__(operator)
        self.slips, self.at_once, self.failures = 1, at_once, [""]

    def do(self, line: str) -> str:
        if self.slips and line.startswith("take"):
            self.slips -= 1
            if self.at_once:
                raise AgainError
            raise OperatorRefusedError("my hand slipped")
        return super().do(line)

    def wants_again(self, failure: str) -> bool:
        self.failures.append(failure)
        return len(self.failures) == 2


@pytest.mark.parametrize("at_once", [True, False])
def test_after_a_slip_of_the_hand_the_item_begins_again(at_once: bool) -> None:
    bench = bench_of_simulator(lambda key: build("batch-shuffler", seed=7, key=key))
    people = bench.operator = SlippingOperator(bench.operator, at_once=at_once)
    (verdict,) = verdicts(bench, items_for("b", [25]))
    assert verdict.outcome == "PASS", verdict.line()
    assert people.failures[-1] == ("" if at_once else "C25 failed: hands: 'take' was refused: my hand slipped")


def test_a_person_answers_again_with_one_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("a\na\n\ns\n"))
    person = Person()
    with pytest.raises(AgainError):
        person.do("take")
    assert person.wants_again("C25 failed: no BATCH_OUT")
    assert not person.wants_again("C25 failed: no BATCH_OUT")
    with pytest.raises(SkippedError):
        person.do("take")


def test_a_report_tells_device_date_list_line_and_evidence_in_every_form(verb: Verb, tmp_path: Path) -> None:
    files = ["--report", tmp_path / "r.json", "--junit", tmp_path / "r.xml", "--evidence", tmp_path / "line.log"]
    result = verb("check", "sim://shoe?fault=drop:rate=0.2,clear_after=3", "--only", "1-3,15", *files)
    assert result.exit_code == 0, result.output
    told = json.loads((tmp_path / "r.json").read_text())
    digest = sha256((tmp_path / "line.log").read_bytes()).hexdigest()
    assert told["evidence_sha256"] == digest
    assert told["device"] == {
        "serial": "SIM-S0",
        "model": "SIM-S1",
        "firmware": "1.0.0.0",
        "firmware_sha256": sha256(b"simulated shoe firmware").hexdigest(),
    }
    assert told["list"].startswith("2-")
    assert told["date"].endswith("+00:00")
    assert told["line"]["repeats"] == 3
    assert (told["line"]["latency_ms_p50"], told["line"]["latency_ms_max"]) == (2.0, 2.0)
    properties = {
        entry.get("name"): entry.get("value") for entry in ElementTree.parse(tmp_path / "r.xml").iter("property")
    }
    assert properties["evidence_sha256"] == digest
    assert properties["device_serial"] == "SIM-S0"
    assert properties["line_repeats"] == "3"
    for words in (
        digest,
        "serial SIM-S0",
        told["list"],
        "3 repeated, 0 damaged replies; answers after 2.0 / 2.0 / 2.0",
    ):
        assert words in result.output
    assert verb("decode", tmp_path / "line.log", "--only", "IDENTITY").exit_code == 0


def test_a_report_is_signed_by_the_laboratory_and_every_change_is_found(verb: Verb, tmp_path: Path) -> None:
    key, report, line = tmp_path / "lab.key", tmp_path / "r.json", tmp_path / "line.log"
    public = verb("lab_key", key, "--quiet").stdout.strip()
    assert key.stat().st_mode & 0o077 == 0
    files = ["--report", report, "--sign-with", key, "--evidence", line]
    assert verb("check", "sim://shoe", "--only", "1", *files).exit_code == 0
    verify = ["--public-key", public, "--evidence", line]
    genuine = verb("verify_report", report, *verify)
    assert (genuine.exit_code, genuine.stdout[:22]) == (0, "GENUINE: shoe SIM-S0, ")
    other = verb("lab_key", tmp_path / "other.key", "--quiet").stdout.strip()
    assert "signed by another laboratory" in verb("verify_report", report, "--public-key", other).output
    line.write_text(line.read_text().replace("shoe", "s"))
    assert "is not the evidence of this report" in verb("verify_report", report, *verify).output
    report.write_text(report.read_text().replace('"passed": 1', '"passed": 9'))
    changed = verb("verify_report", report, "--public-key", public)
    assert (changed.exit_code, changed.stdout) == (1, "NOT GENUINE: the report was changed after it was signed\n")
    assert verb("lab_key", key).exit_code == 2, "a key is never overwritten"
    assert verb("check", "sim://shoe", "--only", "1", "--sign-with", key).exit_code == 2


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
