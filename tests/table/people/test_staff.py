"""Adding, roles, locking, unlocking, new PINs, leaving: by whom, and what stays on record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dealer_console.messages import recorded
from dealer_console.table.people import (
    LEFT,
    NewPerson,
    NotAdmitted,
    PeopleBook,
    PeopleRefused,
    Person,
    PersonId,
    Pin,
    Role,
    Staff,
    load_permissions,
)
from dealer_console.table.people.book import NOBODY
from dealer_console.table.people.change_rights import not_by_two
from dealer_console.table.people.store_tables import ADDED, Change
from tests.table.people.small_book import CHEAP, NOW, PEPPER, SmallBook, pin_of

NEW = Pin("662718")


def test_the_first_person_is_a_pit_manager_added_by_nobody(tmp_path: Path) -> None:
    with PeopleBook.create(tmp_path / "people.db", pepper=PEPPER, cost=CHEAP) as book:
        staff = Staff(book, load_permissions())
        with pytest.raises(PeopleRefused, match="first person must be"):
            staff.add(name="Ana", badge="1", roles=[Role.DEALER], pin=NEW, by=None, now_ms=NOW)
        assert book.people() == ()
        ana = staff.add(name="Ana", badge="1", roles=[Role.PIT_MANAGER], pin=NEW, by=None, now_ms=NOW)
        assert ana.id == "p1"
        with pytest.raises(PeopleRefused, match="people in the book already"):
            staff.add(name="Ben", badge="2", roles=[Role.PIT_MANAGER], pin=NEW, by=None, now_ms=NOW)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.PIT_MANAGER])
def test_nobody_else_manages_people(house: SmallBook, role: Role) -> None:
    other = house.staff.add(name="Olu Ade", badge="O-1", roles=[role], pin=NEW, by=house.paula, now_ms=NOW)
    before = house.book.people()
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.add(name="Eve", badge="E-1", roles=[Role.PIT_MANAGER], pin=NEW, by=other, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.lock(house.dana, why="because", by=other, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.unlock(house.dana, by=other, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.reset_pin(house.dana, NEW, by=other, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.change_roles(house.dana, [Role.AUDITOR], by=other, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="a pit manager"):
        house.staff.end_employment(house.dana, by=other, now_ms=NOW)
    assert house.book.people() == before


@pytest.mark.parametrize(
    ("name", "badge", "says"),
    [
        ("sam  okafor", "X-1", "'sam okafor' is Sam Okafor"),
        ("Sаm Okafor", "X-1", "looks like 'Sam Okafor'"),  # a Cyrillic letter
        ("Sam Okafor\u3164", "X-1", "looks like 'Sam Okafor'"),  # a letter that shows nothing, of Hangul and of Braille
        ("Sam\u2800 Okafor", "X-1", "looks like 'Sam Okafor'"),
        ("\ua4e2am Okafor", "X-1", "looks like 'Sam Okafor'"),  # Lisu, Cherokee, and another Latin a
        ("\u13daam Okafor", "X-1", "looks like 'Sam Okafor'"),
        ("S\u0251m Okafor", "X-1", "looks like 'Sam Okafor'"),
        ("Eve", "S‑200", "looks like 'S-200'"),  # a dash that breaks no line
        ("Eve", "s-200", "'s-200' is Sam Okafor"),
        ("S-200", "X-1", "'S-200' is Sam Okafor"),
        ("", "X-1", "a name has"),
        ("x" * 61, "X-1", "a name has"),
        ("Eve\x07", "X-1", "a name has"),
        ("Eve", "", "a badge has"),
        ("Eve", "X 1", "a badge has"),
    ],
)
def test_names_and_badges_are_one_persons_only(house: SmallBook, name: str, badge: str, says: str) -> None:
    with pytest.raises(PeopleRefused, match=says):
        house.staff.add(name=name, badge=badge, roles=[Role.DEALER], pin=NEW, by=house.paula, now_ms=NOW)
    assert len(house.book.people()) == 3


def test_a_person_needs_a_role_and_a_lawful_pin(house: SmallBook) -> None:
    with pytest.raises(PeopleRefused, match="at least one role"):
        house.staff.add(name="Eve", badge="E-1", roles=[], pin=NEW, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="first that anybody would try"):
        house.staff.add(name="Eve", badge="E-1", roles=[Role.DEALER], pin=Pin("1234"), by=house.paula, now_ms=NOW)


def test_roles_are_kept_once_and_in_order(house: SmallBook) -> None:
    roles = [Role.SUPERVISOR, Role.DEALER, Role.SUPERVISOR]
    eve = house.staff.add(name="Eve", badge="E-1", roles=roles, pin=NEW, by=house.paula, now_ms=NOW)
    assert eve.roles == (Role.DEALER, Role.SUPERVISOR)
    assert house.opened_again().find("Eve") == eve
    assert eve.has(Role.DEALER)
    assert not eve.has(Role.AUDITOR)


def test_wrong_tries_before_somebody_was_added_are_not_theirs(house: SmallBook) -> None:
    for typed in ("Eve", "E-1"):
        for _ in range(5):
            house.book.authenticate(typed, NEW, now_ms=NOW)
    eve = house.staff.add(name="Eve", badge="E-1", roles=[Role.DEALER], pin=NEW, by=house.paula, now_ms=NOW)
    assert house.book.authenticate("Eve", NEW, now_ms=NOW) == eve


def test_a_locked_person_stays_out_until_unlocked_and_hears_why_only_with_the_right_pin(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="left the  house", by=house.paula, now_ms=NOW)
    wrong = house.book.authenticate("D-300", NEW, now_ms=NOW)
    right = house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW)
    assert isinstance(wrong, NotAdmitted)
    assert isinstance(right, NotAdmitted)
    assert "left the house" not in recorded(wrong.message)
    assert "left the house" in recorded(right.message)
    assert right.reason.code == "person-is-locked"
    house.staff.unlock(house.dana, by=house.paula, now_ms=NOW)
    assert house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


def test_unlocking_ends_a_lock_out_too(house: SmallBook) -> None:
    for _ in range(9):
        house.book.authenticate("D-300", NEW, now_ms=NOW)
    house.staff.unlock(house.dana, by=house.paula, now_ms=NOW)
    assert house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW) == house.dana


def test_nobody_locks_resets_promotes_or_dismisses_oneself(house: SmallBook) -> None:
    before = house.book.people()
    with pytest.raises(PeopleRefused, match="lock the own name; another person"):
        house.staff.lock(house.paula, why="holiday", by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="reset the own PIN; another person"):
        house.staff.reset_pin(house.paula, NEW, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="change the own roles; another person"):
        house.staff.change_roles(house.paula, Role, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="end the own employment; another person"):
        house.staff.end_employment(house.paula, by=house.paula, now_ms=NOW)
    assert house.book.people() == before


def test_other_roles_count_from_the_next_coming_in(house: SmallBook) -> None:
    wanted = [Role.SUPERVISOR, Role.DEALER]
    changed = house.staff.change_roles(house.dana, wanted, by=house.paula, now_ms=NOW, pin=NEW)
    assert changed.roles == (Role.DEALER, Role.SUPERVISOR)
    assert (changed.id, changed.name, changed.badge) == (house.dana.id, house.dana.name, house.dana.badge)
    assert house.opened_again().authenticate("D-300", NEW, now_ms=NOW) == changed


@pytest.mark.parametrize(("roles", "says"), [((), "at least one role"), ((Role.DEALER,), "these roles already")])
def test_roles_that_are_none_or_no_change_are_refused(house: SmallBook, roles: tuple[Role, ...], says: str) -> None:
    with pytest.raises(PeopleRefused, match=says):
        house.staff.change_roles(house.dana, roles, by=house.paula, now_ms=NOW)


def test_who_leaves_the_house_stays_in_the_book_and_comes_in_no_more(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="investigation", by=house.paula, now_ms=NOW)
    house.staff.end_employment(house.dana, by=house.paula, now_ms=NOW)
    answer = house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW)
    assert isinstance(answer, NotAdmitted)
    assert LEFT in str(answer)
    assert house.book.person(house.dana.id) == house.dana
    with pytest.raises(PeopleRefused, match=f"{LEFT} already"):
        house.staff.end_employment(house.dana, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="'D-300' is Dana Lind"):
        house.staff.add(name="Eve", badge="D-300", roles=[Role.DEALER], pin=NEW, by=house.paula, now_ms=NOW)


def test_who_lost_the_right_meanwhile_manages_nobody(house: SmallBook) -> None:
    """Two pit managers, each with an open book: who was faster stays, and one of them always does."""
    olga = house.staff.add(name="Olga", badge="P-2", roles=[Role.PIT_MANAGER], pin=NEW, by=house.paula, now_ms=NOW)
    house.staff.lock(olga, why="investigation", by=house.paula, now_ms=NOW)
    actions = (
        lambda: house.staff.add(name="E", badge="E-1", roles=[Role.DEALER], pin=NEW, by=olga, now_ms=NOW),
        lambda: house.staff.lock(house.paula, why="x", by=olga, now_ms=NOW),
        lambda: house.staff.unlock(olga, by=olga, now_ms=NOW),
        lambda: house.staff.reset_pin(house.paula, NEW, by=olga, now_ms=NOW),
        lambda: house.staff.change_roles(house.paula, [Role.DEALER], by=olga, now_ms=NOW),
        lambda: house.staff.end_employment(house.paula, by=olga, now_ms=NOW),
    )
    before = house.book.people()
    for action in actions:
        with pytest.raises(PeopleRefused, match="Olga is locked"):
            action()
    house.staff.unlock(olga, by=house.paula, now_ms=NOW)
    house.staff.change_roles(olga, [Role.AUDITOR], by=house.paula, now_ms=NOW)
    for action in actions:
        with pytest.raises(PeopleRefused, match="a pit manager"):
            action()
    assert [listed.person for listed in before[:-1]] == [person.person for person in house.book.people()[:-1]]


def test_a_lock_has_a_reason_and_is_given_once(house: SmallBook) -> None:
    with pytest.raises(PeopleRefused, match="say why"):
        house.staff.lock(house.dana, why="  ", by=house.paula, now_ms=NOW)
    house.staff.lock(house.dana, why="badge lost", by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="locked already"):
        house.staff.lock(house.dana, why="again", by=house.paula, now_ms=NOW)


def test_a_new_pin_ends_the_old_one_and_the_lock_out(house: SmallBook) -> None:
    for _ in range(5):
        house.book.authenticate("D-300", Pin("5518"), now_ms=NOW)
    house.staff.reset_pin(house.dana, NEW, by=house.paula, now_ms=NOW)
    assert house.book.authenticate("D-300", NEW, now_ms=NOW) == house.dana
    assert isinstance(house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW), NotAdmitted)


def test_a_new_pin_does_not_unlock_who_was_locked_by_hand(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="badge lost", by=house.paula, now_ms=NOW)
    house.staff.reset_pin(house.dana, NEW, by=house.paula, now_ms=NOW)
    assert isinstance(house.book.authenticate("D-300", NEW, now_ms=NOW), NotAdmitted)


def test_somebody_of_another_book_is_refused(house: SmallBook) -> None:
    stranger = Person(id=house.sam.id.__class__("p77"), name="Stranger", badge="Z", roles=(Role.DEALER,))
    with pytest.raises(PeopleRefused, match="not in this book"):
        house.staff.unlock(stranger, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="not in this book"):
        house.staff.unlock(house.dana, by=stranger, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="p77"):
        house.staff.reset_pin(stranger, NEW, by=house.paula, now_ms=NOW)


def test_everything_done_to_people_is_on_record_with_who_and_when(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="badge lost", by=house.paula, now_ms=NOW + 1)
    house.staff.unlock(house.dana, by=house.paula, now_ms=NOW + 2)
    house.staff.reset_pin(house.dana, NEW, by=house.paula, now_ms=NOW + 3)
    house.staff.change_roles(house.dana, [Role.DEALER, Role.AUDITOR], by=house.paula, now_ms=NOW + 4)
    house.staff.end_employment(house.dana, by=house.paula, now_ms=NOW + 5)
    told = [
        (change.at_ms - NOW, change.by, change.what, change.person, change.detail) for change in house.book.changes()
    ]
    assert told == [
        (0, "nobody", "added", "p1", "pit-manager"),
        (0, "p1", "added", "p2", "supervisor"),
        (0, "p1", "added", "p3", "dealer"),
        (1, "p1", "locked", "p3", "badge lost"),
        (2, "p1", "unlocked", "p3", ""),
        (3, "p1", "reset the PIN", "p3", ""),
        (4, "p1", "changed the roles", "p3", "dealer > dealer auditor"),
        (5, "p1", "left the house", "p3", ""),
    ]


# --- two people ------------------------------------------------------------------------------------------------------


def test_a_pit_manager_alone_makes_no_supervisor_and_sets_no_supervisors_pin(house: SmallBook) -> None:
    alone, before = house.with_second(None), house.book.people()
    actions = (
        lambda: alone.add(name="Eve", badge="E-1", roles=[Role.SUPERVISOR], pin=NEW, by=house.paula, now_ms=NOW),
        lambda: alone.change_roles(house.dana, [Role.SUPERVISOR], by=house.paula, now_ms=NOW, pin=NEW),
        lambda: alone.reset_pin(house.sam, NEW, by=house.paula, now_ms=NOW),
        lambda: alone.unlock(house.sam, by=house.paula, now_ms=NOW),
        lambda: alone.lock(house.dana, why="x", by=house.paula, now_ms=NOW),
    )
    for action in actions:
        with pytest.raises(PeopleRefused, match="changes to people take two"):
            action()
    assert house.book.people() == before


@pytest.mark.parametrize(
    ("second", "says"), [("paula", "another one"), ("dana", "a pit manager"), ("sam", "cannot be the second person")]
)
def test_the_second_is_another_one_with_a_right_and_not_the_one_it_is_about(
    house: SmallBook, second: str, says: str
) -> None:
    staff = house.with_second(getattr(house, second))
    with pytest.raises(PeopleRefused, match=says):
        staff.reset_pin(house.sam, NEW, by=house.paula, now_ms=NOW)


def test_a_second_who_was_locked_meanwhile_is_none(house: SmallBook) -> None:
    with house.book.store.page() as page:
        kept = page.by_id(house.sam.id)
        assert kept is not None
        page.update(replace(kept, locked_by=house.paula.id, locked_why="x"))
    with pytest.raises(PeopleRefused, match="Sam Okafor is locked"):
        house.staff.reset_pin(house.dana, NEW, by=house.paula, now_ms=NOW)


def test_two_supervisors_without_a_pit_manager_change_nobody(house: SmallBook) -> None:
    eve = house.staff.add(name="Eve", badge="E-1", roles=[Role.SUPERVISOR], pin=NEW, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="one of them must be a pit manager"):
        house.staff.reset_pin(house.dana, NEW, by=eve, now_ms=NOW)


def test_the_only_other_one_can_be_shut_out_but_not_taken_over(house: SmallBook) -> None:
    house.with_second(None).lock(house.sam, why="gone with the keys", by=house.paula, now_ms=NOW)
    assert [person.locked_why for person in house.book.people()] == [None, "gone with the keys", None]
    alone, before = house.with_second(None), house.book.people()
    actions = (
        lambda: alone.reset_pin(house.sam, NEW, by=house.paula, now_ms=NOW),
        lambda: alone.change_roles(house.dana, [Role.SUPERVISOR], by=house.paula, now_ms=NOW, pin=NEW),
        lambda: alone.add(name="Eve", badge="E-1", roles=[Role.SUPERVISOR], pin=NEW, by=house.paula, now_ms=NOW),
    )
    for action in actions:
        with pytest.raises(PeopleRefused, match="changes to people take two"):
            action()
    assert house.book.people() == before


def test_ending_the_employment_of_the_only_other_one_lets_nobody_manage_alone(house: SmallBook) -> None:
    alone = house.with_second(None)
    alone.end_employment(house.sam, by=house.paula, now_ms=NOW)
    with pytest.raises(PeopleRefused, match="changes to people take two"):
        alone.add(name="Eve", badge="E-1", roles=[Role.SUPERVISOR], pin=NEW, by=house.paula, now_ms=NOW)


def test_who_locked_the_only_other_one_alone_unlocks_them_alone_with_the_pin_and_the_wrong_tries_they_had(
    house: SmallBook,
) -> None:
    alone = house.with_second(None)
    for _ in range(3):
        house.book.authenticate("S-200", NEW, now_ms=NOW)
    alone.lock(house.sam, why="gone with the keys", by=house.paula, now_ms=NOW)
    alone.unlock(house.sam, by=house.paula, now_ms=NOW)
    assert house.book.people()[1].wrong == 3
    assert house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW) == house.sam
    house.staff.reset_pin(house.dana, NEW, by=house.paula, now_ms=NOW)


def test_a_change_says_who_the_two_were(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="badge lost", by=house.paula, now_ms=NOW)
    last = house.book.changes()[-1]
    assert (last.by, last.second, last.person, last.what) == (house.paula.id, house.sam.id, house.dana.id, "locked")
    assert house.book.changes(after=last.number) == ()


def test_a_book_is_begun_once_and_with_somebody_who_manages(house: SmallBook, tmp_path: Path) -> None:
    new = NewPerson(name="Eve", badge="E-1", roles=(Role.PIT_MANAGER,), pin=NEW)
    with pytest.raises(PeopleRefused, match="people in the book already"):
        house.staff.begin([new], NOW)
    folder = tmp_path / "new"
    folder.mkdir()
    with PeopleBook.create(folder / "people.db", pepper=PEPPER, cost=CHEAP) as book:
        staff = Staff(book, load_permissions())
        with pytest.raises(PeopleRefused, match="first person must be"):
            staff.begin([replace(new, roles=(Role.DEALER,))], NOW)
        with pytest.raises(PeopleRefused, match="'Eve' is Eve"):
            staff.begin([new, replace(new, badge="E-2")], NOW)
        assert book.people() == ()


def test_a_role_that_only_a_newer_program_knows_is_in_nobodys_way() -> None:
    """In the record of changes, after a book has been with such a program."""
    changes = [
        Change(number=1, at_ms=0, by=NOBODY, what=ADDED, person=PersonId("p1"), detail="pit-manager wizard"),
        Change(number=2, at_ms=0, by=PersonId("p1"), what=ADDED, person=PersonId("p2"), detail="supervisor"),
        Change(number=3, at_ms=5, by=PersonId("p1"), what=ADDED, person=PersonId("p3"), second=PersonId("p2")),
        Change(number=4, at_ms=6, by=PersonId("p3"), what=ADDED, person=PersonId("p4"), second=PersonId("p2")),
    ]
    assert not_by_two(changes, load_permissions(), after=0) == changes[3]
