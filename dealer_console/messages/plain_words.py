"""Texts of the rules and the table name moves and cards as the journal writes them; people read them in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.catalogue import CATALOGUE
from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.game.notation import BadNotation, parse_move

_QUOTED: Final = re.compile(r"['«]([^'«»]+)['»]")
_CARD: Final = re.compile(r"(?<![\w.])([A2-9TJQK][cdhs?]|\?\?)(?!\w)")
_CODE: Final = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(CATALOGUE, key=len, reverse=True))})(?![\w-])")
_ALSO_A_WORD: Final = frozenset({"As", "Ad", "Ah"})


def without_codes(text: str, words: Callable[[Message], str]) -> str:
    """Irregularities by what they are, not by their code; in English, which the table speaks."""
    return _CODE.sub(lambda found: _sentence_or_part(words(CATALOGUE[found[0]].message), text, found.start()), text)


def _sentence_or_part(words: str, text: str, at: int) -> str:
    begins = at == 0 or text[at - 2 : at] == ". "
    return words if begins else words[:1].lower() + words[1:]


def plain(text: str, told: Callable[[Move], str], printed: Callable[[Card], str]) -> str:
    """`told` says a move, `printed` a card."""
    text = _QUOTED.sub(lambda found: _move(found, told), text)
    return _CARD.sub(lambda found: _card(found, text, printed), text)


def _move(found: re.Match[str], told: Callable[[Move], str]) -> str:
    """What is quoted and is no move, such as a name, stands as it is."""
    try:
        return f"“{told(parse_move(found[1]))}”"
    except BadNotation:
        return found[0]


def _card(found: re.Match[str], text: str, printed: Callable[[Card], str]) -> str:
    begins = found.start() == 0 or text[found.start() - 2 : found.start()] in (". ", ": ")
    if begins and found[1] in _ALSO_A_WORD:
        return found[0]
    return printed(UNSEEN if found[1] == "??" else card(found[1]))
