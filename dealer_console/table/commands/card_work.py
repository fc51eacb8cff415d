"""Touches about the cards between rounds: what each records, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game.cards import UNSEEN
from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import Draft
from dealer_console.table import commands
from dealer_console.table.commands.command_context import CommandContext
from dealer_console.table.commands.device_work import DEVICE_WORK
from dealer_console.table.devices.csm_inventory import CONTINUOUS
from dealer_console.table.devices.shuffle_methods import (
    why_not_loaded,
    why_not_ordered_out,
    why_not_out_by_hand,
    why_not_waited,
    why_not_way,
)
from dealer_console.table.shift import csm_cards, dealers, deck_cut, opening, shoe_end, shuffle
from dealer_console.table.shift.guards import require

_BY_DEVICE: Final = "shuffle-by-device"


def _decks_in(deed: CommandContext, touch: commands.DecksIn) -> list[Draft]:
    return opening.draft_decks_in(deed.table, deed.shift, touch.decks, touch.colour, deed.by)


def _inspected(deed: CommandContext, touch: commands.CardsInspected) -> list[Draft]:
    return opening.draft_inspected(deed.table, deed.shift, deed.by, deed.second, touch.remark)


def _begin_shuffle(deed: CommandContext, touch: commands.BeginShuffle) -> list[Draft]:
    begun = shuffle.draft_shuffle(deed.table, deed.shift, touch.reason, touch.way, deed.by, deed.approver)
    require(why_not_way(deed.state, deed.table, touch.way))
    return begun


def _again(deed: CommandContext, touch: commands.ShuffleAgain) -> list[Draft]:
    begun = shuffle.draft_begin_again(deed.table, deed.shift, touch.way, deed.by, touch.why)
    require(why_not_way(deed.state, deed.table, touch.way))
    return begun


def _step(deed: CommandContext, touch: commands.CardStep) -> list[Draft]:
    drafts = shuffle.draft_step(deed.table, deed.shift, touch.step, deed.by, riffles=touch.riffles, remark=touch.remark)
    procedure = deed.shift.cards.procedure
    if procedure == csm_cards.INTO:
        require(why_not_loaded(deed.state, deed.table))
    elif touch.step == csm_cards.TAKE_OUT:
        require(why_not_out_by_hand(deed.state, deed.table))
    elif procedure == _BY_DEVICE and touch.step == "wait":
        require(why_not_waited(deed.state, deed.table.rules))
    return drafts


def _offer(deed: CommandContext, touch: commands.OfferCut) -> list[Draft]:
    return deck_cut.draft_offer(deed.table, deed.shift, touch.players, deed.by, touch.first_player)


def _cut(deed: CommandContext, touch: commands.CutMade) -> list[Draft]:
    return deck_cut.draft_cut(deed.table, deed.shift, touch.spot, deed.by, touch.cards_before)


def _cut_refused(deed: CommandContext, touch: commands.CutRefused) -> list[Draft]:
    return deck_cut.draft_cut_refused(deed.table, deed.shift, touch.spot, deed.by)


def _recut(deed: CommandContext, touch: commands.OrderRecut) -> list[Draft]:
    return deck_cut.draft_recut(deed.table, deed.shift, deed.by, by_the_same=touch.by_the_same, why=touch.why)


def _burn(deed: CommandContext, touch: commands.BurnCard) -> list[Draft]:
    if not deed.state.cards_by_hand:
        raise Refused(Refusal("the shoe tells the cards: draw the burn card from it"))
    return dealers.draft_burn(deed.table, deed.shift, deed.by, touch.card.text)


def _show_burn(deed: CommandContext, touch: commands.ShowBurnCard) -> list[Draft]:
    if touch.card == UNSEEN:
        raise Refused(Refusal("name the card that is shown"))
    shown_by = deed.approver or deed.by
    return dealers.draft_show_burn(deed.table, deed.shift, shown_by, touch.card.text)


def _cutting_card(deed: CommandContext, touch: commands.CuttingCardOut) -> list[Draft]:
    return shoe_end.draft_cutting_card(deed.table, deed.shift, touch.spot, deed.by)


def _count(deed: CommandContext, touch: commands.CountCards) -> list[Draft]:
    return shoe_end.draft_count(
        deed.table,
        deed.shift,
        touch.shoe_rest,
        touch.discards,
        deed.by,
        removed=touch.removed,
        why_removed=touch.why_removed,
    )


def _cards_out(deed: CommandContext, _touch: commands.OrderCardsOut) -> list[Draft]:
    return shoe_end.draft_order_cards_out(deed.table, deed.shift, deed.by)


# --- the batch shuffler does steps of the guide --------------------------------------------------------------------


def _shuffle(deed: CommandContext, touch: commands.Shuffle) -> list[Draft]:
    return [*_device_step(deed, "insert"), *DEVICE_WORK[commands.Shuffle](deed.state, touch)]


def _release(deed: CommandContext, touch: commands.Release) -> list[Draft]:
    due = shuffle.current_step(deed.table, deed.shift)
    step = [] if due is not None and due.key == "load" else _device_step(deed, "stack")  # asked a second time
    return [*step, *DEVICE_WORK[commands.Release](deed.state, touch)]


def _device_step(deed: CommandContext, key: str) -> list[Draft]:
    if deed.shift.cards.procedure != _BY_DEVICE:
        raise Refused(Refusal("no shuffle by device has begun: begin it first, with its reason"))
    return shuffle.draft_step(deed.table, deed.shift, key, deed.by)


# --- the continuous shuffler gives its cards out -------------------------------------------------------------------


def _take_out(deed: CommandContext, touch: commands.TakeCardsOut) -> list[Draft]:
    """The cards of the table leave it step by step; a machine that only holds leftovers is simply emptied."""
    cards = deed.shift.cards
    leave = touch.device == CONTINUOUS and csm_cards.in_machine(cards) and cards.procedure != csm_cards.OUT_OF
    begun = csm_cards.draft_out(deed.shift, deed.by) if leave else []
    if begun and why_not_ordered_out(deed.state, deed.table.rules) is not None:
        return begun
    return [*begun, *DEVICE_WORK[commands.TakeCardsOut](deed.state, touch)]


CARD_WORK: Final[dict[type, Callable[[CommandContext, Any], list[Draft]]]] = {
    commands.DecksIn: _decks_in,
    commands.CardsInspected: _inspected,
    commands.BeginShuffle: _begin_shuffle,
    commands.ShuffleAgain: _again,
    commands.CardStep: _step,
    commands.OfferCut: _offer,
    commands.CutMade: _cut,
    commands.CutRefused: _cut_refused,
    commands.OrderRecut: _recut,
    commands.BurnCard: _burn,
    commands.ShowBurnCard: _show_burn,
    commands.CuttingCardOut: _cutting_card,
    commands.CountCards: _count,
    commands.OrderCardsOut: _cards_out,
    commands.Shuffle: _shuffle,
    commands.Release: _release,
    commands.TakeCardsOut: _take_out,
}
