"""The angel-eye dialect (B1, B2): reports of the shoe, commands of the host, and what each side receives.

    report    05 seq code data… 03 b1 b2        b1 b2 = XOR of seq … 03 as two upper-case hex digits
    command   02 'O' 'P' type(2) data(2) 03 b1 b2
    reply     06, or 15 and two characters

The BCC of a command runs from the 02 (`with-stx`) or from the 'O' (`without-stx`); B2 tells why both exist.
Whatever arrives, the receivers give items and never raise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hardware_sims.wire.constants import card_text

STX, ETX, ENQ, ACK, NAK = 0x02, 0x03, 0x05, 0x06, 0x15
COPIES = 3
SEQ_CYCLE = "0123456789ABCDEF"
WITH_STX, WITHOUT_STX = "with-stx", "without-stx"
LONGEST_REPORT = 32
COMMAND_BYTES = 10

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
ERRORS: dict[int, str] = {
    1: "cannot read",
    2: "overdraw",
    3: "button",
    4: "reverse run at the exit",
    5: "reverse run midway",
    6: "card code",
    7: "drawing timed out",
}
DATA_BYTES: dict[str, int] = {"S": 0, "P": 0, "D": 2, "R": 2, "d": 2, "G": 1, "C": 0, "E": 1, "e": 1, "L": 1, "M": 6}
DRAWN_MODES: dict[str, int] = {"lock": 0, "error": 1, "setting": 2}
_MODE_NAMES = {number: name for name, number in DRAWN_MODES.items()}
_WINNERS = {1: "player", 2: "tie", 4: "banker", 7: "force quit"}
_PAIRS = {0: "none", 1: "player", 2: "banker", 3: "both"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A report with a right BCC."""

    seq: str
    code: str
    data: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command with a right BCC in one of its two forms."""

    type: str
    data: str
    form: str = WITH_STX


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """06 (`reason` None) or 15 with its two characters."""

    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """Bytes that are no report, command or reply. `kind`: cut-off, bad-bcc, noise, no-etx, format, command or type."""

    kind: str
    raw: bytes


def bcc(data: bytes) -> bytes:
    """XOR of all bytes as two upper-case hex digits."""
    value = 0
    for byte in data:
        value ^= byte
    return b"%02X" % value


def build_report(seq: str, code: str, data: bytes = b"") -> bytes:
    """One copy of a report."""
    inner = seq.encode("ascii") + code.encode("ascii") + data + bytes([ETX])
    return bytes([ENQ]) + inner + bcc(inner)


def build_command(type: str, data: str, form: str = WITH_STX) -> bytes:  # noqa: A002  the field's name in B2
    """A command with the BCC in the given form."""
    inner = b"OP" + type.encode("ascii") + data.encode("ascii") + bytes([ETX])
    return bytes([STX]) + inner + bcc(bytes([STX]) + inner if form == WITH_STX else inner)


def build_reply(reason: str | None = None) -> bytes:
    """06, or 15 and the reason."""
    return bytes([ACK]) if reason is None else bytes([NAK]) + reason.encode("ascii")


def parse_report(raw: bytes) -> Report | None:
    """A report from all its bytes, or None when start, end or BCC are wrong."""
    if len(raw) < 6 or raw[0] != ENQ or raw[-3] != ETX or bcc(raw[1:-2]) != raw[-2:]:
        return None
    return Report(seq=chr(raw[1]), code=chr(raw[2]), data=raw[3:-3])


def target_byte(target: int, index: int) -> int:
    return 0x80 | target << 4 | index


def report_fields(report: Report) -> dict[str, Any]:
    """What the data of a report means (B1). Unknown codes and odd lengths give `{"data": hex}`."""
    data = report.data
    if DATA_BYTES.get(report.code) != len(data):
        return {"data": data.hex()} if data else {}
    match report.code:
        case "D" | "R":
            return {"target": data[0] >> 4 & 7, "index": data[0] & 15, "card": card_text(data[1] & 0x7F)}
        case "d":
            return {"mode": _MODE_NAMES.get(data[0] >> 4 & 7, data[0] >> 4 & 7), "card": card_text(data[1] & 0x7F)}
        case "G":
            return {"result": _WINNERS.get(data[0] >> 4 & 7, "unknown"), "pair": _PAIRS[data[0] & 3]}
        case "E":
            return {"error_mode": bool(data[0] & 0x40), "error": data[0] & 0x3F}
        case "e":
            return {"error": data[0] & 0x7F}
        case "L":
            return {"locked": data[0] == 0x81}
        case "M":
            return {"address": data[:2].decode("ascii", "replace"), "value": data[2:].decode("ascii", "replace")}
        case _:
            return {}


class ShoeLineReceiver:
    """Host's end of the line: reports, replies and damage, in the order of their last byte."""

    def __init__(self) -> None:
        self._open = bytearray()
        self._noise = bytearray()

    def feed(self, data: bytes) -> list[Report | Reply | Damage]:
        items: list[Report | Reply | Damage] = []
        for byte in data:
            items.extend(self._byte(byte))
        return items

    def flush(self) -> list[Report | Reply | Damage]:
        """What is still open becomes damage; for the end of a stream or after silence."""
        items = list(self._end_of_noise())
        if self._open:
            items.append(Damage(kind="cut-off", raw=bytes(self._open)))
            self._open.clear()
        return [*items]

    def _end_of_noise(self) -> Iterable[Damage]:
        if self._noise:
            yield Damage(kind="noise", raw=bytes(self._noise))
            self._noise.clear()

    def _byte(self, byte: int) -> Iterable[Report | Reply | Damage]:
        if byte == ENQ:
            yield from self.flush()
            self._open.append(byte)
        elif not self._open:
            yield from self._outside(byte)
        else:
            self._open.append(byte)
            yield from self._inside()

    def _outside(self, byte: int) -> Iterable[Reply | Damage]:
        if byte == ACK:
            yield from self._end_of_noise()
            yield Reply()
        elif byte == NAK:
            yield from self._end_of_noise()
            self._open.append(byte)
        else:
            self._noise.append(byte)

    def _inside(self) -> Iterable[Report | Reply | Damage]:
        raw = bytes(self._open)
        if raw[0] == NAK:
            if len(raw) == 3:
                self._open.clear()
                yield Reply(reason=raw[1:].decode("latin-1"))
        elif len(raw) >= 6 and raw[-3] == ETX:
            self._open.clear()
            yield parse_report(raw) or Damage(kind="bad-bcc", raw=raw)
        elif len(raw) > LONGEST_REPORT:
            yield from self.flush()


class CommandReceiver:
    """Shoe's end of the line. A command is ten bytes from its 02; damage tells which NAK of B2 answers it."""

    def __init__(self) -> None:
        self._open = bytearray()

    def feed(self, data: bytes) -> list[Command | Damage]:
        items: list[Command | Damage] = []
        for byte in data:
            if byte == STX:
                if self._open:
                    items.append(Damage(kind="no-etx", raw=bytes(self._open)))
                self._open[:] = [byte]
            elif self._open:
                self._open.append(byte)
                if len(self._open) == COMMAND_BYTES:
                    items.append(_command_or_damage(bytes(self._open)))
                    self._open.clear()
        return items


def _command_or_damage(raw: bytes) -> Command | Damage:
    if raw[7] != ETX:
        return Damage(kind="no-etx" if ETX not in raw else "format", raw=raw)
    form = {bcc(raw[:8]): WITH_STX, bcc(raw[1:8]): WITHOUT_STX}.get(raw[8:])
    if form is None:
        return Damage(kind="bad-bcc", raw=raw)
    if raw[1:3] != b"OP":
        return Damage(kind="command", raw=raw)
    return Command(type=raw[3:5].decode("latin-1"), data=raw[5:7].decode("latin-1"), form=form)
