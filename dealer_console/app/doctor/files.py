"""The files of a table: modes, people, journal and its form."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from dealer_console.app.doctor.finding import Examined, Finding, ok, problem, warning
from dealer_console.app.keeping.inventory import kept_journal
from dealer_console.journal import migrate
from dealer_console.journal.checkpoints import head_path, read_head
from dealer_console.journal.errors import JournalError
from dealer_console.journal.keys import load_key, public_key
from dealer_console.journal.storage.reader import read_only
from dealer_console.table.people import PeopleBook, PeopleDamaged, PeopleRefused, Role, load_pepper


def modes(examined: Examined) -> Iterator[Finding]:
    """Keys are for the console's user alone."""
    places, journal_file = examined.places, examined.journal
    secret = [places.pepper, places.people, places.devices]
    if journal_file is not None:
        secret.append(journal_file.with_suffix(".key"))
    open_files = [file for file in secret if file.exists() and _mode(file) & 0o077]
    for file in open_files:
        yield problem("modes", f"{file} can be read by others (mode {_mode(file):03o})", f"chmod 600 {file}")
    if places.data.is_dir() and _mode(places.data) & 0o022:
        yield warning("modes", f"others can write into {places.data}", f"chmod 700 {places.data}")
    if not open_files:
        yield ok("modes", "keys, people and devices are for this user alone")


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def people(examined: Examined) -> Iterator[Finding]:
    places = examined.places
    if not places.people.exists():
        add = "dealer-console people add NAME --badge NUMBER --role pit-manager"
        yield problem("people", f"there is no book of people at {places.people}", add)
        return
    try:
        with PeopleBook.open(places.people, pepper=load_pepper(places.pepper)) as book:
            listed = [row.person for row in book.people()]
    except (PeopleRefused, PeopleDamaged) as error:
        yield problem("people", str(error), f"dealer-console restore BACKUP --to {places.data}")
        return
    lacking = [role for role in (Role.DEALER, Role.SUPERVISOR) if not any(role in one.roles for one in listed)]
    for role in lacking:
        add = f"dealer-console people add NAME --badge NUMBER --role {role} --by NAME"
        yield problem("people", f"nobody is a {role}: the table cannot be opened", add)
    if not lacking:
        yield ok("people", f"{len(listed)} in the book")


def journal(examined: Examined) -> Iterator[Finding]:
    """Its form, its table, its key, and its end against the head outside. The whole of it is for `verify`."""
    file, table = examined.journal, examined.table
    if file is None or table is None:
        return
    if not file.exists():
        yield ok("journal", "is made when the table is opened for the first time")
        return
    verify = f"dealer-console verify {file}"
    try:
        with read_only(file) as connection:
            (form,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        kept = kept_journal(file)
    except (JournalError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
        yield problem("journal", f"it cannot be read: {error}", verify)
        return
    yield from _ends(file, kept.log, kept.seq, verify)
    yield from _key(file, kept.public_key)
    if kept.table != table.name:
        says = f"{file} is the journal of {kept.table}, not of {table.name}"
        yield problem("journal", says, "name another journal in the table's file")
    yield ok("journal", f"{kept.seq} entries, form {form} of {migrate.NEWEST}")


def _ends(file: Path, log: str, last: int, verify: str) -> Iterator[Finding]:
    head = read_head(head_path(file))
    if head is None:
        yield problem("journal", f"its head {head_path(file)} is missing", f"{verify}, then put the head back")
    elif head[0] != log or head[1].seq > last:
        yield problem("journal", "its head belongs to another or longer journal: entries may be missing", verify)


def _key(file: Path, known: str) -> Iterator[Finding]:
    key_file = file.with_suffix(".key")
    try:
        seed = load_key(key_file)
    except JournalError as error:
        yield problem("journal", str(error), f"put {key_file} back from the backup: dealer-console restore")
        return
    if public_key(seed).hex() != known:
        yield problem("journal", f"{key_file} is the key of another journal", "put the right key back from the backup")
