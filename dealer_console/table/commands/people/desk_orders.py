"""Orders of the pit and the cage: a command that somebody signed at a desk of the floor, judged at the table.

The floor carries it; the word of the floor alone counts for nothing. It is taken once, and only while it is fresh.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import DeskOrdered
from dealer_console.journal.entries.shift import SpotsTaken
from dealer_console.table.approvals.pit_ruling import DeskOrder, RulingSignature
from dealer_console.table.commands.codec import command_of
from dealer_console.table.commands.command import Command, CommandContext, Source
from dealer_console.table.commands.money.slips import AskCredit, AskFill, CancelSlip, SendSlip
from dealer_console.table.commands.round.seats import PlayerLeft, SeatPlayer
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold import ORDER_AGE_MS
from dealer_console.table.shift.guards import Why
from dealer_console.table.shift.spots import is_known
from dealer_console.table.state.table_state import TableState


class SeatRating(SeatPlayer):
    """The pit seats a player by card, or moves them to other spots. Who sat there without a card is that player."""

    def action(self, state: TableState) -> Action:
        needed = super().action(state)
        return Action.RATE_PLAYER if needed is Action.TAKE_BETS else needed

    def why_not(self, context: CommandContext) -> Why:
        if not self.player:
            return Refusal(Message("rating-needs-card"))
        return super().why_not(context)

    def drafts(self, context: CommandContext) -> list[Draft]:
        given_up = set(self.spots)
        strangers = [
            SpotsTaken(player=seated.name, spots=tuple(spot for spot in seated.spots if spot not in given_up))
            for seated in context.shift.spots.players
            if not is_known(seated.name) and given_up & set(seated.spots)
        ]
        return [*(Draft.of(fewer, who=context.who) for fewer in strangers), *super().drafts(context)]

    def _taken(self, context: CommandContext, spot: int) -> Why:
        holders = (seated.name for seated in context.shift.spots.players if spot in seated.spots)
        return None if not all(is_known(name) for name in holders) else super()._taken(context, spot)


class CloseRating(PlayerLeft):
    """The pit closes the session of a player who has left."""

    needs = Action.RATE_PLAYER


FROM_DESK: Final[tuple[type[Command], ...]] = (AskFill, AskCredit, SendSlip, CancelSlip, SeatRating, CloseRating)
"""What a desk may order. Whatever must be counted or looked at is done at the table."""


class OrderFromDesk(Command, stored=False):
    """For the code of the floor only. The right is that of the command which it carries."""

    source = Source.PIT
    log: str
    order: str
    data: Mapping[str, Json]
    place: str
    reason: str
    signature: RulingSignature

    @property
    def ruling(self) -> DeskOrder:
        """What was signed."""
        return DeskOrder(log=self.log, order=self.order, command=self.data, person=self.who, reason=self.reason)

    @property
    def carried(self) -> Command:
        """Raises `Refused` for anything that no desk may order."""
        try:
            command = command_of(self.data, who=self.who)
        except (Bug, TypeError, ValueError, AttributeError) as error:
            raise Refused(Refusal(Message("order-not-read", why=str(error)))) from None
        if type(command) not in FROM_DESK:
            raise Refused(Refusal(Message("order-not-from-desk", command=type(command).__name__)))
        return command

    @property
    def waits_for_round_end(self) -> bool:
        """Seats change between two rounds: whoever brings the order keeps it until then."""
        try:
            return isinstance(self.carried, SeatRating | CloseRating)
        except Refused:
            return False

    @property
    def seats(self) -> str | None:
        """The card that it seats."""
        try:
            carried = self.carried
        except Refused:
            return None
        return carried.player if isinstance(carried, SeatRating) else None

    def action(self, state: TableState) -> Action | None:
        return self.carried.action(state)

    def why_not(self, context: CommandContext) -> Why:
        """Of the order; the command that it carries is judged for itself."""
        if self.log != context.state.approvals.log:
            return Refusal(Message("order-of-another-table"))
        if abs(context.now_ms - self.signature.at_ms) > ORDER_AGE_MS:
            return Refusal(Message("order-too-old"))
        if any(taken.order == self.order for taken in context.shift.orders):
            return Refusal(Message("order-known-already"))
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        """That it was ordered; `dispatch` adds what it does."""
        seal = self.signature
        ordered = DeskOrdered(
            order=self.order,
            command=self.data,
            place=self.place,
            reason=self.reason,
            key=seal.key,
            signed_at_ms=seal.at_ms,
            signature=seal.signature,
        )
        return [Draft.of(ordered, who=context.who)]
