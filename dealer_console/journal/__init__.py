"""The journal: append-only, hash-chained, signed. See docs/journal.md."""

from dealer_console.journal.entry import Draft, Entry
from dealer_console.journal.errors import (
    AlreadyRecorded,
    BadDraft,
    BadEntry,
    JournalDamaged,
    JournalError,
    JournalRefused,
    JournalStopped,
)
from dealer_console.journal.storage.in_memory import MemoryJournal
from dealer_console.journal.storage.interface import AnyJournal
from dealer_console.journal.storage.on_disk import Journal

__all__ = [
    "AlreadyRecorded",
    "AnyJournal",
    "BadDraft",
    "BadEntry",
    "Draft",
    "Entry",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalRefused",
    "JournalStopped",
    "MemoryJournal",
]
