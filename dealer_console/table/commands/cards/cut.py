"""The cut: who is offered it, how deep it must be, when the dealer cuts, and the recut that a supervisor may order."""

from __future__ import annotations

from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Spot
from dealer_console.game.message import Message
from dealer_console.game.procedures import cut_order
from dealer_console.game.rules import Rules, rule_text
from dealer_console.journal import Draft
from dealer_console.journal.entries import cards as stored
from dealer_console.rulebook.tables import Table
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.fold_cards import CARDS_PER_DECK
from dealer_console.table.shift.guards import Why, not_supervised
from dealer_console.table.shift.readiness import current_step
from dealer_console.table.shift.spots import first_seated, why_not_spot
from dealer_console.table.shift.state import DEALER_CUTS, CardsAre, Cut, Shift

FIRST_PLAYER: Final = {"MA": "MA 4(d)(1)", "CB": "CB shuffle 3b"}


class OfferCut(Command):
    """The stack is offered to these spots.

    Where the game begins or resumes the first player at the table is asked first (MA 4(d)(1), CB shuffle 3b): whom the
    table has seated first, or, where it has seated nobody, `first_player`.
    """

    needs = Action.CUT
    players: tuple[int, ...]
    first_player: int | None = None

    def why_not(self, context: CommandContext) -> Why:
        return self._not_now(context) or self._first_player_wrong(context)

    def _first_player_wrong(self, context: CommandContext) -> Why:
        """Who came first is on record, or has to be said."""
        if not context.shift.cards.game_begins or not self.players or context.table.dealer_cuts:
            return None
        rules, seated = context.table.rules, first_seated(context.shift)
        clause = FIRST_PLAYER.get(rules.document, rules.values["cut_passes_to"].clause)
        if seated is not None and self.first_player not in (None, seated):
            return Refusal(Message("first-player-sits-at", spot=seated), clause)
        if seated is None and self.first_player not in self.players:
            return Refusal(Message("say-first-player"), clause)
        return None

    def _not_now(self, context: CommandContext) -> Why:
        table, cards = context.table, context.shift.cards
        due = current_step(table, context.shift)
        waits = cards.are is CardsAre.CUTTING and cards.cut == Cut(order=()) and not table.dealer_cuts
        if due is None or not (due.key == "offer-cut" or (waits and due.key == "cut")):
            if due is None:
                return Refusal(Message("cut-not-offered-yet"))
            return Refusal(Message("cut-not-offered-yet-now", step=rule_text(due.does)), due.clause)
        return next((why for why in (why_not_spot(table, spot) for spot in self.players) if why), None)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.CutOffered(order=tuple(self._order(context))), who=context.who)]

    def _order(self, context: CommandContext) -> list[int]:
        """Nobody where the house lets the dealer cut (MA 4(c))."""
        if context.table.dealer_cuts:
            return []
        at = context.shift.cards.cutting_card_at
        begins, seated = context.shift.cards.game_begins, first_seated(context.shift)
        first = (seated if seated is not None else self.first_player) if begins else None
        order = cut_order(
            context.table.rules,
            [Spot(spot) for spot in self.players],
            first_player=None if first is None else Spot(first),
            cutting_card_at=None if at is None else Spot(at),
        )
        return [int(spot) for spot in order]


class CutMade(Command):
    """The one whose turn it is has cut (0: the dealer), so many cards deep."""

    needs = Action.CUT
    spot: int
    cards_before: int | None = None

    def why_not(self, context: CommandContext) -> Why:
        return (
            _not_offered(context.table, context.shift)
            or _not_their_cut(context.table, context.shift, self.spot)
            or why_not_depth(context.table.rules, self.cards_before, self._stack(context))
        )

    def _stack(self, context: CommandContext) -> int:
        """Inside a round only the discards are cut (MA 15(g))."""
        r = context.state.round
        return r.shoe.left if r is not None else context.shift.cards.decks * CARDS_PER_DECK

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.CutMade(by=self.spot, cards_before=self.cards_before), who=context.who)]


def why_not_depth(rules: Rules, cards_before: int | None, stack: int) -> Why:
    """Not said, or too near an end of the stack (MA 4(f), CB shuffle 3e)."""
    clause = rules.values["cut_least_decks"].clause
    if cards_before is None:
        return Refusal(Message("say-cut-depth"), clause)
    least = -(-rules.cut_least_decks * CARDS_PER_DECK // 1)
    if not least <= cards_before <= stack - least:
        return Refusal(Message("cut-too-near-end", cards=cards_before, least=least), clause)
    return None


class CutRefused(Command):
    """The cut goes on to the next one."""

    needs = Action.CUT
    spot: int

    def why_not(self, context: CommandContext) -> Why:
        refusal, cut = _not_offered(context.table, context.shift), context.shift.cards.cut
        if refusal is None and cut is not None and cut.offered_to == DEALER_CUTS:
            clause = context.table.rules.values["cut_passes_to"].clause
            return Refusal(Message("all-refused-cut"), clause)
        return refusal or _not_their_cut(context.table, context.shift, self.spot)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(stored.CutRefused(spot=self.spot), who=context.who)]


class OrderRecut(Command):
    """Inside `Signed`, by a supervisor, before the first round of the shoe (MA 4(g))."""

    needs = Action.RECUT
    by_the_same: bool
    why: str

    def why_not(self, context: CommandContext) -> Why:
        """After the cut and before the first card of a round."""
        rules, cards = context.table.rules, context.shift.cards
        clause = rules.values["recut"].clause
        if not rules.recut:
            return Refusal(Message("cut-once"), clause)
        if cards.cut is None or cards.cut.by is None or cards.are not in (CardsAre.CUTTING, CardsAre.IN_PLAY):
            return Refusal(Message("no-cut-to-repeat"), clause)
        if cards.resumes is None and (context.shift.in_round or cards.rounds_of_shoe):
            return Refusal(Message("cut-stands"), clause)
        return not_supervised(context.by, Message("a-recut"), clause)

    def drafts(self, context: CommandContext) -> list[Draft]:
        """By who cut last, or by the next person entitled, and so on; nobody left means the dealer."""
        cut = context.shift.cards.cut or Cut(order=())
        order = cut.order[cut.refused if self.by_the_same else cut.refused + 1 :]
        return [Draft.of(stored.RecutOrdered(order=order, why=self.why), who=context.who)]


def _not_offered(table: Table, shift: Shift) -> Why:
    cut = shift.cards.cut
    if shift.cards.are is not CardsAre.CUTTING or cut is None:
        return Refusal(Message("no-cards-wait-for-cut"), table.rules.values["cut_when"].clause)
    if cut.by is not None:
        return Refusal(Message("cards-have-been-cut"), table.rules.values["recut"].clause)
    return None


def _not_their_cut(table: Table, shift: Shift, spot: int) -> Why:
    cut = shift.cards.cut
    if cut is None or spot == cut.offered_to:
        return None
    clause = table.rules.values["cut_passes_to"].clause
    return Refusal(Message("cut-for-another", a=_place(cut.offered_to), b=_place(spot)), clause)


def _place(spot: int) -> Message:
    return Message("place-dealer") if spot == DEALER_CUTS else Message("spot-number", spot=spot)
