"""The side bets: which row the cards make, the three that look at suits when a suit was not recorded, and their worth.

The worth is exact: every deal from a full shoe, judged by the same functions that pay at the table. Deals that hold the
same faces are counted once, with their number of copies. Nothing is sampled; all figures are fractions, from the
player's side, for one unit staked. A limit on what one round may pay in sum is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final

from dealer_console.game.cards import FACES, RANKS, SUITS, UNKNOWN_SUIT, Card, card
from dealer_console.game.rules import TableRules

_HIGH_STRAIGHTS: Final = frozenset(frozenset(RANKS[i : i + 3]) for i in range(11)) | {frozenset("QKA")}
_LOW_ACE_STRAIGHT: Final = frozenset("A23")


def match_row(first_four: Sequence[Card], pays: Mapping[str, int]) -> str | None:
    """The best-paying row that the four ranks make (MA 6(a), 6(d); Reading 7)."""
    counts = sorted(
        (sum(card.rank == rank for card in first_four) for rank in {card.rank for card in first_four}), reverse=True
    )
    rows = {
        (4,): ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair"),
        (3, 1): ("three-of-a-kind", "pair"),
        (2, 2): ("two-pair", "pair"),
        (2, 1, 1): ("pair",),
    }.get(tuple(counts), ())
    return max(rows, key=lambda row: pays[row], default=None)


def trilux_row(three: Sequence[Card], *, ace_low: bool) -> str | None:
    """The spot's first two cards and the up-card (CB TriLux); the ace is low too by Reading 18."""
    ranks = frozenset(face.rank for face in three)
    flush = len({face.suit for face in three}) == 1
    straight = ranks in _HIGH_STRAIGHTS and (ace_low or ranks != _LOW_ACE_STRAIGHT)
    if straight and flush:
        return "straight-flush"
    if len(ranks) == 1:
        return "three-of-a-kind"
    if straight:
        return "straight"
    return "flush" if flush else None


def is_twenty(two: Sequence[Card], *, ace_nine: bool) -> bool:
    points = sum(face.points for face in two)
    return points == 20 or (ace_nine and {face.rank for face in two} == {"A", "9"})


def bounty_row(two: Sequence[Card], *, ace_nine: bool, dealer_blackjack: bool) -> str | None:
    """King's Bounty: the first two cards of hand a total 20; only the best row counts."""
    if not is_twenty(two, ace_nine=ace_nine):
        return None
    first, second = two
    suited = first.suit == second.suit
    if first.rank == second.rank == "K":
        if suited and first.suit == "s":
            return "two-kings-of-spades-dealer-blackjack" if dealer_blackjack else "two-kings-of-spades"
        return "two-suited-kings" if suited else "two-kings"
    if suited:
        return "two-suited-queens-jacks-tens" if first.rank == second.rank else "suited-20"
    return "unsuited-20"


