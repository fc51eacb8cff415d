"""The state of a round on the felt. It holds and counts; what may happen is `legality`, what happens is `flow`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

from dealer_console.game.cards import Card
from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.hand import OFFER_OPEN, Bettor, Hand, HandId, Spot, SpotLayout, Wager
from dealer_console.game.message import Message
from dealer_console.game.money import Cents
from dealer_console.game.moves import CALLER, Move
from dealer_console.game.phases import COMPLETE, OPEN
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.wagers.bets import Bet, why_not_bet

# The names of the starting hands, made once.
HAND_IDS: Final = {Spot(n): {letter: HandId(f"{n}{letter}") for letter in "ab"} for n in range(1, 8)}


class Place:
    """A place other than a hand to which a card can be due."""

    __slots__ = ("code", "message")

    def __init__(self, code: str) -> None:
        self.code = code
        self.message = Message(f"place-{code}")

    def __repr__(self) -> str:
        return f"<{self.code}>"


UP_CARD: Final = Place("up-card")
HOLE_CARD: Final = Place("hole-card")
DEALER: Final = Place("dealer")
BURN: Final = Place("burn")

Due = Hand | Place


WagerOutcome = Literal["win", "lose", "push", "surrender", "returned"]


class Settlement(NamedTuple):
    """One wager decided: `pays` is what the house adds, `takes` what it keeps of the stake, `rule` says why."""

    spot: Spot
    bettor: Bettor
    hand: HandId | None
    wager: str
    stake: Cents
    outcome: WagerOutcome
    pays: Cents
    takes: Cents
    rule: str


class DealerHand(Hand):
    """The dealer's cards. The hole card is counted only when it is shown."""

    hole_dealt = False
    hole_shown = False

    def __init__(self) -> None:
        super().__init__(HandId("dealer"), SpotLayout(Spot(0)))

    @property
    def up(self) -> Card:
        return self.cards[0]

    def show_hole(self, card: Card) -> None:
        if self.hole_dealt:
            self.cards[1] = card
        else:
            self.cards.append(card)
        self.hole_shown = True
        self.count(card)
        self.blackjack = self.two_card_21


class OpenIrregularity:
    """An irregularity that waits for its ruling."""

    def __init__(self, code: str, hand: Hand | None, card: Card | None) -> None:
        self.code = code
        self.hand = hand
        self.card = card
        self.offered_to: Hand | None = None  # an exposed card is offered to this hand
        self.refused_by: list[Hand] = []


class Joining:
    """After the caller's double or split the other bettors may join, each once, until the card comes."""

    def __init__(self, action: str, named: HandId, hand: Hand, new_hand: Hand | None) -> None:
        self.action = action
        self.named = named
        self.hand = hand
        self.new_hand = new_hand
        self.bettors = {CALLER}


