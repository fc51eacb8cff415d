"""C52–C54: the values behind the seals of a shoe: fresh nonces, the right card, 512 draws kept (A7)."""

from itertools import pairwise

from hardware_sims.tools.conformance.bench import Bench, told
from hardware_sims.tools.conformance.items.item import item, require
from hardware_sims.tools.conformance.items.shoe import draw, fill, fits, loaded, reveal
from hardware_sims.wire.cards import card_text

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
    wanted = last + _KEPT + 1
    while last < wanted:
        bench.do(f"draw {min(_AT_ONCE, wanted - last)}")
        last = max((event["draw"] for event in told(bench.drain(), "CARD_DRAWN")), default=last)
    oldest = last - _KEPT + 1
    reveal(bench, oldest)
    bench.refused("BAD_VALUE", "REVEAL", draw=oldest - 1, why=1)
    bench.refused("BAD_VALUE", "REVEAL", draw=last + 1, why=1)
    bench.drain()
