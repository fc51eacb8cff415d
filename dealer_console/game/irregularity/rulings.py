"""What a ruling does: every choice of every irregularity, and the way back into the course of the round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import Card
from dealer_console.game.errors import Bug
from dealer_console.game.hand import OFFER_PASSED, Hand, SpotLayout
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.irregularity.irregularity_places import next_asked
from dealer_console.game.play import flow
from dealer_console.game.state import BURN, DEALER, HOLE_CARD, UP_CARD, Due, OpenIrregularity, Place, Round
from dealer_console.game.wagers import settlement

PER_PLAYER: Final = frozenset({"hand-not-dealt", "hand-one-card", "hand-too-many-cards"})
SURPLUS: Final = frozenset({"hand-too-many-cards", "dealer-wrong-count"})  # they may name the card that is one too many


def rule(r: Round, move: moves.Ruled) -> None:
    irregularity = r.irregularity or r.missed
    if irregularity is None:
        raise Bug("no irregularity is open")
    r.joining = None
    if irregularity.code in SURPLUS and move.choice != "keep":
        _burn_loose_card(r, irregularity)
    CHOICES[move.choice](r, irregularity)


def take_exposed_card(r: Round, move: moves.ExposedCardTaken) -> None:
    irregularity = _open(r)
    card = _card(irregularity)
    if irregularity.code == "card-face-up-in-shoe":
        accept(r, irregularity)
        return
    r.irregularity = None
    hand = r.hands[move.hand]
    if hand.stood:
        hand.stood = hand.over = False
        r.phase = phases.PLAY
    for first in irregularity.refused_by:
        if not first.over:
            first.waiting_card = True
            r.set_aside.append(first)
    if r.phase is phases.PLAY:
        r.turn = r.spots.index(hand.spot)
        _hit_with(r, hand, card)
    else:
        flow.early_card(r, hand, card)


def refuse_exposed_card(r: Round, move: moves.ExposedCardRefused) -> None:
    hand = r.hands[move.hand]
    irregularity = r.irregularity
    if irregularity is None:
        hand.spot.no_more_cards = True
        hand.spot.ruled_by = catalogue.ruling_for(r.rules, "card-exposed").clause
        return
    irregularity.refused_by.append(hand)
    once_more = len(irregularity.refused_by) < 2
    irregularity.asked = next_asked(r, irregularity.refused_by) if once_more else None


def let_spot_out(r: Round, move: moves.SpotLeft) -> None:
    spot = r.spot(move.spot)
    if spot is None:
        raise Bug(f"no spot {move.spot}")
    spot.out = True
    code = r.irregularity.code if r.irregularity else "dealer-card-missed"
    settlement.return_spot(r, spot, catalogue.ruling_for(r.rules, code).clause)
    if r.irregularity is None:
        go_on(r)
        return
    rest = _still_to_deal(r)
    if rest:
        r.deal[r.deal_at :] = rest
    if isinstance(r.due, Hand) and r.due.dead:
        r.due = rest[0] if rest else None


def spot_plays_on(_r: Round, _move: moves.SpotPlaysOn) -> None:
    """The player's answer is on record; nothing changes on the layout."""


def void(r: Round, _move: moves.RoundVoided) -> None:
    end_round(r, "void", r.rules.cite("void"))


def end_round(r: Round, how: str, clause: str) -> None:
    """A misdeal gives every wager back; a void leaves side bets that were decided, unless the table says otherwise."""
    if r.irregularity is not None and r.irregularity.code not in SURPLUS:
        _burn_loose_card(r, r.irregularity)
    r.ended_by = how
    r.irregularity = None
    settlement.return_everything(r, clause, side_bets=how == "misdeal" or r.table.void_returns_side_bets)
    flow.close(r)


def _burn_loose_card(r: Round, irregularity: OpenIrregularity) -> None:
    """The card that an irregularity names has left the shoe: it is counted, and burned where nobody gets it."""
    in_place_of_hole_card = irregularity.code == "hole-card-exposed" and r.due is HOLE_CARD
    if irregularity.card is not None and (irregularity.code in catalogue.CARD_IS_OUT or in_place_of_hole_card):
        r.shoe.draw(irregularity.card)
        r.burned.append(irregularity.card)


# --- back into the round -------------------------------------------------------------------------------------------


