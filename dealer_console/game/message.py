"""What is to be said, as a value: a code and its fields. Words come from the catalogues, where a person reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias, Union

if TYPE_CHECKING:
    from dealer_console.game.cards import Card
    from dealer_console.game.moves import Move

Field: TypeAlias = Union[
    str, int, "Amount", "AnyOf", "Card", "Message", "Move", "OneOf", "FilePath", "Quoted", "Term", tuple["Field", ...]
]


class FilePath(Protocol):
    """The path of a file, which the engine knows nothing of."""

    def __fspath__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Amount:
    """Money in a message, in cents."""

    cents: int


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Several things of which one is meant: `burn or void`."""

    things: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """The same as a list: `a dealer, a supervisor or a pit manager`."""

    things: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Quoted:
    """What somebody wrote, or a name, in quotation marks."""

    text: object

    def __hash__(self) -> int:
        return hash(repr(self.text))  # a value from a file can be a list


@dataclass(frozen=True, slots=True)
class Term:
    """A code of ours that the catalogues name under `KIND-CODE`, as an irregularity or a choice; a record keeps it."""

    kind: str
    code: str


class Message:
    """One thing to say: `Message("hand-in-turn", hand=hand.id)`. Equal when code and fields are."""

    __slots__ = ("code", "fields")
    code: str
    fields: tuple[tuple[str, Field], ...]

    def __init__(self, code: str, /, **fields: Field) -> None:
        _set(self, "code", code)
        _set(self, "fields", tuple(fields.items()))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a message does not change")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.code, self.fields) == (other.code, other.fields)

    def __hash__(self) -> int:
        return hash((self.code, self.fields))

    def __repr__(self) -> str:
        """For a log or a failed test, never for a screen."""
        return f"Message({', '.join([repr(self.code), *(f'{name}={value!r}' for name, value in self.fields)])})"

    def __getitem__(self, name: str) -> Field:
        return dict(self.fields)[name]

    def __reduce__(self) -> tuple[Callable[..., Message], tuple[str, dict[str, Field]]]:
        """An error with its message comes back from another process as it was."""
        return _message, (self.code, dict(self.fields))


def _message(code: str, fields: dict[str, Field]) -> Message:
    return Message(code, **fields)


def joined(messages: Iterable[Message]) -> Message:
    """Several messages as one, by halves: many are not as deep as they are many."""
    listed = [*messages]
    half = len(listed) // 2
    return Message("message-then", first=joined(listed[:half]), then=joined(listed[half:])) if half else listed[0]


_set = object.__setattr__  # the way past the frozen attributes, for the constructor alone
