"""A notice given at the pit stand: limits or options of a table change. The table judges it and announces it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.rulings import SignedNotice, announce
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json, canonical
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.errors import PitRefused
from dealer_console.rulebook.tables import LIMITS
from dealer_console.table.approvals.pit_ruling import PitNotice
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey


def give_notice(
    archive: Archive,
    log: Log,
    changes: Mapping[str, Json],
    *,
    key: RulingKey,
    permissions: Permissions,
    reason: str,
    at_ms: int,
) -> None:
    """By somebody whose PIN opened the key and who may. Raises `PitRefused`."""
    if not isinstance(archive.source, FloorSource):
        raise PitRefused(Message("pit-rule-at-table", place=archive.place))
    if not reason.strip():
        raise PitRefused(Message("pit-reason-first"))
    action = Action.LIMITS_CHANGE if any(name in LIMITS for name in changes) else Action.NOTICE
    refusal = permissions.why_not_person(key.person, action, Standing.BETWEEN_ROUNDS)
    if refusal is not None:
        raise PitRefused(refusal.message, refusal.clause)
    notice = PitNotice(log=log.log, order=secrets.token_hex(16), changes=changes, person=key.person.id, reason=reason)
    seal = notice.sign(key, at_ms)
    carried = SignedNotice(
        notice_order=notice.order,
        changes=canonical(dict(changes)),
        person=notice.person,
        reason=reason,
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )
    try:
        with connect(archive.source.address, program=PROGRAM) as connection:
            announce(connection, log.log, carried)
    except FloorRefused as refused:
        raise PitRefused(Message("pit-told", text=str(refused))) from None
