"""Entries about money: into and out of the tray and the box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.declaration import EntryData, OtherEntry, by_field, family, step
from dealer_console.journal.entries.forms import (
    CentsField,
    ChipCounts,
    Named,
    Ordinal,
    SomeText,
    members,
    number,
    one_of,
    ordinal,
    text,
)
from dealer_console.journal.entries.people import Role

SlipKind = Literal["fill", "credit"]


@step("money", what="buy-in")
class BoughtIn(EntryData):
    """Cash into the box, chips out of the tray. The chips are a proposal."""

    cents: CentsField
    chips: ChipCounts | None = None
    spot: Ordinal | None = None


@step("money", what="toke")
class TokeGiven(EntryData):
    """From the player's hand to the dealers' box."""

    cents: CentsField
    spot: Ordinal | None = None


@step("money", what="color-up")
class ColoredUp(EntryData):
    """`chips` go out for the many `for_chips` that come in."""

    cents: CentsField
    chips: ChipCounts | None = None
    for_chips: Annotated[ChipCounts | None, Named("for")] = None


@step("money", what="opener")
class TrayOpened(EntryData):
    cents: CentsField
    chips: ChipCounts | None = None


@step("money", what="closer")
class TrayClosed(EntryData):
    cents: CentsField
    chips: ChipCounts | None = None


@step("money", what="count")
class TrayCounted(EntryData):
    """During the shift. `expected`: what the journal gives for the tray."""

    cents: CentsField
    chips: ChipCounts | None = None
    expected: CentsField | None = None
    difference: CentsField | None = None


@step("money", step="requested")
class SlipRequested(EntryData):
    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts
    role: Role


@step("money", step="sent")
class SlipSent(EntryData):
    """By the cage: the chips of a fill are on their way, or somebody comes for those of a credit, with the slip."""

    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts
    role: Role
    runner: SomeText


@step("money", step="verified")
class SlipVerified(EntryData):
    """The dealer has counted the chips of the slip; `chips` is that count."""

    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts
    role: Role


@step("money", step="confirmed")
class SlipConfirmed(EntryData):
    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts | None = None
    role: Role | None = None
    why: str | None = None


@step("money", step="cancelled")
class SlipCancelled(EntryData):
    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts | None = None
    role: Role | None = None
    why: str | None = None
    approved_by: str | None = None


@step("money", what="marker")
class MarkerIssued(EntryData):
    """Chips out of the tray against the player's signature; the paper goes into the box like cash."""

    cents: CentsField
    chips: ChipCounts
    marker: SomeText
    player: SomeText
    spot: Ordinal
    approved_by: SomeText


@step("money", what="marker-redeemed")
class MarkerRedeemed(EntryData):
    """Paid with chips in the shift in which it was issued: the paper goes back to the player."""

    cents: CentsField
    marker: SomeText
    player: SomeText
    approved_by: SomeText


@step("money", what="marker-voided")
class MarkerVoided(EntryData):
    """Before anything of it was paid: the chips came back, the paper says VOID. The number is used up."""

    cents: CentsField
    marker: SomeText
    player: SomeText
    why: SomeText
    approved_by: SomeText


_SLIPS: Final = ("fill", "credit")
_MARKERS: Final = ("marker", "marker-redeemed", "marker-voided")
_MOVES: Final = ("buy-in", *_SLIPS, *_MARKERS, "toke", "count", "opener", "closer", "drop", "color-up", "other")
_own = by_field(
    "what",
    BoughtIn,
    TokeGiven,
    ColoredUp,
    TrayOpened,
    TrayClosed,
    TrayCounted,
    MarkerIssued,
    MarkerRedeemed,
    MarkerVoided,
)
_slip = by_field("step", SlipRequested, SlipSent, SlipVerified, SlipConfirmed, SlipCancelled)


def _money(data: Mapping[str, Json]) -> type[EntryData] | None:
    if data["what"] not in _SLIPS:
        return _own(data)
    return (_slip(data) if "step" in data else None) or SlipRequested


family(
    "money",
    _money,
    says="Money into or out of the tray or the box",
    must={"what": one_of(*_MOVES), "cents": number},
    may={"spot": ordinal, "slip": text, "step": text, "chips": members},
)

SlipEntry = SlipRequested | SlipSent | SlipVerified | SlipConfirmed | SlipCancelled
MarkerEntry = MarkerIssued | MarkerRedeemed | MarkerVoided
KnownMoney = BoughtIn | TokeGiven | ColoredUp | TrayOpened | TrayClosed | TrayCounted | SlipEntry | MarkerEntry
MoneyEntry = KnownMoney | OtherEntry
