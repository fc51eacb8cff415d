"""What can be done now: candidates from the phase table, filtered by the same `why_not` that judges every move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import FACES, UNSEEN
from dealer_console.game.hand import Bettor, Hand
from dealer_console.game.irregularity import catalogue, irregularities
from dealer_console.game.legality import why_not
from dealer_console.game.legality.offers import insurance_limit
from dealer_console.game.play import flow
from dealer_console.game.state import OpenIrregularity, Round

SUPERVISOR: Final = "supervisor"


def legal_moves(r: Round) -> list[moves.Move]:
    """Every lawful move of the ordinary course; of amounts the highest, of cards every face that can still come."""
    if r.irregularity is not None:
        return [move for move in _answers(r, r.irregularity) if why_not(r, move) is None]
    if r.card_waits:
        return _joining_moves(r) + legal_moves(served(r))
    legal = [move for move in _beside_play(r) if why_not(r, move) is None] if r.irregular else []
    kinds = set(r.phase.moves)
    if r.surplus_for is not None or r.hole_echo == len(r.moves):
        kinds.add(moves.CardDrawn)  # a card that is due outside its phase
    for kind in sorted(kinds, key=_ORDER.index):
        legal += [move for move in _CANDIDATES[kind](r) if why_not(r, move) is None]
    return legal


def callable_irregularities(r: Round) -> list[str]:
    """The codes of what can have happened now."""
    if r.card_waits:
        return callable_irregularities(served(r))
    codes = []
    for code, row in catalogue.CATALOGUE.items():
        hands = list(r.hands) if row.hand else [None]
        card = next((face for face in FACES if not r.shoe.is_impossible(face)), None) if row.card else None
        calls = (moves.IrregularityCalled(code=code, hand=hand, card=card) for hand in hands)
        if any(irregularities.why_not_call(r, call) is None for call in calls):
            codes.append(code)
    return codes


def _answers(r: Round, irregularity: OpenIrregularity) -> Iterator[moves.Move]:
    for choice in irregularities.offered(r, irregularity):
        by = SUPERVISOR if irregularities.needs_supervisor(r, irregularity, choice) else None
        yield moves.Ruled(choice=choice, by=by)
    for name in r.hands:
        alone = moves.ExposedCardTaken(hand=name)
        yield alone if why_not(r, alone) is None else moves.ExposedCardTaken(hand=name, by=SUPERVISOR)
        yield moves.ExposedCardRefused(hand=name)
    for spot in r.spots:
        yield moves.SpotLeft(spot=spot.number)
        yield moves.SpotPlaysOn(spot=spot.number)


def served(r: Round) -> Round:
    """The round as it is when no other bettor joins: the exposed card that waits has gone to its hand."""
    copy = r.copy()
    flow.serve_waiting_card(copy)
    return copy


def _joining_moves(r: Round) -> list[moves.Move]:
    candidates = [move for kind in (moves.Doubled, moves.HandSplit) for move in _CANDIDATES[kind](r)]
    return [move for move in candidates if moves.joins(move) and why_not(r, move) is None]


def _beside_play(r: Round) -> Iterator[moves.Move]:
    """What may be said while play goes on after something went wrong."""
    if r.missed is not None:
        yield moves.Ruled(choice="continue", by=SUPERVISOR)
    if r.hand is not None:
        yield moves.ExposedCardRefused(hand=r.hand.id)
    for spot in r.spots:
        yield moves.SpotLeft(spot=spot.number)
        yield moves.SpotPlaysOn(spot=spot.number)


def _cards(r: Round) -> Iterator[moves.Move]:
    yield moves.DRAWN[UNSEEN]
    if r.due is not None:
        for face in FACES:
            yield moves.DRAWN[face]


def _burns(_r: Round) -> Iterator[moves.Move]:
    yield moves.CardBurned(card=UNSEEN)


def _hands(r: Round) -> Iterator[Hand]:
    for spot in r.spots:
        yield from spot.hands


def _insurances(r: Round) -> Iterator[moves.Move]:
    for hand in _hands(r):
        for bet in hand.spot.bets:
            amount = insurance_limit(r, bet.amount)
            yield moves.Insured(hand=hand.id, amount=amount, bettor=bet.bettor)


def _of_hand_in_turn(kind: type) -> Callable[[Round], Iterator[moves.Move]]:
    def candidates(r: Round) -> Iterator[moves.Move]:
        if r.hand is not None:
            yield kind(hand=r.hand.id)

    return candidates


def _added(kind: type) -> Callable[[Round], Iterator[moves.Move]]:
    def candidates(r: Round) -> Iterator[moves.Move]:
        if r.hand is not None and r.due is None:
            yield kind(hand=r.hand.id)
        if r.joining is not None:
            for bet in r.joining.hand.spot.bets[1:]:
                yield kind(hand=r.joining.named, bettor=Bettor(bet.bettor))

    return candidates


def _of_spots(kind: type) -> Callable[[Round], Iterator[moves.Move]]:
    def candidates(r: Round) -> Iterator[moves.Move]:
        for spot in r.spots:
            yield kind(spot=spot.number)

    return candidates


def _shown(_r: Round) -> Iterator[moves.Move]:
    for face in FACES:
        yield moves.HoleCardShown(card=face)


def _turned(r: Round) -> Iterator[moves.Move]:
    for hand in _hands(r):
        if hand.face_down:
            for face in FACES:
                yield moves.DoubleCardTurned(hand=hand.id, card=face)


def _even_money(r: Round) -> Iterator[moves.Move]:
    for hand in _hands(r):
        yield moves.EvenMoneyTaken(hand=hand.id)


def _closing(_r: Round) -> Iterator[moves.Move]:
    yield moves.InsuranceClosed()


def _checks(_r: Round) -> Iterator[moves.Move]:
    yield moves.HoleCardChecked(blackjack=False)
    yield moves.HoleCardChecked(blackjack=True)


_CANDIDATES: Final[dict[type, Callable[[Round], Iterator[moves.Move]]]] = {
    moves.Switched: _of_spots(moves.Switched),
    moves.SwitchDeclined: _of_spots(moves.SwitchDeclined),
    moves.SwitchTakenBack: _of_spots(moves.SwitchTakenBack),
    moves.HitAsked: _of_hand_in_turn(moves.HitAsked),
    moves.Stood: _of_hand_in_turn(moves.Stood),
    moves.Doubled: _added(moves.Doubled),
    moves.HandSplit: _added(moves.HandSplit),
    moves.Surrendered: _of_hand_in_turn(moves.Surrendered),
    moves.DoubledFree: _of_hand_in_turn(moves.DoubledFree),
    moves.SplitFree: _of_hand_in_turn(moves.SplitFree),
    moves.Insured: _insurances,
    moves.EvenMoneyTaken: _even_money,
    moves.InsuranceClosed: _closing,
    moves.HoleCardChecked: _checks,
    moves.HoleCardShown: _shown,
    moves.DoubleCardTurned: _turned,
    moves.CardBurned: _burns,
    moves.CardDrawn: _cards,
}
_ORDER: Final = list(_CANDIDATES)
