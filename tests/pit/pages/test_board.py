"""The board: every table with its figures; calls and alerts that stay until somebody with the right has seen them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.board import State, board
from dealer_console.pit.pages.board.open_items import open_matters
from dealer_console.pit.pages.flow import PitFlow, elements
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import Room, Tile
from tests.pit.pages.walking import button, first_line, sign, touch, words
from tests.tools.pictures.pit import AtOnce


def tiles(flow: PitFlow) -> list[Tile]:
    return [each for each in elements(flow.screen) if isinstance(each, Tile)]


def test_every_table_stands_on_the_board_with_its_figures(flow: PitFlow, services: PitServices) -> None:
    shown = {each.title: each for each in tiles(flow)}
    for status in board(services.archive, services.seen):
        spoken = shown[status.log.table].spoken
        assert status.state in spoken
        assert f"{status.rounds_per_hour} rounds/h" in spoken
        assert f"{status.hands_per_hour} hands/h" in spoken
        assert f"drop {in_dollars(status.drop)}" in spoken


def test_many_tables_are_turned_over_page_by_page(flow: PitFlow) -> None:
    flow.resized(Room(width=120, height=70))
    seen = {each.title for each in tiles(flow)}
    assert len(seen) < 3
    while button(flow, "board:tables:down").enabled:
        touch(flow, "board:tables:down")
        seen |= {each.title for each in tiles(flow)}
    assert len(seen) == 3


def large_floor(flow: PitFlow, many: int) -> None:
    """Every third table is closed; the two last ones call, one of them closed."""
    live = flow.core.live
    assert live is not None
    tables = []
    for number in range(1, many + 1):
        each = live.tables[number % len(live.tables)]
        state: State = "closed" if number % 3 == 0 or number == many else "in a round"
        calls = 1 if number > many - 2 else 0
        name = replace(each.log, table=f"t-{number:03d}")
        tables.append(replace(each, log=name, state=state, calls=calls, round=None))
    flow.core.live = replace(live, tables=tuple(tables))


@pytest.mark.parametrize("many", [40, 200])
def test_on_a_large_floor_those_who_call_come_first_and_closed_ones_last(flow: PitFlow, many: int) -> None:
    large_floor(flow, many)
    first = tiles(flow)
    assert [each.title for each in first[:2]] == [f"t-{many - 1:03d}", f"t-{many:03d}"]
    assert [each.look for each in first[:3]] == ["calling", "calling", "live"]
    assert len(first) >= 15
    found = list(first)
    while button(flow, "board:tables:down").enabled:
        touch(flow, "board:tables:down")
        found += tiles(flow)
    assert len({each.title for each in found}) == len(found) == many
    looks = [each.look for each in found]
    assert looks == sorted(looks, key=["calling", "live", "closed"].index)
    assert f"2 calling, {looks.count('live')} open, {looks.count('closed')} closed" in flow.screen.page.title


def test_closed_tables_can_be_left_out_but_not_one_that_calls(flow: PitFlow) -> None:
    large_floor(flow, 40)
    touch(flow, "board:closed")
    found = list(tiles(flow))
    while button(flow, "board:tables:down").enabled:
        touch(flow, "board:tables:down")
        found += tiles(flow)
    assert {each.look for each in found} == {"calling", "live"}
    assert "t-040" in {each.title for each in found}


def test_tables_that_are_all_in_sight_keep_their_places_when_one_calls(flow: PitFlow) -> None:
    live = flow.core.live
    assert live is not None
    tables = tuple(replace(each, state="open") for each in live.tables)
    flow.core.live = replace(live, tables=tables)
    before = [each.title for each in tiles(flow)]
    flow.core.live = replace(live, tables=(*tables[:-1], replace(tables[-1], calls=1)))
    assert [each.title for each in tiles(flow)] == before
    assert [each.look for each in tiles(flow)] == ["live", "live", "calling"]


def test_a_touch_on_a_table_shows_its_rounds(flow: PitFlow) -> None:
    touch(flow, tiles(flow)[1].id)
    assert flow.at == "rounds"
    assert button(flow, "rounds:ask:table").hint == "switch-01"


def test_a_matter_stays_until_acknowledged_and_says_by_whom(flow: PitFlow) -> None:
    assert flow.core.live is not None
    before = open_matters(flow.core.live)
    assert before
    matter = first_line(flow, "board:matter:")
    touch(flow, matter)
    assert before[0].words in words(flow)
    touch(flow, "board:acknowledge")
    sign(flow, SUPERVISORS[0])
    assert f"Acknowledged by {SUPERVISORS[0]}" in flow.screen.note
    assert flow.core.live is not None
    assert open_matters(flow.core.live) == before[1:]
    touch(flow, "board:past")
    assert f"seen by {SUPERVISORS[0]}" in words(flow)
    touch(flow, matter)
    assert f"Acknowledged by {SUPERVISORS[0]}" in words(flow)


def test_the_second_is_told_who_was_first(flow: PitFlow, services: PitServices) -> None:
    other = PitFlow(services, AtOnce())
    matter = first_line(flow, "board:matter:")
    for each in (flow, other):
        touch(each, matter)
        touch(each, "board:acknowledge")
    sign(flow, SUPERVISORS[0])
    sign(other, PIT_MANAGER)
    assert f"{SUPERVISORS[0]} was first" in other.screen.note


def test_a_wrong_pin_acknowledges_nothing(flow: PitFlow) -> None:
    touch(flow, first_line(flow, "board:matter:"))
    touch(flow, "board:acknowledge")
    sign(flow, SUPERVISORS[0], "1111")
    assert "wrong name, badge or PIN" in flow.screen.note
    assert flow.screen.note_tone == "danger"
    assert button(flow, "board:acknowledge").enabled


def test_without_a_book_of_people_nobody_acknowledges(services: PitServices) -> None:
    alone = PitFlow(replace(services, people=None), AtOnce())
    touch(alone, first_line(alone, "board:matter:"))
    assert not button(alone, "board:acknowledge").enabled
    touch(alone, "board:acknowledge")
    assert "--people" in alone.screen.note
    assert alone.core.dialog is None


def test_training_people_are_announced(services: PitServices) -> None:
    training = PitFlow(replace(services, training="Pat: 8520"), AtOnce())
    banner = training.screen.page.banner
    assert banner is not None
    assert "TRAINING" in banner.text


def test_one_journal_alone_is_a_board_of_one(dealt: Path, tmp_path: Path) -> None:
    from tests.tools.pictures.pit import desk_on

    with desk_on(dealt / "switch-01.journal", tmp_path) as services:
        assert [each.title for each in tiles(PitFlow(services, AtOnce()))] == ["switch-01"]