class Round:
    """One round: wagers in, moves folded one by one, settlements out.

    Change it only through `engine.play`. Raises `Refused` when the wagers cannot stand.
    """

    phase = OPEN
    due: Due | None = None
    turn = 0
    hand: Hand | None = None  # the hand in turn
    last_hand: Hand | None = None  # the hand that received the last card of play
    joining: Joining | None = None
    irregularity: OpenIrregularity | None = None
    missed: OpenIrregularity | None = None  # the dealer's own card was forgotten, and play goes on without it (CB 10)
    missed_at = -1  # the move after which the missed cards came: until the next one a spot may still leave
    missed_cards = 0  # so many they were
    interrupted: Hand | None = None  # this hand had asked for a card when the dealer's missing cards came first
    check = "none"  # none, due, clear, blackjack, without-reader
    at_risk_now = False  # may the dealer still turn out to have blackjack?
    switch_closed = False
    counts_as_21 = False
    irregular = False  # has anything gone wrong in this round?
    held = False  # does a card wait beside the layout?
    held_for_dealer: list[Card] = []  # noqa: RUF012  replaced, never changed in place
    held_for_anyone: list[Card] = []  # noqa: RUF012
    exposed: Card | None = None  # a card drawn in error and seen: it is the next card (MA 15(d))
    card_waits = False  # it is held for the hand that is due it until no other bettor can join any more
    hole_known: Card | None = None
    hole_echo = -1  # as the move of this number an exposed hole card may be written once more, unseen as it was
    face_up_found = 0
    surplus_for: Hand | None = None  # the next card is this hand's surplus card, and it keeps it
    due_after_burn: Due | None = None  # where the card was due when the shoe was empty
    ended_by: str | None = None

    def __init__(self, table: TableRules, bets: Sequence[Bet], shoe: ShoeCount | None = None) -> None:
        self.table = table
        self.rules = table.rules
        self.bets = tuple(bets)
        self.shoe = shoe or ShoeCount(table.decks)
        self.spots: list[SpotLayout] = []
        self.hands: dict[HandId, Hand] = {}
        self.dealer = DealerHand()
        self.moves: list[Move] = []
        self.settlements: list[Settlement] = []
        self.insurance: list[Wager] = []
        self.burned: list[Card] = []
        self.postponed: list[Hand] = []  # a missed hit: the card comes after all other hands
        self.missing: list[Due] = []  # the dealer's cards that were passed over
        self.set_aside: list[Hand] = []  # these hands come back into turn after all others
        self._put_down(bets)
        self.has_side_bets = any(bet.side_bets for bet in bets)
        self.looks_at_suits = self.has_side_bets and any(
            "trilux" in bet.side_bets or "bounty" in bet.side_bets for bet in bets
        )
        hands = [hand for spot in self.spots for hand in spot.hands]
        self.deal: list[Due] = [*hands, UP_CARD, *hands]
        if not table.hole_card_comes_last:
            self.deal.append(HOLE_CARD)
        self.deal_at = 0
        self.due = self.deal[0]

    def _put_down(self, bets: Sequence[Bet]) -> None:
        if not bets:
            raise Refused(Refusal(Message("round-needs-wager"), self.rules.cite("wagers")))
        by_number: dict[Spot, SpotLayout] = {}
        for number, bet in enumerate(bets):
            spot = by_number.get(bet.spot)
            refusal = why_not_bet(self.table, len(spot.bets) if spot else 0, bet)
            if refusal is not None:
                raise BetRefused(number, refusal)
            if spot is None:
                spot = by_number[bet.spot] = self._new_spot(bet.spot)
            _lay_wagers(spot, bet)
        self.spots = [by_number[number] for number in sorted(by_number)]
        self.hands = {hand.id: hand for spot in self.spots for hand in spot.hands}

    def _new_spot(self, number: Spot) -> SpotLayout:
        spot = SpotLayout(number)
        for letter in "ab"[: self.rules.hands_per_spot]:
            hand = Hand(HAND_IDS[number][letter], spot)
            spot.hands.append(hand)
        if self.rules.is_switch:
            spot.offer = OFFER_OPEN
        return spot

    def copy(self) -> Round:
        """The same round on a felt of its own: what happens there does not touch this one."""
        copied: Round = _copied(self, {})
        return copied

    def close(self) -> None:
        """The end. A card that was held and nobody used is burned without a further move (MA 15(d))."""
        self.burned += [*self.held_for_anyone, *self.held_for_dealer]
        self.held_for_anyone = []
        self.held_for_dealer = []
        self.held = False
        self.phase = COMPLETE
        self.due = self.hand = self.joining = self.surplus_for = self.missed = self.interrupted = None
        self.card_waits = False
        for wager in self.wagers():
            if not wager.settled:
                raise Bug(f"the round ended with an open wager: {wager}")

    def take_apart(self) -> None:
        """A round that nobody needs any more: without its rings of spots, hands and wagers its memory is free at once.

        A proof of many rounds deals faster than a search for rings of garbage can follow.
        """
        for spot in self.spots:
            for hand in spot.hands:
                hand.wagers.clear()
            spot.hands.clear()
            spot.side_wagers.clear()

    @property
    def exposed_lies(self) -> bool:
        """Does a card that was exposed in error lie there as the next card?"""
        return self.exposed is not None and any(card is self.exposed for card in self.held_for_anyone)

    @property
    def complete(self) -> bool:
        return self.phase.name == "complete" and self.irregularity is None

    @property
    def up_card(self) -> Card | None:
        return self.dealer.cards[0] if self.dealer.cards else None

    @property
    def spot_in_turn(self) -> SpotLayout | None:
        return self.spots[self.turn] if self.turn < len(self.spots) else None

    def spot(self, number: Spot) -> SpotLayout | None:
        for spot in self.spots:
            if spot.number == number:
                return spot
        return None

    def wagers(self) -> list[Wager]:
        """Every wager of the round, side bets and insurance included."""
        return [
            *(w for spot in self.spots for w in spot.side_wagers),
            *(w for spot in self.spots for hand in spot.hands for w in hand.wagers),
            *self.insurance,
        ]

    def cards_on_layout(self) -> list[Card]:
        """What is out of the shoe and not among the discards; a card that nobody has seen stands as the unseen card."""
        cards = [card for hand in self.hands.values() if not hand.removed for card in hand.cards]
        dealers = list(self.dealer.cards)
        if self.hole_known is not None and not self.dealer.hole_shown and len(dealers) > 1:
            dealers[1] = self.hole_known
        return [*cards, *dealers, *self.held_for_anyone, *self.held_for_dealer]


