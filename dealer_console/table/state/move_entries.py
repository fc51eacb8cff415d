"""From something that shall happen to the drafts that record it: judged first, with all its settlements beside it."""

from __future__ import annotations

from collections.abc import Sequence

from dealer_console.game import moves
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.moves import Move
from dealer_console.game.notation import write_move
from dealer_console.game.round_file import write_bet
from dealer_console.journal import Draft
from dealer_console.journal.settlements import drafts as settlement_drafts
from dealer_console.table.state.table_state import StandingMove, TableState


def move_drafts(state: TableState, wanted: Sequence[Move], who: str | None) -> list[Draft]:
    """The moves one after the other, each with the settlements it causes. Raises `Refused`; nothing has changed.

    The judgement runs on a twin of the round, so that the round itself changes only when the journal has taken it.
    """
    if state.round is None:
        raise Refused(Refusal("no round is open"))
    twin = twin_of(state)
    found: list[Draft] = []
    for move in wanted:
        refusal = why_not(twin, move)
        if refusal is not None:
            raise Refused(refusal)
        before = list(twin.settlements)
        apply(twin, move)
        found.append(Draft(kind="move", data={"move": write_move(move)}, who=who))
        found += settlement_drafts(before, twin.settlements, who)
    return found


def twin_of(state: TableState, standing: Sequence[StandingMove] | None = None) -> Round:
    """The same round once more, from its wagers and standing moves, or from these."""
    if state.round is None or state.table is None or state.shoe_at_opening is None:
        raise Refused(Refusal("no round is open"))
    twin = Round(state.table, state.bets, state.shoe_at_opening.copy())
    for each in state.standing if standing is None else standing:
        apply(twin, each.move)
    return twin


def undo_drafts(state: TableState, why: str, who: str | None) -> list[Draft]:
    """The last standing move is taken back; it stays in the journal with its undoing. Not after the round was paid."""
    refusal = why_not_undo(state)
    if refusal is not None or state.round is None:
        raise Refused(refusal or Refusal("no round is open"))
    undo = Draft(kind="undo", data={"undoes": state.standing[-1].seq, "why": why}, who=who)
    twin = twin_of(state, state.standing[:-1])
    return [undo, *settlement_drafts(list(state.round.settlements), twin.settlements, who)]


def why_not_undo(state: TableState) -> Refusal | None:
    if state.round is None or not state.standing:
        return Refusal("there is no move to take back")
    last = state.standing[-1]
    if isinstance(last.move, moves.Ruled | moves.RoundVoided | moves.ExposedCardTaken | moves.ExposedCardRefused):
        return Refusal(f"{write_move(last.move)!r} is a ruling: it stands", state.round.rules.cite("void"))
    if state.opening is not None:
        return Refusal("a card is being opened: what came before it cannot be taken back")
    if last.who is None:
        return Refusal(f"{write_move(last.move)!r} came from a device: a card that left the shoe cannot go back")
    return None


def opening_draft(state: TableState, who: str | None) -> Draft:
    """No more bets: the wagers lock when the first card leaves the shoe (MA 5(e), CB dealing 2)."""
    bets = [write_bet(bet) for bet in state.bets]
    return Draft(kind="round-opened", data={"round": state.round_number + 1, "bets": bets}, who=who)  # type: ignore[dict-item]
