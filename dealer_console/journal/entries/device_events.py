"""Entries of what devices reported, one class for each event. The stored names are ours and stay.

The serial number and the number of the event stand in the entry itself, not here.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from dealer_console.journal.entries.declaration import EntryData, OtherEntry, by_field, family, step
from dealer_console.journal.entries.forms import CardField, Lists, SomeText, some_text
from drivers.events import DeviceKind

_EVENT: Final = "device-event"
SightingOutcome = Literal["same", "fills", "waits", "differs", "aside"]


# --- any device ----------------------------------------------------------------------------------------------------


@step(_EVENT, event="PoweredUp")
class PoweredUp(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    by_watchdog: bool | None
    self_test: str | None
    boots: int | None


@step(_EVENT, event="DeviceEnabled")
class DeviceEnabled(EntryData):
    device: DeviceKind | None
    device_ms: int | None


@step(_EVENT, event="DeviceInhibited")
class DeviceInhibited(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    cause: str | None


@step(_EVENT, event="DeviceFaulted")
class DeviceFaulted(EntryData):
    """`cards`: how many came at once, in a double feed."""

    device: DeviceKind | None
    device_ms: int | None
    fault: SomeText
    while_in: str | None
    cards: int | None


@step(_EVENT, event="FaultCleared")
class FaultCleared(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    fault: str | None


@step(_EVENT, event="DoorMoved")
class DoorMoved(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    open: bool


@step(_EVENT, event="DevicePaired")
class DevicePaired(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    key_id: str


@step(_EVENT, event="CardsLoaded")
class CardsLoaded(EntryData):
    device: DeviceKind | None
    device_ms: int | None


@step(_EVENT, event="DeviceEmpty")
class DeviceEmpty(EntryData):
    device: DeviceKind | None
    device_ms: int | None


@step(_EVENT, event="DeviceDistrusted")
class CheckDistrusted(EntryData):
    """A check that the reader cannot end; every other distrust is a device link."""

    device: DeviceKind | None
    kind: SomeText
    text: str | None
    acked: int | None
    next: int | None
    known: int | None


@step(_EVENT, event="WishAnswered")
class OrderAnswered(EntryData):
    """The device has taken the order and works on it."""

    device: DeviceKind | None
    command: int | None
    wish: str | None


@step(_EVENT, event="WishEnded")
class OrderEnded(EntryData):
    device: DeviceKind | None
    command: int | None
    wish: str | None
    done: bool | None
    refusal: str | None


# --- shufflers -----------------------------------------------------------------------------------------------------


@step(_EVENT, event="ShuffleStarted")
class ShuffleStarted(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    batch: int


@step(_EVENT, event="ShuffleFinished")
class ShuffleFinished(EntryData):
    """`differences`: of each card face that is not there as often as it should be, how many too many or too few."""

    device: DeviceKind | None
    device_ms: int | None
    batch: int | None
    count: int | None
    verdict: str | None
    differences: Lists | None


@step(_EVENT, event="BatchDead")
class BatchDead(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    batch: int | None
    fault: str | None


@step(_EVENT, event="BatchOut")
class BatchOut(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    batch: int | None
    good: bool | None


@step(_EVENT, event="CardLeftShuffler")
class CardLeftShuffler(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    total_out: int


@step(_EVENT, event="CardsReturned")
class CardsReturned(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    count: int
    total_in: int


@step(_EVENT, event="InventoryTaken")
class InventoryTaken(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    inside: int
    total_in: int | None
    total_out: int | None


@step(_EVENT, event="StockLow")
class StockLow(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    inside: int


# --- the shoe ------------------------------------------------------------------------------------------------------


@step(_EVENT, event="CardDrawn")
class CardDrawn(EntryData):
    """A card left a sealed shoe. `place`: where the table said that it goes."""

    device: DeviceKind | None
    device_ms: int | None
    draw: int
    unreadable: bool | None
    face_up: bool | None
    forced: bool | None
    commitment: str
    place: SomeText


@step(_EVENT, event="CardRevealed")
class CardRevealed(EntryData):
    """The shoe opened a draw; without a card: it could not read it."""

    device: DeviceKind | None
    command: int | None
    draw: int
    card: CardField | None
    why: str | None


@step(_EVENT, event="RevealRecorded")
class RevealRecorded(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    draw: int
    why: str | None


@step(_EVENT, event="CutCardSeen")
class CutCardSeen(EntryData):
    """`hand`, `spot`: to which the next card would have gone."""

    device: DeviceKind | None
    device_ms: int | None
    after_draw: int | None
    hand: str | None
    spot: int | None


@step(_EVENT, event="DealerAsked")
class DealerAsked(EntryData):
    """The keeper of a plain-value shoe asks the dealer something."""

    device: DeviceKind | None
    question: int
    kind: SomeText


@step(_EVENT, event="KeeperHeard")
class KeeperHeard(EntryData):
    """The keeper confirmed what it was told under the number of this entry."""

    device: DeviceKind | None
    entry: int
    word: str | None


@step(_EVENT, event="LineNoticed")
class LineNoticed(EntryData):
    device: DeviceKind | None
    kind: SomeText
    compare_cards: bool | None


# --- the hole card reader ------------------------------------------------------------------------------------------


@step(_EVENT, event="HoleCardInserted")
class HoleCardInserted(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    round: int | None


@step(_EVENT, event="HoleCardChecked")
class HoleCardChecked(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    round: int
    result: str | None


@step(_EVENT, event="HoleCardRemoved")
class HoleCardRemoved(EntryData):
    device: DeviceKind | None
    device_ms: int | None
    round: int | None


@step(_EVENT, event="CardInUnarmedReader")
class CardInUnarmedReader(EntryData):
    device: DeviceKind | None
    device_ms: int | None


# --- the camera ----------------------------------------------------------------------------------------------------


@step(_EVENT, event="CardSeen")
class CardSeen(EntryData):
    """`outcome`: what the card is to the shoe's; one that was nobody's business is `??`, without its picture."""

    device: DeviceKind | None
    card: CardField
    confidence: str | None
    design: str | None
    image_sha256: str | None
    outcome: SightingOutcome | None
    draw: int | None = None


@step(_EVENT, event="CardNotReadable")
class CardNotReadable(EntryData):
    device: DeviceKind | None
    reason: str
    kept: str | None
    image_sha256: str | None


@step(_EVENT, event="CardTakenAway")
class CardTakenAway(EntryData):
    device: DeviceKind | None


@step(_EVENT, event="CameraFaulted")
class CameraFaulted(EntryData):
    device: DeviceKind | None
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