def go_on(r: Round) -> None:
    """The irregularity is over: find what the round waits for now."""
    r.irregularity = None
    if r.due is BURN and any(spot.left for spot in r.spots):
        return  # a burn after a reshuffle comes first, whatever was ruled meanwhile
    if r.phase is phases.OPEN or r.phase is phases.DEAL:
        _go_on_dealing(r)
    elif r.phase is phases.PLAY:
        if r.due is None or (isinstance(r.due, Hand) and r.due.dead):
            r.due = None
            flow.next_turn(r)
    elif r.phase is phases.SWITCHES:
        flow.next_offer(r)
    elif r.due is DEALER:
        r.due = None
        if r.phase is phases.SHOW:
            flow.players_are_done(r)
        else:
            flow.draw_on(r)


def _still_to_deal(r: Round) -> list[Due]:
    if r.phase is not phases.OPEN and r.phase is not phases.DEAL:
        return []
    return [place for place in r.deal[r.deal_at :] if not (isinstance(place, Hand) and place.dead)]


def _go_on_dealing(r: Round) -> None:
    rest = r.deal[r.deal_at :] = _still_to_deal(r)
    if not any(spot.left for spot in r.spots):
        flow.close(r)
    elif rest:
        r.phase = phases.DEAL if r.deal_at or r.phase is phases.DEAL else r.phase
        flow.deal_on(r)
    else:
        r.due = None
        flow.deal_is_done(r)


def _open(r: Round) -> OpenIrregularity:
    if r.irregularity is None:
        raise Bug("no irregularity is open")
    return r.irregularity


def _card(irregularity: OpenIrregularity) -> Card:
    if irregularity.card is None:
        raise Bug(f"{irregularity.code} has no card")
    return irregularity.card


def _hand(irregularity: OpenIrregularity) -> Hand:
    if irregularity.hand is None:
        raise Bug(f"{irregularity.code} has no hand")
    return irregularity.hand


def _hit_with(r: Round, hand: Hand, card: Card) -> None:
    """The card counts as the hand's hit, or is the card that it was due anyway."""
    if r.phase is phases.PLAY and r.due is None:
        hand.acted = True
        if hand.spot.offer_open:
            flow.pass_offer(r, hand.spot)
        r.hand = hand
    r.due = hand
    flow.card_arrives(r, card)


# --- the choices ---------------------------------------------------------------------------------------------------


def burn(r: Round, irregularity: OpenIrregularity) -> None:
    _card(irregularity)
    if irregularity.code == "card-face-up-in-shoe":
        second = irregularities.second_face_up(r)
        _count_face_up(r)
        if second:
            end_round(r, "void", catalogue.ruling_for(r.rules, irregularity.code).clause)
            return
    _burn_loose_card(r, irregularity)
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
    _hit_with(r, hand, _card(irregularity))


def _count_face_up(r: Round) -> None:
    r.face_up_found += 1
    r.shoe.face_up += 1


def next_card(r: Round, irregularity: OpenIrregularity) -> None:
    """A card drawn too early is the next card from the shoe; one that was seen lies there until somebody is due it."""
    if irregularity.code == "card-exposed":
        r.exposed = _card(irregularity)
        flow.hold(r, r.exposed, for_dealer=False)
    go_on(r)


def forward(r: Round, irregularity: OpenIrregularity) -> None:
    card = _card(irregularity)
    r.irregularity = None
    if r.due is not None and r.due is not BURN:
        flow.card_arrives(r, card)
    else:
        flow.hold(r, card, for_dealer=False)
        go_on(r)


def dealer_next(r: Round, irregularity: OpenIrregularity) -> None:
    card = _card(irregularity)
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
    spot = _hand(irregularity).spot
    spot.out = True
    settlement.misdeal_spot(r, spot, clause)
    go_on(r)


def dead_hand(r: Round, irregularity: OpenIrregularity) -> None:
    hand = _hand(irregularity)
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
    hand = _hand(irregularity)
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
    r.surplus_for = _hand(irregularity)
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
        settlement.take_settlements_back(r, _hand(irregularity))
    elif code == "card-impossible":
        r.shoe.allow(_card(irregularity))
    elif code == "hole-card-exposed":
        _expose_hole_card(r, _card(irregularity))
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
    flow.close_switches(r)
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

HANDLERS: Final[dict[type, Callable[[Round, Any], None]]] = {
    moves.IrregularityCalled: irregularities.call,
    moves.Ruled: rule,
    moves.ExposedCardTaken: take_exposed_card,
    moves.ExposedCardRefused: refuse_exposed_card,
    moves.SpotLeft: let_spot_out,
    moves.SpotPlaysOn: spot_plays_on,
    moves.RoundVoided: void,
}
