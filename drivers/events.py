"""What happened on the floor, one frozen class per fact, in words that no wire prescribes.

A `DeviceEvent` was counted by the device itself: commit it durably, unique by (serial, number), then hand it back to
its device with `committed`. A `LineFact` was found out by the host; those that end a command
are handed back the same way.
`docs/wire` says which bytes become which fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fault(StrEnum):
    JAM = "JAM"
    DOUBLE_FEED = "DOUBLE_FEED"
    MOTOR = "MOTOR"
    UNREADABLE = "UNREADABLE"
    FOREIGN_CARD = "FOREIGN_CARD"
    DOOR_IN_CYCLE = "DOOR_IN_CYCLE"
    POWER_IN_CYCLE = "POWER_IN_CYCLE"
    RNG = "RNG"
    SENSOR = "SENSOR"
    COUNT_DRIFT = "COUNT_DRIFT"
    REVERSED = "REVERSED"
    GATE = "GATE"
    MEMORY = "MEMORY"


class InhibitedBy(StrEnum):
    COMMAND = "COMMAND"
    HOST_LOST = "HOST_LOST"
    FAULT = "FAULT"
    DOOR = "DOOR"
    SERVICE = "SERVICE"
    EVENT_MEMORY = "EVENT_MEMORY"


class ShuffleVerdict(StrEnum):
    OK = "OK"
    WRONG_COUNT = "WRONG_COUNT"
    WRONG_CARDS = "WRONG_CARDS"


class RevealReason(StrEnum):
    DEALT_FACE_UP = "DEALT_FACE_UP"
    HOLE_CARD_TURNED = "HOLE_CARD_TURNED"
    BURN_CARD_SHOWN = "BURN_CARD_SHOWN"
    IRREGULARITY = "IRREGULARITY"


class UpCardKind(StrEnum):
    ACE = "ACE"
    TEN = "TEN"


class CheckResult(StrEnum):
    BLACKJACK = "BLACKJACK"
    CLEAR = "CLEAR"
    UNREADABLE = "UNREADABLE"


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
class LineFact:
    """Found out by the host; `serial` is empty while the device has not told it."""

    serial: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceReady(LineFact):
    """Link up, identity approved, all old events delivered. The device is inhibited until it is enabled.

    `last_batch` is the highest batch number that a batch shuffler ever had, in whatever journal; `inside` is what a
    continuous shuffler holds.
    """

    model: str
    firmware: str
    locks: bool
    last_batch: int | None = None
    inside: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceAway(LineFact):
    """`reason` is a stable word (`no-answer`, `port-lost`, `not-paired`, …), `text` says what to do."""

    reason: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceDistrusted(LineFact):
    """A host fault: `event-gap`, `commit-mismatch`, `wrong-device`, `second-host`, `unapproved-identity`, …

    With `event-gap`: the device's last acknowledged event, the number its next one will get, and our last one.
    """

    kind: str
    text: str
    acked: int | None = None
    next: int | None = None
    known: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class WishAnswered(LineFact):
    """A command was accepted and runs; its end follows."""

    command: int
    wish: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WishEnded(LineFact):
    """`refusal` names why nothing was done; `done` is false after a refusal, a failure, or a command never executed."""

    command: int
    wish: str
    done: bool
    refusal: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRevealed(LineFact):
    """The answer to a reveal. `card` is None for a card that this shoe can never tell: it could not read it, or what it
    says does not fit its commitment. Asking again brings the same answer."""

    command: int
    draw: int
    card: str | None
    why: RevealReason


@dataclass(frozen=True, kw_only=True, slots=True)
class DealerAsked(LineFact):
    """A question that only the dealer can answer: `retransmission` (a new card?) or `card-out` (did a card come?)."""

    question: int
    kind: str


@dataclass(frozen=True, kw_only=True, slots=True)
class KeeperHeard(LineFact):
    """The keeper has obeyed the word about its cards that follows from this entry of the journal, now or before."""

    entry: int
    word: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LineNoticed(LineFact):
    """Something about the line worth a record; `compare_cards` asks the dealer to compare the cards on the table."""

    kind: str
    compare_cards: bool


Fact = DeviceEvent | LineFact
