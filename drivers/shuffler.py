"""The batch shuffler: loads, shuffles one batch, checks it, and gives it out or lets it die."""

from __future__ import annotations

from dataclasses import replace

from drivers.events import DeviceReady
from drivers.tablelink.device import TablelinkDevice, refuse_unless
from drivers.tablelink.link_events import Identity
from drivers.tablelink.messages import Cap, MessageType


class Shuffler(TablelinkDevice):
    """No order and no event can carry the order of the cards."""

    def _ready(self, identity: Identity, figures: tuple[int, int, int] | None) -> DeviceReady:
        ready = super()._ready(identity, figures)
        last_batch = figures[0] if figures is not None else None
        return replace(ready, last_batch=last_batch, two_batches=Cap.TWO_BATCHES in identity.caps)

    def shuffle(self, *, batch: int, decks: int, expected: int) -> int:
        """`decks` 1 to 8 checks identities, 0 only counts a reshuffle of discards; `batch` must be higher than any."""
        refuse_unless(0 <= decks <= 8, f"{decks} decks: a shuffler checks 1 to 8 decks, or 0 to count only")
        refuse_unless(1 <= expected <= 432, f"{expected} cards expected: a batch holds 1 to 432")
        refuse_unless(batch >= 1, f"batch {batch}: batches count from 1")
        return self._submit(MessageType.SHUFFLE, batch=batch, decks=decks, expected=expected)

    def release(self, batch: int) -> int:
        return self._submit(MessageType.RELEASE, batch=batch)

    def eject(self) -> int:
        """The way out for cards that must not be played: the batch counts as not good."""
        return self._submit(MessageType.EJECT)
