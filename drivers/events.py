"""What happened at a device, one frozen class per event, in words that no wire prescribes.

A `DeviceEvent` was counted by the device itself: commit it durably, unique by (serial, number), then hand it back to
its device with `committed`. A `HostEvent` was found out by the host; those that end an order are handed back the same
way. `docs/wire` says which bytes become which event.

`Event` is the union of them all: a reader that matches on it can end with `assert_never`. A journal keeps an event by
`stored_name` and `stored_fields`: what is written stays the same when a class or a field here gets a better name.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final

from drivers.event_codes import AwayReason as AwayReason
from drivers.event_codes import CheckResult as CheckResult
from drivers.event_codes import DeviceKind as DeviceKind
from drivers.event_codes import Distrust as Distrust
from drivers.event_codes import Fault as Fault
from drivers.event_codes import InhibitedBy as InhibitedBy
from drivers.event_codes import Order as Order
from drivers.event_codes import QuestionKind as QuestionKind
from drivers.event_codes import RevealReason as RevealReason
from drivers.event_codes import ShuffleVerdict as ShuffleVerdict
from drivers.event_codes import UpCardKind as UpCardKind


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceEvent:
    """`device_ms` is the device's own clock, good for distances only; the time of record is the host's."""

    serial: str
    number: int
    device_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class PoweredUp(DeviceEvent):
    """The device restarted and is inhibited. `self_test` is what its test found."""

    by_watchdog: bool
    self_test: Fault | None
    boots: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceEnabled(DeviceEvent):
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceInhibited(DeviceEvent):
    cause: InhibitedBy


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceFaulted(DeviceEvent):
    """`cards` lie in the path; None when the device cannot tell."""

    fault: Fault
    while_in: str
    cards: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class FaultCleared(DeviceEvent):
    fault: Fault


@dataclass(frozen=True, kw_only=True, slots=True)
class DoorMoved(DeviceEvent):
    open: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class DevicePaired(DeviceEvent):
    key_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsLoaded(DeviceEvent):
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceEmpty(DeviceEvent):
    """The last card is out."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleStarted(DeviceEvent):
    batch: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ShuffleFinished(DeviceEvent):
    """`differences` are the surplus (+) and missing (-) cards of a failed check, sorted; never an order."""

    batch: int
    count: int
    verdict: ShuffleVerdict
    differences: tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class BatchDead(DeviceEvent):
    batch: int
    fault: Fault | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BatchOut(DeviceEvent):
    """`batch` is 0 for cards that were never shuffled."""

    batch: int
    good: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class CardLeftShuffler(DeviceEvent):
    total_out: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CardsReturned(DeviceEvent):
    count: int
    total_in: int


@dataclass(frozen=True, kw_only=True, slots=True)
class InventoryTaken(DeviceEvent):
    inside: int
    total_in: int
    total_out: int


@dataclass(frozen=True, kw_only=True, slots=True)
class StockLow(DeviceEvent):
    inside: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CardDrawn(DeviceEvent):
    """A card left the shoe; its value stays inside, behind the commitment."""

    draw: int
    unreadable: bool
    face_up: bool
    forced: bool
    commitment: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RevealRecorded(DeviceEvent):
    """The shoe's own record that a draw was opened; none can be hidden."""

    draw: int
    why: RevealReason


@dataclass(frozen=True, kw_only=True, slots=True)
class CutCardSeen(DeviceEvent):
    after_draw: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HoleCardInserted(DeviceEvent):
    round: int


@dataclass(frozen=True, kw_only=True, slots=True)
class HoleCardChecked(DeviceEvent):
    """`result` is None when the reader sent a word that it does not have: it must not be believed."""

    round: int
    result: CheckResult | None


@dataclass(frozen=True, kw_only=True, slots=True)
class HoleCardRemoved(DeviceEvent):
    """`round` is 0 when the card was put in unarmed."""

    round: int


