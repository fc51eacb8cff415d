"""Where the parts lie, on every display we are drawn for: inside, apart, and always in the same place."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from dealer_console.screens.sizes import GAP, MAIN_ACTION, SECONDARY, SIZES, SMALLEST, WIDE, ScreenSize
from dealer_console.screens.values import Banner, Button, Overlay, Row, SideRow
from dealer_console.touch.arrangement import PLACES, Arrangement, arranged, place_box
from dealer_console.touch.overlay.layout import overlay_places
from dealer_console.touch.widgets.side_rows import row_places
from tests.tools.gallery.overlays import OVERLAYS

DISPLAYS = [(size, inches) for size in SIZES for inches in (size.smallest_inches, size.largest_inches)]
WARNING = Banner(text="simulated", level="warn")
ALARM = replace(WARNING, level="bad", touch="alarm")


def _arranged(
    size: ScreenSize, inches: float, banners: tuple[Banner, ...] = (), overlay: Overlay | None = None
) -> Arrangement:
    density = size.density(inches)
    return arranged(size.width / density, size.height / density, banners, overlay)


@pytest.mark.parametrize(("size", "inches"), DISPLAYS, ids=lambda value: getattr(value, "name", str(value)))
@pytest.mark.parametrize("banners", [(), (WARNING,), (WARNING, ALARM)], ids=["quiet", "warned", "alarmed"])
def test_parts_lie_inside_and_apart(size: ScreenSize, inches: float, banners: tuple[Banner, ...]) -> None:
    where = _arranged(size, inches, banners)
    parts = (where.top, where.banners, where.felt, where.side, where.prompt, where.last, where.actions, where.menu)
    assert all(where.whole.holds(part) for part in parts)
    assert not [pair for pair in combinations(parts, 2) if pair[0].overlaps(pair[1])]
    assert where.felt.height >= 45, "five spots and the dealer need room"


@pytest.mark.parametrize(("size", "inches"), DISPLAYS, ids=lambda value: getattr(value, "name", str(value)))
def test_seven_places_of_a_thumbs_breadth(size: ScreenSize, inches: float) -> None:
    where = _arranged(size, inches)
    for row, least in ((where.actions, MAIN_ACTION), (where.menu, SECONDARY)):
        boxes = [place_box(row, number) for number in range(PLACES)]
        assert all(box.shorter_side >= least for box in boxes)
        assert all(one.gap_to(other) >= GAP for one, other in combinations(boxes, 2))
    assert where.actions.gap_to(where.menu) >= GAP


def test_actions_and_prompt_stay_where_they_are_whatever_else_is_shown() -> None:
    plain = _arranged(WIDE, 10)
    for banners in ((), (WARNING,), (ALARM,)):
        for overlay in (None, OVERLAYS["pin-pad"].overlay, OVERLAYS["rank-pad"].overlay, OVERLAYS["report"].overlay):
            shown = _arranged(WIDE, 10, banners, overlay)
            assert (shown.actions, shown.menu, shown.prompt, shown.last) == (
                plain.actions,
                plain.menu,
                plain.prompt,
                plain.last,
            )
            assert shown.felt.width == plain.felt.width


def test_pads_leave_felt_and_prompt_in_sight() -> None:
    for name in ("pin-pad", "rank-pad", "low-pad"):
        for size, inches in DISPLAYS:
            where = _arranged(size, inches, (WARNING,), OVERLAYS[name].overlay)
            assert where.pad is not None
            assert not where.pad.overlaps(where.felt)
            assert not where.pad.overlaps(where.prompt)


def test_a_pad_too_broad_for_the_side_makes_the_felt_narrower() -> None:
    keys = tuple(Button(id=str(number), label=str(number)) for number in range(6))
    wide = Overlay(id="wide", title="", columns=((Row(elements=keys),) * 6,), covers="pad")
    where = _arranged(WIDE, 10, (), wide)
    assert where.pad is not None
    assert where.felt.right == where.pad.x < _arranged(WIDE, 10).felt.right
    boxes = [box for _, box in overlay_places(wide, where.pad).elements]
    assert min(box.shorter_side for box in boxes) >= SECONDARY


def test_a_rank_keeps_its_place_when_suits_appear() -> None:
    overlay = OVERLAYS["rank-pad"].overlay
    assert overlay is not None
    fewer = replace(overlay, columns=(overlay.columns[0][:3],))
    where = _arranged(WIDE, 10, (), overlay)
    assert where.pad == where.band
    assert where.pad is not None
    many, few = (dict(overlay_places(each, where.pad).elements) for each in (overlay, fewer))
    assert {key: many[key] for key in few} == few


def test_a_page_with_too_much_on_it_still_has_keys_for_fingers() -> None:
    keys = tuple(Row(elements=(Button(id=str(number), label=str(number)),)) for number in range(6))
    where = _arranged(WIDE, 10, (ALARM,))
    places = overlay_places(Overlay(id="full", title="Full", columns=(keys,)), where.page)
    assert all(where.page.holds(box) for _, box in places.elements)
    assert all(box.shorter_side >= SMALLEST for _, box in places.elements)


def test_a_page_of_six_rows_puts_its_way_out_where_there_is_room() -> None:
    keys = tuple(Row(elements=(Button(id=f"{n}a", label="a"), Button(id=f"{n}b", label="b"))) for n in range(6))
    close = Button(id="close", label="Close")
    page = Overlay(id="six", title="Six", columns=(keys, keys[:2]), close=close)
    where = _arranged(WIDE, 10, (WARNING,))
    places = overlay_places(page, where.page)
    boxes = [box for _, box in places.elements]
    assert all(where.page.holds(box) for box in (*boxes, places.close))
    assert all(box.height >= SECONDARY for box in (*boxes, places.close))
    assert all(places.close.gap_to(box) >= GAP for box in boxes)
    assert places.title.bottom <= min(box.y for box in boxes)


# --- lines of the side panel ---------------------------------------------------------------------------------------


def _rows(number: int, current: int | None) -> tuple[SideRow, ...]:
    return tuple(
        SideRow(text=f"line {at}", touch=f"tick:{at}", current=at == current, chips="25 + 5") for at in range(number)
    )


def test_lines_are_touched_where_there_is_room() -> None:
    area = replace(_arranged(WIDE, 10).side, height=80)
    places = row_places(_rows(6, 2), area, 1.0)
    assert all(place.touched and place.box.height >= SMALLEST for place in places)
    assert all(one.box.gap_to(other.box) >= GAP for one, other in combinations(places, 2))


@pytest.mark.parametrize("current", range(9))
def test_the_current_line_is_always_in_sight_and_touched(current: int) -> None:
    area = replace(_arranged(WIDE, 10).side, height=30)
    places = row_places(_rows(9, current), area, 1.0)
    assert [place.touched for place in places if place.row.current] == [True]
    assert all(area.holds(place.box) for place in places)
    assert [place.row.text for place in places] == sorted(place.row.text for place in places)


def test_without_a_current_line_the_latest_are_shown() -> None:
    area = replace(_arranged(WIDE, 10).side, height=30)
    places = row_places(tuple(replace(row, touch="") for row in _rows(9, None)), area, 1.0)
    assert places[-1].row.text == "line 8"
