"""What the supervisor's window shows at one moment, as frozen values: the parts of the console's pages and a few more.

Whatever can be touched carries an `id`; the window hands it to `PitFlow.press`, and a new `PitScreen` comes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from dealer_console.pit.reports import Chart
from dealer_console.screens.sizes import FINGER, SPACE
from dealer_console.screens.values import Banner, Button, Element, Felt, Level, Meter, Tone


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltView:
    """A felt to look at."""

    felt: Felt
    spoken: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scrubber:
    """A position among the steps of a round, from 1; dragged, it presses `id:POSITION`. `marks` are the decisions."""

    id: str
    at: int
    last: int
    marks: tuple[int, ...]
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartView:
    chart: Chart


TileLook: TypeAlias = Literal["calling", "live", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """One table on the board: its state with a word and a lamp, its figures in pairs, and what is wrong with it.

    `look` is how it is told from others across the room, by fill and edge, not by colour alone.
    """

    id: str
    title: str
    state: str
    level: Level
    figures: tuple[tuple[str, str], ...]
    notes: tuple[tuple[Level, str], ...] = ()
    key: str = ""
    look: TileLook = "live"
    compact: bool = False  # one of many: lower, with the notes that need a look

    @property
    def spoken(self) -> str:
        figures = ", ".join(f"{name} {value}" for name, value in self.figures)
        return ". ".join((f"{self.title}, {self.state}", figures, *(text for _, text in self.notes)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a list, with its cells in the shares of `widths`. An empty `id` is a head, or nothing to touch."""

    id: str
    cells: tuple[str, ...]
    widths: tuple[int, ...]
    below: str = ""  # a second, smaller line
    level: Level | None = None  # something about it needs a look; the lamp comes with the words in the cells
    current: bool = False
    amounts: tuple[int, ...] = ()
    key: str = ""

    @property
    def spoken(self) -> str:
        return ", ".join(part for part in (*self.cells, self.below) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Takes the room that nothing else wants."""


PitElement: TypeAlias = "Element | FeltView | Scrubber | ChartView | Tile | Line | Gap"


@dataclass(frozen=True, slots=True, kw_only=True)
class PitRow:
    """Elements side by side. `height` in millimetres of the smallest display; None: what the elements need."""

    elements: tuple[PitElement, ...]
    widths: tuple[int, ...] = ()
    height: float | None = None
    elastic: bool = False  # takes what is left, as felts and charts do


@dataclass(frozen=True, slots=True, kw_only=True)
class PitPage:
    """One page: head line, an honest banner where one is due, and columns of rows."""

    title: str
    columns: tuple[tuple[PitRow, ...], ...]
    widths: tuple[int, ...] = ()
    banner: Banner | None = None
    takes_text: bool = False  # letters from a keyboard are text, not the keys of buttons


@dataclass(frozen=True, slots=True, kw_only=True)
class PitScreen:
    """Everything that is to be seen. `working` is long work on its way, `stop` ends it."""

    rail: tuple[Button, ...]
    page: PitPage
    note: str = ""
    note_tone: Tone = "plain"
    working: Meter | None = None
    stop: Button | None = None


# --- how much room there is -------------------------------------------------------------------------------------------

SMALLEST_WIDTH: Final = 211.0
SMALLEST_HEIGHT: Final = 134.0
MOST_GROWN: Final = 1.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The window in millimetres. Pages ask it how many lines they may show."""

    width: float = 215.0
    height: float = 134.0

    @property
    def grown(self) -> float:
        """How much larger than on the smallest display letters and lines may be."""
        return max(1.0, min(MOST_GROWN, self.height / SMALLEST_HEIGHT, self.width / SMALLEST_WIDTH))

    def many(self, room: float, each: float = FINGER) -> int:
        """How many things of this height stand below each other, with the gaps that fingers need."""
        return max(1, int((room + 1e-6 + SPACE) / (each + SPACE)))
