"""A journal in memory as a file, entry by entry: for those who read files."""

from __future__ import annotations

from pathlib import Path

from dealer_console.journal import AnyJournal, Draft, Journal


def stored(journal: AnyJournal, folder: Path) -> Path:
    """The same drafts at the same times, in a file that is closed and signed."""
    path = folder / "stored.journal"
    with Journal.create(path, table=journal.table, signing_key=bytes(32), at_ms=0, log=bytes(16)) as copy:
        for entry in journal.entries(after=1):
            copy.append(
                [Draft(kind=entry.kind, version=entry.version, data=entry.data, who=entry.who, device=entry.device)],
                at_ms=entry.at_ms,
            )
        copy.checkpoint(0)
    return path
