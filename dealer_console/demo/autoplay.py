"""The demonstration deals by itself: the automatic player chooses, and the buttons of the screen are pressed for it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from dealer_console.demo.autopages import next_on_page
from dealer_console.game import moves
from dealer_console.game.cards import Card
from dealer_console.game.state import Round
from dealer_console.screens.values import Screen
from dealer_console.simulation.player import StrategyPlayer

BUTTONS: Final[dict[type[moves.Move], str]] = {
    moves.Switched: "act:switch",
    moves.SwitchDeclined: "act:keep",
    moves.HitAsked: "act:hit",
    moves.Stood: "act:stand",
    moves.Doubled: "act:double",
    moves.DoubledFree: "act:double_free",
    moves.HandSplit: "act:split",
    moves.SplitFree: "act:split_free",
    moves.Surrendered: "act:surrender",
}
"""Which button a choice of the player is."""

# What goes on with the game, nearest first; nobody has to decide anything there.
_GOES_ON: Final = (
    "act:insurance_closed",
    "act:show",
    "act:paid_same",
    "act:next_same",
    "act:paid",
    "act:next",
    "act:same",
    "act:shoe",
)


class AutoPlayer:
    """`next_touch` gives the id to press, or None when there is only waiting.

    `round_shown` is the round of the screen that is looked at; `hole_card` is what the dealer sees under the corner
    where the rules let the dealer peek.
    """

    def __init__(
        self,
        round_shown: Callable[[], Round | None],
        hole_card: Callable[[], Card | None] = lambda: None,
    ) -> None:
        self._player = StrategyPlayer(Random(0))  # its dice only insure, and nobody here does
        self._round = round_shown
        self._hole_card = hole_card

    def next_touch(self, screen: Screen) -> str | None:
        if screen.overlay is not None:
            return next_on_page(screen)
        able = _able(screen)
        if able & {"act:switch", "act:hit", "act:stand"}:
            return self._decide(able)
        return self.peek(screen) or next((name for name in _GOES_ON if name in able), None)

    def peek(self, screen: Screen) -> str | None:
        """The dealer's look under the corner, where the rules have one: clear, or blackjack."""
        r, able = self._round(), _able(screen)
        if r is None or not able & {"act:clear", "act:blackjack"}:
            return None
        up, hole = r.dealer.up, self._hole_card()
        blackjack = hole is not None and ((up.is_ace and hole.is_ten) or (up.is_ten and hole.is_ace))
        name = "act:blackjack" if blackjack else "act:clear"
        return name if name in able else None

    def _decide(self, able: set[str]) -> str | None:
        r = self._round()
        choices = self._player.choices(r) if r is not None else ()
        return next((name for move in choices if (name := BUTTONS.get(type(move), "")) in able), None)


def _able(screen: Screen) -> set[str]:
    return {button.id for button in screen.actions if button.enabled}
