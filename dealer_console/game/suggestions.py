"""The nearest known word, for every error about an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_CLOSE = 0.5  # how alike two words must be; no money comes near it


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?`, or the list of what is known when nothing is near."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=_CLOSE)
    if near:
        return f"; did you mean {near[0]!r}?"
    return f"; known: {', '.join(words)}" if words else ""
