"""Names and numbers of tablelink version 1 (A1, A4, A6, A8), and its card byte (A4)."""

from __future__ import annotations

HOST = 0x01
ANYONE = 0x00
MAX_PAYLOAD = 96

FAMILIES: dict[str, int] = {"batch-shuffler": 1, "continuous-shuffler": 2, "shoe": 3, "reader": 4}
"""Family name to the number in IDENTITY; the same number is the high nibble of the address."""


MESSAGES: dict[str, int] = {
    "HELLO": 0x01,
    "POLL": 0x02,
    "STATUS": 0x03,
    "QUERY": 0x04,
    "METERS": 0x05,
    "HISTORY": 0x06,
    "DETAIL": 0x07,
    "OFFER": 0x08,
    "SESSION_KEY": 0x09,
    "VERIFY": 0x0A,
    "CERTIFICATE": 0x0B,
    "ENABLE": 0x10,
    "INHIBIT": 0x11,
    "CLEAR": 0x12,
    "PAIR": 0x13,
    "SELF_TEST": 0x14,
    "AGREE": 0x15,
    "SHUFFLE": 0x20,
    "RELEASE": 0x21,
    "EJECT": 0x22,
    "RECOUNT": 0x23,
    "REVEAL": 0x30,
    "ARM": 0x40,
    "RESERVED": 0x7F,
    "IDENTITY": 0x81,
    "EVENT": 0x82,
    "STATUS_IS": 0x83,
    "CMD_IS": 0x84,
    "METERS_IS": 0x85,
    "HISTORY_IS": 0x86,
    "DETAIL_IS": 0x87,
    "OFFER_IS": 0x88,
    "SESSION_KEY_IS": 0x89,
    "VERIFY_IS": 0x8A,
    "CERTIFICATE_IS": 0x8B,
    "NAK": 0xFF,
}
MESSAGE_NAMES: dict[int, str] = {code: name for name, code in MESSAGES.items()}

REQUESTS_FOR: dict[str, str] = {
    **dict.fromkeys(("HELLO", "POLL", "STATUS", "QUERY", "ENABLE", "INHIBIT", "CLEAR", "PAIR"), "bcsr"),
    "SHUFFLE": "b",
    "RELEASE": "b",
    "EJECT": "bc",
    "RECOUNT": "c",
    "REVEAL": "s",
    "ARM": "r",
}
"""Request name to the letters of the families that know it."""

MINOR_1_REQUESTS_FOR: dict[str, str] = {
    **dict.fromkeys(
        ("METERS", "DETAIL", "OFFER", "SESSION_KEY", "VERIFY", "CERTIFICATE", "SELF_TEST", "AGREE"), "bcsr"
    ),
    "HISTORY": "b",
}
"""The same for requests that only a session of minor 1 knows (A11)."""

EVENTS: dict[str, int] = {
    "NONE": 0x00,
    "POWER_UP": 0x01,
    "ENABLED": 0x02,
    "INHIBITED": 0x03,
    "FAULT": 0x04,
    "FAULT_CLEARED": 0x05,
    "DOOR": 0x06,
    "PAIRED": 0x07,
    "LOADED": 0x08,
    "EMPTY": 0x09,
    "SHUFFLE_STARTED": 0x10,
    "SHUFFLE_DONE": 0x11,
    "BATCH_DEAD": 0x12,
    "BATCH_OUT": 0x13,
    "CARD_OUT": 0x20,
    "CARDS_IN": 0x21,
    "INVENTORY": 0x22,
    "LOW": 0x23,
    "CARD_DRAWN": 0x30,
    "REVEALED": 0x31,
    "CUT_CARD": 0x32,
    "INSERTED": 0x40,
    "RESULT": 0x41,
    "REMOVED": 0x42,
    "UNARMED": 0x43,
}
EVENT_NAMES: dict[int, str] = {code: name for name, code in EVENTS.items()}

NAKS: dict[str, int] = {
    "BAD_MAC": 1,
    "BAD_EPOCH": 2,
    "BAD_SEQ": 3,
    "BAD_TYPE": 4,
    "BAD_LEN": 5,
    "BAD_VALUE": 6,
    "ID_REUSED": 7,
    "NOT_PAIRED": 8,
    "FAULT": 9,
    "INHIBITED": 10,
    "BAD_STATE": 11,
    "NOT_PERMITTED": 12,
}
NAK_NAMES: dict[int, str] = {code: name for name, code in NAKS.items()}

