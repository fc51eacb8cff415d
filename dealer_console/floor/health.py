"""How it stands between the table and the floor, as a frozen value for the console's top line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dealer_console.game.message import Message


class FloorState(StrEnum):
    OFF = "off"
    AWAY = "away"
    CATCHING_UP = "catching-up"
    IN_STEP = "in-step"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorHealth:
    """`acknowledged` is the last entry that the floor is known to hold; None before the two have met."""

    state: FloorState
    written: int = 0  # entries in the table's own journal
    acknowledged: int | None = None
    acknowledged_at_ms: int | None = None  # when the floor last said so
    trouble: Message | str | None = None  # the last thing that went wrong; a text is the answer of the database

    @property
    def kept(self) -> int:
        """Entries that wait at the table."""
        return self.written - (self.acknowledged or 0)

    @property
    def connected(self) -> bool:
        return self.state in (FloorState.CATCHING_UP, FloorState.IN_STEP)

    @property
    def message(self) -> Message:
        """How it stands, in one line."""
        if self.state is FloorState.OFF:
            return Message("floor-stands-alone")
        if self.state is FloorState.IN_STEP:
            return Message("floor-in-step")
        if self.state is FloorState.CATCHING_UP:
            return Message("floor-catching-up", count=self.kept)
        if self.state is FloorState.REFUSED:
            return Message("floor-refuses-table", why=self.trouble or "")
        if self.acknowledged is None:
            return Message("floor-away-all-kept")
        return Message("floor-away-kept", count=self.kept)


NO_FLOOR = FloorHealth(state=FloorState.OFF)
"""A table without an address of a floor: the local file alone."""
