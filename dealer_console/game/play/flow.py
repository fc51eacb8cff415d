"""The course of a round: what follows by itself from each card and each answer (rulesets 3).

Every function leaves the round waiting for exactly one thing: a card that is due, or a move of the phase.

These steps call each other in a ring (a card ends a hand, the last hand brings the dealer, the dealer's card is due, a
held card arrives): apart they would be modules that import each other.
"""

from __future__ import annotations

from dealer_console.game import phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.hand import OFFER_NONE, OFFER_PASSED, Hand
from dealer_console.game.play import dealer_draw, naturals
from dealer_console.game.state import BURN, DEALER, HOLE_CARD, UP_CARD, Due, Place, Round
from dealer_console.game.wagers import settlement

# --- a card arrives ------------------------------------------------------------------------------------------------


def card_arrives(r: Round, card: Card) -> None:
    """A card goes where it is due."""
    due, shoe = r.due, r.shoe
    shoe.out += 1
    shoe.copies[card.index] += 1
    if type(due) is Hand:
        if due is r.surplus_for:
            _surplus_card(r, due, card)
        elif r.phase is phases.PLAY:
            r.due = None
            r.joining = None
            _to_hand_in_play(r, due, card)
        else:
            _to_hand_in_deal(r, due, card)
    elif due is BURN:
        r.burned.append(card)
        _resume_after_burn(r)
    else:
        _to_dealer(r, due, card)


def _to_hand_in_deal(r: Round, hand: Hand, card: Card) -> None:
    hand.take(card)
    if len(hand.cards) == 2:
        has_two_cards(hand)
    next_in_deal(r)


def has_two_cards(hand: Hand) -> None:
    """The first two cards of a hand, as dealt; ace and ten-value are a natural."""
    hand.spot.dealt[hand.id[1]] = tuple(hand.cards)
    if hand.total == 21:
        hand.natural = hand.blackjack = hand.over = True


def _surplus_card(r: Round, hand: Hand, card: Card) -> None:
    """A hand keeps a card too many: it counts like a hit, and a natural is none any more."""
    r.surplus_for = None
    if hand.spot.offer_open:
        hand.spot.offer = OFFER_PASSED  # three cards are no two to exchange
    if r.phase is phases.PLAY:
        r.due = None
        hand.natural = hand.blackjack = False
        hand.over = hand.stood
        _to_hand_in_play(r, hand, card)
        return
    hand.take(card)
    hand.natural = hand.blackjack = False
    hand.over = hand.total >= 21
    if r.phase is phases.DEAL and r.deal_at < len(r.deal):
        r.due = r.deal[r.deal_at]
    else:
        r.due = None
        _take_dealt_busts(r)
        if r.phase is phases.SWITCHES:
            next_offer(r)


def _take_dealt_busts(r: Round) -> None:
    for hand in r.hands.values():
        if hand.total > 21 and not hand.busted and not hand.dead:
            hand.busted = hand.over = True
            settlement.settle_bust(r, hand)


def _to_dealer(r: Round, place: Due | None, card: Card) -> None:
    dealer = r.dealer
    if place is UP_CARD:
        dealer.take(card)
        next_in_deal(r)
    elif place is HOLE_CARD:
        dealer.cards.append(UNSEEN)
        dealer.hole_dealt = True
        if card is not UNSEEN:
            r.hole_known = card
        next_in_deal(r)
    elif r.phase is phases.SHOW:
        r.due = None
        dealer.show_hole(card)
        second_card_shown(r)
    else:
        r.due = None
        dealer.take(card)
        draw_on(r)


def next_in_deal(r: Round) -> None:
    r.phase = phases.DEAL
    r.deal_at += 1
    deal_on(r)


def deal_on(r: Round) -> None:
    """The next place of the deal; the dealer's own are passed over while it is not noticed that they are missing."""
    at, deal = r.deal_at, r.deal
    while r.missed is not None and at < len(deal) and isinstance(deal[at], Place):
        r.missing.append(deal.pop(at))
    if at < len(deal):
        make_due(r, deal[at])
    else:
        r.due = None
        deal_is_done(r)


def make_due(r: Round, place: Due) -> None:
    """The next card goes there; a card that is held for it goes there at once."""
    r.due = place
    if not r.held or r.card_waits:
        return
    if r.held_for_anyone:
        card = r.held_for_anyone.pop(0)
        _held_card_arrives(r, card)
    elif isinstance(place, Place) and place is not BURN:
        card = r.held_for_dealer.pop(0)
        _held_card_arrives(r, card)


