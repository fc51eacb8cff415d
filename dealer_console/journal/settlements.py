"""Settlements as entries: what changed between two states of a round, and what stands of it.

A ruling or an undo can take decisions back, so the difference has two sides. The live table journals what this module
gives, directly after the move that caused it, in the same append; verification asks the same module and compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents
from dealer_console.game.state import Settlement, WagerOutcome
from dealer_console.journal.entries.rounds import SettlementWithdrawn, WagerSettled
from dealer_console.journal.entry import Draft

MADE, WITHDRAWN = "settlement", "settlement-withdrawn"

Change = tuple[str, Settlement]
_CLASSES: Final[dict[str, type[WagerSettled | SettlementWithdrawn]]] = {
    MADE: WagerSettled,
    WITHDRAWN: SettlementWithdrawn,
}


class SettledWager(NamedTuple):
    """One settlement that stands, with its entry in the journal: to be paid, or corrected later.

    `done`: the chips have moved.
    """

    seq: int
    spot: Spot
    bettor: Bettor
    hand: HandId | None
    wager: str
    stake: Cents
    outcome: WagerOutcome
    pays: Cents
    takes: Cents
    rule: str
    done: bool = False

    @property
    def settlement(self) -> Settlement:
        return Settlement(*self[1:10])


def settlement_of(entry: WagerSettled | SettlementWithdrawn) -> Settlement:
    """What the entry decides, or takes back."""
    return Settlement(
        spot=Spot(entry.spot),
        bettor=Bettor(entry.bettor),
        hand=None if entry.hand is None else HandId(entry.hand),
        wager=entry.wager,
        stake=entry.stake,
        outcome=entry.outcome,
        pays=entry.pays,
        takes=entry.takes,
        rule=entry.rule,
    )


def changes(before: Sequence[Settlement], after: Sequence[Settlement]) -> list[Change]:
    """First what was withdrawn, then what is new, each in the order of the dealer."""
    if after[: len(before)] == before:  # nothing was taken back, as nearly always
        return [(MADE, settlement) for settlement in after[len(before) :]]
    kept = 0
    withdrawn: list[Change] = []
    for settlement in before:
        if kept < len(after) and after[kept] == settlement:
            kept += 1
        else:
            withdrawn.append((WITHDRAWN, settlement))
    return [*withdrawn, *((MADE, settlement) for settlement in after[kept:])]


def drafts(before: Sequence[Settlement], after: Sequence[Settlement], who: str | None = None) -> list[Draft]:
    """To be appended directly after the move or undo, in the same append."""
    decisions = changes(before, after)
    return [Draft.of(_CLASSES[kind](**settlement._asdict()), who=who) for kind, settlement in decisions]
