"""Events of one device, each let through once and in order (A5).

The gate holds one event at a time: it is handed out when it first comes, and stays closed until the owner says that it
is committed. What does not fit the numbers is a gap, and a gap is a matter for people.
"""

from __future__ import annotations

from typing import Any

from drivers.errors import ImpossibleRequestError
from drivers.tablelink.event_rows import EventCode
from drivers.tablelink.link_events import EventArrived

# State, flags, fault and the number waiting are those of the moment of sending; the rest of an event never changes.
_AS_OF_NOW = frozenset({"state", "flags", "fault", "left"})


class EventGate:
    """`committed` is the number that the next POLL may cover."""

    def __init__(self) -> None:
        self.committed = 0
        self.left = 0
        self._pending: dict[str, Any] | None = None
        self._may_jump = False

    @property
    def waits_for_commit(self) -> bool:
        return self._pending is not None

    def start_at(self, last: int, *, after_gap: bool = False) -> None:
        """A session begins and the journal's last event is `last`; an event handed out before may still be open.

        `after_gap`: people have given up what is missing, so the first event may have any higher number.
        """
        self.committed, self._may_jump = last, after_gap
        if self._pending is not None and self._pending["no"] != last + 1:
            self._pending = None

    def commit(self, no: int) -> None:
        if no <= self.committed:
            return
        if self._pending is None or self._pending["no"] != no:
            raise ImpossibleRequestError(f"event {no} is not the one that waits to be committed")
        self.committed, self._pending = no, None

    def arrive(self, upto: int, fields: dict[str, Any]) -> EventArrived | str | None:
        """An answer to POLL(upto): the event if it is new, None if known or none, a text if it does not fit."""
        self.left = fields["left"]
        number = fields["no"]
        if number == 0:
            return None
        if number != upto + 1 and not (self._may_jump and number > upto):
            return f"event {upto + 1} was expected and {number} came"
        if number <= self.committed:
            return None
        if self._pending is not None:
            return f"event {number} came twice with different content" if _differs(self._pending, fields) else None
        self._pending, self._may_jump = fields, False
        return EventArrived(no=number, code=EventCode(fields["code"]), fields=fields)


def _differs(before: dict[str, Any], after: dict[str, Any]) -> bool:
    names = before.keys() | after.keys()
    return any(before.get(name) != after.get(name) for name in names - _AS_OF_NOW)
