"""A backup becomes a table again, with proof: every hash, every signature, every round, and what others know of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dealer_console.app.journal_files.backup import Backup
from dealer_console.app.journal_files.inventory import kept_journal
from dealer_console.game.message import Message
from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import head_path, is_genuine, read_head
from dealer_console.journal.entry import Row
from dealer_console.journal.errors import JournalDamaged, JournalRefused
from dealer_console.journal.keys import load_key
from dealer_console.journal.storage.reader import read_only, row_batches, signing_keys
from dealer_console.journal.verification.verify import verify

WitnessedSeq = Callable[[Path], int]  # the last entry of this journal that somebody else holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """`missing`: entries that a witness holds and the backup does not."""

    folder: Path
    journal: Path
    entries: int
    rounds: int
    head: str
    witnessed: int | None
    missing: int


def proved(backup: Backup, witness: WitnessedSeq | None) -> Restored:
    """Verifies the backup as a whole, without writing anything. Raises what does not fit."""
    stated = backup.manifest["journal"]
    report = verify(backup.journal, bytes.fromhex(stated["public_key"]))
    if report.problem is not None:
        raise JournalDamaged(Message("journal-backup-does-not", problem=report.problem.message))
    if (report.log, report.entries, report.head) != (stated["log"], stated["seq"], stated["hash"]):
        raise JournalDamaged(Message("journal-backup-ends-elsewhere"))
    witnessed = witness(backup.journal) if witness is not None else None
    return Restored(
        folder=backup.folder,
        journal=backup.journal,
        entries=report.entries,
        rounds=report.rounds,
        head=report.head,
        witnessed=witnessed,
        missing=max(0, (witnessed or 0) - report.entries),
    )


def restore_backup(backup: Backup, to: Path, *, journal_only: bool = False) -> Path:
    """Every file back to its place, and the journal opened once. Refuses to write over anything.

    `journal_only`: people, devices and the table's file are well and stay as they are.
    """
    journal_name = Path(str(backup.manifest["journal"]["file"]))
    journal_files = {str(journal_name), str(head_path(journal_name)), str(journal_name.with_suffix(".key"))}
    places = {name: to / name for name in backup.manifest["files"] if name in journal_files or not journal_only}
    existing = [str(place) for place in places.values() if place.exists()]
    if existing:
        raise JournalRefused(Message("journal-nothing-written-over-move", there=", ".join(existing)))
    for name, place in places.items():
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        shutil.copyfile(backup.folder / name, place)
        place.chmod(0o600)
    journal = to / journal_name
    Journal.open(journal, load_key(journal.with_suffix(".key"))).close()
    return journal


def head_witness(head: Path) -> WitnessedSeq:
    """The head that was kept elsewhere."""

    def witnessed(journal: Path) -> int:
        known = read_head(head)
        if known is None:
            raise JournalRefused(Message("journal-head-not-there", head=head))
        log, point = known
        kept = kept_journal(journal)
        with read_only(journal) as connection:
            key = signing_keys(connection, bytes.fromhex(kept.public_key)).at(point.seq)
            ends = [
                Row._make(row) for rows in row_batches(connection, after=point.seq - 1, upto=point.seq) for row in rows
            ]
        if log != kept.log or not is_genuine(point, log, key) or any(row.hash != point.hash for row in ends):
            raise JournalDamaged(Message("journal-head-of-another", head=head))
        return point.seq

    return witnessed


def floor_witness(address: str) -> WitnessedSeq:
    """The floor's copy, compared entry by entry."""

    def witnessed(journal: Path) -> int:
        from dealer_console.floor.address import connect
        from dealer_console.floor.errors import FloorError
        from dealer_console.floor.evidence import compare

        try:
            with connect(address, program="dealer-console restore") as connection:
                comparison = compare(connection, journal)
        except FloorError as error:
            raise JournalRefused(str(error)) from None
        if comparison.first_difference is not None:
            raise JournalDamaged(Message("journal-backup-floor-differ", words=comparison.result))
        return comparison.floor_seq

    return witnessed
