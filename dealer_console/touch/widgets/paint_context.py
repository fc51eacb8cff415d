"""What all widgets of one window share: the look, the way to the flow, and where to go when something fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING

from dealer_console.screens.sizes import FINGER, LEAST_LETTERS
from dealer_console.touch.felt.card_faces import CardFaces
from dealer_console.touch.input.tap_filter import BounceGuard
from dealer_console.touch.theme.look import Look
from dealer_console.touch.theme.text_layout import Side, Writing
from dealer_console.touch.theme.themes import Theme

if TYPE_CHECKING:
    from dealer_console.touch.input.touch_area import TouchArea


@dataclass(slots=True, kw_only=True)
class PaintContext:
    look: Look
    press: Callable[[str], None]
    trouble: Callable[[Exception], None]
    faces: CardFaces
    bounces: BounceGuard
    grown: float = 1.0  # how much larger than on the smallest display
    finger: TouchArea | None = field(default=None)  # the one that is being touched: there is only one finger
    touched_once: bool = False  # this display has told real touches: mouse events made of them are echoes

    @property
    def colours(self) -> Theme:
        return self.look.colours

    def px(self, millimetres: float) -> float:
        return self.look.px(millimetres)

    def letters(self, millimetres: float) -> float:
        """Pixels of letters that are so high on the smallest display; never below the least."""
        return max(self.least, self.look.text_px(millimetres) * self.grown)

    @property
    def least(self) -> int:
        """Pixels of the smallest letters that there are: nobody reads less from where a dealer stands."""
        return ceil(LEAST_LETTERS * self.look.px_per_mm - 1e-6)

    def writing(
        self,
        size: float,
        *,
        bold: bool = False,
        side: Side = "left",
        lines: int = 1,
        smallest: float = 0.62,
        top: bool = False,
        narrowest: int = 0,
    ) -> Writing:
        """The one way to a `Writing` on a console: never below the smallest letters."""
        return Writing(
            size=max(size, self.least),
            least=self.least,
            bold=bold,
            side=side,
            lines=lines,
            smallest=smallest,
            top=top,
            narrowest=narrowest,
        )


def stage_for(
    look: Look,
    press: Callable[[str], None],
    trouble: Callable[[Exception], None],
    clock: Callable[[], float] = monotonic,
) -> PaintContext:
    bounces = BounceGuard(clock=clock, seconds=look.bounce, near=look.px(FINGER))
    return PaintContext(look=look, press=press, trouble=trouble, faces=CardFaces(look), bounces=bounces)
