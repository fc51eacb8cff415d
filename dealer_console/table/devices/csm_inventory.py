"""The cards of a continuous shuffler: what it holds, by its own events, and what that means for the table's count.

Cards go back into it all the time, so nothing is out for good. What was put back leaves the table's count between
rounds, and the faces are forgotten with it, because nobody records which cards they were.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.journal.entries import device_events
from dealer_console.journal.value_codec import stored_as_row
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
    counted: int = 0  # the fault behind which its cards were last counted
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
