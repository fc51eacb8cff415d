"""People for those who may manage them, devices for everybody, players with their sittings."""

from __future__ import annotations

import pytest

from dealer_console.game.money import show
from dealer_console.pit.board import devices
from dealer_console.pit.demo.house import PIT_MANAGER, SUPERVISORS
from dealer_console.pit.pages.desk import PitDesk
from dealer_console.pit.pages.flow import PitFlow, buttons, elements
from dealer_console.pit.pages.values import Line
from dealer_console.pit.rating import ratings
from dealer_console.table.people import PeopleRefused
from tests.pit.pages.walking import button, first_line, sign, touch, words, write


def all_lines(flow: PitFlow, down: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    while True:
        found += [each.cells for each in elements(flow.screen) if isinstance(each, Line) and each.cells not in found]
        if not button(flow, down).enabled:
            return found
        touch(flow, down)


def test_every_device_with_serial_firmware_and_errors(flow: PitFlow, desk: PitDesk) -> None:
    touch(flow, "rail:people")
    shown = {(cells[0], cells[2], cells[4], cells[7]) for cells in all_lines(flow, "people:page:down")}
    for each in devices(desk.archive):
        assert (each.table, each.serial, each.firmware, str(each.errors)) in shown


@pytest.fixture
def people(flow: PitFlow) -> PitFlow:
    touch(flow, "rail:people")
    touch(flow, "people:people")
    sign(flow, PIT_MANAGER)
    return flow


def the_line_of(flow: PitFlow, name: str) -> str:
    lines = [each for each in elements(flow.screen) if isinstance(each, Line)]
    return next(each.id for each in lines if each.cells[0] == name)


def test_only_those_who_may_manage_people_are_asked(flow: PitFlow) -> None:
    touch(flow, "rail:people")
    touch(flow, "people:people")
    asked = {each.label for each in buttons(flow.screen) if each.id.startswith("ask:who:")}
    assert asked == {PIT_MANAGER}


def test_a_person_is_locked_with_a_reason_and_unlocked(people: PitFlow, desk: PitDesk) -> None:
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:lock")
    write(people, "badge was lost")
    assert "locked: badge was lost" in words(people)
    with pytest.raises(PeopleRefused, match="is locked"):
        desk.admit(SUPERVISORS[1], "7413")
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:unlock")
    assert desk.admit(SUPERVISORS[1], "7413").name == SUPERVISORS[1]


def test_a_lock_needs_its_reason(people: PitFlow) -> None:
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:lock")
    touch(people, "ask:enter")
    assert "say why" in people.screen.note


def test_a_new_pin_is_typed_twice(people: PitFlow, desk: PitDesk) -> None:
    for second, works in (("2591", False), ("8264", True)):
        touch(people, the_line_of(people, SUPERVISORS[2]))
        touch(people, "people:pin")
        sign(people, SUPERVISORS[2], "8264")
        sign(people, SUPERVISORS[2], second)
        assert ("has a new PIN" in people.screen.note) is works
        if not works:
            touch(people, "people:back")
    assert desk.admit(SUPERVISORS[2], "8264").name == SUPERVISORS[2]


def test_wrong_pins_are_shown_and_the_pin_never(people: PitFlow, desk: PitDesk) -> None:
    for _ in range(5):
        with pytest.raises(PeopleRefused):
            desk.admit(SUPERVISORS[3], "1111")
    touch(people, "rail:people")
    touch(people, "people:people")
    touch(people, f"ask:who:{PIT_MANAGER}")
    for digit in "7413":
        touch(people, f"ask:digit:{digit}")
    assert "7413" not in repr(people.screen)
    touch(people, "ask:enter")
    assert "after 5 wrong PINs" in words(people)


def test_leaving_the_page_closes_the_book(people: PitFlow) -> None:
    touch(people, "rail:board")
    touch(people, "rail:people")
    assert people.screen.page.title == "Devices"


def test_players_and_their_sittings(flow: PitFlow, desk: PitDesk) -> None:
    rated = ratings(desk.archive, desk.house)
    touch(flow, "rail:ratings")
    first = next(each for each in elements(flow.screen) if isinstance(each, Line) and each.id)
    assert first.cells[0] == rated[0].player
    assert first.cells[4:] == (
        show(rated[0].average_bet),
        show(round(rated[0].theoretical_loss)),
        show(rated[0].result),
    )
    touch(flow, first_line(flow))
    for sitting in rated[0].sittings:
        assert (sitting.table, str(sitting.spot), str(sitting.hands)) in {
            (cells[0], cells[1], cells[4]) for cells in all_lines(flow, "players:sittings:down") if len(cells) == 8
        }
    touch(flow, "players:back")
    assert flow.screen.page.title == f"Players: {len(rated)}"
