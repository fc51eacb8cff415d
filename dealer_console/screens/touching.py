"""What a touch on the felt opens: the bets of a spot before the first card, the cards of a hand after it."""

from __future__ import annotations

from dealer_console.game import phases
from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.bets import BetsPage
from dealer_console.screens.pages.correction import CorrectionPage
from dealer_console.screens.pages.insurance import InsurancePage


def touch_of_spot(desk: Desk, number: int) -> str:
    if desk.moment.table is None:
        return ""
    return desk.touchable(f"spot:{number}", desk.open(BetsPage.of(desk.moment, spot=number)))


def touch_of_hand(desk: Desk, hand: str) -> str:
    r = desk.moment.round
    if r is None:
        return ""
    if r.phase is phases.INSURANCE and r.irregularity is None and hand != "dealer":
        return desk.touchable(f"hand:{hand}", desk.open(InsurancePage(hand=hand)))
    return desk.touchable(f"hand:{hand}", desk.open(CorrectionPage(hand=hand)))
