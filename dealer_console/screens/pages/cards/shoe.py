"""Shoe and shuffle: where the cards are, which step is due, who does it, the cut, the burn, the count of the shoe.

The table's guide says what is open now (`CardGuide.ways`, `also`, `waits`); the page offers that and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.cards import Card
from dealer_console.game.hand import Hand
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.cards.cut_depth import CutDepthPage
from dealer_console.screens.pages.cards.shoe_count import CountPage
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.pads import rank_rows, suit_row
from dealer_console.screens.pages.people.signature import by_supervisor
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Element, Meter, Overlay, Row, Sheet, Text, Tone
from dealer_console.table import commands as c
from dealer_console.table.devices.shuffle_methods import BATCH
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS, DISCARDS, OUT_OF, PUT_AWAY, TAKE_OUT
from dealer_console.table.shift.readiness import RIFFLED_PORTIONS
from dealer_console.table.shift.state import Cards
from dealer_console.table.snapshot import CardGuide


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnShownPage:
    """Rank, then suit. Where a supervisor has to agree, the table asks for one."""

    rank: str = ""
    back: Page | None = None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=(Text(text=builder.words("irregularity-which_card")),))]
        rows += rank_rows(builder, lambda rank: builder.open(replace(self, rank=rank)), chosen=self.rank)
        if self.rank:
            rows.append(suit_row(builder, self.rank, lambda face: self._shown(builder, face)))
        return builder.overlay(
            "burn-shown", builder.words("shoe-show_burn"), rows, close=builder.back_to(self.back), covers="pad"
        )

    def _shown(self, builder: ScreenBuilder, face: Card) -> Effect:
        return builder.submit(c.ShowBurnCard(who=builder.who, card=face), then=lambda ui: ui.at(self.back))


COLOURS: Final = ("red", "blue")
RIFFLES: Final = range(1, 8)
BROAD: Final = 6  # so many buttons may stand broad


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePage:
    def overlay(self, builder: ScreenBuilder) -> Overlay:
        guide = builder.snapshot.guide
        left = (
            list(_steps(builder, guide))
            if guide is not None
            else [Row(elements=(element,)) for element in _where(builder)]
        )
        right = [Row(elements=(element,)) for element in _device(builder)]
        right += [Row(elements=tuple(line)) for line in _lines(list(_buttons(builder, guide)))]
        return builder.overlay("shoe", builder.words("shoe-title"), left, right, widths=(1, 1), close=builder.close())


def _lines(buttons: list[Button]) -> list[list[Button]]:
    """Two side by side; the many counts of a riffle are small."""
    across = 4 if len(buttons) > BROAD else 2
    return [buttons[at : at + across] for at in range(0, len(buttons), across)]


def _where(builder: ScreenBuilder) -> Iterator[Text]:
    m, words, cards = builder.snapshot, builder.words, builder.snapshot.cards
    if m.shoe_left is None:
        yield Text(text=words("top-no_cards"))
    elif cards is None or not cards.in_shuffler:
        yield Text(text=words("top-shoe", left=m.shoe_left, out=m.shoe_out))
        yield from _second_decks(builder)
    else:
        yield Text(text=words("shoe-inside", inside=cards.inside, cards=cards.all_cards), size="large")
        yield Text(text=words("shoe-put_back", out=m.shoe_out))
        missing = cards.all_cards - cards.inside - m.shoe_out
        if missing:
            yield Text(text=words("shoe-unaccounted", missing=missing), tone="danger")


def _second_decks(builder: ScreenBuilder) -> Iterator[Text]:
    """Where the decks are that are shuffled while the others are dealt."""
    second, stage = builder.snapshot.shift.second, builder.snapshot.second_stage
    if second is None:
        return
    colour = builder.words(f"colour-{second.colour}") if second.colour in COLOURS else second.colour
    where = stage or ("out" if second.inspected_by else "new")
    yield Text(text=builder.words(f"shoe-second-{where}", colour=colour), tone="danger" if stage == "dead" else "plain")


def _steps(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Row]:
    words = builder.words
    yield Row(elements=(Text(text=words.phrase(guide.does), size="large", tone="main"),))
    who = words("shoe-who", who=words.phrase(guide.who), clause=guide.clause)
    yield Row(elements=(Text(text=who, size="small"),))
    if guide.says is not None:
        yield Row(elements=(Text(text=words("prompt-quoted", text=words.phrase(guide.says)), size="large"),))
    if guide.waits is not None:
        tone: Tone = "danger" if "Devices" in guide.also else "plain"
        yield Row(elements=(Text(text=words.sentence(builder.reason(guide.waits)), tone=tone),))
    if not guide.steps:
        return
    at = next((number for number, step in enumerate(guide.steps) if step.step == guide.step), 0)
    shown = guide.steps[max(0, at - 2) : at + 4]
    lines = tuple(
        ("✓" if step.done else "•" if step.step == guide.step else "", words.phrase(step.does)) for step in shown
    )
    marked = tuple(number for number, step in enumerate(shown) if step.step == guide.step)
    yield Row(elements=(Sheet(head=(), rows=lines, marked=marked),))


def _device(builder: ScreenBuilder) -> Iterator[Element]:
    stage = builder.snapshot.batch_stage or builder.snapshot.second_stage
    if stage in ("asked", "shuffling", "releasing"):
        known = builder.status.of("batch-shuffler")
        percent, left = (known.percent, known.left) if known is not None else (None, "")
        yield Meter(label=builder.words(f"light-batch-{stage}"), percent=percent, left=left)
    cards, guide = builder.snapshot.cards, builder.snapshot.guide
    if cards is None or guide is None or guide.device != CONTINUOUS or guide.waits is None:
        return
    if guide.step in ("load", TAKE_OUT):
        percent = min(100, 100 * cards.inside // cards.all_cards)
        left = builder.words("count-sum", counted=cards.inside, cards=cards.all_cards)
        yield Meter(label=builder.words("device-continuous-shuffler"), percent=percent, left=left)


# --- what can be done ----------------------------------------------------------------------------------------------


def _buttons(builder: ScreenBuilder, guide: CardGuide | None) -> Iterator[Button]:
    yield from _of_guide_or_round(builder, guide)
    if guide is None and builder.snapshot.shift.cards.burns:
        yield _button(builder, "show_burn", builder.open(BurnShownPage(back=ShoePage())))


def _of_guide_or_round(builder: ScreenBuilder, guide: CardGuide | None) -> Iterator[Button]:
    if guide is None and builder.snapshot.round is not None:
        yield from _in_round(builder)
        return
    if guide is not None:
        if guide.waits is None:
            yield from _OF_GUIDE.get(guide.command, _card_step)(builder, guide)
        for name in guide.also:
            yield from _also(builder, name, guide.device or CONTINUOUS)
        return
    cards = builder.snapshot.cards
    if cards is not None and builder.snapshot.shoe_left is not None:
        yield from _begin(builder, ("house", "player-asked"), cards.ways)
        if not cards.in_shuffler:
            yield _button(builder, "spread", builder.submit(c.SpreadCards(who=builder.who)))
        for name in cards.also:
            yield from _also(builder, name, CONTINUOUS)


def _also(builder: ScreenBuilder, name: str, device: str) -> Iterator[Button]:
    """What may be done beside the step that is due, or in its place."""
    if name == "DecksIn":
        yield from _decks_in(builder, None)
    elif name == "TakeCardsOut":
        yield _button(builder, "take_out", builder.submit(c.TakeCardsOut(who=builder.who, device=device)))
    elif name == "SecondDecks":
        yield from _second_in(builder)
    elif name == "SecondInspected":
        looked_at = c.CardsInspected(who=builder.who, second=True)
        yield _button(builder, "second_inspected", builder.submit(looked_at))
    elif name == "ShuffleSecond":
        yield _button(builder, "shuffle_second", builder.submit(c.Shuffle(who=builder.who, second=True)))
    elif name == "TakeSecondOut":
        yield _button(builder, "take_second_out", builder.submit(c.TakeCardsOut(who=builder.who, device=BATCH)))
    elif name == "TakeInventory":
        yield _button(builder, "inventory", builder.submit(c.TakeInventory(who=builder.who)))
    elif name == "PutAway":
        yield _button(builder, "put_away", builder.submit(c.CardStep(who=builder.who, step=PUT_AWAY)))
    elif name == "Riffle":
        yield _button(builder, "riffle_more", builder.submit(c.CardStep(who=builder.who, step="riffle")), main=True)
    elif name == "Devices":
        yield _button(builder, "devices", builder.open(DevicesPage(kind=device)))
    elif name == "OrderCardsOut":
        out = by_supervisor(builder, c.OrderCardsOut(who=c.WHO_SIGNS), builder.words("shoe-cards_out"), ShoePage())
        yield _button(builder, "cards_out", out)
    elif name == "OrderRecut":
        yield from _recut(builder)
    else:
        yield _again(builder, name.removeprefix("ShuffleAgain:"))


def _recut(builder: ScreenBuilder) -> Iterator[Button]:
    """By who cut last, or by the next person entitled, as the supervisor says (MA 4(g))."""
    for name, by_the_same in (("recut", True), ("recut_next", False)):
        label = builder.words(f"shoe-{name}")
        recut = c.OrderRecut(who=c.WHO_SIGNS, by_the_same=by_the_same, why=builder.words("shoe-recut_why"))
        yield _button(builder, name, by_supervisor(builder, recut, label, ShoePage()))


def _again(builder: ScreenBuilder, way: str) -> Button:
    label = builder.words(f"shoe-again-{way}")
    again = c.ShuffleAgain(who=c.WHO_SIGNS, way=way, why=builder.words("shoe-again_why"))
    return _button(builder, f"again:{way}", by_supervisor(builder, again, label, ShoePage()), label=label)


def _button(builder: ScreenBuilder, name: str, does: Effect, *, main: bool = False, label: str = "") -> Button:
    text = label or builder.words(f"shoe-{name}")
    held = name.startswith("begin:") or name == "shuffle"  # a shuffle that is begun cannot be taken back
    tone: Tone = "go" if main else "plain"
    return builder.button(f"shoe:{name}", text, does, key="auto", main=main, tone=tone, hold=held)


def _in_round(builder: ScreenBuilder) -> Iterator[Button]:
    """Where the cutting card came: the box that is due a card first, then every other one, and the dealer's hand."""
    r = builder.snapshot.round
    if (
        r is None
        or not builder.snapshot.by_hand
        or builder.snapshot.last_round_of_shoe
        or builder.snapshot.shift.cards.in_shuffler
    ):
        return
    due = r.due if r.due is not None else r.hand
    proposed = int(due.spot.number) if isinstance(due, Hand) else None
    places = [proposed, *(place for place in (*(int(spot.number) for spot in r.spots), None) if place != proposed)]
    for place in places:
        where = builder.words("hand-dealer") if place is None else builder.words("bets-spot", spot=place)
        name = "cutting_card" if place == proposed else f"cutting_card:{place or 'dealer'}"
        label = builder.words("shoe-cutting_card", where=where)
        seen = builder.submit(c.CuttingCardOut(who=builder.who, spot=place))
        yield _button(builder, name, seen, main=place == proposed, label=label)


