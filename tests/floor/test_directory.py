"""One directory of people for the house, and a signed copy of it at every table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from psycopg import errors

from dealer_console.cli.floor import people as command
from dealer_console.cli.operations.people import PeopleAdmin
from dealer_console.floor import FloorRefused, Forwarder
from dealer_console.floor.directory import PublishedDirectory, last_version, newer, publish
from dealer_console.game.message import Message
from dealer_console.journal.keys import create_key, load_key, public_key
from dealer_console.messages import recorded
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
    load_permissions,
)
from dealer_console.table.people.directory import NOT_LISTED, TRUSTED, WENT_BACK, check_pin, take_newest
from tests.rigs.floor_rig import BRISK, PIT, TABLE, FloorRig, NotedTable, wait_until
from tests.rigs.staff import CHEAP

PIN = {"Paula": "918273", "Sam": "406917"}


class Stand:
    """Where people are managed: a book, its pepper, the key of the directory."""

    def __init__(self, folder: Path, floor: FloorRig) -> None:
        self.folder, self.floor = folder, floor
        self.pepper_file = folder / "keys" / "pepper"
        self.pepper = create_pepper(self.pepper_file)
        self.key = folder / "keys" / "directory.key"
        create_key(self.key)
        self.file = folder / "people.db"
        self.book = PeopleBook.create(self.file, pepper=self.pepper, cost=CHEAP)
        self.staff = Staff(self.book, load_permissions())
        self.paula = self._add("Paula", Role.PIT_MANAGER, None)
        self.sam = self._add("Sam", Role.SUPERVISOR, self.paula)

    def _add(self, name: str, role: Role, by: Person | None) -> Person:
        return self.staff.add(name=name, badge=f"B-{name}", roles=[role], pin=Pin(PIN[name]), by=by, now_ms=0)

    def publish(self) -> int:
        admin = PeopleAdmin(people=self.file, pepper=self.pepper_file)
        return command.publish_people(self.floor.url(PIT), admin, key=self.key)

    def copy(self, name: str = "copy.db") -> PeopleBook:
        return PeopleBook.create(self.folder / name, pepper=self.pepper, cost=CHEAP)

    def newest(self) -> PublishedDirectory:
        with self.floor.pit() as connection:
            return next(newer(connection, 0))


@pytest.fixture
def stand(floor: FloorRig, tmp_path: Path) -> Iterator[Stand]:
    made = Stand(tmp_path, floor)
    yield made
    made.book.close()


def comes_in(book: PeopleBook, name: str) -> object:
    return book.authenticate(name, Pin(PIN[name]), now_ms=1)


def test_a_table_takes_the_directory_from_the_floor_and_keeps_it_when_the_floor_is_away(
    stand: Stand, table: NotedTable
) -> None:
    assert stand.publish() == 0
    book = stand.copy()
    forwarder = Forwarder(
        journal=table.path,
        url=table.floor.url(TABLE),
        table=TABLE,
        pace=BRISK,
        on_directory=lambda published: take_newest(book.store, published),
    )
    forwarder.start()
    wait_until(lambda: len(book.people()) == 2, "the people of the house are known here")
    stand.staff.lock(stand.sam, why="on leave", by=stand.paula, now_ms=2)
    assert stand.publish() == 0
    wait_until(lambda: isinstance(comes_in(book, "Sam"), NotAdmitted), "what was published is told")
    forwarder.stop()
    book.close()
    with PeopleBook.open(stand.folder / "copy.db", pepper=stand.pepper, cost=CHEAP) as again:
        assert comes_in(again, "Paula") == stand.paula
        assert again.signer(stand.paula.id) == stand.book.signer(stand.paula.id)


def test_an_id_is_one_person_everywhere(stand: Stand) -> None:
    """A table had a book of its own, in which the id of Sam was Bob. With the directory nobody is Bob any more."""
    with stand.copy() as book:
        own = Staff(book, load_permissions())
        ann = own.add(name="Ann", badge="1", roles=[Role.PIT_MANAGER], pin=Pin("918273"), by=None, now_ms=0)
        bob = own.add(name="Bob", badge="2", roles=[Role.DEALER], pin=Pin("573920"), by=ann, now_ms=0)
        third = own.add(name="Sam", badge="B-Sam", roles=[Role.DEALER], pin=Pin("573921"), by=ann, now_ms=0)
        assert bob.id == stand.sam.id
        stand.publish()
        take_newest(book.store, [stand.newest()])
        assert book.person(bob.id) == stand.sam
        assert comes_in(book, "Sam") == stand.sam
        assert isinstance(book.authenticate("Bob", Pin("573920"), now_ms=1), NotAdmitted)
        gone = next(listed for listed in book.people() if listed.person.id == third.id)
        assert gone.locked_why == NOT_LISTED
        assert book.signer(third.id) is None


def test_nobody_changes_a_copy(stand: Stand) -> None:
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        staff = Staff(book, load_permissions())
        with pytest.raises(PeopleRefused, match="kept in the directory of the house"):
            staff.lock(stand.sam, why="x", by=stand.paula, now_ms=3)
        with pytest.raises(PeopleRefused, match="kept in the directory of the house"):
            book.change_pin("Paula", Pin(PIN["Paula"]), Pin("620481"), now_ms=3)
        with pytest.raises(PeopleRefused, match="is a copy of the directory"):
            command_publish(stand, book)


def command_publish(stand: Stand, book: PeopleBook) -> None:
    from dealer_console.table.people.directory import sign_directory

    sign_directory(book.store, bytes(32), version=9, at_ms=0)


FORGERIES = {
    "a word in it": lambda given: replace(given, document=given.document.replace("Sam", "Eve")),
    "another version": lambda given: replace(given, version=given.version + 7),
    "another signature": lambda given: replace(given, signature="ab" * 64),
    "no signature": lambda given: replace(given, signature="x"),
    "another key": lambda given: replace(given, key="ab" * 32),
}


@pytest.mark.parametrize("forged", FORGERIES)
def test_a_directory_that_is_not_what_was_signed_is_not_taken(stand: Stand, forged: str) -> None:
    stand.publish()
    with stand.copy() as book:
        with pytest.raises(PeopleRefused):
            take_newest(book.store, [FORGERIES[forged](stand.newest())])
        assert book.people() == ()


def test_what_somebody_with_the_pits_login_publishes_is_passed_over(stand: Stand) -> None:
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        stand.staff.lock(stand.sam, why="on leave", by=stand.paula, now_ms=2)
        stand.publish()
        other = PublishedDirectory(version=3, document='{"people":[]}', key="ab" * 32, signature="cd" * 64)
        with stand.floor.pit() as connection:
            publish(connection, other)
            assert take_newest(book.store, newer(connection, 1)) == 2
        assert isinstance(comes_in(book, "Sam"), NotAdmitted)


def test_forged_directories_on_top_hide_no_genuine_one(stand: Stand, table: NotedTable) -> None:
    """Sam is locked, and somebody with the pit's login puts a pile of rows over that."""
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        stand.staff.lock(stand.sam, why="on leave", by=stand.paula, now_ms=2)
        stand.publish()
        key = stand.newest().key
        with stand.floor.pit() as connection:
            for version in range(3, 20):
                forged = PublishedDirectory(version=version, document='{"people":[]}', key=key, signature="cd" * 64)
                publish(connection, forged)
        forwarder = Forwarder(
            journal=table.path,
            url=table.floor.url(TABLE),
            table=TABLE,
            pace=BRISK,
            on_directory=lambda published: take_newest(book.store, published),
        )
        forwarder.start()
        wait_until(lambda: isinstance(comes_in(book, "Sam"), NotAdmitted), "the genuine one is found below them")
        forwarder.stop()


