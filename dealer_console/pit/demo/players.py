"""How the players of the demonstration play: about as people do who have read a card with basic strategy on it."""

from __future__ import annotations

from random import Random
from typing import Final

from dealer_console.game import moves
from dealer_console.game.bets import SIDE_BETS, Bet, side_bet_limits
from dealer_console.game.cards import Card
from dealer_console.game.hand import Bettor, Hand, Spot, SpotLayout
from dealer_console.game.money import Cents
from dealer_console.game.state import Round
from dealer_console.rulebook.tables import Table

# What a starting total is worth, roughly, in hundredths of the wager; enough to choose between two arrangements.
_WORTH: Final = {21: 120, 20: 60, 19: 30, 18: 5, 17: -20, 11: 30, 10: 25, 9: 5}
_STIFF: Final = -40
_POOR: Final = -15


def bet_of(dice: Random, table: Table, spot: int, usual: int) -> Bet:
    """`usual` in cents; now and then more, now and then a side bet or something for the dealer."""
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


def decide(r: Round, hand: Hand) -> tuple[moves.Move, ...]:
    """What this hand would like, in this order; the first lawful one is played."""
    up, total, stand = r.dealer.up.points, hand.total, moves.Stood(hand=hand.id)
    hit = moves.HitAsked(hand=hand.id)
    weak = 2 <= up <= 6
    wishes: list[moves.Move] = []
    if hand.pair and (hand.aces or total in (16, 18) or (total in (4, 6, 14) and weak)):
        wishes += [moves.SplitFree(hand=hand.id), moves.HandSplit(hand=hand.id)]
    if len(hand.cards) == 2 and not hand.soft and (total == 11 or (total == 10 and up not in (1, 10))):
        wishes += [moves.DoubledFree(hand=hand.id), moves.Doubled(hand=hand.id)]
    if total == 16 and not hand.soft and up in (1, 10):
        wishes.append(moves.Surrendered(hand=hand.id))
    wants_card = total < 18 if hand.soft else total < 12 or (total < 17 and not weak)
    return (*wishes, *((hit, stand) if wants_card else (stand, hit)))


def switches(spot: SpotLayout) -> bool:
    """Are the hands better with their second cards exchanged?"""
    (a1, a2), (b1, b2) = (hand.cards[:2] for hand in spot.hands[:2])
    return _worth(a1, b2) + _worth(b1, a2) > _worth(a1, a2) + _worth(b1, b2)


def _worth(one: Card, other: Card) -> int:
    points = one.points + other.points
    if one.is_ace and other.is_ace:
        return 35
    total = points + 10 if (one.is_ace or other.is_ace) and points <= 11 else points
    return _WORTH.get(total, _STIFF if 12 <= total <= 16 else _POOR)
