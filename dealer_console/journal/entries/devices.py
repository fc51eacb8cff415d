"""Entries about devices themselves: their links, the commands sent to them, and what people want of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.declaration import (
    EntryData,
    OtherEntry,
    by_field,
    constants_of,
    entry,
    family,
    step,
)
from dealer_console.journal.entries.forms import SomeText, some_text
from drivers.events import DeviceKind

_LINK: Final = "device-link"
_COMMAND: Final = "device-command"

LinkState = Literal["ready", "away", "distrusted"]


# --- links ---------------------------------------------------------------------------------------------------------


@step(_LINK, state="ready")
class DeviceReady(EntryData):
    """It came up. `inside`: cards in a continuous shuffler; `last_batch`: of a batch shuffler; `epoch`: the session;
    `two_batches`: the shuffler keeps a shuffled batch while it shuffles another."""

    device: DeviceKind
    serial: str | None
    model: str | None
    firmware: str | None
    locks: bool | None
    last_batch: int | None
    inside: int | None
    epoch: int | None
    two_batches: bool | None = None


@step(_LINK, state="away")
class DeviceAway(EntryData):
    device: DeviceKind
    serial: str | None
    reason: str | None
    text: str | None


@step(_LINK, state="distrusted")
class DeviceDistrusted(EntryData):
    """It contradicted itself or another device. With an event gap: its own marks, and our last event."""

    device: DeviceKind
    serial: str | None
    kind: str | None
    text: str | None
    acked: int | None
    next: int | None
    known: int | None


@step(_LINK)
class DeviceTrusted(EntryData):
    """People decided to listen to a distrusted device again; it is away when its line was shut."""

    device: DeviceKind
    state: Literal["ready", "away"]
    approved_by: SomeText
    reason: str


_link = by_field("state", DeviceReady, DeviceAway, DeviceDistrusted)


def _link_of(data: Mapping[str, Json]) -> type[EntryData] | None:
    return DeviceTrusted if "approved_by" in data else _link(data)


family(_LINK, _link_of, says="A device came or went", must={"device": some_text, "state": some_text})

DeviceLink = DeviceReady | DeviceAway | DeviceDistrusted | DeviceTrusted


@entry("device-resumed", says="The cards were compared with a device that is back: the round goes on with it")
class DeviceResumed(EntryData):
    """Its line fell in this round. `cards`: of the round, as they were recorded and compared."""

    device: DeviceKind
    serial: str
    cards: int


@entry("device-off-table", says="Two people took a device off the table, or put it back")
class DeviceOffTable(EntryData):
    """`off`: cards are dealt by hand from now on, round after round; false: the device is in use again."""

    device: DeviceKind
    off: bool
    approved_by: SomeText


LinkEntry = DeviceLink | DeviceResumed | DeviceOffTable | OtherEntry


@entry("device-registry", says="Two people changed the list of paired devices: what was done to which one")
class DeviceRegistryChanged(EntryData):
    """`key`: the id of the key, null for a device without one. What a device says of its firmware is only reported."""

    what: Literal["paired", "approved", "new-key", "forgotten"]
    name: SomeText
    family: SomeText
    serial: SomeText
    key: SomeText | None
    by: SomeText
    approved_by: SomeText
    reported_firmware: SomeText | None = None
    reported_sha256: SomeText | None = None


# --- commands ------------------------------------------------------------------------------------------------------


@step(_COMMAND)
class CommandSent(EntryData):
    """What goes out on the line, recorded before it is sent."""

    device: DeviceKind
    command: SomeText
    cmd: int
    type: int
    payload: str
    serial: str | None


@step(_COMMAND, command="reveal")
class RevealOrdered(EntryData):
    """The shoe shall open a draw. `place`: where the card goes, when that was open."""

    device: DeviceKind
    draw: int
    why: SomeText
    place: str | None = None


@step(_COMMAND, command="place")
class DrawPlaced(EntryData):
    """A draw goes to this place, and stays sealed."""

    device: DeviceKind
    draw: int
    place: SomeText


@step(_COMMAND, command="face-down")
class FaceDownOrdered(EntryData):
    """The double card of this hand shall lie face down."""

    device: DeviceKind
    hand: SomeText


@step(_COMMAND, command="answer")
class KeeperAnswered(EntryData):
    """The dealer answered the keeper's question."""

    device: DeviceKind
    question: int
    yes: bool


@step(_COMMAND, command="answer-told")
class KeeperAnswerTold(EntryData):
    """The keeper has the answer."""

    device: DeviceKind
    question: int


@step(_COMMAND, command="view")
class CameraViewBegun(EntryData):
    device: DeviceKind


@step(_COMMAND, command="end-view")
class CameraViewEnded(EntryData):
    device: DeviceKind


@step(_COMMAND, command="clear")
class FaultClearOrdered(EntryData):
    device: DeviceKind
    fault: str | None = None
    approved_by: str | None = None


@step(_COMMAND, command="shuffle")
class ShuffleOrdered(EntryData):
    """`second`: these cards are shuffled while others are in play, or come out in their place."""

    device: DeviceKind
    batch: int
    decks: int
    expected: int
    second: bool | None = None


@step(_COMMAND, command="release")
class ReleaseOrdered(EntryData):
    device: DeviceKind
    batch: int


@step(_COMMAND, command="eject")
class EjectOrdered(EntryData):
    device: DeviceKind


@step(_COMMAND, command="recount")
class RecountOrdered(EntryData):
    device: DeviceKind


_command = by_field(
    "command",
    RevealOrdered,
    DrawPlaced,
    FaceDownOrdered,
    KeeperAnswered,
    KeeperAnswerTold,
    CameraViewBegun,
    CameraViewEnded,
    FaultClearOrdered,
    ShuffleOrdered,
    ReleaseOrdered,
    EjectOrdered,
    RecountOrdered,
)


def _command_of(data: Mapping[str, Json]) -> type[EntryData] | None:
    return CommandSent if "payload" in data else _command(data)


family(
    _COMMAND,
    _command_of,
    says="An order to a device, recorded before it is sent",
    must={"device": some_text, "command": some_text},
)

DeviceOrder = FaultClearOrdered | ShuffleOrdered | ReleaseOrdered | EjectOrdered | RecountOrdered
"""What stays open until the device has answered it."""

DeviceCommand = (
    CommandSent
    | RevealOrdered
    | DrawPlaced
    | FaceDownOrdered
    | KeeperAnswered
    | KeeperAnswerTold
    | CameraViewBegun
    | CameraViewEnded
)
CommandEntry = DeviceCommand | DeviceOrder | DeviceRegistryChanged | OtherEntry


def command_word(order: DeviceOrder) -> str:
    """The stored word of an order, which is also the one that the device ends it with."""
    return str(constants_of(type(order))["command"])
