"""The line of the angel-eye shoe (B1, B2): bytes in, reports, replies and notices out; no port, no clock.

    report    05 │ seq │ code │ data …          │ 03 │ b1 b2      shoe to host, each sent three times
              ENQ  ASCII  letter  bit 7 set       ETX  XOR of seq … 03, two upper-case hex digits
    command   02 │ 'O' 'P' │ type(2) data(2) │ 03 │ b1 b2      host to shoe
    reply     06, or 15 and two characters

05 and 03 never occur inside a report, so 05 always begins one. The promise: whatever arrives, you get a `Report`, a
`Reply` or a `Notice` (`cut-off`, `bad-bcc`, `noise`, `unknown-report`), and no exception.

A card's value stands in the raw bytes of D, d and R. Nothing here prints them: `repr` of a report hides its data.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import xor

from drivers.angel_eye.constants import (
    ACK,
    CARD_REPORTS,
    ENQ,
    ETX,
    MASKED_CARD,
    MAX_REPORT,
    MODES,
    NAK,
    PAIRS,
    REPORT_DATA,
    RESULTS,
    STX,
)
from drivers.tablelink.constants import CARD_UNREADABLE


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """One report with a right BCC, as it stood between 05 and 03."""

    seq: str
    code: str
    data: bytes = field(repr=False)

    @property
    def content(self) -> bytes:
        return self.seq.encode("latin-1") + self.code.encode("latin-1") + self.data


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """The shoe's answer to a command; `nak` is empty for ACK."""

    nak: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Notice:
    """Something about the line that is no report; it never holds a byte of the line."""

    kind: str


Item = Report | Reply | Notice


def check_characters(content: bytes) -> bytes:
    return b"%02X" % reduce(xor, content, 0)


def encode_report(*, seq: str, code: str, data: bytes = b"") -> bytes:
    content = seq.encode("ascii") + code.encode("ascii") + data + bytes([ETX])
    return bytes([ENQ]) + content + check_characters(content)


def encode_command(text: str, *, with_stx: bool) -> bytes:
    """`LK02` and the like; the two known readings of the BCC differ in whether the 02 counts (B2)."""
    content = b"OP" + text.encode("ascii") + bytes([ETX])
    return bytes([STX]) + content + check_characters(bytes([STX]) + content if with_stx else content)


def card_of(report: Report) -> int:
    """The card byte of A4 after a report of a card: suit 0 stays without suit, what is no card is not readable."""
    raw = report.data[1]
    suit, rank = raw >> 4 & 7, raw & 15
    if not raw & 0x80 or suit > 4 or not 1 <= rank <= 13:
        return CARD_UNREADABLE
    return suit << 4 | rank


def place_of(report: Report) -> tuple[int, int]:
    """Target and index as the shoe sees its baccarat game; recorded, and ignored (B3)."""
    return report.data[0] >> 4 & 7, report.data[0] & 15


def mode_of(report: Report) -> str:
    return MODES.get(report.data[0] >> 4 & 7, "unknown")


def error_of(report: Report) -> int:
    return report.data[0] & (0x3F if report.code == "E" else 0x7F)


def in_error_mode(report: Report) -> bool:
    return bool(report.data[0] & 0x40)


def game_result_of(report: Report) -> tuple[str, str]:
    return RESULTS.get(report.data[0] >> 4 & 7, "unknown"), PAIRS[report.data[0] & 3]


def preset_of(report: Report) -> tuple[str, str]:
    return report.data[:2].decode("latin-1"), report.data[2:].decode("latin-1")


def masked(wire: bytes) -> bytes:
    """One whole report with its card byte hidden and the BCC made right again (B4); anything else unchanged."""
    if len(wire) == 8 and wire[0] == ENQ and chr(wire[2]) in CARD_REPORTS and wire[5] == ETX:
        content = wire[1:4] + bytes([MASKED_CARD, ETX])
        return bytes([ENQ]) + content + check_characters(content)
    return wire


class LineDecoder:
    """A stream of bytes, cut anywhere, into items. An empty list means: need more."""

    def __init__(self) -> None:
        self._open: bytearray | None = None
        self._check: bytearray | None = None
        self._nak: bytearray | None = None
        self._noise = False

    def receive(self, data: bytes) -> list[Item]:
        items: list[Item] = []
        for byte in data:
            item = self._take(byte)
            if item is not None:
                items.append(item)
        return items

    def _take(self, byte: int) -> Item | None:
        if byte == ENQ:
            return self._begin()
        if self._check is not None:
            self._check.append(byte)
            return self._finish() if len(self._check) == 2 else None
        if self._open is not None:
            return self._collect(byte)
        if self._nak is not None:
            self._nak.append(byte)
            return self._finish_nak() if len(self._nak) == 2 else None
        return self._outside(byte)

    def _begin(self) -> Item | None:
        """05 always begins a report; what was unfinished is lost and said so."""
        unfinished = self._open is not None
        half_nak = self._nak is not None
        self._open, self._check, self._nak, self._noise = bytearray(), None, None, False
        if unfinished:
            return Notice(kind="cut-off")
        return Notice(kind="noise") if half_nak else None

    def _collect(self, byte: int) -> Item | None:
        if self._open is None:
            return None
        if byte == ETX:
            self._check = bytearray()
        elif len(self._open) >= MAX_REPORT:
            # No report is this long: its ETX was lost. What follows up to the next 05 is noise of the same accident.
            self._open, self._noise = None, True
            return Notice(kind="cut-off")
        else:
            self._open.append(byte)
        return None

    def _finish(self) -> Item:
        content, check = bytes(self._open or b""), bytes(self._check or b"")
        self._open = self._check = None
        if check_characters(content + bytes([ETX])) != check or len(content) < 2:
            return Notice(kind="bad-bcc")
        report = Report(seq=chr(content[0]), code=chr(content[1]), data=content[2:])
        if REPORT_DATA.get(report.code) != len(report.data):
            return Notice(kind="unknown-report")
        return report

    def _finish_nak(self) -> Item:
        text = bytes(self._nak or b"")
        self._nak = None
        return Reply(nak=text.decode("latin-1"))

    def _outside(self, byte: int) -> Item | None:
        if byte == ACK:
            self._noise = False
            return Reply()
        if byte == NAK:
            self._noise, self._nak = False, bytearray()
            return None
        if self._noise:
            return None
        self._noise = True
        return Notice(kind="noise")


class SequenceCheck:
    """Copies, conflicts and gaps (B1). `last` and `refused` must be stored for a restart between two copies."""

    def __init__(self, cycle: str, last: bytes = b"", refused: bytes = b"") -> None:
        self.cycle = cycle
        self.last = last
        self.refused = refused

    def accept(self, report: Report) -> tuple[bool, str | None]:
        """Whether the report is to be delivered, and the kind of notice it gives."""
        content = report.content
        if content in (self.last, self.refused):
            return False, None
        before = chr(self.last[0]) if self.last else ""
        if report.code != "S" and before == report.seq:
            self.refused = content
            return False, "sequence-conflict"
        gap = report.code != "S" and bool(before) and bool(self.cycle) and report.seq != self._after(before)
        self.last, self.refused = content, b""
        return True, "sequence-gap" if gap else None

    def _after(self, seq: str) -> str | None:
        place = self.cycle.find(seq)
        return self.cycle[(place + 1) % len(self.cycle)] if place >= 0 else None
