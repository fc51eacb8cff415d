"""Touches of the shift: what each records, or why it is refused. The rules of it stand in `table.shift`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.journal.canonical import Json
from dealer_console.journal.configuration import configuration
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands
from dealer_console.table.approvals.entries import person_in
from dealer_console.table.commands.command_context import CommandContext
from dealer_console.table.commands.required_actions import CALLED
from dealer_console.table.people.person import Role
from dealer_console.table.shift import buy_in, called_wagers, closing, dealers, notices, opening, slips, spots
from dealer_console.table.shift.chips import why_not_chips
from dealer_console.table.shift.fold import ahead
from dealer_console.table.shift.guards import during_round, not_open, require
from dealer_console.table.shift.state import Shift


def rules_in_force(table: Table, who: str | None) -> Draft:
    """The configuration from here on: the rule set, and the choices of the file with what notices changed."""
    return configuration(table.rules.name, table.choices, table=table.name, who=who)


# --- opening and closing -------------------------------------------------------------------------------------------


def _open(deed: CommandContext, touch: commands.OpenTable) -> list[Draft]:
    drafts = opening.draft_open(deed.table, deed.shift, touch.tray, deed.by, deed.second)
    return [rules_in_force(deed.table, deed.by.person), *drafts]


def _close(deed: CommandContext, touch: commands.CloseTable) -> list[Draft]:
    if deed.state.bets and not deed.state.in_round:
        raise Refused(Refusal("wagers lie on the layout: give them back before the table is closed"))
    return closing.draft_close(deed.table, deed.shift, touch.tray, deed.by, deed.second)


def _count_tray(deed: CommandContext, touch: commands.CountTray) -> list[Draft]:
    require(not_open(deed.shift) or why_not_chips(deed.table.denominations, touch.tray))
    data: dict[str, Json] = {
        "what": "count",
        "cents": touch.tray.cents,
        "chips": {**touch.tray.data()},
        "expected": deed.shift.till.tray,
        "difference": closing.difference(deed.shift, touch.tray),
    }
    return [Draft(kind="money", data=data, who=deed.by.person)]


# --- people --------------------------------------------------------------------------------------------------------


def _come_in(deed: CommandContext, touch: commands.ComeIn) -> list[Draft]:
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


def _go_out(deed: CommandContext, touch: commands.GoOut) -> list[Draft]:
    if touch.role == "dealer":
        return dealers.draft_dealer_out(deed.shift, deed.by)
    gone = touch.person or deed.by.person
    if not any(each.person == gone and each.role == touch.role for each in deed.shift.present):
        raise Refused(Refusal(f"{deed.state.name_of(gone)} is not here as {touch.role.replace('-', ' ')}"))
    return [Draft(kind="person-out", data={"person": gone, "role": touch.role}, who=deed.by.person)]


def _note(deed: CommandContext, touch: commands.WriteNote) -> list[Draft]:
    if not touch.text.strip():
        raise Refused(Refusal("a note says something"))
    return [Draft(kind="note", data={"text": touch.text}, who=deed.by.person)]


def _call(deed: CommandContext, touch: commands.CallSupervisor) -> list[Draft]:
    words = f"{CALLED}{touch.why.strip() or 'to the table'}"
    if words in deed.state.alarms:
        raise Refused(Refusal("this call is open already"))
    return [Draft(kind="alarm", data={"alarm": words, "call": True}, who=deed.by.person)]


# --- money ---------------------------------------------------------------------------------------------------------


def _buy_in(deed: CommandContext, touch: commands.BuyIn) -> list[Draft]:
    return buy_in.draft_buy_in(deed.table, deed.shift, touch.cents, deed.by, touch.spot)


def _toke(deed: CommandContext, touch: commands.TokeGiven) -> list[Draft]:
    return buy_in.draft_toke(deed.table, deed.shift, touch.cents, deed.by, touch.spot)


def _colour_up(deed: CommandContext, touch: commands.ColourUp) -> list[Draft]:
    return buy_in.draft_colour_up(deed.table, deed.shift, touch.held, deed.by)


def _fill(deed: CommandContext, touch: commands.AskFill) -> list[Draft]:
    return slips.draft_request(deed.table, deed.shift, "fill", touch.chips, deed.by)


def _credit(deed: CommandContext, touch: commands.AskCredit) -> list[Draft]:
    return slips.draft_request(deed.table, deed.shift, "credit", touch.chips, deed.by)


def _confirm_slip(deed: CommandContext, touch: commands.ConfirmSlip) -> list[Draft]:
    return slips.draft_confirm(deed.shift, touch.slip, deed.by)


def _cancel_slip(deed: CommandContext, touch: commands.CancelSlip) -> list[Draft]:
    return slips.draft_cancel(deed.shift, touch.slip, deed.by, touch.why)


def _call_wager(deed: CommandContext, touch: commands.CallWager) -> list[Draft]:
    return called_wagers.draft_call(deed.table, deed.shift, touch.spot, touch.bettor, touch.cents, deed.by)


def _confirm_called(deed: CommandContext, touch: commands.ConfirmCalledWager) -> list[Draft]:
    """The dealer has asked and the supervisor approves: both confirmations, and the cash becomes chips."""
    by_dealer = called_wagers.draft_confirm_call(deed.table, deed.shift, touch.called, deed.by)
    then: Shift = ahead(deed.shift, by_dealer, deed.now_ms)
    return [*by_dealer, *called_wagers.draft_confirm_call(deed.table, then, touch.called, deed.second)]


def _return_called(deed: CommandContext, touch: commands.ReturnCalledWager) -> list[Draft]:
    return called_wagers.draft_return_call(deed.table, deed.shift, touch.called, deed.by)


# --- limits, options, places ---------------------------------------------------------------------------------------


def _announce(deed: CommandContext, touch: commands.AnnounceNotice) -> list[Draft]:
    return notices.draft_notice(deed.table, deed.shift, touch.changes, deed.by, deed.now_ms)


def _withdraw_notice(deed: CommandContext, touch: commands.WithdrawNotice) -> list[Draft]:
    return notices.draft_withdraw(deed.shift, touch.notice, deed.by)


def _seat(deed: CommandContext, touch: commands.SeatPlayer) -> list[Draft]:
    if not touch.spots:
        raise Refused(Refusal("say at which spots the player sits"))
    name = touch.player or f"unknown at {min(touch.spots)}"
    return spots.draft_play(deed.table, deed.shift, name, touch.spots, deed.by, deed.approver)


def _player_left(deed: CommandContext, touch: commands.PlayerLeft) -> list[Draft]:
    if spots.player(deed.shift, touch.player) is None:
        raise Refused(Refusal(f"{touch.player} does not sit here"))
    return spots.draft_play(deed.table, deed.shift, touch.player, (), deed.by)


def _let_in(deed: CommandContext, touch: commands.LetIn) -> list[Draft]:
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


SHIFT_WORK: Final[dict[type, Callable[[CommandContext, Any], list[Draft]]]] = {
    commands.OpenTable: _open,
    commands.CloseTable: _close,
    commands.CountTray: _count_tray,
    commands.ComeIn: _come_in,
    commands.GoOut: _go_out,
    commands.WriteNote: _note,
    commands.CallSupervisor: _call,
    commands.BuyIn: _buy_in,
    commands.TokeGiven: _toke,
    commands.ColourUp: _colour_up,
    commands.AskFill: _fill,
    commands.AskCredit: _credit,
    commands.ConfirmSlip: _confirm_slip,
    commands.CancelSlip: _cancel_slip,
    commands.CallWager: _call_wager,
    commands.ConfirmCalledWager: _confirm_called,
    commands.ReturnCalledWager: _return_called,
    commands.AnnounceNotice: _announce,
    commands.WithdrawNotice: _withdraw_notice,
    commands.SeatPlayer: _seat,
    commands.PlayerLeft: _player_left,
    commands.LetIn: _let_in,
}
