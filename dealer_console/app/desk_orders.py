"""Orders of the pit and the cage at their table: each comes in like a touch, at its moment."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from dealer_console.table.approvals.pit_ruling import RulingSignature
from dealer_console.table.commands import OrderFromDesk
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.shift.fold import ORDER_AGE_MS

if TYPE_CHECKING:
    from dealer_console.floor import OrderCarried


class DeskOrders:
    """A seat is taken between two rounds, and a card that plays elsewhere when its session there is closed."""

    def __init__(self, session: TableSession, clock_ms: Callable[[], int]) -> None:
        self._session = session
        self._clock_ms = clock_ms
        self._kept: list[OrderFromDesk] = []  # until their moment
        self._lock = threading.Lock()

    def take(self, carried: OrderCarried) -> None:
        """From the thread of the forwarder."""
        order = OrderFromDesk(
            who=carried.person,
            log=self._session.state.approvals.log,
            order=carried.order_id,
            data=json.loads(carried.command),
            place=carried.place,
            reason=carried.reason,
            signature=RulingSignature(key=carried.key, at_ms=carried.signed_at_ms, signature=carried.signature),
        )
        if any(taken.order == order.order for taken in self._session.state.shift.orders):
            return  # delivered again after a restart
        with self._lock:
            self._kept.append(order)
        self.submit(in_round=self._session.state.shift.in_round)

    def play_elsewhere(self, elsewhere: Mapping[str, str]) -> None:
        """From the thread of the forwarder: the cards that play at other tables now."""
        self._session.setup.elsewhere = elsewhere
        self.submit(in_round=self._session.state.shift.in_round)

    def submit(self, *, in_round: bool) -> None:
        """Those whose moment has come."""
        if not self._kept:
            return
        with self._lock:
            due = [order for order in self._kept if not self._waits(order, in_round=in_round)]
            self._kept = [order for order in self._kept if order not in due]
        for order in due:
            self._session.submit(order)

    def _waits(self, order: OrderFromDesk, *, in_round: bool) -> bool:
        if in_round and order.waits_for_round_end:
            return True
        fresh = self._clock_ms() - order.signature.at_ms < ORDER_AGE_MS
        return fresh and order.seats in self._session.setup.elsewhere
