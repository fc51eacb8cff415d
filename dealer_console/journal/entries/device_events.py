"""Entries of what devices reported, one class for each event. The stored names are ours and stay.

The serial number and the number of the event stand in the entry itself, not here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from dealer_console.journal.entries.declaration import EntryData, OtherEntry, by_field, family, step
from dealer_console.journal.entries.forms import CardField, Lists, SomeText, some_text
from drivers.events import DeviceKind

_EVENT: Final = "device-event"
SightingOutcome = Literal["same", "fills", "waits", "differs", "aside"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromDevice(EntryData):
    """What a driver says of a device."""

    device: DeviceKind | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReport(FromDevice):
    """What a device says itself, with the time of its own clock."""

    device_ms: int | None


# --- any device ----------------------------------------------------------------------------------------------------


@step(_EVENT, event="PoweredUp")
class PoweredUp(DeviceReport):
    by_watchdog: bool | None
    self_test: str | None
    boots: int | None


@step(_EVENT, event="DeviceEnabled")
class DeviceEnabled(DeviceReport):
    """It works when it is asked to."""


@step(_EVENT, event="DeviceInhibited")
class DeviceInhibited(DeviceReport):
    cause: str | None


@step(_EVENT, event="DeviceFaulted")
class DeviceFaulted(DeviceReport):
    """`cards`: how many came at once, in a double feed."""

    fault: SomeText
    while_in: str | None
    cards: int | None


@step(_EVENT, event="FaultCleared")
class FaultCleared(DeviceReport):
    fault: str | None


@step(_EVENT, event="DoorMoved")
class DoorMoved(DeviceReport):
    open: bool


@step(_EVENT, event="DevicePaired")
class DevicePaired(DeviceReport):
    key_id: str


@step(_EVENT, event="CardsLoaded")
class CardsLoaded(DeviceReport):
    """Into a shoe or a shuffler, by hand."""


@step(_EVENT, event="DeviceEmpty")
class DeviceEmpty(DeviceReport):
    """It gave its last card."""


@step(_EVENT, event="DeviceDistrusted")
class CheckDistrusted(FromDevice):
    """A check that the reader cannot end; every other distrust is a device link."""

    kind: SomeText
    text: str | None
    acked: int | None
    next: int | None
    known: int | None


@step(_EVENT, event="WishAnswered")
class OrderAnswered(FromDevice):
    """The device has taken the order and works on it."""

    command: int | None
    wish: str | None


@step(_EVENT, event="WishEnded")
class OrderEnded(FromDevice):
    command: int | None
    wish: str | None
    done: bool | None
    refusal: str | None


# --- shufflers -----------------------------------------------------------------------------------------------------


@step(_EVENT, event="ShuffleStarted")
class ShuffleStarted(DeviceReport):
    batch: int


@step(_EVENT, event="ShuffleFinished")
class ShuffleFinished(DeviceReport):
    """`differences`: of each card face that is not there as often as it should be, how many too many or too few."""

    batch: int | None
    count: int | None
    verdict: str | None
    differences: Lists | None


@step(_EVENT, event="BatchDead")
class BatchDead(DeviceReport):
    batch: int | None
    fault: str | None


@step(_EVENT, event="BatchOut")
class BatchOut(DeviceReport):
    batch: int | None
    good: bool | None


@step(_EVENT, event="CardLeftShuffler")
class CardLeftShuffler(DeviceReport):
    total_out: int


@step(_EVENT, event="CardsReturned")
class CardsReturned(DeviceReport):
    count: int
    total_in: int


@step(_EVENT, event="InventoryTaken")
class InventoryTaken(DeviceReport):
    inside: int
    total_in: int | None
    total_out: int | None


@step(_EVENT, event="StockLow")
class StockLow(DeviceReport):
    inside: int


# --- the shoe ------------------------------------------------------------------------------------------------------


@step(_EVENT, event="CardDrawn")
class CardDrawn(DeviceReport):
    """A card left a sealed shoe. `place`: where the table said that it goes."""

    draw: int
    unreadable: bool | None
    face_up: bool | None
    forced: bool | None
    commitment: str
    place: SomeText


@step(_EVENT, event="CardRevealed")
class CardRevealed(FromDevice):
    """The shoe opened a draw; without a card: it could not read it."""

    command: int | None
    draw: int
    card: CardField | None
    why: str | None


@step(_EVENT, event="RevealRecorded")
class RevealRecorded(DeviceReport):
    draw: int
    why: str | None


@step(_EVENT, event="CutCardSeen")
class CutCardSeen(DeviceReport):
    """`hand`, `spot`: to which the next card would have gone."""

    after_draw: int | None
    hand: str | None
    spot: int | None


@step(_EVENT, event="DealerAsked")
class DealerAsked(FromDevice):
    """The keeper of a plain-value shoe asks the dealer something."""

    question: int
    kind: SomeText


@step(_EVENT, event="KeeperHeard")
class KeeperHeard(FromDevice):
    """The keeper confirmed what it was told under the number of this entry."""

    entry: int
    word: str | None


@step(_EVENT, event="LineNoticed")
class LineNoticed(FromDevice):
    kind: SomeText
    compare_cards: bool | None


# --- the hole card reader ------------------------------------------------------------------------------------------


@step(_EVENT, event="HoleCardInserted")
class HoleCardInserted(DeviceReport):
    round: int | None


@step(_EVENT, event="HoleCardChecked")
class HoleCardChecked(DeviceReport):
    round: int
    result: str | None


@step(_EVENT, event="HoleCardRemoved")
class HoleCardRemoved(DeviceReport):
    round: int | None


@step(_EVENT, event="CardInUnarmedReader")
class CardInUnarmedReader(DeviceReport):
    """Nobody had asked for a check."""


# --- the camera ----------------------------------------------------------------------------------------------------


@step(_EVENT, event="CardSeen")
class CardSeen(FromDevice):
    """`outcome`: what the card is to the shoe's; one that was nobody's business is `??`, without its picture."""

    card: CardField
    confidence: str | None
    design: str | None
    image_sha256: str | None
    outcome: SightingOutcome | None
    draw: int | None = None


@step(_EVENT, event="CardNotReadable")
class CardNotReadable(FromDevice):
    reason: str
    kept: str | None
    image_sha256: str | None


@step(_EVENT, event="CardTakenAway")
class CardTakenAway(FromDevice):
    """The card that the camera saw last is gone."""


@step(_EVENT, event="CameraFaulted")
class CameraFaulted(FromDevice):
    kind: str
    text: str | None


StatusEvent = (
    PoweredUp
    | DeviceEnabled
    | DeviceInhibited
    | DeviceFaulted
    | FaultCleared
    | DoorMoved
    | DevicePaired
    | CardsLoaded
    | DeviceEmpty
    | CheckDistrusted
    | OrderAnswered
    | OrderEnded
)
BatchEvent = ShuffleStarted | ShuffleFinished | BatchDead | BatchOut
StockEvent = CardLeftShuffler | CardsReturned | InventoryTaken | StockLow
ShoeEvent = CardDrawn | CardRevealed | RevealRecorded | CutCardSeen | DealerAsked | KeeperHeard | LineNoticed
ReaderEvent = HoleCardInserted | HoleCardChecked | HoleCardRemoved | CardInUnarmedReader
CameraEvent = CardSeen | CardNotReadable | CardTakenAway | CameraFaulted
KnownDeviceEvent = StatusEvent | BatchEvent | StockEvent | ShoeEvent | ReaderEvent | CameraEvent
DeviceEventEntry = KnownDeviceEvent | OtherEntry

family(_EVENT, by_field("event", *get_args(KnownDeviceEvent)), says="What a device reported", must={"event": some_text})
