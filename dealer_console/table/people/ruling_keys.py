"""The key by which a person signs rulings: the PIN opens it, each time again, and it is kept nowhere.

The book keeps its public half. So a table knows by its own book whether a ruling that came from elsewhere was signed by
the person whom it names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn, final

from dealer_console.journal import keys
from dealer_console.table.people.person import Person


@final
class RulingKey:
    """For one person and a few moments. It shows itself nowhere, like the PIN it comes from."""

    __slots__ = ("_seed", "person")

    def __init__(self, person: Person, seed: bytes) -> None:
        self.person = person
        self._seed = seed

    @property
    def public(self) -> str:
        return keys.public_key(self._seed).hex()

    def sign(self, message: bytes) -> str:
        return keys.sign(self._seed, message).hex()

    def __repr__(self) -> str:
        return f"RulingKey({self.person.id}, hidden)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a key for rulings is never written anywhere")


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownKey:
    """The public half of a key that somebody of the book has or had; `until_ms`: another PIN came then."""

    public: str
    until_ms: int | None = None

    def signed(self, public: str, at_ms: int) -> bool:
        """Could this key have signed then?"""
        return self.public == public and (self.until_ms is None or at_ms <= self.until_ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """Somebody of the book who may come in, and the public half of the key; None before the first right PIN."""

    person: Person
    public_key: str | None
