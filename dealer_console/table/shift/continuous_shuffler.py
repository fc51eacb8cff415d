"""The cards of a continuous shuffler, which stands in the place of a shoe: what it holds, and how they get in and out.

Cards go back into it all the time, so nothing is out for good. What was put back leaves the table's count between
rounds, and the faces are forgotten with it, because nobody records which cards they were.

No document tells the steps for such a device, so they stand here and not in a rule set; where one has a clause for a
step, the step has it too (`docs/readings.md`). There is no cut, no cutting card and no end of a shoe: cards come back
into the device all the time, and leave it together only when people take them out.

    INSPECTED ── begun ──▶ SHUFFLING (into-shuffler) ── load ──▶ IN_PLAY, in the shuffler ── begun ──▶ ENDED
        ▲                                                                                     (out-of-shuffler)
        └── new decks ── or begun again, into the shuffler or by hand ── or AWAY ◀── take-out, count ──┘
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.procedures import next_step
from dealer_console.game.rules import Rules, Step
from dealer_console.journal.entries import device_events
from dealer_console.journal.value_codec import stored_as_row
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.state import Cards, CardsAre
from drivers.events import DeviceKind

CONTINUOUS: Final = DeviceKind.CONTINUOUS_SHUFFLER
LONG_WORK: Final = (0x22, 0x23)  # EJECT and RECOUNT by their numbers on the line (A4): they end with an inventory


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class CsmInventory:
    """`faults` counts its faults; after each one it gives no card until its cards were counted again (A6)."""

    inside: int
    total_in: int | None = None
    total_out: int | None = None
    faults: int = 0
    counted: int = 0  # the fault after which its cards were last counted
    put_back: int = 0  # cards that are inside again, and that the table still counts as out
    opened: bool = False  # people took its cards out by hand: its figures are right again when it has emptied itself

    @property
    def recount_due(self) -> bool:
        return self.counted < self.faults


NOTHING: Final = CsmInventory(inside=0)


def after_event(stock: CsmInventory | None, event: device_events.KnownDeviceEvent) -> CsmInventory | None:
    """The stock as this event leaves it. The figures are the device's; the driver has checked their steps."""
    now = stock or NOTHING
    match event:
        case device_events.CardLeftShuffler(total_out=total_out):
            return replace(now, inside=max(0, now.inside - 1), total_out=total_out)
        case device_events.CardsReturned(count=count, total_in=total_in):
            return replace(now, inside=now.inside + count, put_back=now.put_back + count, total_in=total_in)
        case device_events.InventoryTaken(inside=inside):
            figures = {"total_in": event.total_in or 0, "total_out": event.total_out or 0}
            return replace(now, inside=inside, counted=now.faults, opened=now.opened and inside > 0, **figures)
        case device_events.DeviceFaulted():
            return replace(now, faults=now.faults + 1)
        case _:
            return stock


def came_up(stock: CsmInventory | None, inside: int | None) -> CsmInventory | None:
    """What it says when it comes up counts only as long as nothing else is known."""
    return CsmInventory(inside=inside) if stock is None and inside is not None else stock


def taken_out_by_hand(stock: CsmInventory | None) -> CsmInventory | None:
    return replace(stock, opened=True) if stock is not None else None


INTO: Final = "into-shuffler"
OUT_OF: Final = "out-of-shuffler"
DISCARDS: Final = "discards"  # inside a round: the shoe is empty
TAKE_OUT, PUT_AWAY = "take-out", "put-away"
HOUSE: Final = "house"


def has_continuous(table: Table) -> bool:
    return table.has_device(CONTINUOUS)


def steps_of(rules: Rules, procedure: str) -> tuple[Step, ...]:
    """The steps of a procedure, of the rule set or of the device; none where nobody knows it."""
    return _OWN[procedure](rules) if procedure in _OWN else rules.procedures.get(procedure, ())


def step_after(rules: Rules, procedure: str, done: str | None) -> Step | None:
    """As `next_step`, for the procedures of the device, too."""
    if procedure not in _OWN:
        return next_step(rules, procedure, done)
    steps = steps_of(rules, procedure)
    if done is None:
        return steps[0]
    then = next((step.then for step in steps if step.key == done), None)
    return next((step for step in steps if step.key == then), None)


def _into(rules: Rules) -> tuple[Step, ...]:
    return _chain(
        ("load", "Put all cards into the continuous shuffler", _clause(rules, "shuffle-by-device", "insert")),
        ("burn", "Burn one card", _clause(rules, "cut", "burn")),
    )


def _out_of(rules: Rules) -> tuple[Step, ...]:
    return _chain(
        (TAKE_OUT, "Take all cards out of the continuous shuffler", HOUSE),
        ("count", "Count all cards: all decks must be there", _clause(rules, "end-of-shoe", "count")),
        ("shuffle", "Put the cards into play again, or away", _clause(rules, "shuffle-by-device", "insert")),
        (PUT_AWAY, "Put the cards away", HOUSE),
    )


def _discards(rules: Rules) -> tuple[Step, ...]:
    clause = rules.irregularities["shoe-empty"].clause if "shoe-empty" in rules.irregularities else HOUSE
    return _chain(("shuffle", "Shuffle the discards, then the round goes on", clause))


def _chain(*steps: tuple[str, str, str]) -> tuple[Step, ...]:
    keys = [key for key, _, _ in steps]
    return tuple(
        Step(key=key, does=does, who="dealer", clause=clause, then=then)
        for (key, does, clause), then in zip(steps, [*keys[1:], None], strict=True)
    )


def _clause(rules: Rules, procedure: str, key: str) -> str:
    steps = rules.procedures.get(procedure, ())
    return next((step.clause for step in steps if step.key == key), HOUSE)


_OWN: Final = {INTO: _into, OUT_OF: _out_of, DISCARDS: _discards}


def in_device(cards: Cards) -> bool:
    """Are the cards in the shuffler, or on their way into it or out of it?"""
    return cards.in_shuffler or cards.procedure == INTO


def not_out_yet(cards: Cards) -> bool:
    """Cards that are still in the device can be neither shuffled nor replaced nor left there over night."""
    return in_device(cards) or (cards.are is CardsAre.ENDED and cards.procedure == OUT_OF and cards.done is None)
