"""What each lawful move does to the round. `engine.play` has asked `legality` before it comes here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN
from dealer_console.game.errors import Bug
from dealer_console.game.hand import OFFER_KEEP_ONLY, OFFER_PASSED, Hand, HandId, SpotLayout, Wager
from dealer_console.game.money import ZERO
from dealer_console.game.play import flow, naturals
from dealer_console.game.state import BURN, Joining, Round, ride
from dealer_console.game.wagers import settlement


def draw_card(r: Round, move: moves.CardDrawn) -> None:
    card = move.card
    if card is not UNSEEN:
        flow.card_arrives(r, card)
        return
    if r.hole_echo == len(r.moves):
        return  # the hole card was written down when it was exposed
    if burns(r):
        r.shoe.draw(card)
        r.burned.append(card)
    else:
        flow.card_arrives(r, card)


def deal_card(r: Round, move: moves.CardDrawn) -> None:
    """A card of the deal: the plain case in one stroke, everything else by `draw_card`."""
    hand, card = r.due, move.card
    at = r.deal_at + 1
    if type(hand) is not Hand or card is UNSEEN or r.irregular or at >= len(r.deal):
        draw_card(r, move)
        return
    shoe = r.shoe
    shoe.out += 1
    shoe.copies[card.index] += 1
    cards = hand.cards
    cards.append(card)
    hand.count(card)
    if len(cards) == 2:
        flow.has_two_cards(hand)
    r.deal_at = at
    r.due = r.deal[at]


def burns(r: Round) -> bool:
    """An unseen card at the very start is the burn card; a second one is burned by mistake where play goes on."""
    return r.phase is phases.OPEN and r.due is not BURN and (not r.burned or r.rules.extra_burn == "play-on")


def burn_card(r: Round, move: moves.CardBurned) -> None:
    if r.phase is phases.OPEN and r.due is not BURN:
        r.shoe.draw(move.card)
        r.burned.append(move.card)
    else:
        flow.card_arrives(r, move.card)


def insure(r: Round, move: moves.Insured) -> None:
    spot = r.hands[move.hand].spot
    wager = Wager(spot=spot, bettor=move.bettor, hand=None, kind="insurance", stake=move.amount)
    wager.hand_name = move.hand
    r.insurance.append(wager)


def take_even_money(r: Round, move: moves.EvenMoneyTaken) -> None:
    settlement.settle_even_money(r, r.hands[move.hand])


def close_insurance(r: Round, _move: moves.InsuranceClosed) -> None:
    flow.insurance_is_closed(r)


def check_hole_card(r: Round, move: moves.HoleCardChecked) -> None:
    flow.checked(r, blackjack=move.blackjack)


def switch(r: Round, move: moves.Switched) -> None:
    spot = _spot(r, move.spot)
    spot.switched = True
    spot.offer = OFFER_PASSED
    _exchange(spot)
    for hand in spot.hands:
        hand.natural = False
        hand.blackjack = hand.two_card_21 and r.rules.switched_21 == "blackjack"
        hand.over = hand.blackjack or (hand.total == 21 and r.rules.complete_at_21)
    _go_on_after_offer(r)


def take_switch_back(r: Round, move: moves.SwitchTakenBack) -> None:
    spot = _spot(r, move.spot)
    spot.switched = False
    spot.offer = OFFER_KEEP_ONLY
    _exchange(spot)
    for hand in spot.hands:
        hand.stood = hand.acted = False
        hand.natural = hand.blackjack = hand.over = hand.two_card_21
    r.turn = min(r.turn, r.spots.index(spot))
    if r.check == "due":
        flow.next_offer(r)
    elif isinstance(r.due, Hand):
        r.hand = None  # a card asked for by another spot comes first, then the turn comes back
    else:
        r.due = None
        r.phase = phases.PLAY
        flow.next_turn(r)


def _exchange(spot: SpotLayout) -> None:
    a, b = spot.hands
    a.cards[1], b.cards[1] = b.cards[1], a.cards[1]
    a.recount()
    b.recount()


def decline_switch(r: Round, move: moves.SwitchDeclined) -> None:
    naturals.pass_offer(r, _spot(r, move.spot))
    _go_on_after_offer(r)


def _go_on_after_offer(r: Round) -> None:
    if r.phase is phases.SWITCHES:
        flow.next_offer(r)
    else:
        flow.next_turn(r)


def _decides(r: Round, name: HandId) -> Hand:
    """Any decision on a hand declines the switch of its spot."""
    hand = r.hands[name]
    hand.acted = True
    if hand.spot.offer_open:
        naturals.pass_offer(r, hand.spot)
    return hand


def stand(r: Round, move: moves.Stood) -> None:
    hand = _decides(r, move.hand)
    hand.stood = hand.over = True
    flow.next_turn(r)


def hit(r: Round, move: moves.HitAsked) -> None:
    flow.make_due(r, _decides(r, move.hand))


def surrender(r: Round, move: moves.Surrendered) -> None:
    hand = _decides(r, move.hand)
    hand.surrendered = hand.over = True
    if not r.dealer.up.opens_blackjack:
        settlement.settle_surrender(r, hand)
    flow.next_turn(r)


def double(r: Round, move: moves.Doubled) -> None:
    if move.bettor != moves.CALLER:
        hand = _joined(r, move.bettor).hand
        _add_double(hand, move)
        return
    hand = _decides(r, move.hand)
    _add_double(hand, move)
    hand.doubled = True
    r.joining = Joining("double", hand.id, hand, None)
    _ask_for_card(r, hand)


def _ask_for_card(r: Round, hand: Hand) -> None:
    """The card of a double or split; an exposed card that lies there waits until nobody can join any more."""
    r.card_waits = r.held and any(hand.base_wager(bet.bettor) is not None for bet in hand.spot.bets[1:])
    flow.make_due(r, hand)
    if r.card_waits:
        served = r.copy()
        flow.serve_waiting_card(served)
        if served.complete:  # no other move could bring the card
            flow.serve_waiting_card(r)


def _add_double(hand: Hand, move: moves.Doubled) -> None:
    base = hand.base_wager(move.bettor)
    if base is None:
        raise Bug(f"{move!r}: no wager to double")
    amount = base.nominal if move.amount is None else move.amount
    wager = Wager(spot=hand.spot, bettor=move.bettor, hand=hand, kind="double", stake=amount)
    hand.wagers.append(wager)
    if move.toke is not None:
        hand.wagers.append(ride(wager, move.toke))


def double_free(r: Round, move: moves.DoubledFree) -> None:
    hand = _decides(r, move.hand)
    base = hand.base_wager(moves.CALLER)
    if base is None:
        raise Bug(f"{move!r}: no wager to double")
    hand.wagers.append(
        Wager(spot=hand.spot, bettor=moves.CALLER, hand=hand, kind="free-double", stake=ZERO, nominal=base.nominal)
    )
    hand.doubled = True
    flow.make_due(r, hand)


def split(r: Round, move: moves.HandSplit) -> None:
    if move.bettor != moves.CALLER:
        joining = _joined(r, move.bettor)
        if joining.new_hand is None:
            raise Bug(f"{move!r}: nothing to join")
        _add_split(joining.hand, joining.new_hand, move)
        return
    hand = _decides(r, move.hand)
    new_hand = _split_hand(r, hand)
    _add_split(hand, new_hand, move)
    r.joining = Joining("split", move.hand, hand, new_hand)
    _ask_for_card(r, hand)


def _add_split(hand: Hand, new_hand: Hand, move: moves.HandSplit) -> None:
    base = hand.base_wager(move.bettor)
    if base is None:
        raise Bug(f"{move!r}: no wager to split")
    wager = Wager(spot=hand.spot, bettor=move.bettor, hand=new_hand, kind="split", stake=base.nominal)
    new_hand.wagers.append(wager)
    if move.toke is not None:
        new_hand.wagers.append(ride(wager, move.toke))


def split_free(r: Round, move: moves.SplitFree) -> None:
    hand = _decides(r, move.hand)
    new_hand = _split_hand(r, hand)
    base = hand.base_wager(moves.CALLER)
    if base is None:
        raise Bug(f"{move!r}: no wager to split")
    new_hand.wagers.append(
        Wager(spot=hand.spot, bettor=moves.CALLER, hand=new_hand, kind="free-split", stake=ZERO, nominal=base.nominal)
    )
    flow.make_due(r, hand)


def _split_hand(r: Round, hand: Hand) -> Hand:
    """The new hand lies to the right of the one it came from; numbers go by birth."""
    spot = hand.spot
    letter = hand.id.letter
    if not hand.from_split:
        del r.hands[hand.id]
        hand.id = HandId(f"{spot.number}{letter}1")
        r.hands[hand.id] = hand
        spot.births[letter] = 1
    spot.births[letter] += 1
    new_hand = Hand(HandId(f"{spot.number}{letter}{spot.births[letter]}"), spot)
    new_hand.take(hand.cards.pop())
    hand.recount()
    for half in (hand, new_hand):
        half.from_split = True
        half.split_ace = new_hand.cards[0].is_ace
    spot.hands.insert(spot.hands.index(hand) + 1, new_hand)
    r.hands[new_hand.id] = new_hand
    return new_hand


def _joined(r: Round, bettor: int) -> Joining:
    if r.joining is None:
        raise Bug("nobody to join")
    r.joining.bettors.add(bettor)  # type: ignore[arg-type]
    return r.joining


def turn_double_card(r: Round, move: moves.DoubleCardTurned) -> None:
    hand = r.hands[move.hand]
    hand.cards[-1] = move.card
    hand.count(move.card)
    hand.face_down = False
    hand.busted = hand.total > 21
    r.shoe.identify(move.card)
    if not any(hand.face_down for hand in r.hands.values()):
        flow.finish(r)


def show_hole_card(r: Round, move: moves.HoleCardShown) -> None:
    r.dealer.show_hole(move.card)
    if r.hole_known is None:
        r.shoe.identify(move.card)
    flow.second_card_shown(r)


def _spot(r: Round, number: int) -> SpotLayout:
    for spot in r.spots:
        if spot.number == number:
            return spot
    raise Bug(f"no spot {number}")


Handler = Callable[[Round, Any], None]

HANDLERS: Final[dict[type, Handler]] = {
    moves.CardDrawn: draw_card,
    moves.CardBurned: burn_card,
    moves.Insured: insure,
    moves.EvenMoneyTaken: take_even_money,
    moves.InsuranceClosed: close_insurance,
    moves.HoleCardChecked: check_hole_card,
    moves.Switched: switch,
    moves.SwitchDeclined: decline_switch,
    moves.SwitchTakenBack: take_switch_back,
    moves.Stood: stand,
    moves.HitAsked: hit,
    moves.Surrendered: surrender,
    moves.Doubled: double,
    moves.HandSplit: split,
    moves.DoubledFree: double_free,
    moves.SplitFree: split_free,
    moves.DoubleCardTurned: turn_double_card,
    moves.HoleCardShown: show_hole_card,
}
