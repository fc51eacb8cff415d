"""Hands, spots and the wagers on them, as they lie on the felt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NewType

from dealer_console.game.message import Message
from dealer_console.game.money import Cents

if TYPE_CHECKING:
    from dealer_console.game.cards import Card
    from dealer_console.game.state import Settlement
    from dealer_console.game.wagers.bets import Bet

Spot = NewType("Spot", int)
Bettor = NewType("Bettor", int)


class HandId(str):
    """The name of a hand on the floor: spot, letter, and after a split its number by birth: `1a`, `1a3`."""

    __slots__ = ()

    @property
    def spot(self) -> Spot:
        return Spot(int(self[0]))

    @property
    def letter(self) -> str:
        return self[1]


class Wager:
    """Money (or a free coin) on the layout. It is settled exactly once.

    `nominal` is what a win is reckoned from: the stake, or for a free coin the main wager it stands for.
    `rides_on` is set for a toke: the wager whose result it shares.
    """

    # Defaults stand on the class: a wager is laid many times a second in long proofs, and most never change.
    hand_name: HandId | None = None
    rides_on: Wager | None = None
    settlement: Settlement | None = None

    def __init__(
        self,
        *,
        spot: SpotLayout,
        bettor: Bettor,
        hand: Hand | None,
        kind: str,
        stake: Cents,
        nominal: Cents | None = None,
    ) -> None:
        self.spot = spot
        self.bettor = bettor
        self.hand = hand
        self.kind = kind
        self.stake = stake
        self.nominal = stake if nominal is None else nominal

    @property
    def settled(self) -> bool:
        return self.settlement is not None

    @property
    def is_toke(self) -> bool:
        return self.rides_on is not None

    @property
    def is_free(self) -> bool:
        return self.kind in FREE

    @property
    def is_added(self) -> bool:
        """Added after the deal for real money, or a toke on it: returned where only the original wager is at risk."""
        return (self.rides_on or self).kind in ADDED

    def __repr__(self) -> str:
        return f"<{self.spot.number}/{self.bettor} {self.hand.id if self.hand else '-'} {self.kind} {self.stake}>"


FREE: Final = frozenset({"free-double", "free-split"})
ADDED: Final = frozenset({"double", "split"})
# Inside a hand the base wager is settled first, then what was added by doubling, then the tokes (rulesets 3.10).
SETTLING_ORDER: Final = {"main": 0, "split": 0, "free-split": 0, "double": 1, "free-double": 1, "toke.main": 2}


def is_toke(kind: str) -> bool:
    """Is a wager of this kind for the dealer? Every sum of a bettor leaves it out."""
    return kind.startswith("toke.")


class Hand:
    """A hand of cards. `over` means that no further decision or card is due to it by the ordinary course of play."""

    # Defaults stand on the class, so that a new hand sets only what every hand has of its own.
    hard = 0
    aces = 0
    total = 0
    soft = False
    natural = False
    blackjack = False  # a natural, or a switched 21 where the rules call it a blackjack
    from_split = False
    split_ace = False
    acted = False
    doubled = False
    face_down = False  # a double card that nobody has turned yet
    stood = False
    surrendered = False
    busted = False
    dead = False
    over = False
    overlooked = False  # a natural that was not paid when it was due: it is paid in its turn at the end
    removed = False  # cards and wagers are off the layout
    waiting_card = False  # it comes back into turn after all other hands

    def __init__(self, name: HandId, spot: SpotLayout) -> None:
        self.id = name
        self.spot = spot
        self.cards: list[Card] = []
        self.wagers: list[Wager] = []

    def take(self, card: Card) -> None:
        """A card is laid on this hand."""
        self.cards.append(card)
        self.count(card)

    def count(self, card: Card) -> None:
        hard = self.hard = self.hard + card.points
        if card.is_ace:
            self.aces += 1
        if self.aces and hard <= 11:
            self.soft = True
            self.total = hard + 10
        else:
            self.soft = False
            self.total = hard

    def recount(self) -> None:
        """Count again after cards were exchanged, split off or taken back."""
        self.hard = self.aces = 0
        for card in self.cards:
            self.hard += card.points
            self.aces += card.is_ace
        self.soft = bool(self.aces) and self.hard <= 11
        self.total = self.hard + 10 if self.soft else self.hard

    @property
    def two_card_21(self) -> bool:
        return self.total == 21 and len(self.cards) == 2

    @property
    def pair(self) -> bool:
        cards = self.cards
        return len(cards) == 2 and cards[0].points == cards[1].points

    @property
    def contests(self) -> bool:
        """Does the dealer's total still matter to this hand? (MA 12(c))"""
        return not (self.busted or self.surrendered or self.dead or self.blackjack or self.removed)

    def base_wager(self, bettor: Bettor) -> Wager | None:
        for wager in self.wagers:
            if wager.bettor == bettor and SETTLING_ORDER[wager.kind] == 0:
                return wager
        return None

    def in_settling_order(self) -> list[Wager]:
        if len(self.wagers) < 2:
            return self.wagers
        return sorted(self.wagers, key=lambda wager: (SETTLING_ORDER[wager.kind], wager.bettor))


OFFER_NONE: Final = "none"
OFFER_OPEN: Final = "open"
OFFER_KEEP_ONLY: Final = "keep-only"
OFFER_PASSED: Final = "passed"


class SpotLayout:
    """One betting spot of the round: its bettors, its hands from left to right, its side bets, its switch."""

    offer = OFFER_NONE
    switched = False
    out = False
    with_coin = False  # the free-bet wager was lost to a match and a coin lies in its place
    no_more_cards = False  # it refused an exposed card: it may stand, switch and surrender, nothing else
    ruled_by: str | None = None  # the clause of the last ruling that touched this spot

    def __init__(self, number: Spot) -> None:
        self.number = number
        self.bets: list[Bet] = []
        self.hands: list[Hand] = []
        self.side_wagers: list[Wager] = []
        self.dealt: dict[str, tuple[Card, ...]] = {}  # first two cards of each starting hand, as dealt
        self.births: dict[str, int] = {}  # hands made by splitting, per starting hand

    @property
    def offer_open(self) -> bool:
        return self.offer == OFFER_OPEN or self.offer == OFFER_KEEP_ONLY

    @property
    def left(self) -> bool:
        """Is a hand of this spot still in the round?"""
        return any(not hand.dead for hand in self.hands)


def total_message(hand: Hand) -> Message:
    """A total as it is said: `soft 17`, `20`."""
    return Message("total-soft" if hand.soft else "total-hard", total=hand.total)
