"""The last action, always in sight, with its undoing; after the round was paid only a supervisor corrects."""

from __future__ import annotations

from dealer_console.game.errors import Refusal
from dealer_console.screens.desk import Desk
from dealer_console.screens.told import told_move
from dealer_console.screens.values import LastAction
from dealer_console.table import touches as t


def last_action(desk: Desk) -> LastAction | None:
    m = desk.moment
    if m.round is None or not m.story:
        return LastAction(text=desk.words("last.paid"), undo=None) if m.last_bets and m.round is None else None
    last = m.story[-1]
    text = desk.words("last.text", what=told_move(desk.words, last.move))
    undo = desk.submit(t.TakeBack(who=desk.who, why=desk.words("last.reason")))
    button = desk.button("undo", desk.words("last.undo"), undo, key="Ctrl+Z", refusal=_why_it_stays(desk))
    return LastAction(text=text, undo=button)


def _why_it_stays(desk: Desk) -> Refusal | None:
    """What the table would answer, so that the chip says it before the touch."""
    if desk.moment.stopped is not None:
        return Refusal("the table has stopped")
    return desk.moment.stays
