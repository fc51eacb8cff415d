"""Touches of the shift: what each records, or why it is refused. The rules of it stand in `table.shift`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.configuration import configuration
from dealer_console.rulebook.tables import Table
from dealer_console.table import touches
from dealer_console.table.deed import Deed
from dealer_console.table.needed_actions import CALLED
from dealer_console.table.people.approval_entries import person_in
from dealer_console.table.people.person import Role
from dealer_console.table.shift import (
    buying_in,
    called_wagers,
    closing,
    dealers,
    notices,
    opening,
    slips,
    spots,
)
from dealer_console.table.shift.chips import why_not_chips
from dealer_console.table.shift.fold import ahead
from dealer_console.table.shift.refusing import during_round, insist, not_open
from dealer_console.table.shift.state import Shift


def rules_in_force(table: Table, who: str | None) -> Draft:
    """The configuration from here on: the rule set, and the choices of the file with what notices changed."""
    return configuration(table.rules.name, table.choices, table=table.name, who=who)


# --- opening and closing -------------------------------------------------------------------------------------------


def _open(deed: Deed, touch: touches.OpenTable) -> list[Draft]:
    drafts = opening.draft_open(deed.table, deed.shift, touch.tray, deed.by, deed.second)
    return [rules_in_force(deed.table, deed.by.person), *drafts]


def _close(deed: Deed, touch: touches.CloseTable) -> list[Draft]:
    if deed.state.bets and not deed.state.in_round:
        raise Refused(Refusal("wagers lie on the layout: give them back before the table is closed"))
    return closing.draft_close(deed.table, deed.shift, touch.tray, deed.by, deed.second)


def _count_tray(deed: Deed, touch: touches.CountTray) -> list[Draft]:
    insist(not_open(deed.shift) or why_not_chips(deed.table.denominations, touch.tray))
    data: dict[str, Json] = {
        "what": "count",
        "cents": touch.tray.cents,
        "chips": {**touch.tray.data()},
        "expected": deed.shift.till.tray,
        "difference": closing.difference(deed.shift, touch.tray),
    }
    return [Draft(kind="money", data=data, who=deed.by.person)]


# --- people --------------------------------------------------------------------------------------------------------


def _come_in(deed: Deed, touch: touches.ComeIn) -> list[Draft]:
    person = deed.person
    if person is None or touch.role not in person.roles:
        name = person.name if person is not None else deed.by.person
        raise Refused(Refusal(f"{name} is no {touch.role.replace('-', ' ')} of this house"))
    here = person_in(person, Role(touch.role))
    if touch.role == "dealer":
        return [*dealers.draft_dealer_in(deed.table, deed.shift, deed.by)[:-1], here]
    if any(each.person == person.id and each.role == touch.role for each in deed.shift.present):
        raise Refused(Refusal(f"{person.name} is here already"))
    return [here]


def _go_out(deed: Deed, touch: touches.GoOut) -> list[Draft]:
    if touch.role == "dealer":
        return dealers.draft_dealer_out(deed.shift, deed.by)
    gone = touch.person or deed.by.person
    if not any(each.person == gone and each.role == touch.role for each in deed.shift.present):
        raise Refused(Refusal(f"{deed.state.name_of(gone)} is not here as {touch.role.replace('-', ' ')}"))
    return [Draft(kind="person-out", data={"person": gone, "role": touch.role}, who=deed.by.person)]


def _note(deed: Deed, touch: touches.WriteNote) -> list[Draft]:
    if not touch.text.strip():
        raise Refused(Refusal("a note says something"))
    return [Draft(kind="note", data={"text": touch.text}, who=deed.by.person)]


def _call(deed: Deed, touch: touches.CallSupervisor) -> list[Draft]:
    words = f"{CALLED}{touch.why.strip() or 'to the table'}"
    if words in deed.state.alarms:
        raise Refused(Refusal("this call is open already"))
    return [Draft(kind="alarm", data={"alarm": words, "call": True}, who=deed.by.person)]


# --- money ---------------------------------------------------------------------------------------------------------


def _buy_in(deed: Deed, touch: touches.BuyIn) -> list[Draft]:
    return buying_in.draft_buy_in(deed.table, deed.shift, touch.cents, deed.by, touch.spot)


def _toke(deed: Deed, touch: touches.TokeGiven) -> list[Draft]:
    return buying_in.draft_toke(deed.table, deed.shift, touch.cents, deed.by, touch.spot)


def _colour_up(deed: Deed, touch: touches.ColourUp) -> list[Draft]:
    return buying_in.draft_colour_up(deed.table, deed.shift, touch.held, deed.by)


def _fill(deed: Deed, touch: touches.AskFill) -> list[Draft]:
    return slips.draft_request(deed.table, deed.shift, "fill", touch.chips, deed.by)


def _credit(deed: Deed, touch: touches.AskCredit) -> list[Draft]:
    return slips.draft_request(deed.table, deed.shift, "credit", touch.chips, deed.by)


def _confirm_slip(deed: Deed, touch: touches.ConfirmSlip) -> list[Draft]:
    return slips.draft_confirm(deed.shift, touch.slip, deed.by)


def _cancel_slip(deed: Deed, touch: touches.CancelSlip) -> list[Draft]:
    return slips.draft_cancel(deed.shift, touch.slip, deed.by, touch.why)


def _call_wager(deed: Deed, touch: touches.CallWager) -> list[Draft]:
    return called_wagers.draft_call(deed.table, deed.shift, touch.spot, touch.bettor, touch.cents, deed.by)


def _confirm_called(deed: Deed, touch: touches.ConfirmCalledWager) -> list[Draft]:
    """The dealer has asked and the supervisor approves: both confirmations, and the cash becomes chips."""
    by_dealer = called_wagers.draft_confirm_call(deed.table, deed.shift, touch.called, deed.by)
    then: Shift = ahead(deed.shift, by_dealer, deed.now_ms)
    return [*by_dealer, *called_wagers.draft_confirm_call(deed.table, then, touch.called, deed.second)]


def _return_called(deed: Deed, touch: touches.ReturnCalledWager) -> list[Draft]:
    return called_wagers.draft_return_call(deed.table, deed.shift, touch.called, deed.by)


# --- limits, options, places ---------------------------------------------------------------------------------------


def _announce(deed: Deed, touch: touches.AnnounceNotice) -> list[Draft]:
    return notices.draft_notice(deed.table, deed.shift, touch.changes, deed.by, deed.now_ms)


def _withdraw_notice(deed: Deed, touch: touches.WithdrawNotice) -> list[Draft]:
    return notices.draft_withdraw(deed.shift, touch.notice, deed.by)


def _seat(deed: Deed, touch: touches.SeatPlayer) -> list[Draft]:
    if not touch.spots:
        raise Refused(Refusal("say at which spots the player sits"))
    name = touch.player or f"unknown at {min(touch.spots)}"
    return spots.draft_play(deed.table, deed.shift, name, touch.spots, deed.by, deed.approver)


def _player_left(deed: Deed, touch: touches.PlayerLeft) -> list[Draft]:
    if spots.player(deed.shift, touch.player) is None:
        raise Refused(Refusal(f"{touch.player} does not sit here"))
    return spots.draft_play(deed.table, deed.shift, touch.player, (), deed.by)


def _let_in(deed: Deed, touch: touches.LetIn) -> list[Draft]:
    return spots.draft_let_in(deed.table, deed.shift, touch.spot, deed.by)


def notice_due(table_file: Table, shift: Shift, now_ms: int) -> list[Draft]:
    """Between two rounds a notice whose time has come takes effect, with the configuration that it makes."""
    due = notices.due_notices(shift, now_ms)
    if not due or not_open(shift) is not None or during_round(shift, "") is not None:
        return []
    notice = due[0]
    taken = Draft(kind="shift", data={"step": "notice-in-effect", "notice": notice.number})
    table = table_file.with_choices(ahead(shift, [taken], now_ms).changes)
    return [taken, rules_in_force(table, None)]


SHIFT_WORK: Final[dict[type, Callable[[Deed, Any], list[Draft]]]] = {
    touches.OpenTable: _open,
    touches.CloseTable: _close,
    touches.CountTray: _count_tray,
    touches.ComeIn: _come_in,
    touches.GoOut: _go_out,
    touches.WriteNote: _note,
    touches.CallSupervisor: _call,
    touches.BuyIn: _buy_in,
    touches.TokeGiven: _toke,
    touches.ColourUp: _colour_up,
    touches.AskFill: _fill,
    touches.AskCredit: _credit,
    touches.ConfirmSlip: _confirm_slip,
    touches.CancelSlip: _cancel_slip,
    touches.CallWager: _call_wager,
    touches.ConfirmCalledWager: _confirm_called,
    touches.ReturnCalledWager: _return_called,
    touches.AnnounceNotice: _announce,
    touches.WithdrawNotice: _withdraw_notice,
    touches.SeatPlayer: _seat,
    touches.PlayerLeft: _player_left,
    touches.LetIn: _let_in,
}
