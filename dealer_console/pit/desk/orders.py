"""Orders and notices to a table from the pit or the cage: signed there, carried by the floor, judged at the table."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from sqlalchemy import Connection

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.rulings import SignedNotice, SignedOrder, announce, order
from dealer_console.game.message import Message
from dealer_console.journal.canonical import Json, canonical
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.errors import PitRefused, require
from dealer_console.rulebook.tables import LIMITS
from dealer_console.table.approvals.pit_ruling import DeskOrder, PitNotice
from dealer_console.table.commands import Command
from dealer_console.table.commands.codec import command_data
from dealer_console.table.people.actions import Action, Standing
from dealer_console.table.people.permissions import Permissions
from dealer_console.table.people.ruling_keys import RulingKey

Desk = Literal["pit", "cage"]


def give_order(
    archive: Archive,
    log: Log,
    command: Command,
    action: Action,
    *,
    desk: Desk,
    key: RulingKey,
    permissions: Permissions,
    reason: str,
    at_ms: int,
    address: str = "",
) -> str:
    """By somebody whose PIN opened the key and who may, alone or by asking. Raises `PitRefused`.

    `address` is that of the desk's own login, where the archive was opened with another one.
    """
    if not isinstance(archive.source, FloorSource):
        raise PitRefused(Message("pit-order-at-table", place=archive.place))
    require(permissions.why_not_person_asks(key.person, action, Standing.BETWEEN_ROUNDS))
    desk_order = DeskOrder(
        log=log.log, order=secrets.token_hex(16), command=command_data(command), person=key.person.id, reason=reason
    )
    seal = desk_order.sign(key, at_ms)
    carried = SignedOrder(
        order_id=desk_order.order,
        command=canonical(dict(desk_order.command)),
        person=desk_order.person,
        reason=reason,
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )
    with _floor(address or archive.source.address) as connection:
        order(connection, log.log, desk, carried)
    return desk_order.order


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
    """Limits or options of a table change: the table judges the notice and announces it. Raises `PitRefused`."""
    if not isinstance(archive.source, FloorSource):
        raise PitRefused(Message("pit-rule-at-table", place=archive.place))
    if not reason.strip():
        raise PitRefused(Message("pit-reason-first"))
    action = Action.LIMITS_CHANGE if any(name in LIMITS for name in changes) else Action.NOTICE
    require(permissions.why_not_person(key.person, action, Standing.BETWEEN_ROUNDS))
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
    with _floor(archive.source.address) as connection:
        announce(connection, log.log, carried)


@contextmanager
def _floor(address: str) -> Iterator[Connection]:
    """What the floor refuses, the pit refuses."""
    try:
        with connect(address, program=PROGRAM) as connection:
            yield connection
    except FloorRefused as refused:
        raise PitRefused(Message("pit-told", text=refused.message)) from None
