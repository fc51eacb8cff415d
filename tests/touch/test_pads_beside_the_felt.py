"""Pages that ask about the table take the column and the row of actions, never the felt, on every display."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from dealer_console.demo.screenshots import Scenes
from dealer_console.demo.virtual_console import VirtualConsole
from dealer_console.screens.felt.places import table_plan
from dealer_console.screens.sizes import SECONDARY, SIZES, Box
from dealer_console.screens.values import Button, Look
from dealer_console.touch.arrangement import Arrangement, arranged
from dealer_console.touch.overlay.layout import overlay_places
from tests.tools.pictures.pages import after_a_round, at_a_decision, every_screen, pages_from

# Not about what lies on the felt: what the house, the shift, the people, the tray and the devices need.
OF_THE_HOUSE = {
    *("menu", "settings", "banners", "note", "device", "devices", "report", "history", "shoe", "count"),
    *("table", "people", "limits", "notice", "chips", "shoe-count", "cut-depth", "markers"),
}


def lies_there(where: Arrangement, spots: int) -> list[Box]:
    """What must be seen. An upright felt has a free edge below the dealer's hand."""
    if not where.upright:
        return [where.felt]
    plan = table_plan(spots, where.felt.width, where.felt.height, where.grown)
    parts = (*plan.frames, plan.dealer, plan.left_corner, plan.right_corner)
    return [part.moved(where.felt.x, where.felt.y) for part in parts]


def arrangements(spots: int) -> Iterator[tuple[str, Arrangement]]:
    for size in SIZES:
        for inches in (size.smallest_inches, size.largest_inches):
            density = size.density(inches)
            yield f"{size.name} {inches}", arranged(size.width / density, size.height / density, spots)


def faults(scenes: Scenes) -> Iterator[str]:
    """What covers something that lies on the felt, and what is too small for a finger."""
    for name, screen in scenes.items():
        if screen.overlay is None:
            continue
        spots = len(screen.felt.spots)
        for display, where in arrangements(spots):
            places = overlay_places(screen.overlay, where)
            if screen.overlay.covers == "pad" and any(
                area.overlaps(box) for area in places.areas for box in lies_there(where, spots)
            ):
                yield f"{name} covers the felt on {display}"
            for element, box in places.elements:
                if isinstance(element, Button) and box.shorter_side < SECONDARY:
                    yield f"{name}: {element.id} has {box.shorter_side:.1f} mm on {display}"
            if screen.overlay.close is not None and places.close.shorter_side < SECONDARY:
                yield f"{name}: its way out has {places.close.shorter_side:.1f} mm on {display}"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("moment", [at_a_decision, after_a_round])
def test_whatever_is_asked_about_the_table_covers_no_card_and_every_key_has_15_mm(
    moment: Callable[[Look], VirtualConsole],
    language: str,
) -> None:
    look = Look(language=language)
    scenes = pages_from(moment(look), look)
    assert list(faults(scenes)) == []
    assert {name for name, screen in scenes.items() if screen.overlay and screen.overlay.covers == "page"} <= (
        OF_THE_HOUSE
    )


@pytest.mark.proof
@pytest.mark.parametrize("language", ["en", "en-GB", "es"])
def test_no_page_of_a_whole_evening_covers_a_card_or_has_a_key_below_15_mm(language: str) -> None:
    assert list(faults(every_screen(Look(language=language)))) == []
