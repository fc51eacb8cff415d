"""What the house brings to a table beside its journal: its file, the book of people, the matrix of rights, the time.

The time is the wall clock when the console started, and from then on only one that nobody sets, and that also goes on
while the machine is asleep. Whoever sets the machine's clock changes no time-out and revives no approval; that it was
set is told as an alarm.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Final, Protocol

from dealer_console.game.choices import BadChoices
from dealer_console.rulebook.tables import LIMITS, OPTIONS, Table
from dealer_console.table.people.book import Answer
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.person import PersonId
from dealer_console.table.people.pins import Pin
from dealer_console.table.people.ruling_keys import Signer
from dealer_console.table.people.store_tables import Change
from dealer_console.table.shift.state import Shift, Stage


class Admission(Protocol):
    """Who somebody is. `PeopleBook` is the one of the house."""

    def authenticate_later(self, name_or_badge: str, pin: Pin, *, now_ms: int) -> Future[Answer]: ...

    def signer(self, person: PersonId) -> Signer | None:
        """By the id, for who has signed elsewhere; None when nobody has it or the person is locked."""

    def changes(self, after: int) -> Sequence[Change]:
        """What was done to people, after this number."""

    def locked_elsewhere(self, now_ms: int) -> int:
        """How many wrong PINs have locked a name by another program on this computer; each lock is told once."""


class TableSetup:
    """A table opens, deals and closes by its file, and everybody is somebody from the book."""

    def __init__(self, *, table: Table, people: Admission, permissions: Permissions) -> None:
        self.file = table
        self.people = people
        self.permissions = permissions
        self.elsewhere: Mapping[str, str] = {}  # cards that play at other tables, and where; as the floor tells
        self._now: tuple[object, Table] = (None, table)
        self._newest_change = 0  # of the book of people, that this program has seen

    def new_changes(self, known: int) -> Sequence[Change] | None:
        """What was done to people behind this number. None: a change that was there is gone, the book is an old copy.

        A book that was old when the program started has raised its alarm then, and is used.
        """
        first = min(known, self._newest_change) if self._newest_change else known
        changes = self.people.changes(max(first - 1, 0))
        newest = max((change.number for change in changes), default=0)
        if newest < self._newest_change:
            return None
        self._newest_change = newest
        return [change for change in changes if change.number > known]

    def table(self, shift: Shift) -> Table:
        """The table as it plays now: its file, but what changes with notice only as it is in force."""
        known = (shift.configured, shift.stage, shift.changes)
        if known != self._now[0]:
            self._now = (known, in_force(self.file, shift))
        return self._now[1]


def in_force(file: Table, shift: Shift) -> Table:
    """A changed file brings in no option by the back door (MA 9(c), 11(e)), and no limit while the table is open."""
    configured, changes = shift.configured, shift.changes
    if configured is None:
        return file.with_choices(changes) if changes else file
    if configured.rules != file.rules.name:
        return file  # another game: nothing of the old one is in force
    is_open = shift.stage is Stage.OPEN
    announced = {} if is_open else {key: value for key, value in changes.items() if key in LIMITS}
    try:
        return file.held_to({**configured.choices, **announced}, (*OPTIONS, *(LIMITS if is_open else announced)))
    except BadChoices:  # what the file says now does not go with what is in force: then that counts alone
        return file.held_to(configured.choices, {*file.choices, *configured.choices})


LARGEST_STEP_MS: Final = 2000  # what a time server corrects without a jump is far below


def since_boot_ns() -> int:
    """Python's monotonic clock stands still on Linux while the machine is asleep; elsewhere it is the one there is."""
    if sys.platform.startswith("linux"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME)
    return time.monotonic_ns()


class SteadyClock:
    """Milliseconds since 1970, never backwards."""

    def __init__(
        self, wall_ms: Callable[[], int], monotonic_ns: Callable[[], int] = since_boot_ns, *, not_before_ms: int = 0
    ) -> None:
        self._wall_ms = wall_ms
        self._monotonic_ns = monotonic_ns
        wall = wall_ms()
        self._began_ms = max(wall, not_before_ms)
        self._offset_ms = self._began_ms - wall  # how far the wall clock is behind, as far as it was told
        self._began_ns = monotonic_ns()
        self.behind_at_start_ms = self._offset_ms

    def __call__(self) -> int:
        return self._began_ms + (self._monotonic_ns() - self._began_ns) // 1_000_000

    def jump_ms(self) -> int:
        """How far the wall clock was set since this was asked last; 0: it goes as it should. Below 0: back."""
        offset = self() - self._wall_ms()
        jumped = self._offset_ms - offset
        if abs(jumped) < LARGEST_STEP_MS:
            return 0
        self._offset_ms = offset
        return jumped
