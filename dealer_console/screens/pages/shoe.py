"""Shoe and shuffle: where the cards are, which step is due, who does it, the cut, the burn, the count of the shoe.

The table's guide says what is open now (`GuideView.ways`, `also`, `waits`); the page offers that and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Effect
from dealer_console.screens.pages.burn_shown import BurnShownPage
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.pages.pads import close_button
from dealer_console.screens.pages.shoe_count import CountPage
from dealer_console.screens.pages.sign import by_supervisor
from dealer_console.screens.values import Button, Element, Meter, Overlay, Row, Sheet, Text, Tone
from dealer_console.table import touches as t
from dealer_console.table.shift.continuous import OUT_OF, PUT_AWAY, TAKE_OUT
from dealer_console.table.shift.shuffling import RIFFLED_PORTIONS
from dealer_console.table.stock import CONTINUOUS
from dealer_console.table.view.shift_values import CardsView, GuideView

COLOURS: Final = ("red", "blue")
RIFFLES: Final = range(1, 8)
BROAD: Final = 6  # so many buttons may stand broad


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoePage:
    def overlay(self, desk: Desk) -> Overlay:
        guide = desk.moment.guide
        left = list(_steps(desk, guide)) if guide is not None else [Row(elements=(each,)) for each in _where(desk)]
        right = [Row(elements=(each,)) for each in _machine(desk)]
        right += [Row(elements=tuple(line)) for line in _lines(list(_buttons(desk, guide)))]
        return Overlay(
            id="shoe",
            title=desk.words("shoe.title"),
            columns=(tuple(left), tuple(right)),
            widths=(1, 1),
            note=desk.local.note,
            note_tone="danger",
            close=close_button(desk),
        )


def _lines(buttons: list[Button]) -> list[list[Button]]:
    """Two side by side; the many counts of a riffle are small."""
    across = 4 if len(buttons) > BROAD else 2
    return [buttons[at : at + across] for at in range(0, len(buttons), across)]


def _where(desk: Desk) -> Iterator[Text]:
    m, words, cards = desk.moment, desk.words, _cards(desk)
    if m.shoe_left is None:
        yield Text(text=words("top.no_cards"))
    elif cards is None or not cards.in_shuffler:
        yield Text(text=words("top.shoe", left=m.shoe_left, out=m.shoe_out))
    else:
        yield Text(text=words("shoe.inside", inside=cards.inside, cards=cards.all_cards), size="large")
        yield Text(text=words("shoe.put_back", out=m.shoe_out))
        missing = cards.all_cards - cards.inside - m.shoe_out
        if missing:
            yield Text(text=words("shoe.unaccounted", missing=missing), tone="danger")


def _cards(desk: Desk) -> CardsView | None:
    return desk.moment.view.cards if desk.moment.view is not None else None


def _steps(desk: Desk, guide: GuideView) -> Iterator[Row]:
    words = desk.words
    yield Row(elements=(Text(text=words.of_table(guide.does), size="large", tone="main"),))
    who = words("shoe.who", who=words.of_table(guide.who), clause=guide.clause)
    yield Row(elements=(Text(text=who, size="small"),))
    if guide.says is not None:
        yield Row(elements=(Text(text=words("prompt.quoted", text=words.of_table(guide.says)), size="large"),))
    if guide.waits is not None:
        tone: Tone = "danger" if "Devices" in guide.also else "plain"
        yield Row(elements=(Text(text=words.sentence(desk.reason(guide.waits)), tone=tone),))
    if not guide.steps:
        return
    at = next((number for number, step in enumerate(guide.steps) if step.step == guide.step), 0)
    shown = guide.steps[max(0, at - 2) : at + 4]
    lines = tuple(
        ("✓" if each.done else "•" if each.step == guide.step else "", words.of_table(each.does)) for each in shown
    )
    marked = tuple(number for number, each in enumerate(shown) if each.step == guide.step)
    yield Row(elements=(Sheet(head=(), rows=lines, marked=marked),))


def _machine(desk: Desk) -> Iterator[Element]:
    stage = desk.moment.batch_stage
    if stage in ("asked", "shuffling", "releasing"):
        known = desk.around.of("batch-shuffler")
        percent, left = (known.percent, known.left) if known is not None else (None, "")
        yield Meter(label=desk.words(f"light.batch.{stage}"), percent=percent, left=left)
    cards, guide = _cards(desk), desk.moment.guide
    if cards is None or guide is None or guide.machine != CONTINUOUS or guide.waits is None:
        return
    if guide.step in ("load", TAKE_OUT):
        percent = min(100, 100 * cards.inside // cards.all_cards)
        left = desk.words("count.sum", counted=cards.inside, cards=cards.all_cards)
        yield Meter(label=desk.words("device.continuous-shuffler"), percent=percent, left=left)


# --- what can be done ----------------------------------------------------------------------------------------------


def _buttons(desk: Desk, guide: GuideView | None) -> Iterator[Button]:
    yield from _of_guide_or_round(desk, guide)
    if guide is None and desk.moment.shift.cards.burns:
        yield _button(desk, "show_burn", desk.open(BurnShownPage(back=ShoePage())))


def _of_guide_or_round(desk: Desk, guide: GuideView | None) -> Iterator[Button]:
    if desk.moment.round is not None:
        yield from _in_round(desk)
        return
    if guide is not None:
        if guide.waits is None:
            yield from _OF_GUIDE.get(guide.touch, _card_step)(desk, guide)
        for name in guide.also:
            yield from _also(desk, name, guide.machine or CONTINUOUS)
        return
    if not desk.house.book and desk.house.table is None:
        change = "new" if desk.moment.shoe_left is None else "shuffled"
        yield _button(desk, "cards_in", desk.submit(t.CardsIn(who=desk.who, change=change)), main=True)
        return
    cards = _cards(desk)
    if cards is not None and desk.moment.shoe_left is not None:
        yield from _begin(desk, ("house", "cards-spread", "player-asked"), cards.ways)
        for name in cards.also:
            yield from _also(desk, name, CONTINUOUS)


def _also(desk: Desk, name: str, machine: str) -> Iterator[Button]:
    """What may be done beside the step that is due, or in its place."""
    if name == "DecksIn":
        yield from _decks_in(desk, None)
    elif name == "TakeCardsOut":
        yield _button(desk, "take_out", desk.submit(t.TakeCardsOut(who=desk.who, device=machine)))
    elif name == "TakeInventory":
        yield _button(desk, "inventory", desk.submit(t.TakeInventory(who=desk.who)))
    elif name == "PutAway":
        yield _button(desk, "put_away", desk.submit(t.CardStep(who=desk.who, step=PUT_AWAY)))
    elif name == "Riffle":
        yield _button(desk, "riffle_more", desk.submit(t.CardStep(who=desk.who, step="riffle")), main=True)
    elif name == "Devices":
        yield _button(desk, "devices", desk.open(DevicesPage(kind=machine)))
    elif name == "OrderCardsOut":
        out = by_supervisor(desk, t.OrderCardsOut(who=t.WHO_SIGNS), desk.words("shoe.cards_out"), ShoePage())
        yield _button(desk, "cards_out", out)
    elif name == "OrderRecut":
        recut = t.OrderRecut(who=t.WHO_SIGNS, by_the_same=True, why=desk.words("shoe.recut"))
        yield _button(desk, "recut", by_supervisor(desk, recut, desk.words("shoe.recut"), ShoePage()))
    else:
        yield _again(desk, name.removeprefix("ShuffleAgain:"))


def _again(desk: Desk, way: str) -> Button:
    label = desk.words(f"shoe.again.{way}")
    again = t.ShuffleAgain(who=t.WHO_SIGNS, way=way, why=desk.words("shoe.again_why"))
    return _button(desk, f"again:{way}", by_supervisor(desk, again, label, ShoePage()), label=label)


def _button(desk: Desk, name: str, does: Effect, *, main: bool = False, label: str = "") -> Button:
    text = label or desk.words(f"shoe.{name}")
    return desk.button(f"shoe:{name}", text, does, key="auto", main=main, tone="go" if main else "plain")


def _in_round(desk: Desk) -> Iterator[Button]:
    if desk.moment.by_hand and not desk.moment.last_round_of_shoe and not desk.moment.shift.cards.in_shuffler:
        r = desk.moment.round
        spot = r.spot_in_turn.number if r is not None and r.spot_in_turn is not None else None
        seen = t.CuttingCardOut(who=desk.who, spot=spot)
        yield _button(desk, "cutting_card", desk.submit(seen), main=True)


def _decks_in(desk: Desk, guide: GuideView | None) -> Iterator[Button]:
    decks = desk.house.table.game.decks if desk.house.table is not None else 6
    for colour in COLOURS:
        touch = t.DecksIn(who=desk.who, decks=decks, colour=colour)
        label = desk.words("shoe.decks_in", decks=decks, colour=desk.words(f"colour.{colour}"))
        yield _button(desk, f"decks_in:{colour}", desk.submit(touch), main=guide is not None, label=label)


def _inspected(desk: Desk, _guide: GuideView) -> Iterator[Button]:
    yield _button(desk, "inspected", desk.submit(t.CardsInspected(who=desk.who)), main=True)


def _begin_due(desk: Desk, guide: GuideView) -> Iterator[Button]:
    if guide.step == "begin-shuffle":
        reasons: tuple[str, ...] = ("new-cards",)
    else:
        reasons = ("house", "cards-spread") if guide.procedure == OUT_OF else ("cutting-card", "house")
    yield from _begin(desk, reasons, guide.ways)


def _begin(desk: Desk, reasons: tuple[str, ...], ways: tuple[str, ...]) -> Iterator[Button]:
    file = desk.house.table
    continuous = file is not None and file.has_device(CONTINUOUS)
    for reason in reasons:
        for way in ways:
            touch = t.BeginShuffle(who=desk.who, reason=reason, way=way)
            named = "into" if continuous and way == "device" else way
            label = desk.words(f"shoe.begin.{named}", reason=desk.words(f"reason.{reason}"))
            yield _button(desk, f"begin:{reason}:{way}", desk.submit(touch), main=len(reasons) == 1, label=label)


def _shuffle(desk: Desk, _guide: GuideView) -> Iterator[Button]:
    yield _button(desk, "shuffle", desk.submit(t.Shuffle(who=desk.who)), main=True)


def _release(desk: Desk, _guide: GuideView) -> Iterator[Button]:
    """Once it comes out, the cards in the outlet become the shoe by themselves."""
    yield _button(desk, "release", desk.submit(t.Release(who=desk.who)), main=True)


def _take_out(desk: Desk, guide: GuideView) -> Iterator[Button]:
    touch = t.TakeCardsOut(who=desk.who, device=guide.machine or CONTINUOUS)
    yield _button(desk, "take_out", desk.submit(touch), main=True)


def _card_step(desk: Desk, guide: GuideView) -> Iterator[Button]:
    if guide.step == "riffle":
        least, most = RIFFLED_PORTIONS.get(guide.clause, (RIFFLES[0], RIFFLES[-1]))
        for number in range(least, most + 1):
            step = t.CardStep(who=desk.who, step=guide.step, riffles=number)
            label = desk.words("shoe.riffles", count=number)
            yield _button(desk, f"riffle:{number}", desk.submit(step), label=label)
        return
    if guide.who == "supervisor":
        signed = t.CardStep(who=t.WHO_SIGNS, step=guide.step)
        yield _button(desk, "done", by_supervisor(desk, signed, desk.words.of_table(guide.does), ShoePage()), main=True)
        return
    yield _button(desk, "done", desk.submit(t.CardStep(who=desk.who, step=guide.step)), main=True)


def _offer_cut(desk: Desk, _guide: GuideView) -> Iterator[Button]:
    spots = sorted({int(bet.spot) for bet in (*desk.moment.bets, *desk.moment.last_bets)})
    count = desk.moment.table.rules.spots if desk.moment.table is not None else 5
    players = tuple(spots) or tuple(range(1, count + 1))
    touch = t.OfferCut(who=desk.who, players=players)
    yield _button(desk, "offer_cut", desk.submit(touch), main=True)


def _cut(desk: Desk, guide: GuideView) -> Iterator[Button]:
    spot = guide.offered_to or 0
    name = desk.words("bets.spot", spot=spot) if spot else desk.words("hand.dealer")
    label = desk.words("shoe.cut", who=name)
    yield _button(desk, "cut", desk.submit(t.CutMade(who=desk.who, spot=spot)), main=True, label=label)
    if spot:
        label = desk.words("shoe.cut_refused", who=name)
        yield _button(desk, "cut_refused", desk.submit(t.CutRefused(who=desk.who, spot=spot)), label=label)


def _burn(desk: Desk, _guide: GuideView) -> Iterator[Button]:
    if desk.moment.by_hand:
        yield _button(desk, "burned", desk.submit(t.BurnCard(who=desk.who)), main=True)


def _count(desk: Desk, guide: GuideView) -> Iterator[Button]:
    page = CountPage(back=ShoePage(), shuffler=guide.procedure == OUT_OF)
    yield _button(desk, "count", desk.open(page), main=True)


_OF_GUIDE: Final[dict[str, Callable[[Desk, GuideView], Iterator[Button]]]] = {
    "DecksIn": _decks_in,
    "CardsInspected": _inspected,
    "BeginShuffle": _begin_due,
    "Shuffle": _shuffle,
    "Release": _release,
    "TakeCardsOut": _take_out,
    "CardStep": _card_step,
    "OfferCut": _offer_cut,
    "CutMade": _cut,
    "BurnCard": _burn,
    "CountCards": _count,
}
