"""A double card that lies face down until the dealer's hand is done, because the player asked for it (CB double 6).

With a sealed shoe it stays sealed like the hole card: its draw lies at `down 1a`, the round knows only `??`, and the
shoe opens it when it is turned.
"""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game import phases
from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import Hand
from dealer_console.journal import Draft
from dealer_console.table import commands
from dealer_console.table.state.card_places import command
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


def keep_face_down(state: TableState, touch: commands.KeepFaceDown) -> list[Draft]:
    """Said before the card leaves the shoe: afterwards its face is on the table."""
    hand = doubled_and_due(state.round)
    if hand is None or hand.id != touch.hand:
        raise Refused(Refusal(f"no double card is due for {touch.hand} that may lie face down", _clause(state)))
    if state.cards_by_hand:
        raise Refused(Refusal("cards are entered by hand: enter the double card as face down"))
    if state.opening is not None:
        raise Refused(Refusal("the card has left the shoe already"))
    data = {"device": "shoe", "command": "face-down", "hand": touch.hand}
    return [Draft(kind="device-command", data=data, who=touch.who)]


def turn_double_card(state: TableState, touch: commands.TurnDoubleCard) -> list[Draft]:
    r = state.round
    if r is None or r.phase is not phases.TURN or r.irregularity is not None:
        raise Refused(Refusal("no double card is to be turned now", _clause(state)))
    draw = sealed_draw(state, touch.hand)
    if draw is None:
        raise Refused(Refusal(f"the shoe cannot open the card of {touch.hand}: enter it by hand", _clause(state)))
    if state.opening is not None:
        raise Refused(Refusal("a card is being opened: wait for it"))
    return [replace(command(draw, command="reveal", why="DEALT_FACE_UP"), who=touch.who)]


def _clause(state: TableState) -> str | None:
    return state.table.rules.cite("turn") if state.table is not None else None
