"""The table's journal as the drivers of its devices need it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from dealer_console.journal import Draft
from dealer_console.journal.entries.devices import CommandSent
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.state.table_state import TableState
from drivers.events import DeviceKind
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.messages import MessageType

ADDRESSES = {"shoe": 0x30, "reader": 0x40, "batch-shuffler": 0x10, "continuous-shuffler": 0x20}


class TableDeviceJournal:
    """The last event of a device, and commands recorded before they leave.

    A driver may call from its line's thread: everything goes through the one lock of the journal, and the session hears
    of the command through the journal itself.
    """

    def __init__(self, journal: LockedJournal, kind: str, clock_ms: Callable[[], int]) -> None:
        self._journal = journal
        self._kind = kind
        self._clock_ms = clock_ms
        self.state: Callable[[], TableState | None] = lambda: None  # of the session, as soon as there is one

    def last_committed(self, serial: str) -> int:
        """Behind this event the device goes on; people may have decided that it counts again."""
        state = self.state()
        trust = state.trusts.get(self._kind) if state is not None else None
        if trust is None or trust.serial != serial:
            return self._journal.last_device_event(serial) or 0
        return max(self._journal.last_device_event(trust.name) or 0, trust.after)

    def last_epoch(self, serial: str) -> int:
        state = self.state()
        return state.epochs.get(serial, 0) if state is not None else 0

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]:
        """What this device was told and has no recorded end: the link asks the device what became of it."""
        state = self.state()
        return tuple(
            JournaledCommand(cmd=sent.cmd, type=MessageType(sent.type), payload=bytes.fromhex(sent.payload))
            for sent in (state.commands.get(self._kind, ()) if state is not None else ())
        )

    def next_command_id(self) -> int:
        """Never used before: the journal only grows, and a device may remember what another journal asked of it.

        Below 2^53, because that is as far as a journal writes numbers.
        """
        log = int.from_bytes(sha256(self._journal.log.encode()).digest()[:3])
        return (log << 28) + ((self._journal.seq + 1) << 3) + (ADDRESSES[self._kind] >> 4)

    def begin(self, serial: str, command: JournaledCommand) -> None:
        sent = CommandSent(
            device=DeviceKind(self._kind),
            command=command.type.name.lower() + " (sent)",
            cmd=command.cmd,
            type=int(command.type),
            payload=command.payload.hex(),
            serial=serial,
        )
        self._journal.append([Draft.of(sent)], at_ms=self._clock_ms())
