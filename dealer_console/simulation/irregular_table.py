"""Random play in which things go wrong: irregularities are called where they may stand, and ruled upon by dice."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.engine import Round, why_not
from dealer_console.game.irregularity.catalogue import CATALOGUE
from dealer_console.game.play.legal_moves import SUPERVISOR, callable_irregularities, legal_moves
from dealer_console.game.rules import TableRules
from dealer_console.game.state import HOLE_CARD
from dealer_console.simulation.engine_table import EngineTable
from dealer_console.simulation.player import Player

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
