"""When naturals are paid: at once, with the answer to the spot's switch, or when the check closes the switches."""

from __future__ import annotations

from dealer_console.game.hand import OFFER_PASSED, SpotLayout
from dealer_console.game.state import Round
from dealer_console.game.wagers import settlement


def close_switches(r: Round) -> None:
    """Where the switches come before the check, the check closes them and the naturals are decided."""
    if not r.switch_closed:
        return
    for spot in settlement.from_the_right(r):
        if spot.offer_open:
            pass_offer(r, spot)
        else:
            pay_after_offer(r, spot)


def pay_all(r: Round) -> None:
    for spot in settlement.from_the_right(r):
        settlement.pay_naturals(r, spot)


def pass_offer(r: Round, spot: SpotLayout) -> None:
    """The switch was declined, or can no longer be made: naturals of the spot are decided."""
    spot.offer = OFFER_PASSED
    pay_after_offer(r, spot)


def pay_after_offer(r: Round, spot: SpotLayout) -> None:
    rules = r.rules
    if rules.naturals_paid == "after-offer" and (not r.at_risk_now or rules.natural_against_blackjack == "wins"):
        settlement.pay_naturals(r, spot)
