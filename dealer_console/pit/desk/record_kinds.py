"""What the desks record, one frozen class for each kind. Stored as plain data, with the names of the fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from dealer_console.pit.desk.orders import Desk
from dealer_console.table.people.actions import Action

Method = Literal["cash", "chips", "check"]
METHODS: Final[tuple[Method, ...]] = ("cash", "chips", "check")


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxCounted:
    """A drop box: banknotes by their worth in cents, and the sum of the markers in it."""

    kind: ClassVar = "soft-count"
    desk: ClassVar[Desk] = "cage"
    needs: ClassVar = Action.SOFT_COUNT
    log: str
    shift: int
    notes: Mapping[str, int]
    cash: int
    markers: int
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashPaidOut:
    """Chips for cash at the cage; `card` is empty where nobody knows it."""

    kind: ClassVar = "cash-out"
    desk: ClassVar[Desk] = "cage"
    needs: ClassVar = Action.CAGE_CASH
    card: str
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerPaid:
    kind: ClassVar = "marker-paid"
    desk: ClassVar[Desk] = "cage"
    needs: ClassVar = Action.CAGE_CASH
    log: str
    marker: str
    card: str
    cents: int
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsReceived:
    """Of a credit, or of a fill that was voided on its way; chips by their worth in cents."""

    kind: ClassVar = "chips-received"
    desk: ClassVar[Desk] = "cage"
    needs: ClassVar = Action.CAGE_CASH
    log: str
    slip: str
    chips: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class AverageCorrected:
    """The average bet of the session that began with this entry at this spot."""

    kind: ClassVar = "average-bet"
    desk: ClassVar[Desk] = "pit"
    needs: ClassVar = Action.RATE_PLAYER
    log: str
    entry: int
    spot: int
    card: str
    cents: int
    reason: str


RecordData = BoxCounted | CashPaidOut | MarkerPaid | ChipsReceived | AverageCorrected
KINDS: Final[Mapping[str, type[RecordData]]] = {
    "soft-count": BoxCounted,
    "cash-out": CashPaidOut,
    "marker-paid": MarkerPaid,
    "chips-received": ChipsReceived,
    "average-bet": AverageCorrected,
}
