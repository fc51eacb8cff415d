"""What a person can choose from for a late call: the cards of the round, and what can have happened at each of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from dealer_console.game import moves, phases
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import apply
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import HandId
from dealer_console.game.irregularity.catalogue import CARD_IS_OUT, CATALOGUE, DEALER_WAS_DONE, Irregularity
from dealer_console.game.irregularity.irregularities import why_not_call
from dealer_console.game.irregularity.irregularity_places import WHERE
from dealer_console.game.irregularity.late_call import LateCall, at_the_call, ends_of, surplus_was_booked
from dealer_console.game.moves import IrregularityCalled, Move
from dealer_console.game.play.card_places import CardPlaces, card_that_left
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import Round
from dealer_console.game.wagers.bets import Bet

SHOWN = "shown"  # the place where the hole card was turned: no card left the shoe there
_NOT_ASKED = ("card-exposed", "card-misdelivered")  # what a card can be that nobody had asked for
# What has to do with devices and the whole shoe comes after what has to do with this card.
_LAST = (
    "shoe-empty",
    "card-drawn-unexposed",
    "shuffler-fault",
    "shuffle-beside-device",
    "burn-missed",
    "reader-wrong-up-card",
    "reader-fault",
    "card-impossible",
    "shoe-fault",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOfRound:
    """A card by its place in the list of moves: its face where anybody has seen it, and where the console has it."""

    place: int
    card: Card
    lies_at: str
    supposed: bool = False  # its hit was supposed from the card itself, or entered with it
    hole: bool = False  # dealt as the hole card, or the place where that card was shown


@dataclass(frozen=True, slots=True, kw_only=True)
class PossibleCall:
    """Something that can have happened at a card; `not_asked`: and the hand had not asked for it."""

    call: IrregularityCalled
    not_asked: bool = False


def cards_of_round(
    table: TableRules,
    bets: Sequence[Bet],
    booked: Sequence[Move],
    *,
    supposed: Collection[int] = (),
    shoe: ShoeCount | None = None,
) -> tuple[CardOfRound, ...]:
    """Newest first; where the hole card was shown is a place of its own, for what is found when it is turned."""
    places = CardPlaces(Round(table, bets, shoe.copy() if shoe else None))
    faces: dict[int, Card] = {}
    shown: tuple[CardOfRound, ...] = ()
    holes: set[int | None] = set()
    for place, move in enumerate(booked):
        left = card_that_left(places.round, move)
        if left is not None:
            faces[place] = left
        places.play(move, place)
        holes.add(places.hole)
        if isinstance(move, moves.DoubleCardTurned):
            faces[places.last_of(places.round.hands[move.hand])] = move.card
        elif isinstance(move, moves.HoleCardShown) and places.hole is not None:
            faces[places.hole] = move.card
            shown = (CardOfRound(place=place, card=move.card, lies_at=SHOWN, hole=True),)
    drawn = [
        CardOfRound(
            place=place, card=faces[place], lies_at=lies_at, supposed=place - 1 in supposed, hole=place in holes
        )
        for place, lies_at in places.places().items()
    ]
    return tuple(sorted((*drawn, *shown), key=lambda card: -card.place))


def possible_calls(
    table: TableRules,
    bets: Sequence[Bet],
    booked: Sequence[Move],
    card: CardOfRound,
    *,
    shoe: ShoeCount | None = None,
    by_hand: bool = False,
) -> tuple[PossibleCall, ...]:
    """Every irregularity that can stand at this card, hand by hand; first what a card is that nobody asked for.

    `by_hand`: people enter the cards, so there may be one that nobody entered because the dealer's hand was done.
    """
    before = Round(table, bets, shoe.copy() if shoe else None)
    for move in booked[: card.place - card.supposed]:
        apply(before, move)
    candidates: list[PossibleCall] = []
    if card.supposed:
        calls = (call for code in _NOT_ASKED for call in _calls(before, CATALOGUE[code], card.card))
        candidates += [PossibleCall(call=call, not_asked=True) for call in calls if why_not_call(before, call) is None]
        apply(before, booked[card.place - 1])
    after = before.copy()
    apply(after, booked[card.place])
    codes = {possible.call.code for possible in candidates}
    for row in sorted(CATALOGUE.values(), key=lambda row: row.code in _LAST):
        if (row.code == "card-exposed" and row.code in codes) or (row.code == "hole-card-exposed" and not card.hole):
            continue
        if row.code == DEALER_WAS_DONE:
            surplus = IrregularityCalled(code=row.code)
            unentered = by_hand and WHERE[row.code][0](after, surplus)
            candidates += [PossibleCall(call=surplus)] if unentered else _surplus(table, bets, booked, card, shoe)
            continue
        for call in _calls(before, row, card.card):
            itself = (call.card is not None or row.card) and call.code in CARD_IS_OUT
            if itself and card.lies_at == SHOWN:
                continue
            if _stands(before, call) or (not itself and _stands_after(after, booked, call, card.place)):
                candidates.append(PossibleCall(call=call))
    return tuple(candidates)


def _surplus(
    table: TableRules, bets: Sequence[Bet], booked: Sequence[Move], card: CardOfRound, shoe: ShoeCount | None
) -> list[PossibleCall]:
    """The card was the dealer's, who was done: nothing but decisions came between it and the end of the round."""
    call = IrregularityCalled(code=DEALER_WAS_DONE, card=card.card)
    late = LateCall(place=card.place, call=call, rulings=(), by="somebody", not_asked=card.supposed)
    if card.card is UNSEEN or not surplus_was_booked(booked, late):
        return []
    lawful = not isinstance(at_the_call(table, bets, booked, late, shoe=shoe), Refusal)
    return [PossibleCall(call=call, not_asked=card.supposed)] if lawful else []


def _stands_after(after: Round, booked: Sequence[Move], call: IrregularityCalled, place: int) -> bool:
    """After the card, or where its place is after decisions that followed it."""
    later = [end for end in ends_of(booked, call, place) if end > place + 1]
    if _stands(after, call) or not later:
        return _stands(after, call)
    r = after.copy()
    for move in booked[place + 1 : later[-1]]:
        apply(r, move)
        if _stands(r, call):
            return True
    return False


def _stands(r: Round, call: IrregularityCalled) -> bool:
    """Of a card that the table has not seen: whoever saw it will name it."""
    if call.card is None and CATALOGUE[call.code].card:
        return r.irregularity is None and r.phase is not phases.DISPUTE and WHERE[call.code][0](r, call)
    return why_not_call(r, call) is None


def _calls(r: Round, row: Irregularity, face: Card) -> Iterator[IrregularityCalled]:
    hands: list[HandId | None] = [*r.hands] if row.hand else [None]
    names_card = row.card or "card" in row.may_name
    for hand in hands:
        yield IrregularityCalled(code=row.code, hand=hand, card=face if names_card and face is not UNSEEN else None)
