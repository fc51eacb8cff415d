"""A dealer who presses what the automatic player chooses, one touch each; the touches are counted."""

from __future__ import annotations

from random import Random
from typing import Protocol

from dealer_console.demo.autoplay import BUTTONS
from dealer_console.game import moves
from dealer_console.game.engine import apply
from dealer_console.screens.console import Console
from dealer_console.screens.values import Button, Screen
from dealer_console.simulation.player import StrategyPlayer
from dealer_console.table.state.table_state import TableState


class DealtTable(Protocol):
    """A table with a console on it, and hands that move its cards."""

    console: Console

    @property
    def state(self) -> TableState: ...
    @property
    def screen(self) -> Screen: ...
    def press(self, name: str) -> None: ...
    def action(self, name: str) -> Button | None: ...
    def needs_hands(self) -> bool: ...
    def hands(self) -> None: ...
    def draw(self) -> None: ...


class ScriptedPlayer:
    """Plays round after round. The touches of every round are counted by the console itself."""

    def __init__(self, table: DealtTable) -> None:
        self.table = table
        self.player = StrategyPlayer(Random(0))

    @property
    def screen(self) -> Screen:
        return self.table.screen

    def play_round(self) -> int:
        """From the first card to the wagers of the next round; gives the number of touches."""
        before = self.table.console.touches
        number = self.table.state.round_number
        for _ in range(400):
            if self.table.state.round is None and self.table.state.round_number > number:
                return self.table.console.touches - before
            self.step()
        raise AssertionError(f"the round does not end: {self.screen.prompt}")

    def step(self) -> None:
        if self.table.needs_hands():
            self.table.hands()
            return
        if self._decides():
            return
        for name in ("insurance_closed", "show", "paid_same", "next_same", "paid", "next"):
            if self.table.action(name) is not None:
                self.table.press(f"act:{name}")
                return
        raise AssertionError(f"nothing to press: {self.screen.prompt}, {[b.id for b in self.screen.actions]}")

    def _decides(self) -> bool:
        r = self.table.state.round
        if r is None or not any(self.table.action(name) for name in ("switch", "keep", "stand")):
            return False
        for move in self.player.choices(r):
            name = BUTTONS.get(type(move), "").removeprefix("act:")
            if name and self.table.action(name) is not None:
                self._do(name)
                return True
        return False

    def _do(self, name: str) -> None:
        if name == "hit":
            self.table.draw()  # with an electronic shoe the drawn card is the hit
        elif name == "stand" and self._both_stand():
            self.table.press("act:stand_both")  # a finger that rests on Stand: one touch
        else:
            self.table.press(f"act:{name}")

    def _both_stand(self) -> bool:
        r = self.table.state.round
        if r is None or r.hand is None or "act:stand_both" not in self.table.console.pressable():
            return False
        later = r.copy()
        apply(later, moves.Stood(hand=r.hand.id))
        return isinstance(next(iter(self.player.choices(later)), None), moves.Stood)