def serve_waiting_card(r: Round) -> None:
    """No other bettor joins any more: the exposed card goes to the hand that doubled or split."""
    if r.card_waits and r.due is not None:
        r.card_waits = False
        make_due(r, r.due)


def hold(r: Round, card: Card, *, for_dealer: bool) -> None:
    """A card that left the shoe waits for the next place that is due one, or for the dealer's next card."""
    r.shoe.draw(card)
    r.held = True
    if for_dealer:
        r.held_for_dealer = [*r.held_for_dealer, card]
    else:
        r.held_for_anyone = [*r.held_for_anyone, card]


def _held_card_arrives(r: Round, card: Card) -> None:
    r.held = bool(r.held_for_dealer or r.held_for_anyone)
    r.shoe.out -= 1  # it was counted when it left the shoe
    r.shoe.copies[card.index] -= 1
    card_arrives(r, card)


def _resume_after_burn(r: Round) -> None:
    """After a reshuffle in the middle of a round the card that was due before the burn is due again."""
    if r.phase is phases.OPEN or r.phase is phases.DEAL:
        make_due(r, r.deal[r.deal_at])
    elif r.phase is not phases.PLAY:
        make_due(r, DEALER)
    elif isinstance(r.due_after_burn, Hand) and not r.due_after_burn.dead:
        make_due(r, r.due_after_burn)
    else:
        r.due = None  # whoever had asked for the card has left
        next_turn(r)


def early_card(r: Round, hand: Hand, card: Card) -> None:
    """A hand takes an exposed card as its hit before play has begun (insurance or the check is still open)."""
    r.shoe.draw(card)
    hand.acted = True
    if hand.spot.offer_open:
        naturals.pass_offer(r, hand.spot)
    hand.take(card)
    hand.over = hand.total == 21 and r.rules.complete_at_21
    _take_dealt_busts(r)
    if r.phase is phases.SWITCHES:
        next_offer(r)


# --- after the deal ------------------------------------------------------------------------------------------------


def deal_is_done(r: Round) -> None:
    up = r.up_card
    r.at_risk_now = up is None or up.opens_blackjack
    if r.irregular:
        for spot in r.spots:
            if spot.offer != OFFER_NONE and any(hand.dead for hand in spot.hands):
                spot.offer = OFFER_PASSED
    if r.has_side_bets and up is not None:
        settlement.settle_after_deal(r)
    if r.irregular:
        _take_dealt_busts(r)
    if r.rules.naturals_paid == "at-once" and not r.at_risk_now:
        naturals.pay_all(r)
    if up is None or r.missed is not None:
        start_play(r)  # the players go on as though the dealer's card were not due
    elif up.is_ace and not (r.irregular and any(hand.acted for hand in r.hands.values())):
        r.phase = phases.INSURANCE
    else:
        insurance_is_closed(r)


def insurance_is_closed(r: Round) -> None:
    if r.at_risk_now and r.table.hole_card_is_checked:
        r.check = "due"
        if r.rules.check == "after-switches":
            r.phase = phases.SWITCHES
            next_offer(r)
        else:
            r.phase = phases.CHECK
    else:
        start_play(r)


def next_offer(r: Round) -> None:
    """The switches of all spots before the check, in spot order."""
    for number, spot in enumerate(r.spots):
        if spot.offer_open:
            r.turn = number
            r.phase = phases.SWITCHES
            return
    r.turn = len(r.spots)
    r.phase = phases.CHECK


def checked(r: Round, *, blackjack: bool) -> None:
    r.switch_closed = r.rules.check == "after-switches"
    r.check = "blackjack" if blackjack else "clear"
    if blackjack:
        r.phase = phases.SHOW
        return
    check_is_clear(r)


def check_is_clear(r: Round) -> None:
    r.at_risk_now = False
    if r.rules.insurance_taken == "at-check":
        settlement.take_insurance(r)
    if r.rules.naturals_paid == "at-once":
        naturals.pay_all(r)
    naturals.close_switches(r)
    start_play(r)


# --- the players ---------------------------------------------------------------------------------------------------


