"""The checks of every opening: quick, by look-ups alone, however long the journal is.

They find a torn or exchanged end, a foreign key, a file that is older than the head outside it. What lies deeper is
found by `verify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dealer_console.game.message import Message
from dealer_console.journal.checkpoints import (
    Checkpoint,
    SignedEnd,
    is_genuine,
    is_genuine_end,
    read_head,
    write_head,
)
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import Genesis
from dealer_console.journal.entry import NO_HASH, entry_of, hash_of
from dealer_console.journal.errors import JournalDamaged, JournalRefused
from dealer_console.journal.head import JournalHead
from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage import reader
from dealer_console.journal.storage.disk_file import DiskFile


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Who the journal is, and where it ends."""

    log: str
    table: str
    keys: SigningKeys
    seq: int
    hash: str
    checkpoint: Checkpoint
    signed_seq: int  # everything up to here is signed
    was_signed: bool  # by a signed end; a file of the first form has none yet
    follows: JournalHead | None  # the last head of the journal before


def hash_at(file: DiskFile, path: Path, seq: int) -> str:
    if seq == 0:
        return NO_HASH
    entry_hash = reader.hash_at(file.connection, seq)
    if entry_hash is None:
        raise damaged(path, f"entry {seq} is missing")
    return entry_hash


def find_end(file: DiskFile, path: Path, *, may_lack_its_end: bool = False) -> End:
    first, seq = reader.row_at(file.connection, 1), reader.last_seq(file.connection)
    last = reader.row_at(file.connection, seq)
    if first is None or last is None or first.kind != "genesis":
        raise damaged(path, "it has no beginning")
    try:
        genesis = read(Genesis, entry_of(first, NO_HASH).data)
        log, table, begun_with = genesis.log, genesis.table, bytes.fromhex(genesis.public_key)
        follows = None if genesis.follows is None else JournalHead.of(genesis.follows)
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise damaged(path, "entry 1 is not what was written") from None
    if hash_of(log, hash_at(file, path, seq - 1), last) != last.hash:
        raise damaged(path, f"entry {seq}, the last one, is not what was written")
    _must_be_guarded(file, path)
    keys = reader.signing_keys(file.connection, begun_with)
    _must_be_vouched_for(file, path, log, keys)
    point = _last_checkpoint(file, path, log, keys, seq)
    signed = _signed_end(file, path, log, keys)
    if signed is None and genesis.ends_signed and not may_lack_its_end:
        raise damaged(path, "its end is not signed: it was cut off, or this is a copy from the floor")
    return End(
        log=log,
        table=table,
        keys=keys,
        seq=seq,
        hash=last.hash,
        checkpoint=point,
        signed_seq=point.seq if signed is None else max(signed.seq, point.seq),
        was_signed=signed is not None,
        follows=follows,
    )


def _must_be_guarded(file: DiskFile, path: Path) -> None:
    """A file in which entries can be changed is no journal."""
    if missing := reader.missing_guards(file.connection):
        raise damaged(path, f"its database no longer refuses changes: {', '.join(missing)} was taken out or exchanged")
    if strange := reader.foreign_parts(file.connection):
        raise damaged(path, f"somebody put into its database what does not belong there: {', '.join(strange)}")


def _must_be_vouched_for(file: DiskFile, path: Path, log: str, keys: SigningKeys) -> None:
    """Every key is named by an entry that the key before has signed."""
    for seq in keys.changes:
        points = reader.checkpoint_rows(file.connection, after=seq - 1, upto=seq)
        if not any(is_genuine(point, log, keys.at(seq)) and hash_at(file, path, seq) == point.hash for point in points):
            raise damaged(path, f"entry {seq} names a key that the key before has not signed")


def _last_checkpoint(file: DiskFile, path: Path, log: str, keys: SigningKeys, seq: int) -> Checkpoint:
    point = reader.checkpoint(file.connection)
    if point is None:
        raise damaged(path, "all its checkpoints are gone")
    if type(point.seq) is not int or not is_genuine(point, log, keys.at(point.seq)):
        raise damaged(path, f"checkpoint {point.number} is not signed with the key of this journal")
    if point.seq > seq or hash_at(file, path, point.seq) != point.hash:
        raise damaged(path, f"checkpoint {point.number} does not fit entry {point.seq}")
    return point


