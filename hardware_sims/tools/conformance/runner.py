"""Runs items one after the other, each on a device that was put in order first."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.item import (
    FIELD_WITH_HANDS,
    AgainError,
    FailedError,
    Item,
    SkippedError,
    all_items,
)
from hardware_sims.tools.conformance.ports.port import OperatorRefusedError
from hardware_sims.tools.conformance.preparation import put_in_order

Outcome = Literal["PASS", "FAIL", "SKIP"]
Profile = Literal["field", "lab"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    item: Item[object]
    outcome: Outcome
    reason: str
    seconds: float

    def line(self) -> str:
        return f"{self.item.name:<4} {self.outcome}" + (f" {self.reason}" if self.reason else "")


def items_for(family: str, numbers: Iterable[int] | None = None) -> tuple[Item[object], ...]:
    """The items of a family (by letter), all or the numbered ones."""
    chosen = None if numbers is None else {*numbers}
    return tuple(
        entry for entry in all_items() if family in entry.families and (chosen is None or entry.number in chosen)
    )


def items_of_profile(family: str, profile: Profile) -> tuple[Item[object], ...]:
    """`lab`: everything. `field`: a quarter of an hour beside a table, with at most 20 acts by hand."""
    items = items_for(family)
    if profile == "lab":
        return items
    chosen = FIELD_WITH_HANDS[family]
    return tuple(entry for entry in items if entry.number in chosen or not (entry.needs_operator or entry.slow))


def verdicts(
    bench: Bench | AngelEyeBench,
    items: Iterable[Item[object]],
    beginning: Callable[[Item[object]], None] = lambda entry: None,
) -> Iterator[Verdict]:
    """One verdict per item, in order. An item that fails does not stop the list."""
    for entry in items:
        beginning(entry)
        start = time.perf_counter()
        outcome, reason = _judged(bench, entry)
        yield Verdict(item=entry, outcome=outcome, reason=reason, seconds=time.perf_counter() - start)


def _judged(bench: Bench | AngelEyeBench, entry: Item[object]) -> tuple[Outcome, str]:
    """One item, begun again as often as a hand slips."""
    while True:
        try:
            outcome, reason = _judged_once(bench, entry)
        except AgainError:
            bench.upset = True
            continue
        if outcome == "FAIL" and entry.needs_operator and bench.operator.wants_again(f"{entry.name} failed: {reason}"):
            continue
        return outcome, reason


def _judged_once(bench: Bench | AngelEyeBench, entry: Item[object]) -> tuple[Outcome, str]:
    try:
        if isinstance(bench, Bench):
            put_in_order(bench)
        else:
            bench.put_in_order()
        entry.judge(bench)
    except SkippedError as missing:
        return "SKIP", str(missing)
    except (FailedError, OperatorRefusedError) as failed:
        bench.upset = True
        return "FAIL", str(failed)
    return "PASS", ""