def _decks_in(builder: ScreenBuilder, guide: CardGuide | None) -> Iterator[Button]:
    decks = builder.config.table.game.decks if builder.config.table is not None else 6
    for colour in COLOURS:
        command = c.DecksIn(who=builder.who, decks=decks, colour=colour)
        label = builder.words("shoe-decks_in", decks=decks, colour=builder.words(f"colour-{colour}"))
        yield _button(builder, f"decks_in:{colour}", builder.submit(command), main=guide is not None, label=label)


def _second_in(builder: ScreenBuilder) -> Iterator[Button]:
    """Of another colour than those in play: the two are never mixed."""
    decks = builder.config.table.game.decks if builder.config.table is not None else 6
    for colour in COLOURS:
        if colour != builder.snapshot.shift.cards.colour:
            command = c.DecksIn(who=builder.who, decks=decks, colour=colour, second=True)
            label = builder.words("shoe-second_in", decks=decks, colour=builder.words(f"colour-{colour}"))
            yield _button(builder, f"second_in:{colour}", builder.submit(command), label=label)


def _inspected(builder: ScreenBuilder, _guide: CardGuide) -> Iterator[Button]:
    yield _button(builder, "inspected", builder.submit(c.CardsInspected(who=builder.who)), main=True)


def _begin_due(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Button]:
    if guide.step == "begin-shuffle":
        reasons: tuple[str, ...] = ("new-cards",)
    else:
        reasons = _reasons_due(builder.snapshot.shift.cards, guide)
    yield from _begin(builder, reasons, guide.ways)


