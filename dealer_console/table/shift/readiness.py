"""What is due before the next round: the step with the cards, its clause, and who is missing at the table.

The clauses of steps that no procedure lists stand here. The guide for the cards shows all this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Term
from dealer_console.game.rules import Step, rule_text
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.continuous_shuffler import step_after, steps_of
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.spots import why_not_wager
from dealer_console.table.shift.state import DEALER_CUTS, CardsAre, Shift

BY_DEVICE: Final = "shuffle-by-device"
RIFFLED_PORTIONS: Final = {"CB shuffle 1": (5, 7)}  # by the clause of the riffle
_INSPECTION: Final = {"CB": "CB cards new"}


def current_step(table: Table, shift: Shift) -> Step | None:
    """What has to be done now with the cards, or None when they can be dealt (or are away)."""
    cards = shift.cards
    if cards.procedure is not None:
        return step_after(table.rules, cards.procedure, cards.done)
    if cards.burn_for is not None:
        return step_of(table, cards.burn_for, "burn") or step_of(table, "new-dealer", "burn")
    return None


def why_cards_wait(table: Table, shift: Shift) -> Refusal | None:
    """The step that is due with the cards before anything is dealt, and why a shuffle is due."""
    due = current_step(table, shift)
    if due is None:
        return None
    reason = shift.cards.due
    if reason is not None:
        message = Message("shuffle-due-first", reason=Term("reason", reason.reason), step=rule_text(due.does))
        return Refusal(message, reason.clause or due.clause)
    return Refusal(Message("cards-not-in-play-do", step=rule_text(due.does)), due.clause)


def step_of(table: Table, procedure: str, key: str) -> Step | None:
    return next((step for step in steps_of(table.rules, procedure) if step.key == key), None)


def burn_clause(table: Table, shift: Shift) -> str:
    """The clause of the burn that is due: after a shuffle, or for a new dealer."""
    steps = steps_of(table.rules, shift.cards.burn_for or "new-dealer")
    return next((step.clause for step in steps if step.key == "burn"), table.rules.cite("burn"))


def inspection_clause(table: Table) -> str:
    """Only Catfish Bend speaks of the decks themselves; for all others the opening is that of MA 3."""
    return _INSPECTION.get(table.rules.document, "MA 3")


def why_not_round(table: Table, shift: Shift, spots: Collection[int]) -> Why:
    """Everything but the wagers themselves: those are the engine's business."""
    refusal = not_open(shift) or during_round(shift, Message("round-opened"))
    if refusal is not None:
        return refusal
    if shift.dealer is None:
        return Refusal(Message("nobody-deals"))
    if shift.cards.are is not CardsAre.IN_PLAY or shift.cards.procedure is not None:
        return why_cards_wait(table, shift) or Refusal(
            Message(
                "cards-not-in-play",
                where=Term("cards-are", shift.cards.are),
                step=Message(_NEXT_WITH_CARDS.get(shift.cards.are, "next-shuffle-cards")),
            )
        )
    if shift.cards.burn_for is not None:
        return Refusal(Message("burn-one-card-first"), burn_clause(table, shift))
    return next((why for why in (why_not_wager(table, shift, spot) for spot in sorted(spots)) if why), None)


_NEXT_WITH_CARDS: Final = {CardsAre.AWAY: "next-bring-decks", CardsAre.IN: "next-inspect-cards"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """One line of the shuffle and cut guide: this step, who does it, why, and what comes after it."""

    step: Step
    then: Step | None
    offered_to: int | None  # whose cut it is (0: the dealer's), while one is offered
    says: str | None


def guidance(table: Table, shift: Shift) -> Guidance | None:
    """None when nothing has to be done with the cards but to deal them."""
    step = current_step(table, shift)
    if step is None:
        return None
    procedure = shift.cards.procedure
    cut = shift.cards.cut
    offered = cut.offered_to if cut is not None and step.key == "cut" else None
    says = table.rules.calls.get("shuffle") if step.key == "call" else _dealer_says(table, shift)
    then = step_after(table.rules, procedure, step.key) if procedure is not None else None
    return Guidance(step=step, then=then, offered_to=offered, says=says)


def _dealer_says(table: Table, shift: Shift) -> str | None:
    """What the dealer calls when everybody has refused the cut."""
    cut = shift.cards.cut
    waits = cut is not None and cut.by is None and cut.offered_to == DEALER_CUTS
    return table.rules.calls.get("dealer_cuts") if waits else None


def people_missing(table: Table, shift: Shift) -> tuple[str, ...]:
    """The roles of which fewer are at the table than its file asks for; it is shown, and dealing goes on."""
    here: Counter[str] = Counter(present.role for present in shift.present)
    return tuple(role for role, needed in table.people.items() if here[role] < needed)
