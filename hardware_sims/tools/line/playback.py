"""A capture plays one of its two sides again, while somebody else lives the other.

With `replay --loose` a tablelink capture is played into another session: same meaning, new SEQ, EPOCH, CRC and MAC.
What the other side picks for itself is taken over too: the nonce of its HELLO and the ids of its commands.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from hardware_sims.capture import CaptureLine
from hardware_sims.tools.line.frame_splitter import FrameSplitter
from hardware_sims.wire.constants import MESSAGES
from hardware_sims.wire.payloads import PayloadError, pack, unpack
from hardware_sims.wire.tablelink import Frame, Receiver, encode

_HELLO = MESSAGES["HELLO"]
_OWN_CHOICE = ("nonce", "cmd")
_NOT_COMPARED = {
    "IDENTITY": ("nonce", "boots", "acked", "next"),
    "EVENT": ("t", "no", "left"),
    "CMD_IS": ("cmd", "nonce"),
    "STATUS_IS": ("bad_frames",),
}


def frame_in(data: bytes) -> Frame | None:
    frames = Receiver().feed(b"\0" + data + b"\0")
    return frames[0] if frames else None


def _fields(frame: Frame) -> dict[str, Any] | None:
    try:
        return unpack(frame.type, frame.payload)
    except PayloadError:
        return None


def same_request(recorded: Frame, heard: Frame) -> bool:
    """Type and payload agree, apart from what the host picks by dice."""
    return _same(recorded, heard, _OWN_CHOICE)


def same_reply(recorded: Frame, heard: Frame) -> bool:
    """Type and payload agree, apart from times, running numbers and what this side picked."""
    return _same(recorded, heard, _NOT_COMPARED.get(recorded.name, ()))


def _same(recorded: Frame, heard: Frame, free: Collection[str]) -> bool:
    if recorded.type != heard.type:
        return False
    recorded_fields, heard_fields = _fields(recorded), _fields(heard)
    if recorded_fields is None or heard_fields is None:
        return recorded.payload == heard.payload
    return recorded_fields.keys() == heard_fields.keys() and all(
        recorded_fields[name] == heard_fields[name] for name in recorded_fields if name not in free
    )


def answer_for(request: Frame, recorded: Frame, key: bytes | None) -> bytes:
    """The recorded reply as an answer to the request just heard."""
    payload = recorded.payload
    fields, request_fields = _fields(recorded), _fields(request)
    if fields is not None and request_fields is not None:
        if recorded.type == MESSAGES["IDENTITY"]:
            payload = pack("IDENTITY", **{**fields, "nonce": request_fields.get("nonce", fields["nonce"])})
        elif recorded.type == MESSAGES["CMD_IS"] and "cmd" in request_fields:
            payload = pack("CMD_IS", **{**fields, "cmd": request_fields["cmd"]})
    epoch = recorded.epoch if request.type == _HELLO else request.epoch
    return encode(recorded._replace(dst=request.src, seq=request.seq, epoch=epoch, payload=payload, mac=None), key)


@dataclass(slots=True)
class NewSession:
    """The host's side of a session that is being lived again: counts SEQ, learns EPOCH from IDENTITY."""

    key: bytes | None
    seq: int = 0
    epoch: int = 0
    last: tuple[Frame, bytes] | None = field(default=None)

    def request(self, recorded: Frame) -> bytes:
        if self.last is not None and self.last[0] == recorded:
            return self.last[1]
        if recorded.type == _HELLO:
            wire = encode(recorded._replace(mac=None), self.key)
        else:
            self.seq += 1
            wire = encode(recorded._replace(seq=self.seq, epoch=self.epoch, mac=None), self.key)
        self.last = (recorded, wire)
        return wire

    def heard(self, reply: Frame) -> None:
        if reply.type == MESSAGES["IDENTITY"] and reply.epoch != self.epoch:
            self.seq, self.epoch = 0, reply.epoch


