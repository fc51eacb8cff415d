"""C28: the order of cards leaves a batch shuffler in no byte (A6)."""

from collections.abc import Callable

from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.batch_shuffler import CYCLE, ONE_DECK, loaded, shuffled, state_of
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.wire.constants import STATES
from hardware_sims.wire.payloads import pack, unpack
from hardware_sims.wire.tablelink import Frame

_SHUFFLES = 100
_EVERY_BAD = 10


@item(
    28,
    "Over 100 shuffles of known cards in known order, no byte of any frame depends on the order (times apart).",
    families="b",
    operator=True,
)
def order_stays_inside(bench: Bench) -> None:
    first: dict[bool, list[bytes]] = {}
    for number in range(_SHUFFLES):
        bad = number % _EVERY_BAD == _EVERY_BAD - 1
        cards = [*ONE_DECK[1:], ONE_DECK[-1]] if bad else list(ONE_DECK)
        heard = _frames_of_one_cycle(bench, _another_order(bench, cards, number))
        same = first.setdefault(bad, heard)
        require(heard == same, f"shuffle {number + 1} differs from the first in {_difference(same, heard)}")


def _another_order(bench: Bench, cards: list[str], number: int) -> list[str]:
    """The new pack first, then its reverse, then orders by dice."""
    if number < 2:
        return cards if number == 0 else cards[::-1]
    keys = bench.dice.bytes(2 * len(cards))
    return [card for _, card in sorted((keys[2 * at : 2 * at + 2], card) for at, card in enumerate(cards))]


def _frames_of_one_cycle(bench: Bench, cards: list[str]) -> list[bytes]:
    heard: list[bytes] = []
    batch = loaded(bench, cards)
    bench.watch = _collector(heard)
    try:
        bench.hello()
        shuffled(bench, batch)
        bench.drain()
        ready = state_of(bench) == STATES["b"]["READY"]
        if ready:
            bench.done("RELEASE", batch=batch)
        else:
            bench.done("EJECT")
        bench.do("take")
        bench.events_until("BATCH_OUT", CYCLE)
        bench.status()
    finally:
        bench.watch = None
    bench.done("INHIBIT")
    bench.drain()
    return heard


def _collector(heard: list[bytes]) -> Callable[[Frame], None]:
    """Frames without what may differ lawfully: numbers, times, ids. A poll that says the same again is left out:
    how often it does depends on how long the cycle took."""

    def collect(frame: Frame) -> None:
        text = bytes([frame.type]) + _without_counters(frame)
        if not heard or heard[-1] != text:
            heard.append(text)

    return collect


def _without_counters(frame: Frame) -> bytes:
    name = frame.name
    fields = unpack(frame.type, frame.payload)
    for counter in ("no", "t", "batch", "cmd", "nonce", "acked", "next"):
        if counter in fields:
            fields[counter] = bytes(8) if counter == "nonce" else 0
    if name == "STATUS_IS":
        fields["a"] = 0
    return pack(name, **fields)


def _difference(one: list[bytes], other: list[bytes]) -> str:
    for number, (left, right) in enumerate(zip(one, other, strict=False), start=1):
        if left != right:
            at = next((at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]), -1)
            return f"reply {number} (type 0x{left[0]:02x}), payload byte {at - 1}"
    return "the number of replies"
