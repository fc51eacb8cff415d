"""Every number of tablelink version 1, as data: encoder, decoder, dissectors and documents come from here.

Sections: A1 frame, A2 times, A4 messages, A5 commands, A6 states, faults and events, A7 sealed shoe, A8 reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag

HEADER_SIZE = 12
MAC_SIZE = 16
KEY_SIZE = 32
CHECK_SIZE = 5
MAX_PAYLOAD = 96
MAX_BODY = HEADER_SIZE + MAX_PAYLOAD + MAC_SIZE
MIN_BETWEEN = HEADER_SIZE + 1 + CHECK_SIZE
MAX_BETWEEN = MAX_BODY + 1 + CHECK_SIZE
VERSION_PLAIN = 0x10
VERSION_WITH_MAC = 0x11
HOST_ADDRESS = 0x01
ANY_ADDRESS = 0x00
MINOR = 1
MAX_SEQ = 0xFFFF
RING_MINIMUM = 512
RING_RESERVE = 16
COMMANDS_KEPT = 16
DRAWS_KEPT = 512
COMMIT_LABEL = b"tablelink card 1"
CARD_UNREADABLE = 0x7F
READING_MS = 150


class Family(IntEnum):
    """A1, IDENTITY `family`; the high nibble of an address is the family."""

    BATCH = 1
    CONTINUOUS = 2
    SHOE = 3
    READER = 4

    @property
    def letter(self) -> str:
        return "bcsr"[self - 1]

    @property
    def addresses(self) -> range:
        return range(self << 4, (self << 4) + 8)

    @property
    def title(self) -> str:
        return ("batch shuffler", "continuous shuffler", "shoe", "reader")[self - 1]


ALL = frozenset(Family)
B, C, S, R = (frozenset({family}) for family in Family)


@dataclass(frozen=True, kw_only=True, slots=True)
class Field:
    """One field of a payload. Kinds: u8 u16 u32 u64 (little endian), raw, text, version, differences."""

    name: str
    kind: str
    size: int


def _fields(text: str) -> tuple[Field, ...]:
    """Reads the short form `name kind` or `name kind/size`, comma separated."""
    sizes = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "version": 4, "differences": 0}
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, kind = part.partition(" ")
        kind, _, size = kind.partition("/")
        found.append(Field(name=name, kind=kind, size=int(size) if size else sizes[kind]))
    return tuple(found)


class MessageType(IntEnum):
    """A4, the TYPE byte."""

    HELLO = 0x01
    POLL = 0x02
    STATUS = 0x03
    QUERY = 0x04
    METERS = 0x05
    HISTORY = 0x06
    DETAIL = 0x07
    OFFER = 0x08
    SESSION_KEY = 0x09
    VERIFY = 0x0A
    CERTIFICATE = 0x0B
    ENABLE = 0x10
    INHIBIT = 0x11
    CLEAR = 0x12
    PAIR = 0x13
    SELF_TEST = 0x14
    AGREE = 0x15
    SHUFFLE = 0x20
    RELEASE = 0x21
    EJECT = 0x22
    RECOUNT = 0x23
    REVEAL = 0x30
    ARM = 0x40
    RESERVED = 0x7F
    IDENTITY = 0x81
    EVENT = 0x82
    STATUS_IS = 0x83
    CMD_IS = 0x84
    METERS_IS = 0x85
    HISTORY_IS = 0x86
    DETAIL_IS = 0x87
    OFFER_IS = 0x88
    SESSION_KEY_IS = 0x89
    VERIFY_IS = 0x8A
    CERTIFICATE_IS = 0x8B
    NAK = 0xFF

    @property
    def is_command(self) -> bool:
        return 0x10 <= self <= 0x4F


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One row of A4. `reply` is None for what a device sends; `running` commands end with a closing event. Sessions
    below its `minor` do not know it (A11)."""

    type: MessageType
    families: frozenset[Family]
    fields: tuple[Field, ...]
    reply: MessageType | None = None
    running: bool = False
    minor: int = 0

    @property
    def size(self) -> int:
        return sum(field.size for field in self.fields)