@dataclass(frozen=True, kw_only=True, slots=True)
class CardInUnarmedReader(DeviceEvent):
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class HostEvent:
    """Found out by the host; `serial` is empty while the device has not told it."""

    serial: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceReady(HostEvent):
    """Link up, identity approved, all old events delivered. The device is inhibited until it is enabled.

    `last_batch` is the highest batch number that a batch shuffler ever had, in whatever journal; with `two_batches` it
    keeps a shuffled one while it shuffles another. `inside` is what a continuous shuffler holds; `epoch` numbers the
    session: whoever records it refuses a lower one afterwards.
    """

    model: str
    firmware: str
    locks: bool
    last_batch: int | None = None
    inside: int | None = None
    epoch: int | None = None
    two_batches: bool | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceAway(HostEvent):
    """`text` says what to do."""

    reason: AwayReason
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceDistrusted(HostEvent):
    """A host fault.

    With EVENT_GAP: the device's last acknowledged event, the number its next one will get, and our last one.
    """

    kind: Distrust
    text: str
    acked: int | None = None
    next: int | None = None
    known: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderAccepted(HostEvent):
    """The device has accepted the order and works; its end follows."""

    command: int
    order: Order


@dataclass(frozen=True, kw_only=True, slots=True)
class OrderEnded(HostEvent):
    """`refusal` names why nothing was done; `done` is false after a refusal, a failure, or an order never executed."""

    command: int
    order: Order
    done: bool
    refusal: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRevealed(HostEvent):
    """The answer to a reveal. `card` is None for a card that this shoe can never tell: it could not read it, or what it
    says does not fit its commitment. Asking again brings the same answer."""

    command: int
    draw: int
    card: str | None
    why: RevealReason


@dataclass(frozen=True, kw_only=True, slots=True)
class DealerAsked(HostEvent):
    """A question that only the dealer can answer; `kind` is a `QuestionKind`, or the word of a keeper newer than us."""

    question: int
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class KeeperHeard(HostEvent):
    """The keeper has obeyed the word about its cards that follows from this entry of the journal, now or before."""

    entry: int
    word: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LineNoticed(HostEvent):
    """Something about the line worth a record; `compare_cards` asks the dealer to compare the cards on the table."""

    kind: str
    compare_cards: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class CardSeen(HostEvent):
    """A face-up card lies before the camera and was read surely, in two pictures that agree.

    `image_sha256` names the picture, for `keep_for_supervisor` when the shoe says otherwise.
    """

    card: str
    confidence: float
    design: str
    image_sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardNotReadable(HostEvent):
    """A face-up card that cannot be read surely. `reason` is a stable word, `kept` the picture for the supervisor."""

    reason: str
    kept: str
    image_sha256: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardTakenAway(HostEvent):
    """No face-up card lies there any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CameraFaulted(HostEvent):
    """The camera itself is at fault: `frozen` or `black`. `text` says what to do."""

    kind: str
    text: str


AnyDeviceEvent = (
    PoweredUp
    | DeviceEnabled
    | DeviceInhibited
    | DeviceFaulted
    | FaultCleared
    | DoorMoved
    | DevicePaired
    | CardsLoaded
    | DeviceEmpty
    | ShuffleStarted
    | ShuffleFinished
    | BatchDead
    | BatchOut
    | CardLeftShuffler
    | CardsReturned
    | InventoryTaken
    | StockLow
    | CardDrawn
    | RevealRecorded
    | CutCardSeen
    | HoleCardInserted
    | HoleCardChecked
    | HoleCardRemoved
    | CardInUnarmedReader
)
AnyHostEvent = (
    DeviceReady
    | DeviceAway
    | DeviceDistrusted
    | OrderAccepted
    | OrderEnded
    | CardRevealed
    | DealerAsked
    | KeeperHeard
    | LineNoticed
    | CardSeen
    | CardNotReadable
    | CardTakenAway
    | CameraFaulted
)
Event = AnyDeviceEvent | AnyHostEvent

_STORED_NAMES: Final = {"OrderEnded": "WishEnded", "OrderAccepted": "WishAnswered"}
_STORED_FIELDS: Final = {"order": "wish"}


def stored_name(event: type[DeviceEvent] | type[HostEvent]) -> str:
    """The name of this kind of event in every journal."""
    return _STORED_NAMES.get(event.__name__, event.__name__)


def stored_fields(event: Event) -> dict[str, Any]:
    """The fields of an event by their names in every journal, without serial and number."""
    names = [field.name for field in fields(event) if field.name not in ("serial", "number")]
    return {_STORED_FIELDS.get(name, name): getattr(event, name) for name in names}
