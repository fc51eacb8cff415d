"""Who is paid what and why: the outcome of every wager, in the order in which the dealer takes and pays."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dealer_console.game.errors import Bug
from dealer_console.game.hand import OFFER_PASSED, Hand, SpotLayout, Wager
from dealer_console.game.money import CENT, EVEN, ZERO, Cents, half_down, pay, share_out
from dealer_console.game.rules import SideBet
from dealer_console.game.state import Round, Settlement, WagerOutcome
from dealer_console.game.wagers.side_bets import bounty_row, match_row, trilux_row

INSURANCE_ODDS: Final = Fraction(2)


def record(r: Round, wager: Wager, outcome: WagerOutcome, pays: Cents, takes: Cents, rule: str) -> None:
    """Every wager gets exactly one outcome."""
    if wager.settlement is not None:
        raise Bug(f"{wager!r} was settled before")
    name = wager.hand.id if wager.hand is not None else wager.hand_name
    wager.settlement = Settlement(
        wager.spot.number, wager.bettor, name, wager.kind, wager.stake, outcome, pays, takes, rule
    )
    r.settlements.append(wager.settlement)


def reopen(r: Round, wager: Wager) -> None:
    """What was taken or paid on this wager goes back: it will have one outcome in the end."""
    if wager.settlement is not None:
        r.settlements[:] = [settlement for settlement in r.settlements if settlement is not wager.settlement]
        wager.settlement = None


def win(r: Round, wager: Wager, odds: Fraction, rule: str, unit: Cents = CENT) -> None:
    record(r, wager, "win", pay(wager.nominal, odds, unit), ZERO, rule)


def lose(r: Round, wager: Wager, rule: str) -> None:
    record(r, wager, "lose", ZERO, wager.stake, rule)


def give_back(r: Round, wager: Wager, rule: str) -> None:
    record(r, wager, "returned", ZERO, ZERO, rule)


def from_the_right(r: Round) -> Iterator[SpotLayout]:
    """Paying and taking go from the highest spot down to spot 1."""
    return reversed(r.spots)


def open_wagers(hand: Hand) -> list[Wager]:
    wagers = hand.wagers
    if len(wagers) == 1:
        return [] if wagers[0].settled else wagers
    return [wager for wager in hand.in_settling_order() if not wager.settled]


# --- the hands against the dealer ---------------------------------------------------------------------------------


def judge(r: Round, hand: Hand) -> tuple[str, str]:
    """The outcome of a hand's base wager against the dealer, and the topic of the clause (rulesets 2)."""
    dealer = r.dealer
    if hand.total > 21:
        return "lose", "bust"
    if dealer.blackjack:
        return _judge_against_blackjack(r, hand)
    against = dealer.total
    if hand.blackjack:
        return "win", _natural_topic(r)
    if against > 21:
        if against == 22 and r.rules.dealer_22 == "push":
            return "push", "dealer_22"
        return "win", "dealer_breaks"
    if hand.total > against:
        return "win", "higher_wins"
    if hand.total == against:
        return "push", "two_card_21_pushes" if hand.two_card_21 else "equal_pushes"
    return "lose", "lower_loses"


def _judge_against_blackjack(r: Round, hand: Hand) -> tuple[str, str]:
    if hand.blackjack:
        if hand.natural and r.rules.natural_against_blackjack == "wins":
            return "win", "natural_against_blackjack"
        return "push", "natural_against_blackjack"
    if hand.two_card_21 and r.table.two_card_21_against_blackjack == "push":
        return "push", "two_card_21_against_blackjack"
    if hand.two_card_21:
        return "lose", "two_card_21_against_blackjack"
    return "lose", "blackjack_beats_21" if hand.total == 21 else "dealer_blackjack"


def _natural_topic(r: Round) -> str:
    """A natural beats everything but a blackjack; the clause depends on what the dealer reached, if anything yet."""
    if not r.dealer.hole_shown or r.dealer.total == 21:
        return "natural_wins"
    if r.dealer.total < 21:
        return "natural_higher"
    return "natural_against_22" if r.dealer.total == 22 else "natural_dealer_breaks"


