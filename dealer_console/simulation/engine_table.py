"""Complete play through the public engine: every move is judged by `why_not` before it is played.

The dealer's hole card is known to this module alone, as to the keeper of a shoe: it answers the check truthfully and
shows the card when the round asks for it. In irregular play things go wrong: irregularities are called where they may
stand, and ruled upon by dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.hand import Hand, HandId
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.play import flow
from dealer_console.game.play.legal_moves import SUPERVISOR, callable_irregularities, legal_moves
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD, Due, Joining
from dealer_console.game.wagers.bets import Bet
from dealer_console.messages import recorded_refusal
from dealer_console.simulation.player import DicePlayer, Player


class EngineTable:
    """Cards, a dealer and a player, by dice unless another is given. Deals one shoe after the other."""

    stumbles = False  # does anything go wrong at this table? (`IrregularTable`)
    early_checks = 0.1  # how often the dealer checks before the switches are answered

    def __init__(self, table: TableRules, dice: Random, player: Player | None = None) -> None:
        self.table = table
        self.dice = dice
        self.player = player or DicePlayer(dice)
        self.cards: list[Card] = []
        self.shoe = ShoeCount(table.decks)
        self.hole: Card | None = None
        self.face_down: dict[HandId, Card] = {}  # double cards that lie face down

    @property
    def low(self) -> bool:
        """Three quarters are dealt."""
        return len(self.cards) < self.table.decks * 13

    def shuffle(self) -> None:
        self.cards = list(FACES) * self.table.decks
        self.dice.shuffle(self.cards)
        self.shoe = ShoeCount(self.table.decks)

    def play_round(self, bets: Sequence[Bet]) -> Round:
        """A round from its burn card on where the shoe is new; cards are shuffled when they are low."""
        if self.low:
            self.shuffle()
        r = Round(self.table, bets, self.shoe)
        if not self.shoe.out:
            self.cards.pop()
            self.must(r, moves.DRAWN[UNSEEN])
        self.finish(r)
        return r

    def finish(self, r: Round) -> None:
        """Everything that is left of the round."""
        self.hole = None
        face_down, drawn, play = r.rules.double_face_down, moves.DRAWN, self.play
        while r.phase is not phases.COMPLETE:
            if self.stumbles:
                self.before_step(r)
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
                move = drawn[self.cards.pop()]
                if face_down:
                    move = self._perhaps_face_down(due, move)
                refusal = why_not(r, move)  # as `must`, once for each card: this loop is measured
                if refusal is not None:
                    raise Bug(f"{move} was refused in {r.phase}: {recorded_refusal(refusal)}")
                play(r, move)

    def _perhaps_face_down(self, due: Due, move: moves.CardDrawn) -> moves.CardDrawn:
        """A player may ask for the double card face down."""
        if isinstance(due, Hand) and due.doubled and self.dice.random() < 0.3:
            self.face_down[due.id] = move.card
            return moves.DRAWN[UNSEEN]
        return move

    # --- what a kind of table does in its own way --------------------------------------------------------------------

    def before_step(self, r: Round) -> None:
        """Nothing goes wrong here; `IrregularTable` lets things go wrong."""

    def says_blackjack(self, truth: bool) -> bool:
        """What the check answers."""
        return truth

    play = staticmethod(apply)
    """A lawful move happens."""

    def must(self, r: Round, move: moves.Move) -> None:
        """A refusal is a bug of ours."""
        refusal = why_not(r, move)
        if refusal is not None:
            raise Bug(f"{move} was refused in {r.phase}: {recorded_refusal(refusal)}")
        self.play(r, move)

    # --- phase by phase -----------------------------------------------------------------------------------------------

    def _join(self, r: Round, joining: Joining) -> None:
        kind = moves.Doubled if joining.action == "double" else moves.HandSplit
        for bet in joining.hand.spot.bets[1:]:
            if self.dice.random() < 0.5:
                move = kind(hand=joining.named, bettor=bet.bettor)
                if why_not(r, move) is None:
                    self.play(r, move)

    def _insure(self, r: Round) -> None:
        """Everybody is asked once; closing the insurance is the last choice."""
        for move in self.player.choices(r):
            if why_not(r, move) is None:
                self.play(r, move)

    def _check(self, r: Round) -> None:
        hole = self.hole
        if hole is None:
            raise Bug("a check without a hole card")
        up = r.dealer.up
        truth = (up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace)
        self.must(r, moves.HoleCardChecked(blackjack=self.says_blackjack(truth)))

    def _switches(self, r: Round) -> None:
        if self.early_checks and self.dice.random() < self.early_checks:
            self._check(r)
        else:
            self._decide(r)

    def _decide(self, r: Round) -> None:
        for move in self.player.choices(r):
            if why_not(r, move) is None:
                self.play(r, move)
                return
        raise Bug(f"the player finds nothing to do in {r.phase}")

    def _show(self, r: Round) -> None:
        if self.hole is None:
            raise Bug("nothing to show")
        self.must(r, moves.HoleCardShown(card=self.hole))

    def _turn(self, r: Round) -> None:
        hand = next(hand for hand in r.hands.values() if hand.face_down)
        self.must(r, moves.DoubleCardTurned(hand=hand.id, card=self.face_down.pop(hand.id)))


_STEPS: dict[phases.Phase, Callable[[EngineTable, Round], None]] = {
    phases.INSURANCE: EngineTable._insure,
    phases.SWITCHES: EngineTable._switches,
    phases.CHECK: EngineTable._check,
    phases.PLAY: EngineTable._decide,
    phases.SHOW: EngineTable._show,
    phases.TURN: EngineTable._turn,
}


# These name a card that has just left the shoe; the others name none, or one that is known already.
FROM_THE_SHOE: Final = frozenset({"card-face-up-in-shoe", "card-exposed", "dealer-drew-too-many", "card-misdelivered"})


class IrregularTable(EngineTable):
    """Every step may stumble; a check may lie, so that the hole card contradicts it."""

    stumbles = True

    def __init__(self, table: TableRules, dice: Random, player: Player | None = None, *, often: float = 0.03) -> None:
        super().__init__(table, dice, player)
        self.often = often

    def before_step(self, r: Round) -> None:
        self.look(r)
        if r.phase is phases.DISPUTE or self.dice.random() < self.often:
            self._stumble(r)

    def look(self, r: Round) -> None:
        """A hole card that everybody has seen is known; a missed card is let be at the latest when the dealer shows."""
        if r.hole_known is not None:
            self.hole = r.hole_known
        if r.missed is not None and (r.phase is phases.SHOW or self.dice.random() < 0.3):
            self.must(r, moves.Ruled(choice="continue", by=SUPERVISOR))

    def says_blackjack(self, truth: bool) -> bool:
        return truth if self.dice.random() > self.often else not truth

    def codes(self, r: Round) -> list[str]:
        """What may go wrong now."""
        codes = callable_irregularities(r)
        return codes if r.phase is phases.DISPUTE else [code for code in codes if code != "card-impossible"]

    def _stumble(self, r: Round) -> bool:
        """Something goes wrong, and is ruled upon at once. False: nothing could."""
        codes = self.codes(r)
        if not codes:
            return False
        code = self.dice.choice(codes)
        row = CATALOGUE[code]
        card = self._card_for(r, code) if row.card else None
        hands = list(r.hands) if row.hand else [None]
        self.dice.shuffle(hands)
        for hand in hands:
            call = moves.IrregularityCalled(code=code, hand=hand, card=card)
            if why_not(r, call) is None:
                self.play(r, call)
                self._rule(r)
                if code == "shoe-empty" and r.ended_by is None:
                    self._put_discards_back(r)
                return True
        if card is not None and code in FROM_THE_SHOE:
            self.cards.append(card)
        return False

    def _card_for(self, r: Round, code: str) -> Card:
        if code in FROM_THE_SHOE or (code == "hole-card-exposed" and r.due is HOLE_CARD):
            return self.cards.pop()
        return self.hole or UNSEEN

    def _rule(self, r: Round) -> None:
        while r.irregularity is not None:
            self.must(r, self.dice.choice(legal_moves(r)))
        if r.hole_known is not None:
            self.hole = r.hole_known

    def _put_discards_back(self, r: Round) -> None:
        """What does not lie on the layout is shuffled again."""
        out = Counter(card for card in r.cards_on_layout() if card is not UNSEEN)
        out.update(self.face_down.values())
        if self.hole is not None and r.hole_known is None and not r.dealer.hole_shown:
            out[self.hole] += 1
        rest = Counter(dict.fromkeys(FACES, self.table.decks)) - out
        self.cards = list(rest.elements())
        self.dice.shuffle(self.cards)
