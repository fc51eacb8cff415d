"""The felt of a round that is over: the same values as the dealer's console shows, with nothing to touch on them."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game.state import Round
from dealer_console.messages import words_of
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.felt.view import felt
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import UiState
from dealer_console.screens.values import Felt, HandOnFelt, SpotOnFelt
from dealer_console.table.snapshot import TableSnapshot

WATERMARK = "HISTORY"


def felt_of(r: Round, *, language: str = "en", watermark: str = WATERMARK) -> Felt:
    snapshot = TableSnapshot(table=r.table, round=r, bets=tuple(r.bets))
    shown = felt(ScreenBuilder(snapshot, UiState(), ConsoleConfig(title="", chips=()), words_of(language)))
    spots = tuple(_untouchable(spot) for spot in shown.spots)
    return replace(shown, spots=spots, dealer=replace(shown.dealer, touch=""), watermark=watermark)


def _untouchable(spot: SpotOnFelt) -> SpotOnFelt:
    hands: tuple[HandOnFelt, ...] = tuple(replace(hand, touch="") for hand in spot.hands)
    return replace(spot, hands=hands, touch="")
