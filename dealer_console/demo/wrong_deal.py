"""How each mistake is made: where the cards really go while the console books them where they are due.

The shoe tells every card, and nobody tells the console where the dealer lays it. So a mistake is a difference between
two lists: the places at which cards are due, and the places at which they end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Literal

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.engine import apply
from dealer_console.game.hand import Hand, HandId
from dealer_console.game.play.card_places import BESIDE
from dealer_console.game.state import DEALER, HOLE_CARD, UP_CARD, Due, Round
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.card_places import hit_of_hand_in_turn

HOLE: Final = "hole"  # with the dealer's cards, face down
DEALERS: Final = "dealer"
OVERPAID, TAKEN = "overpaid", "taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDeal:
    """One mistake as it will be made in this round. Cards are named by the move with which the console books them."""

    round: int
    at: int  # the card at which it happens
    hand: HandId | None = None
    elsewhere: Mapping[int, str] = field(default_factory=dict)  # where cards lie that are booked at another place
    deal_ends: int | None = None  # after so many moves the dealer believes that all cards are dealt
    draws: Literal["", "unasked", "two"] = ""  # a card that nobody wants
    seen: bool = False  # with its face up
    hole_shown: bool = False
    unpaid: HandId | None = None
    paid: SettledWager | None = None  # not as it was decided

    @property
    def in_the_deal(self) -> bool:
        """Planned before it happens, and kept until then."""
        return bool(self.elsewhere) and not self.draws

    def happened(self, snapshot: TableSnapshot) -> bool:
        standing = snapshot.standing
        if self.draws == "two":
            return snapshot.loose is not None
        if self.draws == "unasked":
            supposed = standing[self.at - 1] if self.at <= len(standing) else None
            return supposed is not None and supposed.who is None and isinstance(supposed.move, moves.HitAsked)
        return self.paid is not None or len(standing) > self.at


Plan = Callable[[TableSnapshot, Round, Random], WrongDeal | None]


# --- the first cards ------------------------------------------------------------------------------------------------


def _place(due: Due) -> str:
    if isinstance(due, Hand):
        return due.id
    return HOLE if due is HOLE_CARD else DEALERS


class _Deal:
    """The first cards from here on; the card that is due now may have left the shoe already."""

    def __init__(self, snapshot: TableSnapshot, r: Round) -> None:
        self.round, self.number = r, snapshot.round_number
        self.places = [_place(due) for due in r.deal]
        self.offset = len(r.moves) - r.deal_at
        self.coming = range(r.deal_at + 1, len(r.deal)) if _is_dealt(r) else range(0)

    def hands(self, time: int) -> list[int]:
        """Where a hand gets its first or second card."""
        return [
            at
            for at in self.coming
            if isinstance(self.round.deal[at], Hand) and self.places[: at + 1].count(self.places[at]) == time
        ]

    def hand(self, at: int) -> HandId:
        return HandId(self.places[at])

    def wrong(self, at: int, really: Sequence[str], *, hand: HandId | None = None) -> WrongDeal:
        """`really`: where the cards go, from the one that is due now."""
        first = self.round.deal_at
        ends = first + len(really)
        return WrongDeal(
            round=self.number,
            at=at + self.offset,
            hand=hand,
            elsewhere={first + step + self.offset: place for step, place in enumerate(really)},
            deal_ends=ends + self.offset if ends < len(self.places) else None,
        )

    def without(self, at: int, *others: int, hand: HandId | None = None) -> WrongDeal:
        left_out = (at, *others)
        really = [place for number, place in enumerate(self.places) if number not in left_out]
        return self.wrong(at, really[self.round.deal_at :], hand=hand)

    def with_extra(self, at: int, place: str, *, hand: HandId | None = None) -> WrongDeal:
        """The card that is due here goes to somebody who is due none; every later card comes one place later."""
        really = [*self.places[:at], place, *self.places[at:]]
        return self.wrong(at, really[self.round.deal_at : len(self.places)], hand=hand)


def _is_dealt(r: Round) -> bool:
    return r.phase in (phases.OPEN, phases.DEAL) and not r.irregular and r.irregularity is None


def _hand_not_dealt(snapshot: TableSnapshot, r: Round, dice: Random) -> WrongDeal | None:
    deal = _Deal(snapshot, r)
    if not (firsts := deal.hands(1)):
        return None
    at = dice.choice(firsts)
    second = deal.places.index(deal.places[at], at + 1)
    return deal.without(at, second, hand=deal.hand(at))


def _hand_one_card(snapshot: TableSnapshot, r: Round, dice: Random) -> WrongDeal | None:
    deal = _Deal(snapshot, r)
    if not (seconds := deal.hands(2)):
        return None
    at = dice.choice(seconds)
    return deal.without(at, hand=deal.hand(at))


def _hand_too_many_cards(snapshot: TableSnapshot, r: Round, dice: Random) -> WrongDeal | None:
    deal = _Deal(snapshot, r)
    after = [at + 1 for at in deal.hands(2) if at + 1 < len(deal.places)]
    if not after:
        return None
    at = dice.choice(after)
    hand = deal.hand(at - 1)
    return deal.with_extra(at, hand, hand=hand)


def _dealer_card_missed(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """The up card; or the whole hand, where the rules speak of that (CB 10)."""
    deal = _Deal(snapshot, r)
    at = next((at for at in deal.coming if r.deal[at] is UP_CARD), None)
    if at is None:
        return None
    own = [other for other, due in enumerate(r.deal) if due is HOLE_CARD and r.rules.missed_dealer_card == "now"]
    return deal.without(at, *own)


def _dealer_wrong_count(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """Two cards for the dealer where one was due."""
    deal = _Deal(snapshot, r)
    at = next((at + 1 for at in deal.coming if r.deal[at] is UP_CARD), None)
    return deal.with_extra(at, DEALERS) if at is not None else None


def _card_misdelivered(snapshot: TableSnapshot, r: Round, dice: Random) -> WrongDeal | None:
    """To the hand beside it; the next card goes where it is due."""
    deal = _Deal(snapshot, r)
    others = [at for at in deal.hands(1) + deal.hands(2) if isinstance(r.deal[at - 1], Hand)]
    if not others:
        return None
    at = dice.choice(others)
    return WrongDeal(round=deal.number, at=at + deal.offset, elsewhere={at + deal.offset: deal.places[at - 1]})


def _hole_card_exposed(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    deal = _Deal(snapshot, r)
    at = next((at for at in deal.coming if r.deal[at] is HOLE_CARD), None)
    if at is None:
        return None
    return WrongDeal(round=deal.number, at=at + deal.offset, elsewhere={at + deal.offset: HOLE}, hole_shown=True)


# --- in play ----------------------------------------------------------------------------------------------------------


def _hit_missed(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """The card goes to the next hand, which wants one as well."""
    last = r.moves[-1] if r.moves else None
    if r.phase is not phases.PLAY or r.irregular or not isinstance(r.due, Hand) or not isinstance(last, moves.HitAsked):
        return None
    hands = list(r.hands.values())
    after = hands[hands.index(r.due) + 1 :]
    to = next((hand for hand in after if not hand.over and not hand.natural), None)
    if to is None:
        return None
    at = len(r.moves)
    return WrongDeal(round=snapshot.round_number, at=at, hand=r.due.id, elsewhere={at: to.id})


def _card_exposed(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """Drawn while a hand in turn was thinking: the console takes it for a hit."""
    if r.due is not None or r.irregular or hit_of_hand_in_turn(r) is None or snapshot.opening is not None:
        return None
    at = len(r.moves) + 1
    return WrongDeal(round=snapshot.round_number, at=at, elsewhere={at: BESIDE}, draws="unasked")


def _card_drawn_unexposed(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """Two cards come with the last one of the deal, where something else than a hit is next."""
    if r.due is not HOLE_CARD or r.irregular:
        return None
    after = r.copy()
    apply(after, moves.DRAWN[UNSEEN])
    if hit_of_hand_in_turn(after) is not None:
        return None
    return WrongDeal(round=snapshot.round_number, at=len(r.moves), draws="two")


def _dealer_drew_too_many(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """Two cards come at once; where the first one ends the dealer's hand, the second is too much."""
    if r.due is not DEALER or r.irregular:
        return None
    return WrongDeal(round=snapshot.round_number, at=len(r.moves), draws="two", seen=True)


