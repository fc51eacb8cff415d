"""C65–C67: what a device says of itself: EVENT, STATUS_IS and NAK agree, its figures follow its events (A4)."""

from hardware_sims.tools.conformance.bench import Bench, events_named, names
from hardware_sims.tools.conformance.items import batch_shuffler, continuous_shuffler, reader, shoe
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import FAULTS, FLAGS

_LOW = 52


def agrees(bench: Bench, when: str, *flags: str) -> None:
    """A frame without an event, a status and a refusal tell the same, and these flags are on."""
    bench.drain()
    event, status = bench.poll(), bench.status()
    nak = bench.refused("BAD_STATE", "CLEAR", fault=FAULTS["MEMORY"])
    for name in ("state", "flags", "fault"):
        require(event[name] == status[name], f"{when}: {name} is {event[name]} in EVENT, {status[name]} in STATUS_IS")
    for name in ("state", "fault"):
        require(nak[name] == status[name], f"{when}: {name} is {nak[name]} in NAK, {status[name]} in STATUS_IS")
    for flag in flags:
        require(bool(status["flags"] & FLAGS[flag]), f"{when}: the flag {flag} is off")


@item(65, "EVENT, STATUS_IS and NAK agree: inhibited, enabled, with an open door, with a fault.", operator=True)
def one_story(bench: Bench) -> None:
    agrees(bench, "inhibited")
    bench.done("ENABLE")
    agrees(bench, "enabled", "ENABLED")
    bench.do("door open")
    agrees(bench, "with an open door", "DOOR")
    bench.do("door close")
    bench.do("fault sensor clear_after=1")
    bench.events_until("FAULT", bench.soon)
    agrees(bench, "with a fault", "FAULT")
    bench.try_do("clear")
    bench.done("CLEAR", fault=FAULTS["SENSOR"])
    came = names(bench.drain())
    require("FAULT_CLEARED" in came, f"CLEAR was DONE and gave {' '.join(came) or 'no event'}, not FAULT_CLEARED")


@item(66, "The figures of STATUS_IS follow the events: batch, draws, rounds.", families="bsr", operator=True)
def figures(bench: Bench) -> None:
    {"b": _of_batch_shuffler, "s": _of_shoe, "r": _of_reader}[bench.family](bench)


def _figures_are(bench: Bench, when: str, **expected: int) -> None:
    status = bench.status()
    for name, value in expected.items():
        require(status[name] == value, f"{when}: {name} of STATUS_IS is {status[name]}, not {value}")


def _of_batch_shuffler(bench: Bench) -> None:
    batch = batch_shuffler.loaded(bench, batch_shuffler.ONE_DECK)
    done = batch_shuffler.shuffled(bench, batch)[-1]
    _figures_are(bench, "after a shuffle", a=batch, b=done["count"], c=done["verdict"])
    agrees(bench, "with a batch ready", "ENABLED")


def _of_shoe(bench: Bench) -> None:
    shoe.loaded(bench)
    for since_loaded in (1, 2, 3):
        number = shoe.draw(bench)["draw"]
        _figures_are(bench, f"after draw {number}", a=number, b=since_loaded)
    agrees(bench, "with cards in the shoe", "ENABLED")


def _of_reader(bench: Bench) -> None:
    number = reader.ready(bench)
    reader.arm(bench, number, 1)
    _figures_are(bench, "armed", a=number)
    agrees(bench, "armed", "ENABLED")
    reader.reading(bench, "9c")
    _figures_are(bench, "after a RESULT", a=0, b=number)


@item(67, "LOW comes once, with the card that leaves 51; EMPTY with the last one.", families="c", operator=True)
def low_and_empty(bench: Bench) -> None:
    continuous_shuffler.running(bench, _LOW + 1)
    bench.do("draw 1")
    require("LOW" not in names(bench.drain()), f"LOW came with {_LOW} cards inside")
    bench.do("draw 1")
    low = [event["inside"] for event in events_named(bench.drain(), "LOW")]
    require(low == [_LOW - 1], f"with {_LOW - 1} cards inside LOW told {low or 'nothing'}")
    agrees(bench, "with few cards", "ENABLED")
    bench.do(f"draw {_LOW - 1}")
    came = names(bench.drain())
    require("LOW" not in came, "LOW came again without new cards")
    require("EMPTY" in came, "the last card came out and gave no EMPTY")
