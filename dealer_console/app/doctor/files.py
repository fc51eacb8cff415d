"""The files of a table: modes, people, journal and its form."""

from __future__ import annotations

import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from dealer_console.app.doctor.finding import Examined, Finding, Mend, ok, problem, warning
from dealer_console.app.journal_files.inventory import kept_journal
from dealer_console.app.paths import Places
from dealer_console.game.message import Message, Term
from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import head_path, read_head
from dealer_console.journal.errors import JournalError
from dealer_console.journal.keys import load_key, public_key
from dealer_console.journal.storage.reader import read_only
from dealer_console.rulebook.problems import reason_of
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, Role, load_pepper


def modes(examined: Examined) -> Iterator[Finding]:
    """Keys are for the console's user alone."""
    places, journal_file = examined.places, examined.journal
    secret = [places.pepper, places.people, places.devices, places.devices.with_suffix(".house-key")]
    if journal_file is not None:
        secret.append(journal_file.with_suffix(".key"))
    open_files = [file for file in secret if file.exists() and _mode(file) & 0o077]
    for file in open_files:
        mode = f"{_mode(file):03o}"
        yield problem("modes", Message("doctor-others-can-read", file=file, mode=mode), f"chmod 600 {file}")
    if places.data.is_dir() and _mode(places.data) & 0o022:
        yield warning("modes", Message("doctor-others-can-write", folder=places.data), f"chmod 700 {places.data}")
    if not open_files:
        yield ok("modes", Message("doctor-modes-well"))


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def people(examined: Examined) -> Iterator[Finding]:
    places = examined.places
    if not places.people.exists():
        add = Message("mend-first-person", options=places.people_options)
        yield problem("people", Message("doctor-no-people", file=places.people), add)
        return
    try:
        with PeopleBook.open(places.people, pepper=load_pepper(places.pepper)) as book:
            listed = [row.person for row in book.people()]
    except (PeopleRefused, PeopleDamaged) as error:
        yield problem("people", reason_of(error), _people_back(reason_of(error), places))
        return
    lacking = [role for role in (Role.DEALER, Role.SUPERVISOR) if not any(role in person.roles for person in listed)]
    for role in lacking:
        add = Message("mend-person", role=role.value, options=places.people_options)
        yield problem("people", Message("doctor-nobody-is", role=Term("role-word", role.value)), add)
    if not lacking:
        yield ok("people", Message("doctor-people-well", count=len(listed)))


def _people_back(reason: Message, places: Places) -> Mend:
    """No backup has the pepper; a list of a newer program needs that program."""
    if "pepper" in reason.code:
        return Message("mend-pepper", file=places.pepper)
    if reason.code == "people-form-program-knows-form":
        return Message("mend-update", python=sys.executable)
    if reason.code == "people-can-read-others-mode":
        return f"chmod 600 {reason['path']}"
    return from_backup("people.db", places.people)


def from_backup(name: str, file: Path) -> Mend:
    """One file back to its place. `restore` brings a whole journal back, with proof."""
    return Message("mend-from-backup", name=name, file=file)


def journal(examined: Examined) -> Iterator[Finding]:
    """Its form, its table, its key, and its end against the head outside. The whole of it is for `verify`."""
    file, table = examined.journal, examined.table
    if file is None or table is None:
        return
    if not file.exists():
        yield ok("journal", Message("doctor-journal-not-yet"))
        return
    restore = _restored(file, examined.places.data)
    try:
        with read_only(file) as connection:
            (form,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        kept = kept_journal(file)
    except (JournalError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        reason = reason_of(error) if isinstance(error, JournalError) else str(error)
        yield problem("journal", Message("doctor-journal-unreadable", reason=reason), restore)
        return
    yield from _ends(file, table.journal, kept.log, kept.seq, restore)
    yield from _key(file, table.journal, kept.public_key)
    if kept.table != table.name:
        says = Message("doctor-journal-of-another", file=file, other=kept.table, table=table.name)
        yield problem("journal", says, Message("mend-name-journal", table=table.name))
    yield ok("journal", Message("doctor-journal-well", entries=kept.seq, form=form, newest=migrate.NEWEST))


def _restored(file: Path, data: Path) -> Mend:
    """What is damaged stays as evidence; the last backup comes in its place, proved."""
    aside = file.with_suffix(".damaged")
    moved = f"{file}* {file.with_suffix('.key')}"
    return Message("mend-restore-journal", aside=aside, moved=moved, data=data)


def _ends(file: Path, name: str, log: str, last: int, restore: Mend) -> Iterator[Finding]:
    head_file = head_path(file)
    head = read_head(head_file)
    if head is None:
        put_back = from_backup(str(head_path(Path(name))), head_file)
        yield problem("journal", Message("doctor-head-missing", file=head_file), put_back)
    elif head[0] != log or head[1].seq > last:
        yield problem("journal", Message("doctor-head-of-another"), restore)


def _key(file: Path, name: str, known: str) -> Iterator[Finding]:
    key_file = file.with_suffix(".key")
    put_back = from_backup(str(Path(name).with_suffix(".key")), key_file)
    try:
        seed = load_key(key_file)
    except JournalError as error:
        yield problem("journal", reason_of(error), put_back)
        return
    if public_key(seed).hex() != known:
        yield problem("journal", Message("doctor-key-of-another", file=key_file), put_back)