def _reasons_due(cards: Cards, guide: CardGuide) -> tuple[str, ...]:
    if guide.procedure == OUT_OF:
        return ("house",)
    if guide.procedure == DISCARDS:
        return ("shoe-empty",)
    return ("cutting-card", "house") if cards.due is None else (cards.due.reason,)


def _begin(builder: ScreenBuilder, reasons: tuple[str, ...], ways: tuple[str, ...]) -> Iterator[Button]:
    file = builder.config.table
    continuous = file is not None and file.has_device(CONTINUOUS)
    for reason in reasons:
        for way in ways:
            command = c.BeginShuffle(who=builder.who, reason=reason, way=way)
            named = "into" if continuous and way == "device" else way
            label = builder.words(f"shoe-begin-{named}", reason=builder.words(f"reason-{reason}"))
            yield _button(
                builder, f"begin:{reason}:{way}", builder.submit(command), main=len(reasons) == 1, label=label
            )


def _shuffle(builder: ScreenBuilder, _guide: CardGuide) -> Iterator[Button]:
    yield _button(builder, "shuffle", builder.submit(c.Shuffle(who=builder.who)), main=True)


def _release(builder: ScreenBuilder, _guide: CardGuide) -> Iterator[Button]:
    """Once it comes out, the cards in the outlet become the shoe by themselves."""
    yield _button(builder, "release", builder.submit(c.Release(who=builder.who)), main=True)


