"""What a touch records at a table with a house: the shift around it, and the second person in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealer_console.game import moves
from dealer_console.game.bets import Bet
from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.table import corrections, people_work, touches
from dealer_console.table.asking import with_supervisor
from dealer_console.table.card_work import CARD_WORK
from dealer_console.table.deed import Deed
from dealer_console.table.shift.dealing import why_not_round
from dealer_console.table.shift.refusing import insist, not_open
from dealer_console.table.shift.shuffling import current_step
from dealer_console.table.shift.spots import why_not_wager
from dealer_console.table.shift_work import SHIFT_WORK
from dealer_console.table.shuffle_ways import why_not_deal

WITHOUT_A_HOUSE: Final = (touches.Configure, touches.CardsIn, touches.PersonCame, touches.PersonLeft)


def drafts_of(deed: Deed, touch: touches.Touch) -> list[Draft]:
    """Raises `Refused` with the reason; then nothing has changed."""
    work = _WORK.get(type(touch))
    return work(deed, touch) if work is not None else people_work.drafts_of(deed.state, touch)


def _weak(_deed: Deed, touch: touches.Touch) -> list[Draft]:
    word = type(touch).__name__
    raise Refused(Refusal(f"{word} is for a table without a house: open this table, and come in by badge and PIN"))


def _play(deed: Deed, touch: touches.Play) -> list[Draft]:
    """Whoever typed a supervisor into the move: only an approval puts one there."""
    move = with_supervisor(touch.move, deed.approver.person if deed.approver is not None else None)
    if not deed.state.in_round and isinstance(move, moves.CardDrawn | moves.CardBurned):
        _may_deal(deed)
    return people_work.drafts_of(deed.state, replace(touch, move=move))


def _may_deal(deed: Deed) -> None:
    """A card between rounds is the burn that is due, or opens the round."""
    if deed.state.burn_due:
        insist(not_open(deed.shift))
    else:
        insist(why_not_round(deed.table, deed.shift, {int(bet.spot) for bet in deed.state.bets}))
        insist(why_not_deal(deed.state, deed.table.rules))


def _wagers(deed: Deed, touch: touches.WagersDown) -> list[Draft]:
    _may_wager(deed, touch.bets)
    return people_work.drafts_of(deed.state, touch)


def _same_wagers(deed: Deed, touch: touches.SameWagers) -> list[Draft]:
    _may_wager(deed, deed.state.last_bets)
    return people_work.drafts_of(deed.state, touch)


def _may_wager(deed: Deed, bets: tuple[Bet, ...]) -> None:
    insist(not_open(deed.shift))
    due = current_step(deed.table, deed.shift)
    if due is not None and due.key != "burn" and not deed.state.in_round:
        raise Refused(Refusal(f"the cards are not in play; now: {due.does}", due.clause))
    for spot in sorted({int(bet.spot) for bet in bets}):
        insist(why_not_wager(deed.table, deed.shift, spot))


def _correct(deed: Deed, touch: touches.CorrectSettlement) -> list[Draft]:
    return corrections.drafts_of(
        deed.state, deed.journal, corrections.approved(deed.journal, touch, deed.second.person)
    )


def _by_two(deed: Deed, touch: touches.ClearFault | touches.TrustAgain) -> list[Draft]:
    return people_work.drafts_of(deed.state, replace(touch, approved_by=deed.second.person))


_WORK: Final[dict[type, Callable[[Deed, Any], list[Draft]]]] = {
    **dict.fromkeys(WITHOUT_A_HOUSE, _weak),
    touches.Play: _play,
    touches.WagersDown: _wagers,
    touches.SameWagers: _same_wagers,
    touches.CorrectSettlement: _correct,
    touches.ClearFault: _by_two,
    touches.TrustAgain: _by_two,
    **SHIFT_WORK,
    **CARD_WORK,
}
