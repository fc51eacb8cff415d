"""Tail probabilities of the two distributions that the laboratory needs, without a library for them."""

from __future__ import annotations

import math

_STEPS = 10_000
_PRECISION = 1e-13
_TINY = 1e-300


def normal_two_sided(z: float) -> float:
    """How often a standard normal value lies at least this far from 0."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def chi_squared_above(value: float, freedom: int) -> float:
    """How often chi-squared with so many degrees of freedom is at least `value`: the upper incomplete gamma."""
    shape, x = freedom / 2.0, value / 2.0
    if x <= 0:
        return 1.0
    scale = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    return 1.0 - scale * _series(shape, x) if x < shape + 1.0 else scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """Lentz's way through the continued fraction."""
    b = x + 1.0 - shape
    c, d = 1.0 / _TINY, 1.0 / b
    result = d
    for step in range(1, _STEPS):
        factor = -step * (step - shape)
        b += 2.0
        d = 1.0 / (factor * d + b or _TINY)
        c = b + factor / c or _TINY
        result *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return result
