"""The next journal of a table: the old one is closed and kept, the new one names its last head.

Only between shifts, and only by two people. The new journal begins from nothing; its first entry has the link. A power
cut between two steps is mended by rolling again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dealer_console.app.journal_files.inventory import KeptJournal, kept_journal
from dealer_console.game.message import Message
from dealer_console.journal import Journal
from dealer_console.journal.checkpoints import Checkpoint, head_path, is_genuine, read_head, sync_folder, write_head
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


def begin_after_loss(
    journal: Path, key: bytes, *, table: str, begun_by: Sequence[str], now_ms: int, head_apart: Path | None = None
) -> JournalHead:
    """The journal is gone for good: the next one names the last head of it that is left. Raises `JournalRefused`."""
    if len(set(begun_by)) != 2:
        raise JournalRefused(Message("journal-new-begun-two"))
    if journal.exists() or next_path(journal).exists():
        raise JournalRefused(Message("journal-not-lost-roll", journal=journal))
    log, point = _last_head(journal, public_key(key), head_apart)
    lost = JournalHead(log=log, seq=point.seq, hash=point.hash, key=key_id(public_key(key)))
    write_head(head_path(kept_path(journal, log)), log, point)
    head_path(journal).unlink(missing_ok=True)
    if head_apart is not None:
        write_head(head_path(journal, head_apart), log, point)
    Journal.create(
        journal, table=table, signing_key=key, at_ms=now_ms, follows=lost, begun_by=begun_by, head_apart=head_apart
    ).close()
    return lost


def _last_head(journal: Path, key: bytes, head_apart: Path | None) -> tuple[str, Checkpoint]:
    """Beside the journal or apart, whichever reaches further: who took the journal away may have left an old one."""
    places = [head_path(journal), *([] if head_apart is None else [head_path(journal, head_apart)])]
    heads = [head for head in map(read_head, places) if head is not None and is_genuine(head[1], head[0], key)]
    if not heads:
        raise JournalRefused(Message("journal-no-head-key", head=places[0]))
    if len({log for log, _ in heads}) > 1:
        raise JournalRefused(Message("journal-heads-of-two", beside=places[0], apart=places[1]))
    return max(heads, key=lambda head: head[1].seq)


def roll(journal: Path, key: bytes, *, begun_by: Sequence[str], now_ms: int, head_apart: Path | None = None) -> Rolled:
    """Raises `JournalRefused` when the table is open, or somebody has the journal."""
    if len(set(begun_by)) != 2:
        raise JournalRefused(Message("journal-new-begun-two"))
    unfinished = next_path(journal)
    if journal.exists():
        end, table = _closed(journal, key, now_ms, head_apart)
        if not unfinished.exists():
            Journal.create(
                unfinished, table=table, signing_key=key, at_ms=now_ms, follows=end, begun_by=begun_by
            ).close()
        begun = kept_journal(unfinished)
        _must_follow(begun, kept_journal(journal))
        _move(journal, kept_path(journal, end.log))
    elif unfinished.exists():
        begun = kept_journal(unfinished)
        _must_follow(begun, kept_journal(kept_path(journal, begun.follows_log or "")))
    else:
        raise JournalRefused(Message("journal-not-there", path=journal))
    _move(unfinished, journal)
    Journal.open(journal, key, head_apart=head_apart).close()  # its head is apart before anybody deals on it
    old_log = begun.follows_log or ""
    old_end = JournalHead(log=old_log, seq=begun.follows_seq, hash=begun.follows_hash, key=begun.public_key[:16])
    return Rolled(old=kept_path(journal, old_log), old_end=old_end, new=journal, new_log=begun.log)


def _must_follow(begun: KeptJournal, old: KeptJournal) -> None:
    """The journal that was begun in an earlier attempt names this end of this journal."""
    if (begun.follows_log, begun.follows_seq, begun.follows_hash) != (old.log, old.seq, old.hash):
        raise JournalRefused(Message("journal-follows-another-move", unfinished=begun.file))


def kept_path(journal: Path, log: str) -> Path:
    """Under which name a closed journal stays beside the new one."""
    return journal.with_name(f"{journal.stem}.{log[:8]}.journal")


def _closed(journal: Path, key: bytes, now_ms: int, head_apart: Path | None) -> tuple[JournalHead, str]:
    """Signed to its last entry; refused while the table is open, and when the head apart knows more of it."""
    with Journal.open(journal, key, head_apart=head_apart) as opened:
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
