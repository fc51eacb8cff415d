"""Seat, move and close a rating from the pit: a card has one open session, and a barred one has none."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from dealer_console.game.message import Message
from dealer_console.pit.archive import Archive, Log
from dealer_console.pit.archive import schema as t
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.players.player_list import KnownPlayer
from dealer_console.pit.services import PitServices
from dealer_console.table import commands as c
from dealer_console.table.people import Action
from dealer_console.table.people.ruling_keys import RulingKey


def open_sessions(archive: Archive, card: str) -> tuple[str, ...]:
    """The journals of the tables where this card plays now."""
    s, g = t.sittings.c, t.logs.c
    query = select(g.log).join_from(t.sittings, t.logs, g.id == s.log_id)
    with archive.engine.connect() as connection:
        return tuple(dict.fromkeys(connection.execute(query.where(s.player == card, s.to_ms.is_(None))).scalars()))


def seat(
    services: PitServices,
    known: Mapping[str, KnownPlayer],
    log: Log,
    card: str,
    spots: tuple[int, ...],
    *,
    key: RulingKey,
    reason: str = "",
) -> None:
    """Sessions at other tables are closed there first. Raises `PitRefused`."""
    player = known.get(card)
    if player is not None and player.barred:
        raise PitRefused(Message("player-barred", player=card, name=player.name))
    logs = {log.log: log for log in services.archive.logs()}
    for other in open_sessions(services.archive, card):
        if other != log.log:
            close(services, logs[other], card, key=key, reason=reason)
    command = c.SeatRating(who="", spots=spots, player=card)
    services.order(log, command, Action.RATE_PLAYER, desk="pit", key=key, reason=reason)


def close(services: PitServices, log: Log, card: str, *, key: RulingKey, reason: str = "") -> None:
    """The table closes it between two rounds. Raises `PitRefused`."""
    command = c.CloseRating(who="", player=card)
    services.order(log, command, Action.RATE_PLAYER, desk="pit", key=key, reason=reason)
