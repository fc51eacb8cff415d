"""Moves: what can happen in a round, one frozen class per fact, in the words of the floor.

The journal stores moves, the `.round` notation is moves as text, replay is folding them, undo is a move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.cards import BY_TEXT, Card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents

CALLER: Final = Bettor(1)

_fact = dataclass(frozen=True, slots=True, kw_only=True)


@_fact
class CardDrawn:
    """A card left the shoe and goes where it is due."""

    card: Card


@_fact
class CardBurned:
    """A card was burned; `card` is its face where somebody asked to see it."""

    card: Card


@_fact
class Insured:
    hand: HandId
    amount: Cents
    bettor: Bettor = CALLER


@_fact
class EvenMoneyTaken:
    hand: HandId


@_fact
class InsuranceClosed:
    pass


@_fact
class HoleCardChecked:
    """The one bit that the reader, or the dealer's own look, may tell."""

    blackjack: bool


@_fact
class Switched:
    spot: Spot


@_fact
class SwitchDeclined:
    spot: Spot


@_fact
class SwitchTakenBack:
    spot: Spot


@_fact
class Stood:
    hand: HandId


@_fact
class HitAsked:
    hand: HandId


@_fact
class Surrendered:
    hand: HandId


@_fact
class Doubled:
    """`amount` None is the full own wager; a bettor above 1 joins the caller's double."""

    hand: HandId
    amount: Cents | None = None
    bettor: Bettor = CALLER
    toke: Cents | None = None


@_fact
class HandSplit:
    hand: HandId
    bettor: Bettor = CALLER
    toke: Cents | None = None


@_fact
class DoubledFree:
    hand: HandId


@_fact
class SplitFree:
    hand: HandId


@_fact
class DoubleCardTurned:
    hand: HandId
    card: Card


@_fact
class HoleCardShown:
    card: Card


@_fact
class IrregularityCalled:
    code: str
    hand: HandId | None = None
    card: Card | None = None


@_fact
class Ruled:
    """An open irregularity is resolved by one of its lawful choices; `by` names the supervisor."""

    choice: str
    by: str | None = None


@_fact
class ExposedCardTaken:
    """`hand` None: the dealer takes it."""

    hand: HandId | None
    by: str | None = None


@_fact
class ExposedCardRefused:
    hand: HandId
    by: str | None = None


@_fact
class SpotLeft:
    spot: Spot
    by: str | None = None


@_fact
class SpotPlaysOn:
    spot: Spot
    by: str | None = None


@_fact
class RoundVoided:
    by: str


Move = (
    CardDrawn
    | CardBurned
    | Insured
    | EvenMoneyTaken
    | InsuranceClosed
    | HoleCardChecked
    | Switched
    | SwitchDeclined
    | SwitchTakenBack
    | Stood
    | HitAsked
    | Surrendered
    | Doubled
    | HandSplit
    | DoubledFree
    | SplitFree
    | DoubleCardTurned
    | HoleCardShown
    | IrregularityCalled
    | Ruled
    | ExposedCardTaken
    | ExposedCardRefused
    | SpotLeft
    | SpotPlaysOn
    | RoundVoided
)

# A card that is drawn is the most frequent move by far: one object per face, made once.
DRAWN: Final[dict[Card, CardDrawn]] = {each: CardDrawn(card=each) for each in BY_TEXT.values()}
