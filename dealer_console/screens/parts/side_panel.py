"""The panel at the side: the hand in turn, what was done in this round, what is taken and paid, what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from dealer_console.game import moves, phases
from dealer_console.game.hand import total_message
from dealer_console.game.state import Round
from dealer_console.journal.round_fold import StandingMove
from dealer_console.messages.move_words import move_words
from dealer_console.screens.pages.cards.late_call import LateCallPage
from dealer_console.screens.pages.irregularity import CataloguePage
from dealer_console.screens.parts.settlement_lines import (
    Line,
    amount_words,
    chips_words,
    lines,
    way_of,
    what_words,
)
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import Button, SidePanel, SideRow
from dealer_console.table import commands as c


def side_panel(builder: ScreenBuilder) -> SidePanel:
    r = builder.snapshot.round
    return SidePanel(
        list_title=builder.words("side-settle" if r.complete else "side-done") if r is not None else "",
        rows=tuple(_rows(builder, r)),
        next=_next(builder, r),
        settles=r is not None and r.complete,
        buttons=tuple(_buttons(builder)),
    )


# --- the list ------------------------------------------------------------------------------------------------------


def _rows(builder: ScreenBuilder, r: Round | None) -> list[SideRow]:
    if r is None:
        return []
    settled = lines(builder.snapshot)
    at = next((line for line in settled if not line.done), None)
    if r.complete:
        return [_settled(builder, line, at, number) for number, line in enumerate(settled)]
    done = (move for move in builder.snapshot.standing if not isinstance(move.move, _QUIET))
    rows = [(move.seq, _done(builder, move)) for move in done]
    rows += [(line.settlement.seq, _settled(builder, line, at, number)) for number, line in enumerate(settled)]
    return [row for _seq, row in sorted(rows, key=itemgetter(0))]


def _done(builder: ScreenBuilder, standing: StandingMove) -> SideRow:
    text = move_words(builder.words, standing.move)
    return SideRow(text=text, ticked=True, spoken=text)


_QUIET = (moves.CardDrawn, moves.CardBurned, moves.HitAsked, moves.Stood, moves.SwitchDeclined, moves.DoubleCardTurned)


def _settled(builder: ScreenBuilder, line: Line, at: Line | None, number: int) -> SideRow:
    settlement = line.settlement
    text, amount = what_words(builder.words, settlement), amount_words(builder.words, settlement)
    chips = chips_words(builder.words, builder.config.denominations, settlement, colour=builder.ui.colour_up)
    waits = not line.done
    touch = ""
    if waits:
        done = (c.SettlementDone(who=builder.who, settlement=entry) for entry in line.entries)
        touch = builder.touchable(f"settle:{number}", builder.submit(*done))
    return SideRow(
        text=text,
        amount=amount,
        figure=builder.words.chips(moved) if (moved := settlement.pays or settlement.takes) else "",
        chips=chips if line.due or line.side else "",
        way=way_of(settlement),
        ticked=line.done,
        current=line is at,
        touch=touch,
        spoken=", ".join(part for part in (text, amount, chips) if part),
    )


# --- what comes next, and the buttons ------------------------------------------------------------------------------


def _next(builder: ScreenBuilder, r: Round | None) -> str:
    """The hands that decide after this one."""
    if r is None or r.phase is not phases.PLAY or r.hand is None:
        return ""
    waiting = [hand for spot in r.spots[r.turn :] for hand in spot.hands if not hand.over and hand is not r.hand]
    own = [hand for hand in waiting if hand.spot is r.hand.spot]
    others = [hand for hand in waiting if hand.spot is not r.hand.spot]
    parts = [f"{hand.id} · {builder.words(total_message(hand))}" for hand in own[:1]]
    if others:
        parts.append(builder.words("side-then_spot", spot=others[0].spot.number))
    return ", ".join(parts) or builder.words("side-then_dealer")


def _buttons(builder: ScreenBuilder) -> Iterator[Button]:
    words = builder.words
    if builder.snapshot.stopped is None and builder.snapshot.round is not None:
        yield builder.button(
            "irregularity", words("side-irregularity"), builder.open(CataloguePage()), key="F9", place=0
        )
    elif builder.snapshot.stopped is None and builder.snapshot.booked is not None:
        late = builder.open(LateCallPage())
        yield builder.button("irregularity", words("side-irregularity"), late, key="F9", place=0)
    call = builder.submit(c.CallSupervisor(who=builder.who, why=words("side-call_reason")))
    yield builder.button("call-floor", words("side-call_floor"), call, key="F10", place=1, tone="danger")
