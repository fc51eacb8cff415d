"""Runs items one after the other, each on a device that was put in order first."""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.item import FailedError, Item, SkippedError, all_items
from hardware_sims.tools.conformance.ports.port import OperatorRefusedError
from hardware_sims.tools.conformance.preparation import put_in_order

Outcome = Literal["PASS", "FAIL", "SKIP"]


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
