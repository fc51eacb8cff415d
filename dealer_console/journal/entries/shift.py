"""Entries about the shift: opening and closing the table, notices, called wagers, spots."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from dealer_console.journal.entries.declaration import EntryData, OtherEntry, by_field, family, step
from dealer_console.journal.entries.forms import CentsField, Members, Named, Numbers, Ordinal, SomeText, some_text


@step("shift", step="open")
class TableOpened(EntryData):
    table: SomeText
    rules: SomeText
    denominations: Numbers
    most_spots: Ordinal
    verified_by: SomeText
    table_hash: str | None = None


@step("shift", step="decks-in")
class DecksIn(EntryData):
    """`second`: beside those in play, to be shuffled in the meantime."""

    decks: Ordinal
    colour: str
    second: bool | None = None


@step("shift", step="cards-inspected")
class CardsInspected(EntryData):
    checked_by: SomeText
    fanned: bool | None
    remark: str | None
    second: bool | None = None


@step("shift", step="close")
class TableClosed(EntryData):
    """`expected`: the tray as the journal gives it; `flag`: what the house asks for at such a difference."""

    expected: CentsField
    counted: CentsField
    difference: CentsField | None
    flag: str | None
    verified_by: SomeText


@step("shift", step="notice")
class NoticeGiven(EntryData):
    """`order`, `place`, `reason` and the signature: where it was announced at the pit stand."""

    notice: Ordinal
    changes: Members
    from_ms: int
    rule: str | None
    order: str | None = None
    place: str | None = None
    key: str | None = None
    signed_at_ms: int | None = None
    signature: str | None = None
    reason: str | None = None


@step("shift", step="notice-in-effect")
class NoticeInEffect(EntryData):
    notice: Ordinal


@step("shift", step="notice-withdrawn")
class NoticeWithdrawn(EntryData):
    notice: Ordinal


@step("shift", step="called-wager")
class WagerCalled(EntryData):
    called: Ordinal
    spot: Ordinal
    bettor: Ordinal
    cents: CentsField
    rule: str | None


@step("shift", step="called-wager-confirmed")
class CalledWagerConfirmed(EntryData):
    """`counts`: dealer and supervisor have both confirmed it."""

    called: Ordinal
    confirmed_as: Annotated[Literal["dealer", "supervisor"], Named("as")]
    counts: bool


@step("shift", step="called-wager-returned")
class CalledWagerReturned(EntryData):
    called: Ordinal


@step("shift", step="spots")
class SpotsTaken(EntryData):
    """All spots that this player has from now on; none: the player leaves."""

    player: SomeText
    spots: Numbers
    allowed_by: str | None = None
    call: str | None = None  # what the dealer calls to the floor


@step("shift", step="share")
class SpotShared(EntryData):
    """The first bettor of the spot agrees to others there, or no longer; `seated`: somebody sits there and calls."""

    spot: Ordinal
    agreed: bool
    seated: bool
    rule: str | None


@step("shift", step="let-in")
class SpotLetIn(EntryData):
    spot: Ordinal


KnownShiftStep = (
    TableOpened
    | DecksIn
    | CardsInspected
    | TableClosed
    | NoticeGiven
    | NoticeInEffect
    | NoticeWithdrawn
    | WagerCalled
    | CalledWagerConfirmed
    | CalledWagerReturned
    | SpotsTaken
    | SpotShared
    | SpotLetIn
)
ShiftEntry = KnownShiftStep | OtherEntry

family(
    "shift",
    by_field("step", *get_args(KnownShiftStep)),
    says="A step of opening or closing the table",
    must={"step": some_text},
)
