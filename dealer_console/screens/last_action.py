"""The last action, always in sight, with its undoing; after the round was paid only a supervisor corrects."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.screens.desk import Desk
from dealer_console.screens.moment import Happened
from dealer_console.screens.told import told_move
from dealer_console.screens.values import LastAction
from dealer_console.table import touches as t

RULINGS = (moves.Ruled, moves.RoundVoided, moves.ExposedCardTaken, moves.ExposedCardRefused)


def last_action(desk: Desk) -> LastAction | None:
    m = desk.moment
    if m.round is None or not m.story:
        return LastAction(text=desk.words("last.paid"), undo=None) if m.last_bets and m.round is None else None
    last = m.story[-1]
    what = told_move(desk.words, last.move)
    undo = desk.submit(t.TakeBack(who=desk.who, why=desk.words("last.reason")))
    stays = _why_it_stays(desk, last)
    button = desk.button(
        "undo",
        desk.words("last.undo"),
        undo,
        key="Ctrl+Z",
        refusal=desk.own_refusal(f"last.stays.{stays}.whole", what=what) if stays else None,
        in_short=desk.words(f"last.stays.{stays}") if stays else "",
    )
    return LastAction(text=desk.words("last.text", what=what), undo=button)


def _why_it_stays(desk: Desk, last: Happened) -> str:
    """What the table would answer, so that the chip says it before the touch."""
    if desk.moment.stopped is not None:
        return "stopped"
    if desk.moment.stays is None:
        return ""
    if isinstance(last.move, RULINGS):
        return "ruling"
    return "opening" if desk.moment.opening is not None else "device"