def _row(
    kind: MessageType,
    families: frozenset[Family],
    fields: str,
    reply: MessageType | None = None,
    running: bool = False,
) -> tuple[MessageType, Message]:
    minor = 1 if kind in _MINOR_1 else 0
    return kind, Message(
        type=kind, families=families, fields=_fields(fields), reply=reply, running=running, minor=minor
    )


_T = MessageType
_MINOR_1 = frozenset({_T.SELF_TEST, _T.AGREE, *range(_T.METERS, _T.CERTIFICATE + 1), *range(_T.METERS_IS, 0x8C)})
MESSAGES: dict[MessageType, Message] = dict(
    [
        _row(_T.HELLO, ALL, "minor u8, nonce raw/8", _T.IDENTITY),
        _row(_T.POLL, ALL, "upto u32", _T.EVENT),
        _row(_T.STATUS, ALL, "", _T.STATUS_IS),
        _row(_T.QUERY, ALL, "cmd u64", _T.CMD_IS),
        _row(_T.ENABLE, ALL, "cmd u64", _T.CMD_IS),
        _row(_T.INHIBIT, ALL, "cmd u64", _T.CMD_IS),
        _row(_T.CLEAR, ALL, "cmd u64, fault u8", _T.CMD_IS),
        _row(_T.PAIR, ALL, "cmd u64, key raw/32", _T.CMD_IS),
        _row(_T.METERS, ALL, "", _T.METERS_IS),
        _row(_T.HISTORY, B, "back u8", _T.HISTORY_IS),
        _row(_T.DETAIL, ALL, "", _T.DETAIL_IS),
        _row(_T.OFFER, ALL, "commit raw/32", _T.OFFER_IS),
        _row(_T.SESSION_KEY, ALL, "", _T.SESSION_KEY_IS),
        _row(_T.VERIFY, ALL, "seed raw/32", _T.VERIFY_IS),
        _row(_T.CERTIFICATE, ALL, "", _T.CERTIFICATE_IS),
        _row(_T.SELF_TEST, ALL, "cmd u64", _T.CMD_IS),
        _row(_T.AGREE, ALL, "cmd u64, public raw/32", _T.CMD_IS, True),
        _row(_T.SHUFFLE, B, "cmd u64, batch u32, decks u8, expected u16", _T.CMD_IS, True),
        _row(_T.RELEASE, B, "cmd u64, batch u32", _T.CMD_IS, True),
        _row(_T.EJECT, B | C, "cmd u64", _T.CMD_IS, True),
        _row(_T.RECOUNT, C, "cmd u64", _T.CMD_IS, True),
        _row(_T.REVEAL, S, "cmd u64, draw u32, why u8", _T.CMD_IS),
        _row(_T.ARM, R, "cmd u64, round u32, up u8", _T.CMD_IS),
        _row(
            _T.IDENTITY,
            ALL,
            "nonce raw/8, minor u8, family u8, model text/8, serial text/12, fw version, fw_sha256 raw/32, "
            "boots u32, acked u32, next u32, ring u16, caps u16",
        ),
        _row(_T.EVENT, ALL, "state u8, flags u8, fault u8, left u8, no u32, t u32, code u8"),
        _row(_T.STATUS_IS, ALL, "state u8, flags u8, fault u8, zero u8, bad_frames u32, a u32, b u32, c u32"),
        _row(_T.CMD_IS, ALL, "cmd u64, status u8"),
        _row(_T.NAK, ALL, "code u8, of u8, state u8, fault u8"),
        _row(
            _T.METERS_IS,
            ALL,
            "minutes u32, good u32, bad u32, cards u32, faults u32, jams_inlet u16, jams_feeder u16, jams_mixer u16, "
            "jams_elevator u16, jams_outlet u16, jams_head u16",
        ),
        _row(_T.HISTORY_IS, B, "back u8, kept u8, batch u32, count u16, verdict u8, seconds u16, minute u32"),
        _row(
            _T.DETAIL_IS,
            ALL,
            "fault u8, place u8, sensor u8, doors u8, step1 u8, step2 u8, step3 u8, step4 u8",
        ),
        _row(_T.OFFER_IS, ALL, "public raw/32"),
        _row(_T.SESSION_KEY_IS, ALL, "nonce raw/8"),
        _row(_T.VERIFY_IS, ALL, "digest raw/32, signature raw/64"),
        _row(_T.CERTIFICATE_IS, ALL, "public raw/32, signature raw/64"),
    ]
)
REVEALED_TAIL = _fields("draw u32, card u8, nonce raw/16")


