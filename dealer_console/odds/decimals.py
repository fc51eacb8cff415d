"""Exact numbers written as decimals, without passing through a binary float."""

from fractions import Fraction
from math import isqrt


def decimal_text(value: Fraction, digits: int) -> str:
    """The value with so many digits behind the point, rounded to the nearest (a tie goes to the even digit)."""
    return _with_point(round(value * 10**digits), digits)


def square_root_text(value: Fraction, digits: int) -> str:
    """The square root with so many digits behind the point, rounded to the nearest by integer arithmetic alone."""
    doubled = isqrt(value.numerator * 4 * 10 ** (2 * digits) // value.denominator)
    return _with_point((doubled + 1) // 2, digits)


def _with_point(scaled: int, digits: int) -> str:
    sign = "-" if scaled < 0 else ""
    whole, rest = divmod(abs(scaled), 10**digits)
    return f"{sign}{whole}.{rest:0{digits}d}"
