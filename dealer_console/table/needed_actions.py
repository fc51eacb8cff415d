"""Which action of the matrix a touch is: the words of `config/permissions.toml` for everything that people touch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_console.game import moves
from dealer_console.game.errors import Refused
from dealer_console.table import touches
from dealer_console.table.people.actions import Action
from dealer_console.table.people.needed_rights import action_for_burn_card_shown, action_for_move
from dealer_console.table.record import undo_drafts
from dealer_console.table.settled import SettledWager
from dealer_console.table.shift.continuous import PUT_AWAY
from dealer_console.table.shift.notices import LIMITS
from dealer_console.table.shift.spots import player
from dealer_console.table.state import TableState

_PLAIN: Final[Mapping[type, Action]] = {
    touches.Configure: Action.OPEN_TABLE,  # by somebody who could approve the opening
    touches.CardsIn: Action.SHOE_CHANGE,
    touches.PersonCame: Action.DEALER_IN,
    touches.PersonLeft: Action.DEALER_OUT,
    touches.WagersDown: Action.TAKE_BETS,
    touches.SameWagers: Action.TAKE_BETS,
    touches.ShowHoleCard: Action.DEAL,
    touches.KeepFaceDown: Action.DEAL,
    touches.TurnDoubleCard: Action.DEAL,
    touches.ExplainDraw: Action.CALL_IRREGULARITY,
    touches.SettlementDone: Action.DEAL,
    touches.WagersPaid: Action.DEAL,
    touches.CorrectCard: Action.CORRECT_CARD,
    touches.CorrectSettlement: Action.CORRECT_SETTLEMENT,
    touches.PlayerLeft: Action.TAKE_BETS,
    touches.LetIn: Action.LET_IN,
    touches.ClearFault: Action.DEVICE_CLEAR,
    touches.TrustAgain: Action.CONTINUE_AFTER_EVENT_GAP,
    touches.LookThroughCamera: Action.DEVICE_SERVICE,
    touches.EndCameraView: Action.NOTE,
    touches.Shuffle: Action.SHUFFLE,
    touches.Release: Action.SHUFFLE,
    touches.TakeCardsOut: Action.SHUFFLE,
    touches.TakeInventory: Action.SHUFFLE,
    touches.OpenTable: Action.OPEN_TABLE,
    touches.CloseTable: Action.CLOSE_TABLE,
    touches.CountTray: Action.COUNT_TRAY,
    touches.BuyIn: Action.BUY_IN,
    touches.TokeGiven: Action.BUY_IN,
    touches.ColourUp: Action.BUY_IN,
    touches.AskFill: Action.FILL_REQUEST,
    touches.AskCredit: Action.CREDIT_REQUEST,
    touches.CallWager: Action.BUY_IN,
    touches.ReturnCalledWager: Action.BUY_IN,
    touches.ConfirmCalledWager: Action.CONFIRM_CALLED_WAGER,
    touches.WithdrawNotice: Action.NOTICE,
    touches.DecksIn: Action.SHOE_CHANGE,
    touches.CardsInspected: Action.INSPECT_CARDS,
    touches.ShuffleAgain: Action.SHUFFLE_AGAIN,
    touches.OfferCut: Action.CUT,
    touches.CutMade: Action.CUT,
    touches.CutRefused: Action.CUT,
    touches.OrderRecut: Action.RECUT,
    touches.BurnCard: Action.DEAL,
    touches.CuttingCardOut: Action.DEAL,
    touches.CountCards: Action.SHUFFLE,
    touches.OrderCardsOut: Action.CARDS_OUT,
    touches.CallSupervisor: Action.CALL_SUPERVISOR,
    touches.WriteNote: Action.NOTE,
}


def action_of(state: TableState, touch: touches.Touch) -> Action | None:
    """What a person does with this touch; None where nothing but being somebody of the house is needed."""
    found = _BY_STATE.get(type(touch))
    return found(state, touch) if found is not None else _PLAIN[type(touch)]


def _play(state: TableState, touch: touches.Play) -> Action:
    if state.round is None:
        return Action.VOID_ROUND if isinstance(touch.move, moves.RoundVoided) else Action.DEAL
    return action_for_move(state.round, touch.move)


def _take_back(state: TableState, touch: touches.TakeBack) -> Action:
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


def _alarm_seen(_state: TableState, touch: touches.AlarmSeen) -> Action:
    return Action.ACKNOWLEDGE_CALL if touch.alarm.startswith(CALLED) else Action.NOTE


def _answer_keeper(state: TableState, _touch: touches.AnswerKeeper) -> Action:
    """Whether a card came is the dealer's to say at any time, an open irregularity included."""
    return Action.DEAL if state.irregularity is None else Action.CORRECT_CARD


