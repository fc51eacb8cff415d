"""The side bets judged one deal at a time, from real cards, sharing nothing with the counting under test.

A card is a face such as "Ks". A shoe is a list of faces. Two ways to go through all deals: every combination of the
physical cards, or every combination of faces weighted with the copies it can be drawn in.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement
from math import comb, prod

RANKS = "A23456789TJQK"
FACES = [rank + suit for rank in RANKS for suit in "shdc"]
STRAIGHTS = {frozenset((RANKS + "A")[start : start + 3]) for start in range(12)}

Judge = Callable[[tuple[str, ...]], str]


def shoe(decks: int) -> list[str]:
    return FACES * decks


def every_deal(decks: int, cards: int, judge: Judge) -> Counter[str]:
    return Counter(map(judge, combinations(shoe(decks), cards)))


def weighted_deals(decks: int, cards: int) -> Iterator[tuple[tuple[str, ...], int]]:
    for faces in combinations_with_replacement(FACES, cards):
        yield faces, prod(comb(decks, copies) for copies in Counter(faces).values())


def every_face_deal(decks: int, cards: int, judge: Judge) -> Counter[str]:
    counts: Counter[str] = Counter()
    for faces, ways in weighted_deals(decks, cards):
        counts[judge(faces)] += ways
    return counts


def judge_match(cards: tuple[str, ...]) -> str:
    first, second, third, fourth = sorted(card[0] for card in cards)
    alike = (first == second, second == third, third == fourth)
    if all(alike):
        return "four-of-a-kind"
    if alike == (True, False, True):
        return "two-pair"
    if sum(alike) == 2:
        return "three-of-a-kind"
    return "pair" if any(alike) else "loses"


def judge_trilux(cards: tuple[str, ...]) -> str:
    ranks = frozenset(card[0] for card in cards)
    one_suit = cards[0][1] == cards[1][1] == cards[2][1]
    if ranks in STRAIGHTS:
        return "straight-flush" if one_suit else "straight"
    if len(ranks) == 1:
        return "three-of-a-kind"
    return "flush" if one_suit else "loses"


def points(card: str) -> int:
    return 11 if card[0] == "A" else 10 if card[0] in "TJQK" else int(card[0])


def is_blackjack(cards: tuple[str, ...]) -> bool:
    return points(cards[0]) + points(cards[1]) == 21


def judge_bounty(cards: tuple[str, ...], dealer_blackjack: bool) -> str:
    first, second = cards
    suited = first[1] == second[1]
    if points(first) + points(second) != 20:
        return "loses"
    if first == second == "Ks":
        return "two-kings-of-spades-dealer-blackjack" if dealer_blackjack else "two-kings-of-spades"
    if first == second:
        return "two-suited-kings" if first[0] == "K" else "two-suited-queens-jacks-tens"
    if suited:
        return "suited-20"
    return "two-kings" if first[0] == second[0] == "K" else "unsuited-20"


def every_bounty_deal(decks: int) -> Counter[str]:
    """Every physical pair of the player; the dealer's pairs are dealt out one by one where the judge could ask."""
    counts: Counter[str] = Counter()
    cards = shoe(decks)
    dealer_pairs = comb(len(cards) - 2, 2)
    for mine, hand in ((mine, (cards[mine[0]], cards[mine[1]])) for mine in combinations(range(len(cards)), 2)):
        if hand == ("Ks", "Ks"):
            rest = [card for place, card in enumerate(cards) if place not in mine]
            counts.update(judge_bounty(hand, is_blackjack(dealer)) for dealer in combinations(rest, 2))
        else:
            counts[judge_bounty(hand, dealer_blackjack=False)] += dealer_pairs
    return counts


def every_bounty_deal_with_every_dealer(decks: int) -> Counter[str]:
    """The same without the shortcut: four physical cards, the player's two and the dealer's two."""
    counts: Counter[str] = Counter()
    cards = shoe(decks)
    for mine in combinations(range(len(cards)), 2):
        hand = (cards[mine[0]], cards[mine[1]])
        rest = [card for place, card in enumerate(cards) if place not in mine]
        counts.update(judge_bounty(hand, is_blackjack(dealer)) for dealer in combinations(rest, 2))
    return counts
