"""The secondary actions below, in fixed places: what is rarer than a decision and nearer than a page."""

from __future__ import annotations

from collections.abc import Iterator

from dealer_console.game import moves, phases
from dealer_console.game.hand import Hand
from dealer_console.game.state import Round
from dealer_console.screens.pages.cards.card_pad import CardPad
from dealer_console.screens.pages.cards.correction import HandsPage
from dealer_console.screens.pages.cards.shoe import ShoePage
from dealer_console.screens.pages.history import HistoryPage
from dealer_console.screens.pages.irregularity import RulingPage
from dealer_console.screens.pages.money.added_toke import AddedTokePage
from dealer_console.screens.pages.money.bets import BetsPage
from dealer_console.screens.pages.money.double_less import DoubleLessPage
from dealer_console.screens.pages.more import MorePage
from dealer_console.screens.pages.table import TablePage
from dealer_console.screens.parts.side_panel import page_turns
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button

FIRST, SECOND, CARDS, SHOE, TABLE, HISTORY, MORE = range(7)


def menu(builder: ScreenBuilder) -> tuple[Button, ...]:
    r = builder.snapshot.round
    found = list(_of_round(builder, r)) if r is not None else list(_between_rounds(builder))
    if not {FIRST, SECOND} & {button.place for button in found}:
        found += page_turns(builder, (FIRST, SECOND))
    found.append(_item(builder, "shoe", SHOE, "F3", builder.open(ShoePage())))
    found.append(_item(builder, "table", TABLE, "F4", builder.open(TablePage())))
    found.append(_item(builder, "history", HISTORY, "F6", builder.open(HistoryPage())))
    found.append(_item(builder, "more", MORE, "F12", builder.open(MorePage())))
    return tuple(found)


def _item(builder: ScreenBuilder, name: str, place: int, key: str, does: object, **more: object) -> Button:
    return builder.button(f"menu:{name}", builder.words(f"menu-{name}"), does, key=key, place=place, **more)  # type: ignore[arg-type]


def _between_rounds(builder: ScreenBuilder) -> Iterator[Button]:
    m = builder.snapshot
    if m.stopped is None and m.named_by_hand:
        yield _item(builder, "pad", CARDS, "F2", builder.open(CardPad()))
    if m.table is not None and "act:bets" not in builder.deeds:
        yield _item(builder, "bets", FIRST, "F1", builder.open(BetsPage.of(builder.snapshot)))


def _of_round(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    if r.irregularity is not None or r.phase is phases.DISPUTE:
        yield _item(builder, "ruling", CARDS, "F2", builder.open(RulingPage()))
        return
    if builder.snapshot.named_by_hand:
        yield _item(builder, "pad", CARDS, "F2", builder.open(CardPad()))
    elif builder.snapshot.standing:
        yield _item(builder, "cards", CARDS, "F2", builder.open(HandsPage()))
    if r.phase is phases.PLAY and r.hand is not None and r.due is None:
        refusal = builder.why_not(moves.Doubled(hand=r.hand.id))
        if refusal is None:
            less = builder.open(DoubleLessPage(hand=r.hand.id))
            yield _item(builder, "double_less", FIRST, "L", less)
    for spot in r.spots:
        back = moves.SwitchTakenBack(spot=spot.number)
        if spot.switched and builder.why_not(back) is None:
            label = builder.words("menu-take_back", spot=spot.number)
            yield builder.button("menu:take_back", label, builder.play(back), key="Z", place=SECOND)
            return
    if r.phase is phases.PLAY and r.hand is not None and r.due is None and _rides(builder, r.hand):
        yield _item(builder, "toke", SECOND, "O", builder.open(AddedTokePage(hand=r.hand.id)))


def _rides(builder: ScreenBuilder, hand: Hand) -> bool:
    """May a toke ride on a double or split of this hand?"""
    if builder.snapshot.table is None or not builder.snapshot.table.rules.tokes:
        return False
    asked = (moves.Doubled(hand=hand.id), moves.HandSplit(hand=hand.id))
    return any(builder.why_not(move) is None for move in asked)
