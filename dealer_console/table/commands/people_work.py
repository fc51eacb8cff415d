"""Touches of people: what each records, or why it is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.bets import Bet
from dealer_console.game.cards import UNSEEN, card
from dealer_console.game.catalogue import ruling_for
from dealer_console.game.choices import BadChoices, choose
from dealer_console.game.engine import Round
from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.money import show
from dealer_console.game.report import house_net
from dealer_console.game.round_file import write_bet
from dealer_console.game.state import HOLE_CARD
from dealer_console.journal import Draft
from dealer_console.journal.configuration import configuration
from dealer_console.journal.entries.cards import CardBurned, NamedNotDealt, TakenBack
from dealer_console.rulebook import BadFile, UnknownRules, load_rules
from dealer_console.table import commands
from dealer_console.table.commands import card_correction
from dealer_console.table.commands.device_work import DEVICE_WORK
from dealer_console.table.commands.move_entries import move_drafts, opening_draft, undo_drafts
from dealer_console.table.state import face_down
from dealer_console.table.state.card_places import (
    comes_first,
    command,
    needs_words,
    out_of_play,
    place_now,
    seen_code,
)
from dealer_console.table.state.table_state import (
    EXPLAINED,
    FACE_UP,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Draw,
    TableState,
)


def drafts_of(state: TableState, touch: commands.Command) -> list[Draft]:
    """What this touch records. Raises `Refused` with the reason; then nothing has changed."""
    work = _WORK.get(type(touch))
    if work is None:
        raise _refuse(f"{type(touch).__name__} needs a table with a house: its file, and the book of people")
    return work(state, touch)


def _refuse(reason: str, clause: str | None = None) -> Refused:
    return Refused(Refusal(reason, clause))


def _between_rounds(state: TableState) -> None:
    if state.in_round:
        raise _refuse("a round is running: this is done between rounds")


def _configure(state: TableState, touch: commands.Configure) -> list[Draft]:
    _between_rounds(state)
    try:
        choose(load_rules(touch.rules), touch.choices)
    except (UnknownRules, BadFile, BadChoices) as error:
        raise _refuse(str(error)) from None
    return [configuration(touch.rules, touch.choices, who=touch.who)]


def _cards_in(state: TableState, touch: commands.CardsIn) -> list[Draft]:
    _between_rounds(state)
    if state.table is None:
        raise _refuse("the table has no rules yet: open it first")
    if touch.change == "shuffled" and state.links.get("batch-shuffler", "away") != "away":
        clause = ruling_for(state.table.rules, "shuffle-beside-device").clause
        raise _refuse("a shuffler stands at the table: shuffle with it, or take it away first", clause)
    return [Draft(kind="shoe", data={"decks": state.table.decks, "change": touch.change}, who=touch.who)]


def _person_came(state: TableState, touch: commands.PersonCame) -> list[Draft]:
    if touch.role == "dealer":
        _between_rounds(state)
    return [Draft(kind="person-in", data={"person": touch.person, "role": touch.role}, who=touch.who)]


def _person_left(state: TableState, touch: commands.PersonLeft) -> list[Draft]:
    person = state.people.get(touch.role)
    if person is None:
        raise _refuse(f"there is no {touch.role} at the table")
    if touch.role == "dealer":
        _between_rounds(state)
    return [Draft(kind="person-out", data={"person": person, "role": touch.role}, who=touch.who)]


def _wagers(state: TableState, touch: commands.WagersDown) -> list[Draft]:
    return _wagers_draft(state, touch.bets, touch.who)


def _same_wagers(state: TableState, touch: commands.SameWagers) -> list[Draft]:
    if not state.last_bets:
        raise _refuse("there was no round before this one")
    return _wagers_draft(state, state.last_bets, touch.who)


def _wagers_draft(state: TableState, bets: tuple[Bet, ...], who: str) -> list[Draft]:
    if state.in_round:
        raise _refuse("the wagers are locked: the first card has left the shoe", _locked_by(state))
    if state.table is None or state.shoe is None:
        raise _refuse("the table is not open: it has no rules or no cards")
    if state.shoe_over:
        raise _refuse("the cutting card has come: the cards are shuffled before the next round", _locked_by(state))
    if bets:
        Round(state.table, bets, state.shoe.copy())  # raises BetRefused with the reason
    return [Draft(kind="wagers", data={"bets": [write_bet(bet) for bet in bets]}, who=who)]


def _locked_by(state: TableState) -> str | None:
    return state.table.rules.cite("wagers") if state.table is not None else None


def _play(state: TableState, touch: commands.Play) -> list[Draft]:
    move = touch.move
    refusal = _why_not_now(state, move)
    if refusal is not None:
        raise Refused(refusal)
    if state.in_round:
        return move_drafts(state, [move], touch.who)
    if not isinstance(move, moves.CardDrawn | moves.CardBurned):
        raise _refuse("no round is open: put wagers down, then deal")
    if state.burn_due:
        return [Draft(kind="burn", data={"card": move.card.text}, who=touch.who)]
    return [_opening(state, touch.who), *_first_move(state, move, touch.who)]


_ANSWERS: Final = (
    moves.Ruled,
    moves.ExposedCardTaken,
    moves.ExposedCardRefused,
    moves.SpotLeft,
    moves.SpotPlaysOn,
    moves.RoundVoided,
)
_FACES: Final = (moves.CardDrawn, moves.CardBurned, moves.HoleCardShown, moves.DoubleCardTurned)


def _why_not_now(state: TableState, move: moves.Move) -> Refusal | None:
    """What the cards beside the layout and the devices refuse, before the rules are asked."""
    if isinstance(move, _ANSWERS):
        return None
    first = comes_first(state) is not None and isinstance(move, moves.CardDrawn | moves.CardBurned)
    if state.draw_at(UNEXPLAINED) is not None and not first:
        return Refusal("a card came that nobody was due: say first whether its face was seen")
    draw = state.opening
    if isinstance(move, _FACES) and not isinstance(move, moves.DoubleCardTurned):
        return _why_not_by_hand(state, move, draw)
    if draw is not None:
        return Refusal(f"the card for {draw.place} is still being opened: wait for it")
    if isinstance(move, moves.DoubleCardTurned) and face_down.sealed_draw(state, move.hand) is not None:
        return Refusal(f"the shoe opens the card of {move.hand}: touch 'turn the double card'")
    if isinstance(move, moves.HoleCardChecked) and _reader_checks(state):
        return Refusal("the reader checks the hole card; if it cannot, call reader-fault")
    return None


def _why_not_by_hand(state: TableState, move: moves.Move, draw: Draw | None) -> Refusal | None:
    if state.cards_by_hand or state.owed_by_hand:
        return None
    if isinstance(move, moves.HoleCardShown):
        hole = state.hole_draw
        if hole is None or hole.unreadable:
            return None
        return Refusal("the shoe opens the hole card: touch 'show the hole card'")
    if draw is not None and draw.dealt and draw.unreadable:
        return None
    return Refusal("the shoe tells the cards: draw it; after a shoe-fault they are entered by hand")


def _reader_checks(state: TableState) -> bool:
    at_reader = state.table is not None and state.table.hole_card == "reader"
    return at_reader and "reader" in state.links and "reader" not in state.without


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


# --- cards of a sealed shoe ----------------------------------------------------------------------------------------


def _show_hole_card(state: TableState, touch: commands.ShowHoleCard) -> list[Draft]:
    r = state.round
    if r is None or r.phase is not phases.SHOW or r.table.hole_card_comes_last or r.irregularity is not None:
        raise _refuse("the hole card is not to be shown now")
    hole = state.hole_draw
    if hole is None or hole.unreadable or state.cards_by_hand:
        raise _refuse("this hole card cannot be opened by a shoe: enter it by hand")
    if hole.open_for is not None or state.draw_at(UNEXPLAINED) is not None:
        raise _refuse("it is being opened" if hole.open_for else "a card waits for its explanation: say that first")
    return [replace(command(hole, command="reveal", why="HOLE_CARD_TURNED"), who=touch.who)]


def _explain_draw(state: TableState, touch: commands.ExplainDraw) -> list[Draft]:
    """The one touch that puts a card which nobody was due before the rules."""
    draw = state.draw_at(UNEXPLAINED, FACE_UP)
    if draw is None or not needs_words(state, draw):
        raise _refuse("no card waits for an explanation")
    r = state.round
    if r is None:
        return _explain_between_rounds(state, draw, touch)
    if r.irregularity is not None:
        raise _refuse(f"{r.irregularity.code} is open and comes first")
    if r.phase is phases.DISPUTE or (r.phase is phases.COMPLETE and r.ended_by is not None):
        raise _refuse("the round waits for something else: rule on it or close it first, then explain the card")
    first = comes_first(state)
    if first is not None:
        raise _refuse(f"{first[0].lower()}{first[1:]}, then explain the other one")
    over = r.phase is phases.TURN or r.phase is phases.COMPLETE
    if not touch.seen and not over:
        return move_drafts(state, [moves.IrregularityCalled(code="card-drawn-unexposed")], touch.who)
    return _explain_seen(state, r, draw, touch)


def _explain_seen(state: TableState, r: Round, draw: Draw, touch: commands.ExplainDraw) -> list[Draft]:
    if draw.unreadable or state.cards_by_hand:
        if touch.card is None:
            raise _refuse("the shoe cannot tell this card: name it")
        code = "card-face-up-in-shoe" if draw.place == FACE_UP else seen_code(r)
        if code == "card-exposed" and r.due is not None:
            place, _ = place_now(_as_if_gone(state))
            aside = command(draw, command="place", place=place)
            return [aside, *move_drafts(state, [moves.DRAWN[touch.card]], touch.who)]
        return move_drafts(state, [moves.IrregularityCalled(code=code, card=touch.card)], touch.who)
    if r.due is not None and r.due is not HOLE_CARD:
        place, _ = place_now(_as_if_gone(state))
        return [replace(command(draw, command="reveal", place=place, why="DEALT_FACE_UP"), who=touch.who)]
    return [replace(command(draw, command="reveal", why="IRREGULARITY"), who=touch.who)]


def _as_if_gone(state: TableState) -> TableState:
    """The same round with no card beside the layout."""
    twin = TableState()
    twin.round, twin.face_down = state.round, state.face_down
    return twin


def _explain_between_rounds(state: TableState, draw: Draw, touch: commands.ExplainDraw) -> list[Draft]:
    """A card that left the shoe while no round was open is out of play; seen, it is counted by its face."""
    if touch.seen and not draw.unreadable and not state.cards_by_hand:
        return [replace(command(draw, command="reveal", why="IRREGULARITY"), who=touch.who)]
    face = touch.card.text if touch.seen and touch.card is not None else "??"
    return [out_of_play(draw, face, "it left the shoe between rounds", touch.who)]


# --- the end of a round --------------------------------------------------------------------------------------------


def _paid(state: TableState, touch: commands.WagersPaid) -> list[Draft]:
    r = state.round
    if r is None or not r.complete:
        raise _refuse("the round is not complete")
    if r.ended_by is None and (state.opening is not None or state.draw_at(QUEUED) is not None):
        raise _refuse("a card is still being opened: wait for it")
    net = show(house_net(r))
    closed = Draft(
        kind="round-closed", data={"round": state.round_number, "house_net": net, "complete": True}, who=touch.who
    )
    unused = [draw for draw in state.draws.values() if draw.dealt or draw.place in (NEXT, EXPLAINED)]
    late = "no hand was due it any more"
    named = [Draft.of(CardBurned(card=card(face), why=NamedNotDealt(detail=late))) for face in state.uncounted]
    owed = [Draft.of(CardBurned(card=UNSEEN, why=TakenBack(detail=late)))] * state.owed_by_hand
    return [closed, *(out_of_play(draw, draw.card or "??", late) for draw in unused), *named, *owed]


def _settlement_done(state: TableState, touch: commands.SettlementDone) -> list[Draft]:
    found = next((each for each in state.settled if each.seq == touch.settlement), None)
    if found is None or not state.in_round:
        raise _refuse(f"entry {touch.settlement} is no settlement of the running round")
    if found.done:
        raise _refuse("this wager is taken or paid already")
    return [Draft(kind="settlement-done", data={"settlement": found.seq}, who=touch.who)]


def _take_back(state: TableState, touch: commands.TakeBack) -> list[Draft]:
    if not state.in_round:
        raise _refuse("the round is paid: a supervisor corrects it, with a reason")
    return undo_drafts(state, touch.why, touch.who)


_WORK: Final[dict[type, Callable[[TableState, Any], list[Draft]]]] = {
    commands.Configure: _configure,
    commands.CardsIn: _cards_in,
    commands.PersonCame: _person_came,
    commands.PersonLeft: _person_left,
    commands.WagersDown: _wagers,
    commands.SameWagers: _same_wagers,
    commands.Play: _play,
    commands.ShowHoleCard: _show_hole_card,
    commands.KeepFaceDown: face_down.keep_face_down,
    commands.TurnDoubleCard: face_down.turn_double_card,
    commands.ExplainDraw: _explain_draw,
    commands.WagersPaid: _paid,
    commands.SettlementDone: _settlement_done,
    commands.TakeBack: _take_back,
    commands.CorrectCard: card_correction.drafts_of,
    **DEVICE_WORK,
}
