"""The cards of a demonstration table between two rounds: in, inspected, shuffled by hand, cut, burned, counted, out.

Every step is the one that the rule set asks for next; nothing here knows which document that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from dealer_console.game.errors import Bug
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands as c
from dealer_console.table.shift import Acting, CardsAre, Shift
from dealer_console.table.shift.readiness import RIFFLED_PORTIONS, current_step

RIFFLES: Final = 6


class Do(Protocol):
    """Somebody does it, with the approval of another person where one is named; the shift after it."""

    def __call__(self, command: c.Command, by: Acting, approver: Acting | None = None) -> Shift: ...


def bring_cards(table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting) -> Shift:
    """From an opened table to cards that can be shuffled."""
    if shift.cards.are is CardsAre.AWAY:
        do(c.DecksIn(who=dealer.person, decks=table.game.decks, colour="red"), dealer)
    return do(c.CardsInspected(who=dealer.person), dealer, supervisor)


def shuffle_by_hand(
    table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting, *, reason: str, players: Sequence[int]
) -> Shift:
    """By hand, up to the burn; the caller burns a card of its own shoe."""
    shift = do(c.BeginShuffle(who=dealer.person, reason=reason), dealer)
    while shift.cards.are is not CardsAre.IN_PLAY:
        step = current_step(table, shift)
        if step is None:
            raise Bug("the shuffle has no next step")
        by = supervisor if step.who == "supervisor" else dealer
        if step.key == "offer-cut":
            first = max(players, default=None)
            shift = do(c.OfferCut(who=dealer.person, players=tuple(players), first_player=first), dealer)
        elif step.key == "cut":
            shift = _cut(shift, do, dealer)
        elif step.key == "riffle":
            shift = _riffle(step.clause in RIFFLED_PORTIONS, do, by)
        else:
            shift = do(c.CardStep(who=by.person, step=step.key), by)
    return shift


def _riffle(portions: bool, do: Do, by: Acting) -> Shift:
    """Where a number of portions is prescribed one entry says it; elsewhere twice, as a strip may follow."""
    shift = do(c.CardStep(who=by.person, step="riffle", riffles=RIFFLES if portions else 1), by)
    return shift if portions else do(c.CardStep(who=by.person, step="riffle"), by)


def _cut(shift: Shift, do: Do, dealer: Acting) -> Shift:
    cut = shift.cards.cut
    if cut is None:
        raise Bug("no cards wait for a cut")
    return do(c.CutMade(who=dealer.person, spot=cut.offered_to, cards_before=100), dealer)


def end_of_shoe(table: Table, do: Do, dealer: Acting, *, rest: int) -> Shift:
    """The cutting card has come between two rounds: all cards are counted."""
    shift = do(c.CuttingCardOut(who=dealer.person), dealer)
    while (step := current_step(table, shift)) is not None and step.key != "count":
        shift = do(c.CardStep(who=dealer.person, step=step.key), dealer)
    return do(c.CountCards(who=dealer.person, shoe_rest=rest, discards=shift.cards.decks * 52 - rest), dealer)


def cards_out(table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting) -> Shift:
    """Where the rule set prescribes how cards leave play, they do; elsewhere they stay under lock."""
    if "closing" not in table.rules.procedures or shift.cards.are is CardsAre.AWAY:
        return shift
    shift = do(c.OrderCardsOut(who=supervisor.person), supervisor)
    while shift.cards.are is not CardsAre.AWAY:
        step = current_step(table, shift)
        if step is None:
            raise Bug("the cards are not out, but no step is left")
        by = supervisor if step.who == "supervisor" else dealer
        shift = do(c.CardStep(who=by.person, step=step.key), by)
    return shift
