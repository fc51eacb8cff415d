"""The felt as values: hands, spots, what may be done, what is taken and paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from dealer_console.game import moves, phases
from dealer_console.game.engine import why_not
from dealer_console.game.hand import Hand, SpotLayout, Wager, total_text
from dealer_console.game.legal_moves import legal_moves
from dealer_console.game.legality.insurance import insurance_limit
from dealer_console.game.money import ZERO, Cents
from dealer_console.game.moves import Move
from dealer_console.game.notation import write_move
from dealer_console.game.state import DEALER, HOLE_CARD, UP_CARD, Round
from dealer_console.table.commands.round.play import with_supervisor
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.spots import why_not_wager
from dealer_console.table.state.move_entries import why_not_undo
from dealer_console.table.state.table_state import TableState
from dealer_console.table.view.felt_values import (
    DealerView,
    HandView,
    MoveView,
    SettlementView,
    SpotView,
    WagerView,
)
from dealer_console.table.view.values import LastMove

_MARKS: Final = ("natural", "doubled", "from_split", "surrendered", "busted", "dead", "stood")
# Cards come by themselves or from the rank pad: no button for each face.
_FACES: Final = (moves.CardDrawn, moves.HoleCardShown, moves.DoubleCardTurned, moves.CardBurned)
_OF_A_HAND: Final = (moves.HitAsked, moves.Stood, moves.Doubled, moves.HandSplit, moves.Surrendered)


def hands(r: Round) -> tuple[HandView, ...]:
    insured = {wager.hand_name or (wager.hand.id if wager.hand else None) for wager in r.insurance}
    return tuple(_hand(r, hand, insured) for spot in r.spots for hand in spot.hands)


def _hand(r: Round, hand: Hand, insured: set[Any]) -> HandView:
    marks = [mark for mark in _MARKS if getattr(hand, mark)]
    marks += ["insured"] if hand.id in insured else []
    marks += ["switched"] if hand.spot.switched else []
    marks += ["free"] if any(wager.is_free for wager in hand.wagers) else []
    return HandView(
        hand=hand.id,
        spot=hand.spot.number,
        cards=tuple(card.text for card in hand.cards),
        total=hand.total,
        soft=hand.soft,
        said=total_text(hand),
        marks=tuple(marks),
        in_turn=hand is r.hand,
        due=hand is r.due,
        removed=hand.removed,
        wagers=tuple(_wager(wager) for wager in hand.wagers),
    )


def _wager(wager: Wager) -> WagerView:
    return WagerView(
        spot=wager.spot.number,
        bettor=wager.bettor,
        hand=wager.hand.id if wager.hand is not None else wager.hand_name,
        kind=wager.kind,
        stake=wager.stake,
        nominal=wager.nominal,
        settled=wager.settled,
        coupon=_coupon(wager),
    )


def _coupon(wager: Wager) -> Cents:
    bet = next((each for each in wager.spot.bets if each.bettor == wager.bettor), None)
    if bet is None or not bet.coupons:
        return ZERO
    place = wager.hand.id.letter if wager.kind == "main" and wager.hand is not None else wager.kind
    return bet.coupons.get(place, ZERO)


def dealer(r: Round) -> DealerView:
    """The hole card is in no value here until it was shown or exposed: its place holds the unseen card."""
    own = r.dealer
    hole = "shown" if own.hole_shown else "none" if not own.hole_dealt else "known" if r.hole_known else "face-down"
    return DealerView(
        cards=tuple(card.text for card in own.cards),
        hole=hole,
        total=own.total if own.cards else None,
        said=total_text(own) if own.cards else None,
        blackjack=own.blackjack,
        due=r.due in (UP_CARD, HOLE_CARD, DEALER),
    )


def spots(state: TableState, house: TableSetup | None) -> tuple[SpotView, ...]:
    seated: dict[int, list[str]] = {}
    for player in state.shift.spots.players:
        for spot in player.spots:
            seated.setdefault(spot, []).append(player.name)
    r = state.round
    laid = {spot.number: spot for spot in r.spots} if r is not None else {}
    numbers = sorted({*seated, *laid, *(bet.spot for bet in state.bets)})
    return tuple(_spot(state, house, number, tuple(seated.get(number, ())), laid.get(number)) for number in numbers)  # type: ignore[call-overload]


def _spot(
    state: TableState, house: TableSetup | None, number: int, players: tuple[str, ...], layout: SpotLayout | None
) -> SpotView:
    r = state.round
    sits_out = None
    if house is not None and r is None and state.is_open:
        sits_out = why_not_wager(house.table(state.shift), state.shift, number)
    return SpotView(
        spot=number,
        players=players,
        bets=tuple(bet for bet in state.bets if bet.spot == number),
        side_wagers=tuple(_wager(wager) for wager in layout.side_wagers) if layout is not None else (),
        hands=tuple(hand.id for hand in layout.hands) if layout is not None else (),
        in_turn=layout is not None and r is not None and r.spot_in_turn is layout,
        offer_open=layout is not None and layout.offer_open,
        switched=layout is not None and layout.switched,
        out=layout is not None and layout.out,
        sits_out=sits_out,
    )


# --- what may be done ----------------------------------------------------------------------------------------------


def possible(r: Round, house: TableSetup | None) -> tuple[MoveView, ...]:
    """What people may do now, for the buttons; a void is always to be asked for."""
    found = [move for move in legal_moves(r) if not isinstance(move, _FACES)]
    shown = [_move(move, house) for move in found]
    if not r.complete:
        shown.append(_move(moves.RoundVoided(by="supervisor"), house))
    return tuple(shown)


def _move(move: Move, house: TableSetup | None) -> MoveView:
    asks = getattr(move, "by", None) is not None
    return MoveView(move=with_supervisor(move, None) if house is not None else move, text=write_move(move), asks=asks)


def refused(r: Round, lawful: tuple[MoveView, ...]) -> tuple[MoveView, ...]:
    """What a dealer would reach for now and cannot do, each with its reason."""
    able = {type(each.move) for each in lawful}
    judged = ((move, why_not(r, move)) for move in _likely(r) if type(move) not in able)
    return tuple(MoveView(move=move, text=write_move(move), why_not=why) for move, why in judged if why is not None)


def _likely(r: Round) -> Iterator[Move]:
    if r.irregularity is not None:
        return
    if r.phase is phases.PLAY and r.hand is not None:
        for kind in _OF_A_HAND:
            yield kind(hand=r.hand.id)
    if r.rules.is_switch and r.phase in (phases.PLAY, phases.SWITCHES) and r.spot_in_turn is not None:
        yield moves.Switched(spot=r.spot_in_turn.number)
    if r.phase is phases.INSURANCE:
        for hand in r.hands.values():
            yield moves.Insured(hand=hand.id, amount=insurance_limit(r, hand.spot.bets[0].amount))


def last_move(state: TableState) -> LastMove | None:
    if not state.standing:
        return None
    last = state.standing[-1]
    return LastMove(text=write_move(last.move), move=last.move, who=last.who, stays=why_not_undo(state))


def settlements(state: TableState) -> tuple[SettlementView, ...]:
    return tuple(
        SettlementView(
            entry=each.seq,
            spot=each.spot,
            bettor=each.bettor,
            hand=each.hand,
            wager=each.wager,
            stake=each.stake,
            outcome=each.outcome,
            pays=each.pays,
            takes=each.takes,
            rule=each.rule,
            done=each.done,
        )
        for each in state.settled
    )