def _come_in(_state: TableState, touch: touches.ComeIn) -> Action | None:
    return Action.DEALER_IN if touch.role == "dealer" else None


def _go_out(_state: TableState, touch: touches.GoOut) -> Action | None:
    return None if touch.role != "dealer" and touch.person in (None, touch.who) else Action.DEALER_OUT


def _slip(state: TableState, touch: touches.ConfirmSlip) -> Action:
    slip = state.shift.slip(touch.slip)
    return Action.CREDIT_CONFIRM if slip is not None and slip.what == "credit" else Action.FILL_CONFIRM


def _cancelled(state: TableState, touch: touches.CancelSlip) -> Action:
    slip = state.shift.slip(touch.slip)
    return Action.CREDIT_REQUEST if slip is not None and slip.what == "credit" else Action.FILL_REQUEST


def _notice(_state: TableState, touch: touches.AnnounceNotice) -> Action:
    return Action.LIMITS_CHANGE if any(key in LIMITS for key in touch.changes) else Action.NOTICE


def _seat(state: TableState, touch: touches.SeatPlayer) -> Action:
    """Back to the most spots in the same shoe is for the shift manager (CB dealing 5)."""
    before = player(state.shift, touch.player) if touch.player is not None else None
    again = before is not None and before.gave_up_most and len(set(touch.spots)) == state.shift.spots.most
    cb = state.table is not None and state.table.rules.values["spots_per_player"].clause == "CB dealing 5"
    return Action.ALLOW_THIRD_SPOT if again and cb else Action.TAKE_BETS


def _begin_shuffle(state: TableState, touch: touches.BeginShuffle) -> Action:
    guarded = state.table is not None and state.table.rules.shuffle_acknowledged
    return Action.SHUFFLE_ON_REQUEST if guarded and touch.reason == "player-asked" else Action.SHUFFLE


def _card_step(state: TableState, touch: touches.CardStep) -> Action:
    cards = state.shift.cards
    steps = state.table.rules.procedures.get(cards.procedure or "", ()) if state.table is not None else ()
    if any(each.key == touch.step and each.who == "supervisor" for each in steps):
        return Action.SHUFFLE_ACKNOWLEDGE
    if touch.step == PUT_AWAY:
        return Action.SHOE_CHANGE
    return {"cut": Action.CUT, "closing": Action.SHOE_CHANGE}.get(cards.procedure or "", Action.SHUFFLE)


def _show_burn(state: TableState, _touch: touches.ShowBurnCard) -> Action:
    return action_for_burn_card_shown(state.table.rules) if state.table is not None else Action.SHOW_BURN_CARD_APPROVED


CALLED: Final = "Supervisor called: "  # how the alarm begins that is a call for somebody

_BY_STATE: Final[dict[type, Callable[[TableState, Any], Action | None]]] = {
    touches.Play: _play,
    touches.TakeBack: _take_back,
    touches.AlarmSeen: _alarm_seen,
    touches.AnswerKeeper: _answer_keeper,
    touches.ComeIn: _come_in,
    touches.GoOut: _go_out,
    touches.ConfirmSlip: _slip,
    touches.CancelSlip: _cancelled,
    touches.AnnounceNotice: _notice,
    touches.SeatPlayer: _seat,
    touches.BeginShuffle: _begin_shuffle,
    touches.CardStep: _card_step,
    touches.ShowBurnCard: _show_burn,
}
