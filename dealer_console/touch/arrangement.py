"""Where the parts of the console lie on a display, in millimetres. Pure: no Qt.

    ┌ top line ────────────────────────────────┐
    │ banners                                  │
    ├──────────────────────────────┬───────────┤
    │ felt                         │ side      │
    │                              │ panel     │
    ├ prompt ───────────┬ last ────┤           │
    ├───────────────────┴──────────┴───────────┤
    │ actions, seven places                    │
    │ menu, seven places                       │
    └──────────────────────────────────────────┘

A page covers all below the banners. A low pad lies over the band of actions and menu; a high one over the side panel,
down to the lower edge. Felt and prompt stay in sight, and beside a low pad the side panel, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dealer_console.screens.sizes import ACTION, FINGER, KEY, SPACE, Box
from dealer_console.screens.values import Banner, Overlay
from dealer_console.touch.overlay.sizes import flows, needed_height, needed_width

PLACES = 7
FITTED_HEIGHT = 134.0  # the smallest display: here everything is as small as it may be
GROWN = 1.9
SIDE_SHARE = 0.265
SIDE_LEAST = 3 * KEY + 4 * SPACE  # three keys of a PIN pad, side by side
PROMPT = 16.0
BANNER = 6.0
BAND_HEAD = 6.0
LEAST_WIDTH, LEAST_HEIGHT = 172.0, 100.0  # a display of 1024 × 600 pixels, seven inches and more


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrangement:
    """`grown` is how much larger than on the smallest display everything may be."""

    whole: Box
    grown: float
    top: Box
    banners: Box
    felt: Box
    side: Box
    prompt: Box
    last: Box
    actions: Box
    menu: Box
    page: Box
    band: Box
    column: Box
    pad: Box | None = None
    pad_note: Box | None = None  # beside a high pad, below the prompt: its answer, large


def arranged(width: float, height: float, banners: tuple[Banner, ...], overlay: Overlay | None) -> Arrangement:
    """All sizes in millimetres."""
    grown = max(0.8, min(GROWN, height / FITTED_HEIGHT))
    top = Box(0, 0, width, max(FINGER, FINGER * grown))
    strip = _banners(banners, top, grown)
    menu_height = max(KEY, KEY * min(grown, 1.4))
    actions_height = max(ACTION, ACTION * min(grown, 1.6))
    menu = Box(SPACE, height - SPACE - menu_height, width - 2 * SPACE, menu_height)
    actions = Box(SPACE, menu.y - SPACE - actions_height, width - 2 * SPACE, actions_height)
    side_width = max(SIDE_LEAST, min(width * SIDE_SHARE, 100.0))
    prompt_height = PROMPT * grown
    left = width - side_width
    prompt_top = actions.y - SPACE - prompt_height
    side = Box(left, strip.bottom, side_width, actions.y - SPACE - strip.bottom)
    felt = Box(0, strip.bottom, left, prompt_top - strip.bottom)
    last_width = max(3 * KEY, left * 0.27)
    last = Box(left - last_width - SPACE, prompt_top + 0.5, last_width, prompt_height - 0.5)
    plain = Arrangement(
        whole=Box(0, 0, width, height),
        grown=grown,
        top=top,
        banners=strip,
        felt=felt,
        side=side,
        prompt=Box(0, prompt_top, left - last_width - 2 * SPACE, prompt_height),
        last=last,
        actions=actions,
        menu=menu,
        page=Box(0, strip.bottom, width, height - strip.bottom),
        band=Box(0, actions.y - SPACE / 2, width, height - actions.y + SPACE / 2),
        column=Box(side.x, side.y, side.width, height - side.y),
    )
    return plain if overlay is None or overlay.covers == "page" else _with_pad(plain, overlay)


def _banners(banners: tuple[Banner, ...], top: Box, grown: float) -> Box:
    if not banners:
        return Box(0, top.bottom, top.width, 0)
    touched = any(banner.touch for banner in banners)
    return Box(0, top.bottom, top.width, (SPACE + FINGER if touched else BANNER) * max(grown, 1.0))


def _with_pad(plain: Arrangement, overlay: Overlay) -> Arrangement:
    """A low pad into the band, a high one over the side panel; for one that is broader the felt makes room."""
    low = needed_height(overlay) + BAND_HEAD + SPACE
    fits = low <= plain.band.height and needed_width(overlay, tight=True) + 2 * KEY <= plain.whole.width
    if fits or flows(overlay):
        return replace(plain, pad=plain.band)
    less = max(0.0, round(needed_width(overlay, tight=True) + 2 * SPACE - plain.side.width, 3))
    left = plain.felt.width - less
    return replace(
        plain,
        pad=Box(left, plain.column.y, plain.whole.width - left, plain.column.height),
        pad_note=Box(0, plain.band.y, left, plain.band.height),
        felt=replace(plain.felt, width=left),
        prompt=replace(plain.prompt, width=plain.prompt.width - less),
        last=plain.last.moved(-less, 0),
    )


def place_box(row: Box, place: int) -> Box:
    """The fixed place of a button in the row of actions or of the menu."""
    width = (row.width - (PLACES - 1) * SPACE) / PLACES
    return Box(row.x + place * (width + SPACE), row.y, width, row.height)
