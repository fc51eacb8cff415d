"""Runs items one after the other, each on a device that was put in order first.

In order means: reachable, door closed, no fault, inhibited, nothing left to tell.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hardware_sims.tools.conformance.angel_eye_bench import AngelEyeBench
from hardware_sims.tools.conformance.bench import SELF_TEST, SIMULATOR_KEY, Answer, Bench
from hardware_sims.tools.conformance.items.item import (
    FIELD_WITH_HANDS,
    AgainError,
    BreachError,
    FailedError,
    Item,
    SkippedError,
    all_items,
    require,
)
from hardware_sims.tools.conformance.port import OperatorRefusedError
from hardware_sims.wire.constants import FLAGS, STATES

_UNITS = 8
_CYCLE = 180.0


def find_device(bench: Bench) -> None:
    """Learns the address: asks whoever is there, then unit by unit, until a self-test would be over (A2).

    Many boards start again when their port is opened. Without a key, tries the simulators'.
    """
    base = bench.address & 0xF0
    end = bench.port.now() + SELF_TEST + bench.soon
    while bench.port.now() < end:
        for address in (0, *range(base, base + _UNITS)):
            bench.address = base if address == 0 else address
            answer = _hello_once(bench, address)
            if answer is not None:
                bench.address = answer.frame.src
                if answer.reason == "BAD_MAC":
                    _find_key(bench)
                return
    raise FailedError(f"nobody answers HELLO on this line, {SELF_TEST:g} s after it was opened")


def _hello_once(bench: Bench, address: int) -> Answer | None:
    frame = bench.frame("HELLO", seq=0, minor=0, nonce=bench.dice.bytes(8))._replace(epoch=0, dst=address)
    sent = bench.send(frame)
    return bench.hear(bench.port.reply_wait, sent)


def _find_key(bench: Bench) -> None:
    if bench.key is not None:
        raise FailedError("the device refuses the MAC; is --key right, and is the device paired?")
    bench.key = SIMULATOR_KEY
    answer = _hello_once(bench, bench.address)
    if answer is None or answer.reason == "BAD_MAC":
        raise FailedError("the device is paired; give its --key")


def put_in_order(bench: Bench) -> None:
    """What a technician would do first. An operator is asked only for what nobody else can do; nothing is judged."""
    bench.flush()
    answer = _reached(bench)
    bench.acked = max(bench.acked, answer["acked"])
    bench.drain()
    status = bench.status()
    if status["state"] == STATES["r"]["HOLDING"]:
        bench.try_do("remove")
    if status["flags"] & FLAGS["DOOR"]:
        bench.try_do("door close")
    if bench.upset:
        bench.try_do("clear")
    if status["fault"]:
        _end_fault(bench, status["fault"])
    if bench.family == "c":
        _count_again(bench)
    bench.done("INHIBIT")
    bench.drain()
    bench.upset = False


def _reached(bench: Bench) -> Answer:
    """A session; switches power on and the service switch off where that is what keeps the device from answering."""
    try:
        return bench.hello_after_power_up()
    except BreachError:
        raise
    except FailedError:
        bench.try_do("service off")
        bench.try_do("power on")
        return bench.hello_after_power_up()


def _end_fault(bench: Bench, fault: int) -> None:
    if bench.command("CLEAR", fault=fault).reason == "NOT_PERMITTED":
        bench.try_do("clear")
        bench.command("CLEAR", fault=fault)
    require(bench.status()["fault"] == 0, f"fault {fault} is latched and CLEAR does not end it")


def _count_again(bench: Bench) -> None:
    """After a fault a continuous shuffler stays inhibited until it has counted right, or is empty (A6)."""
    if bench.command("ENABLE").reason != "NOT_PERMITTED":
        return
    for command in ("RECOUNT", "EJECT"):
        bench.done(command)
        bench.events_until("INVENTORY", _CYCLE)
        bench.drain()
        fault = bench.status()["fault"]
        if not fault:
            return
        bench.command("CLEAR", fault=fault)


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
    """One item, begun again as often as the operator slips."""
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
