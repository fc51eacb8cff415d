"""A move in plain words: for the list of what was done, and for the last action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN
from dealer_console.game.irregularity.catalogue import CATALOGUE

if TYPE_CHECKING:
    from dealer_console.messages.words import Words


def move_words(words: Words, move: moves.Move) -> str:
    worded = _WORDS.get(type(move))
    if worded is not None:
        return worded(words, move)
    name = getattr(move, "hand", None) or getattr(move, "spot", "")
    return words(f"move-{type(move).__name__}", place=name)


def _drawn(words: Words, move: moves.CardDrawn | moves.CardBurned) -> str:
    if move.card is UNSEEN:
        return words("card-back")
    return words(f"move-{type(move).__name__}", card=words.card_short(move.card))


def _amount(words: Words, move: moves.Insured | moves.Doubled) -> str:
    place = move.hand if move.bettor == moves.CALLER else f"{move.hand}/{move.bettor}"
    if move.amount is None:
        return words(f"move-{type(move).__name__}", place=place)
    return words(f"move-{type(move).__name__}-amount", place=place, amount=words.chips(move.amount))


def _split(words: Words, move: moves.HandSplit) -> str:
    place = move.hand if move.bettor == moves.CALLER else f"{move.hand}/{move.bettor}"
    return words("move-HandSplit", place=place)


def _checked(words: Words, move: moves.HoleCardChecked) -> str:
    return words("move-HoleCardChecked-blackjack" if move.blackjack else "move-HoleCardChecked-clear")


def _shown(words: Words, move: moves.HoleCardShown) -> str:
    return words("move-HoleCardShown", card=words.card_short(move.card))


def _turned(words: Words, move: moves.DoubleCardTurned) -> str:
    return words("move-DoubleCardTurned", place=move.hand, card=words.card_short(move.card))


def _called(words: Words, move: moves.IrregularityCalled) -> str:
    return words(CATALOGUE[move.code].message)


def _ruled(words: Words, move: moves.Ruled) -> str:
    return words("move-Ruled", choice=words(f"choice-{move.choice}"))


def _taken(words: Words, move: moves.ExposedCardTaken) -> str:
    place = words.hand(move.hand or "dealer")
    return words("move-ExposedCardTaken", place=place)


def _voided(words: Words, _move: moves.RoundVoided) -> str:
    return words("move-RoundVoided")


_WORDS: Final[dict[type, Callable[[Words, Any], str]]] = {
    moves.CardDrawn: _drawn,
    moves.CardBurned: _drawn,
    moves.Insured: _amount,
    moves.Doubled: _amount,
    moves.HandSplit: _split,
    moves.HoleCardChecked: _checked,
    moves.HoleCardShown: _shown,
    moves.DoubleCardTurned: _turned,
    moves.IrregularityCalled: _called,
    moves.Ruled: _ruled,
    moves.ExposedCardTaken: _taken,
    moves.RoundVoided: _voided,
}
