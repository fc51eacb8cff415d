"""Always honest: what is simulated, practised, broken, away or stopped, and what that means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.pages.devices import alarm_seen
from dealer_console.screens.pages.request import RequestPage
from dealer_console.screens.troubles import alarm_words, trouble
from dealer_console.screens.values import Banner
from dealer_console.table.shift.continuous import OUT_OF


def banners(desk: Desk) -> tuple[Banner, ...]:
    return tuple(_banners(desk))


def _banners(desk: Desk) -> Iterator[Banner]:
    m, words = desk.moment, desk.words
    if m.stopped is not None:
        yield Banner(text=words("banner.stopped", why=words.of_table(m.stopped)), level="bad")
    yield from _devices(desk)
    yield from _floor(desk)
    for asked in m.requests:
        opened = desk.touchable(f"request:{asked.request}", desk.open(RequestPage(request=asked.request)))
        yield Banner(text=words("banner.request", what=words.of_table(asked.says)), level="warn", touch=opened)
    if m.keeper_unconfirmed is not None:
        yield Banner(text=words.of_table(m.keeper_unconfirmed), level="warn")
    if m.card_ready:
        yield Banner(text=words("banner.card_ready"), level="warn")
    if m.shoe_over and m.shift.cards.procedure == OUT_OF:
        yield Banner(text=words("banner.cards_out"), level="warn")
    elif m.shoe_over:
        yield Banner(text=words("banner.shoe_over"), level="warn")
    elif m.last_round_of_shoe:
        yield Banner(text=words("banner.last_round"), level="warn")
    for number, alarm in enumerate(m.alarms):
        seen = desk.touchable(f"alarm:{number}", alarm_seen(desk, alarm, desk.local.page))
        yield Banner(text=alarm_words(words, alarm), level="bad", touch=seen)
    if desk.house.simulated:
        names = ", ".join(words(f"device.{kind}") for kind in sorted(desk.house.simulated))
        yield Banner(text=words("banner.simulated", devices=names), level="warn")
    if desk.house.training:
        yield Banner(text=words("banner.training"), level="warn")
    if desk.house.remark:
        yield Banner(text=desk.house.remark, level="off")


def _floor(desk: Desk) -> Iterator[Banner]:
    """How far the copy is when it does not keep up, and what the pit has answered until the dealer puts it away."""
    words, floor, answer = desk.words, desk.around.floor, desk.around.answer
    if floor is not None and not floor.connected:
        name = "banner.floor_refuses" if floor.refuses else "banner.floor"
        yield Banner(text=words(name, behind=floor.behind, why=floor.refuses), level="warn")
    if answer is None or answer.number == desk.local.answer_seen:
        return
    name = "refused" if answer.refused else "approved" if answer.approves else "declined"
    said = words(
        f"banner.pit_{name}",
        who=answer.who,
        what=words.of_table(answer.what),
        reason=answer.reason,
        why=words.of_table(answer.refused),
    )
    put_away = Go(change=lambda local: replace(local, answer_seen=answer.number))
    yield Banner(
        text=said, level="good" if name == "approved" else "warn", touch=desk.touchable("pit-answer", put_away)
    )


def _devices(desk: Desk) -> Iterator[Banner]:
    m, words = desk.moment, desk.words
    for kind, link in sorted(m.links.items()):
        if link != "ready":
            name = words(f"device.{kind}")
            meaning = words(f"meaning.{kind}")
            yield Banner(text=words(f"banner.{link}", device=name, meaning=meaning), level="bad")
    for kind, fault in sorted(m.faults.items()):
        said = words("banner.fault", device=words(f"device.{kind}"), fault=trouble(words, fault))
        yield Banner(text=said, level="bad")
    for kind in sorted(m.doors):
        yield Banner(text=words("banner.door", device=words(f"device.{kind}")), level="warn")
    for kind in sorted(m.without):
        if m.links.get(kind) == "ready":
            yield Banner(text=words(f"banner.without.{kind}"), level="warn")
