"""Which closed journals may go: only old ones that are proved elsewhere, and what went stays on record."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dealer_console.app.journal_files.backup import read_backup
from dealer_console.app.journal_files.inventory import BEFORE_MISSING, KeptJournal, inventory
from dealer_console.app.journal_files.restore import WitnessedSeq
from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import head_path
from dealer_console.journal.errors import JournalError, JournalRefused
from dealer_console.messages import recorded

RECORD: Final = "purged.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`proof` says where else the journal is, `why_not` why it stays."""

    journal: KeptJournal
    proof: Message | None = None
    why_not: Message | None = None


def judged(
    folder: Path, current: Path, *, before_ms: int, witness: WitnessedSeq | None, backups: Iterable[Path]
) -> Iterator[Verdict]:
    """Every closed journal of the folder that ended before this moment."""
    kept = list(backups)
    for journal in inventory(folder):
        if journal.file == current or journal.last_ms >= before_ms:
            continue
        proof = _on_the_floor(journal, witness) or _in_a_backup(journal, kept)
        if journal.fault is not None and journal.fault.code != BEFORE_MISSING:
            yield Verdict(journal=journal, why_not=journal.fault)
        elif proof is not None:
            yield Verdict(journal=journal, proof=proof)
        else:
            yield Verdict(journal=journal, why_not=Message("journal-not-proved"))


def _on_the_floor(journal: KeptJournal, witness: WitnessedSeq | None) -> Message | None:
    if witness is None:
        return None
    try:
        return Message("journal-on-the-floor", count=journal.seq) if witness(journal.file) == journal.seq else None
    except JournalError:  # whatever keeps the floor from answering is no proof
        return None


def _in_a_backup(journal: KeptJournal, backups: Iterable[Path]) -> Message | None:
    for folder in backups:
        try:
            stated = read_backup(folder).manifest["journal"]
        except JournalRefused:
            continue
        if (stated["log"], stated["seq"], stated["hash"]) == (journal.log, journal.seq, journal.hash):
            return Message("journal-in-backup", folder=folder)
    return None


def purge(verdict: Verdict, now_ms: int) -> None:
    """Recorded first, then gone. Raises `JournalRefused` without a proof."""
    if verdict.proof is None:
        raise JournalRefused(Message("journal-file-stays", file=verdict.journal.file, why_not=verdict.why_not or ""))
    journal = verdict.journal
    line = {
        "at_ms": now_ms,
        "file": journal.file.name,
        "table": journal.table,
        "log": journal.log,
        "entries": journal.seq,
        "hash": journal.hash,
        "proof": recorded(verdict.proof),
    }
    record = journal.file.parent / RECORD
    with os.fdopen(os.open(record, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a", encoding="utf-8") as stream:
        stream.write(json.dumps(line) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    for file in (journal.file, head_path(journal.file)):
        file.unlink(missing_ok=True)
