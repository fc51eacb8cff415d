"""One verifier for the button, the check and the deed: why a move is refused, with its clause, or None.

The phase table is asked first, then the rule of the move itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import course, deeds, irregularities, moves, phases
from dealer_console.game.bets import why_not_toke
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, HandId, SpotLayout
from dealer_console.game.money import Cents, half_down, show
from dealer_console.game.nearest import did_you_mean
from dealer_console.game.side_bets import bounty_decided, is_twenty, trilux_decided
from dealer_console.game.state import BURN, HOLE_CARD, UP_CARD, Due, Round


def why_not(r: Round, move: moves.Move) -> Refusal | None:
    """The reason and clause for refusing this move now, or None when it is lawful."""
    if r.irregularity is None:
        check = r.phase.checks.get(type(move))
        if check is not None:
            return check(r, move)
        if type(move) not in irregularities.MOVES:
            return _not_now(r, move)
    return irregularities.why_not(r, move)


def _not_now(r: Round, move: moves.Move) -> Refusal | None:
    if isinstance(move, moves.CardDrawn):
        if r.hole_echo and move.card is UNSEEN:
            return None
        if r.surplus_for is not None and move.card is not UNSEEN:
            return why_not_face(r, move.card, r.surplus_for)
    if r.phase is phases.COMPLETE:
        return _after_the_end(r, move)
    if isinstance(move, moves.HoleCardChecked) and r.check == "without-reader":
        clause = irregularities.ruling_for(r.rules, "reader-fault").clause
        return Refusal("the round goes on without the reader", clause)
    waits = irregularities.awaited(r) if r.phase is phases.DISPUTE else r.phase.waits
    what = "no card is due" if isinstance(move, moves.CardDrawn | moves.CardBurned) else "not now"
    return Refusal(f"{what}: the round waits for {waits}", r.rules.cite(_topic_now(r, move)))


def _after_the_end(r: Round, move: moves.Move) -> Refusal:
    if isinstance(move, moves.CardDrawn) and r.ended_by is None and r.dealer.hole_shown:
        if course.must_draw(r):
            return Refusal("the dealer draws no card that can change no wager", r.rules.cite("no_needless_drawing"))
        clause = (
            r.rules.choices["soft_17"].clause
            if r.dealer.soft and r.dealer.total == 17
            else r.rules.cite("dealer_stands")
        )
        return Refusal(f"the dealer stands on {total_text(r.dealer)}", clause)
    topic = "no_needless_drawing" if isinstance(move, moves.CardDrawn) and r.ended_by is None else "complete"
    return Refusal("the round is complete", r.rules.cite(topic))


def _topic_now(r: Round, move: moves.Move) -> str:
    """The clause of what comes first now, or of the thing asked for when its time is over."""
    kind, phase = type(move), r.phase
    if phase is phases.INSURANCE:
        return "insurance_before_check" if kind is moves.HoleCardChecked else "insurance_time"
    if kind is moves.Insured or kind is moves.InsuranceClosed:
        return _topic_of_insurance(r)
    if kind is moves.HoleCardChecked:
        return "check" if r.table.hole_card_is_checked else "hole_card_dealt"
    if kind in _OWN_TOPIC:
        return _OWN_TOPIC[kind]
    if phase is phases.PLAY:
        return _topic_in_play(r, kind)
    if phase is phases.SHOW:
        return "check" if r.check == "blackjack" else "dealer_card"
    return phase.topic


# These keep the clause of the thing asked for whenever they come too early or too late.
_OWN_TOPIC: Final[dict[type, str]] = {
    moves.EvenMoneyTaken: "even_money",
    moves.SwitchTakenBack: "take_back",
    moves.DoubleCardTurned: "turn",
}


def _topic_of_insurance(r: Round) -> str:
    up = r.up_card
    if up is None:
        return "insurance_time"
    if not up.is_ace:
        return "insurance"
    return "insurance_before_check" if r.check in ("clear", "blackjack") else "insurance_closed"


def _topic_in_play(r: Round, kind: type) -> str:
    if r.hand is None and r.due is None:
        return "switch"
    if kind is moves.HoleCardShown:
        return "dealer_card" if r.table.hole_card_comes_last else "hole_card_dealt"
    return r.phase.topic


# --- cards ---------------------------------------------------------------------------------------------------------


def _why_not_card(r: Round, move: moves.CardDrawn) -> Refusal | None:
    card = move.card
    due = r.due
    if card is UNSEEN and (deeds.burns(r) or r.hole_echo):
        return None
    if due is None:
        return _nobody_is_due(r)
    if card is UNSEEN:
        return _why_not_unseen(r, due)
    if due is HOLE_CARD:
        return Refusal("the hole card is dealt face down: write '??'", r.rules.cite("hole_card_dealt"))
    if r.looks_at_suits or r.shoe.copies[card.index] >= r.shoe.decks:
        return why_not_face(r, card, due)
    return None


def why_not_face(r: Round, card: Card, due: Due | None) -> Refusal | None:
    """A face that all copies of have come, or whose missing suit a wager looks at."""
    shoe = r.shoe
    if shoe.copies[card.index] >= shoe.decks and shoe.is_impossible(card):
        return Refusal(
            f"all {shoe.decks} copies of {card} are out already: call the irregularity card-impossible {card}",
            r.rules.cite("copies"),
        )
    if r.looks_at_suits and r.phase is not phases.PLAY:
        return _why_not_without_suit(r, card, due)
    return None


def _nobody_is_due(r: Round) -> Refusal:
    if r.phase is phases.PLAY and r.hand is None:
        spot = r.spot_in_turn
        return Refusal(
            f"no card is due: spot {spot.number if spot else ''} answers the switch first", r.rules.cite("switch")
        )
    waits = (
        f"{r.hand.id} decides first" if r.phase is phases.PLAY and r.hand else f"the round waits for {r.phase.waits}"
    )
    return Refusal(f"no card is due: {waits}", r.rules.cite("card_due"))


def _why_not_unseen(r: Round, due: Due) -> Refusal | None:
    if due is HOLE_CARD or due is BURN:
        return None
    if isinstance(due, Hand) and due.doubled and r.rules.double_face_down:
        return None
    where = due.id if isinstance(due, Hand) else due.name
    topic = "double_card" if isinstance(due, Hand) and due.doubled else "face_up"
    return Refusal(f"the card for {where} is dealt face up: write its rank and suit", r.rules.cite(topic))


def _why_not_without_suit(r: Round, card: Card, due: Due | None) -> Refusal | None:
    if isinstance(due, Hand):
        return _suit_missing(r, due.spot, (*due.cards, card) if due.cards else (), r.up_card)
    if due is UP_CARD:
        for spot in r.spots:
            refusal = _suit_missing(r, spot, tuple(spot.hands[0].cards), card)
            if refusal is not None:
                return refusal
    return None


def _suit_missing(r: Round, spot: SpotLayout, two: tuple[Card, ...], up: Card | None) -> Refusal | None:
    if len(two) != 2:
        return None
    kinds = {wager.kind for wager in spot.side_wagers}
    ace_nine = r.rules.bounty_counts_ace_nine
    if "trilux" in kinds and up is not None and not trilux_decided((*two, up), ace_low=r.rules.trilux_ace_low):
        return Refusal(
            f"the trilux wager of spot {spot.number} looks at suits: record them", r.rules.cite("suits_trilux")
        )
    if (
        "bounty" in kinds
        and not spot.dealt
        and is_twenty(two, ace_nine=ace_nine)
        and not bounty_decided(two, ace_nine=ace_nine)
    ):
        return Refusal(
            f"the bounty wager of spot {spot.number} looks at suits: record them", r.rules.cite("suits_bounty")
        )
    return None


def _why_not_burn(r: Round, move: moves.CardBurned) -> Refusal | None:
    if r.due is BURN or (r.phase is phases.OPEN and (not r.burned or r.rules.extra_burn == "play-on")):
        return None if move.card is UNSEEN else why_not_face(r, move.card, BURN)
    if r.phase is phases.OPEN:
        return Refusal("one card is burned, not more", r.rules.cite("burn"))
    return Refusal("a card is burned before the first card is dealt, or after a reshuffle", r.rules.cite("burn"))


# --- insurance and check -------------------------------------------------------------------------------------------


def _hand_of(r: Round, name: HandId) -> Hand | Refusal:
    hand = r.hands.get(name)
    if hand is None:
        return Refusal(f"there is no hand {name}{did_you_mean(name, r.hands)}", r.rules.cite("wagers"))
    return hand


def _why_not_insure(r: Round, move: moves.Insured) -> Refusal | None:
    hand = _hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    clauses = r.rules.clauses
    base = hand.base_wager(move.bettor)
    if base is None or base.settled:
        over = "is over" if base is not None else f"has no wager of bettor {move.bettor}"
        return Refusal(
            f"{move.hand} {over}: there is nothing to insure", clauses["even_money" if base else "insurance"]
        )
    if any(w.hand_name == move.hand and w.bettor == move.bettor for w in r.insurance):
        return Refusal(f"{move.hand} is insured already", clauses["insurance_once"])
    if move.amount <= 0:
        return Refusal("an insurance wager is more than 0.00", clauses["insurance_limit"])
    limit = insurance_limit(r, base.stake)
    if move.amount > limit:
        return Refusal(
            f"insurance on {move.hand} is at most {show(limit)}, half of the wager of {show(base.stake)}",
            clauses["insurance_limit"],
        )
    return None


def insurance_limit(r: Round, stake: Cents) -> Cents:
    """Half of the wager; where the rules allow it and half cannot be made in chips, up to the next chip unit."""
    unit = r.table.chip_unit
    if r.rules.insurance_limit == "half-or-next-chip" and stake % (2 * unit):
        return Cents((stake // (2 * unit) + 1) * unit)
    return half_down(stake)


def _why_not_even_money(r: Round, move: moves.EvenMoneyTaken) -> Refusal | None:
    hand = _hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    clause = r.rules.cite("even_money")
    if not r.rules.even_money:
        return Refusal(f"{r.rules.name} pays no even money", clause)
    if not hand.natural:
        return Refusal(f"{hand.id} is no blackjack: even money is for a blackjack under an ace", clause)
    if hand.removed:
        return Refusal(f"{hand.id} is over", clause)
    if any(wager.hand_name == hand.id for wager in r.insurance):
        return Refusal(f"{hand.id} is insured: insurance and even money exclude each other", clause)
    return None


def _why_not_close_insurance(_r: Round, _move: moves.InsuranceClosed) -> Refusal | None:
    return None


def _why_not_check(_r: Round, _move: moves.HoleCardChecked) -> Refusal | None:
    return None


# --- the switch ----------------------------------------------------------------------------------------------------


def _spot_of(r: Round, number: int) -> SpotLayout | Refusal:
    for spot in r.spots:
        if spot.number == number:
            return spot
    return Refusal(f"spot {number} has no wager in this round", r.rules.cite("wagers"))


def _why_not_offer(r: Round, number: int, clause: str) -> SpotLayout | Refusal:
    """The switch is offered to the spot in turn, once."""
    spot = _spot_of(r, number)
    if isinstance(spot, Refusal):
        return spot
    if not r.rules.is_switch:
        return Refusal("there is no switch in this game", clause)
    if not spot.offer_open:
        return _offer_is_over(r, spot)
    if r.due is not None:
        return card_first(r)
    if r.spot_in_turn is not spot:
        now = r.spot_in_turn.number if r.spot_in_turn else number
        return Refusal(f"spot {now} answers first", clause)
    return spot


def _offer_is_over(r: Round, spot: SpotLayout) -> Refusal:
    gone = next((hand for hand in spot.hands if hand.dead), None)
    if r.switch_closed:
        return Refusal("the check has closed the switches", r.rules.cite("check"))
    if gone is not None or spot.no_more_cards:
        why = "a hand of it is dead" if gone is not None else "it refused an exposed card"
        return Refusal(f"spot {spot.number} has no switch: {why}", spot.ruled_by)
    words = "has switched" if spot.switched else "has had its offer"
    return Refusal(f"spot {spot.number} {words}: the switch is no longer open", r.rules.cite("offer_passed"))


def _why_not_switch(r: Round, move: moves.Switched) -> Refusal | None:
    spot = _why_not_offer(r, move.spot, r.rules.cite("switch"))
    if isinstance(spot, Refusal):
        known = r.spot(move.spot)
        if known is not None and known.switched and not r.switch_closed:
            return Refusal(f"spot {move.spot} has switched already", r.rules.cite("second_switch"))
        return spot
    if spot.offer == OFFER_KEEP_ONLY:
        return Refusal(
            f"spot {move.spot} took its switch back: there is no second one", r.rules.cite("switch_after_take_back")
        )
    return None


def _why_not_decline(r: Round, move: moves.SwitchDeclined) -> Refusal | None:
    spot = _why_not_offer(r, move.spot, r.rules.cite("switch"))
    return spot if isinstance(spot, Refusal) else None


def _why_not_take_back(r: Round, move: moves.SwitchTakenBack) -> Refusal | None:
    clause = r.rules.cite("take_back")
    spot = _spot_of(r, move.spot)
    if isinstance(spot, Refusal):
        return spot
    if not r.rules.take_back_switch:
        return Refusal("a switch is final here", clause)
    if not spot.switched:
        return Refusal(f"spot {move.spot} has not switched", clause)
    if r.switch_closed:
        return Refusal("the check has closed the switches", r.rules.cite("check"))
    if r.dealer.hole_shown:
        return Refusal("the dealer's second card has been dealt", clause)
    refusal = _why_not_undo_hands(r, spot, clause)
    if refusal is None and isinstance(r.due, Hand) and r.due.spot is spot:
        return card_first(r)
    return refusal


def _why_not_undo_hands(r: Round, spot: SpotLayout, clause: str) -> Refusal | None:
    for hand in spot.hands:
        if hand.doubled and len(hand.cards) == 2:
            return Refusal(f"the double wager on {hand.id} is confirmed", r.rules.cite("wager_confirmed"))
        if hand.from_split or len(hand.cards) != 2 or hand.waiting_card:
            return Refusal(f"a card has been dealt to {hand.id} since the switch, or asked for", clause)
        if hand.surrendered:
            return Refusal(f"{hand.id} was surrendered", clause)
        if any(wager.settled for wager in hand.wagers) or hand.dead:
            return Refusal(f"a wager on {hand.id} has been settled", clause)
    return None


# --- decisions -----------------------------------------------------------------------------------------------------


def card_first(r: Round) -> Refusal:
    due = r.due
    where = due.id if isinstance(due, Hand) else due.name if due else ""
    topic = "split_card" if isinstance(due, Hand) and due.from_split and len(due.cards) == 1 else "card_due"
    return Refusal(f"a card is due to {where} first", r.rules.cite(topic))


def _why_not_decide(r: Round, name: HandId) -> Refusal | None:
    hand = r.hand
    if hand is not None and hand.id == name and r.due is None:
        return None
    asked = _hand_of(r, name)
    if isinstance(asked, Refusal):
        return asked
    if asked.over:
        return _why_over(r, asked)
    if r.due is not None:
        return card_first(r)
    if hand is None:
        spot = r.spot_in_turn
        return Refusal(f"spot {spot.number if spot else ''} answers the switch first", r.rules.cite("switch"))
    topic = "turn_order"
    if asked.spot is hand.spot:
        topic = "split_turn_order" if asked.id.letter == hand.id.letter else "first_hand_first"
    return Refusal(f"{hand.id} is in turn", r.rules.cite(topic))


def _why_over(r: Round, hand: Hand) -> Refusal:
    clauses = r.rules.clauses
    if hand.busted:
        return Refusal(f"{hand.id} has {hand.total} and is taken", clauses["bust"])
    if hand.natural:
        return Refusal(f"{hand.id} is a blackjack and draws no card", clauses["complete_at_21"])
    if hand.surrendered:
        return Refusal(f"{hand.id} was surrendered", clauses["surrender"])
    if hand.dead:
        return Refusal(f"{hand.id} is dead", hand.spot.ruled_by)
    if hand.spot.no_more_cards and hand.total < 21:
        return Refusal(f"spot {hand.spot.number} refused an exposed card and gets no more", hand.spot.ruled_by)
    if hand.doubled:
        return Refusal(f"{hand.id} was doubled: one card only", clauses["one_card"])
    if hand.split_ace and len(hand.cards) == 2:
        return Refusal(f"{hand.id} is a split ace: one card only", clauses["split_aces"])
    if hand.total == 21:
        return Refusal(f"{hand.id} has 21 and is complete", clauses["complete_at_21"])
    return Refusal(f"{hand.id} stands", clauses["turn_order"])


def _why_not_stand(r: Round, move: moves.Stood) -> Refusal | None:
    return _why_not_decide(r, move.hand)


def _why_not_hit(r: Round, move: moves.HitAsked) -> Refusal | None:
    refusal = _why_not_decide(r, move.hand)
    if refusal is None and r.hands[move.hand].split_ace:
        return Refusal(f"{move.hand} is a split ace: one card only", r.rules.cite("split_aces"))
    return refusal


def _why_not_surrender(r: Round, move: moves.Surrendered) -> Refusal | None:
    if not r.table.surrender:
        return Refusal("surrender is not offered at this table", r.rules.cite("surrender_offered"))
    refusal = _why_not_decide(r, move.hand)
    if refusal is not None:
        stood = move.hand in r.hands and r.hands[move.hand].stood
        return Refusal(refusal.reason, r.rules.cite("surrender")) if stood else refusal
    hand = r.hands[move.hand]
    if hand.from_split:
        return Refusal(f"{hand.id} was split: surrender is for an original hand", r.rules.cite("surrender"))
    if hand.acted:
        return Refusal(f"surrender is the first decision of a hand; {hand.id} has made one", r.rules.cite("surrender"))
    return None


def _why_not_double_hand(r: Round, name: HandId) -> Refusal | None:
    """What doubling asks of the hand, for real money or for free."""
    refusal = _why_not_decide(r, name)
    clauses = r.rules.clauses
    hand = r.hands.get(name)
    if refusal is not None:
        if hand is not None and hand.over and hand.split_ace:
            return Refusal("split aces are not doubled", clauses["double_split_aces"])
        if hand is not None and hand.over and hand.total == 21 and not hand.doubled:
            return Refusal(refusal.reason, clauses["double_natural" if hand.natural else "double_at_21"])
        return refusal
    if hand is None:
        return refusal
    if hand.split_ace:
        return Refusal("split aces are not doubled", clauses["double_split_aces"])
    if len(hand.cards) != 2:
        return Refusal(f"{name} has {len(hand.cards)} cards: only the first two can be doubled", clauses["double"])
    if hand.total == 21:
        return Refusal(f"{name} has 21", clauses["double_at_21"])
    return None


def _why_not_double(r: Round, move: moves.Doubled) -> Refusal | None:
    if move.bettor != moves.CALLER:
        return _why_not_join(r, move, "double") or _why_not_double_amount(
            r, move, r.joining.hand if r.joining else None
        )
    return _why_not_double_hand(r, move.hand) or _why_not_double_amount(r, move, r.hands[move.hand])


def _why_not_double_amount(r: Round, move: moves.Doubled, hand: Hand | None) -> Refusal | None:
    if move.amount is None and move.toke is None:
        return None
    base = hand.base_wager(move.bettor) if hand else None
    if base is None:
        return Refusal(f"bettor {move.bettor} has no wager there", r.rules.cite("double"))
    amount = base.nominal if move.amount is None else move.amount
    if amount <= 0:
        return Refusal("a double wager is more than 0.00", r.rules.cite("double_amount"))
    if amount > base.nominal:
        return Refusal(
            f"a double is at most the wager of {show(base.nominal)}, not {show(amount)}", r.rules.cite("double_amount")
        )
    return _why_not_added_toke(r, move.toke, amount)


def _why_not_added_toke(r: Round, toke: Cents | None, amount: Cents) -> Refusal | None:
    if toke is None:
        return None
    if not r.rules.tokes:
        return Refusal(f"{r.rules.name} knows no wager for the dealer", r.rules.cite("tokes"))
    return why_not_toke(r.table, toke, amount, r.table.maximum, r.rules.cite("tokes"))


def _why_not_join(r: Round, move: moves.Doubled | moves.HandSplit, deed: str) -> Refusal | None:
    """Other bettors follow directly after the caller's move, each once."""
    clause = r.rules.cite("joining")
    joining = r.joining
    if joining is None and r.hand is not None and r.hand.id == move.hand and not r.hand.doubled:
        return Refusal(f"bettor 1 calls {move.hand}; bettor {move.bettor} may join", r.rules.cite("caller"))
    if joining is None or joining.deed != deed or joining.named != move.hand:
        return Refusal(f"bettor {move.bettor} can only join directly after the caller's {deed} of {move.hand}", clause)
    if move.bettor in joining.bettors:
        return Refusal(f"bettor {move.bettor} has joined already", clause)
    base = joining.hand.base_wager(move.bettor)
    if base is None:
        return Refusal(f"bettor {move.bettor} has no wager on {move.hand}", clause)
    return None