def _take_out(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Button]:
    command = c.TakeCardsOut(who=builder.who, device=guide.device or CONTINUOUS)
    yield _button(builder, "take_out", builder.submit(command), main=True)


def _card_step(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Button]:
    if guide.step == "riffle":
        least, most = RIFFLED_PORTIONS.get(guide.clause, (RIFFLES[0], RIFFLES[-1]))
        for number in range(least, most + 1):
            step = c.CardStep(who=builder.who, step=guide.step, riffles=number)
            label = builder.words("shoe-riffles", count=number)
            yield _button(builder, f"riffle:{number}", builder.submit(step), label=label)
        return
    if guide.who == "supervisor":
        signed = c.CardStep(who=c.WHO_SIGNS, step=guide.step)
        yield _button(
            builder, "done", by_supervisor(builder, signed, builder.words.phrase(guide.does), ShoePage()), main=True
        )
        return
    yield _button(builder, "done", builder.submit(c.CardStep(who=builder.who, step=guide.step)), main=True)


def _offer_cut(builder: ScreenBuilder, _guide: CardGuide) -> Iterator[Button]:
    """In the lawful order; where the game begins and nobody is seated, who came first to the table has to be said."""
    m = builder.snapshot
    seated = {spot for player in m.shift.spots.players for spot in player.spots}
    spots = sorted({int(bet.spot) for bet in (*m.bets, *m.last_bets)} | seated)
    count = m.table.rules.spots if m.table is not None else 5
    players = tuple(spots) or tuple(range(1, count + 1))
    file = builder.config.table
    if seated or not m.shift.cards.game_begins or (file is not None and file.dealer_cuts):
        yield _button(builder, "offer_cut", builder.submit(c.OfferCut(who=builder.who, players=players)), main=True)
        return
    for spot in range(1, count + 1):
        offer = c.OfferCut(who=builder.who, players=tuple(sorted({*spots, spot})), first_player=spot)
        label = builder.words("shoe-first_player", spot=spot)
        yield _button(builder, f"offer_cut:{spot}", builder.submit(offer), label=label)
    nobody = c.OfferCut(who=builder.who, players=())
    yield _button(builder, "offer_cut:nobody", builder.submit(nobody), label=builder.words("shoe-nobody_cuts"))


def _cut(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Button]:
    spot = guide.offered_to or 0
    name = builder.words("bets-spot", spot=spot) if spot else builder.words("hand-dealer")
    label = builder.words("shoe-cut", who=name)
    page = CutDepthPage(spot=spot, who=name, back=ShoePage())
    yield _button(builder, "cut", builder.open(page), main=True, label=label)
    if spot:
        label = builder.words("shoe-cut_refused", who=name)
        yield _button(builder, "cut_refused", builder.submit(c.CutRefused(who=builder.who, spot=spot)), label=label)


def _burn(builder: ScreenBuilder, _guide: CardGuide) -> Iterator[Button]:
    if builder.snapshot.by_hand:
        yield _button(builder, "burned", builder.submit(c.BurnCard(who=builder.who)), main=True)


def _count(builder: ScreenBuilder, guide: CardGuide) -> Iterator[Button]:
    page = CountPage(back=ShoePage(), shuffler=guide.procedure == OUT_OF)
    yield _button(builder, "count", builder.open(page), main=True)


_OF_GUIDE: Final[dict[type[c.Command], Callable[[ScreenBuilder, CardGuide], Iterator[Button]]]] = {
    c.DecksIn: _decks_in,
    c.CardsInspected: _inspected,
    c.BeginShuffle: _begin_due,
    c.Shuffle: _shuffle,
    c.Release: _release,
    c.TakeCardsOut: _take_out,
    c.CardStep: _card_step,
    c.OfferCut: _offer_cut,
    c.CutMade: _cut,
    c.BurnCard: _burn,
    c.CountCards: _count,
}
