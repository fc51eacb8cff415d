"""A round as plain data: the JSON of `dealer-console replay`, and the sums of a settlement."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealer_console.game.hand import Hand, is_toke
from dealer_console.game.message import Message
from dealer_console.game.money import show
from dealer_console.game.prompt import waiting_for
from dealer_console.game.state import Round, Settlement


def nets(r: Round) -> dict[str, int]:
    """Each bettor's result, without tokes, seen from the player."""
    sums = {f"{bet.spot}/{bet.bettor}": 0 for bet in sorted(r.bets, key=lambda bet: (bet.spot, bet.bettor))}
    for settlement in r.settlements:
        if not is_toke(settlement.wager):
            sums[f"{settlement.spot}/{settlement.bettor}"] += settlement.pays - settlement.takes
    return sums


def tokes(r: Round) -> dict[str, int]:
    """The result of the tokes, for every bettor who made one."""
    sums = {f"{w.spot.number}/{w.bettor}": 0 for w in r.wagers() if w.is_toke}
    for settlement in r.settlements:
        if is_toke(settlement.wager):
            sums[f"{settlement.spot}/{settlement.bettor}"] += settlement.pays - settlement.takes
    return dict(sorted(sums.items()))


def house_net(r: Round) -> int:
    return sum(settlement.takes - settlement.pays for settlement in r.settlements)


def report(r: Round, words: Callable[[Message], str]) -> dict[str, object]:
    """The round without the name of its file; `words` says what it waits for."""
    dealer, waits = r.dealer, waiting_for(r)
    return {
        "rules": r.rules.name,
        "complete": r.complete,
        "waiting_for": words(waits) if waits is not None else None,
        "dealer": {"cards": [card.text for card in dealer.cards], "total": dealer.total, "blackjack": dealer.blackjack},
        "hands": [_hand(hand) for spot in r.spots for hand in spot.hands],
        "settlements": [settlement_data(settlement) for settlement in r.settlements],
        "net": _shown(nets(r)),
        "tokes": _shown(tokes(r)),
        "house_net": show(house_net(r)),
    }


def _shown(sums: Mapping[str, int]) -> dict[str, str]:
    return {place: show(amount) for place, amount in sums.items()}


def _hand(hand: Hand) -> dict[str, object]:
    return {
        "hand": hand.id,
        "cards": [card.text for card in hand.cards],
        "total": hand.total,
        "soft": hand.soft,
        "natural": hand.natural,
        "switched": hand.spot.switched,
    }


def settlement_data(settlement: Settlement) -> dict[str, object]:
    return {
        "spot": settlement.spot,
        "bettor": settlement.bettor,
        "hand": settlement.hand,
        "wager": settlement.wager,
        "stake": show(settlement.stake),
        "outcome": settlement.outcome,
        "pays": show(settlement.pays),
        "takes": show(settlement.takes),
        "rule": settlement.rule,
    }
