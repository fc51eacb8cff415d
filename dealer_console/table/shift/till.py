"""The money of a shift as values: the tray and the box, slips of fills and credits, markers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from dealer_console.game.money import ZERO, Cents
from dealer_console.journal.entries.money import SlipKind
from dealer_console.journal.entries.people import Role
from dealer_console.table.shift.chips import NO_CHIPS, Chips

SlipStep = Literal["requested", "sent", "verified", "confirmed", "cancelled"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Till:
    """The money of the table. `tray` is what must lie there now, by the books."""

    opener: Cents = ZERO
    tray: Cents = ZERO
    fills: Cents = ZERO
    credits: Cents = ZERO
    drop: Cents = ZERO
    buy_ins: int = 0
    markers: Cents = ZERO  # of the drop: paper in the box, not cash
    tokes_given: Cents = ZERO  # handed to the dealer; never in the tray
    coloured_up: Cents = ZERO
    coupons: Cents = ZERO  # taken as paper, not as chips; never in the tray
    corrected: Cents = ZERO  # paid out by corrections, less what they took back
    opener_chips: Chips = NO_CHIPS
    closer: Cents | None = None
    closer_chips: Chips = NO_CHIPS
    lowest_tray: Cents = ZERO


EMPTY_TILL: Final = Till()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A fill or a credit: asked for, sent by the cage, counted by the dealer, confirmed; voided only before that.

    At a table without a cage it is confirmed at once by another person than the one who asked.
    """

    number: str
    what: SlipKind
    chips: Chips
    requested_by: str
    requested_as: Role
    requested_ms: int
    step: SlipStep = "requested"
    sent_by: str | None = None  # of the cage
    sent_ms: int | None = None
    runner: str | None = None
    verified_by: str | None = None  # the dealer
    verified_ms: int | None = None
    settled_by: str | None = None
    settled_ms: int | None = None
    approved_by: str | None = None  # of the void
    why: str | None = None

    @property
    def is_open(self) -> bool:
        return self.step not in ("confirmed", "cancelled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """Chips on credit: `redeemed` is what came back in chips at this table, in the same shift."""

    number: str
    player: str
    cents: Cents
    spot: int
    issued_by: str
    approved_by: str
    issued_ms: int
    redeemed: Cents = ZERO
    void_why: str | None = None  # voided: all of it came back
    void_approved_by: str | None = None


def win(till: Till, tray: int) -> int:
    return tray + till.credits + till.drop - till.opener - till.fills
