"""The checks of every opening: quick, by look-ups alone, however long the journal is.

They find a torn or exchanged end, a foreign key, a file that is older than the head outside it. What lies deeper is
found by `verify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select, text

from dealer_console.journal.checkpoints import Checkpoint, is_genuine, read_head, write_head
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, Row, entry_of, hash_of
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage.disk_file import SELECT, DiskFile
from dealer_console.journal.storage.guards import not_on_guard
from dealer_console.journal.storage.schema import checkpoints, entries


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Who the journal is, and where it ends."""

    log: str
    table: str
    public_key: bytes
    seq: int
    hash: str
    checkpoint: Checkpoint


def hash_at(file: DiskFile, path: Path, seq: int) -> str:
    if seq == 0:
        return NO_HASH
    rows = file.read(select(entries.c.hash).where(entries.c.seq == seq))
    if not rows:
        raise damaged(path, f"entry {seq} is missing")
    return str(rows[0][0])


def find_end(file: DiskFile, path: Path) -> End:
    first = [Row._make(row) for row in file.read(SELECT.where(entries.c.seq == 1))]
    last = [Row._make(row) for row in file.read(SELECT.order_by(entries.c.seq.desc()).limit(1))]
    if not first or first[0].kind != "genesis":
        raise damaged(path, "it has no beginning")
    try:
        said = read(Genesis, entry_of(first[0], NO_HASH).data)
        log, table, public = said.log, said.table, bytes.fromhex(said.public_key)
    except (ValueError, TypeError, AttributeError):
        raise damaged(path, "entry 1 is not what was written") from None
    seq = last[0].seq
    if hash_of(log, hash_at(file, path, seq - 1), last[0]) != last[0].hash:
        raise damaged(path, f"entry {seq}, the last one, is not what was written")
    _must_be_guarded(file, path)
    point = _last_checkpoint(file, path, log, public, seq)
    return End(log=log, table=table, public_key=public, seq=seq, hash=last[0].hash, checkpoint=point)


def _must_be_guarded(file: DiskFile, path: Path) -> None:
    """A file in which entries can be changed is no journal."""
    rows = file.read(select(text("name, sql")).select_from(text("sqlite_master")).where(text("type = 'trigger'")))
    if gone := not_on_guard((name, sql) for name, sql in rows):
        raise damaged(path, f"its database no longer refuses changes: {', '.join(gone)} was taken out or exchanged")


def _last_checkpoint(file: DiskFile, path: Path, log: str, public: bytes, seq: int) -> Checkpoint:
    rows = file.read(select(checkpoints).order_by(checkpoints.c.number.desc()).limit(1))
    if not rows:
        raise damaged(path, "all its checkpoints are gone")
    number, signed, hash_, at_ms, signature = rows[0]
    point = Checkpoint(number=number, seq=signed, hash=hash_, at_ms=at_ms, signature=signature)
    if not is_genuine(point, log, public):
        raise damaged(path, f"checkpoint {number} is not signed with the key of this journal")
    if point.seq > seq or hash_at(file, path, point.seq) != point.hash:
        raise damaged(path, f"checkpoint {number} does not fit entry {point.seq}")
    return point


def compare_head(path: Path, head_path: Path, end: End, *, renew_head: bool) -> None:
    """The head outside may be one step behind (a power cut came between the two writes), never ahead."""
    found = read_head(head_path)
    if found is not None:
        _must_not_be_ahead(path, head_path, end, *found)
        if found[1] == end.checkpoint:
            return
    elif not renew_head:
        raise damaged(path, f"its head {head_path} is missing: bring it back, or open with renew_head")
    write_head(head_path, end.log, end.checkpoint)


def _must_not_be_ahead(path: Path, head_path: Path, end: End, log: str, head: Checkpoint) -> None:
    if log != end.log or not is_genuine(head, log, end.public_key):
        raise damaged(path, f"{head_path} is the head of another journal, or was changed")
    if head.number > end.checkpoint.number or head.seq > end.seq:
        raise damaged(
            path,
            f"the head outside says checkpoint {head.number} after entry {head.seq}, the file is older: "
            "its end was cut off, or an old copy was put in its place",
        )


def damaged(path: Path, what: str) -> JournalDamaged:
    return JournalDamaged(f"{path}: {what}. Run: dealer-console verify {path}")
