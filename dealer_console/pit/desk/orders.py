"""An order of the pit or the cage to a table: signed at the desk, carried by the floor, judged at the table."""

from __future__ import annotations

import secrets
from typing import Literal

from dealer_console.floor.address import connect
from dealer_console.floor.errors import FloorRefused
from dealer_console.floor.rulings import SignedOrder, order
from dealer_console.game.message import Message
from dealer_console.journal.canonical import canonical
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive.floor_source import PROGRAM, FloorSource
from dealer_console.pit.errors import PitRefused
from dealer_console.table.approvals.pit_ruling import DeskOrder
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
    refusal = permissions.why_not_person_asks(key.person, action, Standing.BETWEEN_ROUNDS)
    if refusal is not None:
        raise PitRefused(refusal.message, refusal.clause)
    desk_order = DeskOrder(
        log=log.log, order=secrets.token_hex(16), command=command_data(command), person=key.person.id, reason=reason
    )
    seal = desk_order.sign(key, at_ms)
    carried = SignedOrder(
        desk=desk,
        order_id=desk_order.order,
        command=canonical(dict(desk_order.command)),
        person=desk_order.person,
        reason=reason,
        key=seal.key,
        signed_at_ms=seal.at_ms,
        signature=seal.signature,
    )
    try:
        with connect(address or archive.source.address, program=PROGRAM) as connection:
            order(connection, log.log, carried)
    except FloorRefused as refused:
        raise PitRefused(Message("pit-told", text=str(refused))) from None
    return desk_order.order
