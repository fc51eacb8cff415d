"""What each choice of a ruling does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game import phases
from dealer_console.game.cards import Card
from dealer_console.game.errors import Bug
from dealer_console.game.hand import OFFER_PASSED, Hand, SpotLayout
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.irregularity.continuation import burn_loose_card, end_round, go_on, hit_with
from dealer_console.game.play import flow, naturals
from dealer_console.game.state import BURN, HOLE_CARD, UP_CARD, OpenIrregularity, Place, Round
from dealer_console.game.wagers import settlement

PER_PLAYER: Final = frozenset({"hand-not-dealt", "hand-one-card", "hand-too-many-cards"})


def burn(r: Round, irregularity: OpenIrregularity) -> None:
    card_of(irregularity)
    if irregularity.code == "card-face-up-in-shoe":
        second = irregularities.second_face_up(r)
        _count_face_up(r)
        if second:
            end_round(r, "void", catalogue.ruling_for(r.rules, irregularity.code).clause)
            return
    burn_loose_card(r, irregularity)
    if r.phase is phases.COMPLETE:
        r.irregularity = None
    else:
        go_on(r)


def accept(r: Round, irregularity: OpenIrregularity) -> None:
    hand = irregularities.face_up_taker(r)
    if hand is None:
        raise Bug("nobody to take the card")
    _count_face_up(r)
    r.irregularity = None
    hit_with(r, hand, card_of(irregularity))


def _count_face_up(r: Round) -> None:
    r.face_up_found += 1
    r.shoe.face_up += 1


def next_card(r: Round, irregularity: OpenIrregularity) -> None:
    """A card drawn too early is the next card from the shoe; one that was seen lies there until somebody is due it."""
    if irregularity.code == "card-exposed":
        r.exposed = card_of(irregularity)
        flow.hold(r, r.exposed, for_dealer=False)
    go_on(r)


def forward(r: Round, irregularity: OpenIrregularity) -> None:
    card = card_of(irregularity)
    r.irregularity = None
    if r.due is not None and r.due is not BURN:
        flow.card_arrives(r, card)
    else:
        flow.hold(r, card, for_dealer=False)
        go_on(r)


def dealer_next(r: Round, irregularity: OpenIrregularity) -> None:
    card = card_of(irregularity)
    r.irregularity = None
    if isinstance(r.due, Place) and r.due is not BURN:
        flow.card_arrives(r, card)
    else:
        flow.hold(r, card, for_dealer=True)
        go_on(r)


def misdeal(r: Round, irregularity: OpenIrregularity) -> None:
    clause = catalogue.ruling_for(r.rules, irregularity.code).clause
    if irregularity.code not in PER_PLAYER or r.rules.misdeal_of_a_hand == "round":
        end_round(r, "misdeal", clause)
        return
    spot = hand_of(irregularity).spot
    spot.out = True
    settlement.misdeal_spot(r, spot, clause)
    go_on(r)


def dead_hand(r: Round, irregularity: OpenIrregularity) -> None:
    hand = hand_of(irregularity)
    clause = catalogue.ruling_for(r.rules, irregularity.code).clause
    not_dealt = len(hand.cards) < 2
    settlement.return_hand(r, hand, clause)
    spot = hand.spot
    if spot.offer_open:
        spot.offer = OFFER_PASSED
    if not spot.left:
        settlement.return_side_bets(r, spot, clause)
    elif not_dealt and not hand.from_split:
        _return_undealt_bets(r, spot, hand, clause)
    go_on(r)


def _return_undealt_bets(r: Round, spot: SpotLayout, hand: Hand, clause: str) -> None:
    """A side bet whose cards were not all dealt goes back."""
    looks_at = {"match", "toke.match"} | ({"bounty", "toke.bounty"} if hand.id.letter == "a" else set())
    for wager in spot.side_wagers:
        if not wager.settled and wager.kind in looks_at:
            settlement.give_back(r, wager, clause)


def deal_last(r: Round, irregularity: OpenIrregularity) -> None:
    hand = hand_of(irregularity)
    if irregularity.code == "hit-missed":
        for waiting in flow.together(hand):
            waiting.waiting_card = True
        r.postponed.append(hand)
        r.due = None
        go_on(r)
        return
    rest = r.deal[r.deal_at + 1 :]
    players = [place for place in rest if isinstance(place, Hand)]
    dealers = [place for place in rest if not isinstance(place, Hand)]
    r.deal[r.deal_at :] = [*players, hand, *dealers]
    go_on(r)


def keep(r: Round, irregularity: OpenIrregularity) -> None:
    """A missing card comes last; a surplus card stays with the hand: it is the next one written, or was named."""
    if irregularity.code == "hand-one-card":
        deal_last(r, irregularity)
        return
    r.irregularity = None
    r.surplus_for = hand_of(irregularity)
    r.due = r.surplus_for
    if irregularity.card is not None:
        flow.card_arrives(r, irregularity.card)


def go_on_as(r: Round, irregularity: OpenIrregularity) -> None:
    """`continue`: for most codes play just goes on; four change something first."""
    code = irregularity.code
    if irregularity is r.missed:
        _deal_missing_cards(r)
        return
    if code == "dealer-card-missed" and r.due is UP_CARD and r.rules.missed_dealer_card == "after-players":
        rest = r.deal[r.deal_at + 1 :]
        r.deal[r.deal_at :] = (
            [p for p in rest if isinstance(p, Hand)] + [UP_CARD] + [p for p in rest if not isinstance(p, Hand)]
        )
    elif code == "natural-overlooked":
        settlement.take_settlements_back(r, hand_of(irregularity))
    elif code == "card-impossible":
        r.shoe.allow(card_of(irregularity))
    elif code == "hole-card-exposed":
        _expose_hole_card(r, card_of(irregularity))
        return
    go_on(r)


def _deal_missing_cards(r: Round) -> None:
    """The dealer's missing cards come at once, one after the other; then play goes on where it stood (CB 10)."""
    missing, r.missing, r.missed = r.missing, [], None
    r.missed_at, r.missed_cards = len(r.moves), len(missing)
    if r.phase is phases.OPEN or r.phase is phases.DEAL:
        r.deal[r.deal_at : r.deal_at] = missing
    else:
        r.interrupted = r.due if isinstance(r.due, Hand) else None
        r.phase = phases.DEAL
        r.deal_at = len(r.deal)
        r.deal += missing
    flow.deal_on(r)


