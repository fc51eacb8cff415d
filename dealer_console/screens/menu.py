"""The secondary actions below, in fixed places: what is rarer than a decision and nearer than a page."""

from __future__ import annotations

from collections.abc import Iterator

from dealer_console.game import moves, phases
from dealer_console.game.hand import Hand
from dealer_console.game.state import Round
from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.added_toke import AddedTokePage
from dealer_console.screens.pages.bets import BetsPage
from dealer_console.screens.pages.card_pad import CardPad
from dealer_console.screens.pages.correction import HandsPage
from dealer_console.screens.pages.double_less import DoubleLessPage
from dealer_console.screens.pages.history import HistoryPage
from dealer_console.screens.pages.irregularity import RulingPage
from dealer_console.screens.pages.more import MorePage
from dealer_console.screens.pages.shoe import ShoePage
from dealer_console.screens.pages.table import TablePage
from dealer_console.screens.side_panel import page_turns
from dealer_console.screens.values import Button

FIRST, SECOND, CARDS, SHOE, TABLE, HISTORY, MORE = range(7)


def menu(desk: Desk) -> tuple[Button, ...]:
    r = desk.moment.round
    found = list(_of_round(desk, r)) if r is not None else list(_between_rounds(desk))
    if not {FIRST, SECOND} & {button.place for button in found}:
        found += page_turns(desk, (FIRST, SECOND))
    found.append(_item(desk, "shoe", SHOE, "F3", desk.open(ShoePage())))
    found.append(_item(desk, "table", TABLE, "F4", desk.open(TablePage())))
    found.append(_item(desk, "history", HISTORY, "F6", desk.open(HistoryPage())))
    found.append(_item(desk, "more", MORE, "F12", desk.open(MorePage())))
    return tuple(found)


def _item(desk: Desk, name: str, place: int, key: str, does: object, **more: object) -> Button:
    return desk.button(f"menu:{name}", desk.words(f"menu.{name}"), does, key=key, place=place, **more)  # type: ignore[arg-type]


def _between_rounds(desk: Desk) -> Iterator[Button]:
    m = desk.moment
    if m.stopped is None and m.named_by_hand:
        yield _item(desk, "pad", CARDS, "F2", desk.open(CardPad()))
    if m.table is not None and "act:bets" not in desk.deeds:
        yield _item(desk, "bets", FIRST, "F1", desk.open(BetsPage.of(desk.moment)))


def _of_round(desk: Desk, r: Round) -> Iterator[Button]:
    if r.irregularity is not None or r.phase is phases.DISPUTE:
        yield _item(desk, "ruling", CARDS, "F2", desk.open(RulingPage()))
        return
    if desk.moment.named_by_hand:
        yield _item(desk, "pad", CARDS, "F2", desk.open(CardPad()))
    elif desk.moment.story:
        yield _item(desk, "cards", CARDS, "F2", desk.open(HandsPage()))
    if r.phase is phases.PLAY and r.hand is not None and r.due is None:
        refusal = desk.why_not(moves.Doubled(hand=r.hand.id))
        if refusal is None:
            less = desk.open(DoubleLessPage(hand=r.hand.id))
            yield _item(desk, "double_less", FIRST, "L", less)
    for spot in r.spots:
        back = moves.SwitchTakenBack(spot=spot.number)
        if spot.switched and desk.why_not(back) is None:
            label = desk.words("menu.take_back", spot=spot.number)
            yield desk.button("menu:take_back", label, desk.play(back), key="Z", place=SECOND)
            return
    if r.phase is phases.PLAY and r.hand is not None and r.due is None and _rides(desk, r.hand):
        yield _item(desk, "toke", SECOND, "O", desk.open(AddedTokePage(hand=r.hand.id)))


def _rides(desk: Desk, hand: Hand) -> bool:
    """May a toke ride on a double or split of this hand?"""
    if desk.moment.table is None or not desk.moment.table.rules.tokes:
        return False
    asked = (moves.Doubled(hand=hand.id), moves.HandSplit(hand=hand.id))
    return any(desk.why_not(move) is None for move in asked)
