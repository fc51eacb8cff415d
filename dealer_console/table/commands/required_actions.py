"""Which action of the matrix a touch is: the words of `config/permissions.toml` for everything that people touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_console.game import moves
from dealer_console.game.errors import Refused
from dealer_console.table import commands
from dealer_console.table.commands.move_entries import undo_drafts
from dealer_console.table.commands.required_rights import action_for_burn_card_shown, action_for_move
from dealer_console.table.people.actions import Action
from dealer_console.table.shift.csm_cards import PUT_AWAY
from dealer_console.table.shift.notices import LIMITS
from dealer_console.table.shift.spots import player
from dealer_console.table.state.settled_wagers import SettledWager
from dealer_console.table.state.table_state import TableState

_PLAIN: Final[Mapping[type, Action]] = {
    commands.Configure: Action.OPEN_TABLE,  # by somebody who could approve the opening
    commands.CardsIn: Action.SHOE_CHANGE,
    commands.PersonCame: Action.DEALER_IN,
    commands.PersonLeft: Action.DEALER_OUT,
    commands.WagersDown: Action.TAKE_BETS,
    commands.SameWagers: Action.TAKE_BETS,
    commands.ShowHoleCard: Action.DEAL,
    commands.KeepFaceDown: Action.DEAL,
    commands.TurnDoubleCard: Action.DEAL,
    commands.ExplainDraw: Action.CALL_IRREGULARITY,
    commands.SettlementDone: Action.DEAL,
    commands.WagersPaid: Action.DEAL,
    commands.CorrectCard: Action.CORRECT_CARD,
    commands.CorrectSettlement: Action.CORRECT_SETTLEMENT,
    commands.PlayerLeft: Action.TAKE_BETS,
    commands.LetIn: Action.LET_IN,
    commands.ClearFault: Action.DEVICE_CLEAR,
    commands.TrustAgain: Action.CONTINUE_AFTER_EVENT_GAP,
    commands.LookThroughCamera: Action.DEVICE_SERVICE,
    commands.EndCameraView: Action.NOTE,
    commands.Shuffle: Action.SHUFFLE,
    commands.Release: Action.SHUFFLE,
    commands.TakeCardsOut: Action.SHUFFLE,
    commands.TakeInventory: Action.SHUFFLE,
    commands.OpenTable: Action.OPEN_TABLE,
    commands.CloseTable: Action.CLOSE_TABLE,
    commands.CountTray: Action.COUNT_TRAY,
    commands.BuyIn: Action.BUY_IN,
    commands.TokeGiven: Action.BUY_IN,
    commands.ColourUp: Action.BUY_IN,
    commands.AskFill: Action.FILL_REQUEST,
    commands.AskCredit: Action.CREDIT_REQUEST,
    commands.CallWager: Action.BUY_IN,
    commands.ReturnCalledWager: Action.BUY_IN,
    commands.ConfirmCalledWager: Action.CONFIRM_CALLED_WAGER,
    commands.WithdrawNotice: Action.NOTICE,
    commands.DecksIn: Action.SHOE_CHANGE,
    commands.CardsInspected: Action.INSPECT_CARDS,
    commands.ShuffleAgain: Action.SHUFFLE_AGAIN,
    commands.OfferCut: Action.CUT,
    commands.CutMade: Action.CUT,
    commands.CutRefused: Action.CUT,
    commands.OrderRecut: Action.RECUT,
    commands.BurnCard: Action.DEAL,
    commands.CuttingCardOut: Action.DEAL,
    commands.CountCards: Action.SHUFFLE,
    commands.OrderCardsOut: Action.CARDS_OUT,
    commands.CallSupervisor: Action.CALL_SUPERVISOR,
    commands.WriteNote: Action.NOTE,
}


def action_of(state: TableState, touch: commands.Command) -> Action | None:
    """What a person does with this touch; None where nothing but being somebody of the house is needed."""
    found = _BY_STATE.get(type(touch))
    return found(state, touch) if found is not None else _PLAIN[type(touch)]


def _play(state: TableState, touch: commands.Play) -> Action:
    if state.round is None:
        return Action.VOID_ROUND if isinstance(touch.move, moves.RoundVoided) else Action.DEAL
    return action_for_move(state.round, touch.move)


def _take_back(state: TableState, touch: commands.TakeBack) -> Action:
    """Chips that have moved do not move back by the dealer alone."""
    if not any(each.done for each in state.settled) or not state.in_round:
        return Action.UNDO
    try:
        drafts = undo_drafts(state, touch.why, touch.who)
    except Refused:
        return Action.UNDO
    withdrawn = [SettledWager.of_entry(0, each.data) for each in drafts if each.kind == "settlement-withdrawn"]
    paid = any(each.done and each.decides_as(gone) for each in state.settled for gone in withdrawn)
    return Action.UNDO_PAID if paid else Action.UNDO


def _alarm_seen(_state: TableState, touch: commands.AlarmSeen) -> Action:
    return Action.ACKNOWLEDGE_CALL if touch.alarm.startswith(CALLED) else Action.NOTE


def _answer_keeper(state: TableState, _touch: commands.AnswerKeeper) -> Action:
    """Whether a card came is the dealer's to say at any time, an open irregularity included."""
    return Action.DEAL if state.irregularity is None else Action.CORRECT_CARD


