"""After a late call: what people still have to do at the felt, and the fold of it.

The steps follow from the entry and from the chips that had moved before it; ticking them is an entry of its own. The
cards that have no place yet are in `loose_cards.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card, card
from dealer_console.game.engine import Round, apply
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.late_call import Amended
from dealer_console.game.message import Message
from dealer_console.game.play.card_places import BURNED, LOOSE, card_that_left
from dealer_console.game.state import Settlement
from dealer_console.game.wagers.settlement_difference import Difference, MoneyToMove, money_to_move
from dealer_console.journal.entries.rounds import LateCallMade, LateCallSteps
from dealer_console.journal.late_calls import names_unrecorded_card
from dealer_console.journal.round_fold import DealtRound, StandingMove
from dealer_console.journal.settlements import SettledWager
from dealer_console.journal.value_codec import stored_as_row
from dealer_console.table.shift.fold_cards import lie_as_dealt
from dealer_console.table.shift.guards import not_open
from dealer_console.table.state.table_state import DOWN, EXPLAINED, FACE_UP, HOLE, NEXT, QUEUED, UNEXPLAINED

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState

UNKNOWN: Final = "??"


@stored_as_row
@dataclass(frozen=True, slots=True, kw_only=True)
class LateStep:
    """A card that belongs elsewhere (`card`, `origin`, `target`), or the money of one wager."""

    card: str | None = None
    origin: str = ""
    target: str = ""
    spot: int = 0
    bettor: int = 0
    hand: str | None = None
    wager: str = ""
    give_back: int = 0  # taken before, not to be taken
    pay: int = 0
    take: int = 0
    stake_back: int = 0  # goes back as it lies
    lies_again: int = 0  # the wager is open again: so much lies on the layout
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCallWork:
    """What is left to do after the late call of entry `seq`; `loose` are the cards without a place, in their order."""

    seq: int
    steps: tuple[LateStep, ...] = ()
    loose: tuple[str, ...] = ()

    @property
    def steps_open(self) -> bool:
        return not all(step.done for step in self.steps)

    @property
    def over(self) -> bool:
        return not self.loose and not self.steps_open


# --- may it be called ----------------------------------------------------------------------------------------------


def why_not_late(state: TableState) -> Refusal | None:
    """Why nothing can be called late now, whatever it is."""
    refusal = not_open(state.shift) if state.has_shift else None
    if refusal is not None or state.dealt is None:
        return refusal or Refusal(Message("no-round-before"))
    if state.has_shift and state.shift.dealer is None:
        return Refusal(Message("nobody-deals-here"))  # in a round nobody can come in
    if not state.in_round and state.bets:
        return Refusal(Message("late-call-too-late"), state.dealt.table.rules.cite("irregularities"))
    if state.late is not None:
        return Refusal(Message("late-call-before-first"))
    waiting = state.draw_at(UNEXPLAINED, EXPLAINED, QUEUED, FACE_UP, NEXT)
    if state.in_round and (state.opening is not None or waiting is not None or state.owed_by_hand):
        return Refusal(Message("card-beside-layout-first"))
    return None


def cards_are_away(state: TableState) -> bool:
    """The round that is called about was closed, and its cards were picked up since: only money can still move."""
    return state.shoe_in_play is not None or (not state.in_round and not lie_as_dealt(state.shift.cards))


def why_not_without_cards(amended: Amended, *, away: bool) -> Refusal | None:
    """No card can be dealt any more to a round whose cards were picked up: the call must end it."""
    if not away or amended.round.complete:
        return None
    return Refusal(Message("late-call-cards-away"), amended.round.rules.cite("irregularities"))


# --- what is to be done -------------------------------------------------------------------------------------------


def unpaid(r: Round, standing: Sequence[StandingMove], settled: Sequence[SettledWager]) -> list[Settlement]:
    """Decided, with the chips still lying there: what ends a round is taken and paid at its end, the rest at once."""
    if not r.complete or not standing:
        return []
    last = standing[-1].seq
    return [wager.settlement for wager in settled if wager.seq > last and not wager.done]


def still_lying(dealt: DealtRound, call: moves.Move) -> list[Settlement]:
    """The settlements whose chips have not moved, by what the call says: an overlooked natural was not paid."""
    lying = [] if dealt.closed is not None else unpaid(dealt.felt, dealt.standing, dealt.settled)
    if isinstance(call, moves.IrregularityCalled) and call.code == "natural-overlooked" and dealt.closed is None:
        overlooked = [wager.settlement for wager in dealt.settled if wager.hand == call.hand and not wager.done]
        lying += [settlement for settlement in overlooked if settlement not in lying]
    return lying


def steps_of(entry: LateCallMade, cards: Sequence[str], money: MoneyToMove, *, away: bool) -> tuple[LateStep, ...]:
    """Cards first, then money, each in the order of the round; `cards` are the faces of those that moved."""
    laid = [
        LateStep(card=face, origin=moved.origin, target=moved.target)
        for face, moved in zip(cards, entry.moved, strict=True)
        if moved.target != LOOSE and not away
    ]
    if not away and names_unrecorded_card(entry):
        surplus = getattr(entry.call, "card", UNSEEN)
        laid.append(LateStep(card=surplus.text, origin="dealer", target=BURNED))
    return (*laid, *(_money(difference) for difference in money.now if _moves(difference)))


def _moves(difference: Difference) -> bool:
    return bool(difference.give_back or difference.pay or difference.take or _stake_back(difference))


def _stake_back(difference: Difference) -> int:
    """What lies on the layout and goes back as it lies: of a wager that no longer stands, or that is returned."""
    goes_back = difference.withdrawn or difference.now in ("returned", "push")
    return difference.stake if goes_back and difference.was is None else 0


def _money(difference: Difference) -> LateStep:
    again = difference.now is None and not difference.withdrawn and difference.was is not None
    return LateStep(
        spot=int(difference.spot),
        bettor=int(difference.bettor),
        hand=difference.hand,
        wager=difference.wager,
        give_back=difference.give_back,
        pay=difference.pay,
        take=difference.take,
        stake_back=_stake_back(difference),
        lies_again=difference.stake if again else 0,
    )


def faces_moved(entry: LateCallMade, standing: Sequence[StandingMove]) -> list[str]:
    """The faces of the cards that lie elsewhere, by the moves that brought them; one that nobody has seen is `??`."""
    brought = {move.seq: getattr(move.move, "card", None) for move in standing}
    laid = {seq: getattr(move, "card", None) for seq, move in zip(entry.entries, entry.moves, strict=True)}
    brought |= {seq: face for seq, face in laid.items() if brought.get(seq) is UNSEEN and face is not None}
    call = entry.call
    if isinstance(call, moves.IrregularityCalled) and call.card is not None and not names_unrecorded_card(entry):
        brought[entry.place] = call.card
    faces = [brought.get(moved.entry) for moved in entry.moved]
    return [face.text if isinstance(face, Card) else UNKNOWN for face in faces]


# --- the fold -----------------------------------------------------------------------------------------------------


def call_made(state: TableState, dealt: DealtRound, entry: LateCallMade, seq: int, who: str | None) -> None:
    """The amended round stands; chips that have moved are remembered, sealed cards lie where they belong now."""
    old, standing, away = dealt.round, dealt.standing, cards_are_away(state)
    if away and state.shoe_in_play is None and state.shoe is not None:
        state.shoe_in_play = state.shoe  # these cards have been counted since: the call changes no count
    still = still_lying(dealt, entry.call)
    _mark_moved(dealt, still)
    dealt.late_call(seq, entry, who)
    money = money_to_move(old, dealt.felt, still)
    state.chips_moved = [*money.covered]
    _mark_moved(dealt, [wager.settlement for wager in dealt.settled if wager.settlement not in money.covered])
    _sealed_cards(state, entry, standing)
    state.uncounted = () if away else (*state.uncounted, *_named_and_not_counted(dealt, entry))
    state.face_down = None
    if dealt.felt.check == "due":  # another card may lie there than the one that was looked at
        state.reader_said = None
    steps = steps_of(entry, faces_moved(entry, standing), money, away=away)
    loose = () if away else tuple(face.text for face in entry.loose)
    state.late = LateCallWork(seq=seq, steps=steps, loose=loose)
    _next_loose(state)


def _mark_moved(dealt: DealtRound, unpaid_ones: Sequence[Settlement]) -> None:
    """What was taken and paid as play went on, or with the round, is not paid again."""
    lying = [*unpaid_ones]
    for wager in [*dealt.settled]:
        if wager.settlement in lying:
            lying.remove(wager.settlement)
        else:
            dealt.done(wager.seq)


def _named_and_not_counted(dealt: DealtRound, entry: LateCallMade) -> tuple[str, ...]:
    """The card that the call names left the shoe; a ruling that ends the round may never have counted it."""
    call, r = entry.call, dealt.felt
    if not isinstance(call, moves.IrregularityCalled) or call.card is None or r.ended_by is None:
        return ()
    again = dealt.begun()
    left = counted = 0
    for move in dealt.moves:
        left += card_that_left(again, move) is not None
        before = again.shoe.out
        apply(again, move)
        counted += max(0, again.shoe.out - before)  # with a reshuffle the count begins again
    return (call.card.text,) if left > counted else ()


def _sealed_cards(state: TableState, entry: LateCallMade, standing: Sequence[StandingMove]) -> None:
    """A card that its shoe has not opened: wherever it lies now, its draw is there too; named, it is out."""
    hidden = moves.DRAWN[card(UNKNOWN)]
    covered = {move.seq for move in standing if move.move == hidden}
    still = {seq for seq, move in zip(entry.entries, entry.moves, strict=True) if move == hidden}
    moved = [laid for laid in entry.moved if laid.entry in covered]
    draws = [(state.draw_at(HOLE if laid.origin == "dealer" else f"{DOWN}{laid.origin}"), laid) for laid in moved]
    for draw, laid in draws:
        if draw is None:
            continue
        if laid.target == LOOSE:
            state.draws[draw.number] = replace(draw, place=NEXT, open_for=None)
        elif laid.entry not in still or laid.target == BURNED:
            del state.draws[draw.number]
        else:
            place = HOLE if laid.target == "dealer" else f"{DOWN}{laid.target}"
            state.draws[draw.number] = replace(draw, place=place, open_for=None)


def _next_loose(state: TableState) -> None:
    """An unseen card without a sealed draw has to be entered when it is turned, like one that was taken back."""
    late = state.late
    if late is not None and late.loose[:1] == (UNKNOWN,) and state.draw_at(NEXT) is None:
        state.owed_by_hand += 1
    if late is not None and late.over:
        state.late = None


def card_came(state: TableState, dealt: DealtRound, seq: int) -> None:
    """While cards are loose, whatever card comes is the first of them; that is not taken back."""
    if state.late is not None and state.late.loose:
        dealt.late_calls.append(seq)
        _no_longer_loose(state)


def put_before_dealer(state: TableState) -> None:
    """The first loose card lies face down out of a sealed shoe: now it is one that came without being due."""
    if state.late is not None and state.late.loose[:1] == (UNKNOWN,):
        _no_longer_loose(state)


def other_comes_first(state: TableState) -> bool:
    """Is a card that comes now not the first loose one? One that lay face down was spoken of, and lies before it."""
    late = state.late
    if late is None or late.loose[:1] == (UNKNOWN,):
        return False
    return state.owed_by_hand > 0 or sealed_before(state, late)


def sealed_before(state: TableState, late: LateCallWork) -> bool:
    """Does a card of the shoe that was spoken of, or is being opened, lie before the loose ones? Their own do not."""
    if any(draw.dealt for draw in state.draws.values()):
        return True
    ready = sum(draw.place == NEXT for draw in state.draws.values())
    return state.draw_at(UNEXPLAINED, EXPLAINED) is not None or ready > late.loose.count(UNKNOWN)


def is_about_face_down(state: TableState, move: moves.Move) -> bool:
    """Does this call say that nobody has seen the first loose card, which no shoe tells of?"""
    unseen = isinstance(move, moves.IrregularityCalled) and move.code == "card-drawn-unexposed"
    face_down = state.late is not None and state.late.loose[:1] == (UNKNOWN,)
    return unseen and face_down and state.draw_at(UNEXPLAINED) is None


def _no_longer_loose(state: TableState) -> None:
    if state.late is not None:
        state.late = replace(state.late, loose=state.late.loose[1:])
        if not state.late.loose and state.cards_by_hand:  # what came after them is asked about now
            waited = [draw for draw in state.draws.values() if draw.place == QUEUED]
            state.draws |= {draw.number: replace(draw, place=UNEXPLAINED) for draw in waited}
        _next_loose(state)


def ticked(state: TableState, entry: LateCallSteps) -> None:
    if state.late is None or state.late.seq != entry.call:
        return
    done = {*entry.steps}
    steps = tuple(
        replace(step, done=step.done or number in done) for number, step in enumerate(state.late.steps, start=1)
    )
    state.late = replace(state.late, steps=steps)
    if state.late.over:
        state.late = None


def settled_again(state: TableState, dealt: DealtRound, seq: int, settlement: Settlement) -> None:
    """A settlement that the late call made again: its chips have moved, or move with a step."""
    if settlement in state.chips_moved:
        state.chips_moved.remove(settlement)
        dealt.done(seq)
