"""The file of people: who can read it, which pepper it belongs to, and what a change by other means does."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest

from dealer_console.table.people import (
    NotAdmitted,
    PeopleBook,
    PeopleDamaged,
    PeopleRefused,
    Person,
    Pin,
    Role,
    Staff,
    create_pepper,
    load_pepper,
    load_permissions,
)
from dealer_console.table.people.pepper import seal
from dealer_console.table.people.pins import LockOutRule, PinHasher
from dealer_console.table.people.store import PeopleStore
from tests.table.people.small_book import CHEAP, NOW, PEPPER, SmallBook, pin_of


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def test_the_file_can_be_read_by_its_owner_only_whatever_the_umask_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        PeopleBook.create(tmp_path / "people.db", pepper=PEPPER, cost=CHEAP).close()
        create_pepper(tmp_path / "pepper")
    finally:
        os.umask(before)
    assert mode(tmp_path / "people.db") == 0o600
    assert mode(tmp_path / "pepper") == 0o600


def test_a_file_that_others_can_read_is_refused_with_the_cure(house: SmallBook) -> None:
    house.path.chmod(0o640)
    with pytest.raises(PeopleRefused, match="chmod 600"):
        house.opened_again()


def test_an_existing_file_is_never_overwritten(house: SmallBook) -> None:
    with pytest.raises(PeopleRefused, match="exists already"):
        PeopleBook.create(house.path, pepper=PEPPER, cost=CHEAP)
    assert len(house.book.people()) == 3


def test_another_pepper_is_refused(house: SmallBook) -> None:
    with pytest.raises(PeopleRefused, match="another pepper"):
        PeopleBook.open(house.path, pepper=bytes(32), cost=CHEAP)


def test_a_newer_form_and_a_file_of_others_are_refused(house: SmallBook, tmp_path: Path) -> None:
    change(house.path, "PRAGMA user_version = 2")
    with pytest.raises(PeopleRefused, match="form 2, this program knows form 1"):
        house.opened_again()
    change(tmp_path / "other.db", "CREATE TABLE people (id)")
    (tmp_path / "other.db").chmod(0o600)
    with pytest.raises(PeopleRefused, match="no file of people"):
        PeopleBook.open(tmp_path / "other.db", pepper=PEPPER, cost=CHEAP)


def test_rubbish_and_a_missing_file_are_told_apart(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"no database at all" * 100)
    rubbish.chmod(0o600)
    with pytest.raises(PeopleDamaged, match="no file of people"):
        PeopleBook.open(rubbish, pepper=PEPPER, cost=CHEAP)
    with pytest.raises(PeopleRefused, match="cannot be read"):
        PeopleBook.open(tmp_path / "missing.db", pepper=PEPPER, cost=CHEAP)
    with pytest.raises(PeopleRefused, match="cannot be made"):
        PeopleBook.create(rubbish / "below" / "people.db", pepper=PEPPER, cost=CHEAP)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE people SET roles = 'dealer supervisor' WHERE id = 'p3'",
        "UPDATE people SET name = 'Sam Okafor Jr', name_compared = 'sam okafor jr' WHERE id = 'p3'",
        "UPDATE people SET pin_hash = (SELECT pin_hash FROM people WHERE id = 'p1') WHERE id = 'p3'",
        "UPDATE people SET id = 'p4' WHERE id = 'p3'",
        "UPDATE people SET badge_compared = 'x' WHERE id = 'p3'",
        "UPDATE people SET locked_by = 'p1' WHERE id = 'p3'",
        "UPDATE people SET seal = (SELECT seal FROM people WHERE id = 'p1') WHERE id = 'p3'",
    ],
)
def test_a_row_changed_by_hand_admits_nobody(house: SmallBook, statement: str) -> None:
    change(house.path, statement)
    with pytest.raises(PeopleDamaged, match="changed by other means"):
        house.book.people()
    assert house.book.authenticate("P-100", pin_of(house.paula), now_ms=NOW) == house.paula


def test_a_lock_by_hand_cannot_be_taken_out_of_the_file(house: SmallBook) -> None:
    house.staff.lock(house.dana, why="left the house", by=house.paula, now_ms=NOW)
    change(house.path, "UPDATE people SET locked_by = NULL, locked_why = NULL WHERE id = 'p3'")
    with pytest.raises(PeopleDamaged):
        house.book.authenticate("D-300", pin_of(house.dana), now_ms=NOW)


@pytest.mark.parametrize("statement", ["UPDATE changes SET by = 'p2'", "DELETE FROM changes"])
def test_what_was_done_to_people_stays_on_record(house: SmallBook, statement: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="stays on record"):
        change(house.path, statement)
    assert [done.what for done in house.book.changes()] == ["added"] * 3


def test_a_failed_change_leaves_everything_as_it_was(house: SmallBook) -> None:
    with pytest.raises(RuntimeError), house.book.store.page() as page:  # noqa: PT012
        page.forget_tries("person:p1")
        kept = page.find("S-200")
        assert kept is not None
        page.put_tries(page.whose(kept, ""), page.tries("x").one_more(house.book.rule, NOW))
        raise RuntimeError
    assert [person.wrong for person in house.book.people()] == [0, 0, 0]


def test_a_broken_file_is_told_without_the_values_in_it(house: SmallBook) -> None:
    change(house.path, "DROP TABLE tries")
    with pytest.raises(PeopleDamaged, match="no such table") as caught:
        house.book.authenticate("S-200", pin_of(house.sam), now_ms=NOW)
    assert "S-200" not in str(caught.value)
    assert "person:" not in str(caught.value)


# --- the pepper ------------------------------------------------------------------------------------------------------


def test_a_pepper_is_made_once_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "pepper"
    made = create_pepper(path)
    assert len(made) == 32
    assert made != create_pepper(tmp_path / "other")
    with pytest.raises(PeopleRefused, match="exists already"):
        create_pepper(path)
    assert load_pepper(path) == made


@pytest.mark.parametrize(
    ("content", "says"), [("", "no pepper file"), ("abcd", "no pepper file"), ("zz" * 32, "no pepper file")]
)
def test_a_pepper_file_with_something_else_in_it_is_refused(tmp_path: Path, content: str, says: str) -> None:
    path = tmp_path / "pepper"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(PeopleRefused, match=says):
        load_pepper(path)


def test_a_pepper_that_others_can_read_or_that_is_missing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pepper"
    create_pepper(path)
    path.chmod(0o604)
    with pytest.raises(PeopleRefused, match="chmod 600"):
        load_pepper(path)
    with pytest.raises(PeopleRefused, match="put it back"):
        load_pepper(tmp_path / "missing")
    with pytest.raises(PeopleRefused, match="cannot be made"):
        create_pepper(path / "below")
    with pytest.raises(PeopleRefused, match="cannot be made: File name too long"):
        create_pepper(tmp_path / ("x" * 300))


def test_no_two_lists_of_parts_have_the_same_seal() -> None:
    assert len({seal(PEPPER, *parts) for parts in (("a", "bc"), ("ab", "c"), ("abc",), ("a", "b", "c"))}) == 4


def test_a_book_in_memory_counts_wrong_pins_as_one_in_a_file_does() -> None:
    """For tables in virtual time; two of them know nothing of each other."""
    books = [PeopleBook(PeopleStore.in_memory(PEPPER), PinHasher(PEPPER, CHEAP), LockOutRule()) for _ in range(2)]
    staff = Staff(books[0], load_permissions())
    staff.add(name="Pat", badge="B-1", roles=(Role.PIT_MANAGER,), pin=Pin("82736451"), by=None, now_ms=NOW)
    for _ in range(5):
        answer = books[0].authenticate("Pat", Pin("40691375"), now_ms=NOW)
    assert isinstance(answer, NotAdmitted)
    assert answer.locked_now
    assert isinstance(books[0].authenticate("Pat", Pin("82736451"), now_ms=NOW), NotAdmitted)
    assert isinstance(books[0].authenticate("Pat", Pin("82736451"), now_ms=NOW + 60_000), Person)
    assert isinstance(books[1].authenticate("Pat", Pin("82736451"), now_ms=NOW), NotAdmitted)
