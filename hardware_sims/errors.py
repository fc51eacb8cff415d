"""A simulator was asked for something it cannot do. The text says what, where, and which known word is nearest."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ImpossibleRequestError(Exception):
    """Base of what a person can get wrong: an action, a fault, an option, a scenario, a place to listen."""


class OperatorError(ImpossibleRequestError):
    """An action that this device, in this state, cannot take."""


class SetupError(ImpossibleRequestError):
    """A device, option, fault, scenario or address that cannot be used."""


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """`word` is no known `what`: the sentence for the person, with the nearest known word or all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f"unknown {what} {word!r}; " + (f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}")
