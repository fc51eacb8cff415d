"""Late calls (rulesets 11): a mistake that was seen after it had happened is put where it happened.

The round is dealt again: everything before the card at which it happened, the irregularity and its ruling, then the
cards that left the shoe since, in their order, each to where it is due now, and between them the decisions made since.
A decision that is no longer lawful is struck. Cards are never lost, doubled or re-ordered; a card without a place is
loose.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import why_not
from dealer_console.game.errors import Refusal
from dealer_console.game.irregularity.catalogue import CARD_IS_OUT, CATALOGUE, DEALER_WAS_DONE, ruling_for
from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.game.play.card_places import LOOSE, CardPlaces, card_that_left
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD, Round
from dealer_console.game.wagers.bets import Bet
from dealer_console.game.wagers.settlement_difference import Difference, differences


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCall:
    """What happened at the card of move `place`, and the ruling; `not_asked`: the hand had not asked for that card."""

    place: int
    call: moves.IrregularityCalled
    rulings: tuple[Move, ...]
    by: str
    not_asked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMoved:
    """A card that lies elsewhere now: the move with which it left the shoe, and from where to where."""

    move: int
    card: Card
    origin: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """A decision that no longer stands, by its place in the old list."""

    place: int
    move: Move


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """The round as it is after the call, and everything that differs from what was booked."""

    round: Round
    moves: tuple[Move, ...]
    origins: tuple[int | None, ...]  # of each move, where it stood in the old list; None: the call and its ruling
    struck: tuple[Struck, ...]
    moved: tuple[CardMoved, ...]
    loose: tuple[Card, ...]
    differences: tuple[Difference, ...]


@dataclass(slots=True, kw_only=True)
class _Drawn:
    """A card of the old list: the move it left the shoe with, and its face where anybody has seen it."""

    place: int
    card: Card
    face: Card | None
    was_hole: bool = False


def amend(
    table: TableRules,
    bets: Sequence[Bet],
    booked: Sequence[Move],
    late: LateCall,
    *,
    supposed: Collection[int] = (),
    shoe: ShoeCount | None = None,
) -> Amended | Refusal:
    """The amended round, or why the call cannot stand. `supposed` are the hits that the console took from a card."""
    old = CardPlaces(Round(table, bets, shoe.copy() if shoe else None))
    called = _called(old, booked, late, supposed, shoe)
    if isinstance(called, Refusal):
        return called
    called.deal_on()
    return called.amended(old)


def at_the_call(
    table: TableRules,
    bets: Sequence[Bet],
    booked: Sequence[Move],
    late: LateCall,
    *,
    supposed: Collection[int] = (),
    shoe: ShoeCount | None = None,
) -> Round | Refusal:
    """The round where the call and the rulings so far stand, with nothing after them: what can be ruled next?"""
    called = _called(CardPlaces(Round(table, bets, shoe.copy() if shoe else None)), booked, late, supposed, shoe)
    return called if isinstance(called, Refusal) else called.round


def _called(
    old: CardPlaces, booked: Sequence[Move], late: LateCall, supposed: Collection[int], shoe: ShoeCount | None
) -> _Redeal | Refusal:
    table, bets = old.round.table, old.round.bets
    drawn = _play_old(old, booked)
    refusal = _why_not_place(table, booked, drawn, late)
    if refusal is not None:
        return refusal
    for end in ends_of(booked, late.call, late.place):
        new = _Redeal(Round(table, bets, shoe.copy() if shoe else None), drawn, booked)
        why = new.call(late, supposed, end)
        if why is None:
            return new
        refusal = refusal or why
        if late.call.card is not None and names_card_of_place(late.call):
            break  # the card itself is the irregularity: it stands nowhere else
    return refusal or Refusal(Message("late-call-stands-nowhere"))


def ends_of(booked: Sequence[Move], call: moves.IrregularityCalled, place: int) -> Iterator[int]:
    """Before how many moves the call may stand: its card, the one after it, or after the decisions that followed:
    insurance before the check, the last stands before the dealer was done."""
    yield place
    yield place + 1
    if call.code not in ("reader-fault", DEALER_WAS_DONE):
        return
    for end, move in enumerate(booked[place + 1 :], start=place + 2):
        named = isinstance(move, moves.IrregularityCalled) and move.card is not None
        if named and call.code == DEALER_WAS_DONE:
            return
        if isinstance(move, moves.CardDrawn | moves.CardBurned | moves.HoleCardChecked):
            return
        yield end


def _play_old(old: CardPlaces, booked: Sequence[Move]) -> dict[int, _Drawn]:
    """The cards of the booked round, with the faces of those that were turned later."""
    drawn: dict[int, _Drawn] = {}
    for place, move in enumerate(booked):
        card = card_that_left(old.round, move)
        if card is not None:
            drawn[place] = _Drawn(place=place, card=card, face=None if card is UNSEEN else card)
        old.play(move, place)
        if old.hole is not None:
            drawn[old.hole].was_hole = True
        if isinstance(move, moves.DoubleCardTurned):
            drawn[old.last_of(old.round.hands[move.hand])].face = move.card
        elif old.hole is not None and (face := _face_of_hole(move)) is not None:
            drawn[old.hole].face = face
    return drawn


def _face_of_hole(move: Move) -> Card | None:
    """The hole card, where this move shows it."""
    if isinstance(move, moves.IrregularityCalled):
        return move.card if move.code == "hole-card-exposed" else None
    return move.card if isinstance(move, moves.HoleCardShown) else None


def _why_not_place(
    table: TableRules, booked: Sequence[Move], drawn: dict[int, _Drawn], late: LateCall
) -> Refusal | None:
    clause = table.rules.cite("irregularities")
    if late.call.code in CATALOGUE:
        clause = ruling_for(table.rules, late.call.code).clause
    if not late.by:
        return Refusal(Message("late-call-takes-supervisor"), clause)
    at_place = drawn.get(late.place)
    shown = _shown_at(booked, late.place)
    if at_place is None and shown is None:
        return Refusal(Message("late-call-names-card"), clause)
    itself = names_card_of_place(late.call) or surplus_was_booked(booked, late)
    if late.call.code == "hole-card-exposed":
        itself = True
        if shown is None and (at_place is None or not at_place.was_hole):
            return Refusal(Message("late-call-names-hole-card"), clause)
    if late.call.card is None or not itself:
        return None
    if at_place is None and names_card_of_place(late.call):  # no card left the shoe there: the hole card was shown
        return Refusal(Message("late-call-names-card"), clause)
    face = shown if at_place is None else at_place.face
    if face is not None and face is not late.call.card:
        return Refusal(Message("late-call-other-card", face=face, card=late.call.card), clause)
    return None


def names_card_of_place(call: moves.IrregularityCalled) -> bool:
    """Is the card of the call the one at which it happened? One that came after the dealer's hand is another."""
    return call.code in CARD_IS_OUT and call.code != DEALER_WAS_DONE


