"""What people do at the table, one frozen class per touch. Each becomes moves, is judged, and is answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dealer_console.game.bets import Bet
from dealer_console.game.cards import Card
from dealer_console.game.moves import Move
from dealer_console.journal.canonical import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure(Touch):
    """The rule set and the table's choices, between two rounds."""

    rules: str
    choices: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsIn(Touch):
    """A shoe is ready: new cards, or the old ones shuffled."""

    change: str = "new"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCame(Touch):
    person: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLeft(Touch):
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersDown(Touch):
    """All wagers of the next round, as they lie now."""

    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SameWagers(Touch):
    """As in the last round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Touch):
    """A move: a decision, a card entered by hand, a ruling."""

    move: Move


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowHoleCard(Touch):
    """The dealer turns the hole card; a sealed shoe is asked to open it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainDraw(Touch):
    """A card that nobody was due: was its face seen? `card` only where the shoe could not read it."""

    seen: bool
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagersPaid(Touch):
    """Everything is taken and paid: the round is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Touch):
    """Undo the last move."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmSeen(Touch):
    """Somebody has read an alarm and done what it says."""

    alarm: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearFault(Touch):
    """The cause is gone: the device may forget its fault. `approved_by` is the supervisor."""

    device: str
    approved_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustAgain(Touch):
    """A device that contradicted itself has been looked at, and the cards compared."""

    device: str
    approved_by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Touch):
    """The cards lie in the batch shuffler: shuffle and check them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release(Touch):
    """Take the shuffled batch out; it becomes the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSettlement(Touch):
    """After the round was paid: money moves once more, by a supervisor, with a reason.

    `corrects` is the entry of the settlement, `cents` what the house pays beyond it (below zero: takes).
    `asked_hash` is what the supervisor approved: `corrections.asked_hash` of exactly these values.
    """

    corrects: int
    cents: int
    reason: str
    approved_by: str
    asked_hash: str
