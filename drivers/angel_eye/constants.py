"""Every number of the angel-eye dialect that is publicly known (B1, B2), as data."""

from __future__ import annotations

from enum import StrEnum

ENQ, ETX, STX, ACK, NAK = 0x05, 0x03, 0x02, 0x06, 0x15
BAUD = 4800
SEQUENCE_CYCLE = "0123456789ABCDEF"
MASKED_CARD = 0x80
MAX_REPORT = 12

# Bytes of data after each report code, and what it says (B1).
_REPORTS: dict[str, tuple[int, str]] = {
    "S": (0, "start of communication"),
    "P": (0, "stand-by"),
    "D": (2, "card drawn"),
    "R": (2, "retransmission"),
    "d": (2, "card drawn outside a game"),
    "G": (1, "baccarat result"),
    "C": (0, "cutting card"),
    "E": (1, "error"),
    "e": (1, "error cleared"),
    "L": (1, "lock state"),
    "M": (6, "preset changed"),
}
REPORT_DATA: dict[str, int] = {code: size for code, (size, _) in _REPORTS.items()}
REPORT_MEANINGS: dict[str, str] = {code: meaning for code, (_, meaning) in _REPORTS.items()}
CARD_REPORTS = frozenset("DdR")
MODES: dict[int, str] = {0: "lock", 1: "error", 2: "setting"}
RESULTS: dict[int, str] = {1: "player", 2: "tie", 4: "banker", 7: "force quit"}
PAIRS: dict[int, str] = {0: "none", 1: "player", 2: "banker", 3: "both"}
LOCKED = 0x81


class ShoeError(StrEnum):
    """B1, the codes of E and e, in words that hold no card."""

    CANNOT_READ = "1"
    OVERDRAW = "2"
    BUTTON = "3"
    REVERSE_AT_EXIT = "4"
    REVERSE_MIDWAY = "5"
    CARD_CODE = "6"
    DRAWING_TIMED_OUT = "7"


NAK_MEANINGS: dict[str, str] = {
    "01": "overrun, frame or parity",
    "02": "BCC",
    "03": "no ETX",
    "11": "format or length",
    "12": "address",
    "13": "command",
    "14": "type",
    "21": "busy",
    "22": "write in progress",
    "FF": "other",
}
NAK_BAD_BCC = "02"
NAK_TRY_LATER = frozenset({"21", "22"})
REPLY_WAIT = 1.0
BUSY_PAUSE = 0.2
REPEATS = 2

WITH_STX, WITHOUT_STX, AUTO = "with-stx", "without-stx", "auto"
