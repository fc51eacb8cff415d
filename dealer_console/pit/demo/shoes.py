"""The cards of a demonstration table between two rounds: in, inspected, shuffled by hand, cut, burned, counted, out.

Every step is the one that the rule set asks for next; nothing here knows which document that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from dealer_console.game.errors import Bug
from dealer_console.journal import Draft
from dealer_console.rulebook.tables import Table
from dealer_console.table.shift import Acting, CardsAre, Shift, dealers, deck_cut, opening, shoe_end, shuffle

RIFFLES: Final = 6
Do = Callable[[Sequence[Draft]], Shift]


def bring_cards(table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting) -> Shift:
    """From an opened table to cards that can be shuffled."""
    if shift.cards.are is CardsAre.AWAY:
        shift = do(opening.draft_decks_in(table, shift, table.game.decks, "red", dealer))
    return do(opening.draft_inspected(table, shift, dealer, supervisor))


def shuffle_by_hand(
    table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting, *, reason: str, players: Sequence[int]
) -> Shift:
    """By hand, up to the burn; the caller burns a card of its own shoe."""
    shift = do(shuffle.draft_shuffle(table, shift, reason, "hand", dealer))
    while shift.cards.are is not CardsAre.IN_PLAY:
        step = shuffle.current_step(table, shift)
        if step is None:
            raise Bug("the shuffle has no next step")
        by = supervisor if step.who == "supervisor" else dealer
        if step.key == "offer-cut":
            shift = do(deck_cut.draft_offer(table, shift, players, dealer))
        elif step.key == "cut":
            shift = _cut(table, shift, do, dealer)
        elif step.key == "riffle":
            shift = _riffle(table, shift, do, by)
        else:
            shift = do(shuffle.draft_step(table, shift, step.key, by))
    return shift


def _riffle(table: Table, shift: Shift, do: Do, by: Acting) -> Shift:
    """Where a number of portions is prescribed one entry says it; elsewhere twice, as a strip may follow."""
    step = shuffle.current_step(table, shift)
    portions = step is not None and step.clause in shuffle.RIFFLED_PORTIONS
    shift = do(shuffle.draft_step(table, shift, "riffle", by, riffles=RIFFLES if portions else 1))
    return shift if portions else do(shuffle.draft_step(table, shift, "riffle", by))


def _cut(table: Table, shift: Shift, do: Do, dealer: Acting) -> Shift:
    cut = shift.cards.cut
    if cut is None:
        raise Bug("no cards wait for a cut")
    return do(deck_cut.draft_cut(table, shift, cut.offered_to, dealer, 100))


def burn(table: Table, shift: Shift, do: Do, dealer: Acting) -> Shift:
    return do(dealers.draft_burn(table, shift, dealer))


def end_of_shoe(table: Table, shift: Shift, do: Do, dealer: Acting, *, rest: int) -> Shift:
    """The cutting card has come between two rounds: all cards are counted."""
    shift = do(shoe_end.draft_cutting_card(table, shift, None, dealer))
    while (step := shuffle.current_step(table, shift)) is not None and step.key != "count":
        shift = do(shuffle.draft_step(table, shift, step.key, dealer))
    return do(shoe_end.draft_count(table, shift, rest, shift.cards.decks * 52 - rest, dealer))


def cards_out(table: Table, shift: Shift, do: Do, dealer: Acting, supervisor: Acting) -> Shift:
    """Where the rule set prescribes how cards leave play, they do; elsewhere they stay under lock."""
    if "closing" not in table.rules.procedures or shift.cards.are is CardsAre.AWAY:
        return shift
    shift = do(shoe_end.draft_order_cards_out(table, shift, supervisor))
    while shift.cards.are is not CardsAre.AWAY:
        step = shuffle.current_step(table, shift)
        if step is None:
            raise Bug("the cards are not out, but no step is left")
        shift = do(shuffle.draft_step(table, shift, step.key, supervisor if step.who == "supervisor" else dealer))
    return shift