def test_one_login_publishes_no_flood_of_directories(stand: Stand) -> None:
    insert = "INSERT INTO floor.directory (version, document, key, signature) VALUES (%s, %s, %s, %s)"
    rows = [(version, "{}", "ab" * 32, "cd" * 64) for version in range(1, 202)]
    with (
        psycopg.connect(stand.floor.url(PIT), autocommit=True) as connection,
        pytest.raises(psycopg.Error, match="200 directories"),
        connection.cursor() as cursor,
    ):
        cursor.executemany(insert, rows)


def test_an_older_directory_does_not_come_back(stand: Stand) -> None:
    stand.publish()
    old = stand.newest()
    stand.staff.lock(stand.sam, why="left", by=stand.paula, now_ms=2)
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        take_newest(book.store, [old])
        assert isinstance(comes_in(book, "Sam"), NotAdmitted)


@pytest.mark.parametrize("how", ["an old copy", "a second book"])
def test_a_book_that_lacks_changes_of_the_directory_is_published_by_two_people_only(
    stand: Stand, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], how: str
) -> None:
    """Somebody brings the book from before Sam's lock to the computer that publishes, and opens the pit there."""
    stand.publish()
    old = stand.file.read_bytes()
    stand.staff.lock(stand.sam, why="left", by=stand.paula, now_ms=2)
    stand.publish()
    version = stand.newest().version
    stand.file.write_bytes(old)
    if how == "a second book":  # in which as many things were done, but others
        for before, after in ((PIN["Sam"], "640517"), ("640517", "862043")):
            stand.book.change_pin("Sam", Pin(before), Pin(after), now_ms=3)
    attempts: list[Message | None] = []
    monkeypatch.setattr(command, "directory_key_file", lambda: stand.key)
    command.keep_published(stand.floor.url(PIT), stand.book, attempts.append)
    (failure,) = attempts
    assert failure is not None
    assert "lacks changes that version 2 of the directory knows" in recorded(failure)
    assert stand.publish() == 2
    assert "two people publish this one" in capsys.readouterr().err
    assert stand.newest().version == version
    sam = PIN["Sam"] if how == "an old copy" else "862043"
    for second, who in ((PIN["Paula"], "B-Paula"), (sam, "Sam")):
        admin = admin_of(stand, stand.file, PIN["Paula"], second)
        ended = command.publish_people(stand.floor.url(PIT), admin, key=stand.key, older_by="Paula", approved_by=who)
        assert ended == (2 if who == "B-Paula" else 0)
    assert stand.newest().version == version + 1
    *_, change = stand.book.changes()
    assert (change.what, change.by, change.second) == (WENT_BACK, stand.paula.id, stand.sam.id)
    assert stand.publish() == 0, "the next one follows it"


