"""A table of rules alone under the console: an ideal electronic shoe and reader, no journal, no devices, no time.

For what needs many rounds: every press goes the same way through the console, and the engine judges every move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from dealer_console.game import moves, phases
from dealer_console.game.cards import FACES, UNSEEN, Card
from dealer_console.game.choices import choose
from dealer_console.game.engine import Round
from dealer_console.game.errors import Refusal, Refused
from dealer_console.game.shoe import ShoeCount
from dealer_console.game.state import HOLE_CARD
from dealer_console.game.wagers.bets import Bet
from dealer_console.journal.entries.people import Role
from dealer_console.journal.entries.rounds import RoundOpened
from dealer_console.journal.round_fold import DealtRound
from dealer_console.journal.settlements import SettledWager
from dealer_console.rulebook import load_rules
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.values import Screen
from dealer_console.table import commands as c
from dealer_console.table.commands.round.play import with_supervisor
from dealer_console.table.shift.state import Present, Shift
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.table_state import HOLE, Draw, TableState
from tests.rigs.console_rig import CHIPS, Glass
from tests.rigs.opening import setup_of, table_of


class EngineConsole(Glass):
    def __init__(self, rules: str, *, seed: int = 1, choices: Mapping[str, object] | None = None) -> None:
        self.dice = Random(seed)
        self.state = TableState()
        self.state.table = choose(load_rules(rules), choices or {})
        self.state.shift = replace(Shift(), present=(Present(person="Dee", role=Role.DEALER),))
        self.state.links = {"shoe": "ready", "reader": "ready"}
        self.cards: list[Card] = []
        self.hole: Card = UNSEEN
        self.untold = True
        self.setup = setup_of(table_of(rules))
        self.console = Console(self, ConsoleConfig(title="T1", chips=CHIPS))
        self.new_shoe()

    def new_shoe(self, order: list[Card] | None = None) -> None:
        assert self.state.table is not None
        if order is None:
            order = list(FACES) * self.state.table.decks
            self.dice.shuffle(order)
        self.cards = order
        self.state.shoe = ShoeCount(self.state.table.decks)
        self._tell()

    def _tell(self) -> None:
        """Cards come in runs: a snapshot is made when somebody looks."""
        self.state.seq += 1
        self.untold = True

    def look(self) -> None:
        if self.untold:
            self.untold = False
            self.console.show(snapshot_of(self.state, self.setup))

    # --- what people see and do ------------------------------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        self.look()
        return super().screen

    @property
    def round(self) -> Round | None:
        return self.state.round

    def press(self, name: str) -> None:
        self.look()
        super().press(name)

    def bets(self, bets: tuple[Bet, ...]) -> None:
        self._do(c.WagersDown(who="Dee", bets=bets))

    def needs_hands(self) -> bool:
        """A card is due, or the hole card has to go into the reader."""
        r = self.round
        if r is None:
            return bool(self.state.bets)
        return r.irregularity is None and (r.due is not None or r.phase is phases.CHECK)

    def hands(self) -> None:
        r = self.round
        if r is not None and r.due is None and r.phase is phases.CHECK:
            self._play(moves.HoleCardChecked(blackjack=self._is_blackjack(r)), None)
        else:
            self.draw()

    def draw(self) -> None:
        """A card leaves the shoe: where it is due, or as the hit of the hand in turn."""
        if self.round is None:
            self._open()
        r = self.round
        assert r is not None
        if r.due is None and r.hand is not None:
            self._play(moves.HitAsked(hand=r.hand.id), None)
        face = self.cards.pop()
        if r.due is HOLE_CARD:
            self.hole = face
            self.state.draws = {1: Draw(number=1, place=HOLE, commitment="")}
            face = UNSEEN
        self._play(moves.DRAWN[face], None)

    def _is_blackjack(self, r: Round) -> bool:
        return self.hole.points + r.dealer.up.points == 11 and (self.hole.is_ace or r.dealer.up.is_ace)

    # --- ports.Table -----------------------------------------------------------------------------------------------

    def submit(self, touch: c.Command, answered: Callable[[Refusal | None], None]) -> None:
        try:
            self._do(touch)
        except Refused as refused:
            answered(refused.refusal)
            return
        self.look()
        answered(None)

    def _do(self, touch: c.Command) -> None:
        state = self.state
        if isinstance(touch, c.WagersDown):
            assert state.table is not None
            if touch.bets:
                Round(state.table, touch.bets)
            state.bets = touch.bets
        elif isinstance(touch, c.SameWagers):
            state.bets = state.last_bets
        elif isinstance(touch, c.Play):
            self._play(with_supervisor(touch.move, "Sue"), touch.who)
            return
        elif isinstance(touch, c.ShowHoleCard):
            self._play(moves.HoleCardShown(card=self.hole), touch.who)
            return
        elif isinstance(touch, c.WagersPaid):
            assert state.dealt is not None
            state.shoe, state.dealt = state.shoe, None
            state.last_bets, state.bets, state.draws = state.bets, (), {}
        elif isinstance(touch, c.TakeBack):
            assert state.dealt is not None
            state.dealt.undo(state.standing[-1].seq)
            self._settled(state.dealt, state.standing[-1].seq if state.standing else 0)
        self._tell()

    def _open(self) -> None:
        state = self.state
        assert state.table is not None
        assert state.shoe is not None
        state.round_number += 1
        opened = RoundOpened(round=state.round_number, bets=state.bets)
        state.dealt = DealtRound(state.seq, opened, state.table, state.shoe)

    def _play(self, move: moves.Move, who: str | None) -> None:
        assert self.state.dealt is not None
        seq = 100 * self.state.seq  # room for the settlements that come with the move
        self.state.dealt.move(seq, move, who)
        self._settled(self.state.dealt, seq)
        self._tell()

    def _settled(self, dealt: DealtRound, seq: int) -> None:
        """What stands keeps its number, what is new comes after the last move."""
        known = {wager.settlement: wager for wager in dealt.settled}
        dealt.settled = [
            known.get(settlement) or SettledWager(seq + number, *settlement)
            for number, settlement in enumerate(dealt.felt.settlements, start=1)
        ]
