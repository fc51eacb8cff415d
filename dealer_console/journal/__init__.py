"""The journal: append-only, hash-chained, signed. See docs/journal.md.

`Journal`, the one on disk, is loaded when it is first used: it brings SQLAlchemy, which takes longer to load than all
the rest, and who only reads a journal needs none of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from dealer_console.journal.storage.in_memory import AnyJournal, MemoryJournal

if TYPE_CHECKING:
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


def __getattr__(name: str) -> object:
    if name == "Journal":
        from dealer_console.journal.storage.on_disk import Journal

        return Journal
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
