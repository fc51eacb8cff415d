"""A dealer who enters every card by hand, players who decide by dice: no devices, only the journal and the table."""

from __future__ import annotations

from random import Random

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal
from dealer_console.game.hand import Bettor, Spot
from dealer_console.game.money import Cents
from dealer_console.game.play.legal_moves import legal_moves
from dealer_console.game.state import HOLE_CARD
from dealer_console.game.wagers.bets import Bet
from dealer_console.rulebook.tables import Table
from dealer_console.table import commands as c
from dealer_console.table.session.table_session import TableSession
from tests.rigs.known_people import DEALER, approval, submitted
from tests.rigs.opening import card_command


class HandDealer:
    """`step` makes one touch; everything that must be known lies in the session's state."""

    def __init__(self, session: TableSession, table: Table, dice: Random) -> None:
        self.session = session
        self.table = table
        self.dice = dice

    def step(self) -> Refusal | None:
        return submitted(self.session, self.next_touch()).refusal

    def next_touch(self) -> c.Command:
        state = self.session.state
        waiting = state.approvals.waiting(self.session.clock_ms())
        if waiting:
            return approval(self.session, waiting[0].id)
        due = card_command(self.table, state.shift) if not state.in_round else None
        if due is not None:
            return due
        if state.shoe is not None and not state.in_round and state.shoe.left < 60 and not state.bets:
            return c.BeginShuffle(who=DEALER, reason="house")
        r = state.round
        if r is None and not state.bets and not state.burn_due:
            return c.WagersDown(who=DEALER, bets=self._bets())
        if r is None:
            return self._play(moves.DRAWN[UNSEEN if state.burn_due else self._card()])
        if r.complete:
            return c.WagersPaid(who=DEALER)
        if self.dice.random() < 0.05:
            return c.TakeBack(who=DEALER, why="a slip of the finger")
        return self._play(self._move(r))

    def _play(self, move: moves.Move) -> c.Play:
        return c.Play(who=DEALER, move=move)

    def _card(self) -> Card:
        shoe = self.session.state.shoe
        free = [face for face in FACES if shoe is None or not shoe.is_impossible(face)]
        return self.dice.choice(free)

    def _move(self, r: Round) -> moves.Move:
        if r.due is not None and r.irregularity is None:
            return moves.DRAWN[UNSEEN if r.due is HOLE_CARD else self._card()]
        if r.phase is phases.DISPUTE and r.irregularity is None:
            return moves.IrregularityCalled(code="reader-disagrees")
        return self.dice.choice(legal_moves(r))

    def _bets(self) -> tuple[Bet, ...]:
        spots = sorted(self.dice.sample(range(1, 6), 2))
        return tuple(Bet(spot=Spot(spot), bettor=Bettor(1), amount=Cents(2500)) for spot in spots)
