"""The main actions: eight fixed places that hands learn. Only what can be done now stands there.

    0 Switch   1 No switch   2 Hit   3 Stand   4 Double   5 Split   6 Surrender   7 Menu

Other moments use the same places, but what goes on with the game never stands where the step before it stood: show is
in place 0, close insurance in 1, stand in 3, same bets in 4, paid in 5. A finger that taps on decides nothing twice.
What cannot be taken back is held. A decision that the rules refuse now is dim and says why; one that this table does
not offer is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.engine import apply, why_not
from dealer_console.game.hand import Hand
from dealer_console.game.money import short
from dealer_console.game.play.legal_moves import served
from dealer_console.game.state import Round
from dealer_console.journal.entries.people import Role
from dealer_console.screens.effects import Go
from dealer_console.screens.pages.cards.card_pad import CardPad
from dealer_console.screens.pages.cards.shoe import ShoePage
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.irregularity import RulingPage
from dealer_console.screens.pages.menu import MenuPage
from dealer_console.screens.pages.money.bets import BetsPage
from dealer_console.screens.pages.money.chip_count import ChipCountPage
from dealer_console.screens.pages.money.insurance import InsurancePage
from dealer_console.screens.pages.people.attendance import come_in
from dealer_console.screens.pages.table import TablePage
from dealer_console.screens.parts.settlement_lines import current_line, lines
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, Tone
from dealer_console.table import commands as c
from drivers.events import DeviceKind

SWITCH, KEEP, HIT, STAND, DOUBLE, SPLIT, SURRENDER, MENU = range(8)
SHOW, CLOSE_INSURANCE, TICK, SAME_BETS, PAID_SAME, PAID = SWITCH, KEEP, HIT, DOUBLE, SPLIT, SURRENDER


def actions(builder: ScreenBuilder) -> tuple[Button, ...]:
    menu = builder.button(
        "menu", builder.words("menu-title"), builder.open(MenuPage()), key="F12", place=MENU, main=True, tone="quiet"
    )
    return (*_now(builder), menu)


def _now(builder: ScreenBuilder) -> Iterator[Button]:
    r = builder.snapshot.round
    if builder.snapshot.stopped is not None:
        return
    if r is None:
        yield from _between_rounds(builder)
    elif r.irregularity is not None or r.phase is phases.DISPUTE:
        yield _action(builder, "ruling", STAND, "F2", builder.open(RulingPage()), tone="main")
    elif builder.snapshot.guide is not None:  # the discards go back into the shoe first
        yield _action(builder, "shoe", STAND, "T", builder.open(ShoePage()), tone="main")
    elif builder.snapshot.loose is None:
        yield from _PHASES[r.phase](builder, r)


def _action(
    builder: ScreenBuilder,
    name: str,
    place: int,
    key: str,
    does: object,
    *,
    tone: Tone = "plain",
    hint: str = "",
    label: str = "",
    hold: bool = False,
) -> Button:
    """A move is asked of the rules; any other effect is taken as it is."""
    refusal = None
    if isinstance(does, moves.Move):
        refusal = builder.why_not(does)
        does = builder.play(does)
    text = label or builder.words(f"act-{name}")
    return builder.button(
        f"act:{name}",
        text,
        does,  # type: ignore[arg-type]
        key=key,
        place=place,
        hint=hint,
        tone=tone,
        refusal=refusal,
        main=True,
        hold=hold,
        about=_about(builder.snapshot.round),
    )


def _about(r: Round | None) -> str:
    """What is decided: the hand and its number of cards, or the phase."""
    if r is None:
        return ""
    hand = f" {r.hand.id} {len(r.hand.cards)}" if r.phase is phases.PLAY and r.hand is not None else ""
    spot = f" {r.spot_in_turn.number}" if r.spot_in_turn is not None else ""
    return f"{r.phase.name}{spot}{hand}"


# --- a round -------------------------------------------------------------------------------------------------------


def _waiting(builder: ScreenBuilder, _r: Round) -> Iterator[Button]:
    """Cards come: from the shoe by themselves, else from the pad."""
    if builder.snapshot.named_by_hand:
        yield _action(builder, "pad", STAND, "N", builder.open(CardPad()), tone="main")


def _insurance(builder: ScreenBuilder, _r: Round) -> Iterator[Button]:
    yield _action(builder, "insurance", SWITCH, "I", builder.open(InsurancePage()))
    yield _action(builder, "insurance_closed", CLOSE_INSURANCE, "T", moves.InsuranceClosed(), tone="main")


def _offer(builder: ScreenBuilder, r: Round, *, waits: bool) -> Iterator[Button]:
    spot = r.spot_in_turn
    if spot is None or not spot.offer_open or r.due is not None:
        return
    switch = moves.Switched(spot=spot.number)
    yield _action(builder, "switch", SWITCH, "S", switch, hint=_after_switch(builder, spot.hands))
    if waits:
        yield _action(builder, "keep", KEEP, "K", moves.SwitchDeclined(spot=spot.number), tone="main")


def _after_switch(builder: ScreenBuilder, hands: list[Hand]) -> str:
    """The totals that a switch would make."""
    a, b = (list(hand.cards) for hand in hands[:2])
    if len(a) != 2 or len(b) != 2:
        return ""
    a[1], b[1] = b[1], a[1]
    return " · ".join(builder.words.total(cards) for cards in (a, b))


def _switches(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    yield from _offer(builder, r, waits=True)
    yield from _check(builder, r)


def _check(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """The dealer's own look; a reader tells its bit by itself."""
    if (
        r.table.hole_card == "reader"
        and "reader" in builder.snapshot.links
        and "reader" not in builder.snapshot.without
    ):
        return
    for name, place, key, blackjack in (("clear", HIT, "T", False), ("blackjack", SURRENDER, "B", True)):
        move = moves.HoleCardChecked(blackjack=blackjack)
        if builder.why_not(move) is None:
            yield _action(builder, name, place, key, move, tone="go" if not blackjack else "danger")


