"""Touches about the cards between rounds: what each records, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game.cards import UNSEEN
from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.table import touches
from dealer_console.table.deed import Deed
from dealer_console.table.device_work import DEVICE_WORK
from dealer_console.table.shift import continuous, cutting, dealers, opening, shoe_end, shuffling
from dealer_console.table.shift.refusing import insist
from dealer_console.table.shuffle_ways import (
    why_not_loaded,
    why_not_ordered_out,
    why_not_out_by_hand,
    why_not_waited,
    why_not_way,
)
from dealer_console.table.stock import CONTINUOUS

_BY_DEVICE: Final = "shuffle-by-device"


def _decks_in(deed: Deed, touch: touches.DecksIn) -> list[Draft]:
    return opening.draft_decks_in(deed.table, deed.shift, touch.decks, touch.colour, deed.by)


def _inspected(deed: Deed, touch: touches.CardsInspected) -> list[Draft]:
    return opening.draft_inspected(deed.table, deed.shift, deed.by, deed.second, touch.remark)


def _begin_shuffle(deed: Deed, touch: touches.BeginShuffle) -> list[Draft]:
    begun = shuffling.draft_shuffle(deed.table, deed.shift, touch.reason, touch.way, deed.by, deed.approver)
    insist(why_not_way(deed.state, deed.table, touch.way))
    return begun


def _again(deed: Deed, touch: touches.ShuffleAgain) -> list[Draft]:
    begun = shuffling.draft_begin_again(deed.table, deed.shift, touch.way, deed.by, touch.why)
    insist(why_not_way(deed.state, deed.table, touch.way))
    return begun


def _step(deed: Deed, touch: touches.CardStep) -> list[Draft]:
    drafts = shuffling.draft_step(
        deed.table, deed.shift, touch.step, deed.by, riffles=touch.riffles, remark=touch.remark
    )
    procedure = deed.shift.cards.procedure
    if procedure == continuous.INTO:
        insist(why_not_loaded(deed.state, deed.table))
    elif touch.step == continuous.TAKE_OUT:
        insist(why_not_out_by_hand(deed.state, deed.table))
    elif procedure == _BY_DEVICE and touch.step == "wait":
        insist(why_not_waited(deed.state, deed.table.rules))
    return drafts


def _offer(deed: Deed, touch: touches.OfferCut) -> list[Draft]:
    return cutting.draft_offer(deed.table, deed.shift, touch.players, deed.by, touch.first_player)


def _cut(deed: Deed, touch: touches.CutMade) -> list[Draft]:
    return cutting.draft_cut(deed.table, deed.shift, touch.spot, deed.by, touch.cards_before)


def _cut_refused(deed: Deed, touch: touches.CutRefused) -> list[Draft]:
    return cutting.draft_cut_refused(deed.table, deed.shift, touch.spot, deed.by)


def _recut(deed: Deed, touch: touches.OrderRecut) -> list[Draft]:
    return cutting.draft_recut(deed.table, deed.shift, deed.by, by_the_same=touch.by_the_same, why=touch.why)


def _burn(deed: Deed, touch: touches.BurnCard) -> list[Draft]:
    if not deed.state.cards_by_hand:
        raise Refused(Refusal("the shoe tells the cards: draw the burn card from it"))
    return dealers.draft_burn(deed.table, deed.shift, deed.by, touch.card.text)


def _show_burn(deed: Deed, touch: touches.ShowBurnCard) -> list[Draft]:
    if touch.card == UNSEEN:
        raise Refused(Refusal("name the card that is shown"))
    shown_by = deed.approver or deed.by
    return dealers.draft_show_burn(deed.table, deed.shift, shown_by, touch.card.text)


def _cutting_card(deed: Deed, touch: touches.CuttingCardOut) -> list[Draft]:
    return shoe_end.draft_cutting_card(deed.table, deed.shift, touch.spot, deed.by)


def _count(deed: Deed, touch: touches.CountCards) -> list[Draft]:
    return shoe_end.draft_count(
        deed.table,
        deed.shift,
        touch.shoe_rest,
        touch.discards,
        deed.by,
        removed=touch.removed,
        why_removed=touch.why_removed,
    )


def _cards_out(deed: Deed, _touch: touches.OrderCardsOut) -> list[Draft]:
    return shoe_end.draft_order_cards_out(deed.table, deed.shift, deed.by)


# --- the batch shuffler does steps of the guide --------------------------------------------------------------------


def _shuffle(deed: Deed, touch: touches.Shuffle) -> list[Draft]:
    return [*_device_step(deed, "insert"), *DEVICE_WORK[touches.Shuffle](deed.state, touch)]


def _release(deed: Deed, touch: touches.Release) -> list[Draft]:
    due = shuffling.current_step(deed.table, deed.shift)
    step = [] if due is not None and due.key == "load" else _device_step(deed, "stack")  # asked a second time
    return [*step, *DEVICE_WORK[touches.Release](deed.state, touch)]


def _device_step(deed: Deed, key: str) -> list[Draft]:
    if deed.shift.cards.procedure != _BY_DEVICE:
        raise Refused(Refusal("no shuffle by device has begun: begin it first, with its reason"))
    return shuffling.draft_step(deed.table, deed.shift, key, deed.by)


# --- the continuous shuffler gives its cards out -------------------------------------------------------------------


def _take_out(deed: Deed, touch: touches.TakeCardsOut) -> list[Draft]:
    """The cards of the table leave it step by step; a machine that only holds leftovers is simply emptied."""
    cards = deed.shift.cards
    leave = touch.device == CONTINUOUS and continuous.in_machine(cards) and cards.procedure != continuous.OUT_OF
    begun = continuous.draft_out(deed.shift, deed.by) if leave else []
    if begun and why_not_ordered_out(deed.state, deed.table.rules) is not None:
        return begun
    return [*begun, *DEVICE_WORK[touches.TakeCardsOut](deed.state, touch)]


CARD_WORK: Final[dict[type, Callable[[Deed, Any], list[Draft]]]] = {
    touches.DecksIn: _decks_in,
    touches.CardsInspected: _inspected,
    touches.BeginShuffle: _begin_shuffle,
    touches.ShuffleAgain: _again,
    touches.CardStep: _step,
    touches.OfferCut: _offer,
    touches.CutMade: _cut,
    touches.CutRefused: _cut_refused,
    touches.OrderRecut: _recut,
    touches.BurnCard: _burn,
    touches.ShowBurnCard: _show_burn,
    touches.CuttingCardOut: _cutting_card,
    touches.CountCards: _count,
    touches.OrderCardsOut: _cards_out,
    touches.Shuffle: _shuffle,
    touches.Release: _release,
    touches.TakeCardsOut: _take_out,
}
