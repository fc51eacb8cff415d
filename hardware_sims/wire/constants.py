"""Names and numbers of tablelink version 1 (A1, A4, A6, A8), and its card byte (A4)."""

from __future__ import annotations

HOST = 0x01
ANYONE = 0x00
MAX_PAYLOAD = 96

FAMILIES: dict[str, int] = {"batch-shuffler": 1, "continuous-shuffler": 2, "shoe": 3, "reader": 4}
"""Family name to the number in IDENTITY; the same number is the high nibble of the address."""


_CMD = "cmd:Q"

_MESSAGES: dict[str, tuple[int, str | None]] = {
    "HELLO": (0x01, "minor:B nonce:8s"),
    "POLL": (0x02, "upto:I"),
    "STATUS": (0x03, ""),
    "QUERY": (0x04, _CMD),
    "METERS": (0x05, ""),
    "HISTORY": (0x06, "back:B"),
    "DETAIL": (0x07, ""),
    "OFFER": (0x08, "commit:32s"),
    "SESSION_KEY": (0x09, ""),
    "VERIFY": (0x0A, "seed:32s"),
    "CERTIFICATE": (0x0B, ""),
    "ENABLE": (0x10, _CMD),
    "INHIBIT": (0x11, _CMD),
    "CLEAR": (0x12, f"{_CMD} fault:B"),
    "PAIR": (0x13, f"{_CMD} key:32s"),
    "SELF_TEST": (0x14, _CMD),
    "AGREE": (0x15, f"{_CMD} public:32s"),
    "SHUFFLE": (0x20, f"{_CMD} batch:I decks:B expected:H"),
    "RELEASE": (0x21, f"{_CMD} batch:I"),
    "EJECT": (0x22, _CMD),
    "RECOUNT": (0x23, _CMD),
    "REVEAL": (0x30, f"{_CMD} draw:I why:B"),
    "ARM": (0x40, f"{_CMD} round:I up:B"),
    "RESERVED": (0x7F, None),
    "IDENTITY": (
        0x81,
        "nonce:8s minor:B family:B model:8t serial:12t fw:4v fw_sha256:32s boots:I acked:I next:I ring:H caps:H",
    ),
    "EVENT": (0x82, None),
    "STATUS_IS": (0x83, "state:B flags:B fault:B zero:B bad_frames:I a:I b:I c:I"),
    "CMD_IS": (0x84, f"{_CMD} status:B"),
    "METERS_IS": (
        0x85,
        "minutes:I good:I bad:I cards:I faults:I jams_inlet:H jams_feeder:H jams_mixer:H jams_elevator:H "
        "jams_outlet:H jams_head:H",
    ),
    "HISTORY_IS": (0x86, "back:B kept:B batch:I count:H verdict:B seconds:H minute:I"),
    "DETAIL_IS": (0x87, "fault:B place:B sensor:B doors:B step1:B step2:B step3:B step4:B"),
    "OFFER_IS": (0x88, "public:32s"),
    "SESSION_KEY_IS": (0x89, "nonce:8s"),
    "VERIFY_IS": (0x8A, "digest:32s signature:64s"),
    "CERTIFICATE_IS": (0x8B, "public:32s signature:64s"),
    "NAK": (0xFF, "code:B of:B state:B fault:B"),
}
"""Code, and the fields of its payload with their struct codes; None: not a row of fields."""

MESSAGES: dict[str, int] = {name: code for name, (code, _) in _MESSAGES.items()}
LAYOUTS: dict[str, str] = {name: layout for name, (_, layout) in _MESSAGES.items() if layout is not None}
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

_EVENTS: dict[str, tuple[int, str]] = {
    "NONE": (0x00, ""),
    "POWER_UP": (0x01, "cause:B test:B boots:I"),
    "ENABLED": (0x02, ""),
    "INHIBITED": (0x03, "cause:B"),
    "FAULT": (0x04, "of:B at:B cards:B"),
    "FAULT_CLEARED": (0x05, "of:B"),
    "DOOR": (0x06, "open:B"),
    "PAIRED": (0x07, "key_id:8s"),
    "LOADED": (0x08, ""),
    "EMPTY": (0x09, ""),
    "SHUFFLE_STARTED": (0x10, "batch:I"),
    "SHUFFLE_DONE": (0x11, "batch:I count:H verdict:B n:B"),
    "BATCH_DEAD": (0x12, "batch:I of:B"),
    "BATCH_OUT": (0x13, "batch:I good:B"),
    "CARD_OUT": (0x20, "total_out:I"),
    "CARDS_IN": (0x21, "n:B total_in:I"),
    "INVENTORY": (0x22, "inside:H total_in:I total_out:I"),
    "LOW": (0x23, "inside:H"),
    "CARD_DRAWN": (0x30, "draw:I card_flags:B commit:32s"),
    "REVEALED": (0x31, "draw:I why:B"),
    "CUT_CARD": (0x32, "draw:I"),
    "INSERTED": (0x40, "round:I"),
    "RESULT": (0x41, "round:I result:H"),
    "REMOVED": (0x42, "round:I"),
    "UNARMED": (0x43, ""),
}
"""Code, and the fields of its data."""
EVENTS: dict[str, int] = {name: code for name, (code, _) in _EVENTS.items()}
EVENT_LAYOUTS: dict[str, str] = {name: layout for name, (_, layout) in _EVENTS.items()}
EVENT_NAMES: dict[int, str] = {code: name for name, code in EVENTS.items()}

_NAKS: dict[str, tuple[int, str]] = {
    "BAD_MAC": (1, "the MAC is missing, wrong or not expected"),
    "BAD_EPOCH": (2, "no session, or another one"),
    "BAD_SEQ": (3, "neither the last request nor the next"),
    "BAD_TYPE": (4, "a type it does not know"),
    "BAD_LEN": (5, "a payload of the wrong length"),
    "BAD_VALUE": (6, "a field out of its range"),
    "ID_REUSED": (7, "the id was used for another request"),
    "NOT_PAIRED": (8, "it has no key"),
    "FAULT": (9, "a fault is latched"),
    "INHIBITED": (10, "it is not enabled"),
    "BAD_STATE": (11, "not in this state"),
    "NOT_PERMITTED": (12, "a rule forbids it, or a cause is left"),
}
NAKS: dict[str, int] = {name: code for name, (code, _) in _NAKS.items()}
NAK_MEANINGS: dict[str, str] = {name: meaning for name, (_, meaning) in _NAKS.items()}
NAK_NAMES: dict[int, str] = {code: name for name, code in NAKS.items()}

_FAULTS: dict[str, tuple[int, str]] = {
    "JAM": (1, "bcs"),
    "DOUBLE_FEED": (2, "bcs"),
    "MOTOR": (3, "bc"),
    "UNREADABLE": (4, "b"),
    "FOREIGN_CARD": (5, "b"),
    "DOOR_IN_CYCLE": (6, "bc"),
    "POWER_IN_CYCLE": (7, "bc"),
    "RNG": (8, "bc"),
    "SENSOR": (9, "bcsr"),
    "COUNT_DRIFT": (10, "c"),
    "REVERSED": (11, "s"),
    "GATE": (12, "s"),
    "MEMORY": (13, "bcsr"),
}
"""Number, and the letters of the families that have it."""
FAULTS: dict[str, int] = {name: code for name, (code, _) in _FAULTS.items()}
FAULT_FAMILIES: dict[str, str] = {name: families for name, (_, families) in _FAULTS.items()}
FAULT_NAMES: dict[int, str] = {code: name for name, code in FAULTS.items()}

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