def _why_not_split_hand(r: Round, name: HandId) -> Refusal | None:
    refusal = _why_not_decide(r, name)
    clauses = r.rules.clauses
    hand = r.hands.get(name)
    if refusal is not None or hand is None:
        if hand is not None and hand.over and hand.split_ace:
            topic = "split_once" if r.table.hands_per_split == 2 else "resplit_aces"
            return Refusal(f"{name} is a split ace: aces are split once here", clauses[topic])
        return refusal
    if len(hand.cards) != 2:
        return Refusal(f"{name} has {len(hand.cards)} cards: only the first two can be split", clauses["split"])
    if not hand.pair:
        return Refusal(f"{name} holds no two cards of equal value", clauses["split"])
    births = hand.spot.births.get(hand.id.letter, 1)
    if births >= r.table.hands_per_split:
        topic = "split_once" if r.table.hands_per_split == 2 else "split_limit"
        return Refusal(f"at most {r.table.hands_per_split} hands may come of one hand", clauses[topic])
    if hand.split_ace and not r.table.resplit_aces:
        return Refusal("aces are split once", clauses["resplit_aces"])
    return None


def _why_not_split(r: Round, move: moves.HandSplit) -> Refusal | None:
    if move.bettor != moves.CALLER:
        return _why_not_join(r, move, "split")
    refusal = _why_not_split_hand(r, move.hand)
    if refusal is not None or move.toke is None:
        return refusal
    base = r.hands[move.hand].base_wager(moves.CALLER)
    return _why_not_added_toke(r, move.toke, base.nominal if base else Cents(0))


