"""`dealer-console floor publish-people` and `fetch-people`: the one directory of people of the house."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy.exc import DBAPIError

from dealer_console.app.paths import people_file, pepper_file, settings_folder
from dealer_console.cli.floor.access import Where, address_of, directory_key_of, floor_verb, open_floor
from dealer_console.cli.operations.people import PeopleAdmin
from dealer_console.cli.output import say_line
from dealer_console.cli.verbs import PeopleFile, PepperFile
from dealer_console.floor import FloorError, address
from dealer_console.floor.directory import PublishedDirectory, last_version, newer, publish
from dealer_console.game.message import Message, Quoted
from dealer_console.journal.keys import load_key, load_or_create_key, public_key
from dealer_console.table.people import Action, PeopleBook, PeopleRefused, load_pepper
from dealer_console.table.people.directory import (
    check_pin,
    go_back,
    refuse_older,
    says_the_same,
    sign_directory,
    take_newest,
    trust_key,
)

OnAttempt = Callable[[Message | None], None]
DirectoryKey = Annotated[Path | None, typer.Option("--key", help="help-people-directory-key")]


def directory_key_file() -> Path:
    return settings_folder() / "directory.key"


PinnedKey = Annotated[str | None, typer.Option("--directory-key", help="help-people-pinned-key")]


@floor_verb
def publish_people(
    where: Where,
    admin: PeopleAdmin,
    key: DirectoryKey = None,
    older_by: Annotated[str | None, typer.Option("--older-by", help="help-directory-older-by")] = None,
    approved_by: Annotated[str | None, typer.Option("--approved-by", help="help-directory-approved-by")] = None,
) -> None:
    """Publish the book of people of this machine as the directory of the house. Needs a login of the pit.

    A book that lacks changes of the published directory is published by two people only.
    """
    seed = load_or_create_key(key or directory_key_file())
    goes_back = older_by is not None
    two = admin.two(Action.PEOPLE_MANAGE, older_by, approved_by) if goes_back else None
    with _book(admin.people, admin.pepper) as book:
        if two is not None:
            go_back(book.store, by=two[0], second=two[1], now_ms=admin.now_ms())
        published = _publish(address_of(where), book, seed, goes_back=goes_back)
    say_line("out-published", version=published.version, key=published.key)
    say_line("out-keep-directory-key")


@floor_verb
def fetch_people(
    where: Where, people: PeopleFile = None, pepper: PepperFile = None, directory_key: PinnedKey = None
) -> None:
    """Make the book of people of this machine a copy of the directory of the house, or bring the copy up to date."""
    file = people or people_file()
    loaded = load_pepper(pepper or pepper_file())
    if not file.exists():
        PeopleBook.create(file, pepper=loaded).close()
    pinned = _key(directory_key) if directory_key else directory_key_of(where)
    with PeopleBook.open(file, pepper=loaded) as book, open_floor(where) as connection:
        check_pin(book.store, pinned)
        version = take_newest(book.store, newer(connection, 0), pinned)
        count = len(book.people())
        with book.store.page() as page:
            trusted = page.trusted_key()
    say_line("out-directory", file=str(file), version=version, count=count)
    if pinned is None:
        say_line("out-directory-signed", key=str(trusted))


@floor_verb
def trust_directory(
    key: Annotated[str, typer.Argument(help="help-directory-key")],
    admin: PeopleAdmin,
    by: Annotated[str, typer.Option("--by", help="help-directory-by")],
    approved_by: Annotated[str, typer.Option("--approved-by", help="help-directory-approved-by")],
) -> None:
    """The directory of people is signed by another key from now on: two people say so, and it goes into the journal."""
    public = _key(key)
    first, second = admin.two(Action.PEOPLE_MANAGE, by, approved_by)
    with admin.book() as book:
        trust_key(book.store, public, by=first, second=second, now_ms=admin.now_ms())
    say_line("out-directory-key", key=public)


def _key(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text.strip().lower()):
        raise PeopleRefused(Message("people-no-public-key-give", text=Quoted(text)))
    return text.strip().lower()


def _book(people: Path | None, pepper: Path | None) -> PeopleBook:
    return PeopleBook.open(people or people_file(), pepper=load_pepper(pepper or pepper_file()))


def _publish(target: str, book: PeopleBook, seed: bytes, *, goes_back: bool = False) -> PublishedDirectory:
    """Everything that is in the book now; also when another window publishes at the same moment."""
    with address.connect(target, program="dealer-console floor publish-people") as connection:
        while True:
            if not goes_back:
                refuse_older(book.store, newer(connection, 0), public_key(seed).hex())
            version = last_version(connection) + 1
            signed = sign_directory(book.store, seed, version=version, at_ms=time.time_ns() // 1_000_000)
            published = PublishedDirectory(**asdict(signed))
            try:
                publish(connection, published)
            except DBAPIError:
                if last_version(connection) < version:
                    raise
            else:
                return published


def keep_published(target: str, book: PeopleBook, on_attempt: OnAttempt) -> None:
    """Where the directory's key lies, every change to people is published at once; elsewhere the copy is renewed.

    What was changed while the floor was away is published now. `on_attempt` hears of each change why it was not
    published, or None.
    """
    file = directory_key_file()
    with book.store.page() as page:
        is_copy = page.directory() is not None
    if file.exists() and not is_copy:
        seed = load_key(file)
        book.store.on_change = lambda: _publish_quietly(target, book, seed, on_attempt)
        if not _is_published(target, book, seed):
            book.store.on_change()
        return
    with address.connect(target, program="dealer-console pit") as connection:
        take_newest(book.store, newer(connection, 0))


def _is_published(target: str, book: PeopleBook, seed: bytes) -> bool:
    signed = sign_directory(book.store, seed, version=0, at_ms=0)
    with suppress(FloorError), address.connect(target, program="dealer-console pit") as connection:
        return says_the_same(newer(connection, 0), signed)
    return False


def _publish_quietly(target: str, book: PeopleBook, seed: bytes, on_attempt: OnAttempt) -> None:
    """The change stands in the book whatever the floor says; `publish-people` brings it there later."""
    try:
        _publish(target, book, seed)
    except (FloorError, PeopleRefused) as error:
        on_attempt(Message("out-not-published", reason=error.message))
    else:
        on_attempt(None)