def _signed_end(file: DiskFile, path: Path, log: str, keys: SigningKeys) -> SignedEnd | None:
    end = reader.signed_end(file.connection)
    if end is None:
        return None
    # Between the entry that names a new key and the next signature both keys have signed this very end.
    if not any(is_genuine_end(end, log, public) for public in keys.at_end(end.seq)):
        raise damaged(path, "its end is not signed with the key of this journal")
    if hash_at(file, path, end.seq) != end.hash:
        raise damaged(path, f"its signed end does not fit entry {end.seq}")
    return end


def compare_head(file: DiskFile, path: Path, head_path: Path, end: End, *, renew_head: bool) -> None:
    """The head outside may be one step behind (a power cut came between the two writes), never ahead."""
    stored_head = read_head(head_path)
    if stored_head is not None:
        _must_fit(file, path, head_path, end, *stored_head)
        if stored_head[1] == end.checkpoint:
            return
    elif not renew_head:
        raise damaged(path, f"its head {head_path} is missing: bring it back, or open with renew_head")
    write_head(head_path, end.log, end.checkpoint)


def compare_head_apart(file: DiskFile, path: Path, head_path: Path, end: End, *, renew_head: bool) -> None:
    """As the head beside the file; behind it by what could not be written. A folder that is not there tells nothing."""
    if not head_path.parent.is_dir():
        raise JournalRefused(Message("journal-where-head-kept-apart", parent=head_path.parent, path=path))
    stored_head = read_head(head_path)
    if stored_head is not None and end.follows is not None and stored_head[0] == end.follows.log:
        _must_be_followed(path, head_path, end.follows, stored_head[1])
        stored_head = None  # of the journal that this one follows
    elif stored_head is None and end.checkpoint.number > 1 and not renew_head:
        raise damaged(path, f"its head {head_path}, which is kept apart, is missing: somebody took it away")
    if stored_head is not None:
        _must_fit(file, path, head_path, end, *stored_head)
    write_head(head_path, end.log, end.checkpoint)


def write_head_apart(file: DiskFile, head_path: Path, log: str, point: Checkpoint) -> None:
    """Over one of its own only: whoever deals on a copy of this journal has put another one there, which stays."""
    stored_head = read_head(head_path)
    if stored_head is not None:
        head = stored_head[1]
        own = reader.checkpoint(file.connection, head.number)
        if stored_head[0] != log or own is None or (own.seq, own.hash) != (head.seq, head.hash):
            raise JournalDamaged(Message("journal-another-history-apart", path=head_path, number=head.number))
    write_head(head_path, log, point)


def _must_be_followed(path: Path, head_path: Path, follows: JournalHead, head: Checkpoint) -> None:
    """Where the journal before was closed, its head was written there, too."""
    if (head.seq, head.hash) != (follows.seq, follows.hash):
        raise damaged(
            path,
            f"it follows entry {follows.seq} of the journal before, and {head_path} says entry {head.seq}: "
            "the end of that journal was cut off before this one was begun",
        )


def _must_fit(file: DiskFile, path: Path, head_path: Path, end: End, log: str, head: Checkpoint) -> None:
    """The head is of this journal, not ahead of it, and one of its own checkpoints."""
    if log != end.log or not is_genuine(head, log, end.keys.at(head.seq)):
        raise damaged(path, f"{head_path} is the head of another journal, or was changed")
    if head.number > end.checkpoint.number or head.seq > end.seq:
        raise damaged(
            path,
            f"the head outside says checkpoint {head.number} after entry {head.seq}, the file is older: "
            "its end was cut off, or an old copy was put in its place",
        )
    point = reader.checkpoint(file.connection, head.number)
    if point is None or (point.seq, point.hash) != (head.seq, head.hash):
        what = f"the head {head_path} has another checkpoint {head.number} than the file"
        raise damaged(path, f"{what}: another history was put in its place")


def damaged(path: Path, what: str) -> JournalDamaged:
    return JournalDamaged(Message("journal-run-dealer-console-verify", path=path, what=what))
