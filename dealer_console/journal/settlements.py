"""Settlements as entries: what changed between two states of a round.

A ruling or an undo can take decisions back, so the difference has two sides. The live table journals what this module
gives, directly behind the move that caused it, in the same append; verification asks the same module and compares.
"""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game.report import settlement_data
from dealer_console.game.state import Settlement
from dealer_console.journal.entry import Draft

MADE, WITHDRAWN = "settlement", "settlement-withdrawn"

Change = tuple[str, Settlement]


def changes(before: Sequence[Settlement], after: Sequence[Settlement]) -> list[Change]:
    """First what was withdrawn, then what is new, each in the order of the dealer."""
    if after[: len(before)] == before:  # nothing was taken back, as nearly always
        return [(MADE, each) for each in after[len(before) :]]
    kept = 0
    withdrawn: list[Change] = []
    for each in before:
        if kept < len(after) and after[kept] == each:
            kept += 1
        else:
            withdrawn.append((WITHDRAWN, each))
    return [*withdrawn, *((MADE, each) for each in after[kept:])]


def drafts(before: Sequence[Settlement], after: Sequence[Settlement], who: str | None = None) -> list[Draft]:
    """To be appended directly behind the move or undo, in the same append."""
    return [Draft(kind=kind, data=settlement_data(each), who=who) for kind, each in changes(before, after)]  # type: ignore[arg-type]
