"""A command: one class for what a person or the pit asks of the table, with everything there is to say about it.

    class WriteNote(Command):
        "What a person wants to have on record."

        needs = Action.NOTE                                       # the right, from `config/permissions.toml`
        text: str                                                 # what it carries

        def why_not(self, context: CommandContext) -> Why:        # why it is refused: button, check and effect alike
            return None if self.text.strip() else Refusal(Message("note-empty"))

        def drafts(self, context: CommandContext) -> list[Draft]:  # what it records
            return [...]

A subclass is a frozen, keyword-only dataclass by itself and stands in the registry under its class name. That name is
what requests in journals hold, so it never changes.

It is judged against its context: the table as it stands, who asks in which role, with whose approval, when.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar, Final, Self, dataclass_transform

from dealer_console.game.errors import Bug, Refusal, Refused
from dealer_console.game.message import Message
from dealer_console.journal import AnyJournal, Draft
from dealer_console.rulebook.tables import Table
from dealer_console.table.people.actions import Action
from dealer_console.table.people.permissions import NO_RIGHTS, Permissions
from dealer_console.table.people.person import Person
from dealer_console.table.people.pins import Pin
from dealer_console.table.shift.guards import Why, require
from dealer_console.table.shift.state import Acting, Shift
from dealer_console.table.state.table_state import TableState

if TYPE_CHECKING:
    from dealer_console.table.state.table_state import TableState

WHO_SIGNS: Final = ""
"""The `who` of a command inside `Signed`: the session puts the person there whom badge and PIN have shown."""

_REGISTRY: dict[str, type[Command]] = {}


class Source(Enum):
    """How the table knows who is behind a command."""

    TABLE = auto()  # the dealer at the table by their own screen; everybody else signs
    SIGNED = auto()  # only with badge and PIN, the dealer too
    PIT = auto()  # authenticated elsewhere; never signed here


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
@dataclass(frozen=True, kw_only=True)
class Command:
    """`who` is the id of the person: the dealer who came in. Everybody else signs (`Signed`), each time."""

    needs: ClassVar[Action | None]  # None: being somebody of the house is enough
    source: ClassVar[Source] = Source.TABLE
    about_the_felt: ClassVar[bool] = False  # a request for it is overtaken by the next move

    who: str

    def __init_subclass__(cls, *, stored: bool = True) -> None:
        if not stored:
            dataclass(frozen=True, kw_only=True)(cls)
            return
        known = _REGISTRY.get(cls.__name__)
        if known is not None:
            raise Bug(f"two commands are called {cls.__name__}: {known.__module__} and {cls.__module__}")
        if not hasattr(cls, "needs") and cls.action is Command.action:
            raise Bug(f"{cls.__name__} does not say which right it needs")
        _REGISTRY[cls.__name__] = dataclass(frozen=True, kw_only=True)(cls)

    def action(self, state: TableState) -> Action | None:
        """What a person does with it, as the rights know it; overridden where that depends on the state."""
        return self.needs

    def why_not(self, context: CommandContext) -> Why:
        """The one verifier: greys the button, refuses the request, stops the entries."""
        return None

    def drafts(self, context: CommandContext) -> list[Draft]:
        """What it records, where `why_not` has nothing against it."""
        raise NotImplementedError

    def entries(self, context: CommandContext) -> list[Draft]:
        """What it records. Raises `Refused` with the reason; then nothing has changed."""
        require(self.why_not(context))
        return self.drafts(context)

    def as_asked(self) -> Self:
        """How a request holds it: with nobody in the place of the one who approves."""
        return self


class JudgedByEntries:
    """Beside `Command`, first: for one whose refusal is found by making its entries, not before."""

    def why_not(self, context: CommandContext) -> Why:
        try:
            self.entries(context)
        except Refused as error:
            return error.refusal
        return None

    def entries(self, context: CommandContext) -> list[Draft]:
        raise NotImplementedError


class Signed(Command, stored=False):
    """A command of somebody who shows badge (or name) and PIN, which are looked at aside from the table's thread.

    `who` is whose screen it is. The command is done by the person whom the PIN has shown, whatever its own `who`.
    """

    needs = None
    badge: str
    pin: Pin
    command: Command


def command_named(name: str) -> type[Command]:
    """The class that a request in a journal names. Raises `Bug`."""
    command = _REGISTRY.get(name) or all_commands().get(name)
    if command is None:
        raise Bug(f"{name!r} is no command")
    return command


def all_commands() -> dict[str, type[Command]]:
    """Every command by its stored name: those of this package, and whatever else was declared."""
    package = importlib.import_module(__package__ or "")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return dict(_REGISTRY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a command: done, asked for (`request`: it waits for a second person under this id), or refused."""

    refusal: Refusal | None = None
    request: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """`approver` is set for what two people do together; `person` is who acts, as the book knows them.

    `table` is the table's file as it plays now. `journal` only where a command looks back into it.
    """

    state: TableState
    table: Table
    by: Acting
    now_ms: int = 0
    permissions: Permissions = NO_RIGHTS
    journal: AnyJournal | None = None
    person: Person | None = None
    approver: Acting | None = None
    elsewhere: Mapping[str, str] = field(default_factory=dict)  # cards that play at other tables, and where

    @property
    def shift(self) -> Shift:
        return self.state.shift

    @property
    def who(self) -> str:
        return self.by.person

    @property
    def second(self) -> Acting:
        """The other person. What has none here was never asked for, and cannot be done."""
        if self.approver is None:
            raise Refused(self._alone)
        return self.approver

    @property
    def why_alone(self) -> Why:
        """Why one person cannot do it, where nobody has approved it."""
        return self._alone if self.approver is None else None

    @property
    def _alone(self) -> Refusal:
        return Refusal(Message("one-asks-another-approves"))
