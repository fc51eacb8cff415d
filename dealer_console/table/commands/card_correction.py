"""A card of the running round was misread or mistyped: the round once more, with the card as it lies.

The move that brought the card is found by following every card over the layout; everything that came after it is judged
again. What followed stands as long as it is lawful with the right card; otherwise the correction is refused with the
reason, and the moves after the card are taken back first.

What a device has read, and a card on which money has moved, is not one person's to change: two people correct it, and
the pit is alerted with both cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN, Card
from dealer_console.game.engine import Round, apply
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.hand import HandId
from dealer_console.game.message import Message, Term
from dealer_console.game.state import Settlement
from dealer_console.journal import Draft
from dealer_console.journal.entries.rounds import CardCorrected
from dealer_console.journal.round_fold import DealtRound, NotLawful, StandingMove
from dealer_console.journal.settlements import WITHDRAWN, changes
from dealer_console.journal.settlements import drafts as settlement_drafts
from dealer_console.table.commands.command import Command, CommandContext, JudgedByEntries
from dealer_console.table.people.actions import Action
from dealer_console.table.state.entry_drafts import alarm_draft
from dealer_console.table.state.table_state import (
    FACE_UP,
    NEXT,
    QUEUED,
    UNEXPLAINED,
    TableState,
)

_WITH_A_CARD: Final = (moves.CardDrawn, moves.HoleCardShown, moves.DoubleCardTurned, moves.IrregularityCalled)


class CorrectCard(JudgedByEntries, Command):
    """A card of this round was misread or mistyped: what lies there is `card`.

    `hand` is a hand's name or `dealer`; `index` counts the cards of that hand from 0, as they lie now.
    """

    about_the_felt = True
    hand: str
    index: int
    card: Card

    def action(self, state: TableState) -> Action:
        try:
            takes_two = _judged(state, self).takes_two
        except Refused:
            takes_two = False  # whoever asks hears the reason
        return Action.CORRECT_READ_CARD if takes_two else Action.CORRECT_CARD

    def entries(self, context: CommandContext) -> list[Draft]:
        judged = _judged(context.state, self)
        approver = context.second.person if judged.takes_two else None
        corrected = CardCorrected(
            corrects=judged.seq,
            move=judged.move,
            hand=self.hand,
            index=self.index,
            was=judged.was.text,
            by_device=judged.by_device or None,
            paid=judged.paid or None,
            approved_by=approver,
        )
        drafts = [Draft.of(corrected, who=context.who)]
        drafts += settlement_drafts(judged.before, judged.after, context.who)
        return drafts if approver is None else [*drafts, self._alert(context, judged, approver)]

    def _alert(self, context: CommandContext, judged: _Judged, approver: str) -> Draft:
        """What the device said and what the person says, for the pit."""
        state = context.state
        message = Message(
            "alarm-read-card-corrected" if judged.by_device else "alarm-paid-card-corrected",
            hand=Term("draw-place", "dealer") if self.hand == "dealer" else HandId(self.hand),
            was=judged.was,
            person=state.name_of(context.who),
            card=self.card,
            other=state.name_of(approver),
            round=state.round_number,
        )
        return alarm_draft(message, who=context.who)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """The entry of the move that brought the card, the move with the right card, and what it changes."""

    seq: int
    move: moves.Move
    was: Card
    before: list[Settlement]
    after: list[Settlement]
    by_device: bool
    paid: bool

    @property
    def takes_two(self) -> bool:
        return self.by_device or self.paid


def _judged(state: TableState, command: CorrectCard) -> _Judged:
    """Raises `Refused` with the reason why it cannot be corrected now."""
    dealt = state.open_round
    if dealt is None:
        raise Refused(Refusal(Message("round-over-cards-stand")))
    r = dealt.felt
    if state.opening is not None or state.draw_at(UNEXPLAINED, QUEUED, FACE_UP, NEXT) is not None:
        raise Refused(Refusal(Message("card-beside-layout-first")))
    if r.ended_by is not None:
        raise Refused(Refusal(Message("round-ended-by-ruling")))
    was = _lies_there(r, command)
    if command.card == was:
        raise Refused(Refusal(Message("lies-there-already", card=command.card)))
    if command.card == UNSEEN or was == UNSEEN:
        raise Refused(Refusal(Message("card-face-down-not-corrected")))
    at = _origin(dealt, command)
    right = _with_card(dealt.moves[at], command.card)
    after = _again(dealt, at, right).settlements
    return _Judged(
        seq=dealt.standing[at].seq,
        move=right,
        was=was,
        before=r.settlements,
        after=after,
        by_device=_by_device(state, dealt, dealt.standing[at]),
        paid=_money_moved(dealt, command.hand, after),
    )


def _by_device(state: TableState, dealt: DealtRound, brought: StandingMove) -> bool:
    """Did a device say which card it is? Of one that a late call laid elsewhere a person said only whose it is."""
    return brought.who is None or (brought.seq in dealt.late_calls and "shoe" in state.links)


def _money_moved(dealt: DealtRound, hand: str, after: list[Settlement]) -> bool:
    """Have chips of this hand moved, or such as the right card would move back?"""
    withdrawn = [settlement for kind, settlement in changes(dealt.felt.settlements, after) if kind == WITHDRAWN]
    return any(wager.done and (wager.hand == hand or wager.settlement in withdrawn) for wager in dealt.settled)


def _lies_there(r: Round, command: CorrectCard) -> Card:
    cards = _layout(r).get(command.hand)
    if cards is None:
        raise Refused(Refusal(Message("no-hand-in-round", hand=command.hand)))
    if not 0 <= command.index < len(cards):
        raise Refused(Refusal(Message("hand-has-cards", hand=command.hand, cards=len(cards))))
    return cards[command.index]


def _layout(r: Round) -> dict[str, list[Card]]:
    return {**{str(name): hand.cards for name, hand in r.hands.items()}, "dealer": r.dealer.cards}


# --- which move brought it -----------------------------------------------------------------------------------------


def _origin(dealt: DealtRound, command: CorrectCard) -> int:
    """The place in the standing moves of the one that brought this card to the layout."""
    r = dealt.begun()
    came: dict[str, list[int]] = {name: [] for name in _layout(r)}
    named = -1  # the last irregularity that named a card
    for at, move in enumerate(dealt.moves):
        before = {name: len(cards) for name, cards in _layout(r).items()}
        apply(r, move)
        if isinstance(move, moves.IrregularityCalled) and move.card is not None:
            named = at
        _follow(r, move, before, came, at if isinstance(move, _WITH_A_CARD) else named)
    origins = came.get(command.hand, [])
    lies = [len(cards) == len(came.get(name, ())) for name, cards in _layout(r).items()]
    if not all(lies) or command.index >= len(origins) or origins[command.index] < 0:
        raise Refused(Refusal(Message("ruling-moved-card")))
    return origins[command.index]


def _follow(r: Round, move: moves.Move, before: dict[str, int], came: dict[str, list[int]], at: int) -> None:
    if isinstance(move, moves.Switched | moves.SwitchTakenBack):
        a, b = came[f"{move.spot}a"], came[f"{move.spot}b"]
        a[1], b[1] = b[1], a[1]
        return
    if isinstance(move, moves.HoleCardShown) and r.dealer.hole_dealt and len(came["dealer"]) > 1:
        came["dealer"][1] = at
        return
    if isinstance(move, moves.DoubleCardTurned):
        came[move.hand][-1] = at
        return
    if isinstance(move, moves.HandSplit | moves.SplitFree):
        _split(r, move.hand, came)
        return
    for name, cards in _layout(r).items():
        if len(cards) > before.get(name, 0):
            came.setdefault(name, []).append(at)


def _split(r: Round, hand: str, came: dict[str, list[int]]) -> None:
    """The first split of a hand gives two new names, a later one keeps the old name for the left of them."""
    if hand in _layout(r):
        first, second = came[hand]
        new_hand = next(name for name in _layout(r) if name not in came)
        came[hand], came[new_hand] = [first], [second]
        return
    first, second = came.pop(hand)
    left, right = (hand.id for spot in r.spots for hand in spot.hands if hand.id not in came)
    came[left], came[right] = [first], [second]


# --- the round with the right card ---------------------------------------------------------------------------------


def _with_card(move: moves.Move, card: Card) -> moves.Move:
    if isinstance(move, moves.CardDrawn):
        return moves.DRAWN[card]
    if isinstance(move, moves.HoleCardShown | moves.DoubleCardTurned | moves.IrregularityCalled):
        return replace(move, card=card)
    raise Refused(Refusal(Message("brought-no-card", move=move)))


def _again(dealt: DealtRound, at: int, right: moves.Move) -> Round:
    """Every move once more; the first one that the right card forbids refuses the correction."""
    corrected = [*dealt.standing]
    corrected[at] = corrected[at]._replace(move=right)
    try:
        r = dealt.deal(corrected)
    except NotLawful as refused:
        raise Refused(_no_longer(corrected[refused.place].move, refused.refusal, refused.place == at)) from None
    card, shoe = getattr(right, "card", UNSEEN), r.shoe
    burned = any(since.card is card for since in dealt.burned)  # counted after the moves
    if burned and shoe.copies[card.index] > shoe.decks + shoe.allowed.get(card, 0):
        copies = Refusal(Message("all-copies-out-call", decks=r.shoe.decks, card=card), r.rules.cite("copies"))
        raise Refused(_no_longer(right, copies, itself=True))
    return r


def _no_longer(move: moves.Move, refusal: Refusal, itself: bool) -> Refusal:
    if itself:
        return Refusal(Message("move-cannot-be", move=move, why=refusal.message), refusal.clause)
    return Refusal(Message("later-move-not-lawful", move=move, why=refusal.message), refusal.clause)
