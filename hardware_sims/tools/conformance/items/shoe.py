"""C32–C34, C36, C37: the sealed shoe commits to every card and tells none before REVEAL (A7)."""

from collections.abc import Callable

from hardware_sims.tools.conformance.bench import Answer, Bench, Event, events_named, names
from hardware_sims.tools.conformance.items.item import FailedError, SkippedError, item, require
from hardware_sims.wire.constants import COMMAND_STATUS, is_card
from hardware_sims.wire.payloads import pack, unpack
from hardware_sims.wire.tablelink import Frame, commit

_FACE_UP, _HOLE = 1, 2
_DRAWS = 30


def loaded(bench: Bench, cards: str = "208") -> None:
    """A shoe with new cards under a closed lid, enabled."""
    fill(bench, cards)
    bench.done("ENABLE")
    bench.drain()


def fill(bench: Bench, cards: str) -> None:
    """New cards under a closed lid."""
    bench.do(f"load {cards}")
    events = bench.drain()
    require("LOADED" in names(events), f"new cards gave {' '.join(names(events)) or 'no event'}")


def draw(bench: Bench) -> Event:
    """One card from an enabled shoe."""
    bench.do("draw")
    drawn = list(events_named(bench.events_until("CARD_DRAWN", bench.soon, every=0.02), "CARD_DRAWN"))
    return drawn[-1]


def reveal(bench: Bench, number: int, why: int = _FACE_UP, cmd: int | None = None) -> Answer:
    answer = bench.command("REVEAL", cmd=cmd, draw=number, why=why)
    require(answer.name == "CMD_IS", f"REVEAL of draw {number} was answered {answer.spoken}")
    require(answer["status"] == COMMAND_STATUS["DONE"], f"REVEAL has status {answer['status']}")
    require(answer["draw"] == number, f"REVEAL of draw {number} opened draw {answer['draw']}")
    return answer


def fits(bench: Bench, drawn: Event, opened: Answer) -> None:
    commitment = commit(bench.identity["serial"], drawn["draw"], opened["nonce"], opened["card"])
    require(commitment == drawn["commit"], f"the commitment of draw {drawn['draw']} does not fit its card and nonce")


@item(32, "The commitment of every revealed draw fits.", families="s", operator=True)
def commitments_fit(bench: Bench) -> None:
    loaded(bench)
    nonces = set()
    last = bench.status()["a"]
    for number in range(last + 1, last + 1 + _DRAWS):
        drawn = draw(bench)
        require(drawn["draw"] == number, f"draw {drawn['draw']} came where {number} was due")
        opened = reveal(bench, number)
        fits(bench, drawn, opened)
        require(is_card(opened["card"]), f"draw {number} is card byte 0x{opened['card']:02x}")
        nonces.add(opened["nonce"])
        event = bench.events_until("REVEALED", bench.soon, every=0.02)[-1]
        require((event["draw"], event["why"]) == (number, _FACE_UP), f"REVEALED names draw {event['draw']}")
    require(len(nonces) == _DRAWS, "a nonce was used twice")


@item(
    33,
    "No value before REVEAL: with the same nonces and another hole card, nothing differs but the commitment.",
    families="s",
    operator=True,
)
def value_stays_inside(bench: Bench) -> None:
    rounds = [_frames_of_a_round(bench, hole) for hole in ("Kd", "Ac", "5s", "Th")]
    for other in rounds[1:]:
        _same(rounds[0], other, "four rounds with four hole cards")
    try:
        first, second = bench.second_device(), bench.second_device()
    except SkippedError:
        return
    runs = [
        _frames_of_a_round(second_device, hole, exact=True) for second_device, hole in ((first, "Kd"), (second, "5s"))
    ]
    _same(runs[0], runs[1], "two runs with the same nonces")


def _frames_of_a_round(bench: Bench, hole: str, *, exact: bool = False) -> list[bytes]:
    """Every reply from the first card to the end of a round in which the hole card stays closed."""
    heard: list[bytes] = []
    if not bench.epoch:
        bench.hello_after_power_up()
        bench.drain()
    if bench.has("ENABLED"):
        bench.done("INHIBIT")
        bench.drain()
    loaded(bench, f"2d{hole}3d4d5d6d7d8d")
    bench.watch = _collector(heard, exact=exact)
    try:
        bench.hello()
        first = draw(bench)["draw"]
        draw(bench)
        third = draw(bench)["draw"]
        for number in (first, third):
            reveal(bench, number)
        bench.drain()
        bench.status()
        bench.done("INHIBIT")
        bench.drain()
    finally:
        bench.watch = None
    return heard


def _collector(heard: list[bytes], *, exact: bool) -> Callable[[Frame], None]:
    counters = () if exact else ("no", "t", "draw", "cmd", "acked", "next", "bad_frames")

    def collect(frame: Frame) -> None:
        fields = unpack(frame.type, frame.payload)
        for counter in counters:
            if counter in fields:
                fields[counter] = 0
        for sealed in ("commit",) if exact else ("commit", "nonce"):
            if sealed in fields:
                fields[sealed] = bytes(len(fields[sealed]))
        if frame.name == "STATUS_IS" and not exact:
            fields["a"] = 0
        text = bytes([frame.type]) + pack(frame.name, **fields)
        if exact or not heard or heard[-1] != text:
            heard.append(text)

    return collect


def _same(first: list[bytes], second: list[bytes], what: str) -> None:
    for number, (left, right) in enumerate(zip(first, second, strict=False), start=1):
        if left != right:
            at = next(at for at in range(max(len(left), len(right))) if left[at : at + 1] != right[at : at + 1])
            where = f"payload byte {at - 1}" if at else "its type"
            raise FailedError(f"{what} differ in reply {number} (type 0x{left[0]:02x}), {where}")
    require(len(first) == len(second), f"{what} differ in the number of replies")


@item(34, "A REVEAL repeated by its id gives the same answer and one REVEALED.", families="s", operator=True)
def revealed_once(bench: Bench) -> None:
    loaded(bench)
    number = draw(bench)["draw"]
    cmd = bench.new_id()
    first = reveal(bench, number, _HOLE, cmd)
    again = reveal(bench, number, _HOLE, cmd)
    require(first.frame.payload == again.frame.payload, "the repeated REVEAL got another answer")
    count = names(bench.drain()).count("REVEALED")
    require(count == 1, f"one REVEAL, sent twice by its id, gave {count} REVEALED")


@item(36, "Draws that were not revealed survive a power cut.", families="s", operator=True)
def draws_survive(bench: Bench) -> None:
    loaded(bench)
    drawn = [draw(bench) for _ in range(4)]
    reveal(bench, drawn[0]["draw"])
    bench.drain()
    bench.power_cycle()
    bench.hello_after_power_up()
    bench.drain()
    for event in drawn:
        fits(bench, event, reveal(bench, event["draw"], _HOLE))
    last = bench.status()["a"]
    require(last == drawn[-1]["draw"], f"the last draw is {last} after the power cut, not {drawn[-1]['draw']}")


@item(37, "Unpaired: ENABLE and REVEAL are NOT_PAIRED.", families="s", operator=True)
def unpaired(bench: Bench) -> None:
    if bench.key is not None:
        bench = bench.unpaired_second_device()
        bench.hello_after_power_up()
        bench.drain()
    bench.refused("NOT_PAIRED", "ENABLE")
    fill(bench, "52")
    bench.do("draw")
    drawn = next(events_named(bench.events_until("CARD_DRAWN", bench.soon, every=0.02), "CARD_DRAWN"))
    bench.refused("NOT_PAIRED", "REVEAL", draw=drawn["draw"], why=_FACE_UP)
