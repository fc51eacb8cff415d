"""Who may do this touch now: the matrix of people's rights, asked before anything else.

A touch names its person. `roles_of` tells the roles of a name (the book of people does, or the table's own list of who
stands at it). What needs two people is asked by one and approved by another who has the right to approve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.table import touches
from dealer_console.table.people.actions import Action, Right, Standing, standing_of
from dealer_console.table.people.needed_rights import action_for_move
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Role
from dealer_console.table.state import TableState

RolesOf = Callable[[str], Iterable[Role]]

_ACTIONS: Final[Mapping[type, Action]] = {
    touches.Configure: Action.OPEN_TABLE,  # by somebody who could approve the opening
    touches.CardsIn: Action.SHOE_CHANGE,
    touches.WagersDown: Action.TAKE_BETS,
    touches.SameWagers: Action.TAKE_BETS,
    touches.ShowHoleCard: Action.DEAL,
    touches.ExplainDraw: Action.CALL_IRREGULARITY,
    touches.WagersPaid: Action.DEAL,
    touches.TakeBack: Action.UNDO,
    touches.AlarmSeen: Action.NOTE,
    touches.ClearFault: Action.DEVICE_CLEAR,
    touches.TrustAgain: Action.CONTINUE_AFTER_EVENT_GAP,
    touches.Shuffle: Action.SHUFFLE,
    touches.Release: Action.SHUFFLE,
    touches.CorrectSettlement: Action.CORRECT_SETTLEMENT,
}


def action_of(state: TableState, touch: touches.Touch) -> Action:
    """What a person does with this touch, in the words of the matrix."""
    if isinstance(touch, touches.PersonCame):
        return Action.DEALER_IN
    if isinstance(touch, touches.PersonLeft):
        return Action.DEALER_OUT
    if not isinstance(touch, touches.Play):
        return _ACTIONS[type(touch)]
    if state.round is None:
        return Action.VOID_ROUND if isinstance(touch.move, moves.RoundVoided) else Action.DEAL
    return action_for_move(state.round, touch.move)


def approver_of(touch: touches.Touch) -> str | None:
    """The second person whom the touch names, if any."""
    if isinstance(touch, touches.Play):
        return getattr(touch.move, "by", None)
    return getattr(touch, "approved_by", None)


def standing(state: TableState) -> Standing:
    return standing_of(
        is_open=state.is_open,
        in_round=state.in_round,
        irregularity_open=state.irregularity is not None,
        stopped=False,
    )


def gate(permissions: Permissions, roles_of: RolesOf) -> Callable[[TableState, touches.Touch], Refusal | None]:
    """A gate for the session: None, or why this person may not do this now."""

    def may(state: TableState, touch: touches.Touch) -> Refusal | None:
        action, now, second = action_of(state, touch), standing(state), approver_of(touch)
        if isinstance(touch, touches.Configure):
            return _best(roles_of(touch.who), lambda role: permissions.why_not_approve(role, action, now), touch.who)
        if second is None:
            return _best(roles_of(touch.who), lambda role: permissions.why_not(role, action, now), touch.who)
        if second == touch.who:
            return Refusal("the person who asks cannot approve: another person does")
        if permissions.actions[action].roles((Right.APPROVE,), now) == ():
            return _best(roles_of(touch.who), lambda role: permissions.why_not(role, action, now), touch.who)
        refusal = _best(roles_of(touch.who), lambda role: permissions.why_not_ask(role, action, now), touch.who)
        if refusal is not None:
            return refusal
        return _best(roles_of(second), lambda role: permissions.why_not_approve(role, action, now), second)

    return may


def _best(roles: Iterable[Role], why_not: Callable[[Role], Refusal | None], who: str) -> Refusal | None:
    refusals = [why_not(role) for role in roles]
    if not refusals:
        return Refusal(f"{who} has no role at this table")
    return None if None in refusals else refusals[0]
