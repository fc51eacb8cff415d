"""Always honest: what is simulated, practised, broken, away or stopped, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.screens.alarm_words import alarm_words, fault_words
from dealer_console.screens.effects import Go
from dealer_console.screens.pages.devices import alarm_seen
from dealer_console.screens.pages.people.request import RequestPage
from dealer_console.screens.pages.table import SlipPage, slip_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Banner, Button, Element, Level, Overlay, Row, Text, Tone
from dealer_console.table.shift.continuous_shuffler import OUT_OF


def banners(builder: ScreenBuilder) -> tuple[Banner, ...]:
    """The worst first. More than one: a touch opens them all, each with what answers it."""
    shown = all_banners(builder.aside())
    if len(shown) < 2:
        return all_banners(builder)
    drawer = builder.touchable("banners", builder.open(BannersPage()))
    return (replace(shown[0], touch=drawer), *shown[1:])


def all_banners(builder: ScreenBuilder) -> tuple[Banner, ...]:
    return tuple(sorted(_banners(builder), key=lambda banner: _WORST.index(banner.level)))


_WORST: Final[tuple[Level, ...]] = ("bad", "good", "warn", "busy", "off")  # good: an answer of the pit


@dataclass(frozen=True, slots=True, kw_only=True)
class BannersPage:
    """All of them; one that can be answered is a key."""

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        rows = [Row(elements=(_element(builder, banner),)) for banner in all_banners(builder)]
        title = builder.words("banners-title")
        return builder.overlay("banners", title, rows, close=builder.close())


def _element(builder: ScreenBuilder, banner: Banner) -> Element:
    if banner.touch:
        tone: Tone = "danger" if banner.level == "bad" else "plain"
        return Button(id=banner.touch, label=banner.text, key=builder.key_of(banner.touch), tone=tone)
    return Text(text=banner.text, tone="danger" if banner.level == "bad" else "plain")


def _banners(builder: ScreenBuilder) -> Iterator[Banner]:
    m, words = builder.snapshot, builder.words
    if m.stopped is not None:
        yield Banner(text=words("banner-stopped", why=words(m.stopped)), level="bad")
    yield from _devices(builder)
    yield from _floor(builder)
    for request in m.requests:
        opened = builder.touchable(f"request:{request.request}", builder.open(RequestPage(request=request.request)))
        yield Banner(text=words("banner-request", what=words.phrase(request.says)), level="warn", touch=opened)
    for slip in m.shift.open_slips:
        waits = builder.touchable(f"waits:{slip.number}", builder.open(SlipPage(slip=slip)))
        yield Banner(text=words("banner-slip", slip=slip_words(builder, slip)), level="warn", touch=waits)
    if m.keeper_unconfirmed is not None:
        yield Banner(text=words(m.keeper_unconfirmed), level="warn")
    if m.card_ready:
        yield Banner(text=words("banner-card_ready"), level="warn")
    if m.shoe_over and m.shift.cards.procedure == OUT_OF:
        yield Banner(text=words("banner-cards_out"), level="warn")
    elif m.shoe_over:
        yield Banner(text=words("banner-shoe_over"), level="warn")
    elif m.last_round_of_shoe:
        yield Banner(text=words("banner-last_round"), level="warn")
    for number, alarm in enumerate(m.alarms):
        seen = builder.touchable(f"alarm:{number}", alarm_seen(builder, alarm, builder.ui.page))
        yield Banner(text=alarm_words(words, m.alarm_messages, alarm), level="bad", touch=seen)
    if builder.config.simulated:
        names = ", ".join(words(f"device-{kind}") for kind in sorted(builder.config.simulated))
        yield Banner(text=words("banner-simulated", devices=names), level="warn")
    if builder.config.training:
        yield Banner(text=words("banner-training"), level="warn")
    if builder.config.remark:
        yield Banner(text=builder.config.remark, level="off")


def _floor(builder: ScreenBuilder) -> Iterator[Banner]:
    """How far the copy is when it does not keep up, and what the pit has answered until the dealer puts it away."""
    words, floor, answer = builder.words, builder.status.floor, builder.status.answer
    if floor is not None and not floor.connected:
        name = "banner-floor_refuses" if floor.refuses else "banner-floor"
        yield Banner(text=words(name, behind=floor.behind, why=floor.refuses), level="warn")
    if answer is None or answer.number == builder.ui.answer_seen:
        return
    name = "refused" if answer.refused else "approved" if answer.approves else "declined"
    text = words(
        f"banner-pit_{name}",
        who=answer.who,
        what=words.phrase(answer.what),
        reason=answer.reason,
        why=words.refusal(answer.refused) if answer.refused is not None else "",
    )
    put_away = Go(change=lambda ui: replace(ui, answer_seen=answer.number))
    yield Banner(
        text=text, level="good" if name == "approved" else "warn", touch=builder.touchable("pit-answer", put_away)
    )


def _devices(builder: ScreenBuilder) -> Iterator[Banner]:
    m, words = builder.snapshot, builder.words
    missing = {"shoe"} if m.shoe_first is not None else set()  # perhaps it was never connected
    for kind in sorted({*m.links, *m.off_table, *missing}):
        link = m.links.get(kind, "away")
        if kind in m.off_table:
            yield Banner(text=words("banner-off_table", device=words(f"device-{kind}")), level="warn")
        elif link != "ready":
            name = words(f"device-{kind}")
            meaning = words(f"meaning-{kind}")
            if kind == "shoe" and (m.shoe_first is not None or kind not in m.without):
                meaning = words("meaning-shoe_first")
            yield Banner(text=words(f"banner-{link}", device=name, meaning=meaning), level="bad")
    for kind, fault in sorted(m.faults.items()):
        text = words("banner-fault", device=words(f"device-{kind}"), fault=fault_words(words, fault))
        yield Banner(text=text, level="bad")
    for kind in sorted(m.doors):
        yield Banner(text=words("banner-door", device=words(f"device-{kind}")), level="warn")
    for kind in sorted(m.without - m.off_table):
        if m.links.get(kind) == "ready":
            back = m.returned if m.returned is not None and m.returned.kind == kind else None
            why = builder.words.refusal(back.refusal) if back is not None and back.refusal is not None else ""
            yield Banner(text=why or words(f"banner-without-{kind}"), level="warn")
