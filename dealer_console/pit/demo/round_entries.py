"""A round of the demonstration, dealt by the engine: drafts as the live table would journal them, with mishaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.bets import Bet
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.catalogue import CATALOGUE
from dealer_console.game.engine import Round, apply, why_not
from dealer_console.game.errors import Bug
from dealer_console.game.hand import HandId
from dealer_console.game.legal_moves import callable_irregularities, legal_moves
from dealer_console.game.legality.insurance import insurance_limit
from dealer_console.game.rules import TableRules
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD
from dealer_console.journal import Draft, settlements
from dealer_console.journal.round_entries import closed, moved, opened
from dealer_console.pit.demo.players import decide, switches

Write = Callable[[Sequence[Draft]], int]
"""Journals drafts in one append; the number of the first."""

# What a dealer can do wrong without a machine; each is ruled upon at once.
MISHAPS: Final = (
    "card-exposed",
    "card-face-up-in-shoe",
    "card-misdelivered",
    "dealer-drew-too-many",
    "hand-one-card",
    "hit-missed",
    "natural-overlooked",
)


class Cards:
    """The cards of one table: a shuffled shoe, and what has left it."""

    def __init__(self, game: TableRules, dice: Random) -> None:
        self.game = game
        self.dice = dice
        self.left: list[Card] = []
        self.count = ShoeCount(game.decks)
        self.hole: Card | None = None
        self.face_down: dict[HandId, Card] = {}

    def shuffle(self) -> None:
        self.left = list(FACES) * self.game.decks
        self.dice.shuffle(self.left)
        self.count = ShoeCount(self.game.decks)

    @property
    def low(self) -> bool:
        return len(self.left) < self.game.decks * 13

    def burn(self) -> None:
        self.left.pop()
        self.count.draw(UNSEEN)


class Dealing:
    """One round. `write` journals each move in its own append, as it happens."""

    def __init__(
        self, cards: Cards, number: int, bets: Sequence[Bet], *, dealer: str, supervisor: str, write: Write
    ) -> None:
        self.cards = cards
        self.dice = cards.dice
        self.number = number
        self.bets = bets
        self.dealer = dealer
        self.supervisor = supervisor
        self.write = write
        self.round = Round(cards.game, bets, cards.count)
        self.settled: list[int] = []  # the entries of the settlements

    def play(self, *, mishap: bool) -> Round:
        r, cards = self.round, self.cards
        cards.hole = None
        cards.face_down.clear()
        self.write([opened(self.number, self.bets, self.dealer)])
        stumbles_at = self.dice.randrange(2, 25) if mishap else -1
        while r.phase is not phases.COMPLETE:
            if r.hole_known is not None:
                cards.hole = r.hole_known
            if 0 <= stumbles_at <= len(r.moves) and self._stumble():
                stumbles_at = -1
                continue
            due = r.due
            if due is None:
                _STEPS[r.phase](self)
            elif due is HOLE_CARD:
                cards.hole = cards.left.pop()
                self._must(moves.DRAWN[UNSEEN])
            else:
                self._must(moves.DRAWN[cards.left.pop()])
        self.write([closed(self.number, r, self.dealer)])
        return r

    def _must(self, move: moves.Move, who: str | None = None) -> None:
        refusal = why_not(self.round, move)
        if refusal is not None:
            raise Bug(f"{move} was refused in {self.round.phase}: {refusal}")
        before = list(self.round.settlements)
        apply(self.round, move)
        drafts = [moved(move, who), *settlements.drafts(before, self.round.settlements, who)]
        first = self.write(drafts)
        self.settled += [first + at for at, draft in enumerate(drafts) if draft.kind == settlements.MADE]

    def _first(self, wishes: Iterable[moves.Move]) -> None:
        for move in wishes:
            if why_not(self.round, move) is None:
                self._must(move, self.dealer)
                return
        raise Bug(f"nothing can be done in {self.round.phase}")

    # --- what goes wrong ---------------------------------------------------------------------------------------------

    def _stumble(self) -> bool:
        r = self.round
        codes = [code for code in callable_irregularities(r) if code in MISHAPS]
        if not codes or r.phase is phases.DISPUTE or len(self.cards.left) < 30:
            return False
        code = self.dice.choice(codes)
        row = CATALOGUE[code]
        card = self.cards.left[-1] if row.card else None
        hands = list(r.hands) if row.hand else [None]
        self.dice.shuffle(hands)
        for hand in hands:
            call = moves.IrregularityCalled(code=code, hand=hand, card=card)
            if why_not(r, call) is None:
                if card is not None:
                    self.cards.left.pop()
                self._must(call, self.dealer)
                self._rule()
                return True
        return False

    def _rule(self) -> None:
        r = self.round
        while r.irregularity is not None:
            choice = self.dice.choice(legal_moves(r))
            by = getattr(choice, "by", None)
            if by is not None:
                choice = type(choice)(**{**_fields(choice), "by": self.supervisor})  # type: ignore[arg-type]
            self._must(choice, self.supervisor if by is not None else self.dealer)

    # --- phase by phase ----------------------------------------------------------------------------------------------

    def _insure(self) -> None:
        r = self.round
        for hand in list(r.hands.values()):
            if self.dice.random() < 0.08:
                amount = insurance_limit(r, hand.spot.bets[0].amount)
                move = moves.Insured(hand=hand.id, amount=amount)
                if why_not(r, move) is None:
                    self._must(move, self.dealer)
        self._must(moves.InsuranceClosed(), self.dealer)

    def _check(self) -> None:
        up, hole = self.round.dealer.up, self.cards.hole
        if hole is None:
            raise Bug("a check without a hole card")
        truth = (up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace)
        self._must(moves.HoleCardChecked(blackjack=truth))

    def _answer(self) -> None:
        spot = self.round.spot_in_turn
        if spot is None:
            raise Bug("no spot is asked")
        keep = moves.SwitchDeclined(spot=spot.number)
        self._first((moves.Switched(spot=spot.number), keep) if switches(spot) else (keep,))

    def _decide(self) -> None:
        r, hand = self.round, self.round.hand
        if hand is None:
            self._answer()
            return
        spot = hand.spot
        if spot.offer_open and switches(spot) and why_not(r, moves.Switched(spot=spot.number)) is None:
            self._must(moves.Switched(spot=spot.number), self.dealer)
            return
        self._first(decide(r, hand))

    def _show(self) -> None:
        if self.cards.hole is None:
            raise Bug("nothing to show")
        self._must(moves.HoleCardShown(card=self.cards.hole), self.dealer)

    def _end_dispute(self) -> None:
        self._first(self.dice.sample(found, len(found)) if (found := legal_moves(self.round)) else ())


def _fields(move: moves.Move) -> dict[str, object]:
    return {name: getattr(move, name) for name in move.__slots__}


_STEPS: Final[dict[phases.Phase, Callable[[Dealing], None]]] = {
    phases.INSURANCE: Dealing._insure,
    phases.SWITCHES: Dealing._answer,
    phases.CHECK: Dealing._check,
    phases.PLAY: Dealing._decide,
    phases.SHOW: Dealing._show,
    phases.DISPUTE: Dealing._end_dispute,
}
