"""The one automatic player: what the people at a table choose next, given a round, by a policy and by dice.

    move = next_move(round, StrategyPlayer(dice))

A policy gives choices in order, lazily; whoever asks plays the first lawful one. The dealer's own part (drawing,
checking, showing) is not the player's: `EngineTable` does it with the engine alone, the simulation with devices, the
demonstration by buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final, Protocol

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card
from dealer_console.game.engine import Round, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.hand import Bettor, Hand, Spot, SpotLayout
from dealer_console.game.legality.offers import insurance_limit
from dealer_console.game.money import Cents
from dealer_console.game.wagers.bets import SIDE_BETS, Bet, side_bet_limits
from dealer_console.rulebook.tables import Table

Choices = Iterator[moves.Move]


class Player(Protocol):
    """Choices at insurance, at a switch and in play. The dice are thrown as far as the choices are read."""

    def choices(self, r: Round) -> Choices: ...


def next_move(r: Round, player: Player) -> moves.Move:
    """The first lawful choice."""
    for move in player.choices(r):
        if why_not(r, move) is None:
            return move
    raise Bug(f"the player finds nothing to do in {r.phase}")


class _Policy:
    """Choices by phase; a policy says how people insure, switch and decide."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def choices(self, r: Round) -> Choices:
        if r.phase is phases.INSURANCE:
            return self._insure(r)
        return self._decide(r) if r.phase is phases.PLAY else self._answer_offer(r)

    def _insure(self, r: Round) -> Choices:
        raise NotImplementedError

    def _decide(self, r: Round) -> Choices:
        raise NotImplementedError

    def _answer_offer(self, r: Round) -> Choices:
        """By a toss; `StrategyPlayer` looks at the cards."""
        number = spot_asked(r).number
        if self.dice.random() < 0.5:
            yield moves.Switched(spot=number)
        yield moves.SwitchDeclined(spot=number)

    def _insure_main_wagers(self, r: Round, chance: float) -> Choices:
        for hand in list(r.hands.values()):
            if self.dice.random() < chance:
                yield moves.Insured(hand=hand.id, amount=insurance_limit(r, hand.spot.bets[0].amount))
        yield moves.InsuranceClosed()


def spot_asked(r: Round) -> SpotLayout:
    """Who answers a switch now."""
    if r.spot_in_turn is None:
        raise Bug("no spot is asked")
    return r.spot_in_turn


class DicePlayer(_Policy):
    """Everything that is lawful comes up, also what no sensible player does."""

    def _insure(self, r: Round) -> Choices:
        for hand in list(r.hands.values()):
            if self.dice.random() < 0.1:
                yield moves.EvenMoneyTaken(hand=hand.id)
            for bet in hand.spot.bets:
                if self.dice.random() < 0.3:
                    yield moves.Insured(hand=hand.id, bettor=bet.bettor, amount=insurance_limit(r, bet.amount))
        yield moves.InsuranceClosed()

    def _decide(self, r: Round) -> Choices:
        hand, choice = r.hand, self.dice.random()
        if hand is None:
            yield from self._answer_offer(r)
            return
        if hand.spot.offer_open:
            if choice < 0.5:
                yield moves.Switched(spot=hand.spot.number)
            choice = self.dice.random()
        elif choice < 0.01:
            yield moves.SwitchTakenBack(spot=r.spots[int(choice * 100 * len(r.spots))].number)
        for kind in _ROWS[int(choice * len(_ROWS))]:
            yield kind(hand=hand.id)


# What a player by dice tries, one row by dice: the first lawful decision of the row is made.
_ROWS: Final[tuple[tuple[Callable[..., moves.Move], ...], ...]] = (
    *((moves.HitAsked, moves.Stood),) * 7,
    *((moves.Stood,),) * 8,
    (moves.HandSplit, moves.Doubled, moves.Stood),
    (moves.SplitFree, moves.DoubledFree, moves.HandSplit, moves.Stood),
    (moves.Surrendered, moves.Doubled, moves.Stood),
    (moves.Doubled, moves.Stood),
    (moves.HandSplit, moves.Stood),
)