def start_play(r: Round) -> None:
    r.phase = phases.PLAY
    r.turn = 0
    hand, r.interrupted = r.interrupted, None
    if hand is None or hand.dead:
        next_turn(r)
        return
    r.turn = r.spots.index(hand.spot)
    r.hand = hand
    make_due(r, hand)


def next_turn(r: Round) -> None:
    """Find the hand in turn: the leftmost unfinished hand of the first spot that is not finished."""
    spots = r.spots
    while r.turn < len(spots):
        spot = spots[r.turn]
        for hand in spot.hands:
            if not hand.over and not hand.waiting_card:
                r.hand = hand
                if len(hand.cards) == 1:
                    make_due(r, hand)
                return
        if spot.offer_open:
            r.hand = None
            return
        if not spot.switched:
            naturals.pay_after_offer(r, spot)
        r.turn += 1
    for number, spot in enumerate(spots):  # an exposed card may have passed over a spot that still owes its answer
        if spot.offer_open:
            r.turn, r.hand = number, None
            return
    _late_hands(r)


def _late_hands(r: Round) -> None:
    """Hands that had to wait: those set aside, then the missed hits, in the order in which they were put back."""
    for waiting in (r.set_aside, r.postponed):
        if waiting:
            hand = waiting.pop(0)
            for released in together(hand) if waiting is r.postponed else (hand,):
                released.waiting_card = False
            r.turn = r.spots.index(hand.spot)
            r.hand = hand
            if waiting is r.postponed:
                make_due(r, hand)
            return
    r.hand = None
    players_are_done(r)


def together(hand: Hand) -> list[Hand]:
    """The hand that missed its card, and after a split the other hands of its starting hand that are not complete."""
    if len(hand.cards) > 1:
        return [hand]
    return [other for other in hand.spot.hands if other.id.letter == hand.id.letter and not other.over]


def _to_hand_in_play(r: Round, hand: Hand, card: Card) -> None:
    hand.take(card)
    r.last_hand = hand
    if card is UNSEEN:
        hand.face_down = hand.over = True
    elif hand.total > 21:
        hand.busted = hand.over = True
        settlement.settle_bust(r, hand)
    elif (
        hand.doubled
        or (hand.total == 21 and r.rules.complete_at_21)
        or (hand.split_ace and len(hand.cards) == 2 and not may_split_again(r, hand))
    ):
        hand.over = True
    if hand is not r.hand or hand.over:
        next_turn(r)


def may_split_again(r: Round, hand: Hand) -> bool:
    """A split ace that received an ace waits only where another split is allowed."""
    fewer = hand.spot.births[hand.id.letter] < r.table.hands_per_split
    return hand.pair and r.table.resplit_aces and fewer and not hand.spot.no_more_cards


# --- the dealer ----------------------------------------------------------------------------------------------------


def players_are_done(r: Round) -> None:
    r.phase = phases.SHOW
    if r.missed is not None:
        return  # only the dealer's missing cards can come now
    if r.dealer.hole_shown:
        after_second_card(r)
    elif r.table.hole_card_comes_last:
        if dealer_draw.needs_second_card(r):
            make_due(r, DEALER)
        else:
            finish(r)


def second_card_shown(r: Round) -> None:
    """The check must agree with what is shown; otherwise only a ruling goes on from here."""
    if r.check in ("clear", "blackjack") and (r.check == "blackjack") != r.dealer.blackjack:
        r.phase = phases.DISPUTE
    else:
        after_second_card(r)


def after_second_card(r: Round) -> None:
    r.at_risk_now = False
    if r.dealer.blackjack:
        finish(r)
        return
    settlement.take_insurance(r)
    for spot in settlement.from_the_right(r):
        for hand in reversed(spot.hands):
            if hand.removed:
                continue
            if hand.surrendered:
                settlement.settle_surrender(r, hand)
            elif hand.busted:
                settlement.settle_marked(r, hand)
    r.phase = phases.DRAW
    draw_on(r)


def draw_on(r: Round) -> None:
    if not r.counts_as_21 and dealer_draw.must_draw(r) and (r.rules.needless_drawing or dealer_draw.hand_contests(r)):
        make_due(r, DEALER)
    else:
        dealer_is_done(r)


def dealer_is_done(r: Round) -> None:
    r.due = None
    if any(hand.face_down for hand in r.hands.values()):
        r.phase = phases.TURN
    else:
        finish(r)


def finish(r: Round) -> None:
    settlement.settle_at_end(r)
    r.close()
