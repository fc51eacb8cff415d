"""The nearest known word, for every error about an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from dealer_console.game.message import Message, Quoted

_CLOSE = 0.5  # how alike two words must be; no money comes near it


def did_you_mean(word: str, known: Iterable[str]) -> Message | str:
    """The nearest word, or the list of what is known when nothing is near, after another message; or nothing."""
    words = sorted(known)
    near = get_close_matches(word, words, n=1, cutoff=_CLOSE)
    if near:
        return Message("did-you-mean", word=Quoted(near[0]))
    return Message("known-words", words=tuple(words)) if words else ""
