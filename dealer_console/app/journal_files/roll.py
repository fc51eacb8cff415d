"""The next journal of a table: the old one is closed and kept, the new one names its last head.

Only between shifts, and only by two people. The new journal begins from nothing; its first entry has the link. A power
cut between two steps is mended by rolling again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer_console.app.journal_files.inventory import kept_journal
from dealer_console.game.message import Message
from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import head_path, is_genuine, read_head, sync_folder
from dealer_console.journal.errors import JournalRefused
from dealer_console.journal.head import JournalHead, key_id
from dealer_console.journal.keys import public_key
from dealer_console.table.session.recovery import restore
from dealer_console.table.shift.state import Stage


@dataclass(frozen=True, slots=True, kw_only=True)
class Rolled:
    """`old` is the file under which the closed journal is kept now."""

    old: Path
    old_end: JournalHead
    new: Path
    new_log: str


def next_path(journal: Path) -> Path:
    """The journal that is being begun. While it is there, a roll was interrupted."""
    return journal.with_name(f"{journal.stem}.next.journal")


def begin_after_loss(journal: Path, key: bytes, *, table: str, begun_by: Sequence[str], now_ms: int) -> JournalHead:
    """The journal is gone for good: the next one names the last head of it that is left. Raises `JournalRefused`."""
    if len(set(begun_by)) != 2:
        raise JournalRefused(Message("journal-new-begun-two"))
    if journal.exists() or next_path(journal).exists():
        raise JournalRefused(Message("journal-not-lost-roll", journal=journal))
    stored_head = read_head(head := head_path(journal))
    if stored_head is None or not is_genuine(stored_head[1], stored_head[0], public_key(key)):
        raise JournalRefused(Message("journal-no-head-key", head=head))
    log, point = stored_head
    lost = JournalHead(log=log, seq=point.seq, hash=point.hash, key=key_id(public_key(key)))
    head.rename(head_path(kept_path(journal, log)))
    Journal.create(journal, table=table, signing_key=key, at_ms=now_ms, follows=lost, begun_by=begun_by).close()
    return lost


def roll(journal: Path, key: bytes, *, begun_by: Sequence[str], now_ms: int) -> Rolled:
    """Raises `JournalRefused` when the table is open, or somebody has the journal."""
    if len(set(begun_by)) != 2:
        raise JournalRefused(Message("journal-new-begun-two"))
    unfinished = next_path(journal)
    if journal.exists():
        end, table = _closed(journal, key, now_ms)
        if not unfinished.exists():
            Journal.create(
                unfinished, table=table, signing_key=key, at_ms=now_ms, follows=end, begun_by=begun_by
            ).close()
        begun = kept_journal(unfinished)
        if (begun.follows_log, begun.follows_seq, begun.follows_hash) != (end.log, end.seq, end.hash):
            raise JournalRefused(Message("journal-follows-another-move", unfinished=unfinished))
        _move(journal, kept_path(journal, end.log))
    elif not unfinished.exists():
        raise JournalRefused(Message("journal-not-there", path=journal))
    begun = kept_journal(unfinished)
    _move(unfinished, journal)
    old_log = begun.follows_log or ""
    old_end = JournalHead(log=old_log, seq=begun.follows_seq, hash=begun.follows_hash, key=begun.public_key[:16])
    return Rolled(old=kept_path(journal, old_log), old_end=old_end, new=journal, new_log=begun.log)


def kept_path(journal: Path, log: str) -> Path:
    """Under which name a closed journal stays beside the new one."""
    return journal.with_name(f"{journal.stem}.{log[:8]}.journal")


def _closed(journal: Path, key: bytes, now_ms: int) -> tuple[JournalHead, str]:
    """Signed to its last entry; refused while the table is open."""
    with Journal.open(journal, key) as opened:
        state = restore(opened)
        if state.in_round or state.shift.stage is Stage.OPEN:
            raise JournalRefused(Message("journal-table-open-close-shift"))
        if opened.last_checkpoint.seq != opened.seq:
            opened.checkpoint(now_ms)
        return opened.end, opened.table


def _move(source: Path, to: Path) -> None:
    """The journal last: while its name is free, nothing else may take it (`next_path`)."""
    head, new_head = head_path(source), head_path(to)
    if head.exists():
        head.rename(new_head)
    source.rename(to)
    sync_folder(to.parent)
