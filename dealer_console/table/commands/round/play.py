"""A move of the round: a decision, a card entered by hand, a ruling; and taking the last one back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Self

from dealer_console.game import moves
from dealer_console.game.engine import Round, why_not
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.irregularity.irregularities import needs_supervisor
from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.game.play.card_places import card_that_left
from dealer_console.journal import Draft
from dealer_console.journal.entries.cards import CardBurned
from dealer_console.journal.entries.rounds import RoundOpened, SettlementWithdrawn
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.settlements import settlement_of
from dealer_console.table.commands.command import Command, CommandContext
from dealer_console.table.devices.cards_by_hand import why_not_by_hand
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.guards import Why, not_open
from dealer_console.table.shift.readiness import why_cards_wait, why_not_round
from dealer_console.table.state import card_places
from dealer_console.table.state.card_places import comes_first, place_named
from dealer_console.table.state.entry_drafts import drafts_in, move_drafts, opening_draft, undo_drafts, why_not_undo
from dealer_console.table.state.loose_cards import names_card_after_loose, names_face_down, why_not_yet
from dealer_console.table.state.table_state import UNEXPLAINED, TableState

NOT_YET: Final = "nobody-yet"  # in the place of the supervisor, in a move that waits for one

_RULINGS: Final = (moves.Ruled, moves.ExposedCardTaken, moves.ExposedCardRefused, moves.SpotLeft, moves.SpotPlaysOn)
_ANSWERS: Final = (*_RULINGS, moves.RoundVoided)
_SPOTS_ANSWER: Final = (moves.SpotLeft, moves.SpotPlaysOn, moves.ExposedCardRefused)
_BY_HAND: Final = (moves.CardDrawn, moves.CardBurned, moves.HoleCardShown)
_CARDS: Final = (*_BY_HAND, moves.DoubleCardTurned, moves.HoleCardChecked)


class Play(Command):
    """A move of the round.

    It names no supervisor (`by` stays empty): where the rules want one, the command becomes a request, and who approves
    it is put into the move.
    """

    about_the_felt = True
    move: Move

    def action(self, state: TableState) -> Action:
        if state.round is None:
            return Action.VOID_ROUND if isinstance(self.move, moves.RoundVoided) else Action.DEAL
        return action_for_move(state.round, self.move)

    def as_asked(self) -> Self:
        return replace(self, move=with_supervisor(self.move, None))

    def why_not(self, context: CommandContext) -> Why:
        state, move = context.state, self._with_approver(context)
        refusal = _not_dealt(context, move) or _why_not_now(context, move)
        if refusal is not None:
            return refusal
        if state.round is not None:
            return why_not(state.round, move)
        if not isinstance(move, moves.CardDrawn | moves.CardBurned):
            return Refusal(Message("no-round-open"))
        return None if state.burn_due else _not_opened(state) or why_not(_begun(state).felt, move)

    def drafts(self, context: CommandContext) -> list[Draft]:
        state, move = context.state, self._with_approver(context)
        if state.in_round:
            return move_drafts(state, [move], context.who)
        if state.burn_due and isinstance(move, moves.CardDrawn | moves.CardBurned):
            return [Draft.of(CardBurned(card=move.card), who=context.who)]
        return [opening_draft(state, context.who), *drafts_in(_begun(state), [move], context.who)]

    def _with_approver(self, context: CommandContext) -> Move:
        """Whoever typed a supervisor into the move: only an approval puts one there."""
        return with_supervisor(self.move, context.approver.person if context.approver is not None else None)


class TakeBack(Command):
    """Undo the last move."""

    about_the_felt = True
    why: str

    def action(self, state: TableState) -> Action:
        """Chips that have moved do not move back by the dealer alone."""
        if not any(wager.done for wager in state.settled) or why_not_undo(state) is not None:
            return Action.UNDO
        entries = (draft.typed for draft in undo_drafts(state, self.why, self.who))
        withdrawn = [settlement_of(entry) for entry in entries if isinstance(entry, SettlementWithdrawn)]
        paid = any(wager.done and wager.settlement in withdrawn for wager in state.settled)
        return Action.UNDO_PAID if paid else Action.UNDO

    def why_not(self, context: CommandContext) -> Why:
        if not context.state.in_round:
            return Refusal(Message("round-paid-supervisor-corrects"))
        return why_not_undo(context.state)

    def drafts(self, context: CommandContext) -> list[Draft]:
        return undo_drafts(context.state, self.why, context.who)


# --- the right that a move needs -----------------------------------------------------------------------------------


def action_for_move(r: Round, move: Move) -> Action:
    """Ask before the move is applied: the open irregularity decides whether its choice wants a supervisor."""
    if isinstance(move, moves.RoundVoided):
        return Action.VOID_ROUND
    if isinstance(move, moves.IrregularityCalled):
        return Action.CALL_IRREGULARITY
    if isinstance(move, _SPOTS_ANSWER):
        return Action.RESOLVE_IRREGULARITY  # a player's own answer is no ruling; the ruling that ends it may be one
    if isinstance(move, moves.Ruled | moves.ExposedCardTaken):
        called = r.irregularity or r.missed
        supervised = called is not None and needs_supervisor(r, called, _choice(move))
        return Action.RULE_IRREGULARITY if supervised else Action.RESOLVE_IRREGULARITY
    return Action.DEAL if isinstance(move, _CARDS) else Action.DECIDE


def _choice(move: moves.Ruled | moves.ExposedCardTaken) -> str:
    """Taking an exposed card ends the irregularity, as a ruling does."""
    if isinstance(move, moves.Ruled):
        return move.choice
    return "hand-accept"


def with_supervisor(move: Move, by: str | None) -> Move:
    """The move with this supervisor in it; None: with nobody, as it is asked for. Other moves stay as they are."""
    if isinstance(move, moves.RoundVoided):
        return replace(move, by=by or NOT_YET)
    if isinstance(move, _RULINGS):
        return replace(move, by=by)
    return move


# --- before the rules are asked ------------------------------------------------------------------------------------


def _not_dealt(context: CommandContext, move: Move) -> Why:
    """A card between rounds is the burn that is due, or opens the round; none while discards are being shuffled."""
    state = context.state
    if not isinstance(move, moves.CardDrawn | moves.CardBurned):
        return None
    if state.in_round:
        return why_cards_wait(context.table, context.shift) if context.shift.cards.resumes is not None else None
    if state.burn_due:
        return not_open(context.shift)
    spots = {int(bet.spot) for bet in state.bets}
    return why_not_round(context.table, context.shift, spots) or why_not_deal(state, context.table.rules)


def _why_not_now(context: CommandContext, move: Move) -> Why:
    """What the cards beside the layout and the devices refuse."""
    state = context.state
    if isinstance(move, _ANSWERS):
        return None
    late = why_not_yet(state)
    if late is not None and not names_face_down(state, move):
        return late
    if names_card_after_loose(state, move):
        return Refusal(Message("loose-card-first"))
    first = comes_first(state) is not None and isinstance(move, moves.CardDrawn | moves.CardBurned)
    if state.draw_at(UNEXPLAINED) is not None and not first:
        return Refusal(Message("card-nobody-was-due"))
    if isinstance(move, _BY_HAND) or _names_new_card(state.round, move):
        return _why_shoe_tells(context, move)
    if state.opening is not None:
        return Refusal(Message("card-for-place-being-opened", place=place_named(state.opening.place)))
    if isinstance(move, moves.DoubleCardTurned) and card_places.sealed_draw(state, move.hand) is not None:
        return Refusal(Message("shoe-opens-double-card", hand=move.hand))
    if isinstance(move, moves.HoleCardChecked) and _reader_checks(state):
        return Refusal(Message("reader-checks-hole-card"))
    return None


def _why_shoe_tells(context: CommandContext, move: Move) -> Why:
    state = context.state
    if state.owed_by_hand or (state.late is not None and state.late.loose):
        return None
    if state.cards_by_hand:
        return why_not_by_hand(state, context.table)
    if isinstance(move, moves.HoleCardShown):
        hole = state.hole_draw
        if hole is None or hole.unreadable:
            return None
        return Refusal(Message("shoe-opens-hole-card"))
    draw = state.opening
    if draw is not None and draw.dealt and draw.unreadable:
        return None
    if isinstance(move, moves.IrregularityCalled):
        return Refusal(Message("late-call-shoe-tells-card"))
    return Refusal(Message("draw-from-shoe"))


def _names_new_card(r: Round | None, move: Move) -> bool:
    """Does this call say which card has left the shoe? The ruling would lay a card that only the dealer knows of."""
    return r is not None and isinstance(move, moves.IrregularityCalled) and card_that_left(r, move) is not None


def _reader_checks(state: TableState) -> bool:
    at_reader = state.table is not None and state.table.hole_card == "reader"
    return at_reader and "reader" in state.links and "reader" not in state.without


# --- the first card ------------------------------------------------------------------------------------------------


def _not_opened(state: TableState) -> Why:
    if state.table is None or state.shoe is None:
        return Refusal(Message("table-without-rules-or-cards"))
    if not state.bets:
        return Refusal(Message("no-wager-on-table"), state.table.rules.cite("wagers"))
    return None


def _begun(state: TableState) -> DealtRound:
    """The round that is only about to be opened."""
    if state.table is None or state.shoe is None:
        raise Refused(Refusal(Message("table-without-rules-or-cards")))
    opened = RoundOpened(round=state.round_number + 1, bets=state.bets)
    return DealtRound(state.seq + 1, opened, state.table, state.shoe)