# --- money ------------------------------------------------------------------------------------------------------------


def _natural_overlooked(snapshot: TableSnapshot, r: Round, _dice: Random) -> WrongDeal | None:
    """Decided and on the list, and the dealer passes it by."""
    paid = {settlement.hand for settlement in r.settlements if settlement.pays and settlement.wager == "main"}
    hand = next((hand for hand in r.hands.values() if hand.natural and hand.id in paid), None)
    if hand is None or r.irregular:
        return None
    cards = [at for at, move in enumerate(r.moves) if isinstance(move, moves.CardDrawn)]
    second = [at for at, due in enumerate(r.deal) if due is hand][1]
    return WrongDeal(round=snapshot.round_number, at=cards[second], hand=hand.id, unpaid=hand.id)


def wrong_payment(code: str, snapshot: TableSnapshot, dice: Random) -> WrongDeal | None:
    """After everything was paid: one hand got twice its due, or was taken though it had won."""
    booked = snapshot.booked
    if booked is None or not booked.closed:
        return None
    won = [wager for wager in booked.settled if wager.pays and wager.wager == "main"]
    if not won:
        return None
    wager = dice.choice(won)
    if code == OVERPAID:
        paid = wager._replace(pays=wager.pays * 2)  # type: ignore[arg-type]
    else:
        paid = wager._replace(outcome="lose", pays=wager.pays * 0, takes=wager.stake)  # type: ignore[arg-type]
    return WrongDeal(round=booked.number, at=len(booked.standing), hand=wager.hand, paid=paid)


PAYMENTS: Final = (OVERPAID, TAKEN)
PLANS: Final[dict[str, Plan]] = {
    "hand-not-dealt": _hand_not_dealt,
    "hand-one-card": _hand_one_card,
    "hand-too-many-cards": _hand_too_many_cards,
    "card-misdelivered": _card_misdelivered,
    "dealer-card-missed": _dealer_card_missed,
    "dealer-wrong-count": _dealer_wrong_count,
    "hole-card-exposed": _hole_card_exposed,
    "card-drawn-unexposed": _card_drawn_unexposed,
    "hit-missed": _hit_missed,
    "card-exposed": _card_exposed,
    "dealer-drew-too-many": _dealer_drew_too_many,
    "natural-overlooked": _natural_overlooked,
}
