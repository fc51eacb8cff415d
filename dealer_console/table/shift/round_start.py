"""May a round be opened now? What the guide shows about the cards, and who is missing at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Term
from dealer_console.game.rules import Step
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.csm_cards import step_after
from dealer_console.table.shift.guards import Why, during_round, not_open
from dealer_console.table.shift.procedures import burn_clause, current_step, why_cards_wait
from dealer_console.table.shift.spots import why_not_wager
from dealer_console.table.shift.state import DEALER_CUTS, CardsAre, Shift


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
    """The roles of which fewer are at the table than its file asks for: a banner, no bar to dealing."""
    here: Counter[str] = Counter(present.role for present in shift.present)
    return tuple(role for role, needed in table.people.items() if here[role] < needed)
