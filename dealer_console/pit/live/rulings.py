"""What waits for a ruling: what is asked and by whom, what the rule says, the felt as it stood; and the answer.

An answer is bound to the hash of exactly what was asked. It travels by the floor; the table judges it like a ruling
that was given there. A journal in a file has no way back to its table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlalchemy import select

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.queries import RequestAnswer, answers, open_requests
from dealer_console.floor.rulings import Ruled, SignedRuling, rule
from dealer_console.game.message import Message
from dealer_console.journal.entries import read
from dealer_console.journal.entries.people import ApprovalRequested
from dealer_console.journal.entries.rounds import WagerSettled
from dealer_console.journal.errors import JournalDamaged, JournalError
from dealer_console.journal.settlements import SettledWager, settlement_of
from dealer_console.journal.storage.reader import NOT_AS_WRITTEN
from dealer_console.messages import Words
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.archive.search import FoundRound
from dealer_console.pit.archive.sources import one_row
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.round_replay import Step, open_round, replay
from dealer_console.table.approvals.pit_ruling import PitRuling
from dealer_console.table.people.actions import AT_THE_TABLE, Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

LATELY: Final = 12  # answered requests that a window remembers


@dataclass(frozen=True, slots=True, kw_only=True)
class PitRequest:
    """One request. `standing` is how the felt stood that it is about; None: between rounds."""

    log: Log
    entry: int
    request: str
    action: str
    subject: dict[str, Any]
    subject_hash: str
    requester: str
    reason: str
    asked_at_ms: int
    expires_at_ms: int
    standing: Step | None
    corrected: SettledWager | None = None  # what was paid, where its correction is asked


def lately(
    archive: Archive, open_requests: Sequence[PitRequest], before: Sequence[PitRequest], known: Sequence[RequestAnswer]
) -> tuple[RequestAnswer, ...]:
    """What became of those that were `asked` before and wait no longer, with what was `known` of others."""
    if not isinstance(archive.source, FloorSource):
        return ()
    waiting_now = {(request.log.log, request.request) for request in open_requests}
    closed = {(request.log.log, request.request) for request in before} - waiting_now
    settled = [ruling for ruling in known if ruling.taken and (ruling.log, ruling.request) not in closed]
    again = closed | {(ruling.log, ruling.request) for ruling in known if not ruling.taken} - waiting_now
    if not again:
        return tuple(settled)[:LATELY]
    with connect(archive.source.address, program=PROGRAM) as connection:
        return (*answers(connection, sorted(again)), *settled)[:LATELY]


def waiting(archive: Archive, now_ms: int, words: Words | None = None) -> tuple[PitRequest, ...]:
    """The oldest first; what has expired is left out; felts in the language of `words`. `archive.refresh` before."""
    entries = _entries(archive)
    if entries:
        with suppress(JournalDamaged):  # what was asked just now can be about a round that is not in the index yet
            archive.refresh()
    logs = {log.log: log for log in archive.logs(current=True)}
    requests: list[PitRequest] = []
    for log, entry in entries:
        # An entry that no table writes is named by whoever keeps the index; it must not hide what other tables ask.
        with suppress(JournalError, PitRefused, *NOT_AS_WRITTEN):
            if log in logs:
                requests.append(_pit_request(archive, logs[log], entry, words))
    return tuple(request for request in requests if request.expires_at_ms > now_ms)


def _entries(archive: Archive) -> list[tuple[str, int]]:
    """On the floor it is the floor that knows what somebody has ruled on already."""
    if isinstance(archive.source, FloorSource):
        with connect(archive.source.address, program=PROGRAM) as connection:
            return [(request.log, request.seq) for request in open_requests(connection)]
    c, g = t.calls.c, t.logs.c
    query = select(g.log, c.entry).join_from(t.calls, t.logs, g.id == c.log_id)
    query = query.where(c.kind == "request", c.answered_ms.is_(None)).order_by(c.at_ms, c.log_id, c.entry)
    with archive.engine.connect() as connection:
        return [(row.log, int(row.entry)) for row in connection.execute(query)]


def _pit_request(archive: Archive, log: Log, entry: int, words: Words | None) -> PitRequest:
    entry_read = read(ApprovalRequested, json.loads(one_row(archive.source, log.log, entry).data))
    corrects = entry_read.subject.get("corrects") if entry_read.action == Action.CORRECT_SETTLEMENT else None
    paid = corrects if isinstance(corrects, int) else None
    return PitRequest(
        log=log,
        entry=entry,
        request=entry_read.request,
        action=entry_read.action,
        subject=dict(entry_read.subject),
        subject_hash=entry_read.subject_hash,
        requester=entry_read.requester,
        reason=entry_read.reason,
        asked_at_ms=entry_read.asked_at_ms,
        expires_at_ms=entry_read.expires_at_ms,
        standing=step_at(archive, log, entry if paid is None else paid, words),
        corrected=None if paid is None else _settled(archive, log, paid),
    )


def _settled(archive: Archive, log: Log, entry: int) -> SettledWager:
    row = one_row(archive.source, log.log, entry)
    return SettledWager(entry, *settlement_of(read(WagerSettled, json.loads(row.data))))


def step_at(archive: Archive, log: Log, entry: int, words: Words | None = None) -> Step | None:
    """How the round stood at this entry, open or long closed; None outside a round."""
    found_round = _closed_round(archive, log, entry) or open_round(archive, log)
    if found_round is None or not found_round.first_entry <= entry <= found_round.last_entry:
        return None
    return [step for step in replay(archive, found_round, words).steps if step.entry <= entry][-1]


def _closed_round(archive: Archive, log: Log, entry: int) -> FoundRound | None:
    r = t.rounds.c
    query = select(r.number).join_from(t.rounds, t.logs, t.logs.c.id == r.log_id)
    query = query.where(t.logs.c.log == log.log, r.first_entry <= entry, r.last_entry >= entry)
    with archive.engine.connect() as connection:
        number = connection.execute(query.order_by(r.first_entry.desc()).limit(1)).scalar()
    return None if number is None else archive.round(log, number)


def answer(
    archive: Archive,
    request: PitRequest,
    *,
    approves: bool,
    key: RulingKey,
    permissions: Permissions,
    reason: str,
    at_ms: int,
) -> Ruled:
    """By somebody whose PIN opened the key, may approve this, and is not the one who asks. The first answer stands."""
    by = key.person
    if not isinstance(archive.source, FloorSource):
        raise PitRefused(Message("pit-rule-at-table", place=archive.place))
    if Action(request.action) in AT_THE_TABLE:
        raise PitRefused(Message("pit-counted-at-table", action=request.action))
    if not reason.strip():
        raise PitRefused(Message("pit-reason-first"))
    if by.name == request.requester or by.id == request.requester:
        raise PitRefused(Message("pit-another-rules"))
    # How the table stands when the answer arrives, the table knows; here counts whether the person ever may.
    refusals = [permissions.why_not_person_approves(by, Action(request.action), standing) for standing in Standing]
    never = [refusal for refusal in refusals if refusal is not None]
    if len(never) == len(refusals):
        raise PitRefused(never[0].message, never[0].clause)
    ruling = PitRuling(
        request=request.request, subject_hash=request.subject_hash, approves=approves, person=by.id, reason=reason
    )
    signed = ruling.sign(key, at_ms)
    carried = SignedRuling(**asdict(ruling), key=signed.key, signed_at_ms=signed.at_ms, signature=signed.signature)
    try:
        with connect(archive.source.address, program=PROGRAM) as connection:
            return rule(connection, request.log.log, carried)
    except FloorRefused as refused:
        first = _answered_first(archive.source, request)
        if first is not None:
            return first
        raise PitRefused(Message("pit-told", text=refused.message)) from None


def _answered_first(source: FloorSource, request: PitRequest) -> Ruled | None:
    """Somebody else's answer, at the table or in the pit, which the table has taken already."""
    with connect(source.address, program=PROGRAM) as connection:
        (first,) = answers(connection, [(request.log.log, request.request)]) or (None,)
    if first is None or first.approved is None:
        return None
    return Ruled(won=False, person=first.by, approves=first.approved, reason=first.reason, at_ms=first.at_ms)
