"""The decisions on a hand: hit, stand, surrender, double, split, for money or for free."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Hand, HandId, Wager, total_message
from dealer_console.game.legality.lookup import card_first, hand_of
from dealer_console.game.message import Amount, Message, Term
from dealer_console.game.money import Cents
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import why_not_toke


def why_not_decide(r: Round, name: HandId) -> Refusal | None:
    hand = r.hand
    if hand is not None and hand.id == name and r.due is None:
        return None
    chosen = hand_of(r, name)
    if isinstance(chosen, Refusal):
        return chosen
    if chosen.over:
        return _why_over(r, chosen)
    if r.due is not None:
        return card_first(r)
    if hand is None:
        spot = r.spot_in_turn
        return Refusal(Message("spot-answers-switch-first", spot=spot.number if spot else ""), r.rules.cite("switch"))
    topic = "turn_order"
    if chosen.spot is hand.spot:
        topic = "split_turn_order" if chosen.id.letter == hand.id.letter else "first_hand_first"
    return Refusal(Message("hand-in-turn", hand=hand.id), r.rules.cite(topic))


def _why_over(r: Round, hand: Hand) -> Refusal:
    clauses = r.rules.clauses
    if hand.busted:
        return Refusal(Message("hand-taken", hand=hand.id, total=hand.total), clauses["bust"])
    if hand.natural:
        return Refusal(Message("blackjack-draws-no-card", hand=hand.id), clauses["complete_at_21"])
    if hand.surrendered:
        return Refusal(Message("hand-surrendered", hand=hand.id), clauses["surrender"])
    if hand.dead:
        return Refusal(Message("hand-dead", hand=hand.id), hand.spot.ruled_by)
    if hand.doubled:
        return Refusal(Message("doubled-one-card", hand=hand.id), clauses["one_card"])
    if hand.split_ace and len(hand.cards) == 2:
        return Refusal(Message("split-ace-one-card", hand=hand.id), clauses["split_aces"])
    if hand.total == 21:
        return Refusal(Message("hand-complete", hand=hand.id), clauses["complete_at_21"])
    return Refusal(Message("hand-stands", hand=hand.id), clauses["turn_order"])


def _why_no_card(r: Round, name: HandId) -> Refusal | None:
    """The hand is in turn, and its player may still get cards."""
    refusal = why_not_decide(r, name)
    if refusal is None and (spot := r.hands[name].spot).no_more_cards:
        return Refusal(Message("spot-refused-card", spot=spot.number), spot.ruled_by)
    return refusal


def why_not_stand(r: Round, move: moves.Stood) -> Refusal | None:
    return why_not_decide(r, move.hand)


def why_not_hit(r: Round, move: moves.HitAsked) -> Refusal | None:
    refusal = _why_no_card(r, move.hand)
    if refusal is None and r.hands[move.hand].split_ace:
        return Refusal(Message("split-ace-one-card", hand=move.hand), r.rules.cite("split_aces"))
    return refusal


def why_not_surrender(r: Round, move: moves.Surrendered) -> Refusal | None:
    if not r.table.surrender:
        return Refusal(Message("surrender-not-offered"), r.rules.cite("surrender_offered"))
    refusal = why_not_decide(r, move.hand)
    if refusal is not None:
        stood = move.hand in r.hands and r.hands[move.hand].stood
        return Refusal(refusal.message, r.rules.cite("surrender")) if stood else refusal
    hand = r.hands[move.hand]
    if hand.from_split:
        return Refusal(Message("split-hand-not-surrendered", hand=hand.id), r.rules.cite("surrender"))
    if hand.acted:
        return Refusal(Message("surrender-first-decision", hand=hand.id), r.rules.cite("surrender"))
    return None


def why_not_double_hand(r: Round, name: HandId) -> Refusal | None:
    """What doubling asks of the hand, for real money or for free."""
    refusal = _why_no_card(r, name)
    clauses = r.rules.clauses
    hand = r.hands.get(name)
    if refusal is not None or hand is None:
        if hand is not None and hand.over and hand.split_ace:
            return Refusal(Message("split-aces-not-doubled"), clauses["double_split_aces"])
        if refusal is not None and hand is not None and hand.over and hand.total == 21 and not hand.doubled:
            return Refusal(refusal.message, clauses["double_natural" if hand.natural else "double_at_21"])
        return refusal
    if hand.split_ace:
        return Refusal(Message("split-aces-not-doubled"), clauses["double_split_aces"])
    if len(hand.cards) != 2:
        return Refusal(Message("double-first-two-cards", hand=name, count=len(hand.cards)), clauses["double"])
    if hand.total == 21:
        return Refusal(Message("has-21", hand=name), clauses["double_at_21"])
    return None


def why_not_double(r: Round, move: moves.Doubled) -> Refusal | None:
    if move.bettor != moves.CALLER:
        return _why_not_join(r, move, "double") or _why_not_double_amount(
            r, move, r.joining.hand if r.joining else None
        )
    return why_not_double_hand(r, move.hand) or _why_not_double_amount(r, move, r.hands[move.hand])


def _why_not_double_amount(r: Round, move: moves.Doubled, hand: Hand | None) -> Refusal | None:
    if move.amount is None and move.toke is None:
        return None
    base = hand.base_wager(move.bettor) if hand else None
    if base is None:
        return Refusal(Message("bettor-has-no-wager-there", bettor=move.bettor), r.rules.cite("double"))
    amount = base.nominal if move.amount is None else move.amount
    if amount <= 0:
        return Refusal(Message("double-wager-more-than-0"), r.rules.cite("double_amount"))
    if amount > base.nominal:
        return Refusal(
            Message("double-above-wager", limit=Amount(base.nominal), amount=Amount(amount)),
            r.rules.cite("double_amount"),
        )
    return _why_not_added_toke(r, move.toke, base)


def _why_not_added_toke(r: Round, toke: Cents | None, base: Wager) -> Refusal | None:
    """All tokes of a starting hand, those added with its doubles and splits too, stand beside its original wager."""
    if toke is None:
        return None
    if not r.rules.tokes:
        return Refusal(Message("no-tokes", rules=r.rules.name), r.rules.cite("tokes"))
    hand, spot = base.hand, base.spot
    original = next(bet.amount for bet in spot.bets if bet.bettor == base.bettor)
    riding = [
        wager.stake
        for other in spot.hands
        if hand is not None and other.id.letter == hand.id.letter
        for wager in other.wagers
        if wager.is_toke and wager.bettor == base.bettor
    ]
    return why_not_toke(r.table, toke, Cents(original + sum(riding)), r.table.maximum, r.rules.cite("tokes"))


def _why_not_join(r: Round, move: moves.Doubled | moves.HandSplit, action: str) -> Refusal | None:
    """Other bettors follow directly after the caller's move, each once."""
    clause = r.rules.cite("joining")
    joining = r.joining
    if joining is None and r.hand is not None and r.hand.id == move.hand and not r.hand.doubled:
        return Refusal(Message("bettor-1-calls", hand=move.hand, bettor=move.bettor), r.rules.cite("caller"))
    if joining is None or joining.action != action or joining.named != move.hand:
        return Refusal(
            Message("join-directly-after-caller", bettor=move.bettor, action=Term("kind", action), hand=move.hand),
            clause,
        )
    if move.bettor in joining.bettors:
        return Refusal(Message("bettor-joined", bettor=move.bettor), clause)
    base = joining.hand.base_wager(move.bettor)
    if base is None:
        return Refusal(Message("bettor-has-no-wager-on", bettor=move.bettor, hand=move.hand), clause)
    return None


