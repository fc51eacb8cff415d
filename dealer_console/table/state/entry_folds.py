"""What each kind of entry changes in the state of the table. Every fold can be repeated from the journal alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from dealer_console.game import moves
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.notation import parse_move
from dealer_console.game.round_file import parse_bet
from dealer_console.game.shoe import ShoeCount
from dealer_console.journal import Entry
from dealer_console.journal.canonical import Json
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries.cards import CardBurned, DrawOutOfPlay
from dealer_console.messages import recorded_refusal
from dealer_console.table.approvals.state import Approvals
from dealer_console.table.devices.camera import new_round
from dealer_console.table.devices.csm_inventory import taken_out_by_hand
from dealer_console.table.shift.csm_cards import TAKE_OUT
from dealer_console.table.state.device_folds import DEVICE_FOLDS, take_back_in
from dealer_console.table.state.settled_wagers import SettledWager
from dealer_console.table.state.table_state import (
    BY_HAND,
    DOWN,
    EXPLAINED,
    FACE_UP,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Draw,
    StandingMove,
    TableState,
)

# These name a card that lies aside: calling them puts it before the rules.
_CALLS_FOR_A_CARD: Final = frozenset(
    {"card-exposed", "dealer-drew-too-many", "card-face-up-in-shoe", "hole-card-exposed"}
)


def _genesis(state: TableState, entry: Entry) -> None:
    state.approvals = Approvals(log=str(entry.data["log"]))


def _configuration(state: TableState, entry: Entry) -> None:
    decks = state.table.decks if state.table is not None else None
    state.configuration = entry.data
    state.table = table_rules(entry.data)
    state.bets = ()
    if decks != state.table.decks:
        state.shoe = None  # other cards are needed


def _shoe(state: TableState, entry: Entry) -> None:
    if state.in_round:
        return  # inside a round the ruling itself tells the round that the discards went back
    state.shoe = ShoeCount(int(str(entry.data["decks"])))
    state.shoe_number += 1
    if state.stock is not None:
        state.stock = replace(state.stock, put_back=0)
    state.draws = {}
    state.questions, state.answers = {}, {}  # a keeper asks about the cards of its shoe


def _shuffle(state: TableState, entry: Entry) -> None:
    """Whoever empties a continuous shuffler by hand makes its own figures wrong."""
    if entry.data.get("step") == TAKE_OUT:
        state.stock = taken_out_by_hand(state.stock)


def _burn(state: TableState, entry: Entry) -> None:
    burned = entry.typed
    if not isinstance(burned, CardBurned):
        return
    if state.shoe is not None:
        state.shoe.draw(burned.card)
    if isinstance(burned.why, DrawOutOfPlay):
        state.draws.pop(burned.why.draw, None)
    elif burned.for_procedure and entry.who is not None:
        _entered_by_hand(state)


def _wagers(state: TableState, entry: Entry) -> None:
    state.bets = _bets(entry.data["bets"])


def _bets(value: Json) -> tuple[Any, ...]:
    return tuple(parse_bet(str(text)) for text in value) if isinstance(value, list) else ()


def _round_opened(state: TableState, entry: Entry) -> None:
    if state.table is None or state.shoe is None:
        raise Bug("a round before the table was opened")
    state.bets = _bets(entry.data["bets"])
    state.round_number = int(str(entry.data["round"]))
    state.shoe_at_opening = state.shoe.copy()
    state.round = Round(state.table, state.bets, state.shoe)
    state.standing = ()
    state.settled = ()
    state.camera = new_round(state.camera)


def _move(state: TableState, entry: Entry) -> None:
    if state.round is None:
        raise Bug(f"entry {entry.seq}: a move outside a round")
    move = parse_move(str(entry.data["move"]))
    refusal = why_not(state.round, move)
    if refusal is not None:
        raise Bug(f"entry {entry.seq}: {entry.data['move']!r} is refused: {recorded_refusal(refusal)}")
    before, named, out = state.irregularity, _named_card(state), state.round.shoe.out
    apply(state.round, move)
    if named is not None and state.round.ended_by is not None and state.round.shoe.out == out:
        state.uncounted = (*state.uncounted, named)
    state.standing = (*state.standing, StandingMove(seq=entry.seq, move=move, who=entry.who))
    _lay_down(state, move, entry.who)
    if isinstance(move, moves.Ruled):
        _ruled(state, move, before)
    elif isinstance(move, moves.HoleCardChecked):
        state.reader_said = None


def _named_card(state: TableState) -> str | None:
    """A card that left the shoe and waits for a ruling: no hand has it and no count knows it."""
    found = state.round.irregularity if state.round is not None else None
    if found is None or found.card is None or found.code not in _CALLS_FOR_A_CARD | {"card-misdelivered"}:
        return None
    return found.card.text


def _lay_down(state: TableState, move: moves.Move, who: str | None) -> None:
    """A card that the rules have taken over no longer waits beside the layout."""
    gone = None
    if who is not None and state.owed_by_hand and isinstance(move, moves.CardDrawn | moves.HoleCardShown):
        state.owed_by_hand -= 1  # it lies on the felt already, from before it was taken back
    elif isinstance(move, moves.CardDrawn):
        gone = next((draw for draw in state.draws.values() if draw.dealt), None)
        if gone is None and who is not None:
            gone = state.draw_at(NEXT)
        if gone is None and who is not None:
            _entered_by_hand(state)
    elif isinstance(move, moves.HoleCardShown):
        gone = state.hole_draw
    elif isinstance(move, moves.DoubleCardTurned):
        gone = state.draw_at(f"{DOWN}{move.hand}")
    elif isinstance(move, moves.IrregularityCalled):
        if move.code == "shoe-empty":
            state.empty = frozenset()  # it is told; the next time it is another load that came to its end
        if move.code in _CALLS_FOR_A_CARD:
            gone = state.draw_at(UNEXPLAINED, FACE_UP)
        elif move.code == "card-drawn-unexposed":
            _set_place(state, UNEXPLAINED, EXPLAINED)
    if gone is not None:
        del state.draws[gone.number]


def _set_place(state: TableState, old: str, new: str) -> None:
    draw = state.draw_at(old)
    if draw is not None:
        state.draws[draw.number] = replace(draw, place=new)


def _entered_by_hand(state: TableState) -> None:
    """The shoe may still tell of this card when it comes back: until then its draws have no effect."""
    if "shoe" in state.links:
        state.without |= {"shoe"}
        told = state.draw_at(BY_HAND)
        if told is None:
            state.ahead_of_shoe += 1
        else:
            del state.draws[told.number]


def _ruled(state: TableState, move: moves.Ruled, code: str | None) -> None:
    if code == "card-drawn-unexposed":
        _set_place(state, EXPLAINED, NEXT)
    elif move.choice == "continue-by-hand":
        state.without |= {"shoe"}
        state.draws = {number: _not_opened(draw) for number, draw in state.draws.items()}
    elif move.choice == "continue-without-reader":
        state.without |= {"reader"}


def _not_opened(draw: Draw) -> Draw:
    """The shoe is not asked any more: people say what these cards are."""
    place = UNEXPLAINED if draw.place == QUEUED else draw.place
    return replace(draw, place=place, open_for=draw.open_for if draw.dealt else None)


def _undo(state: TableState, entry: Entry) -> None:
    undone = int(str(entry.data["undoes"]))
    gone = next(each.move for each in state.standing if each.seq == undone)
    state.face_down = None
    state.rebuild(tuple(each for each in state.standing if each.seq != undone))
    if isinstance(gone, moves.CardDrawn | moves.HoleCardShown):
        state.owed_by_hand += 1
    elif isinstance(gone, moves.IrregularityCalled) and gone.code == "card-drawn-unexposed":
        _set_place(state, EXPLAINED, UNEXPLAINED)


def _round_closed(state: TableState, entry: Entry) -> None:
    state.round = None
    state.settled = tuple(replace(each, done=True) for each in state.settled)
    state.last_bets = state.bets
    state.bets = ()
    state.standing = ()
    state.shoe_at_opening = None
    unclear = (UNEXPLAINED, QUEUED, BY_HAND)
    waiting = {n: replace(d, place=UNEXPLAINED) if d.place in unclear else d for n, d in state.draws.items()}
    state.draws = {n: draw for n, draw in waiting.items() if draw.place in (UNEXPLAINED, FACE_UP)}
    state.owed_by_hand = 0
    state.face_down = None
    state.uncounted = ()
    state.readings = 0
    state.reader_said = None
    state.without = frozenset(
        kind for kind in state.without if state.links.get(kind) != "ready" or kind in state.faults
    )
    if "shoe" not in state.without:
        state.ahead_of_shoe = 0
    take_back_in(state)


def _corrected_card(state: TableState, entry: Entry) -> None:
    """The round once more, with the card as it lies; everything that followed stands (it was judged before)."""
    seq, move = int(str(entry.data["corrects"])), parse_move(str(entry.data["move"]))
    state.rebuild(tuple(replace(each, move=move) if each.seq == seq else each for each in state.standing))


def _settlement(state: TableState, entry: Entry) -> None:
    state.settled = (*state.settled, SettledWager.of_entry(entry.seq, entry.data))


def _withdrawn(state: TableState, entry: Entry) -> None:
    gone = SettledWager.of_entry(entry.seq, entry.data)
    found = next((each for each in state.settled if each.decides_as(gone)), None)
    state.settled = tuple(each for each in state.settled if each is not found)


def _settlement_done(state: TableState, entry: Entry) -> None:
    seq = entry.data["settlement"]
    state.settled = tuple(replace(each, done=True) if each.seq == seq else each for each in state.settled)


def _named(state: TableState, entry: Entry) -> None:
    name, person = entry.data.get("name"), entry.data.get("person", entry.who)
    if isinstance(name, str) and isinstance(person, str):
        state.names = {**state.names, person: name}


def _alarm(state: TableState, entry: Entry) -> None:
    data: Mapping[str, Json] = entry.data
    words = str(data["alarm"])
    if data.get("step") == "seen":
        state.alarms = tuple(each for each in state.alarms if each != words)
        state.calls = state.calls - {words}
    elif words not in state.alarms:
        state.alarms = (*state.alarms, words)
        state.calls = state.calls | {words} if data.get("call") else state.calls
    if isinstance(data.get("draw"), int):
        state.draws.pop(int(str(data["draw"])), None)


FOLDS: Final[dict[str, Callable[[TableState, Entry], Any]]] = {
    "genesis": _genesis,
    "configuration": _configuration,
    "shoe": _shoe,
    "burn": _burn,
    "shuffle": _shuffle,
    "wagers": _wagers,
    "round-opened": _round_opened,
    "move": _move,
    "undo": _undo,
    "round-closed": _round_closed,
    "card-corrected": _corrected_card,
    "settlement": _settlement,
    "settlement-withdrawn": _withdrawn,
    "settlement-done": _settlement_done,
    "person-in": _named,
    "approval": _named,
    "declined": _named,
    "alarm": _alarm,
    **DEVICE_FOLDS,
}
