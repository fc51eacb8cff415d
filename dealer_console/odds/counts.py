"""How many ways there are to win each side bet, counted by rank and suit.

With n decks every face (the seven of hearts) is there n times, every rank 4n times, and ten-value cards 16n times.
Where ranks or faces differ, the ways multiply; where they are alike, `comb` chooses among the copies. Losing cards are
counted in their own right, so that all shapes of a bet must add up to the number of deals; the tests hold them to it.
"""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from math import comb
from types import MappingProxyType

from dealer_console.odds.report import ImpossibleOddsError, OddsReport, Pays, Shape, pay_table_problems, report_of

RANKS = 13
SUITS = 4
TEN_VALUES = 4  # ten, jack, queen, king
STRAIGHTS = 12  # A23, 234, … QKA: the ace is high or low, never in the middle

MATCH_ROWS = ("four-of-a-kind", "two-pair", "three-of-a-kind", "pair")
TRILUX_ROWS = ("straight-flush", "three-of-a-kind", "straight", "flush")
BOUNTY_ROWS = (
    "two-kings-of-spades-dealer-blackjack",
    "two-kings-of-spades",
    "two-suited-kings",
    "two-suited-queens-jacks-tens",
    "suited-20",
    "two-kings",
    "unsuited-20",
)
INSURANCE_ROWS = ("ten-value",)
INSURANCE_PAYS: Mapping[str, int] = MappingProxyType({"ten-value": 2})


def match_odds(decks: int, pays: Pays) -> OddsReport:
    """The first four cards of a spot, by rank (MA 6, SD 6)."""
    return _count("match", decks, pays)


def trilux_odds(decks: int, pays: Pays) -> OddsReport:
    """The spot's first two cards and the dealer's up-card: any three cards of the shoe (CB TriLux)."""
    return _count("trilux", decks, pays)


def bounty_odds(decks: int, pays: Pays) -> OddsReport:
    """The first two cards of hand a, and for the top row the dealer's two (CB King's Bounty, WA).

    The model: the player's two cards come from the full shoe, the dealer's two from what is left of it, and nothing
    else is known. One deal is such a pair of pairs, C(52n, 2) · C(52n - 2, 2) of them; rows that do not ask for the
    dealer count every pair the dealer may have. Under two kings of spades the dealer has 4n aces and 16n - 2
    ten-value cards left for a blackjack. Ace and nine are a 20. Of all rows fulfilled the best is paid.
    With six decks and 1000/100/30/20/9/6/4 this gives the published -5980547/25818598.

    A limit on what one round may pay in sum is no part of the bet and is left out.
    """
    return _count("bounty", decks, pays)


def insurance_odds(decks: int, pays: Pays = INSURANCE_PAYS) -> OddsReport:
    """The dealer's hole card under an ace, when that ace is the only card known."""
    return _count("insurance", decks, pays)


def odds_of(bet: str, decks: int, pays: Pays) -> OddsReport:
    """The odds of a bet by its name, as a person types it."""
    if bet not in BETS:
        near = get_close_matches(bet, BETS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(BETS)}"
        raise ImpossibleOddsError(f"no odds are counted for {bet!r}: {hint}")
    return _count(bet, decks, pays)


def _count(bet: str, decks: int, pays: Pays) -> OddsReport:
    rows, shapes = BETS[bet]
    problems = pay_table_problems(bet=bet, decks=decks, rows=rows, pays=pays)
    if problems:
        raise ImpossibleOddsError("; ".join(problems))
    return report_of(bet=bet, decks=decks, rows=rows, pays=pays, shapes=shapes(decks))


def _match_shapes(decks: int) -> tuple[Shape, ...]:
    of_a_rank = SUITS * decks
    pairs = comb(of_a_rank, 2)
    return (
        Shape(fulfils=MATCH_ROWS, count=RANKS * comb(of_a_rank, 4)),
        Shape(fulfils=("two-pair", "pair"), count=comb(RANKS, 2) * pairs**2),
        Shape(fulfils=("three-of-a-kind", "pair"), count=RANKS * comb(of_a_rank, 3) * (RANKS - 1) * of_a_rank),
        Shape(fulfils=("pair",), count=RANKS * pairs * comb(RANKS - 1, 2) * of_a_rank**2),
        Shape(fulfils=(), count=comb(RANKS, 4) * of_a_rank**4),
    )


