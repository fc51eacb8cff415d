"""How it stands between the table and the floor, as a frozen value for the console's top line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
    trouble: str | None = None  # the last thing that went wrong, in words

    @property
    def kept(self) -> int:
        """Entries that wait at the table."""
        return self.written - (self.acknowledged or 0)

    @property
    def connected(self) -> bool:
        return self.state in (FloorState.CATCHING_UP, FloorState.IN_STEP)

    @property
    def words(self) -> str:
        """One line for the dealer."""
        if self.state is FloorState.OFF:
            return "No floor: this table keeps its journal by itself"
        if self.state is FloorState.IN_STEP:
            return "Floor in step"
        if self.state is FloorState.CATCHING_UP:
            return f"Floor catching up, {_entries(self.kept)} to go"
        if self.state is FloorState.REFUSED:
            return f"Floor refuses: {self.trouble}"
        if self.acknowledged is None:
            return "Floor away, everything is kept here"
        return f"Floor away, {_entries(self.kept)} kept"


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count:,} entries"


NO_FLOOR = FloorHealth(state=FloorState.OFF)
"""A table without an address of a floor: the local file alone."""
