"""What a touch records at a table with a house: the shift around it, and the second person in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealer_console.game import moves
from dealer_console.game.bets import Bet
from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.table import commands
from dealer_console.table.commands import people_work, settlement_correction
from dealer_console.table.commands.card_work import CARD_WORK
from dealer_console.table.commands.command_codec import with_supervisor
from dealer_console.table.commands.command_context import CommandContext
from dealer_console.table.commands.shift_work import SHIFT_WORK
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.shift.guards import not_open, require
from dealer_console.table.shift.round_start import why_not_round
from dealer_console.table.shift.shuffle import current_step
from dealer_console.table.shift.spots import why_not_wager

WITHOUT_A_HOUSE: Final = (commands.Configure, commands.CardsIn, commands.PersonCame, commands.PersonLeft)


def drafts_of(deed: CommandContext, touch: commands.Command) -> list[Draft]:
    """Raises `Refused` with the reason; then nothing has changed."""
    work = _WORK.get(type(touch))
    return work(deed, touch) if work is not None else people_work.drafts_of(deed.state, touch)


def _weak(_deed: CommandContext, touch: commands.Command) -> list[Draft]:
    word = type(touch).__name__
    raise Refused(Refusal(f"{word} is for a table without a house: open this table, and come in by badge and PIN"))


def _play(deed: CommandContext, touch: commands.Play) -> list[Draft]:
    """Whoever typed a supervisor into the move: only an approval puts one there."""
    move = with_supervisor(touch.move, deed.approver.person if deed.approver is not None else None)
    if not deed.state.in_round and isinstance(move, moves.CardDrawn | moves.CardBurned):
        _may_deal(deed)
    return people_work.drafts_of(deed.state, replace(touch, move=move))


def _may_deal(deed: CommandContext) -> None:
    """A card between rounds is the burn that is due, or opens the round."""
    if deed.state.burn_due:
        require(not_open(deed.shift))
    else:
        require(why_not_round(deed.table, deed.shift, {int(bet.spot) for bet in deed.state.bets}))
        require(why_not_deal(deed.state, deed.table.rules))


def _wagers(deed: CommandContext, touch: commands.WagersDown) -> list[Draft]:
    _may_wager(deed, touch.bets)
    return people_work.drafts_of(deed.state, touch)


def _same_wagers(deed: CommandContext, touch: commands.SameWagers) -> list[Draft]:
    _may_wager(deed, deed.state.last_bets)
    return people_work.drafts_of(deed.state, touch)


def _may_wager(deed: CommandContext, bets: tuple[Bet, ...]) -> None:
    require(not_open(deed.shift))
    due = current_step(deed.table, deed.shift)
    if due is not None and due.key != "burn" and not deed.state.in_round:
        raise Refused(Refusal(f"the cards are not in play; now: {due.does}", due.clause))
    for spot in sorted({int(bet.spot) for bet in bets}):
        require(why_not_wager(deed.table, deed.shift, spot))


def _correct(deed: CommandContext, touch: commands.CorrectSettlement) -> list[Draft]:
    return settlement_correction.drafts_of(
        deed.state, deed.journal, settlement_correction.approved(deed.journal, touch, deed.second.person)
    )


def _by_two(deed: CommandContext, touch: commands.ClearFault | commands.TrustAgain) -> list[Draft]:
    return people_work.drafts_of(deed.state, replace(touch, approved_by=deed.second.person))


_WORK: Final[dict[type, Callable[[CommandContext, Any], list[Draft]]]] = {
    **dict.fromkeys(WITHOUT_A_HOUSE, _weak),
    commands.Play: _play,
    commands.WagersDown: _wagers,
    commands.SameWagers: _same_wagers,
    commands.CorrectSettlement: _correct,
    commands.ClearFault: _by_two,
    commands.TrustAgain: _by_two,
    **SHIFT_WORK,
    **CARD_WORK,
}
