"""After a round was paid nothing is undone: a supervisor corrects, with a reason, bound to exactly what was asked."""

from __future__ import annotations

from dataclasses import replace

from dealer_console.game.errors import Refusal, Refused
from dealer_console.journal import AnyJournal, Draft, Entry
from dealer_console.journal.canonical import Json
from dealer_console.table.approvals.request import subject_hash
from dealer_console.table.commands import CorrectSettlement
from dealer_console.table.people.actions import Action
from dealer_console.table.state.table_state import TableState


def asked_hash(entry: Entry, *, cents: int, reason: str, requested_by: str) -> str:
    """What an approval is bound to: the settlement as it stands in the journal, the money, the reason, who asks."""
    asked: dict[str, Json] = {
        "corrects": entry.seq,
        "entry": entry.hash,
        "cents": cents,
        "reason": reason,
        "requested_by": requested_by,
    }
    return subject_hash(Action.CORRECT_SETTLEMENT, asked)


def approved(journal: AnyJournal, touch: CorrectSettlement, by: str) -> CorrectSettlement:
    """The correction as this person has approved it, by a request that was bound to exactly these values."""
    entry = settlement_entry(journal, touch.corrects)
    if entry is None:
        raise _refuse(f"entry {touch.corrects} is no settlement")
    hashed = asked_hash(entry, cents=touch.cents, reason=touch.reason, requested_by=touch.who)
    return replace(touch, approved_by=by, asked_hash=hashed)


def drafts_of(state: TableState, journal: AnyJournal, touch: CorrectSettlement) -> list[Draft]:
    entry = settlement_entry(journal, touch.corrects)
    if entry is None:
        raise _refuse(f"entry {touch.corrects} is no settlement")
    if not _later(journal, entry.seq, "round-closed"):
        raise _refuse("this round is not paid yet: take the last move back instead")
    if touch.approved_by == touch.who:
        raise _refuse("the person who asks cannot approve: another person does")
    if not touch.reason.strip() or touch.cents == 0:
        raise _refuse("a correction names an amount and a reason")
    if touch.asked_hash != asked_hash(entry, cents=touch.cents, reason=touch.reason, requested_by=touch.who):
        raise _refuse("what was approved is not what is asked now: ask for a new approval")
    data: dict[str, Json] = {
        "corrects": entry.seq,
        "cents": touch.cents,
        "spot": entry.data["spot"],
        "bettor": entry.data["bettor"],
        "reason": touch.reason,
        "requested_by": touch.who,
        "approved_by": touch.approved_by,
        "asked_hash": touch.asked_hash,
    }
    if any(each.data.get("asked_hash") == touch.asked_hash for each in _later(journal, entry.seq, "correction")):
        raise _refuse("this approval has been used: one approval corrects once")
    return [Draft(kind="correction", data=data, who=touch.who)]


def _refuse(reason: str) -> Refused:
    return Refused(Refusal(reason))


def settlement_entry(journal: AnyJournal, seq: int) -> Entry | None:
    if not 1 <= seq <= journal.seq:
        return None
    entry = next(iter(journal.entries(after=seq - 1)))
    return entry if entry.kind == "settlement" else None


def _later(journal: AnyJournal, seq: int, kind: str) -> list[Entry]:
    return [each for each in journal.entries(after=seq) if each.kind == kind]
