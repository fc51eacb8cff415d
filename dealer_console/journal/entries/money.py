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
    role: str


@step("money", step="confirmed")
class SlipConfirmed(EntryData):
    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts | None = None
    role: str | None = None
    why: str | None = None


@step("money", step="cancelled")
class SlipCancelled(EntryData):
    what: SlipKind
    slip: SomeText
    cents: CentsField
    chips: ChipCounts | None = None
    role: str | None = None
    why: str | None = None


_SLIPS: Final = ("fill", "credit")
_MOVES: Final = ("buy-in", "fill", "credit", "toke", "count", "opener", "closer", "drop", "color-up", "other")
_own = by_field("what", BoughtIn, TokeGiven, ColoredUp, TrayOpened, TrayClosed, TrayCounted)
_slip = by_field("step", SlipRequested, SlipConfirmed, SlipCancelled)


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

SlipEntry = SlipRequested | SlipConfirmed | SlipCancelled
KnownMoney = BoughtIn | TokeGiven | ColoredUp | TrayOpened | TrayClosed | TrayCounted | SlipEntry
MoneyEntry = KnownMoney | OtherEntry
