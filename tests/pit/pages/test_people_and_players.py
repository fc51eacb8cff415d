"""People for those who may manage them, devices for everybody, players with their sittings."""

from __future__ import annotations

import pytest

from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.pit.amounts import in_dollars
from dealer_console.pit.board import devices
from dealer_console.pit.pages.flow import PitFlow, buttons, elements
from dealer_console.pit.pages.services import PitServices
from dealer_console.pit.pages.values import Line
from dealer_console.pit.rating import ratings
from dealer_console.table.people import PeopleRefused, Pin, Role, Staff
from tests.pit.pages.walking import button, first_line, sign, touch, words, write


def all_lines(flow: PitFlow, down: str) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    while True:
        found += [each.cells for each in elements(flow.screen) if isinstance(each, Line) and each.cells not in found]
        if not button(flow, down).enabled:
            return found
        touch(flow, down)


def test_every_device_with_serial_firmware_and_errors(flow: PitFlow, services: PitServices) -> None:
    touch(flow, "rail:people")
    shown = {(cells[0], cells[2], cells[4], cells[7]) for cells in all_lines(flow, "people:page:down")}
    for each in devices(services.archive):
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


def test_a_person_is_locked_with_a_reason_and_unlocked(people: PitFlow, services: PitServices) -> None:
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:lock")
    write(people, "badge was lost")
    assert "locked: badge was lost" in words(people)
    with pytest.raises(PeopleRefused, match="is locked"):
        services.admit(SUPERVISORS[1], "7413")
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:unlock")
    assert services.admit(SUPERVISORS[1], "7413").name == SUPERVISORS[1]


def test_a_lock_needs_its_reason(people: PitFlow) -> None:
    touch(people, the_line_of(people, SUPERVISORS[1]))
    touch(people, "people:lock")
    touch(people, "ask:enter")
    assert "say why" in people.screen.note


def test_a_new_pin_is_typed_twice(people: PitFlow, services: PitServices) -> None:
    for second, works in (("2591", False), ("8264", True)):
        touch(people, the_line_of(people, SUPERVISORS[2]))
        touch(people, "people:pin")
        sign(people, SUPERVISORS[2], "8264")
        sign(people, SUPERVISORS[2], second)
        assert ("has a new PIN" in people.screen.note) is works
        if not works:
            touch(people, "people:back")
    assert services.admit(SUPERVISORS[2], "8264").name == SUPERVISORS[2]


def by_screen_keys(flow: PitFlow, text: str) -> None:
    """As somebody without a keyboard: only the keys that are shown."""
    for letter in text:
        touch(flow, f"ask:key:{'space' if letter == ' ' else letter.lower()}")
    touch(flow, "ask:enter")


def fill_in(flow: PitFlow, name: str, badge: str, *roles: Role) -> None:
    touch(flow, "people:new")
    touch(flow, "form:name")
    by_screen_keys(flow, name)
    touch(flow, "form:badge")
    by_screen_keys(flow, badge)
    for role in roles:
        touch(flow, f"form:role:{role}")


def type_new_pin(flow: PitFlow, name: str, first: str, second: str) -> None:
    for typed in (first, second):
        sign(flow, name, typed)


def test_somebody_new_comes_in_with_the_pin_that_was_typed_twice(people: PitFlow, services: PitServices) -> None:
    fill_in(people, "Íñigo O'Hara-Lee", "d-77", Role.DEALER, Role.SUPERVISOR, Role.DEALER, Role.DEALER)
    touch(people, "form:save")
    type_new_pin(people, "Íñigo O'Hara-Lee", "8264", "8264")
    assert people.screen.note == "Íñigo O'Hara-Lee is in the book"
    assert "d-77, dealer, supervisor, may come in" in words(people)
    assert services.admit("D-77", "8264").roles == (Role.DEALER, Role.SUPERVISOR)


def test_shift_writes_the_other_size_once(people: PitFlow) -> None:
    touch(people, "people:new")
    touch(people, "form:name")
    touch(people, "ask:key:shift")
    assert button(people, "ask:key:d").label == "d"
    for key in ("d", "e", "space", "m", "c", "shift", "g"):
        touch(people, f"ask:key:{key}")
    assert "de McG" in words(people)


@pytest.mark.parametrize(
    ("badge", "pins", "says"),
    [
        ("d-77", ("1234", "1234"), "anybody would try"),
        ("d-77", ("8264", "8265"), "The two PINs differ"),
    ],
)
def test_what_the_command_refuses_the_window_refuses_and_keeps_what_was_typed(
    people: PitFlow, services: PitServices, badge: str, pins: tuple[str, str], says: str
) -> None:
    fill_in(people, "Ines Roth", badge, Role.AUDITOR)
    touch(people, "form:save")
    type_new_pin(people, "Ines Roth", *pins)
    assert says in people.screen.note
    assert people.screen.page.title == "New person"
    assert (button(people, "form:name").hint, button(people, "form:badge").hint) == ("Ines Roth", badge)
    with pytest.raises(PeopleRefused):
        services.admit("Ines Roth", pins[0])


