"""What a link asks of the journal of its owner (A5)."""

from __future__ import annotations

from typing import Protocol

from drivers.tablelink.link_events import JournaledCommand


class DeviceJournal(Protocol):
    """What the owner's durable journal must answer.

    `last_committed` is the number of the last event of this device that is durably recorded, `open_commands` are those
    that were begun and whose end is not recorded yet. `next_command_id` never repeats and is not 0. `begin` returns
    only when the command is on disk. `last_epoch` is the number of the last recorded session of this device (a
    `DeviceReady` carries it), 0 for a device that was never there; after people have forgiven a lower one, 0 too.
    """

    def last_epoch(self, serial: str) -> int: ...

    def last_committed(self, serial: str) -> int: ...

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]: ...

    def next_command_id(self) -> int: ...

    def begin(self, serial: str, command: JournaledCommand) -> None: ...
