"""States, faults and events of tablelink as data (A6 to A8), and the words that their fields may hold."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag

from drivers.tablelink.constants import ALL, B, C, Family, Field, R, S, fields_of


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
    code: EventRow(code=code, families=families, fields=fields_of(fields))
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


class ReaderResult(IntEnum):
    """A8; three words far apart from each other, so that no small damage turns one into another."""

    BLACKJACK = 0xA5C3
    CLEAR = 0x5A3C
    UNREADABLE = 0x9669
