"""What two people do to the list of paired devices, in the signed journals of the tables beside it, at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from dealer_console.app.device_refusal import DeviceRefused
from dealer_console.game.message import Message
from dealer_console.journal import Draft, Journal, JournalError
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.keys import load_key


@contextmanager
def device_record(registry: Path) -> Iterator[DeviceRecord]:
    """The journals of this folder, held until the change is done. Raises `DeviceRefused` while in use."""
    with ExitStack() as held:
        journals = []
        for file in (*sorted(registry.parent.glob("*.journal")), *sorted(registry.parent.glob("journals/*.journal"))):
            key = file.with_suffix(".key")
            if not key.exists():  # closed long ago
                continue
            try:
                journals.append(held.enter_context(Journal.open(file, load_key(key))))
            except JournalError as error:
                why = error.message
                raise DeviceRefused(Message("pairing-journal-in-use", file=file, why=why)) from None
        yield DeviceRecord(journals)


class DeviceRecord:
    """`note` writes one change into every journal that is held."""

    def __init__(self, journals: Iterable[Journal]) -> None:
        self._journals = tuple(journals)

    def note(self, change: DeviceRegistryChanged, now_ms: int) -> None:
        for journal in self._journals:
            journal.append([Draft.of(change, who=change.by)], at_ms=now_ms)
            journal.checkpoint(now_ms)
