"""The continuous shuffler: cards go in and out all the time, so it is its totals that must step right (A6)."""

from __future__ import annotations

from dataclasses import replace

from drivers.events import CardLeftShuffler, CardsReturned, DeviceEvent, DeviceReady, Distrust, InventoryTaken
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink.link import HostLink
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import MessageType

_MODULUS = 1 << 32


class ContinuousShuffler(TablelinkDevice):
    """Checks every step of the totals; a wrong one is told once as `count-step` and the count goes on from there."""

    def __init__(self, link: HostLink) -> None:
        super().__init__(link)
        self._total_in: int | None = None
        self._total_out: int | None = None

    def remember_totals(self, *, total_in: int, total_out: int) -> None:
        """What the journal last recorded, so that a restart of the host leaves no step unchecked."""
        self._total_in, self._total_out = total_in, total_out

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        return replace(super()._ready(identity, figures), inside=figures[2] if figures is not None else None)

    def recount(self) -> int:
        return self._submit(MessageType.RECOUNT)

    def eject(self) -> int:
        return self._submit(MessageType.EJECT)

    def _event(self, event: DeviceEvent, now: float) -> None:
        match event:
            case CardLeftShuffler(total_out=total):
                self._check("out", self._total_out, 1, total)
                self._total_out = total
            case CardsReturned(count=count, total_in=total):
                self._check("in", self._total_in, count, total)
                self._total_in = total
            case InventoryTaken():
                self._check_inventory(event)

    def _check(self, way: str, before: int | None, step: int, total: int) -> None:
        if before is not None and total != (before + step) % _MODULUS:
            self._distrust(
                Distrust.COUNT_STEP, f"the total of cards {way} went from {before} to {total} with {step} card(s)"
            )

    def _check_inventory(self, event: InventoryTaken) -> None:
        """A recount changes no total; emptying the machine makes both equal."""
        self._check("in", self._total_in, 0, event.total_in)
        if not (event.inside == 0 and event.total_out == event.total_in):
            self._check("out", self._total_out, 0, event.total_out)
        self._total_in, self._total_out = event.total_in, event.total_out