def test_a_copy_knows_the_keys_that_people_had_in_versions_between(stand: Stand) -> None:
    """So that what somebody signed before a new PIN is known everywhere as theirs."""
    had: list[str] = []
    pins = [PIN["Sam"], "531842", "640517", "862043", "913750"]

    def next_pin() -> None:
        old, new = pins[len(had)], pins[len(had) + 1]
        assert not isinstance(stand.book.change_pin("Sam", Pin(old), Pin(new), now_ms=len(had) + 1), NotAdmitted)

    for _ in range(3):
        next_pin()
        had += [key.public for key in stand.book.signing_keys(stand.sam.id)[:1]]
        stand.publish()
    with stand.copy() as book, stand.floor.pit() as connection:
        take_newest(book.store, newer(connection, 0))
        known = book.signing_keys(stand.sam.id)
        assert {key.public for key in known} == set(had)
        assert [key.public for key in known if key.until_ms is None] == had[-1:]
        next_pin()
        stand.publish()
        take_newest(book.store, [stand.newest()])
        assert {key.public for key in book.signing_keys(stand.sam.id)} > set(had)


def test_the_key_of_the_first_copy_signs_the_next(stand: Stand, tmp_path: Path) -> None:
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        stand.key = tmp_path / "keys" / "another.key"
        stand.publish()
        with pytest.raises(PeopleRefused, match="signed by another key"):
            take_newest(book.store, [stand.newest()])


# --- which key is trusted --------------------------------------------------------------------------------------------


def public(stand: Stand) -> str:
    return public_key(load_key(stand.key)).hex()


def admin_of(stand: Stand, file: Path, *pins: str) -> PeopleAdmin:
    typed = iter(pins)
    return PeopleAdmin(people=file, pepper=stand.pepper_file, ask=lambda _: Pin(next(typed)), cost=CHEAP)


def test_at_first_contact_only_the_key_of_the_tables_file_is_believed(stand: Stand) -> None:
    """Somebody between table and floor, or with the pit's login, cannot be the first."""
    stand.publish()
    with stand.copy() as book:
        with pytest.raises(PeopleRefused, match="signed by another key"):
            take_newest(book.store, [stand.newest()], "ab" * 32)
        assert book.people() == ()
        assert take_newest(book.store, [stand.newest()], public(stand)) == 1


def test_a_stand_gives_the_key_that_it_was_told_on_paper(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.publish()
    file, where = stand.folder / "new.db", stand.floor.url(PIT)
    assert command.fetch_people(where, people=file, pepper=stand.pepper_file, directory_key="ab" * 32) == 2
    assert "signed by another key" in capsys.readouterr().err
    assert command.fetch_people(where, people=file, pepper=stand.pepper_file, directory_key="nonsense") == 2
    assert command.fetch_people(where, people=file, pepper=stand.pepper_file, directory_key=public(stand)) == 0
    capsys.readouterr()
    assert command.fetch_people(where, people=file, pepper=stand.pepper_file, directory_key="ab" * 32) == 2
    assert "two people trust another key" in capsys.readouterr().err


def test_without_a_pin_the_key_is_shown_for_comparison(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.publish()
    assert f"signed by {public(stand)}" in capsys.readouterr().out
    assert command.fetch_people(stand.floor.url(PIT), people=stand.folder / "n.db", pepper=stand.pepper_file) == 0
    assert f"signed by {public(stand)}: compare it" in capsys.readouterr().out


def test_another_key_in_the_tables_file_is_refused_until_two_people_trust_it(stand: Stand) -> None:
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()], public(stand))
        check_pin(book.store, None)  # a file that names none changes nothing
        check_pin(book.store, public(stand))
        with pytest.raises(PeopleRefused, match="two people trust another key"):
            check_pin(book.store, "ab" * 32)


