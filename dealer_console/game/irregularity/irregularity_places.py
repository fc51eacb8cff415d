"""Where in a round each irregularity may stand: the place of the card in question, even when it was noticed later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.hand import Hand
from dealer_console.game.message import Message
from dealer_console.game.state import HOLE_CARD, UP_CARD, Round

ASKS_FOR_CARD: Final = (moves.HitAsked, moves.Doubled, moves.HandSplit, moves.DoubledFree, moves.SplitFree)


def next_asked(r: Round, refused_by: list[Hand]) -> Hand | None:
    """The next hand, in playing order, that could take an exposed card; those who refused it are past."""
    if r.phase is phases.SHOW:
        return None
    if refused_by and refused_by[-1].stood:
        return r.hand if r.phase is phases.PLAY and r.hand is not None and not r.hand.split_ace else None
    passed = not refused_by
    for spot in r.spots[r.turn if r.phase is phases.PLAY else 0 :]:
        for hand in spot.hands:
            if not passed:
                passed = hand is refused_by[-1]
            elif not hand.over and not hand.waiting_card and not hand.split_ace:
                return hand
    return None


def _card_may_come(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.phase is not phases.COMPLETE


def _between_decisions(r: Round, call: moves.IrregularityCalled) -> bool:
    after_deal = (phases.INSURANCE, phases.SWITCHES, phases.CHECK, phases.PLAY, phases.SHOW)
    if r.due is not None or r.phase not in after_deal:
        return False
    if call.hand is None:
        return True
    involved = (next_asked(r, []), last_to_stand(r))
    return any(hand is not None and hand.id == call.hand for hand in involved)


def last_to_stand(r: Round) -> Hand | None:
    """The hand that completed last by standing: the dealer may have hit it by mistake."""
    for move in reversed(r.moves):
        if isinstance(move, moves.Stood):
            hand = r.hands.get(move.hand)
            return hand if hand is not None and hand.stood and not hand.removed else None
    return None


def _dealer_is_done(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.TURN or (r.phase is phases.COMPLETE and r.ended_by is None)


def _dealers_card_is_due(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.due is UP_CARD or r.due is HOLE_CARD


def _some_card_is_due(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.due is not None


def _first_card_is_due(r: Round, call: moves.IrregularityCalled) -> bool:
    return r.phase in (phases.OPEN, phases.DEAL) and _is_due(r, call) and not r.hands[call.hand or ""].cards  # type: ignore[index]


def _second_card_is_due(r: Round, call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.DEAL and _is_due(r, call) and len(r.hands[call.hand or ""].cards) == 1  # type: ignore[index]


def _has_first_cards(r: Round, call: moves.IrregularityCalled) -> bool:
    hand = r.hands.get(call.hand) if call.hand else None
    if hand is None or hand.removed or hand.acted or hand.from_split or len(hand.cards) != 2:
        return False
    if r.phase is phases.DEAL:
        return True
    return r.due is None and r.phase in (phases.INSURANCE, phases.SWITCHES, phases.CHECK, phases.PLAY)


def _hit_is_due(r: Round, call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.PLAY and _is_due(r, call) and bool(r.moves) and isinstance(r.moves[-1], ASKS_FOR_CARD)


def _is_due(r: Round, call: moves.IrregularityCalled) -> bool:
    return isinstance(r.due, Hand) and r.due.id == call.hand


def _hole_card_hidden(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.due is HOLE_CARD or (r.dealer.hole_dealt and not r.dealer.hole_shown and r.hole_known is None)


def _late_blackjack(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.DISPUTE and r.dealer.blackjack


def _in_dispute(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.DISPUTE


def _no_check_was_due(r: Round, _call: moves.IrregularityCalled) -> bool:
    up = r.up_card
    return (
        r.table.hole_card == "reader"
        and r.dealer.hole_dealt
        and not r.dealer.hole_shown
        and not (up and up.opens_blackjack)
    )


def _check_by_reader_is_due(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.table.hole_card == "reader" and r.check == "due" and r.phase in (phases.CHECK, phases.SWITCHES)


def _holds_natural(r: Round, call: moves.IrregularityCalled) -> bool:
    hand = r.hands.get(call.hand) if call.hand else None
    if hand is None or not hand.natural or hand.dead or r.phase is phases.COMPLETE:
        return False
    return not any(isinstance(move, moves.EvenMoneyTaken) and move.hand == hand.id for move in r.moves)


def _nothing_burned(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.phase is phases.OPEN and not r.burned


def _face_is_due(r: Round, _call: moves.IrregularityCalled) -> bool:
    return r.due is not None or r.phase in (phases.SHOW, phases.TURN)


Standing = Callable[[Round, moves.IrregularityCalled], bool]

WHERE: Final[dict[str, tuple[Standing, Message]]] = {
    "card-face-up-in-shoe": (_card_may_come, Message("where-while-cards-are-dealt")),
    "card-drawn-unexposed": (_card_may_come, Message("where-while-cards-are-dealt")),
    "card-exposed": (
        _between_decisions,
        Message("where-after-deal-while-no-card"),
    ),
    "dealer-drew-too-many": (_dealer_is_done, Message("where-after-dealer-last-card")),
    "dealer-card-missed": (_dealers_card_is_due, Message("where-in-place-dealer-card")),
    "shoe-empty": (_some_card_is_due, Message("where-when-card-due")),
    "hand-not-dealt": (_first_card_is_due, Message("where-in-place-first-card-hand")),
    "hand-one-card": (_second_card_is_due, Message("where-in-place-second-card-hand")),
    "hand-too-many-cards": (_has_first_cards, Message("where-on-hand-has-its-first")),
    "hit-missed": (_hit_is_due, Message("where-directly-after-hit-double-or")),
    "card-misdelivered": (_card_may_come, Message("where-while-cards-are-dealt")),
    "dealer-wrong-count": (_card_may_come, Message("where-before-round-complete")),
    "hole-card-exposed": (_hole_card_hidden, Message("where-where-hole-card-dealt-before")),
    "dealer-blackjack-late": (_late_blackjack, Message("where-directly-after-hole-card-makes")),
    "reader-wrong-up-card": (_no_check_was_due, Message("where-at-table-with-reader-under")),
    "reader-fault": (_check_by_reader_is_due, Message("where-in-place-reader-check")),
    "shuffler-fault": (_card_may_come, Message("where-before-round-complete")),
    "shuffle-beside-device": (_card_may_come, Message("where-before-round-complete")),
    "natural-overlooked": (_holds_natural, Message("where-on-hand-natural")),
    "burn-missed": (_nothing_burned, Message("where-before-first-card-when-none")),
    "card-impossible": (_face_is_due, Message("where-before-card-where-it-due")),
    "reader-disagrees": (_in_dispute, Message("where-directly-after-hole-card-contradicts")),
    "shoe-fault": (_card_may_come, Message("where-before-round-complete")),
}