def settle_hand(r: Round, hand: Hand) -> None:
    """All wagers still open on a hand, against the dealer's final hand."""
    outcome, topic = judge(r, hand)
    rules = r.rules
    rule = rules.clauses[topic]
    dealer_blackjack = r.dealer.blackjack
    only_original = dealer_blackjack and r.table.at_risk == "original"
    only_original |= r.counts_as_21 and outcome == "lose"
    odds, unit = EVEN, CENT
    if hand.blackjack and not dealer_blackjack:
        odds, unit = rules.blackjack_odds, rules.blackjack_rounding
    for wager in open_wagers(hand):
        if only_original and wager.is_added:
            give_back_added(r, wager)
        elif dealer_blackjack and wager.is_free:
            lose(r, wager, rules.clauses["free_wager"])
        elif outcome == "win":
            win(r, wager, odds, rule, unit)
        elif outcome == "push":
            record(r, wager, "push", ZERO, ZERO, rule)
        elif dealer_blackjack and wager.is_added:
            lose(r, wager, rules.clauses["at_risk"])
        else:
            lose(r, wager, rule)
    hand.removed = True


def give_back_added(r: Round, wager: Wager) -> None:
    """Only the original wager is at risk: what was added by doubling or splitting goes back."""
    give_back(r, wager, r.rules.clauses[f"original_only_{(wager.rides_on or wager).kind}"])


def settle_bust(r: Round, hand: Hand) -> None:
    """A bust is taken at once; what the player added waits while the dealer may still have blackjack (Reading 5)."""
    waits = r.at_risk_now and r.table.at_risk == "original"
    rule = r.rules.clauses["bust"]
    for wager in open_wagers(hand):
        if not (waits and wager.is_added):
            lose(r, wager, rule)
    hand.removed = not open_wagers(hand)


def settle_marked(r: Round, hand: Hand) -> None:
    """Double and split wagers marked on a busted hand: the dealer's second card made no blackjack."""
    for wager in open_wagers(hand):
        lose(r, wager, r.rules.clauses["marked_wager_lost"])
    hand.removed = True


def settle_surrender(r: Round, hand: Hand) -> None:
    """Half is taken, or everything when the dealer has blackjack (MA 9(a))."""
    clauses = r.rules.clauses
    for wager in open_wagers(hand):
        if r.dealer.blackjack:
            lose(r, wager, clauses["surrender_waiting"])
        else:
            topic = "surrender_waiting" if r.dealer.up.opens_blackjack else "surrender_at_once"
            record(r, wager, "surrender", ZERO, half_down(wager.stake), clauses[topic])
    hand.removed = True


def pay_naturals(r: Round, spot: SpotLayout) -> None:
    """Blackjacks of a spot that nothing can beat or take back any more, hand b before hand a."""
    for hand in reversed(spot.hands):
        if hand.blackjack and not hand.removed and not hand.overlooked:
            settle_hand(r, hand)


def take_insurance(r: Round) -> None:
    """Insurance that lost is taken on its own, apart from the hand it was made for."""
    for wager in sorted(r.insurance, key=_insurance_order):
        if not wager.settled:
            lose(r, wager, r.rules.clauses["insurance_loses"])


def pay_insurance(r: Round, spot: SpotLayout, letter: str) -> None:
    """Insurance that won is paid directly after the wagers of its hand, with the same money (CB insurance 6B)."""
    for wager in sorted(r.insurance, key=_insurance_order):
        insured = wager.hand_name
        if wager.spot is spot and insured is not None and insured.letter == letter and not wager.settled:
            win(r, wager, INSURANCE_ODDS, r.rules.clauses["insurance_wins"])


def _insurance_order(wager: Wager) -> tuple[int, int, int]:
    return -wager.spot.number, -ord((wager.hand_name or "  ")[1]), wager.bettor


def settle_even_money(r: Round, hand: Hand) -> None:
    for wager in open_wagers(hand):
        win(r, wager, EVEN, r.rules.clauses["even_money"])
    hand.removed = hand.over = True


# --- side bets -----------------------------------------------------------------------------------------------------


