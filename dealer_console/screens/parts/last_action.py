"""The last action, always in sight, with its undoing; after the round was paid only a supervisor corrects."""

from __future__ import annotations

from dealer_console.game import moves
from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal.round_fold import StandingMove
from dealer_console.messages.move_words import move_words
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.values import LastAction
from dealer_console.table import commands as c

RULINGS = (moves.Ruled, moves.RoundVoided, moves.ExposedCardTaken, moves.ExposedCardRefused)


def last_action(builder: ScreenBuilder) -> LastAction | None:
    m = builder.snapshot
    if m.round is None or not m.standing:
        return LastAction(text=builder.words("last-paid"), undo=None) if m.last_bets and m.round is None else None
    last = m.standing[-1]
    what = move_words(builder.words, last.move)
    undo = builder.submit(c.TakeBack(who=builder.who, why=builder.words("last-reason")))
    stays = _why_it_stays(builder, last)
    button = builder.button(
        "undo",
        builder.words("last-undo"),
        undo,
        key="Ctrl+Z",
        refusal=Refusal(Message(f"last-stays-{stays}-whole", what=what)) if stays else None,
        in_short=builder.words(f"last-stays-{stays}") if stays else "",
    )
    return LastAction(text=builder.words("last-text", what=what), undo=button)


def _why_it_stays(builder: ScreenBuilder, last: StandingMove) -> str:
    """What the table would answer, so that the chip says it before the touch."""
    if builder.snapshot.stopped is not None:
        return "stopped"
    if builder.snapshot.stays is None:
        return ""
    if isinstance(last.move, RULINGS):
        return "ruling"
    return "opening" if builder.snapshot.opening is not None else "device"