class Flag(IntFlag):
    """A4, `flags` of EVENT and STATUS_IS."""

    ENABLED = 1
    FAULT = 2
    DOOR = 4
    SERVICE = 8
    PAIRED = 16


class Cap(IntFlag):
    """A4, `caps` of IDENTITY."""

    COUNTS = 1
    IDENTITIES = 2
    GATE = 4
    FACE_UP = 8
    CUT_CARD = 16
    TWO_BATCHES = 32  # A11


class NakReason(IntEnum):
    """A4; numbered in the order of the checks (A2)."""

    BAD_MAC = 1
    BAD_EPOCH = 2
    BAD_SEQ = 3
    BAD_TYPE = 4
    BAD_LEN = 5
    BAD_VALUE = 6
    ID_REUSED = 7
    NOT_PAIRED = 8
    FAULT = 9
    INHIBITED = 10
    BAD_STATE = 11
    NOT_PERMITTED = 12


SESSION_NAKS = frozenset({NakReason.BAD_MAC, NakReason.BAD_EPOCH, NakReason.BAD_SEQ})

NAK_MEANINGS: dict[NakReason, str] = {
    NakReason.BAD_MAC: "the MAC is missing, wrong, or was not expected",
    NakReason.BAD_EPOCH: "there is no session, or it is another one",
    NakReason.BAD_SEQ: "neither the last request again nor the next one",
    NakReason.BAD_TYPE: "unknown type, or of another family",
    NakReason.BAD_LEN: "the payload is not exactly as long as its type asks",
    NakReason.BAD_VALUE: "a field is out of its range",
    NakReason.ID_REUSED: "the command id was used for another request",
    NakReason.NOT_PAIRED: "a shoe or reader must be paired first",
    NakReason.FAULT: "a fault is latched",
    NakReason.INHIBITED: "the device is not enabled",
    NakReason.BAD_STATE: "not possible in this state",
    NakReason.NOT_PERMITTED: "a rule of the device forbids it",
}


class CommandStatus(IntEnum):
    """A5, `status` of CMD_IS."""

    UNKNOWN = 0
    RUNNING = 1
    DONE = 2
    FAILED = 3


class FaultCode(IntEnum):
    """A6."""

    JAM = 1
    DOUBLE_FEED = 2
    MOTOR = 3
    UNREADABLE = 4
    FOREIGN_CARD = 5
    DOOR_IN_CYCLE = 6
    POWER_IN_CYCLE = 7
    RNG = 8
    SENSOR = 9
    COUNT_DRIFT = 10
    REVERSED = 11
    GATE = 12
    MEMORY = 13


_F = FaultCode
FAULT_FAMILIES: dict[FaultCode, frozenset[Family]] = {
    _F.JAM: B | C | S,
    _F.DOUBLE_FEED: B | C | S,
    _F.MOTOR: B | C,
    _F.UNREADABLE: B,
    _F.FOREIGN_CARD: B,
    _F.DOOR_IN_CYCLE: B | C,
    _F.POWER_IN_CYCLE: B | C,
    _F.RNG: B | C,
    _F.SENSOR: ALL,
    _F.COUNT_DRIFT: C,
    _F.REVERSED: S,
    _F.GATE: S,
    _F.MEMORY: ALL,
}


