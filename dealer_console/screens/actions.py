"""The main actions: seven fixed places that hands learn. Only what can be done now stands there.

    0 Switch   1 Keep   2 Hit   3 Stand   4 Double   5 Split   6 Surrender

Other moments use the same places by what they mean to the hand: 3 goes on with the game, 0 begins something, 6 is the
exception. A decision that the rules refuse now is dim and says why; one that this table does not offer is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.hand import Hand
from dealer_console.game.state import Round
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.pages.bets import BetsPage
from dealer_console.screens.pages.card_pad import CardPad
from dealer_console.screens.pages.chip_count import ChipCountPage
from dealer_console.screens.pages.insurance import InsurancePage
from dealer_console.screens.pages.people import come_in
from dealer_console.screens.pages.shoe import ShoePage
from dealer_console.screens.pages.table import TablePage
from dealer_console.screens.settlement_lines import current, lines, next_entry
from dealer_console.screens.values import Button, Tone
from dealer_console.table import touches as t
from dealer_console.table.shift.chips import short

SWITCH, KEEP, HIT, STAND, DOUBLE, SPLIT, SURRENDER = range(7)


def actions(desk: Desk) -> tuple[Button, ...]:
    r = desk.moment.round
    if desk.moment.stopped is not None:
        return ()
    if r is None:
        return tuple(_between_rounds(desk))
    if r.irregularity is not None or desk.moment.loose is not None:
        return ()
    return tuple(_PHASES[r.phase](desk, r))


def _action(
    desk: Desk, name: str, place: int, key: str, does: object, *, tone: Tone = "plain", hint: str = "", label: str = ""
) -> Button:
    """A move is asked of the rules; any other effect is taken as it is."""
    refusal = None
    if isinstance(does, moves.Move):
        refusal = desk.why_not(does)
        does = desk.play(does)
    text = label or desk.words(f"act.{name}")
    return desk.button(
        f"act:{name}",
        text,
        does,  # type: ignore[arg-type]
        key=key,
        place=place,
        hint=hint,
        tone=tone,
        refusal=refusal,
        main=True,
    )


# --- a round -------------------------------------------------------------------------------------------------------


def _waiting(desk: Desk, _r: Round) -> Iterator[Button]:
    """Cards come: from the shoe by themselves, else from the pad."""
    if desk.moment.named_by_hand:
        yield _action(desk, "pad", STAND, "N", desk.open(CardPad()), tone="main")


def _insurance(desk: Desk, _r: Round) -> Iterator[Button]:
    yield _action(desk, "insurance", SWITCH, "I", desk.open(InsurancePage()))
    yield _action(desk, "insurance_closed", STAND, "T", moves.InsuranceClosed(), tone="main")


def _offer(desk: Desk, r: Round, *, waits: bool) -> Iterator[Button]:
    spot = r.spot_in_turn
    if spot is None or not spot.offer_open or r.due is not None:
        return
    switch = moves.Switched(spot=spot.number)
    yield _action(desk, "switch", SWITCH, "S", switch, tone="main", hint=_after_switch(desk, spot.hands))
    if waits:
        yield _action(desk, "keep", KEEP, "K", moves.SwitchDeclined(spot=spot.number))


def _after_switch(desk: Desk, hands: list[Hand]) -> str:
    """The totals that a switch would make."""
    a, b = (list(hand.cards) for hand in hands[:2])
    if len(a) != 2 or len(b) != 2:
        return ""
    a[1], b[1] = b[1], a[1]
    return " · ".join(desk.words.total(cards) for cards in (a, b))


def _switches(desk: Desk, r: Round) -> Iterator[Button]:
    yield from _offer(desk, r, waits=True)
    yield from _check(desk, r)


def _check(desk: Desk, r: Round) -> Iterator[Button]:
    """The dealer's own look; a reader tells its bit by itself."""
    if r.table.hole_card == "reader" and "reader" in desk.moment.links and "reader" not in desk.moment.without:
        return
    for name, place, key, blackjack in (("clear", STAND, "T", False), ("blackjack", SURRENDER, "B", True)):
        move = moves.HoleCardChecked(blackjack=blackjack)
        if desk.why_not(move) is None:
            yield _action(desk, name, place, key, move, tone="go" if not blackjack else "danger")


def _play(desk: Desk, r: Round) -> Iterator[Button]:
    if r.due is not None:
        yield from _joining(desk, r)
        yield from _face_down(desk, r)
        yield from _waiting(desk, r)
        return
    yield from _offer(desk, r, waits=True)
    hand = r.hand
    if hand is None:
        return
    yield _action(desk, "hit", HIT, "H", moves.HitAsked(hand=hand.id), tone="go")
    yield _action(desk, "stand", STAND, "T", moves.Stood(hand=hand.id), tone="go")
    yield _double(desk, r, hand)
    yield _split(desk, r, hand)
    if r.table.surrender:
        yield _action(desk, "surrender", SURRENDER, "R", moves.Surrendered(hand=hand.id))


def _double(desk: Desk, r: Round, hand: Hand) -> Button:
    free = moves.DoubledFree(hand=hand.id)
    if desk.why_not(free) is None:
        return _action(desk, "double_free", DOUBLE, "D", free, tone="go")
    base = hand.base_wager(moves.CALLER)
    hint = short(base.nominal) if base is not None else ""
    return _action(desk, "double", DOUBLE, "D", moves.Doubled(hand=hand.id), tone="go", hint=hint)


def _split(desk: Desk, r: Round, hand: Hand) -> Button:
    free = moves.SplitFree(hand=hand.id)
    if desk.why_not(free) is None:
        return _action(desk, "split_free", SPLIT, "P", free, tone="go")
    return _action(desk, "split", SPLIT, "P", moves.HandSplit(hand=hand.id), tone="go")


