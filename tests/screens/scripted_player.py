"""A dealer with players of ordinary skill who look at the screen alone: what they want is pressed, one touch each."""

from __future__ import annotations

from typing import Protocol

from dealer_console.screens.console import Console
from dealer_console.screens.values import Button, HandOnFelt, Screen
from dealer_console.table.state.table_state import TableState

_TENS = ("T", "J", "Q", "K")


def total_of(text: str) -> tuple[int, bool]:
    soft = text.startswith("soft ")
    return int(text.removeprefix("soft ") or 0), soft


def worth(total: int, soft: bool) -> float:
    """How good a two-card hand is, roughly: enough to want a switch or not."""
    if total == 21:
        return 30
    if total in (20, 19, 18):
        return total
    if total in (11, 10):
        return 17.5
    if soft or total == 9:
        return 14
    return 12 if total == 17 else 10 if total <= 8 else 6


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

    # --- decisions -------------------------------------------------------------------------------------------------

    def _decides(self) -> bool:
        if self.table.action("switch") is not None and self._wants_switch():
            self.table.press("act:switch")
            return True
        hand = next((each for spot in self.screen.felt.spots for each in spot.hands if each.in_turn), None)
        if hand is None or self.table.action("stand") is None:
            if self.table.action("keep") is not None:
                self.table.press("act:keep")
                return True
            return False
        wanted = self._wanted(hand)
        if wanted == "hit":
            self.table.draw()  # with an electronic shoe the drawn card is the hit
        else:
            self.table.press(f"act:{wanted}")
        return True

    def _wants_switch(self) -> bool:
        spot = next(each for each in self.screen.felt.spots if each.in_turn)
        now = [total_of(hand.total) for hand in spot.hands]
        button = self.table.action("switch")
        assert button is not None
        after = [total_of(text) for text in button.hint.split(" · ")]
        return sum(worth(*each) for each in after) > sum(worth(*each) for each in now) + 0.4

    def _wanted(self, hand: HandOnFelt) -> str:
        total, soft = total_of(hand.total)
        up = self.screen.felt.dealer.cards[0].rank
        strong = up == "A" or up in _TENS or up in "789"
        ranks = [each.rank for each in hand.cards]
        if self.table.action("split") is not None and ranks in (["A", "A"], ["8", "8"]):
            return "split"
        if self.table.action("double") is not None and not soft and total in (10, 11) and up not in ("A", *_TENS):
            return "double"
        if soft:
            return "stand" if total >= 18 else "hit"
        if total >= 17 or (total >= 13 and not strong):
            return "stand"
        return "hit"
