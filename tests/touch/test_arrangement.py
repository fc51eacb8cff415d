"""Where the parts lie, on every display that we are drawn for: the felt first, nothing moves, fingers fit."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from dealer_console.screens.felt.places import table_plan
from dealer_console.screens.sizes import GAP, MAIN_ACTION, SECONDARY, SIZES, SMALLEST, WIDE, Box, ScreenSize
from dealer_console.screens.values import Button, Overlay, Row, SideRow
from dealer_console.touch.arrangement import (
    LEAST_HEIGHT,
    LEAST_UPRIGHT_HEIGHT,
    LEAST_UPRIGHT_WIDTH,
    LEAST_WIDTH,
    Arrangement,
    arranged,
    too_small,
)
from dealer_console.touch.overlay.layout import overlay_places
from dealer_console.touch.widgets.side_rows import row_places
from tests.tools.gallery.overlays import OVERLAYS

DISPLAYS = [(size, inches) for size in SIZES for inches in (size.smallest_inches, size.largest_inches)]
EVERY_DISPLAY = pytest.mark.parametrize(
    ("size", "inches"), DISPLAYS, ids=[f"{size.name}-{inches}" for size, inches in DISPLAYS]
)


def _arranged(size: ScreenSize, inches: float) -> Arrangement:
    density = size.density(inches)
    return arranged(size.width / density, size.height / density)


def _area(box: Box) -> float:
    return box.width * box.height


@EVERY_DISPLAY
def test_the_felt_has_60_to_65_percent_of_every_display(size: ScreenSize, inches: float) -> None:
    where = _arranged(size, inches)
    assert 0.60 <= _area(where.felt) / _area(where.whole) <= 0.65


@EVERY_DISPLAY
def test_parts_lie_inside_and_apart(size: ScreenSize, inches: float) -> None:
    where = _arranged(size, inches)
    parts = (where.top, where.felt, where.prompt, where.list, *where.help, *where.places)
    assert all(where.whole.holds(part) for part in parts)
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert where.felt.holds(where.banner)
    assert where.felt.holds(where.last)


@EVERY_DISPLAY
def test_eight_places_of_a_thumbs_breadth_and_help_of_a_fingers(size: ScreenSize, inches: float) -> None:
    where = _arranged(size, inches)
    assert len(where.places) == 8
    assert all(box.shorter_side >= MAIN_ACTION for box in where.places)
    assert all(box.shorter_side >= SECONDARY for box in where.help)
    boxes = (*where.places, *where.help)
    assert all(one.gap_to(other) >= GAP for one, other in combinations(boxes, 2))


@EVERY_DISPLAY
def test_banner_and_last_action_lie_over_the_edge_of_the_felt_and_over_no_hand(size: ScreenSize, inches: float) -> None:
    where = _arranged(size, inches)
    plan = table_plan(7, where.felt.width, where.felt.height, where.grown)
    for corner in (plan.left_corner, plan.right_corner):
        assert corner.height >= SECONDARY
        assert not any(corner.overlaps(box) for box in (*plan.frames, plan.dealer))


@EVERY_DISPLAY
def test_a_page_about_the_table_leaves_the_felt(size: ScreenSize, inches: float) -> None:
    for name in ("pin-pad", "rank-pad"):
        overlay = OVERLAYS[name].overlay
        assert overlay is not None
        where = _arranged(size, inches)
        plan = table_plan(7, where.felt.width, where.felt.height, where.grown)
        kept = [frame.moved(where.felt.x, where.felt.y) for frame in plan.frames] if where.upright else [where.felt]
        for area in overlay_places(overlay, where).areas:
            assert not any(area.overlaps(box) for box in kept)


def test_a_window_too_small_for_fingers_is_refused_upright_and_broad() -> None:
    assert not too_small(LEAST_WIDTH, LEAST_HEIGHT)
    assert too_small(LEAST_WIDTH - 1, LEAST_HEIGHT)
    assert too_small(LEAST_WIDTH, LEAST_HEIGHT - 1)
    assert not too_small(LEAST_UPRIGHT_WIDTH, LEAST_UPRIGHT_HEIGHT)
    assert too_small(LEAST_UPRIGHT_WIDTH - 1, LEAST_UPRIGHT_HEIGHT)
    assert all(
        not too_small(size.width / size.density(inches), size.height / size.density(inches))
        for size, inches in DISPLAYS
    )


def test_digits_and_ranks_have_the_same_places_on_every_page() -> None:
    overlay = OVERLAYS["rank-pad"].overlay
    assert overlay is not None
    where = _arranged(WIDE, 10)
    fewer = replace(overlay, columns=(overlay.columns[0][:1],), covers="page")
    many, few = (dict(_by_id(page, where)) for page in (overlay, fewer))
    assert {key: many[key] for key in few} == few


def _by_id(overlay: Overlay, where: Arrangement) -> dict[str, Box]:
    found = overlay_places(overlay, where).elements
    return {element.id: box for element, box in found if isinstance(element, Button) and element.id != "face-down"}


def test_a_pad_too_full_for_the_column_takes_more_breadth_and_keeps_keys_for_fingers() -> None:
    rows = tuple(
        Row(elements=tuple(Button(id=f"{line}{at}", label="long words") for at in range(3))) for line in range(4)
    )
    close = Button(id="close", label="Back")
    where = _arranged(WIDE, 10)
    places = overlay_places(Overlay(id="full", title="Full", columns=(rows,), close=close, covers="pad"), where)
    assert places.areas[0].x < where.column.x
    boxes = [box for _, box in places.elements]
    assert min(box.shorter_side for box in (*boxes, places.close)) >= SECONDARY
    assert all(one.gap_to(other) >= GAP for one, other in combinations((*boxes, places.close), 2))


def test_a_grid_ends_with_gaps_not_with_giants() -> None:
    keys = tuple(Button(id=str(number), label="chip", colour="red") for number in range(9))
    where = _arranged(WIDE, 10)
    page = Overlay(id="grid", title="Grid", columns=((Row(elements=keys),), (Row(elements=keys[:1]),)), widths=(3, 2))
    boxes = [box for element, box in overlay_places(page, where).elements][:9]
    assert len({round(box.width, 3) for box in boxes}) == 1


def test_a_page_with_too_much_on_it_still_has_keys_for_fingers() -> None:
    keys = tuple(Row(elements=(Button(id=str(number), label=str(number)),)) for number in range(6))
    where = _arranged(WIDE, 10)
    places = overlay_places(Overlay(id="full", title="Full", columns=(keys,)), where)
    assert all(where.page.holds(box) for _, box in places.elements)
    assert all(box.shorter_side >= SMALLEST for _, box in places.elements)


# --- lines of the list ---------------------------------------------------------------------------------------------


def _rows(number: int, current: int | None) -> tuple[SideRow, ...]:
    return tuple(
        SideRow(text=f"line {at}", touch=f"tick:{at}", current=at == current, chips="25 + 5") for at in range(number)
    )


def test_lines_are_touched_where_there_is_room() -> None:
    places = row_places(_rows(6, 2), Box(0, 0, 40, 80), 1.0)
    assert all(place.touched and place.box.height >= SMALLEST for place in places)
    assert all(one.box.gap_to(other.box) >= GAP for one, other in combinations(places, 2))


@pytest.mark.parametrize("current", range(9))
def test_the_current_line_is_always_in_sight_and_touched(current: int) -> None:
    area = Box(0, 0, 40, 30)
    places = row_places(_rows(9, current), area, 1.0)
    assert [place.touched for place in places if place.row.current] == [True]
    assert all(area.holds(place.box) for place in places)
    assert not [pair for pair in combinations(places, 2) if pair[0].box.overlaps(pair[1].box)]


def test_without_a_current_line_the_latest_are_shown() -> None:
    places = row_places(tuple(replace(row, touch="") for row in _rows(19, None)), Box(0, 0, 40, 30), 1.0)
    assert places[-1].row.text == "line 18"


def test_what_is_done_makes_room_for_what_waits() -> None:
    rows = tuple(replace(row, ticked=at < 8, touch="" if at < 8 else row.touch) for at, row in enumerate(_rows(16, 8)))
    shown = {place.row.text for place in row_places(rows, Box(0, 0, 40, 36), 1.0)}
    assert shown == {f"line {at}" for at in range(8, 16)}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.name)
def test_edges_align_row_help_prompt_and_whatever_a_page_holds(size: ScreenSize) -> None:
    density = size.closest_density
    where = arranged(size.width / density, size.height / density)
    left, right = where.places[0].x, max(place.right for place in where.places)
    assert left == pytest.approx(where.whole.width - right)
    assert max(help_box.right for help_box in where.help) == pytest.approx(right)
    assert where.list.right == pytest.approx(right)
    keys = tuple(Button(id=f"key:{at}", label="Key") for at in range(5))
    rows = (Row(elements=keys[:4]), Row(elements=keys))
    for covers in ("page", "pad"):
        overlay = Overlay(id="page", title="Page", columns=(rows,), covers=covers)
        places = overlay_places(overlay, where)
        boxes = [box for _, box in places.elements]
        starts = {round(box.x, 3) for box in boxes}
        assert min(starts) == pytest.approx(places.title.x, abs=0.01)
        assert max(box.right for box in boxes) <= right + 1e-6
        if covers == "page" or where.upright:
            assert min(starts) == pytest.approx(left, abs=0.01)
        if covers == "page":
            assert len(starts) == 5, "keys of both rows stand below each other"