def surplus_was_booked(booked: Sequence[Move], late: LateCall) -> bool:
    """The dealer's surplus card lies in the round as something else: a supposed hit, or what was said when it came."""
    if late.call.code != DEALER_WAS_DONE:
        return False
    move = booked[late.place] if 0 <= late.place < len(booked) else None
    return late.not_asked or (isinstance(move, moves.IrregularityCalled) and move.code != DEALER_WAS_DONE)


def _shown_at(booked: Sequence[Move], place: int) -> Card | None:
    """The hole card, where this place of the list is the one at which it was turned."""
    move = booked[place] if 0 <= place < len(booked) else None
    return move.card if isinstance(move, moves.HoleCardShown) else None


def _approved(ruling: Move, by: str) -> Move:
    if isinstance(ruling, moves.Ruled | moves.ExposedCardTaken) and ruling.by is None:
        return replace(ruling, by=by)
    return ruling


class _Redeal:
    """The new round while it is dealt: two rows, the cards and the decisions, each in its order."""

    def __init__(self, r: Round, drawn: dict[int, _Drawn], booked: Sequence[Move]) -> None:
        self.places = CardPlaces(r)
        self.round = r
        self.drawn = drawn
        self.booked = booked
        self.list: list[Move] = []
        self.origins: list[int | None] = []
        self.struck: list[Struck] = []
        self.supposed: Collection[int] = ()
        self.cards: deque[_Drawn] = deque()
        self.decisions: deque[tuple[int, Move]] = deque()

    def call(self, late: LateCall, supposed: Collection[int], end: int) -> Refusal | None:
        """The first `end` moves, then the call and its ruling."""
        self.supposed, hit_place, after = supposed, late.place - 1, end > late.place
        surplus = surplus_was_booked(self.booked, late)
        not_asked = late.not_asked or (late.call.code == "card-exposed" and hit_place in supposed)
        if not_asked and (surplus or not after):
            if hit_place < 0 or not isinstance(self.booked[hit_place], moves.HitAsked):
                clause = ruling_for(self.round.rules, late.call.code).clause
                return Refusal(Message("late-call-hit-was-asked"), clause)
            self.struck.append(Struck(place=hit_place, move=self.booked[hit_place]))
        for place, move in enumerate(self.booked[: late.place if surplus else end]):
            if not any(struck.place == place for struck in self.struck):
                self._play(move, self.drawn.get(place), place)
        if surplus:
            self._without_the_card(late.place, end)
        left = card_that_left(self.round, late.call) is not None
        names_card = left and (surplus or late.call.code != DEALER_WAS_DONE)  # the card of this place is the one named
        for move in (late.call, *(_approved(ruling, late.by) for ruling in late.rulings)):
            refusal = why_not(self.round, move)
            if refusal is not None:
                return refusal
            self._play(move, self.drawn.get(late.place) if names_card and move is late.call else None, None)
        self._rest(end + 1 if names_card and not surplus else end)
        return None

    def _without_the_card(self, place: int, end: int) -> None:
        """The decisions that followed a card which was no card of the round; struck where they were about it."""
        for later in range(place + 1, end):
            move = self.booked[later]
            if why_not(self.round, move) is None:
                self._play(move, None, later)
            else:
                self.struck.append(Struck(place=later, move=move))

    def _rest(self, start: int) -> None:
        for place in range(start, len(self.booked)):
            move = self.booked[place]
            if place in self.drawn and isinstance(move, moves.CardDrawn | moves.CardBurned):
                self.cards.append(self.drawn[place])
            else:
                self.decisions.append((place, move))

    def deal_on(self) -> None:
        """Cards go where they are due; decisions come in their turn, and are struck when they are not lawful."""
        while self.cards or self.decisions:
            first = self.decisions[0] if self.decisions else None
            before_card = first is not None and (not self.cards or first[0] < self.cards[0].place)
            if (before_card and self._decides()) or self._deals_card():
                continue
            if first is None:
                return
            if not self.decisions or self.decisions[0][0] != first[0]:
                continue  # struck with the card that it named
            if not self._decides():
                self._strike(*first)

    def _decides(self) -> bool:
        """The next decision is made if it is lawful now."""
        place, move = self.decisions[0]
        lawful = self._as_it_stands(place, move)
        if lawful is None or why_not(self.round, lawful) is not None:
            return False
        self.decisions.popleft()
        self._play(lawful, self.drawn.get(place), place)
        return True

    def _strike(self, place: int, move: Move) -> None:
        """A card that the struck move named has left the shoe all the same: it takes its place among the cards."""
        self.decisions.remove((place, move))
        self.struck.append(Struck(place=place, move=move))
        if place in self.drawn:
            later = [card for card in self.cards if card.place > place]
            earlier = [card for card in self.cards if card.place < place]
            self.cards = deque([*earlier, self.drawn[place], *later])

    @property
    def hole(self) -> _Drawn | None:
        return None if self.places.hole is None else self.drawn[self.places.hole]

    def _as_it_stands(self, place: int, move: Move) -> Move | None:
        """What was shown or turned is the card that lies there now; None when nobody can know it."""
        if place in self.drawn and self.cards and self.cards[0].place < place:
            return None  # the cards before it have not found their place yet
        if place in self.supposed and (not self.cards or self.cards[0].place != place + 1):
            return None  # it was supposed from its card, and that card lies elsewhere
        if isinstance(move, moves.HoleCardChecked):
            return move if self.hole is not None and self.hole.was_hole else None  # else another card was looked at
        if isinstance(move, moves.DoubleCardTurned):
            hand = self.round.hands.get(move.hand)
            face = self.drawn[self.places.last_of(hand)].face if hand is not None and hand.face_down else None
            return None if face is None else replace(move, card=face)
        if isinstance(move, moves.HoleCardShown | moves.IrregularityCalled) and _face_of_hole(move) is not None:
            if place in self.drawn:
                return move if self.round.due is HOLE_CARD else None  # the hole card itself, seen as it was dealt
            return None if self.hole is None or self.hole.face is None else replace(move, card=self.hole.face)
        return move

    def _deals_card(self) -> bool:
        """The next card goes to where it is due; False when it is due nowhere, or its face is not known there."""
        if self.round.due is None:
            return False
        self._strike_calls_that_hold_the_next_card()
        if not self.cards:
            return False
        card = self.cards[0]
        for face in (card.card, UNSEEN, card.face):
            if face is None or (face is UNSEEN and card.card is not UNSEEN and self.round.due is not HOLE_CARD):
                continue
            move = moves.DRAWN[face]
            if why_not(self.round, move) is None:
                self.cards.popleft()
                self._play(move, card, card.place)
                return True
        return False

    def _strike_calls_that_hold_the_next_card(self) -> None:
        """A card that a later irregularity named comes in its order: where it is due now, that call falls."""
        holds = next(((place, move) for place, move in self.decisions if place in self.drawn), None)
        if holds is not None and (not self.cards or holds[0] < self.cards[0].place):
            self._strike(*holds)

    def _play(self, move: Move, card: _Drawn | None, origin: int | None) -> None:
        self.places.play(move, card.place if card is not None else -1)
        self.list.append(move)
        self.origins.append(origin)

    def amended(self, old: CardPlaces) -> Amended:
        was, now = old.places(), {**self.places.places(), **{card.place: LOOSE for card in self.cards}}
        moved = [
            CardMoved(move=place, card=self.drawn[place].face or UNSEEN, origin=was[place], target=now[place])
            for place in sorted(was)
            if place in now and was[place] != now[place]
        ]
        return Amended(
            round=self.round,
            moves=tuple(self.list),
            origins=tuple(self.origins),
            struck=tuple(sorted(self.struck, key=lambda struck: struck.place)),
            moved=tuple(moved),
            loose=tuple(card.face or UNSEEN for card in self.cards),
            differences=differences(old.round, self.round),
        )
