"""The directory of people of the house: one book is published, signed; every table and stand keeps a signed copy of it.

The copy is the book of its machine while the floor is away. Nobody changes a copy: people are managed where the
directory is published. So an id means the same person everywhere in the house.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from dealer_console.game.message import Message, Quoted
from dealer_console.journal import keys
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.table.people.person import PeopleDamaged, PeopleRefused, Person, PersonId, Role
from dealer_console.table.people.store import Page, PeopleStore
from dealer_console.table.people.store_tables import TAKEN, Change, KeptPerson, SignedDirectory

if TYPE_CHECKING:
    from dealer_console.floor.directory import PublishedDirectory

_DOMAIN: Final = b"dealer-console directory 1\0"
NOT_LISTED: Final = "is not in the directory of the house"
HOUSE: Final = PersonId("directory")
TRUSTED: Final = "trusted another directory key"
WENT_BACK: Final = "published an older staff list"


# --- publishing ----------------------------------------------------------------------------------------------------


def sign_directory(store: PeopleStore, seed: bytes, *, version: int, at_ms: int) -> SignedDirectory:
    """Everybody of this book, as the whole house shall know them. Raises `PeopleRefused` for a copy."""
    with store.page() as page:
        if page.directory() is not None:
            raise PeopleRefused(Message("people-copy-directory-publish-where", path=str(store.path)))
        people = [_plain(kept, page.ruling_key(kept.person.id)) for kept in page.everybody()]
        changes = page.changes()
    content: dict[str, Json] = {"at": at_ms, "people": people, "pepper": store.mark, "version": version}
    record: dict[str, Json] = {"changes": _number_of_last(changes), "record": _hash_of(changes)}
    document = canonical_object({**content, **record})
    signature = keys.sign(seed, _DOMAIN + document.encode()).hex()
    key = keys.public_key(seed).hex()
    return SignedDirectory(version=version, document=document, key=key, signature=signature)


def says_the_same(published: Iterable[PublishedDirectory], signed: SignedDirectory) -> bool:
    """Of everybody, in the newest that is genuine of this key."""
    newest = _newest_of(published, signed.key)
    return newest is not None and newest["people"] == json.loads(signed.document)["people"]


def refuse_older(store: PeopleStore, published: Iterable[PublishedDirectory], key: str) -> None:
    """Whoever publishes knows every change to people of the newest that this key has signed. Raises `PeopleRefused`.

    Otherwise a copy of the book from before a lock, or a second book, would take the lock back everywhere.
    """
    newest = _newest_of(published, key)
    if newest is None or "record" not in newest:  # by a program of before
        return
    with store.page() as page:
        known = [change for change in page.changes() if change.number <= newest["changes"]]
    if _hash_of(known) != newest["record"]:
        raise PeopleRefused(Message("people-older-than-published", path=str(store.path), version=newest["version"]))


def go_back(store: PeopleStore, *, by: Person, second: Person, now_ms: int) -> None:
    """Two people say that this older book counts from now on. Both came in by PIN."""
    with store.page() as page:
        page.note(Change(at_ms=now_ms, by=by.id, what=WENT_BACK, person=HOUSE, second=second.id))


def known_changes(store: PeopleStore) -> int:
    """How many changes to people the directory knows, of which this book is a copy; 0 where it does not say."""
    with store.page() as page:
        signed = page.directory()
    return 0 if signed is None else int(json.loads(signed.document).get("changes", 0))


def _newest_of(published: Iterable[PublishedDirectory], key: str) -> dict[str, Any] | None:
    """What the newest that this key has signed says."""
    signed = (SignedDirectory(**asdict(directory)) for directory in published)
    newest = next((directory for directory in signed if directory.key == key and _is_signed(directory)), None)
    return None if newest is None else dict(json.loads(newest.document))


def _number_of_last(changes: Sequence[Change]) -> int:
    return changes[-1].number if changes else 0


def _hash_of(changes: Sequence[Change]) -> str:
    return sha256("\n".join(canonical_object(asdict(change)) for change in changes).encode()).hexdigest()


def _plain(kept: KeptPerson, ruling_key: str | None) -> Json:
    person = kept.person
    return {
        "badge": person.badge,
        "id": person.id,
        "key": ruling_key,
        "locked_by": kept.locked_by,
        "locked_why": kept.locked_why,
        "name": person.name,
        "pin": kept.pin_hash,
        "roles": list(person.roles),
    }


# --- copies --------------------------------------------------------------------------------------------------------


def take_directory(store: PeopleStore, signed: SignedDirectory, pinned: str | None = None) -> bool:
    """Make this book a copy of the directory; False when it is that already. Raises `PeopleRefused`, nothing changed.

    The first copy decides by which key the next ones are signed; `pinned` decides it before.
    """
    with store.page() as page:
        before = page.directory()
        if before is not None and signed.version <= before.version:
            return False
        people, at_ms = _checked(store, signed, page.trusted_key() or pinned)
        listed = {kept.person.id for kept, _ in people}
        for kept in page.everybody():
            if kept.person.id not in listed:
                page.update(_unlisted(kept))
        _put(page, people, at_ms)
        page.put_directory(signed)
        # So the signed journal knows it, and an older copy of the book is found out.
        page.note(Change(at_ms=at_ms, by=HOUSE, what=TAKEN, person=HOUSE, detail=signed.as_noted))
    return True


def take_newest(store: PeopleStore, published: Iterable[PublishedDirectory], pinned: str | None = None) -> int:
    """Of what the floor holds, the newest that is genuine; the version that the book has then.

    Keys that people had in the versions between are noted as former ones. Raises `PeopleRefused` with what is against
    the newest when none of them is genuine.
    """
    why: PeopleRefused | None = None
    rest = iter(published)
    for directory in rest:
        signed = SignedDirectory(**asdict(directory))
        try:
            if take_directory(store, signed, pinned):
                _note_former_keys(store, (SignedDirectory(**asdict(older)) for older in rest))
        except PeopleRefused as refused:
            why = why or refused
            continue
        return directory.version
    if why is not None:
        raise why
    return 0


def _note_former_keys(store: PeopleStore, older: Iterable[SignedDirectory]) -> None:
    """The newest first; a key signed until the version after the last one that has it."""
    with store.page() as page:
        trusted, newest = page.trusted_key(), page.directory()
        ends_ms = 0 if newest is None else int(json.loads(newest.document)["at"])
        for signed in older:
            try:
                people, at_ms = _checked(store, signed, trusted)
            except PeopleRefused:
                continue
            for kept, key in people:
                person = kept.person.id
                known = {page.ruling_key(person), *(former.public for former in page.former_keys(person))}
                if key is not None and key not in known:
                    page.note_former_key(person, key, until_ms=ends_ms)
            ends_ms = at_ms


def trust_key(store: PeopleStore, key: str, *, by: Person, second: Person, now_ms: int) -> None:
    """The next directory is signed by another key. Both came in by PIN; the journal gets it like other changes."""
    with store.page() as page:
        page.put_trusted_key(key)
        page.note(Change(at_ms=now_ms, by=by.id, what=TRUSTED, person=HOUSE, detail=key, second=second.id))


def check_pin(store: PeopleStore, pinned: str | None) -> None:
    """The table's file names what the book trusts. Raises `PeopleRefused`: somebody alone changed one of them."""
    with store.page() as page:
        trusted = page.trusted_key()
    if None not in (trusted, pinned) and trusted != pinned:
        raise PeopleRefused(Message("people-table-file-names-directory", pinned=str(pinned), trusted=str(trusted)))


