"""Touches about the cards between rounds: decks, shuffle, cut, burn, the end of the shoe. `TableView.guide` leads."""

from __future__ import annotations

from dataclasses import dataclass

from dealer_console.game.cards import UNSEEN, Card
from dealer_console.table.commands.base import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class DecksIn(Command):
    """Decks come to the table."""

    decks: int
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsInspected(Command):
    """Fanned and looked at. Becomes a request; the supervisor who approves it has checked them (MA 3, CB cards)."""

    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginShuffle(Command):
    """`reason`: new-cards, cutting-card, house, cards-spread, player-asked. `way`: hand, device, pre-shuffled.

    By device `Shuffle` and `Release` follow. A player's wish needs the shift manager where the rules say so (CB).
    """

    reason: str
    way: str = "hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleAgain(Command):
    """Inside `Signed`, by a supervisor: a shuffle that went wrong begins anew, in this way."""

    way: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardStep(Command):
    """A step of the guide is done (`GuideView.step`); `riffles` where it is the riffle. `load` fills the shoe.

    A supervisor's step (`GuideView.who`) stands inside `Signed`.
    """

    step: str
    riffles: int = 1
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferCut(Command):
    """The stack is offered to these spots; `first_player` where the game begins or resumes."""

    players: tuple[int, ...]
    first_player: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutMade(Command):
    """The one whose turn it is has cut (0: the dealer); `cards_before` where somebody looked how deep."""

    spot: int
    cards_before: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRefused(Command):
    """The cut goes on to the next one."""

    spot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRecut(Command):
    """Inside `Signed`, by a supervisor, before the first round of the shoe (MA 4(g))."""

    by_the_same: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnCard(Command):
    """A card is burned by hand. With an electronic shoe the drawn card is the burn card by itself."""

    card: Card = UNSEEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowBurnCard(Command):
    """A player asked for it: the dealer shows it (MA 7(c)); with a supervisor's approval only in CB (shuffle 6)."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CuttingCardOut(Command):
    """Seen by the dealer, at this spot (None: at the dealer's hand). An electronic shoe tells it by itself."""

    spot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountCards(Command):
    """At the end of a shoe: what is left in it and the discards (MA 7(n)(2))."""

    shoe_rest: int
    discards: int
    removed: int = 0
    why_removed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCardsOut(Command):
    """Inside `Signed`, by a supervisor: the cards go out of play; racking, fanning and checking follow (CB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsIn(Command):
    """Only at a table without a file (benches, simulation): a shoe is ready, new cards or the old ones shuffled."""

    change: str = "new"
