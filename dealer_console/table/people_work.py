"""Touches of people: what each records, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.bets import Bet
from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.engine import Round
from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.money import show
from dealer_console.game.report import house_net
from dealer_console.game.round_file import write_bet
from dealer_console.journal import Draft
from dealer_console.journal.configuration import configuration
from dealer_console.rulebook import BadFile, UnknownRules, load_rules
from dealer_console.table import touches
from dealer_console.table.record import move_drafts, opening_draft, undo_drafts
from dealer_console.table.state import TableState


def drafts_of(state: TableState, touch: touches.Touch) -> list[Draft]:
    """What this touch records. Raises `Refused` with the reason; then nothing has changed."""
    return _WORK[type(touch)](state, touch)


def _refuse(reason: str, clause: str | None = None) -> Refused:
    return Refused(Refusal(reason, clause))


def _between_rounds(state: TableState) -> None:
    if state.in_round:
        raise _refuse("a round is running: this is done between rounds")


def _configure(state: TableState, touch: touches.Configure) -> list[Draft]:
    _between_rounds(state)
    try:
        choose(load_rules(touch.rules), touch.choices)
    except (UnknownRules, BadFile, BadChoices) as error:
        raise _refuse(str(error)) from None
    return [configuration(touch.rules, touch.choices, who=touch.who)]


def _cards_in(state: TableState, touch: touches.CardsIn) -> list[Draft]:
    _between_rounds(state)
    if state.table is None:
        raise _refuse("the table has no rules yet: open it first")
    return [Draft(kind="shoe", data={"decks": state.table.decks, "change": touch.change}, who=touch.who)]


def _person_came(state: TableState, touch: touches.PersonCame) -> list[Draft]:
    if touch.role == "dealer":
        _between_rounds(state)
    return [Draft(kind="person-in", data={"person": touch.person, "role": touch.role}, who=touch.who)]


def _person_left(state: TableState, touch: touches.PersonLeft) -> list[Draft]:
    person = state.people.get(touch.role)
    if person is None:
        raise _refuse(f"there is no {touch.role} at the table")
    if touch.role == "dealer":
        _between_rounds(state)
    return [Draft(kind="person-out", data={"person": person, "role": touch.role}, who=touch.who)]


def _wagers(state: TableState, touch: touches.WagersDown) -> list[Draft]:
    return _wagers_draft(state, touch.bets, touch.who)


def _same_wagers(state: TableState, touch: touches.SameWagers) -> list[Draft]:
    if not state.last_bets:
        raise _refuse("there was no round before this one")
    return _wagers_draft(state, state.last_bets, touch.who)


def _wagers_draft(state: TableState, bets: tuple[Bet, ...], who: str) -> list[Draft]:
    if state.in_round:
        raise _refuse("the wagers are locked: the first card has left the shoe", _locked_by(state))
    if state.table is None or state.shoe is None:
        raise _refuse("the table is not open: it has no rules or no cards")
    if bets:
        Round(state.table, bets, state.shoe.copy())  # raises BetRefused with the reason
    return [Draft(kind="wagers", data={"bets": [write_bet(bet) for bet in bets]}, who=who)]


def _locked_by(state: TableState) -> str | None:
    return state.table.rules.cite("wagers") if state.table is not None else None


def _play(state: TableState, touch: touches.Play) -> list[Draft]:
    drafts: list[Draft] = []
    move = touch.move
    if not state.in_round:
        if not isinstance(move, moves.CardDrawn | moves.CardBurned):
            raise _refuse("no round is open: put wagers down, then deal")
        if state.burn_due:
            return [Draft(kind="burn", data={"card": move.card.text}, who=touch.who)]
        drafts.append(_opening(state, touch.who))
        return [*drafts, *_first_move(state, move, touch.who)]
    return move_drafts(state, [move], touch.who)


def _opening(state: TableState, who: str | None) -> Draft:
    if state.table is None or state.shoe is None:
        raise _refuse("the table is not open: it has no rules or no cards")
    if not state.bets:
        raise _refuse("there is no wager on the table", state.table.rules.cite("wagers"))
    return opening_draft(state, who)


def _first_move(state: TableState, move: moves.Move, who: str | None) -> list[Draft]:
    """The first card of a round that is only about to be opened: judged on a twin that has just begun."""
    if state.table is None or state.shoe is None:
        raise Bug("a round without a table")
    twin = TableState()
    twin.table, twin.bets, twin.shoe_at_opening = state.table, state.bets, state.shoe.copy()
    twin.round = Round(state.table, state.bets, state.shoe.copy())
    return move_drafts(twin, [move], who)


def opens_round(state: TableState) -> bool:
    """Would a card that leaves the shoe now open a round?"""
    return not state.in_round and not state.burn_due and bool(state.bets)


def _show_hole_card(state: TableState, _touch: touches.ShowHoleCard) -> list[Draft]:
    r = state.round
    if r is None or r.phase is not phases.SHOW or r.table.hole_card_comes_last:
        raise _refuse("the hole card is not to be shown now")
    if state.hole_draw is None:
        raise _refuse("this hole card is not in a sealed shoe: enter it by hand")
    number = state.hole_draw.number
    return [
        Draft(
            kind="device-command",
            data={"device": "shoe", "command": "reveal", "draw": number, "why": "HOLE_CARD_TURNED"},
        )
    ]


def _explain_draw(state: TableState, touch: touches.ExplainDraw) -> list[Draft]:
    draw = next((each for each in state.draws.values() if each.place == "unexplained"), None)
    if draw is None:
        raise _refuse("no card waits for an explanation")
    if touch.seen:
        data = {"device": "shoe", "command": "reveal", "draw": draw.number, "why": "IRREGULARITY"}
        return [Draft(kind="device-command", data=data, who=touch.who)]  # type: ignore[arg-type]
    if state.round is None:
        return [
            Draft(
                kind="note",
                data={"text": f"draw {draw.number}: a card left the shoe unseen between rounds"},
                who=touch.who,
            )
        ]
    return move_drafts(state, [moves.IrregularityCalled(code="card-drawn-unexposed")], touch.who)


def _paid(state: TableState, touch: touches.WagersPaid) -> list[Draft]:
    r = state.round
    if r is None or not r.complete:
        raise _refuse("the round is not complete")
    data = {"round": state.round_number, "house_net": show(house_net(r)), "complete": True}
    return [Draft(kind="round-closed", data=data, who=touch.who)]  # type: ignore[arg-type]


def _take_back(state: TableState, touch: touches.TakeBack) -> list[Draft]:
    if not state.in_round:
        raise _refuse("the round is paid: a supervisor corrects it, with a reason")
    return undo_drafts(state, touch.why, touch.who)


_WORK: Final[dict[type, Callable[[TableState, Any], list[Draft]]]] = {
    touches.Configure: _configure,
    touches.CardsIn: _cards_in,
    touches.PersonCame: _person_came,
    touches.PersonLeft: _person_left,
    touches.WagersDown: _wagers,
    touches.SameWagers: _same_wagers,
    touches.Play: _play,
    touches.ShowHoleCard: _show_hole_card,
    touches.ExplainDraw: _explain_draw,
    touches.WagersPaid: _paid,
    touches.TakeBack: _take_back,
}
