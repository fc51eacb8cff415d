"""Reading a tablelink line: frames, damage, and what the rules of the link (A2, A5) say about each."""

from dataclasses import dataclass, field

import google_crc32c

from hardware_sims.capture import CaptureLine
from hardware_sims.tools.rows.row import Row
from hardware_sims.wire.constants import MESSAGE_NAMES, MESSAGES, card_text
from hardware_sims.wire.payloads import PayloadError, unpack
from hardware_sims.wire.tablelink import Frame, frame_or_damage, mac_ok

_FIRST_REPLY = 0x80
_EVENT = MESSAGES["EVENT"]
REPLY_DUE_US = 20_000
_DAMAGE_NOTE = {
    "length": "bad-length",
    "septets": "bad-septets",
    "crc": "bad-crc",
    "cobs": "bad-cobs",
    "version": "bad-version",
    "flags": "bad-flags",
    "len": "bad-len",
}
_LONGEST_KEPT = 4096


@dataclass(slots=True)
class _Way:
    """One direction: bytes without their delimiter yet, and the last frame that came this way."""

    unfinished: bytearray = field(default_factory=bytearray)
    last: Frame | None = None


class TablelinkReader:
    """Rows of one channel. Holds the open request, and per device the last event number seen."""

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key
        self._ways = {"T": _Way(), "R": _Way()}
        self._open: tuple[Frame, Row] | None = None
        self._last_event: dict[int, tuple[int, bytes]] = {}
        self._last_us: int | None = None

    def rows(self, line: CaptureLine) -> list[Row]:
        way, data = self._ways[line.direction], line.data
        if not way.unfinished and len(data) > 2 and data[0] == data[-1] == 0 and data.count(0) == 2:
            return [self._chunk(line, way, data[1:-1])]
        return self._pieces(line, way)

    def _pieces(self, line: CaptureLine, way: _Way) -> list[Row]:
        """What is not just one frame between its two delimiters."""
        *closed, rest = line.data.split(b"\0")
        rows = []
        for part in closed:
            chunk = part
            if way.unfinished:
                chunk = bytes(way.unfinished) + part
                way.unfinished.clear()
            if chunk:
                rows.append(self._chunk(line, way, chunk))
        if rest:
            way.unfinished += rest[: _LONGEST_KEPT - len(way.unfinished)]
        if rest and not rows:
            rows.append(self._row(line, "bytes", line.data, ["unfinished"]))
        return rows

    def give_up(self, now_us: int, after_us: int) -> None:
        """A request that waited this long has no reply."""
        if self._open and now_us - self._open[1].at_us >= after_us:
            self._unanswered()

    def end(self) -> None:
        if self._open:
            self._unanswered()

    def _unanswered(self) -> None:
        if self._open:
            self._open[1].notes.append("no reply")
            self._close()

    def _close(self) -> None:
        if self._open:
            self._open[1].awaits_reply = False
            self._open = None

    def _row(self, line: CaptureLine, kind: str, raw: bytes, notes: list[str]) -> Row:
        gap = 0 if self._last_us is None else line.at_us - self._last_us
        self._last_us = line.at_us
        return Row(line.at_us, gap, line.channel, line.direction, kind, raw, notes)

    def _chunk(self, line: CaptureLine, way: _Way, chunk: bytes) -> Row:
        # A capture has many frames, and a checksum in Python is a quarter of the time; simulators keep to their own.
        result = frame_or_damage(chunk, google_crc32c.value)
        if isinstance(result, str):
            return self._row(line, "damaged", chunk, [_DAMAGE_NOTE[result]])
        row = self._row(line, MESSAGE_NAMES.get(result.type) or result.name, chunk, [])
        row.seq, row.epoch = result.seq, result.epoch
        try:
            row.fields = unpack(result.type, result.payload)
        except PayloadError as problem:
            row.fields = {"payload": result.payload}
            row.notes.append(f"bad-payload: {problem}")
        if line.key_removed:
            row.notes.append("key removed")
        elif self._key is not None and not mac_ok(result, self._key):
            row.notes.append("no-mac" if result.mac is None else "bad-mac")
        if result.type < _FIRST_REPLY:
            self._request(way, result, row)
        else:
            self._reply(way, result, row)
        way.last = result
        return row

    def _request(self, way: _Way, frame: Frame, row: Row) -> None:
        self._unanswered()
        if way.last == frame:
            row.notes.append("repeat")
        if row.direction == "R":
            row.notes.append("request from the device side")
        row.awaits_reply = True
        self._open = (frame, row)

    def _reply(self, way: _Way, frame: Frame, row: Row) -> None:
        if way.last == frame:
            row.notes.append("repeat")
        if self._open is None:
            row.notes.append("not asked for")
        else:
            request, request_row = self._open
            row.latency_us = row.at_us - request_row.at_us
            if frame.seq != request.seq or frame.epoch != request.epoch or frame.src != request.dst:
                row.notes += _mismatch(request, frame)
            if row.latency_us > REPLY_DUE_US:
                row.notes.append("slow")
            self._close()
        if frame.type == _EVENT and row.fields.get("no"):
            self._event(frame, row)

    def _event(self, frame: Frame, row: Row) -> None:
        if "differences" in row.fields:
            row.fields["differences"] = [f"{card_text(card)} {by:+d}" for card, by in row.fields["differences"]]
        number = row.fields["no"]
        code_and_data = frame.payload[12:]
        last = self._last_event.get(frame.src)
        if last is not None and number == last[0]:
            row.notes.append("event again" if code_and_data == last[1] else "event changed")
        elif last is not None and number != last[0] + 1:
            row.notes.append("event-gap")
        self._last_event[frame.src] = (number, code_and_data)


def _mismatch(request: Frame, reply: Frame) -> list[str]:
    notes = []
    if reply.seq != request.seq:
        notes.append("wrong-seq")
    new_session = request.type == MESSAGES["HELLO"]
    if reply.epoch != request.epoch and not new_session:
        notes.append("wrong-epoch")
    if request.dst not in (0, reply.src):
        notes.append("wrong-address")
    return notes
