"""The top line: table, game, limits, round, dealer, clock; the shoe; a light with words for every device."""

from __future__ import annotations

from typing import Final

from dealer_console.game.money import short
from dealer_console.screens.alarm_words import fault_words
from dealer_console.screens.pages.devices import DevicesPage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.system_status import FloorCopy
from dealer_console.screens.values import Level, Light, TopLine
from dealer_console.table.shift.continuous_shuffler import OUT_OF

_NAMES: Final = ("shoe", "batch-shuffler", "continuous-shuffler", "reader", "camera")


def top_line(builder: ScreenBuilder, clock: str) -> TopLine:
    m, words = builder.snapshot, builder.words
    return TopLine(
        table=builder.config.title,
        game=_game(builder),
        shoe=_shoe(builder),
        lights=tuple(_lights(builder)),
        round=words("top-round", number=m.round_number + (0 if m.round is not None else 1)) if m.table else "",
        dealer=m.dealer,
        clock=clock,
    )


def _game(builder: ScreenBuilder) -> str:
    table, words = builder.snapshot.table, builder.words
    if table is None:
        return words("top-not_open")
    named = f"game-{table.rules.name}"
    parts = [words(named) if words.has(named) else table.rules.title, words("top-decks", decks=table.decks)]
    if table.minimum is not None and table.maximum is not None:
        parts.append(f"{short(table.minimum)}–{short(table.maximum)}")
    return " · ".join(parts)


def _shoe(builder: ScreenBuilder) -> str:
    m, words = builder.snapshot, builder.words
    if m.shoe_left is None:
        return words("top-no_cards")
    text = words("top-shoe", left=m.shoe_left, out=m.shoe_out)
    if m.last_round_of_shoe or (m.shoe_over and m.shift.cards.procedure != OUT_OF):
        return f"{text} · {words('top-cutting_card')}"
    return text


def _lights(builder: ScreenBuilder) -> list[Light]:
    known = builder.snapshot.links
    lights = [_light(builder, kind) for kind in _NAMES if kind in known]
    floor = builder.status.floor
    if floor is not None:
        lights.append(_floor(builder, floor))
    return lights


def _floor(builder: ScreenBuilder, floor: FloorCopy) -> Light:
    words = builder.words
    level: Level = "good"
    text = words("floor-in_step")
    if not floor.connected:
        level = "bad"
        text = words("floor-refuses" if floor.refuses else "floor-away", behind=floor.behind)
    elif floor.behind:
        level, text = "busy", words("floor-behind", behind=floor.behind)
    does = builder.open(DevicesPage())
    return Light(id=builder.touchable("light:floor", does), name=words("floor-name"), words=text, level=level)


def _light(builder: ScreenBuilder, kind: str) -> Light:
    m, words = builder.snapshot, builder.words
    level: Level = "good"
    text = words("light-ready")
    if kind in m.off_table:
        level, text = "warn", words("light-off_table")
    elif m.links[kind] != "ready":
        level, text = "bad", words(f"light-{m.links[kind]}")
    elif kind in m.faults:
        level, text = "bad", words("light-fault", fault=fault_words(words, m.faults[kind]))
    elif kind in m.doors:
        level, text = "warn", words("light-door")
    elif kind in m.without:
        level, text = "warn", words("light-without")
    elif kind == "batch-shuffler" and (stage := m.batch_stage or m.second_stage) is not None:
        level, text = "busy" if stage != m.second_stage or stage != "ready" else "good", words(f"light-batch-{stage}")
    known = builder.status.of(kind) if level == "busy" else None
    return Light(
        id=builder.touchable(f"light:{kind}", builder.open(DevicesPage(kind=kind))),
        name=words(f"device-{kind}"),
        words=text,
        level=level,
        percent=known.percent if known is not None else None,
        simulated=kind in builder.config.simulated,
    )