def settle_after_deal(r: Round) -> None:
    """What the first cards decide: match first, then TriLux, free-bet and a bounty that need not wait."""
    for name in ("match", "trilux", "free-bet", "bounty"):
        bet = r.rules.side_bets.get(name)
        if bet is None or bet.settled != "after-deal":
            continue
        for spot in from_the_right(r):
            if spot.side_wagers:
                _settle_side_wagers(r, spot, bet)


def _settle_side_wagers(r: Round, spot: SpotLayout, bet: SideBet) -> None:
    for wager in spot.side_wagers:
        if wager.settled or (wager.kind != bet.name and wager.kind != f"toke.{bet.name}"):
            continue
        if bet.name == "free-bet":
            _settle_free_bet(r, spot, wager)
        elif bet.name != "bounty" or not bounty_waits(r, spot):
            _settle_on_row(r, wager, bet, side_bet_row(r, spot, bet))


def _settle_on_row(r: Round, wager: Wager, bet: SideBet, row: str | None) -> None:
    if row is None:
        lose(r, wager, bet.lose_clause)
        return
    pays = r.table.match_pays if bet.name == "match" and r.table.match_pays else bet.pays_at(r.table.decks)
    win(r, wager, Fraction(pays[row]), bet.clause)


def side_bet_row(r: Round, spot: SpotLayout, bet: SideBet) -> str | None:
    """The row of the pay table that the cards as dealt make, or None."""
    dealt = [card for letter in sorted(spot.dealt) for card in spot.dealt[letter]]
    if bet.name == "match":
        return match_row(dealt, r.table.match_pays or bet.pays_at(r.table.decks))
    if bet.name == "trilux":
        return trilux_row((*dealt, r.dealer.up), ace_low=r.rules.trilux_ace_low)
    return bounty_row(
        spot.dealt["a"],
        ace_nine=r.rules.bounty_counts_ace_nine,
        dealer_blackjack=r.dealer.blackjack and not r.counts_as_21,
    )


def bounty_waits(r: Round, spot: SpotLayout) -> bool:
    """Two kings of spades wait to the end while the dealer may have blackjack (WA getting started 2a)."""
    two = spot.dealt["a"]
    return r.dealer.up.opens_blackjack and all(card.text == "Ks" for card in two)


def _settle_free_bet(r: Round, spot: SpotLayout, wager: Wager) -> None:
    rank = r.dealer.up.rank
    if any(card.rank == rank for two in spot.dealt.values() for card in two):
        lose(r, wager, r.rules.clauses["free_bet_matched"])
        spot.with_coin = True


def settle_at_end(r: Round) -> None:
    """Everything that is left, from the highest spot down, hand b before a, split hands from right to left."""
    for spot in from_the_right(r):
        for at in reversed(range(len(spot.hands))):
            hand = spot.hands[at]
            if hand.surrendered and not hand.removed:
                settle_surrender(r, hand)
            elif not hand.removed and not hand.dead:
                settle_hand(r, hand)
            elif hand.busted and r.counts_as_21:
                _return_added_of_bust(r, hand)
            if r.insurance and (at == 0 or spot.hands[at - 1].id.letter != hand.id.letter):
                pay_insurance(r, spot, hand.id.letter)
    if not r.has_side_bets:
        return
    bounty = r.rules.side_bets.get("bounty")
    if bounty is not None:
        _settle_bounty_at_end(r, bounty)
    for spot in from_the_right(r):
        for wager in spot.side_wagers:
            if not wager.settled and wager.kind == "free-bet":
                give_back(r, wager, r.rules.clauses["free_bet_returned"])


def _return_added_of_bust(r: Round, hand: Hand) -> None:
    """A blackjack found too late collects original wagers only, also from hands that broke before (CB 4)."""
    for wager in hand.in_settling_order():
        if wager.is_added:
            reopen(r, wager)
            give_back_added(r, wager)