def _why_not_free(r: Round, name: HandId) -> Refusal | None:
    hand = r.hands.get(name)
    clause = r.rules.cite("free_wager")
    if "free-bet" not in r.rules.side_bets:
        return Refusal(f"{r.rules.name} knows no free wagers", r.rules.cite("authorized_wagers"))
    if hand is not None and not any(wager.kind == "free-bet" for wager in hand.spot.side_wagers):
        return Refusal(f"spot {hand.spot.number} made no free-bet wager", clause)
    return None


def _why_not_free_double(r: Round, move: moves.DoubledFree) -> Refusal | None:
    refusal = _why_not_free(r, move.hand) or _why_not_double_hand(r, move.hand)
    if refusal is not None:
        return refusal
    hand = r.hands[move.hand]
    if hand.soft or hand.total not in (9, 10, 11):
        return Refusal(
            f"a free double needs a hard 9, 10 or 11; {move.hand} has {total_text(hand)}", r.rules.cite("free_double")
        )
    return None


def _why_not_free_split(r: Round, move: moves.SplitFree) -> Refusal | None:
    refusal = _why_not_free(r, move.hand) or _why_not_split_hand(r, move.hand)
    if refusal is None and r.hands[move.hand].cards[0].is_ten:
        return Refusal("ten-value cards are not split for free", r.rules.cite("free_split"))
    return refusal


