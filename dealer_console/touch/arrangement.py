"""Where the parts of the console lie on a display, in millimetres. Pure: no Qt.

    ┌ top line ────────────────────────────────┐      ┌ top line ──────────┐
    ├──────────────────────────────┬───────────┤      │                    │
    │ felt                         │ prompt    │      │ felt               │
    │                              │ list      │      │                    │
    │ banner     dealer  last,undo │ help      │      │ banner        last │
    ├──────────────────────────────┴───────────┤      ├ prompt ─┬ list ────┤
    │ eight places, the menu is the last       │      │ ten places in two  │
    └──────────────────────────────────────────┘      │ rows               │
                                                      └────────────────────┘
Nothing ever moves: no banner, no page and no round changes a place. Only while the first cards come, about which nobody
decides, the felt takes the whole area: the same frames, larger; menu and help lie over its lower edge. A page that asks
about the table takes the column and the row, never the felt; every other page takes all below the top line. An upright
display has the column below the felt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.screens.felt.places import table_plan
from dealer_console.screens.sizes import ACTION, FINGER, KEY, SPACE, Box

PLACES = 8
MENU = PLACES - 1
HELP = 2  # irregularity and call floor: in the column, on an upright display after the eight places
FITTED = 134.0  # the shorter side of the smallest display: here everything is as small as it may be
GROWN = 1.9
FELT_SHARE = 0.605
MARGIN = SPACE / 2  # between the parts; at the left and right edge of the display all keep SPACE
SIDE_LEAST = 2 * (KEY + 0.4) + SPACE + MARGIN + SPACE  # two keys side by side, each for a word of eight letters
SIDE_MOST = 0.26  # of the breadth
PROMPT_SHARE = 0.46  # of what the help leaves of the column
UPRIGHT_PROMPT = 0.46  # of the breadth
DEAL_PROMPT = 7.4  # one line, while the felt takes the whole area
DEAL_CORNER = 26.0  # with the banner below it
SETTLING = 0.53  # of its share: while all is taken and paid, the list has more
UPRIGHT_TOP = 15.4  # two lines of words, where the breadth has no room for one
LEAST_WIDTH, LEAST_HEIGHT = PLACES * (ACTION + SPACE) + SPACE, 112.0
LEAST_UPRIGHT_WIDTH, LEAST_UPRIGHT_HEIGHT = 5 * (ACTION + SPACE) + SPACE, 190.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """`grown` is how much larger than on the smallest display everything may be."""

    whole: Box
    grown: float
    top: Box
    felt: Box
    banner: Box
    last: Box
    prompt: Box
    list: Box
    help: tuple[Box, ...]
    places: tuple[Box, ...]
    page: Box  # all below the top line
    column: Box  # of a page that stands beside the felt
    band: Box  # the row of places, and of the keys of every pad
    upright: bool
    dealing: bool = False


def too_small(width: float, height: float) -> bool:
    """Below this no finger finds its place."""
    if height > width:
        return width < LEAST_UPRIGHT_WIDTH or height < LEAST_UPRIGHT_HEIGHT
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


def arranged(
    width: float, height: float, spots: int = 7, *, settles: bool = False, dealing: bool = False
) -> Arrangement:
    """All sizes in millimetres; `spots` for the free corners of the felt, `settles` while all is taken and paid."""
    share = SETTLING if settles else 1.0
    where = _upright(width, height, spots, share) if height > width else _broad(width, height, spots, share)
    return _dealt(where, spots) if dealing else where


def _dealt(where: Arrangement, spots: int) -> Arrangement:
    """The felt over all; the menu stays where it is, beside it the help, at the left the prompt over the banner."""
    felt = where.page
    helps = where.places[MENU - HELP : MENU]
    if where.upright:  # its last row stays: the dealer's cards lie in the middle of the felt's edge
        felt = Box(felt.x, felt.y, felt.width, where.band.y - felt.y)
        helps = where.help
    plan = table_plan(max(1, spots), felt.width, felt.height, where.grown)
    corner = plan.left_corner.moved(felt.x, felt.y)
    top = max(plan.frames[0].bottom + felt.y + MARGIN / 2, corner.bottom - DEAL_CORNER)
    return replace(
        where,
        felt=felt,
        prompt=Box(corner.x, top, corner.width, DEAL_PROMPT),
        banner=Box(corner.x, top + DEAL_PROMPT, corner.width, corner.bottom - top - DEAL_PROMPT),
        help=helps,
        places=(where.places[MENU],) * PLACES,
        dealing=True,
    )


def _grown(width: float, height: float) -> float:
    return max(0.8, min(GROWN, min(width, height) / FITTED))


def _broad(width: float, height: float, spots: int, share: float) -> Arrangement:
    grown = _grown(width, height)
    top = Box(0, 0, width, max(FINGER, FINGER * min(grown, 1.5)))
    row = max(ACTION, ACTION * min(grown, 1.5))
    band = Box(0, height - row - 2 * MARGIN, width, row + 2 * MARGIN)
    high = band.y - top.bottom
    side = max(SIDE_LEAST, min(width * SIDE_MOST, width * (1 - FELT_SHARE * height / high)))
    felt = Box(0, top.bottom, width - side, high)
    column = Box(felt.right, top.bottom, side, high)
    key = max(KEY, KEY * min(grown, 1.25))
    inner = inside(column, width)
    help_top = column.bottom - MARGIN - HELP * key - (HELP - 1) * SPACE
    helps = tuple(Box(inner.x, help_top + at * (key + SPACE), inner.width, key) for at in range(HELP))
    prompt_high = (help_top - column.y) * PROMPT_SHARE * share
    banner, last = _corners(felt, spots, grown)
    return Arrangement(
        whole=Box(0, 0, width, height),
        grown=grown,
        top=top,
        felt=felt,
        banner=banner,
        last=last,
        prompt=_apart(Box(inner.x, column.y, inner.width, prompt_high)),
        list=Box(inner.x, column.y + prompt_high, inner.width, help_top - column.y - prompt_high - MARGIN),
        help=helps,
        places=places_in(band, PLACES, 1),
        page=Box(0, top.bottom, width, height - top.bottom),
        column=column,
        band=band,
        upright=False,
    )


def _upright(width: float, height: float, spots: int, share: float) -> Arrangement:
    grown = _grown(width, height)
    top = Box(0, 0, width, UPRIGHT_TOP * max(1.0, min(grown, 1.5)))
    row = max(ACTION, ACTION * min(grown, 1.5))
    high = 2 * row + SPACE + 2 * MARGIN
    band = Box(0, height - high, width, high)
    felt = Box(0, top.bottom, width, max(height * FELT_SHARE, band.y - top.bottom - 60.0))
    strip = Box(0, felt.bottom, width, band.y - felt.bottom)
    ten = places_in(band, PLACES + HELP, 2)
    left = width * UPRIGHT_PROMPT * share
    banner, last = _corners(felt, spots, grown)
    return Arrangement(
        whole=Box(0, 0, width, height),
        grown=grown,
        top=top,
        felt=felt,
        banner=banner,
        last=last,
        prompt=_apart(inside(Box(0, strip.y, left, strip.height), width)),
        list=inside(Box(left, strip.y, width - left, strip.height), width),
        help=ten[PLACES:],
        places=ten[:PLACES],
        page=Box(0, top.bottom, width, height - top.bottom),
        column=Box(0, strip.y, width, height - strip.y),
        band=Box(0, height - row - 2 * MARGIN, width, row + 2 * MARGIN),
        upright=True,
    )


def inside(box: Box, width: float) -> Box:
    """What a part holds: as far from the left and right edge of the display as everything else, so that edges align."""
    left, right = (SPACE if at_edge else MARGIN for at_edge in (box.x < MARGIN, box.right > width - MARGIN))
    return Box(box.x + left, box.y, box.width - left - right, box.height)


def _apart(box: Box) -> Box:
    """Away from what is touched above it."""
    return Box(box.x, box.y + SPACE, box.width, box.height - SPACE - MARGIN)


def _corners(felt: Box, spots: int, letters: float) -> tuple[Box, Box]:
    """What the felt leaves free at its lower edge, left and right of the dealer's hand."""
    plan = table_plan(max(1, spots), felt.width, felt.height, letters)
    return plan.left_corner.moved(felt.x, felt.y), plan.right_corner.moved(felt.x, felt.y)


def places_in(band: Box, number: int, lines: int) -> tuple[Box, ...]:
    """So many equal places in lines."""
    inner = band.inset(SPACE, MARGIN)
    per_line = -(-number // lines)
    width = (inner.width - (per_line - 1) * SPACE) / per_line
    height = (inner.height - (lines - 1) * SPACE) / lines
    return tuple(
        Box(inner.x + at % per_line * (width + SPACE), inner.y + at // per_line * (height + SPACE), width, height)
        for at in range(number)
    )
