"""Amounts and shares as people read them. For machines (CSV, JSON) they are written plainly."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dealer_console.game.message import Amount, Message
from dealer_console.game.money import Cents

MINUS: Final = "\u2212"


def amount(cents: int) -> Amount:
    """For a message: the words write it, with the currency of the house."""
    return Amount(Cents(cents))


def tenths(share: Fraction) -> int:
    """Tenths of a percent, rounded towards nought."""
    return int(share * 1000)


def percent(in_tenths: int) -> str:
    return f"{_sign(in_tenths)}{abs(in_tenths) // 10}.{abs(in_tenths) % 10} %"


def points(in_tenths: int) -> str:
    """A difference of two percentages, always with its sign."""
    return f"{'+' if in_tenths > 0 else _sign(in_tenths)}{abs(in_tenths) // 10}.{abs(in_tenths) % 10}"


def _sign(value: int) -> str:
    return "-" if value < 0 else ""


def readable(text: str) -> str:
    """A figure that was written plainly, for people: the minus of a share is one, too."""
    return MINUS + text[1:] if text.startswith("-") else text


def house_result(cents: int) -> Message:
    """Nobody says that the house has won minus 375."""
    if cents == 0:
        return Message("pit-house-even")
    return Message("pit-house-won" if cents > 0 else "pit-house-lost", amount=amount(abs(cents)))
