"""What the screen knows by itself and the table does not: the open page, what is being typed, how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from dealer_console.screens.values import PLAIN_LOOK, Look, Overlay, Theme

if TYPE_CHECKING:
    from dealer_console.game.state import Round
    from dealer_console.screens.effects import Effect
    from dealer_console.screens.screen_builder import ScreenBuilder

THEMES: Final[tuple[Theme, ...]] = ("dark", "light", "high-contrast")


class Page(Protocol):
    """A page or pad over the felt: a frozen value of what was typed and chosen in it, which can draw itself."""

    def overlay(self, builder: ScreenBuilder) -> Overlay: ...


@runtime_checkable
class FeltPage(Page, Protocol):
    """A page beside the felt that asks about it: what a touch on a hand or a spot means to it, and what it frames."""

    def framed(self, builder: ScreenBuilder) -> tuple[str, ...]:
        """The hands or the spots it is about."""
        ...

    def touched(self, builder: ScreenBuilder, hand: str, spot: int) -> Effect | None:
        """`hand` is empty where a spot is touched as a whole. None: there is nothing to touch."""
        ...


@runtime_checkable
class PastPage(Page, Protocol):
    """A page beside the felt on which another round lies than that of the table; `mark` names what the felt says."""

    @property
    def mark(self) -> str: ...

    @property
    def shows_outcome(self) -> bool:
        """May the felt show who is in turn, and what is taken and paid?"""
        ...

    def round_shown(self, builder: ScreenBuilder) -> Round | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class UiState:
    page: Page | None = None
    note: str = ""
    done: str = ""  # the name of the command that was done last, until the next touch
    clause_shown: bool = False
    put_away: frozenset[str] = frozenset()  # pages that open by themselves and were closed by hand
    colour_up: bool = False
    answer_seen: int = 0  # the number of the pit's answer that the dealer has put away
    look: Look = PLAIN_LOOK

    def at(self, page: Page | None) -> UiState:
        return replace(self, page=page)
