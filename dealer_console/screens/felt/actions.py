"""What a touch on the felt opens: the bets of a spot before the first card, the cards of a hand after it."""

from __future__ import annotations

from dealer_console.game import phases
from dealer_console.screens.pages.cards.correction import CorrectionPage
from dealer_console.screens.pages.money.bets import BetsPage
from dealer_console.screens.pages.money.insurance import InsurancePage
from dealer_console.screens.screen_builder import ScreenBuilder


def touch_of_spot(builder: ScreenBuilder, number: int) -> str:
    if builder.snapshot.table is None:
        return ""
    return builder.touchable(f"spot:{number}", builder.open(BetsPage.of(builder.snapshot, spot=number)))


def touch_of_hand(builder: ScreenBuilder, hand: str) -> str:
    r = builder.snapshot.round
    if r is None:
        return ""
    if r.phase is phases.INSURANCE and r.irregularity is None and hand != "dealer":
        return builder.touchable(f"hand:{hand}", builder.open(InsurancePage(hand=hand)))
    return builder.touchable(f"hand:{hand}", builder.open(CorrectionPage(hand=hand)))
