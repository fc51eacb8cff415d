"""The panel at the side: the hand in turn, what was done in this round, what is taken and paid, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dealer_console.game import moves, phases
from dealer_console.game.hand import total_text
from dealer_console.game.state import Round, Settlement
from dealer_console.screens.desk import Desk
from dealer_console.screens.effects import Go
from dealer_console.screens.moment import Happened, Moment
from dealer_console.screens.pages.irregularity import CataloguePage
from dealer_console.screens.settlement_lines import (
    Line,
    amount_words,
    chips_words,
    current,
    lines,
    way_of,
    what_words,
)
from dealer_console.screens.told import told_move
from dealer_console.screens.values import Button, SidePanel, SideRow
from dealer_console.table import touches as t


def side_panel(desk: Desk) -> SidePanel:
    r = desk.moment.round
    above, title = _titles(desk, r)
    rows = _rows(desk, r)
    first = first_row(desk, len(rows))
    shown = rows[first : first + desk.house.rows]
    return SidePanel(
        above=above,
        title=title,
        list_title=desk.words("side.settle" if r.complete else "side.done") if r is not None else "",
        rows=tuple(shown),
        next=_next(desk, r),
        buttons=tuple(_buttons(desk)),
        left_over=len(rows) - len(shown),
    )


def _titles(desk: Desk, r: Round | None) -> tuple[str, str]:
    words = desk.words
    if r is None:
        return words("side.between"), ""
    if r.phase is phases.PLAY and r.hand is not None:
        spot = words("side.spot_in_turn", spot=r.hand.spot.number)
        return spot, words("side.hand", letter=r.hand.id[1:], total=words.of_table(total_text(r.hand)))
    return words("side.phase"), words(f"phase.{r.phase.name}")


# --- the list ------------------------------------------------------------------------------------------------------


def _rows(desk: Desk, r: Round | None) -> list[SideRow]:
    if r is None:
        return []
    found = list(lines(desk.moment))
    at = current(desk.moment)
    if r.complete:
        return [_settled(desk, line, at, number) for number, line in enumerate(found)]
    rows: list[SideRow] = []
    number = 0
    for happened in desk.moment.story:
        rows += _done(desk, happened)
        for _ in happened.settled:
            rows.append(_settled(desk, found[number], at, number))
            number += 1
    return rows


def _done(desk: Desk, happened: Happened) -> Iterator[SideRow]:
    if isinstance(happened.move, _QUIET):
        return
    text = told_move(desk.words, happened.move)
    yield SideRow(text=text, ticked=True, spoken=text)


_QUIET = (moves.CardDrawn, moves.CardBurned, moves.HitAsked, moves.Stood, moves.SwitchDeclined, moves.DoubleCardTurned)


def _settled(desk: Desk, line: Line, at: Settlement | None, number: int) -> SideRow:
    each = line.settlement
    text, amount = what_words(desk.words, each), amount_words(desk.words, each)
    chips = chips_words(desk.words, desk.house.denominations, each, colour=desk.local.colour_up)
    waits = line.due and not line.done
    touch = ""
    if waits and line.entry:
        done = desk.submit(t.SettlementDone(who=desk.who, settlement=line.entry))
        touch = desk.touchable(f"settle:{number}", done)
    return SideRow(
        text=text,
        amount=amount,
        chips=chips if line.due else "",
        way=way_of(each),
        ticked=line.done,
        current=waits and each is at,
        touch=touch,
        spoken=", ".join(part for part in (text, amount, chips) if part),
    )


def row_count(moment: Moment) -> int:
    if moment.round is not None and moment.round.complete:
        return len(lines(moment))
    told = (0 if isinstance(happened.move, _QUIET) else 1 for happened in moment.story)
    return sum(told) + sum(len(happened.settled) for happened in moment.story)


def first_row(desk: Desk, count: int) -> int:
    """Of those that fit: by hand, else from the one that is due, else so that the last ones are seen."""
    last = max(0, count - desk.house.rows)
    if desk.local.first_row is not None:
        return min(desk.local.first_row, last)
    waits = [number for number, line in enumerate(lines(desk.moment)) if line.due and not line.done]
    return min(last, waits[0]) if waits else last


def page_turns(desk: Desk, places: tuple[int, int]) -> Iterator[Button]:
    """When the list has more lines than the panel. They stand in the menu, so that the panel is all lines."""
    count, most = row_count(desk.moment), desk.house.rows
    if desk.moment.round is None or count <= most:
        return
    first = first_row(desk, count)
    targets = (("up", "PgUp", max(0, first - most)), ("down", "PgDown", first + most))
    for place, (name, key, target) in zip(places, targets, strict=True):
        turn = Go(change=lambda local, target=target: replace(local, first_row=target))  # type: ignore[misc]
        yield desk.button(f"rows:{name}", desk.words(f"side.{name}"), turn, key=key, place=place)


# --- what comes next, and the buttons ------------------------------------------------------------------------------


def _next(desk: Desk, r: Round | None) -> str:
    """The hands that decide after this one."""
    if r is None or r.phase is not phases.PLAY or r.hand is None:
        return ""
    waiting = [hand for spot in r.spots[r.turn :] for hand in spot.hands if not hand.over and hand is not r.hand]
    own = [hand for hand in waiting if hand.spot is r.hand.spot]
    others = [hand for hand in waiting if hand.spot is not r.hand.spot]
    parts = [f"{hand.id} · {desk.words.of_table(total_text(hand))}" for hand in own[:1]]
    if others:
        parts.append(desk.words("side.then_spot", spot=others[0].spot.number))
    return ", ".join(parts) or desk.words("side.then_dealer")


def _buttons(desk: Desk) -> Iterator[Button]:
    words = desk.words
    if desk.moment.stopped is None and desk.moment.round is not None:
        yield desk.button("irregularity", words("side.irregularity"), desk.open(CataloguePage()), key="F9")
    call = desk.submit(t.CallSupervisor(who=desk.who, why=words("side.call_reason")))
    yield desk.button("call-floor", words("side.call_floor"), call, key="F10", tone="danger")