def why_not_split_hand(r: Round, name: HandId) -> Refusal | None:
    refusal = _why_no_card(r, name)
    clauses = r.rules.clauses
    hand = r.hands.get(name)
    if refusal is not None or hand is None:
        if hand is not None and hand.over and hand.split_ace:
            topic = "split_once" if r.table.hands_per_split == 2 else "resplit_aces"
            return Refusal(Message("aces-split-once", hand=name), clauses[topic])
        return refusal
    if len(hand.cards) != 2:
        return Refusal(Message("split-first-two-cards", hand=name, count=len(hand.cards)), clauses["split"])
    if not hand.pair:
        return Refusal(Message("no-pair", hand=name), clauses["split"])
    births = hand.spot.births.get(hand.id.letter, 1)
    if births >= r.table.hands_per_split:
        topic = "split_once" if r.table.hands_per_split == 2 else "split_limit"
        return Refusal(Message("hands-per-split", count=r.table.hands_per_split), clauses[topic])
    return None


def why_not_split(r: Round, move: moves.HandSplit) -> Refusal | None:
    joins = move.bettor != moves.CALLER
    refusal = _why_not_join(r, move, "split") if joins else why_not_split_hand(r, move.hand)
    if refusal is not None or move.toke is None:
        return refusal
    hand = r.joining.hand if joins and r.joining is not None else r.hands[move.hand]
    base = hand.base_wager(move.bettor)
    return None if base is None else _why_not_added_toke(r, move.toke, base)


def _why_not_free(r: Round, name: HandId) -> Refusal | None:
    hand = r.hands.get(name)
    clause = r.rules.cite("free_wager")
    if "free-bet" not in r.rules.side_bets:
        return Refusal(Message("no-free-wagers", rules=r.rules.name), r.rules.cite("authorized_wagers"))
    if hand is not None and not any(wager.kind == "free-bet" for wager in hand.spot.side_wagers):
        return Refusal(Message("spot-made-no-free-bet", spot=hand.spot.number), clause)
    return None


def why_not_free_double(r: Round, move: moves.DoubledFree) -> Refusal | None:
    refusal = _why_not_free(r, move.hand) or why_not_double_hand(r, move.hand)
    if refusal is not None:
        return refusal
    hand = r.hands[move.hand]
    if hand.soft or hand.total not in (9, 10, 11):
        return Refusal(
            Message("free-double-needs-hard-total", hand=move.hand, total=total_message(hand)),
            r.rules.cite("free_double"),
        )
    return None


def why_not_free_split(r: Round, move: moves.SplitFree) -> Refusal | None:
    refusal = _why_not_free(r, move.hand) or why_not_split_hand(r, move.hand)
    if refusal is None and r.hands[move.hand].cards[0].is_ten:
        return Refusal(Message("tens-not-split-free"), r.rules.cite("free_split"))
    return refusal
