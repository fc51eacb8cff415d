"""Fills and credits: numbered slips, from the request by way of the cage to the count at the table.

    requested ── the cage sends ──▶ sent ── the dealer counts ──▶ verified ── a supervisor confirms ──▶ confirmed
        └───────── without a cage: another person than the one who asked ───────────────────────────────▲

Until it is confirmed no money has moved, and it can be voided: with a reason, by two people.

Fills and credits share one row of numbers that runs through all shifts of a journal, so that a missing slip is seen.
"""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, Message
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.entries.money import (
    SlipCancelled,
    SlipConfirmed,
    SlipKind,
    SlipRequested,
    SlipSent,
    SlipVerified,
)
from dealer_console.journal.entries.people import Role
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import Chips, why_not_chips
from dealer_console.table.shift.guards import Why, not_open, not_supervised, same_person
from dealer_console.table.shift.state import Acting, Shift
from dealer_console.table.shift.till import Slip
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


class SendSlip(Command):
    """By the cage, as an order of its desk: the chips of a fill are on their way, or somebody comes for a credit's."""

    needs = Action.CAGE_SEND
    slip: str
    runner: str

    def why_not(self, context: CommandContext) -> Why:
        if not self.runner.strip():
            return Refusal(Message("slip-needs-runner"))
        return not_open(context.shift) or _not_at(context.shift, self.slip, "sent", "requested")

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        entry = SlipSent(
            what=slip.what,
            slip=slip.number,
            cents=slip.chips.cents,
            chips=slip.chips.counts,
            role=context.by.role,
            runner=self.runner.strip(),
        )
        return [Draft.of(entry, who=context.who)]


class VerifySlip(Command):
    """By the dealer, who has counted what came, or what goes; another count than that of the slip is refused."""

    needs = Action.SLIP_VERIFY
    slip: str
    chips: Chips

    def why_not(self, context: CommandContext) -> Why:
        refusal = not_open(context.shift) or _not_at(context.shift, self.slip, "verified", "sent")
        if refusal is not None:
            return refusal
        slip = _known(context.shift, self.slip)
        if self.chips.counts != slip.chips.counts:
            counted, requested = Amount(self.chips.cents), Amount(slip.chips.cents)
            return Refusal(Message("slip-count-differs", slip=slip.number, amount=counted, limit=requested))
        return _tray_too_small(context.shift, slip.what, slip.chips)

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        entry = SlipVerified(
            what=slip.what,
            slip=slip.number,
            cents=slip.chips.cents,
            chips=self.chips.counts,
            role=context.by.role,
        )
        return [Draft.of(entry, who=context.who)]


class ConfirmSlip(Command):
    """Inside `Signed`: a supervisor beside the dealer who has counted.

    Without a cage: another person than the one who asked, and one of the two supervises.
    """

    slip: str

    def action(self, state: TableState) -> Action:
        return Action.CREDIT_CONFIRM if _is_credit(state, self.slip) else Action.FILL_CONFIRM

    def why_not(self, context: CommandContext) -> Why:
        shift, by = context.shift, context.by
        refusal = not_open(shift) or _not_open_slip(shift, self.slip, "confirmed")
        slip = shift.slip(self.slip)
        if refusal is not None or slip is None:
            return refusal
        refusal = _not_counted(slip, context.table.cage)
        counted_by = slip.requested_by if slip.verified_by is None else slip.verified_by
        counted_as = slip.requested_as if slip.verified_by is None else Role.DEALER
        what = Message(f"confirming-{slip.what}-of-dealer")
        return (
            refusal
            or same_person(counted_by, by.person, Message(f"a-{slip.what}"))
            or _not_at_the_tray(by, slip.what)
            or (None if Acting(person=counted_by, role=counted_as).supervises else not_supervised(by, what))
            or _tray_too_small(shift, slip.what, slip.chips)
        )

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        chips = slip.chips
        entry = SlipConfirmed(
            what=slip.what, slip=slip.number, cents=chips.cents, chips=chips.counts, role=context.by.role
        )
        return [Draft.of(entry, who=context.who)]


class CancelSlip(Command):
    """Void, before it was confirmed: asked for with a reason, approved by another person. The number is used up."""

    needs = Action.SLIP_VOID
    slip: str
    why: str

    def why_not(self, context: CommandContext) -> Why:
        if not self.why.strip():
            return Refusal(Message("void-needs-reason"))
        return not_open(context.shift) or _not_open_slip(context.shift, self.slip, "cancelled") or context.why_alone

    def drafts(self, context: CommandContext) -> list[Draft]:
        slip = _known(context.shift, self.slip)
        chips = slip.chips
        entry = SlipCancelled(
            what=slip.what,
            slip=slip.number,
            cents=chips.cents,
            chips=chips.counts,
            role=context.by.role,
            why=self.why.strip(),
            approved_by=context.second.person,
        )
        return [Draft.of(entry, who=context.who)]


def _is_credit(state: TableState, number: str) -> bool:
    slip = state.shift.slip(number)
    return slip is not None and slip.what == "credit"


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
    if by.role != Role.DEALER and not by.supervises:
        return Refusal(Message("slip-not-for", what=what, person=by.person))
    return None


def _not_open_slip(shift: Shift, number: str, new_step: str) -> Why:
    slip = shift.slip(number)
    if slip is None:
        known = [slip.number for slip in shift.slips]
        return Refusal(Message("no-such-slip", slip=number, hint=did_you_mean(number, known)))
    if not slip.is_open:
        return Refusal(
            Message("slip-settled", slip=number, step=slip.step, person=slip.settled_by or "", other=new_step)
        )
    return None


def _not_at(shift: Shift, number: str, new_step: str, step: str) -> Why:
    """The steps of a slip come in their order, each once."""
    slip = shift.slip(number)
    refusal = _not_open_slip(shift, number, new_step)
    if refusal is None and slip is not None and slip.step != step:
        return Refusal(Message("slip-is-at", slip=number, step=slip.step))
    return refusal


def _not_counted(slip: Slip, cage: bool) -> Why:
    if slip.step == "requested" and cage:
        return Refusal(Message("slip-waits-for-cage", slip=slip.number))
    return Refusal(Message("slip-dealer-counts-first", slip=slip.number)) if slip.step == "sent" else None


def _known(shift: Shift, number: str) -> Slip:
    return next(slip for slip in shift.slips if slip.number == number)
