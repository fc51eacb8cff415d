"""What a bettor puts down before the first card, and why it may be refused (limits, side bets, tokes, places)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.message import Amount, Message, Quoted, Term
from dealer_console.game.money import Cents
from dealer_console.game.rules import TableRules
from dealer_console.game.similar_names import did_you_mean

SIDE_BETS: Final = ("match", "trilux", "bounty", "free-bet")
# A toke rides on the main wager of hand a or b, or on a side bet of the same bettor.
TOKE_PLACES: Final = ("a", "b", "match", "trilux", "bounty")

COUPONS_TAKEN: Final = {"MA": "MA 5(d)"}  # the documents that know coupons as wagers


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """One bettor's wagers on a spot: `amount` lies on each hand of the spot."""

    spot: Spot
    bettor: Bettor
    amount: Cents
    side_bets: Mapping[str, Cents] = field(default_factory=dict)
    tokes: Mapping[str, Cents] = field(default_factory=dict)
    coupons: Mapping[str, Cents] = field(default_factory=dict)  # so much of the wager at that place is a coupon


def why_not_bet(table: TableRules, bettors_before: int, bet: Bet) -> Refusal | None:
    """The reason to refuse this bet on a spot that has so many bettors already, or None."""
    return (
        _place(table, bettors_before, bet)
        or _main_wager(table, bet)
        or (_side_bets(table, bet) if bet.side_bets else None)
        or (_tokes(table, bet) if bet.tokes else None)
        or (_coupons(table, bet) if bet.coupons else None)
    )


def _place(table: TableRules, bettors_before: int, bet: Bet) -> Refusal | None:
    rules = table.rules
    if not 1 <= bet.spot <= rules.spots:
        return Refusal(Message("no-such-spot", spot=bet.spot, spots=rules.spots), rules.cite("spots"))
    if not 1 <= bet.bettor <= rules.bettors_per_spot:
        return Refusal(Message("spot-takes-bettors", most=rules.bettors_per_spot), rules.cite("bettors"))
    if bet.bettor <= bettors_before:
        return Refusal(Message("bettor-has-wager", bettor=bet.bettor, spot=bet.spot), rules.cite("wagers"))
    if bet.bettor != bettors_before + 1:
        return Refusal(
            Message("bettors-without-gaps", spot=bet.spot, next=bettors_before + 1),
            rules.cite("bettors"),
        )
    return None


def _main_wager(table: TableRules, bet: Bet) -> Refusal | None:
    clause = table.rules.cite("limits")
    if bet.amount <= 0:
        if bet.side_bets:
            name = next(iter(bet.side_bets))
            topic = f"{name}_main" if name in SIDE_BETS else "wagers"
            return Refusal(Message("side-wager-needs-main", kind=Term("kind", name)), table.rules.cite(topic))
        return Refusal(Message("wager-more-than-0"), clause)
    if table.minimum is not None and bet.amount < table.minimum:
        return Refusal(Message("below-table-minimum", amount=Amount(bet.amount), limit=Amount(table.minimum)), clause)
    if table.maximum is not None and bet.amount > table.maximum:
        return Refusal(Message("above-table-maximum", amount=Amount(bet.amount), limit=Amount(table.maximum)), clause)
    return None


def side_bet_limits(table: TableRules, name: str) -> tuple[Cents | None, Cents | None]:
    """Lowest and highest amount of a side bet; a maximum set by law for every wager binds side bets too."""
    own = table.rules.side_bets[name]
    low = own.minimum if own.minimum is not None else table.side_bet_minimum
    highs = [own.maximum, table.side_bet_maximum if own.maximum is None else None]
    if table.rules.limits_by_date:
        highs.append(table.maximum)
    known = [high for high in highs if high is not None]
    return low, min(known) if known else None


