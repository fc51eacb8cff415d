"""What each kind of entry changes in the state of the table. Every fold can be repeated from the journal alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from dealer_console.game import moves
from dealer_console.game.errors import Bug, Refused
from dealer_console.game.play.card_places import card_that_left
from dealer_console.game.round_files.notation import write_move
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import OpenIrregularity
from dealer_console.journal import Entry
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import cards, journal_own, notices, people, rounds
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.settlements import settlement_of
from dealer_console.messages import recorded_refusal
from dealer_console.table.approvals.state import Approvals
from dealer_console.table.devices.camera import new_round
from dealer_console.table.shift.continuous_shuffler import TAKE_OUT, taken_out_by_hand
from dealer_console.table.shift.state import Stage
from dealer_console.table.state import late_call, loose_cards
from dealer_console.table.state.device_folds import fold_device_entry, take_back_in
from dealer_console.table.state.entry_drafts import alarm_message
from dealer_console.table.state.table_state import (
    BY_HAND,
    DOWN,
    EXPLAINED,
    FACE_UP,
    NAMED,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    Draw,
    TableState,
)

# These name a card that lies aside: calling them puts it before the rules.
_CALLS_FOR_A_CARD: Final = frozenset(
    {"card-exposed", "dealer-drew-too-many", "card-face-up-in-shoe", "hole-card-exposed"}
)


def fold_entry(state: TableState, entry: Entry) -> None:
    """What this entry says about the table itself; shift, keeper and approvals have folds of their own."""
    match entry.typed:
        case rounds.WagersLaid(bets=bets):
            state.bets = bets
        case rounds.RoundOpened() as typed:
            _round_opened(state, entry, typed)
        case rounds.MoveMade(move=move):
            _move(state, entry, move)
        case rounds.MoveUndone(undoes=seq):
            _undo(state, entry, seq)
        case rounds.LateCallMade() as typed:
            _late_call(state, entry, typed)
        case rounds.LateCallSteps() as typed:
            late_call.ticked(state, typed)
        case rounds.WagerSettled() as typed:
            _dealt(state, entry).take(entry)
            late_call.settled_again(state, _dealt(state, entry), entry.seq, settlement_of(typed))
        case rounds.RoundClosed():
            _round_closed(state, entry)
        case rounds.CardCorrected() | rounds.SettlementWithdrawn() | rounds.SettlementDone():
            _dealt(state, entry).take(entry)
        case cards.ShoeLoaded() | cards.CardBurned() | cards.ProcedureStep() as typed:
            _card_entry(state, entry, typed)
        case journal_own.Genesis(log=log):
            state.approvals = Approvals(log=log)
        case journal_own.ConsoleStopped(by=by):
            state.console_closed_by = by
        case journal_own.SoftwareStarted():
            state.console_closed_by = None
        case journal_own.ConsoleLock(locked=locked):
            state.locked = locked
        case journal_own.ConfigurationSet() as typed:
            _configuration(state, typed)
        case people.PeopleChanged(number=number):
            state.people_changes = number
        case people.PersonCame(person=person, name=str(name)):
            state.names = {**state.names, person: name}
        case (
            people.RequestApproved(name=str(name))
            | people.RequestDeclined(name=str(name))
            | people.ApprovalRequested(name=str(name))
        ) if entry.who is not None:
            state.names = {**state.names, entry.who: name}
        case notices.AlarmRaised() | notices.AlarmSeen() as typed:
            _alarm(state, typed)
        case typed:
            fold_device_entry(state, entry, typed)


def _configuration(state: TableState, configuration: journal_own.ConfigurationSet) -> None:
    before, decks = state.configuration, state.table.decks if state.table is not None else None
    state.configuration = configuration
    state.table = table_rules(configuration)
    state.bets = ()
    announced = before is not None and before.rules_hash == configuration.rules_hash and decks == state.table.decks
    if announced and state.dealt is not None and state.shift.stage is Stage.OPEN:
        state.dealt_by = state.dealt_by or before  # a notice: a late call may still be about the last round
    else:
        state.dealt = state.dealt_by = None  # what was dealt by other rules is over
    if decks != state.table.decks:
        state.shoe = None  # other cards are needed


def _card_entry(
    state: TableState, entry: Entry, typed: cards.ShoeLoaded | cards.CardBurned | cards.ProcedureStep
) -> None:
    match typed:
        case cards.ShoeLoaded(decks=decks):
            _shoe(state, decks)
        case cards.CardBurned():
            _burn(state, entry, typed)
        case cards.ProcedureStep(step=step):
            if step == TAKE_OUT:  # whoever empties a continuous shuffler by hand makes its own figures wrong
                state.stock = taken_out_by_hand(state.stock)
        case _:
            assert_never(typed)


def _shoe(state: TableState, decks: int) -> None:
    if state.in_round:
        return  # inside a round the ruling itself tells the round that the discards went back
    state.shoe = ShoeCount(decks)
    state.shoe_number += 1
    if state.stock is not None:
        state.stock = replace(state.stock, put_back=0)
    state.draws = {}
    state.questions, state.answers = {}, {}  # a keeper asks about the cards of its shoe


def _burn(state: TableState, entry: Entry, burned: cards.CardBurned) -> None:
    if state.shoe is not None and not state.in_round:
        state.shoe.draw(burned.card)
    of_new_shoe = not state.in_round and burned.for_procedure and state.shift.cards.rounds_of_shoe == 0
    if state.dealt is not None and not of_new_shoe:
        state.dealt.burn(entry.seq, burned.card)  # of the last round, too: a late call opens it again
    if isinstance(burned.why, cards.DrawOutOfPlay):
        state.draws.pop(burned.why.draw, None)
    elif burned.for_procedure and entry.who is not None:
        _entered_by_hand(state)


# --- the round -----------------------------------------------------------------------------------------------------


def _dealt(state: TableState, entry: Entry) -> DealtRound:
    if state.dealt is None:
        raise Bug(f"entry {entry.seq}: {entry.kind} outside a round")
    return state.dealt


def _round_opened(state: TableState, entry: Entry, opened: rounds.RoundOpened) -> None:
    if state.table is None or state.shoe is None:
        raise Bug("a round before the table was opened")
    state.bets = opened.bets
    state.round_number = opened.round
    state.dealt, state.dealt_by = DealtRound(entry.seq, opened, state.table, state.shoe, entry.at_ms), None
    state.camera = new_round(state.camera)


def _move(state: TableState, entry: Entry, move: moves.Move) -> None:
    dealt = _dealt(state, entry)
    called, out = dealt.felt.irregularity, dealt.felt.shoe.out
    before, named = (called.code, _named_card(called)) if called is not None else (None, None)
    state.chips_moved = []
    lay_there = came = False
    if state.late is not None:
        left = card_that_left(dealt.felt, move) is not None
        lay_there = isinstance(move, moves.CardDrawn) and loose_cards.loose_face(state) is not None
        came = (left and not late_call.other_comes_first(state)) or late_call.is_about_face_down(state, move)
    try:
        dealt.take(entry)
    except Refused as refused:
        reason = recorded_refusal(refused.refusal)
        raise Bug(f"entry {entry.seq}: {write_move(move)!r} is refused: {reason}") from None
    if named is not None and dealt.felt.ended_by is not None and dealt.felt.shoe.out == out:
        state.uncounted = (*state.uncounted, named)
    if not lay_there:
        _lay_down(state, move, entry.who)
    if dealt.felt.irregularity is None:
        _no_longer_named(state)
    if came:
        late_call.card_came(state, dealt, entry.seq)
    if isinstance(move, moves.Ruled):
        _ruled(state, move, before)
    elif isinstance(move, moves.HoleCardChecked):
        state.reader_said = None


def _named_card(irregularity: OpenIrregularity) -> str | None:
    """A card that left the shoe and waits for a ruling: no hand has it and no count knows it."""
    if irregularity.card is None or irregularity.code not in _CALLS_FOR_A_CARD | {"card-misdelivered"}:
        return None
    return irregularity.card.text


def _lay_down(state: TableState, move: moves.Move, who: str | None) -> None:
    """A card that the rules have taken over no longer waits beside the layout."""
    laid = None
    if who is not None and state.owed_by_hand and isinstance(move, moves.CardDrawn):
        state.owed_by_hand -= 1  # it lies on the felt already, from before it was taken back
    elif isinstance(move, moves.CardDrawn):
        laid = next((draw for draw in state.draws.values() if draw.dealt), None)
        if laid is None and who is not None:
            laid = state.draw_at(NEXT)
        if laid is None and who is not None:
            _entered_by_hand(state)
    elif isinstance(move, moves.HoleCardShown):
        laid = state.hole_draw
    elif isinstance(move, moves.DoubleCardTurned):
        laid = state.draw_at(f"{DOWN}{move.hand}")
    elif isinstance(move, moves.IrregularityCalled):
        if move.code == "shoe-empty":
            state.empty = frozenset()  # it is told; the next time it is another load that came to its end
        if move.code in _CALLS_FOR_A_CARD:
            laid = state.draw_at(UNEXPLAINED, FACE_UP)
            _turned_in_hand(state, laid)
            if laid is not None and laid.card is None:  # a person has named it, and may take that back
                state.draws[laid.number], laid = replace(laid, place=f"{NAMED}{laid.place}"), None
        elif move.code == "card-drawn-unexposed":
            _set_place(state, UNEXPLAINED, EXPLAINED)
    if laid is not None:
        del state.draws[laid.number]


def _turned_in_hand(state: TableState, draw: Draw | None) -> None:
    """The card that a late call left face down without a place was turned: it lies no more to be entered."""
    if draw is None and state.owed_by_hand and state.late is not None and state.late.loose[:1] == (late_call.UNKNOWN,):
        state.owed_by_hand -= 1


def _set_place(state: TableState, old: str, new: str) -> None:
    draw = state.draw_at(old)
    if draw is not None:
        state.draws[draw.number] = replace(draw, place=new)


def _entered_by_hand(state: TableState) -> None:
    """The shoe may still tell of this card when it comes back: until then its draws have no effect."""
    if "shoe" in state.links:
        state.without |= {"shoe"}
        draw = state.draw_at(BY_HAND)
        if draw is None:
            state.ahead_of_shoe += 1
        else:
            del state.draws[draw.number]


def _ruled(state: TableState, move: moves.Ruled, code: str | None) -> None:
    if code == "card-drawn-unexposed":
        _set_place(state, EXPLAINED, NEXT)
    elif move.choice == "continue-by-hand":
        state.without |= {"shoe"}
        waits = state.late is not None and bool(state.late.loose)  # after them, in its order
        state.draws = {number: _not_opened(draw, waits=waits) for number, draw in state.draws.items()}
    elif move.choice == "continue-without-reader":
        state.without |= {"reader"}


def _not_opened(draw: Draw, *, waits: bool) -> Draw:
    """The shoe is not asked any more: people say what these cards are."""
    place = UNEXPLAINED if draw.place == QUEUED and not waits else draw.place
    return replace(draw, place=place, open_for=draw.open_for if draw.dealt else None)


def _undo(state: TableState, entry: Entry, undone: int) -> None:
    move = next(standing.move for standing in state.standing if standing.seq == undone)
    state.face_down = None
    _dealt(state, entry).take(entry)
    if isinstance(move, moves.CardDrawn):
        state.owed_by_hand += 1  # a hole card that was shown is still the hole card, and counted
    elif isinstance(move, moves.IrregularityCalled) and move.code == "card-drawn-unexposed":
        _set_place(state, EXPLAINED, UNEXPLAINED)
    elif isinstance(move, moves.IrregularityCalled):
        for draw in [draw for draw in state.draws.values() if draw.place.startswith(NAMED)]:
            state.draws[draw.number] = replace(draw, place=draw.place.removeprefix(NAMED))


def _no_longer_named(state: TableState) -> None:
    """The rules have ruled on the card that a call named: it is where they put it."""
    state.draws = {number: draw for number, draw in state.draws.items() if not draw.place.startswith(NAMED)}


def _late_call(state: TableState, entry: Entry, typed: rounds.LateCallMade) -> None:
    """The round is the one with the call in it; one that was closed is open again, with its wagers."""
    dealt = _dealt(state, entry)
    if state.stock is not None and state.shoe is not None:
        # What went back into a continuous shuffler since it was closed goes back again when it is closed again.
        back = dealt.felt.shoe.out - state.shoe.out
        state.stock = replace(state.stock, put_back=state.stock.put_back + back)
    _no_longer_named(state)
    late_call.call_made(state, dealt, typed, entry.seq, entry.who)
    for ruling in typed.rulings:
        if isinstance(ruling, moves.Ruled):
            _ruled(state, ruling, None)
    state.bets = dealt.bets


def _round_closed(state: TableState, entry: Entry) -> None:
    dealt = _dealt(state, entry)
    state.shoe, state.shoe_in_play = state.shoe_in_play or dealt.felt.shoe.copy(), None
    dealt.take(entry)
    state.last_bets = state.bets
    state.bets = ()
    unclear = (UNEXPLAINED, QUEUED, BY_HAND)
    waiting = {n: replace(d, place=UNEXPLAINED) if d.place in unclear else d for n, d in state.draws.items()}
    state.draws = {n: draw for n, draw in waiting.items() if draw.place in (UNEXPLAINED, FACE_UP)}
    state.owed_by_hand = 0
    state.face_down = None
    state.uncounted = ()
    state.late = None
    state.readings = 0
    state.reader_said = None
    state.dropped = {}
    state.without = frozenset(
        kind
        for kind in state.without
        if state.links.get(kind) != "ready" or kind in state.faults or kind in state.off_table
    )
    if "shoe" not in state.without:
        state.ahead_of_shoe = 0
    take_back_in(state)


def _alarm(state: TableState, typed: notices.AlarmRaised | notices.AlarmSeen) -> None:
    match typed:
        case notices.AlarmSeen(alarm=words):
            state.alarms = tuple(alarm for alarm in state.alarms if alarm != words)
            state.calls = state.calls - {words}
            state.alarm_messages = {alarm: message for alarm, message in state.alarm_messages.items() if alarm != words}
        case notices.AlarmRaised(alarm=words, draw=draw, call=call):
            if words not in state.alarms:
                state.alarms = (*state.alarms, words)
                message = alarm_message(typed)
                if message is not None:
                    state.alarm_messages = {**state.alarm_messages, words: message}
                state.calls = state.calls | {words} if call else state.calls
            if draw is not None:
                state.draws.pop(draw, None)