def _expose_hole_card(r: Round, card: Card) -> None:
    r.irregularity = None
    if r.due is HOLE_CARD:
        flow.card_arrives(r, card)
        r.hole_echo = len(r.moves) + 1
    else:
        r.hole_known = card
        r.shoe.identify(card)


def reshuffle(r: Round, irregularity: OpenIrregularity) -> None:
    if irregularity.code == "shoe-empty":
        r.irregularity = None
        r.shoe.reshuffled(r.cards_on_layout())
        r.due_after_burn = r.due
        r.due = BURN
    else:
        go_on(r)


def without_reader(r: Round, _irregularity: OpenIrregularity) -> None:
    """The round goes on as with a hole card that nobody checks."""
    r.irregularity = None
    r.check = "without-reader"
    r.switch_closed = r.rules.check == "after-switches"
    naturals.close_switches(r)
    flow.start_play(r)


def void_by_ruling(r: Round, irregularity: OpenIrregularity) -> None:
    end_round(r, "void", catalogue.ruling_for(r.rules, irregularity.code).clause)


def counts_as_21(r: Round, _irregularity: OpenIrregularity) -> None:
    r.irregularity = None
    r.counts_as_21 = True
    r.dealer.blackjack = False
    flow.after_second_card(r)


def stands(r: Round, _irregularity: OpenIrregularity) -> None:
    """What is shown counts: a blackjack as blackjack; no blackjack, and the players play on against an open hand."""
    r.irregularity = None
    if r.dealer.blackjack:
        flow.after_second_card(r)
    else:
        r.check = "clear"
        flow.check_is_clear(r)


def card_of(irregularity: OpenIrregularity) -> Card:
    if irregularity.card is None:
        raise Bug(f"{irregularity.code} has no card")
    return irregularity.card


def hand_of(irregularity: OpenIrregularity) -> Hand:
    if irregularity.hand is None:
        raise Bug(f"{irregularity.code} has no hand")
    return irregularity.hand


Choice = Callable[[Round, OpenIrregularity], None]

CHOICES: Final[dict[str, Choice]] = {
    "discard": burn,
    "burn": burn,
    "accept": accept,
    "next-card": next_card,
    "continue": go_on_as,
    "misdeal": misdeal,
    "reshuffle": reshuffle,
    "dead-hand": dead_hand,
    "deal-last": deal_last,
    "keep": keep,
    "forward": forward,
    "back-one": forward,
    "dealer-next": dealer_next,
    "counts-as-21": counts_as_21,
    "stands": stands,
    "void": void_by_ruling,
    "continue-without-reader": without_reader,
    "device-removed": lambda r, _: go_on(r),
    "continue-by-hand": lambda r, _: go_on(r),
}
