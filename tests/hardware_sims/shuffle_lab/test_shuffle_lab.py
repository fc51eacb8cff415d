"""The shuffle laboratory: bad shuffles are found, good ones pass at the stated error rate, the figures are exact."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import permutations as all_orders
from pathlib import Path

import pytest

from hardware_sims.devices.shuffles import SHUFFLES
from hardware_sims.seeds import Stream
from hardware_sims.shuffle_lab import statistics
from hardware_sims.shuffle_lab.orders import Cycle, OrdersError, permutations, read_orders, write_orders
from hardware_sims.shuffle_lab.statistics import chi_squared_above, normal_two_sided
from hardware_sims.shuffle_lab.verdict import analysed
from tests.hardware_sims.tools.conftest import Verb, verb

__all__ = ["verb"]
DECK = tuple(str(card) for card in range(52))


def cycles_of(kind: str, seed: int, count: int = 40) -> list[Cycle]:
    """What a simulated shuffler of this kind does to a new pack, cycle after cycle."""
    dice = Stream(seed, f"device {kind}")
    orders = (SHUFFLES[kind](list(range(52)), dice) for _ in range(count))
    return [Cycle(cards_in=DECK, cards_out=tuple(map(str, order))) for order in orders]


@pytest.mark.parametrize(
    ("kind", "found_by"),
    [
        ("one-riffle", "rising sequences"),
        ("stuck-shelf", "runs"),
        ("short-strip", "new-neighbour pairs"),
        ("one-shelf-pass", "runs"),
        ("same-again", "correlation between cycles"),
    ],
)
def test_a_planted_bad_shuffle_is_found_in_every_device_that_has_it(kind: str, found_by: str) -> None:
    for seed in range(10):
        analysis = analysed(cycles_of(kind, seed, count=60))
        assert found_by in {statistic.name for statistic in analysis.significant}, seed
        assert analysis.sentence().startswith("FAIL: the shuffle does not satisfy the 99% confidence limit")
        assert found_by in analysis.sentence()


def test_two_hundred_good_devices_pass_at_the_stated_error_rate() -> None:
    """One of a hundred may fail at 99 %, five at 95 %; the bounds are those of the binomial distribution at 0.1 %."""
    devices = [analysed(cycles_of("uniform", seed)) for seed in range(200)]
    failed = sum(not device.passed for device in devices)
    assert failed <= 7
    at_95 = sum(min(statistic.p for statistic in device.statistics) <= 0.05 / 6 for device in devices)
    assert 2 <= at_95 <= 21
    for index in range(6):
        share = sum(device.statistics[index].p < 0.5 for device in devices) / 200
        assert 0.38 < share < 0.62, devices[0].statistics[index].name


def test_means_and_variances_are_those_of_all_orders() -> None:
    """Counted over every order of six cards: the formulas are exact, not fitted."""
    orders = list(all_orders(range(6)))

    def moments(values: list[float]) -> tuple[float, float]:
        mean = sum(map(Fraction, values)) / len(values)
        return float(mean), float(sum((Fraction(value) - mean) ** 2 for value in values) / len(values))

    def by_formula(statistic: statistics.Statistic, observed: float) -> tuple[float, float]:
        z = float(statistic.detail.rpartition("z = ")[2])
        return statistic.expected, (observed - statistic.expected) / z if z else math.inf

    for statistic, single in (
        (statistics.runs, statistics.runs_of),
        (statistics.rising_sequences, statistics.rising_sequences_of),
        (statistics.new_neighbours, lambda order: 5 - statistics.kept_neighbours_of(order)),
        (statistics.serial_correlation, _circular_correlation),
    ):
        mean, variance = moments([single(order) for order in orders])
        far = max(orders, key=lambda order, single=single: abs(single(order) - mean))  # type: ignore[misc]
        expected, spread = by_formula(statistic([far]), single(far))
        assert expected == pytest.approx(mean, abs=1e-9), statistic.__name__
        assert spread == pytest.approx(math.sqrt(variance), rel=0.01), statistic.__name__


def _circular_correlation(order: tuple[int, ...]) -> float:
    centred = [place - 2.5 for place in order]
    return sum(centred[at - 1] * centred[at] for at in range(6)) / sum(place**2 for place in centred)


@pytest.mark.parametrize(
    ("value", "freedom", "above"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (124.342113, 100, 0.05), (1.0, 2, 0.606531)],
)
def test_the_chi_squared_tail_has_the_values_of_the_tables(value: float, freedom: int, above: float) -> None:
    assert chi_squared_above(value, freedom) == pytest.approx(above, rel=1e-5)
    assert chi_squared_above(0.0, freedom) == 1.0


def test_the_normal_tail_has_the_values_of_the_tables() -> None:
    assert normal_two_sided(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_two_sided(-2.575829) == pytest.approx(0.01, rel=1e-5)


def test_equal_cards_are_told_apart_by_lot_and_never_lost() -> None:
    cycle = Cycle(cards_in=tuple("AABBCCDDEEFF"), cards_out=tuple("FEDCBAABCDEF"))
    (order,) = permutations([cycle])
    assert sorted(order) == list(range(12))
    assert all(cycle.cards_in[place] == card for place, card in zip(order, cycle.cards_out, strict=True))


def test_recorded_orders_come_back_from_their_file() -> None:
    cycles = cycles_of("uniform", 3, count=2)
    lines = list(write_orders(cycles, "SIM-B0"))
    assert sum(line.startswith("in ") for line in lines) == 1, "an order in holds until the next one"
    assert list(read_orders(lines, "file")) == cycles


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["in AdAc"], "line 1: recorded orders begin with '# shuffle-orders 1'"),
        (["# shuffle-orders 1", "shuffled AdAc"], "line 2: a line begins with 'in', 'out' or '#'"),
        (["# shuffle-orders 1", "in 1 2", "out 2 1"], "2 cards went in; at least 10 are needed"),
        (["# shuffle-orders 1", "in 0 1 2 3 4 5 6 7 8 9", "out 0 1 2 3 4 5 6 7 8 x"], "only on one side: 9 x"),
    ],
)
def test_orders_that_cannot_be_used_say_where_and_why(lines: list[str], problem: str) -> None:
    with pytest.raises(OrdersError, match=r"orders\.txt") as refused:
        list(read_orders(lines, "orders.txt"))
    assert problem in str(refused.value)


def test_too_few_cycles_are_no_examination() -> None:
    with pytest.raises(OrdersError, match="29 cycles say too little"):
        analysed(cycles_of("uniform", 1, count=29))


def test_the_verb_examines_a_simulated_shuffler_and_writes_pictures_and_paper(verb: Verb, tmp_path: Path) -> None:
    files = ["--save", tmp_path / "orders", "--pdf", tmp_path / "report.pdf", "--plots", tmp_path / "plots"]
    done = verb("shuffle_lab", "sim://batch-shuffler?seed=7", "--cycles", "30", "--json", *files)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["verdict"] == "PASS"
    assert report["device"].startswith("SIM-B0 SIM-B1 firmware")
    assert [statistic["name"] for statistic in report["statistics"]][:2] == ["chi-squared by position", "runs"]
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")
    assert {file.name for file in (tmp_path / "plots").iterdir()} == {
        "places.svg",
        "runs.svg",
        "rising-sequences.svg",
        "kept-neighbours.svg",
    }
    again = json.loads(verb("shuffle_lab", tmp_path / "orders", "--json").stdout)
    for name in ("device", "statistics", "orders_sha256"):
        assert again[name] == report[name]


def test_the_verb_fails_a_bad_shuffler_with_status_1(verb: Verb) -> None:
    done = verb("shuffle_lab", "sim://batch-shuffler?seed=7&shuffle=one-riffle", "--cycles", "30")
    assert done.exit_code == 1
    assert "FAIL: the shuffle does not satisfy the 99% confidence limit over 30 cycles of 52 cards" in done.output


def test_the_verb_refuses_what_has_no_order_to_tell(verb: Verb, tmp_path: Path) -> None:
    assert "only a batch shuffler" in verb("shuffle_lab", "sim://shoe").output
    assert "unknown shuffle 'riffel'" in verb("shuffle_lab", "sim://batch-shuffler?shuffle=riffel").output
    done = verb("shuffle_lab", tmp_path / "nothing")
    assert done.exit_code == 2
