"""How the rounds change the shift: settlements move chips, and are summed by the kind of wager; what went wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dealer_console.game.hand import is_toke
from dealer_console.game.money import Cents
from dealer_console.game.moves import CardBurned, IrregularityCalled, Move, Ruled
from dealer_console.journal.entries.rounds import (
    CardCorrected,
    LateCallMade,
    RoundOpened,
    SettlementCorrected,
    SettlementWithdrawn,
    WagerSettled,
)
from dealer_console.journal.settlements import SettledWager
from dealer_console.table.shift import fold_cards
from dealer_console.table.shift.fold_till import into_tray
from dealer_console.table.shift.state import CalledNow, Happening, Player, Rounds, Shift, WagerSum


def opened(shift: Shift, entry: RoundOpened) -> Shift:
    bets = entry.bets
    wagered = sorted({int(bet.spot) for bet in bets})
    first = shift.cards.rounds_of_shoe == 0
    may_wager = tuple(spot for spot in wagered if first or spot in shift.spots.may_wager)
    cards = replace(shift.cards, rounds_of_shoe=shift.cards.rounds_of_shoe + 1)
    coupons = {f"{bet.spot}/{bet.bettor}/{place}": int(worth) for bet in bets for place, worth in bet.coupons.items()}
    rounds = replace(shift.rounds, open=entry.round, hands_now={}, called_now=(), coupons_now=coupons)
    # A called wager that nobody confirmed in time does not count (MA 5(d)): the cash goes back.
    called = tuple(replace(wager, step="returned") if wager.step == "called" else wager for wager in shift.called)
    spots = replace(
        shift.spots,
        may_wager=may_wager,
        players=tuple(_playing(player, wagered, shift.spots.most) for player in shift.spots.players),
        shared=tuple(shared for shared in shift.spots.shared if shared.spot in wagered),
    )
    return replace(shift, rounds=rounds, cards=cards, spots=spots, called=called)


def _playing(player: Player, wagered: Iterable[int], most: int) -> Player:
    """Who had a wager on the most spots in this shoe and has fewer now has dropped from them (CB dealing 5)."""
    all_of_them = len(set(player.spots) & set(wagered)) == most
    gave_up = not all_of_them and (player.gave_up_most or player.played_most)
    return replace(player, played_most=player.played_most or all_of_them, gave_up_most=gave_up)


def moved(shift: Shift, move: Move, seq: int) -> Shift:
    match move:
        case CardBurned():
            return fold_cards.burn_made(shift)
        case IrregularityCalled(code=code):
            called = (*shift.rounds.called_now, CalledNow(seq=seq, code=code))
            cards = replace(shift.cards, burn_for=None) if code == "burn-missed" else shift.cards
            return replace(shift, rounds=replace(shift.rounds, called_now=called), cards=cards)
        case Ruled(choice="reshuffle") if shift.rounds.called_now and shift.rounds.called_now[-1].code == "shoe-empty":
            return fold_cards.discards_due(shift)
        case _:
            return shift


def undone(shift: Shift, seq: int) -> Shift:
    standing = tuple(called for called in shift.rounds.called_now if called.seq != seq)
    if len(standing) == len(shift.rounds.called_now):
        return shift
    return replace(shift, rounds=replace(shift.rounds, called_now=standing))


def settled(shift: Shift, entry: WagerSettled | SettlementWithdrawn) -> Shift:
    """A decision moves chips; one that is withdrawn moves them back."""
    sign = 1 if isinstance(entry, WagerSettled) else -1
    stake, takes, pays = sign * entry.stake, sign * entry.takes, sign * entry.pays
    rounds = shift.rounds
    before = rounds.sums.get(entry.wager, WagerSum())
    after = WagerSum(
        count=before.count + sign,
        stake=Cents(before.stake + stake),
        takes=Cents(before.takes + takes),
        pays=Cents(before.pays + pays),
    )
    to_dealer = stake + pays if is_toke(entry.wager) and entry.outcome == "win" else 0
    rounds = replace(
        rounds,
        sums={**rounds.sums, entry.wager: after},
        hands_now=_hands(rounds, entry.hand, sign),
        tokes_won=Cents(rounds.tokes_won + to_dealer),
    )
    paper = sign * coupon_of(shift, entry)
    till = into_tray(shift.till, takes - pays - paper)
    return replace(shift, rounds=rounds, till=replace(till, coupons=Cents(till.coupons + paper)))


def coupon_of(shift: Shift, entry: WagerSettled | SettlementWithdrawn | SettledWager) -> int:
    """How much of what the house takes is a coupon: no chip comes into the tray for it."""
    if not shift.rounds.coupons_now or not entry.takes:
        return 0
    place = entry.hand[1] if entry.wager == "main" and entry.hand else entry.wager
    return min(entry.takes, shift.rounds.coupons_now.get(f"{entry.spot}/{entry.bettor}/{place}", 0))


def _hands(rounds: Rounds, hand: str | None, sign: int) -> dict[str, int]:
    hands = dict(rounds.hands_now)
    if hand is not None:
        hands[hand] = hands.get(hand, 0) + sign
    return hands


def closed(shift: Shift) -> Shift:
    """The round is over; when the cutting card came in it, so is the shoe (MA 7(n), CB shuffle c)."""
    counted = _count_round(shift, 1)
    return fold_cards.round_over(replace(counted, rounds=replace(counted.rounds, open=None)))


def called_late(shift: Shift, entry: LateCallMade, seq: int) -> Shift:
    """What fell with a late call was not called; a round that was closed is open again and not counted yet."""
    if shift.rounds.open is None:
        lie = fold_cards.lie_as_dealt(shift.cards)
        shift = _count_round(shift, -1)
        shift = fold_cards.no_longer_due(shift) if lie else shift  # a shuffle that has begun goes on afterwards
    standing = [called for called in shift.rounds.called_now if called.seq not in entry.struck]
    if all(called.code != "shoe-empty" for called in standing):
        shift = fold_cards.discards_stay(shift)
    code = entry.call.code if isinstance(entry.call, IrregularityCalled) else ""
    called = (*standing, CalledNow(seq=seq, code=code))
    return replace(shift, rounds=replace(shift.rounds, open=entry.round, called_now=called))


def _count_round(shift: Shift, sign: int) -> Shift:
    """One round more, or less, with its hands and what went wrong in it."""
    rounds = shift.rounds
    hands = sign * sum(1 for count in rounds.hands_now.values() if count > 0)
    codes = (called.code for called in rounds.called_now)
    rounds = replace(
        rounds,
        closed=rounds.closed + sign,
        hands=rounds.hands + hands,
        irregularities=_counted(rounds.irregularities, codes, shift.dealer or "", sign),
    )
    dealers = shift.dealers
    if shift.dealer is not None:
        last = dealers[-1]
        dealers = (*dealers[:-1], replace(last, rounds=last.rounds + sign, hands=last.hands + hands))
    return replace(shift, rounds=rounds, dealers=dealers)


def _counted(before: tuple[Happening, ...], kinds: Iterable[str], dealer: str, sign: int = 1) -> tuple[Happening, ...]:
    counts = {(spot.kind, spot.dealer): spot.count for spot in before}
    for kind in kinds:
        counts[kind, dealer] = counts.get((kind, dealer), 0) + sign
    return tuple(
        Happening(kind=kind, dealer=who, count=count) for (kind, who), count in sorted(counts.items()) if count
    )


def corrected(shift: Shift, entry: SettlementCorrected) -> Shift:
    """A correction hands `cents` to a bettor (negative: takes them back), when it is about money at all."""
    cents = entry.cents or 0
    kind = entry.what or ("money" if cents else "record")
    rounds = replace(shift.rounds, corrections=_counted(shift.rounds.corrections, [kind], shift.dealer or ""))
    till = into_tray(shift.till, -cents)
    return replace(shift, rounds=rounds, till=replace(till, corrected=Cents(till.corrected + cents)))


def card_corrected(shift: Shift, entry: CardCorrected) -> Shift:
    """Counted when two people changed what a device had read, or a card on which money had moved."""
    if entry.approved_by is None:
        return shift
    kind = "card read by a device" if entry.by_device else "card after payment"
    rounds = replace(shift.rounds, corrections=_counted(shift.rounds.corrections, [kind], shift.dealer or ""))
    return replace(shift, rounds=rounds)