def test_a_badge_that_is_taken_is_told_before_anybody_types_a_pin(people: PitFlow) -> None:
    fill_in(people, "Ines Roth", "200", Role.AUDITOR)
    touch(people, "form:save")
    assert people.screen.note == f"'200' is {SUPERVISORS[0]} (badge 200) already"
    assert people.screen.page.title == "New person"


def test_a_form_says_what_is_missing(people: PitFlow) -> None:
    touch(people, "people:new")
    assert button(people, "form:save").reason == "name and badge first"
    touch(people, "people:back")
    fill_in(people, "Ines Roth", "d 7")
    assert "a badge has" in button(people, "form:save").reason
    touch(people, "form:badge")
    touch(people, "ask:back")
    touch(people, "ask:enter")
    assert button(people, "form:save").reason == "choose a role"
    touch(people, "form:role:dealer")
    assert button(people, "form:save").enabled


def test_other_roles_by_the_window(people: PitFlow, services: PitServices) -> None:
    touch(people, the_line_of(people, SUPERVISORS[2]))
    touch(people, "people:roles")
    assert button(people, "form:role:supervisor").checked
    touch(people, "form:save")
    assert "these roles already" in people.screen.note
    touch(people, "form:role:pit-manager")
    touch(people, "form:role:supervisor")
    touch(people, "form:save")
    assert services.admit(SUPERVISORS[2], "7413").roles == (Role.PIT_MANAGER,)
    touch(people, the_line_of(people, SUPERVISORS[2]))
    assert f"changed the roles {PIT_MANAGER} supervisor > pit-manager" in words(people)


def test_who_leaves_the_house_stays_in_the_list_as_its_last(people: PitFlow, services: PitServices) -> None:
    touch(people, the_line_of(people, SUPERVISORS[0]))
    touch(people, "people:leave")
    touch(people, "ask:cancel")
    assert services.admit(SUPERVISORS[0], "7413").name == SUPERVISORS[0]
    touch(people, "people:leave")
    touch(people, "ask:0")
    last = [each for each in elements(people.screen) if isinstance(each, Line)][-1]
    assert (last.cells[0], last.cells[3]) == (SUPERVISORS[0], "has left the house")
    with pytest.raises(PeopleRefused, match="has left the house"):
        services.admit(SUPERVISORS[0], "7413")
    touch(people, last.id)
    assert "people:leave" not in {each.id for each in buttons(people.screen)}
    touch(people, "people:unlock")
    assert services.admit(SUPERVISORS[0], "7413").name == SUPERVISORS[0]


def test_nobody_is_offered_anything_about_oneself(people: PitFlow) -> None:
    touch(people, the_line_of(people, PIT_MANAGER))
    dim = {each.id for each in buttons(people.screen) if each.reason.startswith("not for oneself")}
    assert dim == {"people:pin", "people:roles", "people:lock", "people:leave"}


def test_an_open_book_is_of_no_use_to_somebody_who_was_locked_meanwhile(people: PitFlow, services: PitServices) -> None:
    assert services.people is not None
    by = services.people.find(PIT_MANAGER)
    second = Staff(services.people, services.permissions).add(
        name="Olga", badge="P-2", roles=[Role.PIT_MANAGER], pin=Pin("8264"), by=by, now_ms=services.clock_ms()
    )
    Staff(services.people, services.permissions).lock(by, why="investigation", by=second, now_ms=services.clock_ms())
    touch(people, the_line_of(people, SUPERVISORS[2]))
    touch(people, "people:leave")
    touch(people, "ask:0")
    assert f"{PIT_MANAGER} is locked (investigation)" in people.screen.note
    assert services.admit(SUPERVISORS[2], "7413").name == SUPERVISORS[2]


def test_everybody_changes_the_own_pin_with_the_old_one(flow: PitFlow, services: PitServices) -> None:
    touch(flow, "rail:people")
    for old, told in (("7414", "wrong name, badge or PIN"), ("7413", f"{SUPERVISORS[1]} has a new PIN")):
        touch(flow, "people:own-pin")
        sign(flow, SUPERVISORS[1], old)
        type_new_pin(flow, SUPERVISORS[1], "8264", "8264")
        assert told in flow.screen.note
    assert services.admit(SUPERVISORS[1], "8264").name == SUPERVISORS[1]


def test_wrong_pins_are_shown_and_the_pin_never(people: PitFlow, services: PitServices) -> None:
    for _ in range(5):
        with pytest.raises(PeopleRefused):
            services.admit(SUPERVISORS[3], "1111")
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


def test_players_and_their_sittings(flow: PitFlow, services: PitServices) -> None:
    rated = ratings(services.archive, services.house)
    touch(flow, "rail:ratings")
    first = next(each for each in elements(flow.screen) if isinstance(each, Line) and each.id)
    assert first.cells[0] == rated[0].player
    assert first.cells[4:] == (
        in_dollars(rated[0].average_bet),
        in_dollars(round(rated[0].theoretical_loss)),
        in_dollars(rated[0].result),
    )
    touch(flow, first_line(flow))
    for sitting in rated[0].sittings:
        assert (sitting.table, str(sitting.spot), str(sitting.hands)) in {
            (cells[0], cells[1], cells[4]) for cells in all_lines(flow, "players:sittings:down") if len(cells) == 8
        }
    touch(flow, "players:back")
    assert flow.screen.page.title == f"Players: {len(rated)}"