class State(IntEnum):
    """A6; the high nibble is the family."""

    BATCH_EMPTY = 0x10
    BATCH_LOADED = 0x11
    BATCH_SHUFFLING = 0x12
    BATCH_READY = 0x13
    BATCH_UNLOADING = 0x14
    BATCH_DEAD = 0x15
    CONTINUOUS_EMPTY = 0x20
    CONTINUOUS_RUNNING = 0x21
    CONTINUOUS_COUNTING = 0x22
    CONTINUOUS_UNLOADING = 0x23
    SHOE_EMPTY = 0x30
    SHOE_LOADED = 0x31
    SHOE_CUT = 0x32
    READER_IDLE = 0x40
    READER_ARMED = 0x41
    READER_READING = 0x42
    READER_HOLDING = 0x43

    @property
    def family(self) -> Family:
        return Family(self >> 4)

    @property
    def word(self) -> str:
        return self.name.split("_", 1)[1]


class InhibitCause(IntEnum):
    """A6, data of INHIBITED."""

    COMMAND = 1
    HOST_LOST = 2
    FAULT = 3
    DOOR = 4
    SERVICE = 5
    EVENT_MEMORY = 6


class EventCode(IntEnum):
    """A6, the `code` byte of EVENT."""

    NONE = 0x00
    POWER_UP = 0x01
    ENABLED = 0x02
    INHIBITED = 0x03
    FAULT = 0x04
    FAULT_CLEARED = 0x05
    DOOR = 0x06
    PAIRED = 0x07
    LOADED = 0x08
    EMPTY = 0x09
    SHUFFLE_STARTED = 0x10
    SHUFFLE_DONE = 0x11
    BATCH_DEAD = 0x12
    BATCH_OUT = 0x13
    CARD_OUT = 0x20
    CARDS_IN = 0x21
    INVENTORY = 0x22
    LOW = 0x23
    CARD_DRAWN = 0x30
    REVEALED = 0x31
    CUT_CARD = 0x32
    INSERTED = 0x40
    RESULT = 0x41
    REMOVED = 0x42
    UNARMED = 0x43


@dataclass(frozen=True, kw_only=True, slots=True)
class EventRow:
    """One row of the event table in A6."""

    code: EventCode
    families: frozenset[Family]
    fields: tuple[Field, ...]


_E = EventCode
EVENTS: dict[EventCode, EventRow] = {
    code: EventRow(code=code, families=families, fields=_fields(fields))
    for code, families, fields in [
        (_E.NONE, ALL, ""),
        (_E.POWER_UP, ALL, "cause u8, test u8, boots u32"),
        (_E.ENABLED, ALL, ""),
        (_E.INHIBITED, ALL, "cause u8"),
        (_E.FAULT, ALL, "of u8, at u8, cards u8"),
        (_E.FAULT_CLEARED, ALL, "of u8"),
        (_E.DOOR, ALL, "open u8"),
        (_E.PAIRED, ALL, "key_id raw/8"),
        (_E.LOADED, B | S, ""),
        (_E.EMPTY, C | S, ""),
        (_E.SHUFFLE_STARTED, B, "batch u32"),
        (_E.SHUFFLE_DONE, B, "batch u32, count u16, verdict u8, differences differences"),
        (_E.BATCH_DEAD, B, "batch u32, of u8"),
        (_E.BATCH_OUT, B, "batch u32, good u8"),
        (_E.CARD_OUT, C, "total_out u32"),
        (_E.CARDS_IN, C, "n u8, total_in u32"),
        (_E.INVENTORY, C, "inside u16, total_in u32, total_out u32"),
        (_E.LOW, C, "inside u16"),
        (_E.CARD_DRAWN, S, "draw u32, card_flags u8, commit raw/32"),
        (_E.REVEALED, S, "draw u32, why u8"),
        (_E.CUT_CARD, S, "draw u32"),
        (_E.INSERTED, R, "round u32"),
        (_E.RESULT, R, "round u32, result u16"),
        (_E.REMOVED, R, "round u32"),
        (_E.UNARMED, R, ""),
    ]
}

