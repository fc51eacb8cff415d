"""Another key for the journal of a table: two people change it, and the key before signs that they did."""

from __future__ import annotations

from pathlib import Path

from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import sync_folder
from dealer_console.journal.errors import JournalRefused
from dealer_console.journal.keys import create_key, load_key, public_key


def changed_key(journal: Path, *, by: str, approved_by: str, now_ms: int, head_folder: str | None = None) -> bytes:
    """The public half of the new key. Raises `JournalRefused` while somebody has the journal.

    The new key lies in a file before the journal names it, so that a power cut between the steps is mended by asking
    again: then the journal has the new key already, and only the files change their names.
    """
    current, new = journal.with_suffix(".key"), journal.with_suffix(".key.new")
    seed = load_key(new) if new.exists() else create_key(new)
    apart = None if head_folder is None else Path(head_folder)
    try:
        opened = Journal.open(journal, load_key(current), head_apart=apart)
    except JournalRefused:
        Journal.open(journal, seed, head_apart=apart).close()  # it was named before the power went
    else:
        with opened:
            opened.change_key(seed, by=by, approved_by=approved_by, at_ms=now_ms)
    current.rename(journal.with_suffix(f".key.{public_key(load_key(current)).hex()[:16]}"))
    new.rename(current)
    sync_folder(journal.parent)
    return public_key(seed)