def _trilux_shapes(decks: int) -> tuple[Shape, ...]:
    """Three ranks (a straight or not), a pair with a third card, or one rank; each in one suit or in more."""
    of_a_rank = SUITS * decks
    three_cards, three_cards_suited = of_a_rank**3, SUITS * decks**3
    no_straights = comb(RANKS, 3) - STRAIGHTS
    pair_and_third, pair_and_third_suited = comb(of_a_rank, 2) * of_a_rank, SUITS * comb(decks, 2) * decks
    pair_ranks = RANKS * (RANKS - 1)
    one_rank, one_rank_suited = comb(of_a_rank, 3), SUITS * comb(decks, 3)
    return (
        Shape(fulfils=("straight-flush", "straight", "flush"), count=STRAIGHTS * three_cards_suited),
        Shape(fulfils=("straight",), count=STRAIGHTS * (three_cards - three_cards_suited)),
        Shape(fulfils=("flush",), count=no_straights * three_cards_suited),
        Shape(fulfils=(), count=no_straights * (three_cards - three_cards_suited)),
        Shape(fulfils=("flush",), count=pair_ranks * pair_and_third_suited),
        Shape(fulfils=(), count=pair_ranks * (pair_and_third - pair_and_third_suited)),
        Shape(fulfils=("three-of-a-kind", "flush"), count=RANKS * one_rank_suited),
        Shape(fulfils=("three-of-a-kind",), count=RANKS * (one_rank - one_rank_suited)),
    )


def _bounty_shapes(decks: int) -> tuple[Shape, ...]:
    aces, ten_values, of_a_rank = SUITS * decks, SUITS * TEN_VALUES * decks, SUITS * decks
    dealer_pairs = comb(52 * decks - 2, 2)
    same_face = comb(decks, 2)
    dealer_blackjacks = aces * (ten_values - 2)
    two_ranks, two_ranks_suited = of_a_rank**2, SUITS * decks**2
    twenties_of_two_ranks = comb(TEN_VALUES, 2) + 1  # two different ten-values, or ace and nine
    kings_unsuited = comb(of_a_rank, 2) - SUITS * same_face
    suited_kings = ("two-suited-kings", "suited-20", "two-kings")
    kings_of_spades = ("two-kings-of-spades", *suited_kings)
    not_twenty = comb(52 * decks, 2) - comb(ten_values, 2) - aces * of_a_rank
    regardless_of_the_dealer = (
        (suited_kings, (SUITS - 1) * same_face),
        (("two-suited-queens-jacks-tens", "suited-20"), (TEN_VALUES - 1) * SUITS * same_face),
        (("suited-20",), twenties_of_two_ranks * two_ranks_suited),
        (("two-kings", "unsuited-20"), kings_unsuited),
        (("unsuited-20",), (TEN_VALUES - 1) * kings_unsuited),
        (("unsuited-20",), twenties_of_two_ranks * (two_ranks - two_ranks_suited)),
        ((), not_twenty),
    )
    return (
        Shape(fulfils=BOUNTY_ROWS[:1] + kings_of_spades, count=same_face * dealer_blackjacks),
        Shape(fulfils=kings_of_spades, count=same_face * (dealer_pairs - dealer_blackjacks)),
        *(Shape(fulfils=rows, count=pairs * dealer_pairs) for rows, pairs in regardless_of_the_dealer),
    )


def _insurance_shapes(decks: int) -> tuple[Shape, ...]:
    ten_values = SUITS * TEN_VALUES * decks
    return (
        Shape(fulfils=INSURANCE_ROWS, count=ten_values),
        Shape(fulfils=(), count=52 * decks - 1 - ten_values),
    )


BETS: Mapping[str, tuple[tuple[str, ...], Callable[[int], tuple[Shape, ...]]]] = MappingProxyType(
    {
        "match": (MATCH_ROWS, _match_shapes),
        "trilux": (TRILUX_ROWS, _trilux_shapes),
        "bounty": (BOUNTY_ROWS, _bounty_shapes),
        "insurance": (INSURANCE_ROWS, _insurance_shapes),
    }
)
