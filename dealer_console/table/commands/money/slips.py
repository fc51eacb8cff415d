"""Fills and credits: numbered slips, asked for by one person, confirmed by another, cancelled only before that.

Fills and credits share one row of numbers that runs through all shifts of a journal, so that a missing slip is seen.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, Message
from dealer_console.game.suggestions import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.entries.money import SlipCancelled, SlipConfirmed, SlipKind, SlipRequested
from dealer_console.table.commands.command import Command
from dealer_console.table.commands.context import CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.guards import Why, not_open, not_supervised, same_person
from dealer_console.table.shift.state import Acting, Shift, Slip
from dealer_console.table.state.table_state import TableState


class AskFill(Command):
    """Chips for the tray: a numbered slip that waits for its confirmation."""

    needs = Action.FILL_REQUEST
    chips: Chips

    def why_not(self, context: CommandContext) -> Why:
        return _why_not_asked(context, "fill", self.chips)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_requested(context, "fill", self.chips)]


class AskCredit(Command):
    """Chips from the tray to the cage: a numbered slip that waits for its confirmation."""

    needs = Action.CREDIT_REQUEST
    chips: Chips

    def why_not(self, context: CommandContext) -> Why:
        return _why_not_asked(context, "credit", self.chips) or _tray_too_small(context.shift, "credit", self.chips)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [_requested(context, "credit", self.chips)]


class ConfirmSlip(Command):
    """Inside `Signed`, by another person than the one who asked, and one of the two supervises."""

    slip: str

    def action(self, state: TableState) -> Action:
        return Action.CREDIT_CONFIRM if _is_credit(state, self.slip) else Action.FILL_CONFIRM

    def why_not(self, context: CommandContext) -> Why:
        shift, by = context.shift, context.by
        refusal = not_open(shift) or _not_requested(shift, self.slip, "confirmed")
        slip = shift.slip(self.slip)
        if refusal is not None or slip is None:
            return refusal
        asked_by = Acting(person=slip.requested_by, role=slip.requested_as)
        what = Message(f"confirming-{slip.what}-of-dealer")
        return (
            same_person(slip.requested_by, by.person, Message(f"a-{slip.what}"))
            or _not_at_the_tray(by, slip.what)
            or (None if asked_by.supervises else not_supervised(by, what))
            or _tray_too_small(shift, slip.what, slip.chips)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        chips = slip.chips
        entry = SlipConfirmed(
            what=_kind(slip), slip=slip.number, cents=chips.cents, chips=chips.counts, role=context.by.role
        )
        return [Draft.of(entry, who=context.who)]


class CancelSlip(Command):
    """Before it was confirmed; the number is used up."""

    slip: str
    why: str

    def action(self, state: TableState) -> Action:
        return Action.CREDIT_REQUEST if _is_credit(state, self.slip) else Action.FILL_REQUEST

    def why_not(self, context: CommandContext) -> Why:
        return not_open(context.shift) or _not_requested(context.shift, self.slip, "cancelled")

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        chips = slip.chips
        entry = SlipCancelled(
            what=_kind(slip),
            slip=slip.number,
            cents=chips.cents,
            chips=chips.counts,
            role=context.by.role,
            why=self.why or None,
        )
        return [Draft.of(entry, who=context.who)]


def _is_credit(state: TableState, number: str) -> bool:
    slip = state.shift.slip(number)
    return slip is not None and _kind(slip) == "credit"


def _kind(slip: Slip) -> SlipKind:
    return "credit" if slip.what == "credit" else "fill"


def _requested(context: CommandContext, what: SlipKind, held: Chips) -> Draft:
    number = f"{what[0].upper()}-{context.shift.slips_given + 1:05d}"
    entry = SlipRequested(what=what, slip=number, cents=held.cents, chips=held.counts, role=context.by.role)
    return Draft.of(entry, who=context.who)


def _why_not_asked(context: CommandContext, what: str, held: Chips) -> Why:
    refusal = not_open(context.shift) or _not_at_the_tray(context.by, what)
    refusal = refusal or why_not_chips(context.table.denominations, held)
    if refusal is None and not held.rows:
        return Refusal(Message("slip-needs-chips", what=what))
    return refusal


def _tray_too_small(shift: Shift, what: str, held: Chips) -> Why:
    if what == "credit" and held.cents > shift.till.tray:
        return Refusal(Message("tray-too-small", amount=Amount(shift.till.tray), limit=Amount(held.cents)))
    return None


def _not_at_the_tray(by: Acting, what: str) -> Why:
    if by.role != "dealer" and not by.supervises:
        return Refusal(Message("slip-not-for", what=what, person=by.person))
    return None


def _not_requested(shift: Shift, number: str, wanted: str) -> Why:
    slip = shift.slip(number)
    if slip is None:
        known = [slip.number for slip in shift.slips]
        return Refusal(Message("no-such-slip", slip=number, hint=did_you_mean(number, known)))
    if slip.step != "requested":
        return Refusal(Message("slip-settled", slip=number, step=slip.step, person=slip.settled_by or "", other=wanted))
    return None


def _known(shift: Shift, number: str) -> Slip:
    return next(slip for slip in shift.slips if slip.number == number)
