"""Money is whole cents; odds are exact fractions; every rounding has a name. No float comes near."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NewType

from dealer_console.game.errors import Unreadable
from dealer_console.game.message import Message, Quoted

Cents = NewType("Cents", int)

ZERO: Final = Cents(0)
CENT: Final = Cents(1)
EVEN: Final = Fraction(1)

_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?")


class BadAmount(Unreadable):
    """A text or value that is no amount of money."""


def parse_amount(text: str) -> Cents:
    """Dollars with at most two decimals, as `25`, `12.5` or `12.50`."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise BadAmount(Message("no-amount-in-dollars", text=Quoted(text)))
    dollars, part = match.groups()
    return Cents(int(dollars) * 100 + int((part or "").ljust(2, "0")))


def show(amount: int) -> str:
    """`1250` → `12.50`, always with two decimals."""
    sign = "-" if amount < 0 else ""
    dollars, part = divmod(abs(amount), 100)
    return f"{sign}{dollars}.{part:02d}"


def short(amount: int) -> str:
    """`25` for whole dollars, `2.50` otherwise: as it is said."""
    return show(amount).removesuffix(".00")


def round_down(amount: Fraction, unit: Cents = CENT) -> Cents:
    """Down to a multiple of the unit."""
    return Cents(int(amount / unit) * unit)


def pay(stake: Cents, odds: Fraction, unit: Cents = CENT) -> Cents:
    """What the house adds to a winning stake, rounded down to the unit."""
    if odds.denominator == 1 and unit == CENT:
        return Cents(stake * odds.numerator)
    return round_down(stake * odds, unit)


def half_down(amount: Cents) -> Cents:
    """Half, rounded down to the cent."""
    return Cents(amount // 2)


def share_out(limit: Cents, claims: list[Cents]) -> list[Cents]:
    """Share the limit pro rata over the claims, cents by largest remainder; equal remainders: the first claim first."""
    total = sum(claims)
    if total <= limit:
        return claims
    shares = [limit * claim // total for claim in claims]
    by_remainder = sorted(range(len(claims)), key=lambda i: (-(limit * claims[i] % total), i))
    for place in by_remainder[: limit - sum(shares)]:
        shares[place] += 1
    return [Cents(share) for share in shares]
