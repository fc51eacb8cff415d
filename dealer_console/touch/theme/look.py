"""How this console looks: theme, size of the display, large text, four colours. Pure: no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.screens import values
from dealer_console.screens.sizes import WIDE, ScreenSize
from dealer_console.touch.theme.palettes import PALETTES
from dealer_console.touch.theme.themes import Theme, ThemeName

LARGE_TEXT = 1.25
BOUNCE = 0.35
HOLD = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """`density` is in pixels per millimetre; without one, the smallest display of this size is meant.

    `bounce` is for how many seconds a second touch on a place does nothing, when the first has changed what is there;
    `hold` how long a finger rests on what cannot be taken back.
    """

    size: ScreenSize = WIDE
    theme: ThemeName = "dark"
    density: float | None = None
    four_colours: bool = False
    large_text: bool = False
    bounce: float = BOUNCE
    hold: float = HOLD

    @property
    def px_per_mm(self) -> float:
        return self.density or self.size.closest_density

    @property
    def colours(self) -> Theme:
        return PALETTES[self.theme]

    @property
    def text_scale(self) -> float:
        return LARGE_TEXT if self.large_text else 1.0

    def px(self, millimetres: float) -> float:
        return millimetres * self.px_per_mm

    def text_px(self, millimetres: float) -> float:
        """The height of letters: grows with large text, while places stay where they are."""
        return millimetres * self.px_per_mm * self.text_scale


def worn(look: Look, chosen: values.Look) -> Look:
    """The same display, as the screen wants to be seen now."""
    return replace(look, theme=chosen.theme, four_colours=chosen.four_colours, large_text=chosen.large_text)
