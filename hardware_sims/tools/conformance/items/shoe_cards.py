"""C35 and C52–C54: what can happen to a card on its way out of the shoe, and what its seal holds (A6, A7)."""

from itertools import pairwise

from hardware_sims.tools.conformance.bench import Bench, Event, events_named, names
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.tools.conformance.items.shoe import draw, fill, fits, loaded, reveal
from hardware_sims.wire.constants import CAPS, CARD_FLAGS, FAULTS, INHIBIT_CAUSES, STATES, UNREADABLE, card_text

_POWER_UPS = 3
_DRAWS_EACH = 168
_BITS = 128
_KEPT = 512
_AT_ONCE = 40
_KNOWN = "AdKh7c9sTd2cQs5h3dJc8s4hKcAs6d9h"
# Six standard deviations: a good source fails once in five hundred million runs.
_SIGMAS = 6


@item(
    52,
    "The nonces of 504 draws over three power-ups are all different and look drawn by dice.",
    families="s",
    operator=True,
)
def fresh_nonces(bench: Bench) -> None:
    nonces: list[int] = []
    for _ in range(_POWER_UPS):
        bench.power_cycle()
        bench.hello_after_power_up()
        bench.drain()
        loaded(bench)
        for _ in range(_DRAWS_EACH):
            opened = reveal(bench, draw(bench)["draw"])
            nonces.append(int.from_bytes(opened["nonce"], "little"))
        bench.done("INHIBIT")
        bench.drain()
    require(len({*nonces}) == len(nonces), "a nonce was used twice")
    steps = {(after - before) % (1 << _BITS) for before, after in pairwise(nonces)}
    require(len(steps) == len(nonces) - 1, "nonces follow each other by the same step: they can be foretold")
    _balanced(nonces, "the bits of the nonces are not balanced")
    changes = [before ^ after for before, after in pairwise(nonces)]
    _balanced(changes, "a nonce is like the one before it")
    for place in range(_BITS // 8):
        values = len({nonce >> 8 * place & 0xFF for nonce in nonces})
        require(values > 150, f"byte {place} of the nonces takes {values} values in {len(nonces)} draws, not about 220")


def _balanced(values: list[int], otherwise: str) -> None:
    ones, bits = sum(value.bit_count() for value in values), _BITS * len(values)
    allowed = _SIGMAS * (bits / 4) ** 0.5
    require(abs(ones - bits / 2) <= allowed, f"{otherwise}: {ones} ones in {bits} bits")


@item(53, "A revealed card is the card that was drawn.", families="s", operator=True)
def right_card(bench: Bench) -> None:
    loaded(bench, _KNOWN)
    for at in range(0, len(_KNOWN), 2):
        drawn = draw(bench)
        opened = reveal(bench, drawn["draw"])
        fits(bench, drawn, opened)
        put_in, told_card = _KNOWN[at : at + 2], card_text(opened["card"])
        require(told_card == put_in, f"draw {drawn['draw']} is {put_in} and was revealed as {told_card}")


@item(54, "The last 512 draws can be revealed, and none before them.", families="s", operator=True)
def draws_kept(bench: Bench) -> None:
    fill(bench, "560")
    bench.done("ENABLE")
    bench.drain()
    last = bench.status()["a"]
    target = last + _KEPT + 1
    while last < target:
        bench.do(f"draw {min(_AT_ONCE, target - last)}")
        last = max((event["draw"] for event in events_named(bench.drain(), "CARD_DRAWN")), default=last)
    oldest = last - _KEPT + 1
    reveal(bench, oldest)
    bench.refused("BAD_VALUE", "REVEAL", draw=oldest - 1, why=1)
    bench.refused("BAD_VALUE", "REVEAL", draw=last + 1, why=1)
    bench.drain()


_TEN_CARDS = "2d3d4d5d6d7d8d9dTdJd"
_STATE = STATES["s"]
_SETTLED = 0.2


@item(
    35,
    "FACE_UP, UNREADABLE, FORCED, double feed, cutting card, empty: the right events, in order.",
    families="s",
    operator=True,
)
def every_way_out(bench: Bench) -> None:
    loaded(bench, _TEN_CARDS)
    caps = bench.identity["caps"]
    if caps & CAPS["cutting-card"]:
        bench.do("cut 2")
    _plain(bench)
    _face_up(bench, caps)
    _unreadable(bench)
    _forced(bench, caps)
    _double_feed(bench)
    _cutting_card(bench, caps)
    _empty(bench)


def _drawn(bench: Bench, what: str, then: list[str], card_flags: list[int]) -> list[Event]:
    """One pull: these draws with these flags, then these events."""
    bench.do("draw")
    bench.port.wait(_SETTLED)
    events = bench.drain()
    want = ["CARD_DRAWN"] * len(card_flags) + then
    require(names(events) == want, f"{what}: came {' '.join(names(events)) or 'nothing'}, not {' '.join(want)}")
    flags = [event["card_flags"] for event in events[: len(card_flags)]]
    require(flags == card_flags, f"{what}: the draw has flags {flags}, not {card_flags}")
    return events


def _plain(bench: Bench) -> None:
    _drawn(bench, "a plain draw", [], [0])


def _face_up(bench: Bench, caps: int) -> None:
    flags = 0
    if caps & CAPS["face-up"]:
        bench.do("face-up")
        flags = CARD_FLAGS["FACE_UP"]
    event = _drawn(bench, "a card face up", [], [flags])[0]
    fits(bench, event, reveal(bench, event["draw"], 4))
    require(names(bench.drain()) == ["REVEALED"], "REVEAL of a card face up gave no REVEALED")


def _unreadable(bench: Bench) -> None:
    bench.do("fault unreadable clear_after=1")
    event = _drawn(bench, "a card nobody can read", [], [CARD_FLAGS["UNREADABLE"]])[0]
    opened = reveal(bench, event["draw"])
    fits(bench, event, opened)
    require(opened["card"] == UNREADABLE, f"an unreadable card is committed to 0x{opened['card']:02x}, not 0x7f")
    bench.drain()


def _forced(bench: Bench, caps: int) -> None:
    bench.done("INHIBIT")
    bench.drain()
    gate = bool(caps & CAPS["gate"])
    events = _drawn(bench, "a card forced out", ["FAULT"] if gate else [], [CARD_FLAGS["FORCED"]])
    if gate:
        require(events[-1]["of"] == FAULTS["GATE"], f"a forced draw gave fault {events[-1]['of']}, not GATE")
        bench.try_do("clear")
        bench.done("CLEAR", fault=FAULTS["GATE"])
    bench.done("ENABLE")
    bench.drain()


def _double_feed(bench: Bench) -> None:
    bench.do("fault double-feed clear_after=1")
    events = _drawn(bench, "two cards at once", ["FAULT", "INHIBITED"], [0, 0])
    require(events[-2]["of"] == FAULTS["DOUBLE_FEED"], f"two cards at once gave fault {events[-2]['of']}")
    require(events[-1]["cause"] == INHIBIT_CAUSES["fault"], f"INHIBITED has cause {events[-1]['cause']}")
    require(events[1]["draw"] == events[0]["draw"] + 1, "the second card has no draw number of its own")
    bench.refused("FAULT", "ENABLE")
    bench.done("CLEAR", fault=FAULTS["DOUBLE_FEED"])
    bench.done("ENABLE")
    bench.drain()


def _cutting_card(bench: Bench, caps: int) -> None:
    sensed = bool(caps & CAPS["cutting-card"])
    _drawn(bench, "a plain draw", [], [0])
    events = _drawn(bench, "the draw before the cutting card", ["CUT_CARD"] if sensed else [], [0])
    if sensed:
        require(events[1]["draw"] == events[0]["draw"], f"CUT_CARD names draw {events[1]['draw']}")
        require(bench.status()["state"] == _STATE["CUT"], "not CUT after the cutting card")


def _empty(bench: Bench) -> None:
    _drawn(bench, "the last card but one", [], [0])
    _drawn(bench, "the last card", ["EMPTY"], [0])
    require(bench.status()["state"] == _STATE["EMPTY"], "not EMPTY after the last card")
