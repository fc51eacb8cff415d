"""Numbers of the frame and of time (A1, A2), families, and how a row of fields is written.

Every number of tablelink is data: encoder, decoder, dissectors and documents come from here, from `messages` (A4, A5)
and from `event_rows` (A6 to A8).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

HEADER_SIZE = 12
MAC_SIZE = 16
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


def fields_of(text: str) -> tuple[Field, ...]:
    """Reads the short form `name kind` or `name kind/size`, comma separated."""
    sizes = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "version": 4, "differences": 0}
    fields = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, _, kind = part.partition(" ")
        kind, _, size = kind.partition("/")
        fields.append(Field(name=name, kind=kind, size=int(size) if size else sizes[kind]))
    return tuple(fields)


@dataclass(frozen=True, kw_only=True, slots=True)
class Times:
    """A2, in seconds. `reply_wait` is 0.25 on tcp and rfc2217; `quiet_poll` is for a device that is quiet for long."""

    reply_wait: float = 0.1
    repeats: int = 3
    hello_again: float = 1.0
    poll: float = 0.02
    quiet_after: float = 60.0
    quiet_poll: float = 0.1
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
