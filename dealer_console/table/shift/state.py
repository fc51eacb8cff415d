"""The shift as a value: what is in the tray, where the cards are, who deals, what has been asked for and not yet done.

A shift is folded from the journal (`fold.apply`) and never changed otherwise. It needs no rule set and no configuration
to be folded: every entry carries what its fold needs, so that a report of years ago does not depend on files of today.

Where the cards are, and what brings them to the next place:

    AWAY ── decks-in ──▶ IN ── cards-inspected ──▶ INSPECTED
                                                       │ shuffle begun (or straight to the cut: pre-shuffled)
         ┌──── shuffle begun ◀───────────────┐         ▼
         │                                   │     SHUFFLING ── offer-cut ──▶ CUTTING
         │                                   │         │ shoe (by device)        │ shoe
    ENDED (counted) ◀── round over ── LAST_ROUND ◀── cutting card ── IN_PLAY ◀───┘
                                                                        │ closing ordered, racked, fanned
                                                                        ▼
                                                                       AWAY

A shuffle that is due for another reason than the cutting card leads to ENDED at once (`ShuffleDue`). When the shoe is
empty in the middle of a round, the discards go the same way inside the round, and come back to where they were
(`Cards.resumes`, MA 15(g)). The way through a continuous shuffler is drawn in `continuous_shuffler`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from dealer_console.game.money import ZERO, Cents
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.people import Role
from dealer_console.table.shift.till import EMPTY_TILL, Marker, Slip, Till, win

DEALER_CUTS = 0  # in the place of a spot: the dealer


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """Somebody who does something at the table, in the role in which it is done."""

    person: str
    role: Role

    @property
    def supervises(self) -> bool:
        return self.role in (Role.SUPERVISOR, Role.PIT_MANAGER)


class Stage(StrEnum):
    NOT_OPEN = "not open"
    OPEN = "open"
    CLOSED = "closed"


class CardsAre(StrEnum):
    AWAY = "away"
    IN = "in"
    INSPECTED = "inspected"
    SHUFFLING = "shuffling"
    CUTTING = "cutting"
    IN_PLAY = "in play"
    LAST_ROUND = "last round"
    ENDED = "ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOrder:
    """An order of the pit or the cage that the table has taken: it is not taken again."""

    order: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerSum:
    """All wagers of one kind: how many, how much was staked, kept and paid."""

    count: int = 0
    stake: Cents = ZERO
    takes: Cents = ZERO
    pays: Cents = ZERO

    @property
    def house_net(self) -> int:
        return self.takes - self.pays


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An irregularity or correction: what kind, under which dealer, how often."""

    kind: str
    dealer: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledNow:
    """An irregularity of the running round; an undo of its entry takes it out again."""

    seq: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """Rounds and hands, and what every kind of wager brought."""

    closed: int = 0
    hands: int = 0
    open: int | None = None
    hands_now: Mapping[str, int] = field(default_factory=dict)  # settlements by hand in the running round
    called_now: tuple[CalledNow, ...] = ()
    coupons_now: Mapping[str, int] = field(default_factory=dict)  # "1/1/a": so much of that wager is a coupon
    sums: Mapping[str, WagerSum] = field(default_factory=dict)
    tokes_won: Cents = ZERO  # stakes and winnings of tokes that went to the dealer
    irregularities: tuple[Happening, ...] = ()
    corrections: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Who is offered the cut, in order; how many refused; who cut (0: the dealer)."""

    order: tuple[int, ...]
    refused: int = 0
    by: int | None = None

    @property
    def offered_to(self) -> int:
        """The spot whose turn it is, or the dealer when all have refused."""
        return self.order[self.refused] if self.refused < len(self.order) else DEALER_CUTS


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleDue:
    """Why the cards are shuffled before the next round; `after`: where they were when it became due."""

    reason: str
    clause: str | None
    after: CardsAre


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Where the cards are and which procedure runs: `procedure` and the last step `done` of it."""

    are: CardsAre = CardsAre.AWAY
    decks: int = 0
    colour: str = ""
    new: bool = True  # not yet in play since they came
    inspected_by: tuple[str, ...] = ()  # who fanned, who checked
    procedure: str | None = None
    done: str | None = None
    riffles: int = 0
    cut: Cut | None = None
    cutting_card_at: int | None = None
    burn_for: str | None = None  # the procedure that asks for the burn
    missing: int = 0  # cards that the last count did not find
    counts_off: int = 0  # counts of this shift that did not come out
    shoes: int = 0
    burns: int = 0
    rounds_of_shoe: int = 0
    in_shuffler: bool = False  # they lie in a continuous shuffler and are dealt from there
    due: ShuffleDue | None = None
    reason: str | None = None  # of the last shuffle
    resumes: CardsAre | None = None  # inside a round: where they are when the discards are shuffled (MA 15(g))

    @property
    def game_begins(self) -> bool:
        """Is this the shuffle with which the game begins, or resumes after the cards were spread?"""
        return self.reason == "cards-spread" or (self.reason == "new-cards" and not self.shoes)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondDecks:
    """Decks beside those in play: shuffled while the others are dealt, and exchanged for them at the end of a shoe."""

    decks: int
    colour: str
    inspected_by: tuple[str, ...] = ()
    new: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerTurn:
    """One dealer's time at the table."""

    person: str
    since_ms: int
    until_ms: int | None = None
    rounds: int = 0
    hands: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """Somebody who is at the table in a role."""

    person: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Announced: these choices of the table change from that time on, between two rounds."""

    number: int
    changes: Mapping[str, Json]
    said_ms: int
    from_ms: int
    by: str
    step: str = "waiting"  # waiting, in effect, withdrawn
    order: str | None = None  # of the pit stand


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledWager:
    """Cash called as a wager: it counts when dealer and supervisor have confirmed it before the first card."""

    number: int
    spot: int
    bettor: int
    cents: Cents
    by: str
    dealer: str | None = None
    supervisor: str | None = None
    step: str = "called"  # called, counts, returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Somebody who plays these spots; `gave_up_most`: had the most spots in this shoe and dropped some.

    `played_most`: has wagered on the most spots in a round of this shoe.
    """

    name: str
    spots: tuple[int, ...]
    gave_up_most: bool = False
    played_most: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedSpot:
    """Its first bettor has agreed to others (MA 13(a)); `seated`: somebody sits there and calls its hands."""

    spot: int
    seated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spots:
    """Who plays where, and which spots wagered in every round since the shuffle or were let in by the house."""

    players: tuple[Player, ...] = ()
    most: int = 1
    may_wager: tuple[int, ...] = ()
    shared: tuple[SharedSpot, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Configured:
    """By which rule set and which choices the table plays since its last configuration."""

    rules: str
    choices: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """Everything about the shift. `number` counts the shifts of a journal from 1; 0 is before the first."""

    number: int = 0
    stage: Stage = Stage.NOT_OPEN
    table: str = ""
    rules: str = ""
    denominations: tuple[int, ...] = ()
    opened_ms: int = 0
    opened_by: str = ""
    verified_by: str = ""
    closed_ms: int | None = None
    closed_by: tuple[str, ...] = ()
    flag: str | None = None  # what the threshold says that the closing difference reached
    last_ms: int = 0
    slips_given: int = 0  # over all shifts of the journal: no number comes twice
    markers_given: int = 0  # the same
    till: Till = EMPTY_TILL
    slips: tuple[Slip, ...] = ()
    markers: tuple[Marker, ...] = ()
    orders: tuple[TakenOrder, ...] = ()  # the newest, as long as they could be carried to the table again
    rounds: Rounds = Rounds()
    cards: Cards = Cards()
    second: SecondDecks | None = None
    dealers: tuple[DealerTurn, ...] = ()
    present: tuple[Present, ...] = ()
    notices: tuple[Notice, ...] = ()
    called: tuple[CalledWager, ...] = ()
    spots: Spots = Spots()
    configured: Configured | None = None

    @property
    def dealer(self) -> str | None:
        """Who deals now."""
        return self.dealers[-1].person if self.dealers and self.dealers[-1].until_ms is None else None

    @property
    def in_round(self) -> bool:
        return self.rounds.open is not None

    @property
    def changes(self) -> dict[str, Json]:
        """All choices that notices have changed, in the order in which they took effect."""
        changes: dict[str, Json] = {}
        for notice in self.notices:
            if notice.step == "in effect":
                changes.update(notice.changes)
        return changes

    def slip(self, number: str) -> Slip | None:
        return next((slip for slip in self.slips if slip.number == number), None)

    @property
    def open_slips(self) -> tuple[Slip, ...]:
        return tuple(slip for slip in self.slips if slip.is_open)

    def marker(self, number: str) -> Marker | None:
        return next((marker for marker in self.markers if marker.number == number), None)

    @property
    def open_called_wagers(self) -> tuple[CalledWager, ...]:
        return tuple(wager for wager in self.called if wager.step == "called")

    @property
    def open_notices(self) -> tuple[Notice, ...]:
        return tuple(notice for notice in self.notices if notice.step == "waiting")

    @property
    def win(self) -> int | None:
        """Closer + credits + drop − opener − fills; None while the table is open."""
        return None if self.till.closer is None else win(self.till, self.till.closer)

    @property
    def win_by_the_books(self) -> int:
        return win(self.till, self.till.tray)
