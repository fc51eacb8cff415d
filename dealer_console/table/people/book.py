"""The book of people: who is this, by name or badge and PIN?

    with PeopleBook.open(path, pepper=load_pepper(pepper_path)) as book:
        answer = book.authenticate("4711", Pin("…"), now_ms=now)

A try is counted before the PIN is looked at, and taken out of the count when it was right: pulling the plug or asking
many times at once gives nobody more tries. A name that nobody has is treated as one that somebody has, with the same
slow hash, the same count and the same words.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import did_you_mean
from dealer_console.messages import recorded_refusal
from dealer_console.table.people.directory import check_copy, listing, refuse_copy
from dealer_console.table.people.person import PeopleRefused, Person, PersonId, as_compared
from dealer_console.table.people.pins import (
    HashCost,
    LockOutRule,
    Pin,
    PinHasher,
    Tries,
    duration,
    least_digits,
    why_not_pin,
)
from dealer_console.table.people.ruling_keys import KnownKey, RulingKey, Signer
from dealer_console.table.people.store import Page, PeopleStore
from dealer_console.table.people.store_tables import (
    ADDED,
    HAS_LEFT,
    LOCKED,
    NEW_ROLES,
    OWN_PIN,
    UNLOCKED,
    Change,
    KeptPerson,
)

NOBODY: Final = PersonId("nobody")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAdmitted:
    """Why somebody does not come in: what to show, until when, whom to call. `person` is for the journal only."""

    reason: Message
    until_ms: int | None = None
    wrong: int = 0
    locked_now: bool = False  # this very try locked the name: the journal gets a lock-out
    person: PersonId | None = None
    by_old_book: bool = False  # the book is older than the journal: an old copy was put there

    @property
    def message(self) -> Message:
        return Message("not-admitted", why=self.reason)


Answer = Person | NotAdmitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A person as the list shows it."""

    person: Person
    locked_by: PersonId | None
    locked_why: str | None
    wrong: int
    locked_until_ms: int
    wrong_at_ms: int  # of the last wrong PIN


