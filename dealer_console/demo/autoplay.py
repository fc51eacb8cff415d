"""The demonstration deals by itself: the automatic player chooses, and the buttons of the screen are pressed for it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from dealer_console.demo.finger import shoe_in
from dealer_console.demo.people import SUPERVISOR
from dealer_console.game import moves
from dealer_console.game.cards import Card
from dealer_console.game.state import Round
from dealer_console.screens.values import Button, Element, Field, Meter, Overlay, Screen
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
        able = _ready_actions(screen)
        if able & {"act:switch", "act:hit", "act:stand"}:
            return self._decide(able)
        return self.peek(screen) or next((name for name in _GOES_ON if name in able), None)

    def peek(self, screen: Screen) -> str | None:
        """The dealer's look under the corner, where the rules have one: clear, or blackjack."""
        r, able = self._round(), _ready_actions(screen)
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


def _ready_actions(screen: Screen) -> set[str]:
    return {button.id for button in screen.actions if button.enabled}


# --- on the pages between rounds: shoe and shuffle, counts, badge and PIN ---------------------------------------------

# In the order in which a shoe is changed; what is not on the page is passed over.
_SHOE: Final = (
    "shoe:begin:cutting-card:device",
    "shoe:begin:cutting-card:hand",
    "shoe:shuffle",
    "shoe:release",
    "shoe:offer_cut",
    "shoe:offer_cut:1",
    "shoe:cut",
    "shoe:riffle:6",
    "shoe:count",
    "shoe:done",
    "shoe:burned",
    "close",
)


def next_on_page(screen: Screen) -> str | None:
    """The id to press on the page that is open, or None when there is only waiting."""
    overlay = screen.overlay
    if overlay is None:
        return None
    known = _PAGES.get(overlay.id)
    return known(screen, overlay) if known is not None else _first(overlay, "unseen", "close")


def elements_of(overlay: Overlay) -> list[Element]:
    return [element for column in overlay.columns for row in column for element in row.elements]


def _able(overlay: Overlay) -> set[str]:
    buttons = [
        element for element in (*elements_of(overlay), overlay.close, overlay.done) if isinstance(element, Button)
    ]
    return {element.id for element in buttons if element.enabled}


def _first(overlay: Overlay, *names: str) -> str | None:
    able = _able(overlay)
    return next((name for name in names if name in able), None)


def _shoe(_screen: Screen, overlay: Overlay) -> str | None:
    if any(isinstance(element, Meter) for element in elements_of(overlay)):
        return None  # the device works
    return _first(overlay, *_SHOE)


def _count(screen: Screen, overlay: Overlay) -> str | None:
    """What is left and what is out, digit by digit."""
    fields = [element for element in elements_of(overlay) if isinstance(element, Field)]
    for field, number in zip(fields, shoe_in(screen.top.shoe), strict=False):
        digits = str(number)
        if field.value == digits:
            continue
        if not field.active:
            return "other-field"
        return f"digit:{digits[len(field.value)]}" if digits.startswith(field.value) else "digit:back"
    return "ok"


def _sign(_screen: Screen, overlay: Overlay) -> str | None:
    """The supervisor of the demonstration is asked, is always there, and types the whole PIN."""
    secret = next(
        (element for element in elements_of(overlay) if isinstance(element, Field) and element.id == "pin"), None
    )
    if secret is None or len(secret.value) >= len(SUPERVISOR.pin):
        return _first(overlay, "sign", "approve")
    return f"digit:{SUPERVISOR.pin[len(secret.value)]}" if secret.active else f"person:{SUPERVISOR.name}"


def _ruling(_screen: Screen, overlay: Overlay) -> str | None:
    return next(
        (element.id for element in elements_of(overlay) if isinstance(element, Button) and element.enabled), None
    )


_PAGES: Final[dict[str, Callable[[Screen, Overlay], str | None]]] = {
    "shoe": _shoe,
    "count": _count,
    "sign": _sign,
    "request": _sign,
    "ruling": _ruling,
    "cut-depth": lambda _screen, overlay: _first(overlay, "depth:104", "close"),
    "card-pad": lambda _screen, _overlay: None,
}