FAULTS: dict[str, int] = {
    "JAM": 1,
    "DOUBLE_FEED": 2,
    "MOTOR": 3,
    "UNREADABLE": 4,
    "FOREIGN_CARD": 5,
    "DOOR_IN_CYCLE": 6,
    "POWER_IN_CYCLE": 7,
    "RNG": 8,
    "SENSOR": 9,
    "COUNT_DRIFT": 10,
    "REVERSED": 11,
    "GATE": 12,
    "MEMORY": 13,
}
FAULT_NAMES: dict[int, str] = {code: name for name, code in FAULTS.items()}
FAULT_FAMILIES: dict[str, str] = {
    "JAM": "bcs",
    "DOUBLE_FEED": "bcs",
    "MOTOR": "bc",
    "UNREADABLE": "b",
    "FOREIGN_CARD": "b",
    "DOOR_IN_CYCLE": "bc",
    "POWER_IN_CYCLE": "bc",
    "RNG": "bc",
    "SENSOR": "bcsr",
    "COUNT_DRIFT": "c",
    "REVERSED": "s",
    "GATE": "s",
    "MEMORY": "bcsr",
}

STATES: dict[str, dict[str, int]] = {
    "b": {"EMPTY": 0x10, "LOADED": 0x11, "SHUFFLING": 0x12, "READY": 0x13, "UNLOADING": 0x14, "DEAD": 0x15},
    "c": {"EMPTY": 0x20, "RUNNING": 0x21, "COUNTING": 0x22, "UNLOADING": 0x23},
    "s": {"EMPTY": 0x30, "LOADED": 0x31, "CUT": 0x32},
    "r": {"IDLE": 0x40, "ARMED": 0x41, "READING": 0x42, "HOLDING": 0x43},
}
"""Family letter to its states; every number is used once, so STATE_NAMES needs no family."""
STATE_NAMES: dict[int, str] = {number: name for states in STATES.values() for name, number in states.items()}

FLAGS: dict[str, int] = {"ENABLED": 1, "FAULT": 2, "DOOR": 4, "SERVICE": 8, "PAIRED": 16}
CAPS: dict[str, int] = {"counts": 1, "identities": 2, "gate": 4, "face-up": 8, "cutting-card": 16, "two-batches": 32}
MINOR_0_CAPS = 31
"""A host of minor 0 knows no more of them (A11)."""
CARD_FLAGS: dict[str, int] = {"UNREADABLE": 1, "FACE_UP": 2, "FORCED": 4}
INHIBIT_CAUSES: dict[str, int] = {"command": 1, "host-lost": 2, "fault": 3, "door": 4, "service": 5, "memory": 6}
COMMAND_STATUS: dict[str, int] = {"UNKNOWN": 0, "RUNNING": 1, "DONE": 2, "FAILED": 3}
VERDICTS: dict[str, int] = {"OK": 0, "WRONG_COUNT": 1, "WRONG_CARDS": 2}
RESULTS: dict[str, int] = {"BLACKJACK": 0xA5C3, "CLEAR": 0x5A3C, "UNREADABLE": 0x9669}
RESULT_NAMES: dict[int, str] = {code: name for name, code in RESULTS.items()}


UNREADABLE = 0x7F
_SUITS = "?dcsh"
_RANKS = "?A23456789TJQK"


def card_byte(text: str) -> int:
    """`Kh` or `Td` as a card byte; `9?` is a rank without suit."""
    if len(text) == 2 and text[0] in _RANKS[1:] and text[1] in _SUITS:
        return _SUITS.index(text[1]) * 16 + _RANKS.index(text[0])
    raise ValueError(f"{text!r} is no card: write rank A23456789TJQK and suit d, c, s or h, for example Kh")


def card_text(byte: int) -> str:
    """The card as two characters, or `unreadable`."""
    suit, rank = divmod(byte, 16)
    if suit > 4 or not 1 <= rank <= 13:
        return "unreadable"
    return _RANKS[rank] + _SUITS[suit]


def is_card(byte: int) -> bool:
    """One of the 52 cards, with suit."""
    return 1 <= byte >> 4 <= 4 and 1 <= byte & 15 <= 13


def decks(count: int) -> list[int]:
    """`count` decks in the order a new pack has: by suit, then rank."""
    return [suit * 16 + rank for suit in (1, 2, 3, 4) for rank in range(1, 14)] * count