def _come_in(_state: TableState, touch: commands.ComeIn) -> Action | None:
    return Action.DEALER_IN if touch.role == "dealer" else None


def _go_out(_state: TableState, touch: commands.GoOut) -> Action | None:
    return None if touch.role != "dealer" and touch.person in (None, touch.who) else Action.DEALER_OUT


def _slip(state: TableState, touch: commands.ConfirmSlip) -> Action:
    slip = state.shift.slip(touch.slip)
    return Action.CREDIT_CONFIRM if slip is not None and slip.what == "credit" else Action.FILL_CONFIRM


def _cancelled(state: TableState, touch: commands.CancelSlip) -> Action:
    slip = state.shift.slip(touch.slip)
    return Action.CREDIT_REQUEST if slip is not None and slip.what == "credit" else Action.FILL_REQUEST


def _notice(_state: TableState, touch: commands.AnnounceNotice) -> Action:
    return Action.LIMITS_CHANGE if any(key in LIMITS for key in touch.changes) else Action.NOTICE


def _seat(state: TableState, touch: commands.SeatPlayer) -> Action:
    """Back to the most spots in the same shoe is for the shift manager (CB dealing 5)."""
    before = player(state.shift, touch.player) if touch.player is not None else None
    again = before is not None and before.gave_up_most and len(set(touch.spots)) == state.shift.spots.most
    cb = state.table is not None and state.table.rules.values["spots_per_player"].clause == "CB dealing 5"
    return Action.ALLOW_THIRD_SPOT if again and cb else Action.TAKE_BETS


def _begin_shuffle(state: TableState, touch: commands.BeginShuffle) -> Action:
    guarded = state.table is not None and state.table.rules.shuffle_acknowledged
    return Action.SHUFFLE_ON_REQUEST if guarded and touch.reason == "player-asked" else Action.SHUFFLE


def _card_step(state: TableState, touch: commands.CardStep) -> Action:
    cards = state.shift.cards
    steps = state.table.rules.procedures.get(cards.procedure or "", ()) if state.table is not None else ()
    if any(each.key == touch.step and each.who == "supervisor" for each in steps):
        return Action.SHUFFLE_ACKNOWLEDGE
    if touch.step == PUT_AWAY:
        return Action.SHOE_CHANGE
    return {"cut": Action.CUT, "closing": Action.SHOE_CHANGE}.get(cards.procedure or "", Action.SHUFFLE)


def _show_burn(state: TableState, _touch: commands.ShowBurnCard) -> Action:
    return action_for_burn_card_shown(state.table.rules) if state.table is not None else Action.SHOW_BURN_CARD_APPROVED


CALLED: Final = "Supervisor called: "  # how the alarm begins that is a call for somebody

_BY_STATE: Final[dict[type, Callable[[TableState, Any], Action | None]]] = {
    commands.Play: _play,
    commands.TakeBack: _take_back,
    commands.AlarmSeen: _alarm_seen,
    commands.AnswerKeeper: _answer_keeper,
    commands.ComeIn: _come_in,
    commands.GoOut: _go_out,
    commands.ConfirmSlip: _slip,
    commands.CancelSlip: _cancelled,
    commands.AnnounceNotice: _notice,
    commands.SeatPlayer: _seat,
    commands.BeginShuffle: _begin_shuffle,
    commands.CardStep: _card_step,
    commands.ShowBurnCard: _show_burn,
}
