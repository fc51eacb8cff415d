"""How wide the columns of a table on paper are: as wide as their contents, so that no figure ends in the next line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from reportlab.pdfbase.pdfmetrics import stringWidth

SIDE: Final = 4.0  # free room at each side of a cell
LARGEST: Final = 7.5
SMALLEST: Final = 5.0
FEW: Final = 3  # so many columns do not need the whole page
AIR: Final = 36.0  # what they get beside their contents


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    letters: float
    widths: tuple[float, ...]


def columns(
    head: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[int], room: float, fonts: tuple[str, str]
) -> Columns:
    """`fonts` of the cells and of the head. Letters get smaller before a figure is broken; words may be."""
    size = LARGEST
    while size > SMALLEST and sum(_needed(head, rows, figures, size, fonts)) > room:
        size -= 0.25
    needed = _needed(head, rows, figures, size, fonts)
    free = room - sum(needed)
    if free < 0:
        needed = _squeezed(needed, figures, free)
    elif len(head) > FEW:
        needed = [width + free / len(head) for width in needed]
    else:
        air = min(AIR, free / len(head))
        needed = [width + air for width in needed]
    return Columns(letters=size, widths=tuple(needed))


def _needed(
    head: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[int], size: float, fonts: tuple[str, str]
) -> list[float]:
    """Heads may break between their words, figures nowhere."""
    plain, bold = fonts
    widths = []
    for at, title in enumerate(head):
        words = [stringWidth(word, bold, size) for word in title.split()]
        cells = [stringWidth(row[at], plain, size) for row in rows]
        widths.append(max((*words, *cells), default=0.0) + 2 * SIDE + 0.5)
    return widths


def _squeezed(needed: list[float], figures: Sequence[int], excess: float) -> list[float]:
    """Columns of words give way: their cells break into lines."""
    words = [at for at in range(len(needed)) if at not in figures]
    whole = sum(needed[at] for at in words)
    if not words or whole <= 0:
        return [width + excess / len(needed) for width in needed]
    kept = max(0.2, 1 + excess / whole)
    return [width * kept if at in words else width for at, width in enumerate(needed)]
