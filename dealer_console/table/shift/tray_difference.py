"""The tray as it was counted against what the books expect."""

from __future__ import annotations

from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.chips import Chips
from dealer_console.table.shift.state import Shift


def difference(shift: Shift, counted: Chips) -> int:
    """Counted less expected: over is positive, short is negative."""
    return counted.cents - shift.till.tray


def flag(table: Table, cents: int) -> str | None:
    """What the highest threshold says that this difference reaches, over or short."""
    reached = [threshold.says for threshold in table.differences if abs(cents) >= threshold.cents]
    return reached[-1] if reached else None


def for_pit_manager(table: Table, cents: int) -> str | None:
    """What the highest of several thresholds says, when this difference reaches it."""
    highest = table.differences[-1] if len(table.differences) > 1 else None
    return highest.says if highest is not None and abs(cents) >= highest.cents else None
