"""The felt of a round that is over: the same values as the dealer's console shows, with nothing to touch on them."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game.state import Round
from dealer_console.messages import Words
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.felt.view import felt
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt
from dealer_console.table.snapshot import TableSnapshot


def felt_of(r: Round, words: Words) -> Felt:
    """The watermark says that it is history."""
    snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
    shown = felt(ScreenBuilder(snapshot, UiState(), ConsoleConfig(title="", chips=()), words))
    spots = tuple(_untouchable(spot) for spot in shown.spots)
    return replace(shown, spots=spots, dealer=replace(shown.dealer, touch=""), watermark=words("pit-history-mark"))


def _untouchable(spot: SpotOnFelt) -> SpotOnFelt:
    hands: tuple[HandOnFelt, ...] = tuple(replace(hand, touch="") for hand in spot.hands)
    return replace(spot, hands=hands, touch="")
