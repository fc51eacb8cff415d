"""A double card that lies face down until the dealer's hand is done, because the player asked for it (CB double 6).

With a sealed shoe it stays sealed like the hole card: its draw lies at `down 1a`, the round knows only `??`, and the
shoe opens it when it is turned.
"""

from __future__ import annotations

from dealer_console.game.engine import Round
from dealer_console.game.hand import Hand
from dealer_console.table.state.table_state import DOWN, Draw, TableState


def doubled_and_due(r: Round | None) -> Hand | None:
    """The hand whose double card comes next, where the rules let it lie face down."""
    if r is None or r.irregularity is not None or not r.rules.double_face_down:
        return None
    return r.due if isinstance(r.due, Hand) and r.due.doubled else None


def sealed_draw(state: TableState, hand: str) -> Draw | None:
    """The card face down at this hand that a shoe can open; None: it is entered by hand."""
    draw = state.draw_at(f"{DOWN}{hand}")
    return None if draw is None or draw.unreadable or state.cards_by_hand else draw
