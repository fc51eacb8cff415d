"""Orders from a batch shuffler: cards in, a cycle, cards out, as often as asked for.

No message of tablelink can carry an order (A6). It is told by whoever takes the cards out: the control port of a
simulator, or a rig with a camera that answers `take` in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator

from hardware_sims.shuffle_lab.orders import Cycle, OrdersError, cards_of
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.batch_shuffler import CYCLE, emptied
from hardware_sims.wire.cards import card_text, decks
from hardware_sims.wire.constants import CAPS, VERDICTS


def recorded_cycles(bench: Bench, count: int, packs: int) -> Iterator[Cycle]:
    """`count` cycles of so many decks. Each goes in as a new pack, so that each begins at the same order."""
    cards = tuple(card_text(card) for card in decks(packs))
    emptied(bench)
    bench.done("ENABLE")
    for _ in range(count):
        bench.drain()
        bench.do("load " + "".join(cards))
        batch = int(bench.status()["a"]) + 1
        checked = packs if bench.identity["caps"] & CAPS["identities"] else 0
        bench.done("SHUFFLE", batch=batch, decks=checked, expected=len(cards))
        verdict = bench.events_until("SHUFFLE_DONE", CYCLE)[-1]["verdict"]
        if verdict != VERDICTS["OK"]:
            raise OrdersError(f"the shuffler finds the cards wrong: verdict {verdict} on {len(cards)} cards")
        bench.done("RELEASE", batch=batch)
        order = cards_of(bench.do("take").rpartition(" ")[2])
        if sorted(order) != sorted(cards):
            raise OrdersError(
                "whoever took the cards out did not tell their order; record the orders in a file instead"
            )
        bench.events_until("BATCH_OUT", CYCLE)
        yield Cycle(cards_in=cards, cards_out=order)
