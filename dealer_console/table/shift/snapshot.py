"""A shift as plain data and back, so that a table with a long journal opens quickly. Never a proof of anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealer_console.game.errors import Bug
from dealer_console.journal.canonical import Json
from dealer_console.journal.value_codec import from_plain, to_plain
from dealer_console.table.shift.state import Shift

FORM: Final = 6  # raise it when a field changes its meaning; an older snapshot is then folded again


def shift_data(shift: Shift) -> dict[str, Json]:
    return {"form": FORM, "shift": to_plain(Shift, shift)}


def shift_from_data(stored: Mapping[str, Json]) -> Shift | None:
    """None for a snapshot of another form: fold the journal instead. Raises `Bug` when it does not fit its own form."""
    if stored.get("form") != FORM:
        return None
    try:
        return from_plain(Shift, stored["shift"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Bug(f"the snapshot of the shift does not fit: {error}") from None