def test_two_people_trust_another_key_and_it_is_on_record(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.publish()
    file = stand.folder / "copy.db"
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
    stand.key = stand.folder / "keys" / "another.key"
    stand.publish()
    new = public(stand)
    alone = admin_of(stand, file, PIN["Paula"], PIN["Paula"])
    assert command.trust_directory(new, alone, by="Paula", approved_by="B-Paula") == 2
    guessed = admin_of(stand, file, PIN["Paula"], "111222")
    assert command.trust_directory(new, guessed, by="Paula", approved_by="Sam") == 2
    assert "cannot do this together" in capsys.readouterr().err
    with PeopleBook.open(file, pepper=stand.pepper, cost=CHEAP) as book:
        with pytest.raises(PeopleRefused, match="signed by another key"):
            take_newest(book.store, [stand.newest()])
        assert (
            command.trust_directory(new, admin_of(stand, file, PIN["Paula"], PIN["Sam"]), by="Paula", approved_by="Sam")
            == 0
        )
        *_, change = book.changes()
        assert (change.what, change.detail) == (TRUSTED, new)
        assert (change.by, change.second) == (stand.paula.id, stand.sam.id)
        assert take_newest(book.store, [stand.newest()]) == 2
        check_pin(book.store, new)


def test_a_trusted_key_put_in_by_other_means_is_found(stand: Stand) -> None:
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        with sqlite3.connect(stand.folder / "copy.db") as file:
            file.execute("INSERT INTO trusted_key VALUES (?, 'x')", ("ab" * 32,))
        file.close()
        with pytest.raises(PeopleDamaged, match="trusted key"):
            take_newest(book.store, [replace(stand.newest(), version=2)])


def test_a_row_changed_in_the_copy_is_found_when_it_is_opened(stand: Stand) -> None:
    """By somebody with a shell and the pepper, who seals the row again; the directory's key he has not."""
    stand.publish()
    with stand.copy() as book:
        take_newest(book.store, [stand.newest()])
        with book.store.page() as page:
            kept = page.by_id(stand.sam.id)
            assert kept is not None
            page.update(replace(kept, person=replace(kept.person, roles=(Role.PIT_MANAGER,))))
    with pytest.raises(PeopleDamaged, match="is not as the signed directory says"):
        PeopleBook.open(stand.folder / "copy.db", pepper=stand.pepper, cost=CHEAP)


def test_another_pepper_is_named(stand: Stand, tmp_path: Path) -> None:
    stand.publish()
    with (
        PeopleBook.create(tmp_path / "other.db", pepper=bytes(32), cost=CHEAP) as book,
        pytest.raises(PeopleRefused, match="another pepper"),
    ):
        take_newest(book.store, [stand.newest()])


def test_a_new_machine_fetches_the_directory(stand: Stand, capsys: pytest.CaptureFixture[str]) -> None:
    stand.publish()
    file = stand.folder / "new.db"
    assert command.fetch_people(stand.floor.url(PIT), people=file, pepper=stand.pepper_file) == 0
    assert "version 1 of the directory: 2 people" in capsys.readouterr().out


def test_of_two_who_publish_at_once_one_is_told(stand: Stand) -> None:
    stand.publish()
    with pytest.raises(FloorRefused, match="the directory has version 1: publish it again"), stand.floor.pit() as line:
        publish(line, stand.newest())
    with stand.floor.pit() as connection:
        assert last_version(connection) == 1


@pytest.mark.parametrize(
    "statement",
    ["SELECT document FROM floor.directory", "UPDATE floor.directory SET key = key", "DELETE FROM floor.directory"],
)
def test_the_directory_is_only_added_to(stand: Stand, statement: str) -> None:
    for login in (TABLE, PIT):
        with (
            psycopg.connect(stand.floor.url(login), autocommit=True) as connection,
            pytest.raises(errors.InsufficientPrivilege),
        ):
            connection.execute(statement.encode())


def test_a_book_of_before_becomes_a_copy(stand: Stand) -> None:
    """A file that was made before there was a directory has no place for one yet."""
    stand.publish()
    path = stand.folder / "old.db"
    PeopleBook.create(path, pepper=stand.pepper, cost=CHEAP).close()
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE directory")
        file.execute("DROP TABLE ruling_keys")
    file.close()
    with PeopleBook.open(path, pepper=stand.pepper, cost=CHEAP) as book:
        take_newest(book.store, [stand.newest()])
        assert comes_in(book, "Sam") == stand.sam
