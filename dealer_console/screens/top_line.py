"""The top line: table, game, limits, round, dealer, clock; the shoe; a light with words for every device."""

from __future__ import annotations

from typing import Final

from dealer_console.screens.around import FloorCopy
from dealer_console.screens.desk import Desk
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.troubles import trouble
from dealer_console.screens.values import Level, Light, TopLine
from dealer_console.table.shift.chips import short
from dealer_console.table.shift.continuous import OUT_OF

_NAMES: Final = ("shoe", "batch-shuffler", "continuous-shuffler", "reader", "camera")


def top_line(desk: Desk, clock: str) -> TopLine:
    m, words = desk.moment, desk.words
    return TopLine(
        table=desk.house.title,
        game=_game(desk),
        shoe=_shoe(desk),
        lights=tuple(_lights(desk)),
        round=words("top.round", number=m.round_number + (0 if m.round is not None else 1)) if m.table else "",
        dealer=m.dealer,
        clock=clock,
    )


def _game(desk: Desk) -> str:
    table, words = desk.moment.table, desk.words
    if table is None:
        return words("top.not_open")
    named = f"game.{table.rules.name}"
    parts = [words(named) if words.has(named) else table.rules.title, words("top.decks", decks=table.decks)]
    if table.minimum is not None and table.maximum is not None:
        parts.append(f"{short(table.minimum)}–{short(table.maximum)}")
    return " · ".join(parts)


def _shoe(desk: Desk) -> str:
    m, words = desk.moment, desk.words
    if m.shoe_left is None:
        return words("top.no_cards")
    said = words("top.shoe", left=m.shoe_left, out=m.shoe_out)
    if m.last_round_of_shoe or (m.shoe_over and m.shift.cards.procedure != OUT_OF):
        return f"{said} · {words('top.cutting_card')}"
    return said


def _lights(desk: Desk) -> list[Light]:
    known = desk.moment.links
    found = [_light(desk, kind) for kind in _NAMES if kind in known]
    floor = desk.around.floor
    if floor is not None:
        found.append(_floor(desk, floor))
    return found


def _floor(desk: Desk, floor: FloorCopy) -> Light:
    words = desk.words
    level: Level = "good"
    said = words("floor.in_step")
    if not floor.connected:
        level = "bad"
        said = words("floor.refuses" if floor.refuses else "floor.away", behind=floor.behind)
    elif floor.behind:
        level, said = "busy", words("floor.behind", behind=floor.behind)
    does = desk.open(DevicesPage())
    return Light(id=desk.touchable("light:floor", does), name=words("floor.name"), words=said, level=level)


def _light(desk: Desk, kind: str) -> Light:
    m, words = desk.moment, desk.words
    known = desk.around.of(kind)
    level: Level = "good"
    said = words("light.ready")
    if m.links[kind] != "ready":
        level, said = "bad", words(f"light.{m.links[kind]}")
    elif kind in m.faults:
        level, said = "bad", words("light.fault", fault=trouble(words, m.faults[kind]))
    elif kind in m.doors:
        level, said = "warn", words("light.door")
    elif kind in m.without:
        level, said = "warn", words("light.without")
    elif kind == "batch-shuffler" and m.batch_stage is not None:
        level, said = "busy", words(f"light.batch.{m.batch_stage}")
    return Light(
        id=desk.touchable(f"light:{kind}", desk.open(DevicesPage(kind=kind))),
        name=words(f"device.{kind}"),
        words=said,
        level=level,
        percent=known.percent if known is not None and level == "busy" else None,
        simulated=kind in desk.house.simulated,
    )
