"""Adding people, their roles, locks and new PINs, and their leaving: two people together, of whom one may approve it.

Nobody is ever removed: the journals name them. Who leaves the house is locked. The book is begun with its first people
at once; as long as nobody in it could ever be the second, a pit manager manages it alone. One person can lock out the
only other one, but then manages nobody alone, and can only take that lock back.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from dealer_console.game.message import Message, Quoted
from dealer_console.game.similar_names import skeleton
from dealer_console.messages import recorded_refusal
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.book import NOBODY, PeopleBook
from dealer_console.table.people.directory import refuse_copy
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import PeopleRefused, Person, PersonId, Role, as_shown, in_order, why_not_called
from dealer_console.table.people.pins import Pin, least_digits, why_not_pin
from dealer_console.table.people.store import Page
from dealer_console.table.people.store_tables import (
    ADDED,
    HAS_LEFT,
    LOCKED,
    NEW_ROLES,
    UNLOCKED,
    Change,
    KeptPerson,
)

LEFT: Final = "has left the house"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPerson:
    """Somebody with whom a book is begun."""

    name: str
    badge: str
    roles: tuple[Role, ...]
    pin: Pin


class Staff:
    """Each change names who makes it (`by`) and the `second` person, both of whom came in by PIN, and stays on record.

    The book is asked about both again with each change: a window may stay open long after somebody lost the right.
    """

    def __init__(
        self,
        book: PeopleBook,
        permissions: Permissions,
        standing: Standing = Standing.CLOSED,
        *,
        second: Person | None = None,
    ) -> None:
        self._book = book
        self._permissions = permissions
        self._standing = standing
        self._second = second

    def begin(self, people: Sequence[NewPerson], now_ms: int) -> list[Person]:
        """Everybody with whom an empty book is begun, all or none; the first of them can manage people."""
        with self._book.store.page() as page:
            self._refuse_unless_first(page, in_order(people[0].roles) if people else ())
            by: Person | None = None
            entered: list[Person] = []
            for new in people:
                entered.append(self._enter(page, new, by, now_ms))
                by = by or entered[0]
        return entered

    def _enter(self, page: Page, new: NewPerson, by: Person | None, now_ms: int) -> Person:
        roles = in_order(new.roles)
        _refuse_unfit(new.name, new.badge, roles, new.pin)
        person = Person(id=page.next_id(), name=as_shown(new.name), badge=as_shown(new.badge), roles=roles)
        _refuse_taken(page, person.name, person.badge)
        page.insert(KeptPerson(person=person, pin_hash=self._book.hasher.hash(person.id, new.pin)))
        # Wrong tries under a name that nobody had yet are not those of its new owner.
        page.forget_tries(page.whose(None, person.name))
        page.forget_tries(page.whose(None, person.badge))
        self._note(page, by, ADDED, person.id, now_ms, " ".join(roles))
        return person

    def add(self, *, name: str, badge: str, roles: Iterable[Role], pin: Pin, by: Person | None, now_ms: int) -> Person:
        """`by` is None for the very first person only, who can then manage people."""
        new = NewPerson(name=name, badge=badge, roles=in_order(roles), pin=pin)
        _refuse_unfit(name, badge, new.roles, pin)
        with self._book.store.page() as page:
            if by is not None:
                self._refuse_without_right(page, by)
            else:
                self._refuse_unless_first(page, new.roles)
            return self._enter(page, new, by, now_ms)

    def check_free(self, name: str, badge: str) -> None:
        """What `add` would refuse about name and badge, before anybody has typed a PIN."""
        _refuse_uncallable(name, badge)
        with self._book.store.page() as page:
            _refuse_taken(page, as_shown(name), as_shown(badge))

    def lock(self, who: Person, *, why: str, by: Person, now_ms: int) -> None:
        """Nobody locks the own name: there must be somebody left who can unlock."""
        with self._book.store.page() as page:
            self._refuse_without_right(page, by, about=who, lock_only=True)
            _refuse_oneself(who, by, "lock the own name")
            if not why.strip():
                raise PeopleRefused(Message("people-say-why-person-locked"))
            kept = _kept(page, who)
            if kept.locked_by is not None:
                raise PeopleRefused(Message("people-locked-already", name=who.name, locked_why=str(kept.locked_why)))
            page.update(replace(kept, locked_by=by.id, locked_why=as_shown(why)))
            self._note(page, by, LOCKED, who.id, now_ms, as_shown(why))

    def end_employment(self, who: Person, *, by: Person, now_ms: int) -> None:
        """The person comes in no more; whatever names the person stays. Also for somebody who is locked already."""
        with self._book.store.page() as page:
            self._refuse_without_right(page, by, about=who, lock_only=True)
            _refuse_oneself(who, by, "end the own employment")
            kept = _kept(page, who)
            if kept.locked_why == LEFT:
                raise PeopleRefused(Message("people-left-already", name=who.name, left=LEFT))
            page.update(replace(kept, locked_by=by.id, locked_why=LEFT))
            self._note(page, by, HAS_LEFT, who.id, now_ms, kept.locked_why or "")

    def change_roles(
        self, who: Person, roles: Iterable[Role], *, by: Person, now_ms: int, pin: Pin | None = None
    ) -> Person:
        """Nobody changes the own roles: nobody gives them to oneself, and somebody is left who manages people.

        Whoever approves from now on and did not before chooses a new, longer PIN.
        """
        new_roles = in_order(roles)
        with self._book.store.page() as page:
            self._refuse_without_right(page, by, about=who)
            _refuse_oneself(who, by, "change the own roles")
            _refuse_without_roles(new_roles)
            kept = _kept(page, who)
            if kept.person.roles == new_roles:
                raise PeopleRefused(Message("people-these-roles-already", name=who.name, wanted=", ".join(new_roles)))
            person = replace(kept.person, roles=new_roles)
            page.update(replace(kept, person=person))
            if least_digits(new_roles) > least_digits(kept.person.roles) or pin is not None:
                self._book.put_pin(page, who.id, pin or Pin(""), now_ms=now_ms)
            detail = f"{' '.join(kept.person.roles)} > {' '.join(new_roles)}"
            self._note(page, by, NEW_ROLES, who.id, now_ms, detail)
        return person

    def unlock(self, who: Person, *, by: Person, now_ms: int) -> None:
        """Ends both a lock by hand and a lock-out after wrong PINs; one person alone ends the own lock only."""
        with self._book.store.page() as page:
            kept = _kept(page, who)
            takes_back = self._second is None and kept.locked_by == by.id
            self._refuse_without_right(page, by, about=who, lock_only=takes_back)
            page.update(replace(kept, locked_by=None, locked_why=None))
            if not takes_back:
                page.forget_tries(page.whose(kept, ""))
            self._note(page, by, UNLOCKED, who.id, now_ms)

    def reset_pin(self, who: Person, pin: Pin, *, by: Person, now_ms: int) -> None:
        """For a forgotten PIN. The person types the new one, not whoever manages people."""
        with self._book.store.page() as page:
            self._refuse_without_right(page, by, about=who)
            _refuse_oneself(who, by, "reset the own PIN")
            self._book.put_pin(page, who.id, pin, now_ms=now_ms)
            page.forget_tries(page.whose(_kept(page, who), ""))
            self._note(page, by, "reset the PIN", who.id, now_ms)

    def _note(self, page: Page, by: Person | None, what: str, person: PersonId, now_ms: int, detail: str = "") -> None:
        second = None if self._second is None else self._second.id
        by_id = by.id if by else NOBODY
        page.note(Change(at_ms=now_ms, by=by_id, what=what, person=person, detail=detail, second=second))

    # --- refusals --------------------------------------------------------------------------------------------------

    def _refuse_without_right(
        self, page: Page, by: Person, about: Person | None = None, *, lock_only: bool = False
    ) -> None:
        """Two people, of whom one may ask and the other approve; neither changes what is said about oneself.

        `lock_only`: the person it is about, and who is locked, is nobody to wait for. For everything else they are: who
        locks the only other one out must not become somebody who makes supervisors alone.
        """
        refuse_copy(page)
        first = self._able(page, by)
        if self._second is None:
            others = [kept.person for kept in page.everybody() if kept.locked_by is None or not lock_only]
            excluded = about.id if about is not None and lock_only else None
            if any(self._are_two(first, other) for other in others if other.id != excluded):
                raise PeopleRefused(Message("people-changes-take-two"))
            refusal = self._permissions.why_not_person_approves(first, Action.PEOPLE_MANAGE, self._standing)
            if refusal is not None:
                raise PeopleRefused(recorded_refusal(refusal))
            return
        second = self._able(page, self._second)
        if second.id == first.id:
            raise PeopleRefused(Message("people-second-person-must-another"))
        if about is not None and second.id == about.id:
            raise PeopleRefused(Message("people-cannot-second-person-what", name=about.name))
        if not self._are_two(first, second):
            raise PeopleRefused(Message("people-one-must-be-pit-manager", name=first.name, name2=second.name))

    def _able(self, page: Page, by: Person) -> Person:
        kept = _kept(page, by)
        if kept.locked_by is not None:
            raise PeopleRefused(Message("people-locked-manages-nobody", name=by.name, locked_why=str(kept.locked_why)))
        refusal = self._permissions.why_not_person_asks(kept.person, Action.PEOPLE_MANAGE, self._standing)
        if refusal is not None:
            raise PeopleRefused(recorded_refusal(refusal))
        return kept.person

    def _are_two(self, first: Person, second: Person) -> bool:
        return self._permissions.are_two(first, second, Action.PEOPLE_MANAGE, self._standing)

    def _refuse_unless_first(self, page: Page, roles: tuple[Role, ...]) -> None:
        if page.everybody():
            raise PeopleRefused(Message("people-book-already-somebody"))
        why_nots = [self._permissions.why_not_approve(role, Action.PEOPLE_MANAGE, self._standing) for role in roles]
        if None not in why_nots:
            raise PeopleRefused(Message("people-first-person-must-one"))


def _refuse_uncallable(name: str, badge: str) -> None:
    refusal = why_not_called(name, badge)
    if refusal is not None:
        raise PeopleRefused(recorded_refusal(refusal))


def _refuse_unfit(name: str, badge: str, roles: tuple[Role, ...], pin: Pin) -> None:
    _refuse_uncallable(name, badge)
    refusal = why_not_pin(pin, badge=as_shown(badge), least=least_digits(roles))
    if refusal is not None:
        raise PeopleRefused(recorded_refusal(refusal))
    _refuse_without_roles(roles)


def _refuse_without_roles(roles: tuple[Role, ...]) -> None:
    if not roles:
        raise PeopleRefused(Message("people-person-least-one-role", role=", ".join(Role)))


def _refuse_taken(page: Page, *words: str) -> None:
    for word in words:
        holder = page.find(word)
        if holder is not None:
            raise PeopleRefused(
                Message("people-badge-is-theirs", word=Quoted(word), name=holder.person.name, badge=holder.person.badge)
            )
    for kept in page.everybody():
        for word, known in itertools.product(words, (kept.person.name, kept.person.badge)):
            if skeleton(word) == skeleton(known):
                raise PeopleRefused(Message("people-looks-like-could", word=Quoted(word), known=Quoted(known)))


def _refuse_oneself(who: Person, by: Person, action: str) -> None:
    if who.id == by.id:
        raise PeopleRefused(Message("people-nobody-can-another-person", action=action))


def _kept(page: Page, who: Person) -> KeptPerson:
    kept = page.by_id(who.id)
    if kept is None:
        raise PeopleRefused(Message("people-not-book", name=who.name))
    return kept