class CasualPlayer(_Policy):
    """Draws below 16, and now and then something else: enough for a simulated evening."""

    def _insure(self, r: Round) -> Choices:
        return self._insure_main_wagers(r, 0.1)

    def _decide(self, r: Round) -> Choices:
        hand = r.hand
        if hand is None or (hand.spot.offer_open and self.dice.random() < 0.5):
            yield from self._answer_offer(r)
            return
        for kind in (moves.HandSplit, moves.Doubled, moves.Surrendered, moves.SplitFree, moves.DoubledFree):
            if self.dice.random() < 0.15:
                yield kind(hand=hand.id)
        if hand.total < 16:
            yield moves.HitAsked(hand=hand.id)
        yield moves.Stood(hand=hand.id)


class StrategyPlayer(_Policy):
    """About as people play who have read a card with basic strategy on it."""

    def _insure(self, r: Round) -> Choices:
        return self._insure_main_wagers(r, 0.08)

    def _answer_offer(self, r: Round) -> Choices:
        spot = spot_asked(r)
        if _switch_is_better(spot):
            yield moves.Switched(spot=spot.number)
        yield moves.SwitchDeclined(spot=spot.number)

    def _decide(self, r: Round) -> Choices:
        hand = r.hand
        if hand is None:
            yield from self._answer_offer(r)
            return
        if hand.spot.offer_open and _switch_is_better(hand.spot):
            yield moves.Switched(spot=hand.spot.number)
        up = r.dealer.up.points if r.dealer.cards else _MOST  # a dealer's card that was missed (CB 10)
        yield from _by_the_book(up, hand)


# What a starting total is worth, roughly, in hundredths of the wager; enough to choose between two arrangements.
_WORTH: Final = {21: 120, 20: 60, 19: 30, 18: 5, 17: -20, 11: 30, 10: 25, 9: 5}
_MOST: Final = 10
_STIFF: Final = -40
_POOR: Final = -15


def _by_the_book(up: int, hand: Hand) -> Choices:
    name, total, weak = hand.id, hand.total, 2 <= up <= 6
    if hand.pair and (hand.aces or total in (16, 18) or (total in (4, 6, 14) and weak)):
        yield moves.SplitFree(hand=name)
        yield moves.HandSplit(hand=name)
    if len(hand.cards) == 2 and not hand.soft and (total == 11 or (total == 10 and up not in (1, 10))):
        yield moves.DoubledFree(hand=name)
        yield moves.Doubled(hand=name)
    if total == 16 and not hand.soft and up in (1, 10):
        yield moves.Surrendered(hand=name)
    hit, stand = moves.HitAsked(hand=name), moves.Stood(hand=name)
    wants_card = total < 18 if hand.soft else total < 12 or (total < 17 and not weak)
    yield from (hit, stand) if wants_card else (stand, hit)


def _switch_is_better(spot: SpotLayout) -> bool:
    """Are the hands better with their second cards exchanged?"""
    (a1, a2), (b1, b2) = (hand.cards[:2] for hand in spot.hands[:2])
    return _worth(a1, b2) + _worth(b1, a2) > _worth(a1, a2) + _worth(b1, b2)


def _worth(first: Card, second: Card) -> int:
    points = first.points + second.points
    if first.is_ace and second.is_ace:
        return 35
    total = points + 10 if (first.is_ace or second.is_ace) and points <= 11 else points
    return _WORTH.get(total, _STIFF if 12 <= total <= 16 else _POOR)


# --- wagers ----------------------------------------------------------------------------------------------------------


def plain_bets(spots: int, amount: int = 2500) -> list[Bet]:
    """One bettor on each spot, no side bets."""
    return [Bet(spot=Spot(number), bettor=Bettor(1), amount=Cents(amount)) for number in range(1, spots + 1)]


def usual_bet(dice: Random, table: Table, spot: int, usual: int) -> Bet:
    """`usual` in cents; now and then more, now and then a side bet."""
    game = table.game
    amount = usual * dice.choice((1, 1, 1, 1, 2, 3))
    unit = max(game.chip_unit, 100)
    low, high = game.minimum or unit, game.maximum or 500_000
    amount = max(low, min(high, amount // unit * unit))
    side: dict[str, Cents] = {}
    for name in game.rules.side_bets:
        if name in SIDE_BETS and name != "free-bet" and dice.random() < 0.3:
            least, most = side_bet_limits(game, name)
            stake = max(least or 500, 500)
            if most is None or stake <= most:
                side[name] = Cents(stake)
    return Bet(spot=Spot(spot), bettor=Bettor(1), amount=Cents(amount), side_bets=side, tokes={})