def _settle_bounty_at_end(r: Round, bet: SideBet) -> None:
    open_ones = [
        (spot, wager)
        for spot in from_the_right(r)
        for wager in spot.side_wagers
        if not wager.settled and wager.kind in ("bounty", "toke.bounty")
    ]
    pays = bet.pays_at(r.table.decks)
    capped = _share_of_cap(r, bet, [pair for pair in open_ones if bet.cap is not None])
    for spot, wager in open_ones:
        if wager in capped:
            record(r, wager, "win", capped[wager], ZERO, r.rules.clauses["bounty_cap"])
            continue
        row = side_bet_row(r, spot, bet)
        if row is None:
            lose(r, wager, bet.lose_clause)
        else:
            win(r, wager, Fraction(pays[row]), bet.clause)


def _share_of_cap(r: Round, bet: SideBet, wagers: list[tuple[SpotLayout, Wager]]) -> dict[Wager, Cents]:
    """The payouts under the aggregate limit, where they exceed it; lowest spot, bettor, wager before toke."""
    pays = bet.pays_at(r.table.decks)
    claims: list[tuple[Wager, Cents]] = []
    for spot, wager in reversed(wagers):
        row = side_bet_row(r, spot, bet)
        if row is not None and pays[row] >= bet.cap_from:
            claims.append((wager, pay(wager.stake, Fraction(pays[row]))))
    claims.sort(key=lambda claim: (claim[0].spot.number, claim[0].bettor, claim[0].is_toke))
    if bet.cap is None or sum(amount for _, amount in claims) <= bet.cap:
        return {}
    shares = share_out(bet.cap, [amount for _, amount in claims])
    return {wager: share for (wager, _), share in zip(claims, shares, strict=True)}


# --- wagers that go back -------------------------------------------------------------------------------------------


def return_hand(r: Round, hand: Hand, rule: str) -> None:
    """A dead hand: its wagers go back; insurance stays and settles on its own."""
    hand.dead = hand.over = hand.removed = True
    hand.spot.ruled_by = rule
    if hand.waiting_card:
        hand.waiting_card = False
        r.postponed = [waiting for waiting in r.postponed if waiting is not hand]
        r.set_aside = [waiting for waiting in r.set_aside if waiting is not hand]
    for wager in open_wagers(hand):
        give_back(r, wager, rule)


def return_side_bets(r: Round, spot: SpotLayout, rule: str) -> None:
    for wager in spot.side_wagers:
        if not wager.settled:
            give_back(r, wager, rule)


def return_spot(r: Round, spot: SpotLayout, rule: str) -> None:
    """A player is let out: all open wagers of the spot go back, insurance and side bets included."""
    for hand in reversed(spot.hands):
        return_hand(r, hand, rule)
    if spot.offer_open:
        spot.offer = OFFER_PASSED
    for wager in r.insurance:
        if wager.spot is spot and not wager.settled:
            give_back(r, wager, rule)
    return_side_bets(r, spot, rule)


def misdeal_spot(r: Round, spot: SpotLayout, rule: str) -> None:
    """A misdeal for one player: every wager of the spot goes back, those taken or paid before too (SD 4)."""
    for wager in r.wagers():
        if wager.spot is spot:
            reopen(r, wager)
    return_spot(r, spot, rule)


def return_everything(r: Round, rule: str, *, side_bets: bool) -> None:
    """Every wager goes back, taken or paid before or not; side bets that their cards decided only where it is said."""
    for spot in from_the_right(r):
        for hand in reversed(spot.hands):
            for wager in hand.in_settling_order():
                reopen(r, wager)
                give_back(r, wager, rule)
            hand.over = hand.removed = True
    for wager in sorted(r.insurance, key=_insurance_order):
        reopen(r, wager)
        give_back(r, wager, rule)
    for spot in from_the_right(r):
        for wager in spot.side_wagers if side_bets else ():
            if wager.settlement is not None and wager.settlement.outcome != "returned":
                reopen(r, wager)
        return_side_bets(r, spot, rule)


def take_settlements_back(r: Round, hand: Hand) -> None:
    """A natural that was overlooked: its payment has not happened, it comes in its turn at the end."""
    for wager in hand.wagers:
        reopen(r, wager)
    hand.removed = False
    hand.overlooked = True
