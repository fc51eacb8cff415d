"""Which step with the cards is due now, and the clauses of those that no procedure lists."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message, Term
from dealer_console.game.rules import Step, rule_text
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift.csm_cards import step_after, steps_of
from dealer_console.table.shift.state import Shift

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
