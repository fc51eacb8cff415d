"""Messages of tablelink as data (A4, A5, A11): types, their fields and replies, flags, reasons of a NAK."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag

from drivers.tablelink.constants import ALL, B, C, Family, Field, R, S, fields_of


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
        type=kind, families=families, fields=fields_of(fields), reply=reply, running=running, minor=minor
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
REVEALED_TAIL = fields_of("draw u32, card u8, nonce raw/16")


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
