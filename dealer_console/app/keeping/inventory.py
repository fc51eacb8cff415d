"""The journals of a folder, in their order: which one follows which, and whether the link holds."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, replace
from pathlib import Path

from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalError
from dealer_console.journal.storage.reader import read_only


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
    fault: str | None = None

    @property
    def bytes(self) -> int:
        return self.file.stat().st_size


def kept_journal(file: Path) -> KeptJournal:
    """What its ends say. Raises a `JournalError` when there is nothing to read."""
    with read_only(file) as connection:
        first = json.loads(connection.execute("SELECT data FROM entries WHERE seq = 1").fetchone()[0])
        seq, hash_, last_ms = connection.execute(
            "SELECT seq, hash, at_ms FROM entries ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        (first_ms,) = connection.execute("SELECT at_ms FROM entries WHERE seq = 1").fetchone()
        (rounds,) = connection.execute("SELECT count(*) FROM entries WHERE kind = 'round-opened'").fetchone()
        changed = connection.execute(
            "SELECT data FROM entries WHERE kind = 'key-changed' ORDER BY seq DESC LIMIT 1"
        ).fetchone()
    follows = first.get("follows") or {}
    return KeptJournal(
        file=file,
        table=first["table"],
        log=first["log"],
        public_key=json.loads(changed[0])["public_key"] if changed is not None else first["public_key"],
        seq=seq,
        hash=hash_,
        first_ms=first_ms,
        last_ms=last_ms,
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
        return replace(journal, fault=f"the journal {journal.follows_log} before it is not here")
    if (before.seq, before.hash) != (journal.follows_seq, journal.follows_hash):
        told = f"it follows entry {journal.follows_seq} of {before.file.name}, which ends at {before.seq} otherwise"
        return replace(journal, fault=told)
    return journal