def _checked(
    store: PeopleStore, signed: SignedDirectory, trusted: str | None
) -> tuple[list[tuple[KeptPerson, str | None]], int]:
    """Everybody with the key, and when it was signed."""
    if trusted is not None and trusted != signed.key:
        raise PeopleRefused(Message("people-directory-signed-another-key", key=signed.key[:16], trusted=trusted[:16]))
    if not _is_signed(signed):
        raise PeopleRefused(Message("people-directory-not-signed"))
    content = json.loads(signed.document)
    if content["version"] != signed.version:
        raise PeopleRefused(Message("people-directory-another-version"))
    if content["pepper"] != store.mark:
        raise PeopleRefused(Message("people-directory-made-another-pepper"))
    return [_kept(row) for row in content["people"]], int(content["at"])


def _is_signed(signed: SignedDirectory) -> bool:
    try:
        key, signature = bytes.fromhex(signed.key), bytes.fromhex(signed.signature)
    except ValueError:
        return False
    return keys.is_signed(key, _DOMAIN + signed.document.encode(), signature)


def _kept(row: dict[str, Any]) -> tuple[KeptPerson, str | None]:
    roles = tuple(Role(word) for word in row["roles"])
    person = Person(id=PersonId(row["id"]), name=row["name"], badge=row["badge"], roles=roles)
    kept = KeptPerson(person=person, pin_hash=row["pin"], locked_by=row["locked_by"], locked_why=row["locked_why"])
    return kept, row["key"]


def _unlisted(kept: KeptPerson) -> KeptPerson:
    """Out of the way of names and badges that somebody else has in the house, and locked."""
    unlisted = Person(
        id=kept.person.id, name=f"{kept.person.id} †", badge=f"{kept.person.id}†", roles=kept.person.roles
    )
    return KeptPerson(person=unlisted, pin_hash="", locked_by=HOUSE, locked_why=NOT_LISTED)


def _put(page: Page, people: list[tuple[KeptPerson, str | None]], at_ms: int) -> None:
    for kept, _ in people:  # names may have gone from one to another: nobody has one while they are given out
        known = page.by_id(kept.person.id)
        if known is not None:
            page.update(_unlisted(known))
    for kept, ruling_key in people:
        if page.by_id(kept.person.id) is None:
            page.insert(kept)
        else:
            page.update(kept)
        if ruling_key is not None:
            page.put_ruling_key(kept.person.id, ruling_key, now_ms=at_ms)


def refuse_copy(page: Page) -> None:
    """Nobody changes a copy."""
    if page.directory() is not None:
        raise PeopleRefused(Message("people-kept-directory-house"))


class Listing:
    """Everybody as the directory says, of which this book is a copy. Raises `PeopleDamaged`."""

    def __init__(self, page: Page, signed: SignedDirectory) -> None:
        if not _is_signed(signed):
            raise PeopleDamaged(Message("people-copy-directory-not-what", path=page.path))
        self._page = page
        self._signed = {kept.person.id: (kept, key) for kept, key in map(_kept, json.loads(signed.document)["people"])}

    def says(self, kept: KeptPerson) -> bool:
        """Is the row, with the key of the person, what was signed?"""
        key = self._page.ruling_key(kept.person.id)
        return (kept, key) == self._signed.get(kept.person.id, (_unlisted(kept), key))


def listing(page: Page) -> Listing | None:
    """None where people are managed."""
    signed = page.directory()
    return None if signed is None else Listing(page, signed)


def check_copy(store: PeopleStore) -> None:
    """Of a copy: every row is what was signed. Raises `PeopleDamaged`."""
    with store.page() as page:
        listed = listing(page)
        for kept in page.everybody():
            if listed is not None and not listed.says(kept):
                raise PeopleDamaged(
                    Message("people-person-not-signed-directory", path=page.path, person=Quoted(kept.person.id))
                )