def with_suits(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every way to fill in the suits that were not recorded."""
    fillings = [
        [card(shown.rank + suit) for suit in SUITS] if shown.suit == UNKNOWN_SUIT else [shown] for shown in cards
    ]
    return product(*fillings)


def trilux_decided(three: Sequence[Card], *, ace_low: bool) -> bool:
    """Do the recorded suits, or the ranks alone, decide the wager?"""
    if all(face.suit_known for face in three):
        return True
    return len({trilux_row(filled, ace_low=ace_low) for filled in with_suits(three)}) == 1


def bounty_decided(two: Sequence[Card], *, ace_nine: bool) -> bool:
    if all(face.suit_known for face in two):
        return True
    return len({bounty_row(filled, ace_nine=ace_nine, dealer_blackjack=True) for filled in with_suits(two)}) == 1


EXACT: Final = ("match", "trilux", "bounty", "insurance")
INSURANCE_PAYS: Final = 2

Weighed = tuple[int, int]  # what one unit staked becomes, and in how many deals


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Mean and variance of the player's result for one unit staked."""

    mean: Fraction
    variance: Fraction

    @property
    def edge(self) -> Fraction:
        """The house's share of every unit staked."""
        return -self.mean


def side_bet_odds(table: TableRules, wager: str) -> Odds | None:
    """None for a wager that this table does not offer, or whose worth depends on how people play (free-bet)."""
    if wager == "insurance":
        return _insurance(table.decks)
    offered = table.rules.side_bets.get(wager)
    if offered is None or wager not in table.side_bets or wager not in EXACT:
        return None
    pays = offered.pays_at(table.decks)
    if wager == "match":
        return _match(table.decks, _frozen(table.match_pays or pays))
    if wager == "trilux":
        return _trilux(table.decks, _frozen(pays), table.rules.trilux_ace_low)
    return _bounty(table.decks, _frozen(pays), table.rules.bounty_counts_ace_nine)


Pays = tuple[tuple[str, int], ...]


def _frozen(pays: Mapping[str, int]) -> Pays:
    return tuple(sorted(pays.items()))


def _odds(weighed: Iterable[Weighed]) -> Odds:
    total = first = second = 0
    for result, ways in weighed:
        total += ways
        first += result * ways
        second += result * result * ways
    mean = Fraction(first, total)
    return Odds(mean=mean, variance=Fraction(second, total) - mean * mean)


def _result(row: str | None, pays: Mapping[str, int]) -> int:
    return -1 if row is None else pays[row]


@cache
def _match(decks: int, pays: Pays) -> Odds:
    """The first four cards of a spot, by rank (MA 6, SD 6)."""
    paid = dict(pays)
    one_suit = [face for face in FACES if face.suit == SUITS[0]]
    deals = _deals(one_suit, 4, copies=len(SUITS) * decks)
    return _odds((_result(match_row(four, paid), paid), ways) for four, ways in deals)


@cache
def _trilux(decks: int, pays: Pays, ace_low: bool) -> Odds:
    """The spot's first two cards and the dealer's up-card: any three cards of the shoe (CB TriLux)."""
    paid = dict(pays)
    deals = _deals(FACES, 3, copies=decks)
    return _odds((_result(trilux_row(three, ace_low=ace_low), paid), ways) for three, ways in deals)


@cache
def _bounty(decks: int, pays: Pays, ace_nine: bool) -> Odds:
    """The first two cards of hand a; for the top row the dealer's two, out of what is left (CB King's Bounty, WA)."""
    paid = dict(pays)
    behind = _choices(52 * decks - 2, 2)

    def weighed() -> Iterator[Weighed]:
        for two, ways in _deals(FACES, 2, copies=decks):
            blackjacks = _pairs_with_blackjack(decks, two)
            for dealer_blackjack, pairs in ((True, blackjacks), (False, behind - blackjacks)):
                row = bounty_row(two, ace_nine=ace_nine, dealer_blackjack=dealer_blackjack)
                yield _result(row, paid), ways * pairs

    return _odds(weighed())


def _pairs_with_blackjack(decks: int, removed: tuple[Card, ...]) -> int:
    aces = 4 * decks - sum(card.is_ace for card in removed)
    tens = 16 * decks - sum(card.is_ten for card in removed)
    return aces * tens


@cache
def _insurance(decks: int) -> Odds:
    """The hole card under an ace, when that ace is the only card known."""
    tens = 16 * decks
    return _odds(((INSURANCE_PAYS, tens), (-1, 52 * decks - 1 - tens)))


def _deals(faces: Iterable[Card], size: int, *, copies: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every set of cards of this size, and how many ways there are to draw it when each face is there so often."""
    for drawn in combinations_with_replacement(tuple(faces), size):
        ways = 1
        for count in Counter(drawn).values():
            ways *= _choices(copies, count)
        yield drawn, ways


def _choices(copies: int, count: int) -> int:
    """In how many ways `count` cards can be taken out of so many."""
    ways = 1
    for number in range(count):
        ways = ways * (copies - number) // (number + 1)
    return ways
