"""The menu behind its one button: first what belongs to the hand in turn, then the table and the console."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dealer_console.game import moves, phases
from dealer_console.game.hand import Hand
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.cards.card_pad import CardPad
from dealer_console.screens.pages.cards.correction import HandsPage
from dealer_console.screens.pages.cards.shoe import ShoePage
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.drill import DrillPage
from dealer_console.screens.pages.history import HistoryPage
from dealer_console.screens.pages.look import LookPage
from dealer_console.screens.pages.money.added_toke import AddedTokePage
from dealer_console.screens.pages.money.double_less import DoubleLessPage
from dealer_console.screens.pages.note import NotePage
from dealer_console.screens.pages.people.attendance import PeoplePage
from dealer_console.screens.pages.people.request import RequestPage
from dealer_console.screens.pages.settings import SettingsPage
from dealer_console.screens.pages.table import TablePage
from dealer_console.screens.pages.trainer import TrainerPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Overlay, Row

MOST_REQUESTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class MenuPage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        now, table = tuple(_of_round(builder)), tuple(_of_table(builder))
        rows = [Row(elements=buttons) for buttons in (now, table, tuple(_of_console(builder))) if buttons]
        rows += [Row(elements=(button,)) for button in _requests(builder)]
        return Overlay(
            id="menu", title=builder.words("menu-title"), columns=(tuple(rows),), close=builder.close_button()
        )


def _item(builder: ScreenBuilder, name: str, key: str, does: Effect) -> Button:
    return builder.button(f"menu:{name}", builder.words(f"menu-{name}"), does, key=key, main=True)


def _of_round(builder: ScreenBuilder) -> Iterator[Button]:
    m, r = builder.snapshot, builder.snapshot.round
    if m.stopped is None and m.named_by_hand:
        yield _item(builder, "pad", "F2", builder.open(CardPad()))
    elif r is not None and m.standing and r.irregularity is None:
        yield _item(builder, "cards", "F2", builder.open(HandsPage()))
    if r is None or r.irregularity is not None or r.phase is not phases.PLAY or r.hand is None or r.due is not None:
        return
    if builder.why_not(moves.Doubled(hand=r.hand.id)) is None:
        yield _item(builder, "double_less", "L", builder.open(DoubleLessPage(hand=r.hand.id)))
    if _rides(builder, r.hand):
        yield _item(builder, "toke", "O", builder.open(AddedTokePage(hand=r.hand.id)))


def _rides(builder: ScreenBuilder, hand: Hand) -> bool:
    """May a toke ride on a double or split of this hand?"""
    if builder.snapshot.table is None or not builder.snapshot.table.rules.tokes:
        return False
    riders = (moves.Doubled(hand=hand.id), moves.HandSplit(hand=hand.id))
    return any(builder.why_not(move) is None for move in riders)


def _of_table(builder: ScreenBuilder) -> Iterator[Button]:
    yield _item(builder, "shoe", "F3", builder.open(ShoePage()))
    yield _item(builder, "table", "F4", builder.open(TablePage()))
    yield _item(builder, "history", "F6", builder.open(HistoryPage()))
    yield _item(builder, "people", "F7", builder.open(PeoplePage()))


def _of_console(builder: ScreenBuilder) -> Iterator[Button]:
    yield _item(builder, "devices", "F8", builder.open(DevicesPage()))
    yield _item(builder, "note", "N", builder.open(NotePage()))
    yield _item(builder, "settings", "F5", builder.open(SettingsPage()))
    if builder.config.drill is not None and builder.snapshot.round is None:
        yield _item(builder, "drill", "D", builder.open(DrillPage()))
    if builder.config.trainer or builder.config.mistakes is not None:
        yield _item(builder, "trainer", "F11", builder.open(TrainerPage()))
    if builder.config.mistakes is not None:
        yield _item(builder, "look", "F1", builder.open(LookPage()))


def _requests(builder: ScreenBuilder) -> Iterator[Button]:
    for request in builder.snapshot.requests[:MOST_REQUESTS]:
        label = builder.words("banner-request", what=builder.words.phrase(request.says))
        page = RequestPage(request=request.request)
        yield builder.button(f"menu:{request.request}", label, builder.open(page), key="auto")
