"""Markers: chips on credit, against the player's signature. Two people issue one, two take it back or void it."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents
from dealer_console.game.similar_names import did_you_mean
from dealer_console.journal import Draft
from dealer_console.journal.entries.money import MarkerIssued, MarkerRedeemed, MarkerVoided
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.chips import fewest, why_not_made
from dealer_console.table.shift.guards import Why, not_open
from dealer_console.table.shift.spots import is_known, why_not_spot
from dealer_console.table.shift.state import Shift
from dealer_console.table.shift.till import Marker


class IssueMarker(Command):
    """Asked for by the dealer, approved by a supervisor: chips for the player who is seated at this spot by card."""

    needs = Action.MARKER_ISSUE
    cents: int
    spot: int

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        refusal = not_open(shift) or why_not_spot(context.table, self.spot)
        if refusal is not None:
            return refusal
        if _player(shift, self.spot) is None:
            return Refusal(Message("marker-needs-card", spot=self.spot))
        if self.cents <= 0:
            return Refusal(Message("marker-more-than-0"))
        if self.cents > shift.till.tray:
            return Refusal(Message("tray-too-small", amount=Amount(shift.till.tray), limit=Amount(self.cents)))
        return why_not_made(context.table.denominations, self.cents) or context.why_alone

    def drafts(self, context: CommandContext) -> list[Draft]:
        issued = MarkerIssued(
            cents=Cents(self.cents),
            chips=fewest(context.table.denominations, self.cents).counts,
            marker=f"M-{context.shift.markers_given + 1:05d}",
            player=_player(context.shift, self.spot) or "",
            spot=self.spot,
            approved_by=context.second.person,
        )
        return [Draft.of(issued, who=context.who)]


class RedeemMarker(Command):
    """With chips at the table that issued it, in the same shift; later the cage takes it."""

    needs = Action.MARKER_REDEEM
    marker: str
    cents: int

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        marker = shift.marker(self.marker)
        if marker is None:
            return _no_such(shift, self.marker)
        left = marker.cents - marker.redeemed
        if not 0 < self.cents <= left:
            return Refusal(Message("marker-left", marker=self.marker, amount=Amount(Cents(left))))
        return not_open(shift) or why_not_made(context.table.denominations, self.cents) or context.why_alone

    def drafts(self, context: CommandContext) -> list[Draft]:
        marker = _known(context.shift, self.marker)
        redeemed = MarkerRedeemed(
            cents=Cents(self.cents), marker=marker.number, player=marker.player, approved_by=context.second.person
        )
        return [Draft.of(redeemed, who=context.who)]


class VoidMarker(Command):
    """With a reason, before anything of it was paid: the chips lie on the table again, the number is used up."""

    needs = Action.SLIP_VOID
    marker: str
    why: str

    def why_not(self, context: CommandContext) -> Why:
        shift = context.shift
        marker = shift.marker(self.marker)
        if not self.why.strip():
            return Refusal(Message("void-needs-reason"))
        if marker is None:
            return _no_such(shift, self.marker)
        if marker.redeemed:
            left = Amount(Cents(marker.cents - marker.redeemed))
            return Refusal(Message("marker-left", marker=self.marker, amount=left))
        return not_open(shift) or context.why_alone

    def drafts(self, context: CommandContext) -> list[Draft]:
        marker = _known(context.shift, self.marker)
        voided = MarkerVoided(
            cents=marker.cents,
            marker=marker.number,
            player=marker.player,
            why=self.why.strip(),
            approved_by=context.second.person,
        )
        return [Draft.of(voided, who=context.who)]


def _no_such(shift: Shift, number: str) -> Refusal:
    hint = did_you_mean(number, [marker.number for marker in shift.markers])
    return Refusal(Message("no-such-marker", marker=number, hint=hint))


def _player(shift: Shift, spot: int) -> str | None:
    """By card: nobody signs a marker whom the table does not know."""
    names = (player.name for player in shift.spots.players if spot in player.spots)
    return next((name for name in names if is_known(name)), None)


def _known(shift: Shift, number: str) -> Marker:
    return next(marker for marker in shift.markers if marker.number == number)
