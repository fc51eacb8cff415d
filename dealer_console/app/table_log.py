"""A log of what happens at a table, for the journal of the system: times and levels, numbers of entries, never a card.

Under systemd each line begins with its level (`<4>`), which `journalctl -p warning` understands.
"""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Final

from dealer_console.journal import Entry
from dealer_console.journal.entries import notices
from dealer_console.journal.entries.devices import DeviceAway, DeviceDistrusted, DeviceReady

if TYPE_CHECKING:
    from dealer_console.app.running_table import RunningTable

log = logging.getLogger("dealer_console.table")
_SYSTEM_LEVELS: Final = {logging.CRITICAL: 2, logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6, logging.DEBUG: 7}
_INFO: Final = ("software", "shift", "person-in", "person-out", "configuration", "key-changed")
_WARNING: Final = ("lock-out", "correction")


class _ForSystemd(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        level = _SYSTEM_LEVELS.get(record.levelno, 6)
        return "\n".join(f"<{level}>{line}" for line in super().format(record).splitlines())


def log_to_standard_error(level: str = "INFO") -> None:
    """With time and level; under systemd, which knows the time, with its own mark of the level."""
    handler = logging.StreamHandler(sys.stderr)
    usual = logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s")
    handler.setFormatter(_ForSystemd("%(name)s %(message)s") if "JOURNAL_STREAM" in os.environ else usual)
    logger = logging.getLogger("dealer_console")
    logger.handlers[:] = [handler]
    logger.setLevel(level)


def log_entries(running: RunningTable) -> None:
    """From now on. What an entry says stays in the journal; the log names its kind and number."""
    journal = running.parts.journal
    before = journal.on_append

    def see(entry: Entry) -> None:
        before(entry)
        _log(entry)

    journal.on_append = see


def _log(entry: Entry) -> None:
    match entry.typed:
        case notices.AlarmRaised():
            log.error("alarm, entry %d", entry.seq)
        case DeviceReady(device=device):
            log.info("%s is ready, entry %d", device, entry.seq)
        case DeviceAway(device=device) | DeviceDistrusted(device=device):
            log.warning("%s is away or not trusted, entry %d", device, entry.seq)
        case _ if entry.kind in _WARNING:
            log.warning("%s, entry %d", entry.kind, entry.seq)
        case _ if entry.kind in _INFO:
            log.info("%s, entry %d", entry.kind, entry.seq)
        case _:
            log.debug("%s, entry %d", entry.kind, entry.seq)