def _side_bets(table: TableRules, bet: Bet) -> Refusal | None:
    rules = table.rules
    for name, amount in bet.side_bets.items():
        offered = rules.side_bets.get(name)
        if offered is None:
            hint = "" if name in SIDE_BETS else did_you_mean(name, SIDE_BETS)
            return Refusal(
                Message("offers-no-wager", rules=rules.name, name=Quoted(name), hint=hint),
                rules.cite("authorized_wagers"),
            )
        if name not in table.side_bets:
            return Refusal(
                Message("side-bet-not-offered-here", kind=Term("kind", name)), rules.choices["side_bets"].clause
            )
        if amount <= 0:
            return Refusal(Message("side-wager-more-than-0", kind=Term("kind", name)), offered.clause)
        if name == "free-bet":
            if amount != bet.amount:
                return Refusal(
                    Message("free-bet-equals-main", amount=Amount(bet.amount), other=Amount(amount)), offered.clause
                )
            continue
        low, high = side_bet_limits(table, name)
        if low is not None and amount < low:
            return Refusal(
                Message("below-minimum", kind=Term("kind", name), amount=Amount(amount), limit=Amount(low)),
                rules.cite(f"{name}_limits"),
            )
        if high is not None and amount > high:
            return Refusal(
                Message("above-maximum", kind=Term("kind", name), amount=Amount(amount), limit=Amount(high)),
                rules.cite(f"{name}_limits"),
            )
    return None


def _tokes(table: TableRules, bet: Bet) -> Refusal | None:
    rules = table.rules
    for place, amount in bet.tokes.items():
        if not rules.tokes:
            return Refusal(Message("no-tokes", rules=rules.name), rules.cite("tokes"))
        if place not in TOKE_PLACES:
            return Refusal(
                Message("unknown-toke", place=Quoted(place), hint=did_you_mean(place, TOKE_PLACES)), rules.cite("tokes")
            )
        if place == "b" and rules.hands_per_spot == 1:
            return Refusal(Message("spot-has-no-hand-b"), rules.cite("tokes"))
        if place not in "ab" and place not in bet.side_bets:
            return Refusal(Message("toke-needs-own-wager", kind=Term("kind", place)), rules.cite(f"{place}_tokes"))
        ridden = bet.amount if place in "ab" else bet.side_bets[place]
        high = table.maximum if place in "ab" else side_bet_limits(table, place)[1]
        topic = "tokes" if place in "ab" else f"{place}_tokes"
        refusal = why_not_toke(table, amount, ridden, high, rules.cite(topic))
        if refusal is not None:
            return refusal
    return None


def _coupons(table: TableRules, bet: Bet) -> Refusal | None:
    """A coupon is part of a wager and settles with it; it is marked, because no chip comes in when it is taken."""
    rules = table.rules
    clause = COUPONS_TAKEN.get(rules.document)
    if clause is None:
        return Refusal(Message("no-coupons"), rules.cite("wagers"))
    for place, amount in bet.coupons.items():
        if place not in TOKE_PLACES:
            return Refusal(
                Message("unknown-coupon", place=Quoted(place), hint=did_you_mean(place, TOKE_PLACES)), clause
            )
        if place == "b" and rules.hands_per_spot == 1:
            return Refusal(Message("spot-has-no-hand-b"), clause)
        wager = bet.amount if place in "ab" else bet.side_bets.get(place)
        clause = clause if place in "ab" else rules.cite(f"{place}_main")  # match play: MA 6(b)
        if wager is None:
            return Refusal(Message("coupon-needs-wager", place=place), clause)
        if not 0 < amount <= wager:
            return Refusal(Message("coupon-above-wager", amount=Amount(amount), limit=Amount(wager)), clause)
    return None


def why_not_toke(table: TableRules, amount: Cents, ridden: Cents, highest: Cents | None, clause: str) -> Refusal | None:
    """A toke on a wager of `ridden`, for which the table takes at most `highest`."""
    rules = table.rules
    if amount <= 0:
        return Refusal(Message("toke-more-than-0-00"), clause)
    if rules.toke_minimum is not None and amount < rules.toke_minimum:
        return Refusal(Message("toke-at-least", amount=Amount(rules.toke_minimum)), clause)
    if rules.toke_maximum is not None and amount > rules.toke_maximum:
        return Refusal(Message("toke-at-most", amount=Amount(rules.toke_maximum)), clause)
    if rules.toke_share is not None and highest is not None and amount + ridden > highest * rules.toke_share:
        most = Amount(int(highest * rules.toke_share))
        return Refusal(Message("toke-above-share", amount=most), clause)
    return None
