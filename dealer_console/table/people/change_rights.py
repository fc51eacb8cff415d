"""Were changes to people made by those who may make them? The record is judged by the rights of whoever reads it.

Whoever changes people brings a list of rights along: another one than the table's would let one person do what takes
two. So the table looks at each change again, by its own list, before it goes into the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.book import NOBODY
from dealer_console.table.people.directory import HOUSE
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import Person, PersonId, Role
from dealer_console.table.people.store_tables import ADDED, HAS_LEFT, LOCKED, NEW_ROLES, OWN_PIN, UNLOCKED, Change


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """A person, as the changes so far say."""

    person: Person
    locked_by: PersonId | None = None


def not_by_two(changes: Sequence[Change], permissions: Permissions, *, after: int) -> Change | None:
    """The first change after this number that nobody could make so; `changes` are all from the beginning."""
    people: dict[PersonId, _Recorded] = {}
    for change in changes:
        if change.number > after and not _could_be_made(change, people, permissions, changes):
            return change
        _follow(people, change)
    return None


def _follow(people: dict[PersonId, _Recorded], change: Change) -> None:
    if change.what in (ADDED, NEW_ROLES):
        words = change.detail.rpartition(" > ")[2].split()
        roles = tuple(role for role in Role if role in words)  # another program may know more of them
        person = Person(id=change.person, name="", badge="", roles=roles)
        people[change.person] = replace(people.get(change.person, _Recorded(person=person)), person=person)
    elif change.what in (LOCKED, HAS_LEFT, UNLOCKED) and change.person in people:
        locked_by = None if change.what == UNLOCKED else change.by
        people[change.person] = replace(people[change.person], locked_by=locked_by)


def _could_be_made(
    change: Change, people: dict[PersonId, _Recorded], permissions: Permissions, changes: Iterable[Change]
) -> bool:
    if change.by == HOUSE or (change.what == OWN_PIN and change.by == change.person):
        return True  # a directory is signed
    first = people.get(change.by)
    if change.second is not None:
        second = people.get(change.second)
        if first is None or second is None:  # of the directory before: the record has not made them
            return change.by != change.second
        return change.second != change.person and _are_two(first, second, permissions)
    if first is None or first.locked_by is not None:
        return change.by == NOBODY and not people
    if change.what == ADDED and change.at_ms == next(islice(changes, 1)).at_ms:
        return True  # with whom the book was begun
    return _may_alone(change, first, people, permissions)


def _may_alone(change: Change, first: _Recorded, people: dict[PersonId, _Recorded], permissions: Permissions) -> bool:
    """As `Staff` judges it: only while there is nobody who could be the second."""
    concerned = people.get(change.person)
    takes_back = change.what == UNLOCKED and concerned is not None and concerned.locked_by == change.by
    lock_only = takes_back or change.what in (LOCKED, HAS_LEFT)
    others = [
        other
        for other in people.values()
        if not lock_only or (other.locked_by is None and other.person.id != change.person)
    ]
    alone = permissions.why_not_person_approves(first.person, Action.PEOPLE_MANAGE, Standing.CLOSED)
    return alone is None and not any(
        permissions.are_two(first.person, other.person, Action.PEOPLE_MANAGE, Standing.CLOSED) for other in others
    )


def _are_two(first: _Recorded, second: _Recorded, permissions: Permissions) -> bool:
    unlocked = first.locked_by is None and second.locked_by is None
    return unlocked and permissions.are_two(first.person, second.person, Action.PEOPLE_MANAGE, Standing.CLOSED)
