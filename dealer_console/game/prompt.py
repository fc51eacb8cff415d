"""What to say and do now: the call, the hand concerned, the cards due and to whom. All of it follows from the round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, HandId, SpotLayout, total_message
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.message import Amount, Message, Term
from dealer_console.game.phases import Phase
from dealer_console.game.rules import rule_text
from dealer_console.game.state import BURN, DEALER, Due, OpenIrregularity, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """`say` is called out, `do` is the next act, `due` are the places to which the next cards go."""

    do: Message
    say: Message | None = None
    spot: int | None = None
    hand: HandId | None = None
    due: tuple[HandId | Message, ...] = ()
    clause: str | None = None


def prompt(r: Round) -> Prompt:
    """What the dealer says and does next; a total that the last card made is said first."""
    now = _prompt(r)
    message = _said_first(r)
    if message is None:
        return now
    return replace(now, say=Message("said-first", made=message, then=now.say) if now.say else message)


def _said_first(r: Round) -> Message | None:
    """What the last move itself asks the dealer to say, before the next thing is asked for."""
    last = r.moves[-1] if r.moves else None
    if isinstance(last, moves.InsuranceClosed):
        return _call(r, "insurance_closed")
    if isinstance(last, moves.Switched) and not (r.hand is not None and r.hand.spot.number == last.spot):
        spot = r.spot(last.spot)
        return _both_totals(r, spot) if spot is not None else None
    return _new_total(r) if isinstance(last, moves.CardDrawn) else None


def _both_totals(r: Round, spot: SpotLayout) -> Message:
    a, b = spot.hands[0], spot.hands[1]
    call = r.rules.calls.get("after_switch", "{a} and {b}")
    return rule_text(call, a=total_message(a), b=total_message(b))


def _new_total(r: Round) -> Message | None:
    """The new total of a hand whose turn ended with its card (a hand still in turn is told by its own prompt)."""
    hand = r.last_hand
    if hand is None or hand is r.hand or hand.face_down:
        return None
    if len(r.dealer.cards) > 2 or r.dealer.hole_shown:
        return None
    return Message("hand-busts" if hand.busted else "hand-total", hand=hand.id, total=total_message(hand))


def _prompt(r: Round) -> Prompt:
    if r.irregularity is not None:
        return _irregularity(r, r.irregularity)
    if r.due is not None and r.phase not in (phases.OPEN, phases.DEAL):
        return _card_due(r, r.due)
    return _PROMPTS[r.phase](r)


def waiting_for(r: Round) -> Message | None:
    """In one line what the round waits for; None when it is complete."""
    return None if r.complete else prompt(r).do


def _place(due: Due) -> HandId | Message:
    return due.id if isinstance(due, Hand) else due.message


def _card_to(due: Due) -> Message:
    return Message("card-to-hand", hand=due.id) if isinstance(due, Hand) else Message(f"card-to-{due.code}")


def _call(r: Round, name: str) -> Message | None:
    """What the rule set wants called out, where it says so."""
    call = r.rules.calls.get(name)
    return rule_text(call) if call is not None else None


def _irregularity(r: Round, irregularity: OpenIrregularity) -> Prompt:
    row = catalogue.CATALOGUE[irregularity.code]
    ruling = catalogue.ruling_for(r.rules, irregularity.code)
    hand = irregularity.offered_to or irregularity.hand
    code, choices = Term("irregularity-name", irregularity.code), irregularities.awaited(r)
    do = Message("irregularity-awaits", code=code, choices=choices)
    if irregularity.offered_to is not None and irregularity.card is not None:
        do = Message(
            "irregularity-offers-card",
            code=code,
            card=irregularity.card,
            hand=irregularity.offered_to.id,
            choices=choices,
        )
    return Prompt(
        do=do,
        say=Message("said-first", made=row.message, then=catalogue.ruling_message(r.rules, irregularity.code)),
        hand=hand.id if hand else None,
        clause=ruling.clause,
    )


def _card_due(r: Round, due: Due) -> Prompt:
    if r.card_waits and isinstance(due, Hand):
        do = Message("exposed-card-waits", hand=due.id)
        return Prompt(do=do, hand=due.id, spot=due.spot.number, clause=r.rules.cite("joining"))
    if due is BURN:
        return Prompt(do=Message("burn-one-card"), due=(BURN.message,), clause=r.rules.cite("burn"))
    if isinstance(due, Hand):
        return Prompt(
            do=_card_to(due), say=_call_of_added_wager(r), hand=due.id, due=(due.id,), clause=r.rules.cite("card_due")
        )
    if r.phase is phases.SHOW:
        say = _call(r, "dealer_card") or Message("dealers-card")
        return Prompt(
            do=Message("dealers-second-card"), say=say, due=(DEALER.message,), clause=r.rules.cite("dealer_card")
        )
    say = Message("dealer-has", total=total_message(r.dealer))
    return Prompt(do=Message("dealers-next-card"), say=say, due=(DEALER.message,), clause=r.rules.cite("dealer_draws"))


def _call_of_added_wager(r: Round) -> Message | None:
    """Doubling for less is called to the floor where the rules ask for it."""
    last = r.moves[-1] if r.moves else None
    call = _call(r, "double_less")
    if call is None or not isinstance(last, moves.Doubled) or last.amount is None:
        return None
    base = r.hands[last.hand].base_wager(last.bettor)
    return call if base is not None and last.amount < base.nominal else None


def _open(r: Round) -> Prompt:
    first = _card_to(r.deal[r.deal_at])
    if r.burned:
        return Prompt(do=first, due=_rest_of_deal(r), clause=r.rules.cite("deal"))
    return Prompt(do=Message("burn-if-due-then", then=first), due=_rest_of_deal(r), clause=r.rules.cite("burn"))


def _rest_of_deal(r: Round) -> tuple[HandId | Message, ...]:
    return tuple(_place(place) for place in r.deal[r.deal_at :])


def _deal(r: Round) -> Prompt:
    return Prompt(do=_card_to(r.deal[r.deal_at]), due=_rest_of_deal(r), clause=r.rules.cite("deal"))


def _insurance(r: Round) -> Prompt:
    say = _call(r, "insurance_open") or Message("insurance-asked")
    return Prompt(do=phases.INSURANCE.waits, say=say, clause=r.rules.cite("insurance"))


def _offer(r: Round, spot: SpotLayout) -> Prompt:
    first = spot.hands[0]
    if spot.offer == OFFER_KEEP_ONLY:
        do, say = Message("spot-keeps", spot=spot.number), total_message(first)
    else:
        do = Message("spot-switches-or-keeps", spot=spot.number)
        say = rule_text(r.rules.calls.get("switch_offer", "{total} or switch?"), total=total_message(first))
    return Prompt(do=do, say=say, spot=spot.number, hand=first.id, clause=r.rules.cite("switch"))


def _switches(r: Round) -> Prompt:
    return _offer(r, r.spots[r.turn])


def _check(r: Round) -> Prompt:
    say = None
    if r.rules.naturals_paid == "at-once":
        naturals = tuple(hand.id for hand in r.hands.values() if hand.natural and not hand.removed)
        say = Message("blackjacks", hands=naturals) if naturals else None
    code = "insert-hole-card" if r.table.hole_card == "reader" else "look-at-hole-card"
    return Prompt(do=Message(code), say=say, clause=r.rules.cite("check"))


def _play(r: Round) -> Prompt:
    hand = r.hand
    if hand is None:
        return _offer(r, r.spots[r.turn])
    if hand.spot.offer_open:
        offer = _offer(r, hand.spot)
        return Prompt(
            do=Message("or-hand-decides", first=offer.do, hand=hand.id),
            say=offer.say,
            spot=offer.spot,
            hand=hand.id,
            clause=offer.clause,
        )
    say = Message("hand-total", hand=hand.id, total=total_message(hand))
    if hand.spot.switched and not any(own.acted for own in hand.spot.hands):
        say = _both_totals(r, hand.spot)
    fives = _call(r, "fives")
    if fives is not None and hand.pair and hand.total == 10 and not hand.soft:
        say = Message("said-with-second-wager", made=say, call=fives)
    return Prompt(
        do=Message("hand-decides", hand=hand.id),
        say=say,
        spot=hand.spot.number,
        hand=hand.id,
        clause=r.rules.cite("decisions"),
    )


def _show(r: Round) -> Prompt:
    if r.missed is not None:
        clause = catalogue.ruling_for(r.rules, r.missed.code).clause
        return Prompt(do=Message("dealers-card-to-be-dealt-now"), clause=clause)
    return Prompt(do=Message("show-hole-card"), clause=r.rules.cite("dealer_card"))


def _dispute(r: Round) -> Prompt:
    return Prompt(do=irregularities.awaited_ruling(r), say=Message("call-supervisor"), clause=r.rules.cite("dispute"))


def _turn(r: Round) -> Prompt:
    hand = next(hand for spot in reversed(r.spots) for hand in reversed(spot.hands) if hand.face_down)
    say = Message("dealer-has", total=total_message(r.dealer))
    return Prompt(do=Message("turn-double-card", hand=hand.id), say=say, hand=hand.id, clause=r.rules.cite("turn"))


def _dealer_total(r: Round) -> Message:
    return Message("total-blackjack") if r.dealer.blackjack else total_message(r.dealer)


def _complete(r: Round) -> Prompt:
    if r.ended_by is not None:
        return Prompt(do=Message("round-ended-by", how=Term("choice-name", r.ended_by)), clause=r.rules.cite("void"))
    busts = r.dealer.total > (22 if r.rules.dealer_22 == "push" else 21)
    has = Message("dealer-busts" if busts else "dealer-has", total=_dealer_total(r))
    say = has if len(r.dealer.cards) > 1 else None
    do = Message("make-sure-then-take-and-pay" if busts else "take-and-pay")
    return Prompt(do=do, say=say, clause=r.rules.cite("complete"))


_PROMPTS: Final[dict[Phase, Callable[[Round], Prompt]]] = {
    phases.OPEN: _open,
    phases.DEAL: _deal,
    phases.INSURANCE: _insurance,
    phases.SWITCHES: _switches,
    phases.CHECK: _check,
    phases.PLAY: _play,
    phases.SHOW: _show,
    phases.DISPUTE: _dispute,
    phases.TURN: _turn,
    phases.COMPLETE: _complete,
}


def settlement_message(outcome: str, pays: int, takes: int) -> Message:
    """`win: pay 25.00`, in the words of the dealer's hands."""
    if outcome == "win":
        return Message("settled-win", amount=Amount(pays))
    if outcome in ("lose", "surrender"):
        return Message(f"settled-{outcome}", amount=Amount(takes))
    return Message("settled-push" if outcome == "push" else "settled-returned")
