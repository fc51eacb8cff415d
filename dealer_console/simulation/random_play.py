"""Random complete play through the public engine: every move is judged by `why_not` before it is played.

The dealer's hole card is known to the player of this module alone, as to the keeper of a shoe: it answers the check
truthfully and shows the card when the round asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from dealer_console.game import flow, moves, phases
from dealer_console.game.bets import Bet
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.hand import Bettor, Hand, HandId, Spot
from dealer_console.game.legality.insurance import insurance_limit
from dealer_console.game.money import Cents
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD, Due, Joining


class RandomTable:
    """A table at which everybody decides by dice. Deals one shoe after the other, reshuffled at three quarters."""

    stumbles = False  # does anything go wrong at this table? (`IrregularTable`)

    def __init__(self, table: TableRules, dice: Random) -> None:
        self.table = table
        self.dice = dice
        self.cards: list[Card] = []
        self.shoe = ShoeCount(table.decks)
        self.hole: Card | None = None
        self.face_down: dict[HandId, Card] = {}  # double cards that lie face down

    def shuffle(self) -> None:
        self.cards = list(FACES) * self.table.decks
        self.dice.shuffle(self.cards)
        self.shoe = ShoeCount(self.table.decks)

    def play_round(self, bets: Sequence[Bet]) -> Round:
        if len(self.cards) < self.table.decks * 13:
            self.shuffle()
        r = Round(self.table, bets, self.shoe)
        self.hole = None
        if not self.shoe.out:
            self.cards.pop()
            self._do(r, moves.DRAWN[UNSEEN])
        cards, drawn, face_down = self.cards, moves.DRAWN, r.rules.double_face_down
        while r.phase is not phases.COMPLETE:
            if self.stumbles:
                self.before_step(r)
                cards = self.cards
                if r.phase is phases.COMPLETE or r.phase is phases.DISPUTE:
                    continue
            if r.card_waits:
                if r.joining is not None:
                    self._join(r, r.joining)
                flow.serve_waiting_card(r)
                continue
            due = r.due
            if due is None:
                _STEPS[r.phase](self, r)
            elif due is HOLE_CARD:
                self.hole = self.cards.pop()
                self.must(r, moves.DRAWN[UNSEEN])
            else:
                if r.joining is not None and len(r.joining.hand.spot.bets) > 1:
                    self._join(r, r.joining)
                move = drawn[cards.pop()]
                if face_down:
                    move = self._perhaps_face_down(due, move)
                refusal = why_not(r, move)
                if refusal is not None:
                    raise Bug(f"{move} was refused in {r.phase}: {refusal}")
                apply(r, move)
        return r

    def _perhaps_face_down(self, due: Due, move: moves.CardDrawn) -> moves.CardDrawn:
        """A player may ask for the double card face down."""
        if isinstance(due, Hand) and due.doubled and self.dice.random() < 0.3:
            self.face_down[due.id] = move.card
            return moves.DRAWN[UNSEEN]
        return move

    def before_step(self, r: Round) -> None:
        """Nothing goes wrong here; `IrregularTable` lets things go wrong."""

    def says_blackjack(self, truth: bool) -> bool:
        """What the check answers."""
        return truth

    def _do(self, r: Round, move: moves.Move) -> bool:
        if why_not(r, move) is not None:
            return False
        apply(r, move)
        return True

    def must(self, r: Round, move: moves.Move) -> None:
        refusal = why_not(r, move)
        if refusal is not None:
            raise Bug(f"{move} was refused in {r.phase}: {refusal}")
        apply(r, move)

    def _join(self, r: Round, joining: Joining) -> None:
        kind = moves.Doubled if joining.action == "double" else moves.HandSplit
        for bet in joining.hand.spot.bets[1:]:
            if self.dice.random() < 0.5:
                self._do(r, kind(hand=joining.named, bettor=bet.bettor))

    def _insure(self, r: Round) -> None:
        for hand in list(r.hands.values()):
            if self.dice.random() < 0.1:
                self._do(r, moves.EvenMoneyTaken(hand=hand.id))
            for bet in hand.spot.bets:
                if self.dice.random() < 0.3:
                    self._do(r, moves.Insured(hand=hand.id, bettor=bet.bettor, amount=insurance_limit(r, bet.amount)))
        self.must(r, moves.InsuranceClosed())

    def _check(self, r: Round) -> None:
        hole = self.hole
        if hole is None:
            raise Bug("a check without a hole card")
        up = r.dealer.up
        truth = (up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace)
        self.must(r, moves.HoleCardChecked(blackjack=self.says_blackjack(truth)))

    def _answer_offer(self, r: Round) -> None:
        spot = r.spot_in_turn
        if spot is None:
            raise Bug("no spot is asked")
        if self.dice.random() < 0.5 and self._do(r, moves.Switched(spot=spot.number)):
            return
        self.must(r, moves.SwitchDeclined(spot=spot.number))

    def _switches(self, r: Round) -> None:
        if self.dice.random() < 0.1:
            self._check(r)
        else:
            self._answer_offer(r)

    def _decide(self, r: Round) -> None:
        hand, choice = r.hand, self.dice.random()
        if hand is None:
            self._answer_offer(r)
            return
        if hand.spot.offer_open:
            if choice < 0.5 and self._do(r, moves.Switched(spot=hand.spot.number)):
                return
            choice = self.dice.random()
        elif choice < 0.01:
            spot = r.spots[int(choice * 100 * len(r.spots))]
            if self._do(r, moves.SwitchTakenBack(spot=spot.number)):
                return
        for kind in _DECISIONS[int(choice * len(_DECISIONS))]:
            move = kind(hand=hand.id)
            if why_not(r, move) is None:
                apply(r, move)
                return
        raise Bug(f"{hand.id} can do nothing in {r.phase}")

    def _show(self, r: Round) -> None:
        if self.hole is None:
            raise Bug("nothing to show")
        self.must(r, moves.HoleCardShown(card=self.hole))

    def _turn(self, r: Round) -> None:
        hand = next(each for each in r.hands.values() if each.face_down)
        self.must(r, moves.DoubleCardTurned(hand=hand.id, card=self.face_down.pop(hand.id)))


# What a player tries, one row by dice: the first lawful decision of the row is made.
_DECISIONS: tuple[tuple[type, ...], ...] = (
    *((moves.HitAsked, moves.Stood),) * 7,
    *((moves.Stood,),) * 8,
    (moves.HandSplit, moves.Doubled, moves.Stood),
    (moves.SplitFree, moves.DoubledFree, moves.HandSplit, moves.Stood),
    (moves.Surrendered, moves.Doubled, moves.Stood),
    (moves.Doubled, moves.Stood),
    (moves.HandSplit, moves.Stood),
)

_STEPS: dict[phases.Phase, Callable[[RandomTable, Round], None]] = {
    phases.INSURANCE: RandomTable._insure,
    phases.SWITCHES: RandomTable._switches,
    phases.CHECK: RandomTable._check,
    phases.PLAY: RandomTable._decide,
    phases.SHOW: RandomTable._show,
    phases.TURN: RandomTable._turn,
}


def plain_bets(spots: int, amount: int = 2500) -> list[Bet]:
    """One bettor on each spot, no side bets."""
    return [Bet(spot=Spot(number), bettor=Bettor(1), amount=Cents(amount)) for number in range(1, spots + 1)]
