"""Moves: what can happen in a round, one frozen class for each, in the words of the floor.

The journal stores moves, the `.round` notation is moves as text, replay is folding them, undo is a move.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dealer_console.game.cards import BY_TEXT, Card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.money import Cents

CALLER: Final = Bettor(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn:
    """A card left the shoe and goes where it is due."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBurned:
    """A card was burned; `card` is its face where somebody asked to see it."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Insured:
    hand: HandId
    amount: Cents
    bettor: Bettor = CALLER


@dataclass(frozen=True, slots=True, kw_only=True)
class EvenMoneyTaken:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class InsuranceClosed:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardChecked:
    """The one bit that the reader, or the dealer's own look, may tell."""

    blackjack: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Switched:
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchDeclined:
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchTakenBack:
    spot: Spot


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class HitAsked:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class Surrendered:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubled:
    """`amount` None is the full own wager; a bettor above 1 joins the caller's double."""

    hand: HandId
    amount: Cents | None = None
    bettor: Bettor = CALLER
    toke: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSplit:
    hand: HandId
    bettor: Bettor = CALLER
    toke: Cents | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubledFree:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFree:
    hand: HandId


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleCardTurned:
    hand: HandId
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleCardShown:
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityCalled:
    code: str
    hand: HandId | None = None
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """An open irregularity is resolved by one of its lawful choices; `by` names the supervisor."""

    choice: str
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposedCardTaken:
    hand: HandId
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExposedCardRefused:
    hand: HandId
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotLeft:
    spot: Spot
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotPlaysOn:
    spot: Spot
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
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


def joins(move: Move) -> bool:
    """Does another bettor follow the caller's double or split?"""
    return isinstance(move, Doubled | HandSplit) and move.bettor != CALLER


# A card that is drawn is the most frequent move by far: one object per face, made once.
DRAWN: Final[dict[Card, CardDrawn]] = {face: CardDrawn(card=face) for face in BY_TEXT.values()}
