"""C15–C18: events, exactly once (A5)."""

from hardware_sims.tools.conformance.bench import Bench, Event, events_named, names
from hardware_sims.tools.conformance.items.item import FailedError, item, require
from hardware_sims.wire.constants import FLAGS, INHIBIT_CAUSES

_MANY = 600
_RESERVE = 16


def make_events(bench: Bench, count: int) -> None:
    """Events anyone can cause without an operator: enabling and inhibiting in turn."""
    for number in range(count):
        bench.done("INHIBIT" if number % 2 else "ENABLE")


def first_event(bench: Bench) -> Event:
    answer = bench.poll()
    require(answer.name == "EVENT" and answer["no"] != 0, "no event was waiting after ENABLE")
    return answer.fields


@item(15, "A POLL that does not commit brings the same event again; one that does brings the next number.")
def polling(bench: Bench) -> None:
    make_events(bench, 4)
    first = first_event(bench)
    again = first_event(bench)
    require(again["no"] == first["no"], f"event {first['no']} was not kept: {again['no']} came without commit")
    require((again["t"], again["code"]) == (first["t"], first["code"]), f"event {first['no']} changed")
    require(first["left"] == 4 and again["left"] == 4, f"left is {first['left']}, 4 events were waiting")
    bench.acked = first["no"]
    after = first_event(bench)
    require(after["no"] == first["no"] + 1, f"after commit of {first['no']} came {after['no']}")
    require(names(bench.drain()) == ["INHIBITED", "ENABLED", "INHIBITED"], "the events came in another order")


@item(16, "A POLL at `next` or beyond, or below `acked`, is BAD_VALUE.")
def poll_out_of_range(bench: Bench) -> None:
    make_events(bench, 2)
    bench.drain()
    bench.poll()
    identity = bench.hello()
    require(identity["acked"] == bench.acked, f"acked is {identity['acked']}, committed was {bench.acked}")
    require(identity["next"] == bench.acked + 1, f"next is {identity['next']} after event {bench.acked}")
    for upto in (identity["next"], identity["next"] + 1, 0xFFFFFFFF, identity["acked"] - 1, 0):
        answer = bench.poll(upto)
        require(
            answer.reason == "BAD_VALUE",
            f"POLL({upto}) was answered {answer.spoken}, not BAD_VALUE; it lies outside acked … next − 1",
        )
    require(bench.poll().name == "EVENT", "after BAD_VALUE a good POLL is not answered")


@item(17, "Event numbers have no gap over 600 events and a power cut.", operator=True)
def no_gap(bench: Bench) -> None:
    counted = 0
    for number in range(_MANY):
        make_events_pair(bench, number)
        if number % 64 == 63:
            counted += len(bench.drain())
        if number == _MANY // 2:
            counted += _cut_power(bench)
    counted += len(bench.drain())
    require(counted >= _MANY, f"{counted} events came instead of at least {_MANY}")


def make_events_pair(bench: Bench, number: int) -> None:
    bench.done("INHIBIT" if number % 2 else "ENABLE")


def _cut_power(bench: Bench) -> int:
    """What waited before the cut must come after it, then POWER_UP; and the device is enabled no more."""
    waiting = bench.hello()["next"] - 1 - bench.acked
    bench.power_cycle()
    bench.hello_after_power_up()
    events = bench.drain()
    require(len(events) > waiting, f"{waiting} events waited, {len(events)} came after the power cut")
    require(events[waiting]["event"] == "POWER_UP", f"{events[waiting]['event']} came where POWER_UP was due")
    bench.done("ENABLE")
    return len(events)


@item(18, "With the event memory full the device inhibits itself (cause 6), and nothing is lost.")
def memory_full(bench: Bench) -> None:
    ring = bench.hello()["ring"]
    require(ring >= 512, f"ring is {ring}, at least 512 events must be kept")
    make_events(bench, 2)
    bench.drain()
    count = _fill(bench, ring)
    require(not bench.has("ENABLED"), "enabled with a full event memory")
    events = bench.drain()
    require(len(events) == count, f"{count} events were made, {len(events)} came")
    causes = [event["cause"] for event in events_named(events, "INHIBITED")]
    require(causes[-1] == INHIBIT_CAUSES["memory"], f"the last INHIBITED has cause {causes[-1]}, not 6")
    require(causes.count(INHIBIT_CAUSES["memory"]) == 1, "INHIBITED with cause 6 came more than once")
    bench.done("ENABLE")
    bench.done("INHIBIT")


def _fill(bench: Bench, ring: int) -> int:
    """Enables and inhibits until the device refuses. The ENABLED that leaves 15 places must be followed by cause 6, so
    the number of places is made even first, by leaving one event unread when it is odd."""
    if ring % 2:
        make_events(bench, 2)
        bench.acked = first_event(bench)["no"]
        bench.poll()
    for count in range(0, ring + 2, 2):
        answer = bench.command("ENABLE")
        if answer.reason == "BAD_STATE":
            return count + ring % 2
        require(answer.name == "CMD_IS", f"ENABLE was answered {answer.spoken}")
        left_enabled = answer_is_enabled(bench)
        free = ring - (count + 1) - ring % 2
        is_so = "still enabled" if left_enabled else "inhibited"
        text = f"{is_so} with {free} of {ring} places free; A5 inhibits below {_RESERVE}"
        require(left_enabled == (free >= _RESERVE), text)
        if left_enabled:
            bench.done("INHIBIT")
    raise FailedError(f"ENABLE was never refused, though {ring} places are filled")


def answer_is_enabled(bench: Bench) -> bool:
    return bool(bench.status()["flags"] & FLAGS["ENABLED"])