def _card_waits(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """An exposed card lies for the hand that doubled or split: others join, or the next decision brings the card."""
    joins = list(_joining(builder, r))
    after = served(r)
    yield from joins
    if not joins or after.phase is not phases.PLAY:
        yield from _PHASES[after.phase](builder, after)
        return
    yield from _offer(builder, after, waits=True)
    if after.hand is not None and after.due is None:  # double and split have their places when nobody can join
        yield from _hit_and_stand(builder, after.hand)


def _play(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    if r.card_waits:
        yield from _card_waits(builder, r)
        return
    if r.due is not None:
        yield from _joining(builder, r)
        yield from _face_down(builder, r)
        yield from _waiting(builder, r)
        return
    yield from _offer(builder, r, waits=True)
    yield from _undo_switch(builder, r)
    hand = r.hand
    if hand is None:
        return
    yield from _hit_and_stand(builder, hand)
    yield _double(builder, r, hand)
    yield _split(builder, r, hand)
    if r.table.surrender:
        yield _action(builder, "surrender", SURRENDER, "R", moves.Surrendered(hand=hand.id))


def _undo_switch(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """Where No switch stood, so that a second tap on Switch does not take it back."""
    for spot in r.spots:
        back = moves.SwitchTakenBack(spot=spot.number)
        if spot.switched and builder.why_not(back) is None:
            yield _action(builder, "take_back", KEEP, "Z", back)
            return


def _hit_and_stand(builder: ScreenBuilder, hand: Hand) -> Iterator[Button]:
    yield _action(builder, "hit", HIT, "H", moves.HitAsked(hand=hand.id), tone="go")
    stand = _action(builder, "stand", STAND, "T", moves.Stood(hand=hand.id), tone="go")
    yield _with_both(builder, hand, stand)


def _with_both(builder: ScreenBuilder, hand: Hand, stand: Button) -> Button:
    """A finger that rests on Stand lets both hands of the spot stand: one wave of the player."""
    r = builder.snapshot.round
    after = [other for other in hand.spot.hands if other is not hand and not other.over]
    if r is None or not stand.enabled or len(after) != 1 or r.hand is not hand:
        return stand
    later, first = r.copy(), moves.Stood(hand=hand.id)
    apply(later, first)
    second = moves.Stood(hand=after[0].id)
    if why_not(later, second) is not None:
        return stand
    both = builder.submit(*(c.Play(who=builder.who, move=move) for move in (first, second)))
    name = builder.touchable("act:stand_both", both, key="Y")
    return replace(stand, rest=name, hint=builder.words("act-stand_both"))


def _double(builder: ScreenBuilder, r: Round, hand: Hand) -> Button:
    free = moves.DoubledFree(hand=hand.id)
    if builder.why_not(free) is None:
        return _action(builder, "double_free", DOUBLE, "D", free, tone="go")
    base = hand.base_wager(moves.CALLER)
    hint = short(base.nominal) if base is not None else ""
    return _action(builder, "double", DOUBLE, "D", moves.Doubled(hand=hand.id), tone="go", hint=hint)


def _split(builder: ScreenBuilder, r: Round, hand: Hand) -> Button:
    free = moves.SplitFree(hand=hand.id)
    if builder.why_not(free) is None:
        return _action(builder, "split_free", SPLIT, "P", free, tone="go")
    return _action(builder, "split", SPLIT, "P", moves.HandSplit(hand=hand.id), tone="go")


def _joining(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """Bettors behind may follow the caller's double or split, until the card comes."""
    if r.joining is None:
        return
    kind = moves.Doubled if r.joining.action == "double" else moves.HandSplit
    places = ((DOUBLE, "D"), (SPLIT, "P"))
    behind = [bet.bettor for bet in r.joining.hand.spot.bets[1:]]
    candidates = [kind(hand=r.joining.named, bettor=bettor) for bettor in behind]
    possible = [move for move in candidates if builder.why_not(move) is None]
    for move, (place, key) in zip(possible, places, strict=False):
        label = builder.words(f"act-join_{r.joining.action}", bettor=move.bettor)
        yield _action(builder, f"join:{move.bettor}", place, key, move, label=label)


def _face_down(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    """The player may want the double card covered, before it leaves a sealed shoe (CB double 6)."""
    m = builder.snapshot
    hand = r.due
    if not isinstance(hand, Hand) or not hand.doubled or not r.rules.double_face_down:
        return
    if not m.by_hand and m.opening is None and m.kept_down != hand.id:
        keep = builder.submit(c.KeepFaceDown(who=builder.who, hand=hand.id))
        yield _action(builder, "face_down", SURRENDER, "R", keep)


def _turn(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    hand = builder.snapshot.to_turn
    if hand in builder.snapshot.down_opens and builder.snapshot.opening is None:
        turn = builder.submit(c.TurnDoubleCard(who=builder.who, hand=hand))
        yield _action(builder, "turn", KEEP, "T", turn, tone="main", hint=hand)
    else:
        yield from _waiting(builder, r)


def _show(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    if builder.snapshot.hole_opens and not r.table.hole_card_comes_last and builder.snapshot.opening is None:
        yield _action(builder, "show", SHOW, "T", builder.submit(c.ShowHoleCard(who=builder.who)), tone="main")
    else:
        yield from _waiting(builder, r)


def _complete(builder: ScreenBuilder, r: Round) -> Iterator[Button]:
    paid = c.WagersPaid(who=builder.who)
    pending = current_line(builder.snapshot)
    if pending is not None:
        done = (c.SettlementDone(who=builder.who, settlement=entry) for entry in pending.entries)
        yield _action(builder, "tick", TICK, "Space", builder.submit(*done), tone="go")
    name = "paid" if pending is not None else "next"
    same = same_bets_possible(builder)
    if same:
        both = builder.submit(paid, c.SameWagers(who=builder.who))
        yield _action(builder, f"{name}_same", PAID_SAME, "T", both, tone="main", hold=True)
    yield _action(builder, name, PAID, "P", builder.submit(paid), tone="go" if same else "main", hold=True)
    if any(line.due and line.settlement.pays for line in lines(builder.snapshot)):
        yield _colour_up(builder)


def _colour_up(builder: ScreenBuilder) -> Button:
    """The chips of the pays, with the stake changed into larger ones or not."""
    toggle = Go(change=lambda ui: replace(ui, colour_up=not ui.colour_up))
    label, checked = builder.words("side-colour_up"), builder.ui.colour_up
    return builder.button("colour-up", label, toggle, key="U", place=KEEP, main=True, checked=checked)


def same_bets_possible(builder: ScreenBuilder) -> bool:
    """The same wagers again: not after the cutting card, and not after a round that was ended by a ruling."""
    m = builder.snapshot
    return not (m.last_round_of_shoe or m.shoe_over) and bool(m.bets or m.last_bets)


_PHASES: Final[dict[phases.Phase, Callable[[ScreenBuilder, Round], Iterator[Button]]]] = {
    phases.OPEN: _waiting,
    phases.DEAL: _waiting,
    phases.INSURANCE: _insurance,
    phases.SWITCHES: _switches,
    phases.CHECK: _check,
    phases.PLAY: _play,
    phases.SHOW: _show,
    phases.DRAW: _waiting,
    phases.TURN: _turn,
    phases.COMPLETE: _complete,
}


# --- between rounds ------------------------------------------------------------------------------------------------


def _between_rounds(builder: ScreenBuilder) -> Iterator[Button]:
    m = builder.snapshot
    if m.loose is not None:
        return
    if not m.is_open:
        page = ChipCountPage(purpose="open", stacks=True) if builder.config.table is not None else TablePage()
        opens = builder.open(page) if m.dealer else come_in(builder, Role.DEALER, page)
        yield _action(builder, "open", STAND, "T", opens, tone="main")
        return
    if not m.dealer:
        yield _action(builder, "dealer_in", SWITCH, "I", come_in(builder, Role.DEALER), tone="main")
    if m.guide is not None or m.shoe_left is None or m.shoe_over:
        if m.burn_due and m.by_hand and m.guide is not None and m.guide.command is c.BurnCard:
            yield _action(builder, "burned", STAND, "T", builder.submit(c.BurnCard(who=builder.who)), tone="main")
        elif m.burn_due and m.shoe_first is not None:
            yield _shoe_first(builder)
        elif not (m.burn_due and m.guide is not None and m.guide.command is c.BurnCard):
            yield _action(builder, "shoe", STAND, "T", builder.open(ShoePage()), tone="main")
        return
    if m.burn_due or m.bets:
        if m.by_hand:
            yield _action(builder, "pad", STAND, "N", builder.open(CardPad()), tone="main")
        elif m.shoe_first is not None:
            yield _shoe_first(builder)
    elif m.last_bets:
        yield _action(builder, "same", SAME_BETS, "T", builder.submit(c.SameWagers(who=builder.who)), tone="main")
    if not m.burn_due:
        yield _action(builder, "bets", SWITCH, "B", builder.open(BetsPage.of(builder)), tone="go")


def _shoe_first(builder: ScreenBuilder) -> Button:
    """The shoe tells no card: what is done about it, instead of the pad."""
    return _action(builder, "shoe_first", STAND, "N", builder.open(DevicesPage(kind=DeviceKind.SHOE)), tone="main")
