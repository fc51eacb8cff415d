"""The journals of a folder, in their order: which one follows which, and whether the link holds."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalDamaged, JournalError
from dealer_console.journal.storage import reader

BEFORE_MISSING: Final = "journal-before-missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptJournal:
    """`follows_log`: the journal before it, as its first entry says. `fault` is what does not fit, if anything."""

    file: Path
    table: str
    log: str
    public_key: str
    seq: int
    hash: str
    first_ms: int
    last_ms: int
    rounds: int
    follows_log: str | None = None
    follows_seq: int = 0
    follows_hash: str = ""
    fault: Message | None = None

    @property
    def bytes(self) -> int:
        return self.file.stat().st_size


def kept_journal(file: Path) -> KeptJournal:
    """What its ends say. Raises a `JournalError` when there is nothing to read."""
    with reader.read_only(file) as connection:
        begun, last = reader.row_at(connection, 1), reader.row_at(connection, reader.last_seq(connection))
        rounds = len(reader.places_of(connection, "round-opened"))
        changed = reader.last_of(connection, "key-changed")
    if begun is None or last is None:
        raise JournalDamaged(Message("journal-no-beginning-run-dealer", path=file))
    first = json.loads(begun.data)
    follows = first.get("follows") or {}
    return KeptJournal(
        file=file,
        table=first["table"],
        log=first["log"],
        public_key=json.loads(changed.data)["public_key"] if changed is not None else first["public_key"],
        seq=last.seq,
        hash=last.hash,
        first_ms=begun.at_ms,
        last_ms=last.at_ms,
        rounds=rounds,
        follows_log=follows.get("log"),
        follows_seq=follows.get("seq", 0),
        follows_hash=follows.get("hash", ""),
    )


def inventory(folder: Path) -> list[KeptJournal]:
    """All journals of the folder, the oldest first, each with what does not fit about its link."""
    kept = []
    for file in sorted(folder.glob("*.journal")):
        try:
            kept.append(kept_journal(file))
        except (JournalError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise JournalError(Message("journal-cannot-read-run-dealer", file=file, reason=str(error))) from None
    by_log = {journal.log: journal for journal in kept}
    linked = [_linked(journal, by_log) for journal in kept]
    return sorted(linked, key=lambda journal: (journal.table, journal.first_ms, journal.last_ms))


def _linked(journal: KeptJournal, by_log: dict[str, KeptJournal]) -> KeptJournal:
    if journal.follows_log is None:
        return journal
    before = by_log.get(journal.follows_log)
    if before is None:
        return replace(journal, fault=Message(BEFORE_MISSING, log=journal.follows_log))
    if (before.seq, before.hash) != (journal.follows_seq, journal.follows_hash):
        fault = Message("journal-before-differs", seq=journal.follows_seq, file=before.file.name, end=before.seq)
        return replace(journal, fault=fault)
    return journal