class BetRefused(Refused):
    """One of the bets cannot stand; `number` is its place in the list, from 0."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.number = number


def _lay_wagers(spot: SpotLayout, bet: Bet) -> None:
    spot.bets.append(bet)
    for hand in spot.hands:
        main = Wager(spot=spot, bettor=bet.bettor, hand=hand, kind="main", stake=bet.amount)
        hand.wagers.append(main)
        if bet.tokes and (toke := bet.tokes.get(hand.id.letter)) is not None:
            hand.wagers.append(ride(main, toke))
    for name, amount in bet.side_bets.items():
        side = Wager(spot=spot, bettor=bet.bettor, hand=None, kind=name, stake=amount)
        spot.side_wagers.append(side)
        toke = bet.tokes.get(name)
        if toke is not None:
            spot.side_wagers.append(ride(side, toke))


def ride(wager: Wager, amount: Cents) -> Wager:
    """A toke beside a wager: the same result and odds, kept apart in every sum."""
    kind = "toke.main" if wager.hand is not None else f"toke.{wager.kind}"
    toke = Wager(spot=wager.spot, bettor=wager.bettor, hand=wager.hand, kind=kind, stake=amount)
    toke.rides_on = wager
    return toke


def _copied(part: Any, copies: dict[int, Any]) -> Any:
    """A part of the round and all it leads to, each copied once; cards, places, moves and rules never change."""
    copied = copies[id(part)] = object.__new__(type(part))
    own = copied.__dict__
    own.update(part.__dict__)
    for name, value in part.__dict__.items():
        kind = type(value)
        if kind in _PARTS:
            own[name] = copies.get(id(value)) or _copied(value, copies)
        elif kind is list:
            own[name] = [
                (copies.get(id(item)) or _copied(item, copies)) if type(item) in _PARTS else item for item in value
            ]
        elif kind is dict:
            own[name] = {
                key: (copies.get(id(item)) or _copied(item, copies)) if type(item) in _PARTS else item
                for key, item in value.items()
            }
        elif kind is set or kind is ShoeCount:
            own[name] = value.copy()
    return copied


_PARTS: Final = frozenset({Round, SpotLayout, Hand, DealerHand, Wager, OpenIrregularity, Joining})
