"""A marker of this shift: redeemed with chips for what is left of it, or voided before anything was paid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.screens.screen_builder import ScreenBuilder
from dealer_console.screens.ui_state import Page
from dealer_console.screens.values import Button, Overlay, Row, Text
from dealer_console.table import commands as c
from dealer_console.table.shift.till import Marker

REASONS: Final = ("wrong_amount", "mistake")


def open_markers(builder: ScreenBuilder) -> list[Marker]:
    """Those of this shift that are not redeemed."""
    return [marker for marker in builder.snapshot.shift.markers if marker.redeemed < marker.cents]


def marker_button(builder: ScreenBuilder, marker: Marker, back: Page) -> Button:
    page = MarkerPage(number=marker.number, back=back)
    return builder.button(f"marker:{marker.number}", _words(builder, marker), builder.open(page), key="auto")


def _words(builder: ScreenBuilder, marker: Marker) -> str:
    left = builder.money(marker.cents - marker.redeemed)
    return builder.words("table-marker_of", number=marker.number, who=marker.player, total=left)


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerPage:
    """Another person approves either."""

    number: str
    back: Page
    voids: bool = False  # the reasons are offered

    def overlay(self, builder: ScreenBuilder) -> Overlay:
        marker = builder.snapshot.shift.marker(self.number)
        rows = (
            Row(elements=(Text(text=_words(builder, marker) if marker is not None else self.number, size="large"),)),
            Row(elements=tuple(self._buttons(builder, marker)) if marker is not None else ()),
        )
        return builder.overlay("marker", builder.words("table-marker"), rows, close=builder.back_to(self.back))

    def _buttons(self, builder: ScreenBuilder, marker: Marker) -> Iterator[Button]:
        words = builder.words
        if self.voids:
            for number, name in enumerate(REASONS, start=1):
                void = c.VoidMarker(who=builder.who, marker=marker.number, why=words(f"void-{name}"))
                effect = builder.submit(void, then=lambda ui: ui.at(self.back))
                yield builder.button(f"void:{name}", words(f"void-{name}"), effect, key=str(number), main=True)
            return
        left = marker.cents - marker.redeemed
        redeem = c.RedeemMarker(who=builder.who, marker=marker.number, cents=left)
        effect = builder.submit(redeem, then=lambda ui: ui.at(self.back))
        yield builder.button("redeem", words("table-redeem"), effect, key="Return", main=True, tone="go")
        if not marker.redeemed:
            reasons = builder.open(replace(self, voids=True))
            yield builder.button("cancel", words("table-cancel"), reasons, key="Delete", main=True)
