"""Who works at the table: a person, the roles, and how a name or a badge is compared.

What can be wrong with the book of people is said by whose fault it is:

* `PeopleRefused`: a person asked for what cannot be (a name taken, a simple PIN, a file of others). Nothing changed.
* `PeopleDamaged`: the file is not what we wrote. Nobody is admitted from it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NewType

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.journal.entries.people import Role as Role
from dealer_console.messages import MessageError

PersonId = NewType("PersonId", str)
"""Ours, given once and never again; names and badges change, the journal keeps the id."""

LONGEST_NAME: Final = 60
LONGEST_BADGE: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody whom the house knows. The PIN is no part of it."""

    id: PersonId
    name: str
    badge: str
    roles: tuple[Role, ...]

    def has(self, role: Role) -> bool:
        return role in self.roles


def in_order(roles: Iterable[Role]) -> tuple[Role, ...]:
    """Each once, in the order of the class: the same set is always written in the same way."""
    members = set(roles)
    return tuple(role for role in Role if role in members)


def as_shown(typed: str) -> str:
    """A name or badge as it is kept: one form of each letter, single spaces."""
    return " ".join(unicodedata.normalize("NFKC", typed).split())


def as_compared(typed: str) -> str:
    """Two names that a person would call the same are the same: `ana  COSTA` is `Ana Costa`."""
    return as_shown(as_shown(typed).casefold())


def why_not_called(name: str, badge: str) -> Refusal | None:
    """Whether a person can be kept under this name and badge."""
    shown_name, shown_badge = as_shown(name), as_shown(badge)
    if not shown_name or not shown_name.isprintable() or len(shown_name) > LONGEST_NAME:
        return Refusal(Message("name-length", count=LONGEST_NAME))
    if not shown_badge or not shown_badge.isprintable() or " " in shown_badge or len(shown_badge) > LONGEST_BADGE:
        return Refusal(Message("badge-length", count=LONGEST_BADGE))
    return None


class PeopleRefused(MessageError):
    """Not possible like this; the text says what to do. It never holds a PIN."""


class PeopleDamaged(MessageError):
    """Somebody or something changed the file of people."""