def total_text(hand: Hand) -> str:
    return f"soft {hand.total}" if hand.soft else str(hand.total)


# --- the dealer's cards --------------------------------------------------------------------------------------------


def _why_not_show(r: Round, move: moves.HoleCardShown) -> Refusal | None:
    if r.table.hole_card_comes_last:
        return Refusal(
            "the dealer has no hole card: the second card is drawn after the players", r.rules.cite("dealer_card")
        )
    if move.card is UNSEEN:
        return Refusal("a card that is shown has a face", r.rules.cite("dealer_card"))
    known = r.hole_known
    if known is not None and known is not move.card:
        return Refusal(f"the hole card was seen before: it is {known}", r.rules.cite("dealer_card"))
    return None if known is not None else why_not_face(r, move.card, None)


def _why_not_turn(r: Round, move: moves.DoubleCardTurned) -> Refusal | None:
    hand = _hand_of(r, move.hand)
    if isinstance(hand, Refusal):
        return hand
    if not hand.face_down:
        return Refusal(f"{move.hand} has no card face down", r.rules.cite("turn"))
    if move.card is UNSEEN:
        return Refusal("a card that is turned has a face", r.rules.cite("turn"))
    return why_not_face(r, move.card, None)


Check = Callable[[Round, Any], Refusal | None]

CHECKS: Final[dict[type, Check]] = {
    moves.CardDrawn: _why_not_card,
    moves.CardBurned: _why_not_burn,
    moves.Insured: _why_not_insure,
    moves.EvenMoneyTaken: _why_not_even_money,
    moves.InsuranceClosed: _why_not_close_insurance,
    moves.HoleCardChecked: _why_not_check,
    moves.Switched: _why_not_switch,
    moves.SwitchDeclined: _why_not_decline,
    moves.SwitchTakenBack: _why_not_take_back,
    moves.Stood: _why_not_stand,
    moves.HitAsked: _why_not_hit,
    moves.Surrendered: _why_not_surrender,
    moves.Doubled: _why_not_double,
    moves.HandSplit: _why_not_split,
    moves.DoubledFree: _why_not_free_double,
    moves.SplitFree: _why_not_free_split,
    moves.DoubleCardTurned: _why_not_turn,
    moves.HoleCardShown: _why_not_show,
}

for _phase in phases.PHASES.values():
    _phase.checks = {kind: CHECKS[kind] for kind in _phase.moves}
