"""Cards out of a sealed shoe: opened when they are turned, and explained when nobody was due them."""

from __future__ import annotations

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card
from dealer_console.game.engine import Round
from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message, Term
from dealer_console.game.state import HOLE_CARD
from dealer_console.journal import Draft
from dealer_console.journal.entries.devices import FaceDownOrdered
from dealer_console.table.commands.command import Command, CommandContext, JudgedByEntries
from dealer_console.table.devices.cards_by_hand import why_not_by_hand
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, require
from dealer_console.table.state import card_places
from dealer_console.table.state.card_places import doubled_and_due, sealed_draw
from dealer_console.table.state.entry_drafts import move_drafts
from dealer_console.table.state.loose_cards import why_not_yet
from dealer_console.table.state.table_state import FACE_UP, UNEXPLAINED, Draw, TableState
from drivers.events import DeviceKind


class ShowHoleCard(Command):
    """The dealer turns the hole card; a sealed shoe is asked to open it."""

    needs = Action.DEAL

    def why_not(self, context: CommandContext) -> Why:
        state, r = context.state, context.state.round
        if r is None or r.phase is not phases.SHOW or r.table.hole_card_comes_last or r.irregularity is not None:
            return Refusal(Message("hole-card-not-due"))
        hole = state.hole_draw
        if hole is None or hole.unreadable or state.cards_by_hand:
            return Refusal(Message("hole-card-by-hand"))
        if hole.open_for is not None:
            return Refusal(Message("being-opened"))
        if state.draw_at(UNEXPLAINED) is not None:
            return Refusal(Message("card-waits-for-explanation"))
        return why_not_yet(state)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return _reveal(context, context.state.hole_draw, why="HOLE_CARD_TURNED")


class KeepFaceDown(Command):
    """The player wants the double card face down (CB double 6): said before the card leaves a sealed shoe."""

    needs = Action.DEAL
    hand: str

    def why_not(self, context: CommandContext) -> Why:
        state = context.state
        hand = doubled_and_due(state.round)
        if hand is None or hand.id != self.hand:
            return Refusal(Message("no-double-card-due", hand=self.hand), _turn_clause(state))
        if state.cards_by_hand:
            return Refusal(Message("double-card-by-hand"))
        return Refusal(Message("card-left-shoe")) if state.opening is not None else None

    def drafts(self, context: CommandContext) -> list[Draft]:
        return [Draft.of(FaceDownOrdered(device=DeviceKind.SHOE, hand=self.hand), who=context.who)]


class TurnDoubleCard(Command):
    """The dealer turns the double card of this hand; a sealed shoe is asked to open it."""

    needs = Action.DEAL
    hand: str

    def why_not(self, context: CommandContext) -> Why:
        state, r = context.state, context.state.round
        if r is None or r.phase is not phases.TURN or r.irregularity is not None:
            return Refusal(Message("no-double-card-to-turn"), _turn_clause(state))
        if sealed_draw(state, self.hand) is None:
            return Refusal(Message("shoe-cannot-open-card", hand=self.hand), _turn_clause(state))
        return Refusal(Message("card-being-opened")) if state.opening is not None else why_not_yet(state)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return _reveal(context, sealed_draw(context.state, self.hand), why="DEALT_FACE_UP")


def _turn_clause(state: TableState) -> str | None:
    return state.table.rules.cite("turn") if state.table is not None else None


def _reveal(context: CommandContext, draw: Draw | None, *, why: str, place: str | None = None) -> list[Draft]:
    if draw is None:
        raise Bug("no card lies there")
    return [card_places.reveal(draw, why, place, who=context.who)]


