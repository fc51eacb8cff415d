"""The staff list: opened by PIN, closed by leaving it; added, locked, other roles, terminated, by keys and mouse."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from dealer_console.cli.floor import people as publishing
from dealer_console.demo.floor.tables import PIT_MANAGER, SUPERVISORS
from dealer_console.journal.keys import load_or_create_key
from dealer_console.messages import recorded
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.live.tables import look_at
from dealer_console.pit.long_work import Work
from dealer_console.pit.services import PitServices
from dealer_console.pit.windows.pages.staff_forms import PersonForm, ReasonForm
from dealer_console.pit.windows.window import PitWindow
from dealer_console.table.people import Role
from tests.pit.windows.hand import (
    accept,
    asked,
    click,
    click_row,
    column,
    confirm,
    dialog,
    new_pin,
    sign,
    turn_to,
    words,
    write,
)
from tests.tools.pictures.pit import PIN

SECOND = SUPERVISORS[3]  # without whom nobody is changed


@pytest.fixture
def staff(pit: PitWindow) -> PitWindow:
    turn_to(pit, pit.staff)
    assert not pit.staff.add.isEnabled()
    click(pit.staff.open)
    sign(pit, PIT_MANAGER, PIN)
    assert PIT_MANAGER in column(pit.staff.people, "name")
    return pit


def choose(window: PitWindow, name: str) -> None:
    click_row(window.staff.people, column(window.staff.people, "name").index(name))


def state_of(window: PitWindow, name: str) -> str:
    return column(window.staff.people, "state")[column(window.staff.people, "name").index(name)]


def test_the_list_is_closed_when_the_page_is_left(staff: PitWindow) -> None:
    turn_to(staff, staff.board)
    turn_to(staff, staff.staff)
    assert column(staff.staff.people, "name") == []
    assert not staff.staff.add.isEnabled()


def test_only_who_may_manage_people_is_offered(pit: PitWindow) -> None:
    from dealer_console.pit.windows.sign_in import SignIn

    turn_to(pit, pit.staff)
    click(pit.staff.open)
    box = dialog(pit, SignIn).who
    assert [box.itemText(at) for at in range(box.count())] == [PIT_MANAGER, *SUPERVISORS]


def test_the_second_person_is_another_one(staff: PitWindow) -> None:
    from dealer_console.pit.windows.sign_in import SignIn

    choose(staff, SUPERVISORS[1])
    click(staff.staff.lock)
    form = dialog(staff, ReasonForm)
    write(form.why, "badge was lost")
    accept(form)
    box = dialog(staff, SignIn).who
    assert [box.itemText(at) for at in range(box.count())] == [*SUPERVISORS]
    sign(staff, SUPERVISORS[1], PIN)
    assert state_of(staff, SUPERVISORS[1]) == "Active"


def test_somebody_new_types_the_pin_twice(staff: PitWindow, services: PitServices) -> None:
    click(staff.staff.add)
    form = dialog(staff, PersonForm)
    assert not form.accept_button.isEnabled()
    write(form.name, "Ines Roth")
    write(form.badge, "777")
    assert not form.accept_button.isEnabled(), "a role first"
    click(form.roles[Role.DEALER])
    accept(form)
    new_pin(staff, "582914", "582914")
    sign(staff, SECOND, PIN)
    assert state_of(staff, "Ines Roth") == "Active"
    assert services.admit("Ines Roth", "582914").roles == (Role.DEALER,)


def test_two_different_pins_are_not_accepted(staff: PitWindow) -> None:
    choose(staff, SUPERVISORS[0])
    click(staff.staff.new_pin)
    new_pin(staff, "582914", "582915")
    assert asked(staff)


def test_locked_unlocked_and_terminated(staff: PitWindow) -> None:
    choose(staff, SUPERVISORS[1])
    click(staff.staff.lock)
    form = dialog(staff, ReasonForm)
    write(form.why, "badge was lost")
    accept(form)
    sign(staff, SECOND, PIN)
    assert state_of(staff, SUPERVISORS[1]) == "Locked: badge was lost"
    assert "badge was lost" in words(staff)
    choose(staff, SUPERVISORS[1])
    click(staff.staff.unlock)
    sign(staff, SECOND, PIN)
    assert state_of(staff, SUPERVISORS[1]) == "Active"
    choose(staff, SUPERVISORS[1])
    click(staff.staff.terminate)
    confirm(staff)
    sign(staff, SECOND, PIN)
    assert state_of(staff, SUPERVISORS[1]) == "Terminated"


def test_other_roles(staff: PitWindow) -> None:
    choose(staff, SUPERVISORS[2])
    click(staff.staff.roles)
    form = dialog(staff, PersonForm)
    click(form.roles[Role.DEALER])
    accept(form)
    sign(staff, SECOND, PIN)
    choose(staff, SUPERVISORS[2])
    assert "Dealer, Supervisor" in column(staff.staff.people, "roles")


def test_nobody_does_it_to_oneself(staff: PitWindow) -> None:
    choose(staff, PIT_MANAGER)
    for button in (staff.staff.lock, staff.staff.roles, staff.staff.terminate, staff.staff.new_pin):
        assert not button.isEnabled()
        assert "oneself" in button.toolTip()


def test_everybody_changes_the_own_pin_with_the_old_one(pit: PitWindow, services: PitServices) -> None:
    turn_to(pit, pit.staff)
    click(pit.staff.own_pin)
    sign(pit, SUPERVISORS[3], PIN)
    new_pin(pit, "914582", "914582")
    assert SUPERVISORS[3] in pit.note.text()
    assert services.admit(SUPERVISORS[3], "914582").name == SUPERVISORS[3]


def test_the_pin_is_never_shown(pit: PitWindow) -> None:
    from dealer_console.pit.windows.sign_in import SignIn

    turn_to(pit, pit.staff)
    click(pit.staff.open)
    open_dialog = dialog(pit, SignIn)
    QTest.keyClicks(open_dialog.pin, PIN)
    assert PIN not in open_dialog.pin.displayText()


def test_a_change_that_the_floor_did_not_take_is_told_on_the_page(
    staff: PitWindow, services: PitServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "directory.key"
    load_or_create_key(key)
    monkeypatch.setattr(publishing, "directory_key_file", lambda: key)
    publishing.keep_published("postgresql://x@127.0.0.1:1/none", services.book(), services.publishing.note)
    choose(staff, SUPERVISORS[0])
    click(staff.staff.lock)
    form = dialog(staff, ReasonForm)
    write(form.why, "on leave")
    accept(form)
    sign(staff, SECOND, PIN)
    assert state_of(staff, SUPERVISORS[0]) == "Locked: on leave"
    assert "the directory of people is not published: the floor" in staff.note.text()
    assert staff.note.property("tone") == "bad"
    turn_to(staff, staff.board)
    turn_to(staff, staff.staff)
    assert "not published" in staff.note.text()
    services.publishing.note(None)  # the next change was taken
    turn_to(staff, staff.board)
    turn_to(staff, staff.staff)
    assert staff.note.text() == ""


def test_a_name_that_wrong_pins_lock_at_this_computer_is_an_alert(services: PitServices) -> None:
    """Until somebody has seen it, also when the time of the lock is over."""
    for number in range(5):
        alerts = [alert for alert in look_at(services, None, Work()).open_alerts if alert.kind == "pins"]
        assert alerts == [], number
        with pytest.raises(PitRefused):
            services.admit(SECOND, "551800")
    (alert,) = (alert for alert in look_at(services, None, Work()).open_alerts if alert.kind == "pins")
    assert recorded(alert.message).startswith(f"{SECOND} is locked after 5 wrong PINs at this computer")