_REPLY_WITHIN = 0.5
_TRIES = 3
# A place that closes too soon takes the last bytes with it.
_FAREWELL = 0.3
PrintLine = Callable[[str], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaybackTiming:
    """`-t` no timing, `-g` a fixed gap, `-s` longest gap that is kept, `--speed` how much faster."""

    timed: bool = True
    gap: float | None = None
    skip_longer: float | None = None
    speed: float = 1.0

    def wait(self, recorded: float) -> float:
        """Seconds to wait where this many passed in the recording."""
        if self.gap is not None:
            return self.gap
        if not self.timed or recorded <= 0:
            return 0.0
        if self.skip_longer is not None and recorded > self.skip_longer:
            return 0.0
        return recorded / self.speed


class Wire(Protocol):
    """Bytes both ways: a place somebody else opens, or a line we have opened."""

    def read(self, within: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...


class _Ear:
    """Cuts what comes into the pieces a capture would have."""

    def __init__(self, wire: Wire, cutter: FrameSplitter) -> None:
        self._wire, self._cutter = wire, cutter
        self._open = bytearray()
        self._pieces: list[bytes] = []

    def piece(self, within: float) -> bytes | None:
        end = time.monotonic() + within
        while not self._pieces:
            left = end - time.monotonic()
            if left < 0:
                return None
            for part, whole in self._cutter.cut(self._wire.read(min(left, 0.05))):
                self._open += part
                if whole:
                    self._pieces.append(bytes(self._open))
                    self._open.clear()
        return self._pieces.pop(0)


class DevicePlayer:
    """Sends the R lines; each T line is waited for. A request heard again gets its replies again."""

    def __init__(self, lines: Sequence[CaptureLine], *, pace: PlaybackTiming, loose: bool, key: bytes | None) -> None:
        self._lines, self._pace, self._loose, self._key = lines, pace, loose, key
        self.unexpected = 0

    def play(self, wire: Wire, cutter: FrameSplitter, report: PrintLine, patience: float) -> bool:
        """True when every line was played; False when the host did not ask for the next one in time."""
        ear = _Ear(wire, cutter)
        request: CaptureLine | None = None
        heard = b""
        replies: list[bytes] = []
        before = self._lines[0].at_us if self._lines else 0
        for line in self._lines:
            if line.direction == "T":
                awaited = self._await(ear, wire, line, (request, replies), report, patience)
                if awaited is None:
                    report(f"line {line.number} of the capture was never asked for")
                    return False
                request, heard, replies = line, awaited, []
            else:
                time.sleep(self._pace.wait((line.at_us - before) / 1_000_000))
                data = self._rebuilt(heard, line)
                replies.append(data)
                wire.write(data)
            before = line.at_us
        time.sleep(_FAREWELL)
        return True

    def _await(
        self,
        ear: _Ear,
        wire: Wire,
        line: CaptureLine,
        last: tuple[CaptureLine | None, list[bytes]],
        report: PrintLine,
        patience: float,
    ) -> bytes | None:
        end = time.monotonic() + patience
        while (left := end - time.monotonic()) > 0:
            piece = ear.piece(left)
            if piece is None:
                return None
            if self._is(line, piece):
                return piece
            request, replies = last
            if request is not None and self._is(request, piece):
                for reply in replies:
                    wire.write(reply)
            else:
                self.unexpected += 1
                report(f"unexpected {_spoken(piece)}; line {line.number} of the capture has {_spoken(line.data)}")
        return None

    def _is(self, line: CaptureLine, piece: bytes) -> bool:
        if line.data.strip(b"\0") == piece.strip(b"\0"):
            return True
        recorded, heard = frame_in(line.data), frame_in(piece)
        return self._loose and recorded is not None and heard is not None and same_request(recorded, heard)

    def _rebuilt(self, heard: bytes, line: CaptureLine) -> bytes:
        request, recorded = frame_in(heard), frame_in(line.data)
        if not self._loose or request is None or recorded is None:
            return line.data
        return answer_for(request, recorded, self._key)


class HostPlayer:
    """Sends the T lines; each R line is compared with what the device says now. A request that gets no answer is sent
    again, the same bytes, as A2 has it."""

    def __init__(self, lines: Sequence[CaptureLine], *, pace: PlaybackTiming, loose: bool, key: bytes | None) -> None:
        self._lines, self._pace, self._loose = lines, pace, loose
        self._session = NewSession(key)
        self.unexpected = 0

    def play(self, wire: Wire, cutter: FrameSplitter, report: PrintLine, patience: float) -> bool:
        ear = _Ear(wire, cutter)
        before = self._lines[0].at_us if self._lines else 0
        sent = b""
        for line in self._lines:
            if line.direction == "T":
                time.sleep(self._pace.wait((line.at_us - before) / 1_000_000))
                recorded = frame_in(line.data)
                sent = self._session.request(recorded) if self._loose and recorded is not None else line.data
                wire.write(sent)
            else:
                self._compare(line, _answer(ear, wire, sent, min(_REPLY_WITHIN, patience)), report)
                sent = b""
            before = line.at_us
        return True

    def _compare(self, line: CaptureLine, piece: bytes | None, report: PrintLine) -> None:
        if piece is None:
            self.unexpected += 1
            report(f"no answer; line {line.number} of the capture has {_spoken(line.data)}")
            return
        recorded, heard = frame_in(line.data), frame_in(piece)
        if heard is not None:
            self._session.heard(heard)
        same = line.data.strip(b"\0") == piece.strip(b"\0")
        if self._loose and recorded is not None and heard is not None:
            same = same_reply(recorded, heard)
        if not same:
            self.unexpected += 1
            report(f"another answer, {_spoken(piece)}; line {line.number} of the capture has {_spoken(line.data)}")


def _answer(ear: _Ear, wire: Wire, sent: bytes, within: float) -> bytes | None:
    for _ in range(_TRIES):
        piece = ear.piece(within)
        if piece is not None or frame_in(sent) is None:
            return piece
        wire.write(sent)
    return None


def _spoken(data: bytes) -> str:
    frame = frame_in(data)
    return data.hex() if frame is None else f"{frame.name} {data.hex()}"
