"""What a side bet is worth, exactly: every deal from a full shoe, judged by the same functions that pay at the table.

Deals that hold the same faces are counted once, with their number of copies. Nothing is sampled; all figures are
fractions, from the player's side, for one unit staked. A limit on what one round may pay in sum is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

from dealer_console.game.cards import FACES, SUITS, Card
from dealer_console.game.rules import TableRules
from dealer_console.game.wagers.side_bets import bounty_row, match_row, trilux_row

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


def _pairs_with_blackjack(decks: int, gone: tuple[Card, ...]) -> int:
    aces = 4 * decks - sum(card.is_ace for card in gone)
    tens = 16 * decks - sum(card.is_ten for card in gone)
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
    for taken in range(count):
        ways = ways * (copies - taken) // (taken + 1)
    return ways
