"""How the rounds change the shift: settlements move chips, and are summed by the kind of wager; what went wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dealer_console.game.money import Cents, parse_amount
from dealer_console.game.round_file import parse_bet
from dealer_console.journal import Entry
from dealer_console.table.shift import fold_cards
from dealer_console.table.shift.fold_till import into_tray
from dealer_console.table.shift.state import CalledNow, Happening, Rounds, Shift, WagerSum

_IRREGULARITY = "irregularity "


def opened(shift: Shift, entry: Entry) -> Shift:
    data: Any = entry.data
    bets = [parse_bet(text) for text in data["bets"]]
    wagered = sorted({int(bet.spot) for bet in bets})
    first = shift.cards.rounds_of_shoe == 0
    may_wager = tuple(spot for spot in wagered if first or spot in shift.spots.may_wager)
    cards = replace(shift.cards, rounds_of_shoe=shift.cards.rounds_of_shoe + 1)
    coupons = {f"{bet.spot}/{bet.bettor}/{place}": int(worth) for bet in bets for place, worth in bet.coupons.items()}
    rounds = replace(shift.rounds, open=data["round"], hands_now={}, called_now=(), coupons_now=coupons)
    # A called wager that nobody confirmed in time does not count (MA 5(d)): the cash goes back.
    called = tuple(replace(each, step="returned") if each.step == "called" else each for each in shift.called)
    spots = replace(shift.spots, may_wager=may_wager)
    return replace(shift, rounds=rounds, cards=cards, spots=spots, called=called)


def move(shift: Shift, entry: Entry) -> Shift:
    text = str(entry.data["move"])
    if text.startswith("burn "):
        return fold_cards.burn_made(shift)
    if not text.startswith(_IRREGULARITY):
        return shift
    code = text.split()[1]
    called = (*shift.rounds.called_now, CalledNow(seq=entry.seq, code=code))
    cards = replace(shift.cards, burn_for=None) if code == "burn-missed" else shift.cards
    return replace(shift, rounds=replace(shift.rounds, called_now=called), cards=cards)


def undone(shift: Shift, entry: Entry) -> Shift:
    seq = entry.data["undoes"]
    standing = tuple(each for each in shift.rounds.called_now if each.seq != seq)
    if len(standing) == len(shift.rounds.called_now):
        return shift
    return replace(shift, rounds=replace(shift.rounds, called_now=standing))


def settled(shift: Shift, entry: Entry) -> Shift:
    return _decide(shift, entry, 1)


def withdrawn(shift: Shift, entry: Entry) -> Shift:
    return _decide(shift, entry, -1)


def _decide(shift: Shift, entry: Entry, sign: int) -> Shift:
    data: Any = entry.data
    stake, takes, pays = (sign * parse_amount(data[key]) for key in ("stake", "takes", "pays"))
    rounds = shift.rounds
    name = data["wager"]
    before = rounds.sums.get(name, WagerSum())
    after = WagerSum(
        count=before.count + sign,
        stake=Cents(before.stake + stake),
        takes=Cents(before.takes + takes),
        pays=Cents(before.pays + pays),
    )
    to_dealer = stake + pays if name.startswith("toke.") and data["outcome"] == "win" else 0
    rounds = replace(
        rounds,
        sums={**rounds.sums, name: after},
        hands_now=_hands(rounds, data["hand"], sign),
        tokes_won=Cents(rounds.tokes_won + to_dealer),
    )
    paper = sign * _coupon(shift, data, abs(takes))
    till = into_tray(shift.till, takes - pays - paper)
    return replace(shift, rounds=rounds, till=replace(till, coupons=Cents(till.coupons + paper)))


def _coupon(shift: Shift, data: Any, takes: int) -> int:
    """How much of what the house takes is a coupon: no chip comes into the tray for it."""
    if not shift.rounds.coupons_now or not takes:
        return 0
    place = data["hand"][1] if data["wager"] == "main" and data["hand"] else data["wager"]
    return min(takes, shift.rounds.coupons_now.get(f"{data['spot']}/{data['bettor']}/{place}", 0))


def _hands(rounds: Rounds, hand: str | None, sign: int) -> dict[str, int]:
    hands = dict(rounds.hands_now)
    if hand is not None:
        hands[hand] = hands.get(hand, 0) + sign
    return hands


def closed(shift: Shift, entry: Entry) -> Shift:
    """The round is over; when the cutting card came in it, so is the shoe (MA 7(n), CB shuffle c)."""
    rounds = shift.rounds
    hands = sum(1 for count in rounds.hands_now.values() if count > 0)
    dealer = shift.dealer or ""
    rounds = replace(
        rounds,
        closed=rounds.closed + 1,
        hands=rounds.hands + hands,
        open=None,
        hands_now={},
        called_now=(),
        irregularities=_counted(rounds.irregularities, (each.code for each in rounds.called_now), dealer),
    )
    dealers = shift.dealers
    if shift.dealer is not None:
        last = dealers[-1]
        dealers = (*dealers[:-1], replace(last, rounds=last.rounds + 1, hands=last.hands + hands))
    return fold_cards.round_over(replace(shift, rounds=rounds, dealers=dealers))


def _counted(before: tuple[Happening, ...], kinds: Iterable[str], dealer: str) -> tuple[Happening, ...]:
    counts = {(each.kind, each.dealer): each.count for each in before}
    for kind in kinds:
        counts[kind, dealer] = counts.get((kind, dealer), 0) + 1
    return tuple(Happening(kind=kind, dealer=who, count=count) for (kind, who), count in sorted(counts.items()))


def corrected(shift: Shift, entry: Entry) -> Shift:
    """A correction hands `cents` to a bettor (negative: takes them back), when it is about money at all."""
    data: Any = entry.data
    cents = data.get("cents") or 0
    kind = str(data.get("what") or ("money" if cents else "record"))
    rounds = replace(shift.rounds, corrections=_counted(shift.rounds.corrections, [kind], shift.dealer or ""))
    till = into_tray(shift.till, -cents)
    return replace(shift, rounds=rounds, till=replace(till, corrected=Cents(till.corrected + cents)))
