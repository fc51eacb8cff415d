"""What a touch on a hand means: to the page that asks about the felt, else insurance while it is open, else its cards.

Where the hands of a spot lie too close for fingers, the spot is touched, and the column asks which hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.game import phases
from dealer_console.game.hand import total_message
from dealer_console.game.state import Round
from dealer_console.screens.effects import Effect, Submit
from dealer_console.screens.pages.cards.correction import CorrectionPage
from dealer_console.screens.pages.money.insurance import InsurancePage
from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import FeltPage, Page, PastPage
from dealer_console.screens.values import Button, Overlay, Row


def hand_effect(builder: ScreenBuilder, hand: str, spot: int, asks: FeltPage | None) -> Effect | None:
    """None: there is nothing to touch."""
    r = builder.snapshot.round
    if asks is not None:
        return asks.touched(builder, hand, spot)
    if r is None:
        return None
    if r.phase is phases.INSURANCE and r.irregularity is None and hand != "dealer":
        return InsurancePage().touched(builder, hand, spot)
    return builder.open(CorrectionPage(hand=hand))


def _past(page: Page | None) -> PastPage | None:
    return page if isinstance(page, PastPage) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichHandPage:
    """The hands of one spot; `asks` is the page that wanted to know."""

    spot: int
    asks: FeltPage | None = None

    shows_outcome = True

    @property
    def mark(self) -> str:
        past = _past(self.asks)
        return past.mark if past is not None else ""

    def round_shown(self, builder: ScreenBuilder) -> Round | None:
        past = _past(self.asks)
        return past.round_shown(builder) if past is not None else None

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        r = self.round_shown(builder) or builder.snapshot.round
        hands = [hand for hand in r.hands.values() if hand.spot.number == self.spot] if r is not None else []
        rows = []
        for hand in hands:
            label = f"{builder.words.hand(hand.id)} · {builder.words(total_message(hand))}"
            rows += [Row(elements=(button,)) for button in self._button(builder, hand.id, label)]
        return builder.overlay(
            "which-hand",
            builder.words("irregularity-which_hand"),
            rows,
            close=builder.back_to(self.asks),
            covers="pad",
            tone="plain",
        )

    def _button(self, builder: ScreenBuilder, hand: str, label: str) -> list[Button]:
        does = hand_effect(builder, hand, self.spot, self.asks)
        if does is None:
            return []
        if isinstance(does, Submit):
            after = does.then
            does = replace(does, then=lambda ui: after(ui.at(self.asks)))
        return [builder.button(f"which:{hand}", label, does, key="auto")]