def _joining(desk: Desk, r: Round) -> Iterator[Button]:
    """Bettors behind may follow the caller's double or split, until the card comes."""
    if r.joining is None:
        return
    kind = moves.Doubled if r.joining.action == "double" else moves.HandSplit
    places = ((DOUBLE, "D"), (SPLIT, "P"))
    behind = [bet.bettor for bet in r.joining.hand.spot.bets[1:]]
    asked = [kind(hand=r.joining.named, bettor=bettor) for bettor in behind]
    possible = [move for move in asked if desk.why_not(move) is None]
    for move, (place, key) in zip(possible, places, strict=False):
        label = desk.words(f"act.join_{r.joining.action}", bettor=move.bettor)
        yield _action(desk, f"join:{move.bettor}", place, key, move, label=label)


def _face_down(desk: Desk, r: Round) -> Iterator[Button]:
    """The player may want the double card covered, before it leaves a sealed shoe (CB double 6)."""
    m = desk.moment
    hand = r.due
    if not isinstance(hand, Hand) or not hand.doubled or not r.rules.double_face_down:
        return
    if not m.by_hand and m.opening is None and m.kept_down != hand.id:
        keep = desk.submit(t.KeepFaceDown(who=desk.who, hand=hand.id))
        yield _action(desk, "face_down", SURRENDER, "R", keep)


def _turn(desk: Desk, r: Round) -> Iterator[Button]:
    hand = desk.moment.to_turn
    if hand in desk.moment.down_opens and desk.moment.opening is None:
        turn = desk.submit(t.TurnDoubleCard(who=desk.who, hand=hand))
        yield _action(desk, "turn", STAND, "T", turn, tone="main", hint=hand)
    else:
        yield from _waiting(desk, r)


def _show(desk: Desk, r: Round) -> Iterator[Button]:
    if desk.moment.hole_opens and not r.table.hole_card_comes_last and desk.moment.opening is None:
        yield _action(desk, "show", STAND, "T", desk.submit(t.ShowHoleCard(who=desk.who)), tone="main")
    else:
        yield from _waiting(desk, r)


def _nothing(_desk: Desk, _r: Round) -> Iterator[Button]:
    return iter(())


def _complete(desk: Desk, r: Round) -> Iterator[Button]:
    paid = t.WagersPaid(who=desk.who)
    pending = current(desk.moment) is not None
    entry = next_entry(desk.moment)
    if entry is not None:
        yield _action(desk, "tick", SWITCH, "Space", desk.submit(t.SettlementDone(who=desk.who, settlement=entry)))
    name = "paid" if pending else "next"
    if same_bets_possible(desk):
        both = desk.submit(paid, t.SameWagers(who=desk.who))
        yield _action(desk, f"{name}_same", STAND, "T", both, tone="main")
    first = not same_bets_possible(desk)
    place, tone = (STAND, "main") if first else (HIT, "go")
    yield _action(desk, name, place, "P", desk.submit(paid), tone=tone)  # type: ignore[arg-type]
    if any(line.due and line.settlement.pays for line in lines(desk.moment)):
        yield _colour_up(desk)


def _colour_up(desk: Desk) -> Button:
    """The chips of the pays, with the stake changed into larger ones or not."""
    wanted = Go(change=lambda local: replace(local, colour_up=not local.colour_up))
    label, checked = desk.words("side.colour_up"), desk.local.colour_up
    return desk.button("colour-up", label, wanted, key="U", place=SURRENDER, main=True, checked=checked)


def same_bets_possible(desk: Desk) -> bool:
    """The same wagers again: not after the cutting card, and not after a round that was ended by a ruling."""
    m = desk.moment
    return not (m.last_round_of_shoe or m.shoe_over) and bool(m.bets or m.last_bets)


_PHASES: Final[dict[phases.Phase, Callable[[Desk, Round], Iterator[Button]]]] = {
    phases.OPEN: _waiting,
    phases.DEAL: _waiting,
    phases.INSURANCE: _insurance,
    phases.SWITCHES: _switches,
    phases.CHECK: _check,
    phases.PLAY: _play,
    phases.SHOW: _show,
    phases.DISPUTE: _nothing,
    phases.DRAW: _waiting,
    phases.TURN: _turn,
    phases.COMPLETE: _complete,
}


# --- between rounds ------------------------------------------------------------------------------------------------


def _between_rounds(desk: Desk) -> Iterator[Button]:
    m = desk.moment
    if m.loose is not None:
        return
    if not m.is_open:
        page = ChipCountPage(purpose="open") if desk.house.table is not None else TablePage()
        yield _action(desk, "open", STAND, "T", desk.open(page), tone="main")
        return
    if not m.dealer:
        yield _action(desk, "dealer_in", SWITCH, "I", come_in(desk, "dealer"), tone="main")
    if m.guide is not None or m.shoe_left is None or m.shoe_over:
        if m.burn_due and m.by_hand and m.guide is not None and m.guide.touch == "BurnCard":
            yield _action(desk, "burned", STAND, "T", desk.submit(t.BurnCard(who=desk.who)), tone="main")
        elif not (m.burn_due and m.guide is not None and m.guide.touch == "BurnCard"):
            yield _action(desk, "shoe", STAND, "T", desk.open(ShoePage()), tone="main")
        return
    if m.burn_due or m.bets:
        if m.by_hand:
            yield _action(desk, "pad", STAND, "N", desk.open(CardPad()), tone="main")
    elif m.last_bets:
        yield _action(desk, "same", STAND, "T", desk.submit(t.SameWagers(who=desk.who)), tone="main")
    if not m.burn_due:
        yield _action(desk, "bets", SWITCH, "B", desk.open(BetsPage.of(m)), tone="go")