class ExplainDraw(JudgedByEntries, Command):
    """A card that nobody was due: was its face seen? `card` only where the shoe could not read it.

    `asked`: the hand in turn asked for it, so it is that hand's hit. The one command that puts such a card before the
    rules.
    """

    needs = Action.CALL_IRREGULARITY
    seen: bool
    card: Card | None = None
    asked: bool = False

    def entries(self, context: CommandContext) -> list[Draft]:
        state = context.state
        draw, r = state.draw_at(UNEXPLAINED, FACE_UP), state.round
        if draw is None or not card_places.needs_words(state, draw):
            raise Refused(Refusal(Message("no-card-waits-for-explanation")))
        if r is None:
            if self.seen and self.card is not None and not draw.unreadable and state.cards_by_hand:
                require(why_not_by_hand(state, context.table))
            return self._between_rounds(context, draw)
        if r.irregularity is not None:
            raise Refused(
                Refusal(Message("irregularity-comes-first", code=Term("irregularity-name", r.irregularity.code)))
            )
        if r.phase is phases.DISPUTE or (r.phase is phases.COMPLETE and r.ended_by is not None):
            raise Refused(Refusal(Message("explain-after-ruling")))
        first = card_places.comes_first(state)
        if first is not None:
            raise Refused(Refusal(Message("explain-the-other-after", first=first)))
        if draw.place == FACE_UP and state.late is not None and state.late.loose:  # those came before it
            raise Refused(Refusal(Message("loose-card-first")))
        if self.asked:
            return self._hit(context, r, draw)
        if not self.seen and r.phase is not phases.TURN and r.phase is not phases.COMPLETE:
            return move_drafts(state, [moves.IrregularityCalled(code="card-drawn-unexposed")], context.who)
        return self._seen(context, r, draw)

    def _hit(self, context: CommandContext, r: Round, draw: Draw) -> list[Draft]:
        state, hit = context.state, card_places.hit_of_hand_in_turn(r)
        if hit is None or draw.place == FACE_UP:
            raise Refused(Refusal(Message("no-hand-in-turn")))
        if not draw.unreadable and not state.cards_by_hand:
            hit_drafts = move_drafts(state, [hit], context.who)
            return [*hit_drafts, *_reveal(context, draw, place=hit.hand, why="DEALT_FACE_UP")]
        if self.card is None:
            raise Refused(Refusal(Message("shoe-cannot-tell-card")))
        laid = move_drafts(state, [hit, moves.DRAWN[self.card]], context.who)
        return [card_places.placed(draw, hit.hand), *laid]

    def _seen(self, context: CommandContext, r: Round, draw: Draw) -> list[Draft]:
        state = context.state
        if draw.unreadable or state.cards_by_hand:
            return self._named(context, r, draw)
        if r.due is not None and r.due is not HOLE_CARD:
            place, _ = card_places.place_now(_as_if_gone(state))
            return _reveal(context, draw, place=place, why="DEALT_FACE_UP")
        return _reveal(context, draw, why="IRREGULARITY")

    def _named(self, context: CommandContext, r: Round, draw: Draw) -> list[Draft]:
        if self.card is None:
            raise Refused(Refusal(Message("shoe-cannot-tell-card")))
        state = context.state
        code = "card-face-up-in-shoe" if draw.place == FACE_UP else card_places.seen_code(r)
        if code == "card-exposed" and r.due is not None:
            place, _ = card_places.place_now(_as_if_gone(state))
            aside = card_places.placed(draw, place)
            return [aside, *move_drafts(state, [moves.DRAWN[self.card]], context.who)]
        return move_drafts(state, [moves.IrregularityCalled(code=code, card=self.card)], context.who)

    def _between_rounds(self, context: CommandContext, draw: Draw) -> list[Draft]:
        """A card that left the shoe while no round was open is out of play; seen, it is counted by its face."""
        if self.seen and not draw.unreadable and not context.state.cards_by_hand:
            return _reveal(context, draw, why="IRREGULARITY")
        face = self.card.text if self.seen and self.card is not None else "??"
        return [card_places.out_of_play(draw, face, "it left the shoe between rounds", context.who)]


def _as_if_gone(state: TableState) -> TableState:
    """The same round with no card beside the layout."""
    copied = TableState()
    copied.dealt, copied.face_down = state.dealt, state.face_down
    return copied