_FAULTS = frozenset(int(fault) for fault in FaultCode)
_YES_NO = frozenset({0, 1})

# Fields of events that hold one of a few words; any other number is a breach of A6.
EVENT_WORDS: dict[tuple[EventCode, str], frozenset[int]] = {
    (_E.POWER_UP, "cause"): frozenset({1, 2}),
    (_E.POWER_UP, "test"): _FAULTS | {0},
    (_E.INHIBITED, "cause"): frozenset(int(cause) for cause in InhibitCause),
    (_E.FAULT, "of"): _FAULTS,
    (_E.FAULT, "at"): frozenset(int(state) for state in State),
    (_E.FAULT_CLEARED, "of"): _FAULTS,
    (_E.DOOR, "open"): _YES_NO,
    (_E.SHUFFLE_DONE, "verdict"): frozenset({0, 1, 2}),
    (_E.BATCH_DEAD, "of"): _FAULTS | {0},
    (_E.BATCH_OUT, "good"): _YES_NO,
    (_E.CARD_DRAWN, "card_flags"): frozenset(range(8)),
    (_E.REVEALED, "why"): frozenset({1, 2, 3, 4}),
}
STATUS_WORDS: dict[str, frozenset[int]] = {
    "state": frozenset(int(state) for state in State),
    "flags": frozenset(range(32)),
    "fault": _FAULTS | {0},
}

# The event that ends a RUNNING command; a FAULT before it means FAILED (A5).
CLOSING_EVENTS = frozenset({_E.SHUFFLE_DONE, _E.BATCH_OUT, _E.INVENTORY, _E.FAULT})


class CardFlag(IntFlag):
    """A6, flags of CARD_DRAWN."""

    UNREADABLE = 1
    FACE_UP = 2
    FORCED = 4


class Verdict(IntEnum):
    """A6, SHUFFLE_DONE."""

    OK = 0
    WRONG_COUNT = 1
    WRONG_CARDS = 2


class Why(IntEnum):
    """A7, the reason in REVEAL."""

    DEALT_FACE_UP = 1
    HOLE_CARD_TURNED = 2
    BURN_CARD_SHOWN = 3
    IRREGULARITY = 4


class UpCard(IntEnum):
    """A8, ARM; no other up-card can be said."""

    ACE = 1
    TEN = 2


class ReaderResult(IntEnum):
    """A8; three words far apart from each other, so that no small damage turns one into another."""

    BLACKJACK = 0xA5C3
    CLEAR = 0x5A3C
    UNREADABLE = 0x9669


@dataclass(frozen=True, kw_only=True, slots=True)
class Times:
    """A2, in seconds. `reply_wait` is 0.25 on tcp and rfc2217."""

    reply_wait: float = 0.1
    repeats: int = 3
    hello_again: float = 1.0
    poll: float = 0.02
    slowest_poll: float = 0.5
    host_lost: float = 2.0
    self_test: float = 5.0


POLL_SECONDS: dict[Family, float] = {
    Family.BATCH: 0.1,
    Family.CONTINUOUS: 0.1,
    Family.SHOE: 0.02,
    Family.READER: 0.02,
}
REPLY_WAIT_NETWORK = 0.25

SUITS = "?dcsh"
RANKS = "?A23456789TJQK"


def is_card_byte(value: int, suitless: bool = False) -> bool:
    """A4: suit × 16 + rank, or 0x7F; a rank without suit only where part B is behind it."""
    suit, rank = value >> 4, value & 15
    if value == CARD_UNREADABLE:
        return True
    return 1 <= rank <= 13 and (1 <= suit <= 4 or (suitless and suit == 0))


def card_name(value: int) -> str:
    """`Kh`, `9?` without suit, `unreadable` for 0x7F."""
    if value == CARD_UNREADABLE:
        return "unreadable"
    return RANKS[value & 15] + SUITS[value >> 4]
