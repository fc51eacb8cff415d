"""What to say and do now: the call, the hand concerned, the cards due and to whom. All of it follows from the round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import catalogue, irregularities, moves, phases
from dealer_console.game.hand import OFFER_KEEP_ONLY, Hand, HandId, SpotLayout, total_text
from dealer_console.game.money import show
from dealer_console.game.phases import Phase
from dealer_console.game.state import BURN, Due, OpenIrregularity, Round


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """`say` is called out, `do` is the next act, `due` are the places to which the next cards go."""

    do: str
    say: str | None = None
    spot: int | None = None
    hand: HandId | None = None
    due: tuple[str, ...] = ()
    clause: str | None = None


def prompt(r: Round) -> Prompt:
    """What the dealer says and does next; a total that the last card made is said first."""
    now = _prompt(r)
    made = _said_first(r)
    if made is None:
        return now
    return replace(now, say=f"{made}. {now.say}" if now.say else made)


def _said_first(r: Round) -> str | None:
    """What the last move itself asks the dealer to say, before the next thing is asked for."""
    last = r.moves[-1] if r.moves else None
    if isinstance(last, moves.InsuranceClosed):
        return r.rules.calls.get("insurance_closed")
    if isinstance(last, moves.Switched) and not (r.hand is not None and r.hand.spot.number == last.spot):
        spot = r.spot(last.spot)
        return _both_totals(r, spot) if spot is not None else None
    return _new_total(r) if isinstance(last, moves.CardDrawn) else None


def _both_totals(r: Round, spot: SpotLayout) -> str:
    a, b = spot.hands[0], spot.hands[1]
    return r.rules.calls.get("after_switch", "{a} and {b}").format(a=total_text(a), b=total_text(b))


def _new_total(r: Round) -> str | None:
    """The new total of a hand whose turn ended with its card (a hand still in turn is told by its own prompt)."""
    hand = r.last_hand
    if hand is None or hand is r.hand or hand.face_down:
        return None
    if len(r.dealer.cards) > 2 or r.dealer.hole_shown:
        return None
    return f"{hand.id}: {total_text(hand)}{', too many' if hand.busted else ''}"


def _prompt(r: Round) -> Prompt:
    if r.irregularity is not None:
        return _irregularity(r, r.irregularity)
    if r.due is not None and r.phase not in (phases.OPEN, phases.DEAL):
        return _card_due(r, r.due)
    return _PROMPTS[r.phase](r)


def waiting_for(r: Round) -> str | None:
    """In one line what the round waits for; None when it is complete."""
    return None if r.complete else prompt(r).do


def _place(due: Due) -> str:
    return due.id if isinstance(due, Hand) else due.name


def _cite(r: Round, topic: str) -> str:
    return r.rules.cite(topic)


def _irregularity(r: Round, found: OpenIrregularity) -> Prompt:
    row = catalogue.CATALOGUE[found.code]
    ruling = catalogue.ruling_for(r.rules, found.code)
    hand = found.asked or found.hand
    offer = f"offer {found.card} to {found.asked.id}: " if found.asked is not None else ""
    return Prompt(
        do=f"{found.code}: {offer}{irregularities.awaited(r)}",
        say=f"{row.words}. {ruling.says}",
        hand=hand.id if hand else None,
        clause=ruling.clause,
    )


def _card_due(r: Round, due: Due) -> Prompt:
    if due is BURN:
        return Prompt(do="burn one card", due=(BURN.name,), clause=_cite(r, "burn"))
    if isinstance(due, Hand):
        return Prompt(
            do=f"card to {due.id}", say=_call_of_added_wager(r), hand=due.id, due=(due.id,), clause=_cite(r, "card_due")
        )
    if r.phase is phases.SHOW:
        say = r.rules.calls.get("dealer_card", "Dealer's card")
        return Prompt(do="the dealer's second card", say=say, due=("dealer",), clause=_cite(r, "dealer_card"))
    say = f"Dealer has {total_text(r.dealer)}"
    return Prompt(do="the dealer's next card", say=say, due=("dealer",), clause=_cite(r, "dealer_draws"))


def _call_of_added_wager(r: Round) -> str | None:
    """Doubling for less is called to the floor where the rules ask for it."""
    last = r.moves[-1] if r.moves else None
    call = r.rules.calls.get("double_less")
    if call is None or not isinstance(last, moves.Doubled) or last.amount is None:
        return None
    base = r.hands[last.hand].base_wager(last.bettor)
    return call if base is not None and last.amount < base.nominal else None


def _open(r: Round) -> Prompt:
    first = _place(r.deal[r.deal_at])
    if r.burned:
        return Prompt(do=f"card to {first}", due=_rest_of_deal(r), clause=_cite(r, "deal"))
    return Prompt(do=f"burn one card if it is due, then card to {first}", due=_rest_of_deal(r), clause=_cite(r, "burn"))


def _rest_of_deal(r: Round) -> tuple[str, ...]:
    return tuple(_place(place) for place in r.deal[r.deal_at :])


def _deal(r: Round) -> Prompt:
    due = _rest_of_deal(r)
    return Prompt(do=f"card to {due[0]}", due=due, clause=_cite(r, "deal"))


def _insurance(r: Round) -> Prompt:
    say = r.rules.calls.get("insurance_open", "Insurance?")
    return Prompt(do="insurance wagers, then 'insurance closed'", say=say, clause=_cite(r, "insurance"))


def _offer(r: Round, spot: SpotLayout) -> Prompt:
    first = spot.hands[0]
    if spot.offer == OFFER_KEEP_ONLY:
        do, say = f"spot {spot.number}: keep, its switch was taken back", f"{total_text(first)}"
    else:
        do = f"spot {spot.number}: switch or keep"
        say = r.rules.calls.get("switch_offer", "{total} or switch?").format(total=total_text(first))
    return Prompt(do=do, say=say, spot=spot.number, hand=first.id, clause=_cite(r, "switch"))


def _switches(r: Round) -> Prompt:
    return _offer(r, r.spots[r.turn])


def _check(r: Round) -> Prompt:
    say = None
    if r.rules.naturals_paid == "at-once":
        naturals = [hand.id for hand in r.hands.values() if hand.natural and not hand.removed]
        say = f"Blackjack: {', '.join(naturals)}" if naturals else None
    how = "insert the hole card into the reader" if r.table.hole_card == "reader" else "look at the hole card"
    return Prompt(do=how, say=say, clause=_cite(r, "check"))


def _play(r: Round) -> Prompt:
    hand = r.hand
    if hand is None:
        return _offer(r, r.spots[r.turn])
    if hand.spot.offer_open:
        asked = _offer(r, hand.spot)
        return Prompt(
            do=f"{asked.do}, or {hand.id} decides", say=asked.say, spot=asked.spot, hand=hand.id, clause=asked.clause
        )
    say = f"{hand.id}: {total_text(hand)}"
    if hand.spot.switched and not any(each.acted for each in hand.spot.hands):
        say = _both_totals(r, hand.spot)
    fives = r.rules.calls.get("fives")
    if fives is not None and hand.pair and hand.total == 10 and not hand.soft:
        say = f"{say}. With a second wager: {fives}"
    return Prompt(do=f"{hand.id} decides", say=say, spot=hand.spot.number, hand=hand.id, clause=_cite(r, "decisions"))


def _show(r: Round) -> Prompt:
    return Prompt(do="show the hole card", clause=_cite(r, "dealer_card"))


def _dispute(r: Round) -> Prompt:
    return Prompt(do=irregularities.awaited(r), say="Call a supervisor", clause=_cite(r, "dispute"))


def _turn(r: Round) -> Prompt:
    hand = next(each for spot in reversed(r.spots) for each in reversed(spot.hands) if each.face_down)
    say = f"Dealer has {total_text(r.dealer)}"
    return Prompt(do=f"turn the double card of {hand.id}", say=say, hand=hand.id, clause=_cite(r, "turn"))


def _dealer_total(r: Round) -> str:
    return "blackjack" if r.dealer.blackjack else total_text(r.dealer)


def _complete(r: Round) -> Prompt:
    if r.ended_by is not None:
        return Prompt(do=f"the round ended by {r.ended_by}: give the wagers back", clause=_cite(r, "void"))
    say = f"Dealer has {_dealer_total(r)}" if len(r.dealer.cards) > 1 else None
    do = "take and pay from the highest spot down"
    if r.dealer.total > (22 if r.rules.dealer_22 == "push" else 21):
        do = "make sure that every hand totals 21 or less, then take and pay from the highest spot down"
    return Prompt(do=do, say=say, clause=_cite(r, "complete"))


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


def describe_settlement(outcome: str, pays: int, takes: int) -> str:
    """`win: pay 25.00`, in the words of the dealer's hands."""
    if outcome == "win":
        return f"win, pay {show(pays)}"
    if outcome in ("lose", "surrender"):
        return f"{outcome}, take {show(takes)}"
    return "push, pat the layout" if outcome == "push" else "give it back"
