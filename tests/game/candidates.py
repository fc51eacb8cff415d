"""Everything that somebody could write down as a move, lawful or not: verbs on hands, spots, bettors and amounts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from dealer_console.game import moves
from dealer_console.game.cards import FACES, RANKS_ONLY, UNSEEN, Card
from dealer_console.game.hand import Bettor, HandId, Spot
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.legality.offers import insurance_limit
from dealer_console.game.money import Cents
from dealer_console.game.play.legal_moves import SUPERVISOR
from dealer_console.game.state import Round

CHOICES = sorted({choice for row in CATALOGUE.values() for choice in row.choices})
BETTORS = (Bettor(1), Bettor(2), Bettor(3))
OF_A_HAND = (moves.EvenMoneyTaken, moves.Stood, moves.HitAsked, moves.Surrendered, moves.DoubledFree, moves.SplitFree)
OF_A_SPOT = (moves.Switched, moves.SwitchDeclined, moves.SwitchTakenBack)
ALL_CARDS = (*FACES, *RANKS_ONLY, UNSEEN)
NOBODYS_HAND = HandId("9b")
NOBODYS_SPOT = Spot(9)


def hands_of(r: Round) -> list[HandId]:
    """The hands on the layout, the names they had before a split, and one that nobody has."""
    starting = [HandId(f"{spot.number}{letter}") for spot in r.spots for letter in "ab"]
    return list(dict.fromkeys([*r.hands, *starting, NOBODYS_HAND]))


def ordinary(r: Round, cards: Sequence[Card] = ALL_CARDS) -> Iterator[moves.Move]:
    """Cards, insurance, checks, switches and decisions."""
    hands = hands_of(r)
    for card in cards:
        yield moves.CardDrawn(card=card)
        yield moves.CardBurned(card=card)
        yield moves.HoleCardShown(card=card)
    for hand in hands:
        for kind in OF_A_HAND:
            yield kind(hand=hand)
        for card in cards[:: max(1, len(cards) // 8)]:
            yield moves.DoubleCardTurned(hand=hand, card=card)
    yield from added_wagers(r, hands)
    yield moves.InsuranceClosed()
    yield moves.HoleCardChecked(blackjack=False)
    yield moves.HoleCardChecked(blackjack=True)
    for spot in [*(spot.number for spot in r.spots), NOBODYS_SPOT]:
        for of_spot in OF_A_SPOT:
            yield of_spot(spot=spot)


def added_wagers(r: Round, hands: Sequence[HandId]) -> Iterator[moves.Move]:
    stake = r.bets[0].amount
    amounts = (None, Cents(0), Cents(1), stake, Cents(stake + 1))
    for hand, bettor in product(hands, BETTORS):
        yield moves.Insured(hand=hand, bettor=bettor, amount=Cents(0))
        yield moves.Insured(hand=hand, bettor=bettor, amount=Cents(1))
        yield moves.Insured(hand=hand, bettor=bettor, amount=insurance_limit(r, stake))
        yield moves.Insured(hand=hand, bettor=bettor, amount=Cents(stake + 1))
        for amount in amounts:
            yield moves.Doubled(hand=hand, bettor=bettor, amount=amount)
        for toke in (None, Cents(0), Cents(50), Cents(10_000_000)):
            yield moves.HandSplit(hand=hand, bettor=bettor, toke=toke)
            yield moves.Doubled(hand=hand, bettor=bettor, toke=toke)


def around_irregularities(r: Round, cards: Sequence[Card] = (FACES[8], RANKS_ONLY[4], UNSEEN)) -> Iterator[moves.Move]:
    hands = hands_of(r)
    for code in [*CATALOGUE, "no-such-code"]:
        for hand, card in product([None, *hands], [None, *cards]):
            yield moves.IrregularityCalled(code=code, hand=hand, card=card)
    for by in (None, SUPERVISOR):
        for choice in [*CHOICES, "no-such-choice"]:
            yield moves.Ruled(choice=choice, by=by)
        for hand in hands:
            yield moves.ExposedCardTaken(hand=hand, by=by)
            yield moves.ExposedCardRefused(hand=hand, by=by)
        for spot in [*(spot.number for spot in r.spots), NOBODYS_SPOT]:
            yield moves.SpotLeft(spot=spot, by=by)
            yield moves.SpotPlaysOn(spot=spot, by=by)
    yield moves.RoundVoided(by="")
    yield moves.RoundVoided(by=SUPERVISOR)


def everything(r: Round) -> Iterator[moves.Move]:
    yield from ordinary(r)
    yield from around_irregularities(r)