class PeopleBook:
    """Make it with `create` or `open`. Any thread may ask."""

    def __init__(self, store: PeopleStore, hasher: PinHasher, rule: LockOutRule) -> None:
        self.store = store
        self.hasher = hasher
        self.rule = rule
        # Made before anybody asks: the first unknown name must not cost one hash more than the second.
        self._decoy = hasher.hash(NOBODY, Pin("no PIN is like this"))
        self._aside = ThreadPoolExecutor(max_workers=1, thread_name_prefix="pin")
        self._known_locks: set[tuple[str, int]] = set()  # of which this program has told

    @classmethod
    def create(
        cls, path: Path, *, pepper: bytes, cost: HashCost | None = None, rule: LockOutRule | None = None
    ) -> Self:
        return cls(PeopleStore.create(path, pepper), PinHasher(pepper, cost or HashCost()), rule or LockOutRule())

    @classmethod
    def open(cls, path: Path, *, pepper: bytes, cost: HashCost | None = None, rule: LockOutRule | None = None) -> Self:
        store = PeopleStore.open(path, pepper)
        check_copy(store)
        return cls(store, PinHasher(pepper, cost or HashCost()), rule or LockOutRule())

    def close(self) -> None:
        self._aside.shutdown(wait=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- coming in -------------------------------------------------------------------------------------------------

    def authenticate(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Answer:
        """Takes 50 to 100 ms: not for the thread of a screen."""
        with self.store.page() as page:
            kept = page.find(name_or_badge)
            whose = page.whose(kept, name_or_badge)
            known = page.tries(whose)
            before = known.as_of(self.rule, now_ms)
            if before != known:
                page.put_tries(whose, before)
            if before.is_locked(now_ms):
                return self._still_locked(before, now_ms, kept)
            tries = before.one_more(self.rule, now_ms)
            page.put_tries(whose, tries)
            if tries.is_locked(now_ms):
                lasting = {lock for lock in self._known_locks if lock[1] > now_ms}
                self._known_locks = lasting | {(whose, tries.locked_until_ms)}
        if kept is None:
            self.hasher.fits(self._decoy, NOBODY, pin)
            return self._wrong(tries, now_ms, None)
        if not self.hasher.fits(kept.pin_hash, kept.person.id, pin):
            return self._wrong(tries, now_ms, kept)
        return self._right(kept, pin, whose, before, tries, now_ms)

    def ruling_key(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> RulingKey | NotAdmitted:
        """Whoever types the right PIN may sign rulings with it. Takes as long as two PINs."""
        answer = self.authenticate(name_or_badge, pin, now_ms=now_ms)
        if isinstance(answer, NotAdmitted):
            return answer
        key = self._ruling_key(answer, pin)
        with self.store.page() as page:
            # Another cost of the hash makes another key; in a copy the one of the directory counts.
            if page.directory() is None and page.ruling_key(answer.id) != key.public:
                page.put_ruling_key(answer.id, key.public, now_ms=now_ms)
        return key

    def _ruling_key(self, person: Person, pin: Pin) -> RulingKey:
        return RulingKey(person, self.hasher.ruling_seed(person.id, pin))

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]:
        """The same on a thread of its own, one after the other; the future brings the answer."""
        return self._aside.submit(self.authenticate, name_or_badge, pin, now_ms=now_ms)

    def _right(self, kept: KeptPerson, pin: Pin, whose: str, before: Tries, counted: Tries, now_ms: int) -> Answer:
        """This try was none of the wrong ones; those before it stay, and time forgives them."""
        with self.store.page() as page:
            is_copy = page.directory() is not None  # whose rows are as they were signed
            has_key = page.ruling_key(kept.person.id) is not None
        outdated = not is_copy and self.hasher.is_outdated(kept.pin_hash)
        renewed = self.hasher.hash(kept.person.id, pin) if outdated else None
        key = None if is_copy or has_key else self._ruling_key(kept.person, pin)
        with self.store.page() as page:
            now = page.by_id(kept.person.id)
            if now is None or now.pin_hash != kept.pin_hash:
                return NotAdmitted(reason=Message("pin-changed-meanwhile"), person=kept.person.id)
            if page.tries(whose) == counted:
                page.put_tries(whose, before)
            else:  # others tried meanwhile: theirs stay, with the lock that came of them
                others = page.tries(whose)
                page.put_tries(whose, replace(others, wrong=others.wrong - 1, of_day=others.of_day - 1))
            if renewed is not None:
                page.update(replace(now, pin_hash=renewed))
            if key is not None:
                page.put_ruling_key(now.person.id, key.public, now_ms=now_ms)
            is_old = _is_old(page, now)
        if is_old:
            return NotAdmitted(reason=Message("alarm-old-people"), person=now.person.id, by_old_book=True)
        if now.locked_by is not None:
            why = Message("person-is-locked", person=now.person.name, why=now.locked_why or "")
            return NotAdmitted(reason=why, person=now.person.id)
        return now.person

    def _wrong(self, tries: Tries, now_ms: int, kept: KeptPerson | None) -> NotAdmitted:
        person = None if kept is None else kept.person.id
        lasts = tries.locked_until_ms - now_ms
        if tries.is_locked(now_ms):
            return NotAdmitted(
                reason=Message("wrong-pin-locked", count=tries.wrong, duration=duration(lasts)),
                until_ms=tries.locked_until_ms,
                wrong=tries.wrong,
                locked_now=True,
                person=person,
            )
        left = self.rule.tries - tries.wrong
        return NotAdmitted(reason=Message("wrong-pin", count=left), wrong=tries.wrong, person=person)

    def _still_locked(self, tries: Tries, now_ms: int, kept: KeptPerson | None) -> NotAdmitted:
        wait = duration(tries.locked_until_ms - now_ms)
        return NotAdmitted(
            reason=Message("locked-after-wrong-pins", count=tries.wrong, duration=wait),
            until_ms=tries.locked_until_ms,
            wrong=tries.wrong,
            person=None if kept is None else kept.person.id,
        )

    def locked_elsewhere(self, now_ms: int) -> int:
        """How many wrong PINs have locked a name by another program on this computer; each lock is told once."""
        with self.store.page() as page:
            locks = page.locks(now_ms)
        now = {(whose, tries.locked_until_ms) for whose, tries in locks.items()}
        new = [locks[whose].wrong for whose, _ in now - self._known_locks]
        self._known_locks = now
        return max(new, default=0)

    # --- the own PIN -----------------------------------------------------------------------------------------------

    def change_pin(self, name_or_badge: str, old: Pin, new: Pin, *, now_ms: int) -> Answer:
        """Everybody changes the own PIN with the old one. Raises `PeopleRefused` for a PIN that nobody may have."""
        answer = self.authenticate(name_or_badge, old, now_ms=now_ms)
        if isinstance(answer, Person):
            if old == new:
                raise PeopleRefused(Message("people-new-pin-old-one"))
            with self.store.page() as page:
                self.put_pin(page, answer.id, new, now_ms=now_ms)
                page.note(Change(at_ms=now_ms, by=answer.id, what=OWN_PIN, person=answer.id))
        return answer

    def put_pin(self, page: Page, person: PersonId, pin: Pin, *, now_ms: int) -> None:
        refuse_copy(page)
        kept = page.by_id(person)
        if kept is None:
            raise PeopleRefused(Message("people-nobody-id", person=person))
        refusal = why_not_pin(pin, badge=kept.person.badge, least=least_digits(kept.person.roles))
        if refusal is not None:
            raise PeopleRefused(recorded_refusal(refusal))
        page.update(replace(kept, pin_hash=self.hasher.hash(person, pin)))
        page.put_ruling_key(person, self._ruling_key(kept.person, pin).public, now_ms=now_ms)

    # --- looking people up -----------------------------------------------------------------------------------------

    def people(self) -> tuple[Listed, ...]:
        with self.store.page() as page:
            return tuple(self._listed(page, kept) for kept in page.everybody())

    def _listed(self, page: Page, kept: KeptPerson) -> Listed:
        tries = page.tries(page.whose(kept, ""))
        return Listed(
            person=kept.person,
            locked_by=kept.locked_by,
            locked_why=kept.locked_why,
            wrong=tries.wrong,
            locked_until_ms=tries.locked_until_ms,
            wrong_at_ms=tries.last_ms,
        )

    def find(self, name_or_badge: str) -> Person:
        """For people who are in already; raises `PeopleRefused` with the nearest name."""
        with self.store.page() as page:
            kept = page.find(name_or_badge)
            if kept is not None:
                return kept.person
            names = {as_compared(kept_person.person.name): kept_person.person.name for kept_person in page.everybody()}
        raise PeopleRefused(
            Message(
                "people-nobody-called",
                name_or_badge=Quoted(name_or_badge),
                hint=did_you_mean(name_or_badge, names.values()),
            )
        )

    def person(self, person: PersonId) -> Person | None:
        """By the id that the journal keeps."""
        with self.store.page() as page:
            kept = page.by_id(person)
        return None if kept is None else kept.person

    def signer(self, person: PersonId) -> Signer | None:
        """Who signs elsewhere: None when nobody has this id, or the person is locked by hand."""
        with self.store.page() as page:
            kept = page.by_id(person)
            key = page.ruling_key(person)
            is_old = kept is not None and _is_old(page, kept)
        if kept is None or kept.locked_by is not None or is_old:
            return None
        return Signer(person=kept.person, public_key=key)

    def signing_keys(self, person: PersonId) -> tuple[KnownKey, ...]:
        """Of today and of before, also of somebody who is locked: what was signed stays signed."""
        with self.store.page() as page:
            key, former = page.ruling_key(person), page.former_keys(person)
        return former if key is None else (KnownKey(public=key), *former)

    def changes(self, after: int = 0) -> tuple[Change, ...]:
        """What was done to people, after this number."""
        with self.store.page() as page:
            return page.changes(after)

    def directory_version(self) -> int:
        """Of which this book is a copy; 0 where people are managed."""
        with self.store.page() as page:
            directory = page.directory()
        return 0 if directory is None else directory.version


def _is_old(page: Page, kept: KeptPerson) -> bool:
    """Has somebody put an older row back? It has its genuine seal."""
    listed = listing(page)
    return contradicts(kept, page.changes()) if listed is None else not listed.says(kept)


def contradicts(kept: KeptPerson, changes: Iterable[Change]) -> bool:
    """Does the row say otherwise than what was done to the person, where people are managed?"""
    roles, locked = None, False
    for change in changes:
        if change.person != kept.person.id:
            continue
        if change.what in (ADDED, NEW_ROLES):
            roles = change.detail.rpartition(" > ")[2]
        elif change.what in (LOCKED, HAS_LEFT, UNLOCKED):
            locked = change.what != UNLOCKED
    return locked != (kept.locked_by is not None) or roles not in (None, " ".join(kept.person.roles))
