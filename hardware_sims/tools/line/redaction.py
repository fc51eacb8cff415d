"""What a capture never holds: the key of a PAIR, and the cards of an angel-eye line (A3, B4, part E "Capture").

Both also hide in damaged frames: one bit lost on the way leaves a key or a card readable to anyone. So a piece
that is not a good frame is blanked when it could be a PAIR, and always when it comes from an angel-eye shoe; its length
and its control bytes stay.
"""

import re
from collections.abc import Callable

from hardware_sims.wire.angel_eye import bcc
from hardware_sims.wire.tablelink import MESSAGES, Frame, Receiver, encode

MASKED = "# masked"
KEY_REMOVED = "# key removed"

Redactor = Callable[[bytes], tuple[bytes, bool]]
"""A piece of one direction → what may be written, and "a key was taken out"."""

_PAIR = MESSAGES["PAIR"]
_CMD_BYTES = 8
_STUFFED_ZERO = 0x01
_HIDDEN_CARD = 0x80


def nothing_to_hide(piece: bytes) -> tuple[bytes, bool]:
    return piece, False


class KeyRemover:
    """Host to device, tablelink. Remembers the start of a frame that comes in several pieces."""

    # E of a PAIR: code, VER, DST, SRC, TYPE, two of SEQ, four of EPOCH, two of LEN; what follows is cmd and key.
    _BEFORE_PAYLOAD = 13
    _TYPE_AT = 4
    # The only frames of this length from a host are PAIR and the reserved type for tests.
    _LENGTH_OF_A_PAIR = range(48, 91)

    def __init__(self) -> None:
        self._start = bytearray()
        self._length = 0

    def __call__(self, piece: bytes) -> tuple[bytes, bool]:
        if not self._length:
            frames = Receiver().feed(b"\0" + piece.strip(b"\0") + b"\0")
            if frames and piece.endswith(b"\0"):
                return self._whole(piece, frames[0])
        return self._partial(piece)

    def _whole(self, piece: bytes, frame: Frame) -> tuple[bytes, bool]:
        if frame.type != _PAIR or not frame.payload[_CMD_BYTES:].strip(b"\0"):
            return piece, False
        payload = frame.payload[:_CMD_BYTES] + bytes(len(frame.payload) - _CMD_BYTES)
        extra_delimiters = len(piece) - len(piece.lstrip(b"\0")) - 1
        blanked = encode(frame._replace(payload=payload))
        return (b"\0" * extra_delimiters + blanked if extra_delimiters >= 0 else blanked[1:]), True

    def _partial(self, piece: bytes) -> tuple[bytes, bool]:
        out = bytearray(piece)
        removed = False
        longest = max((len(run) for run in piece.split(b"\0")), default=0)
        for at, byte in enumerate(piece):
            if byte == 0:
                self._start.clear()
                self._length = 0
                continue
            if len(self._start) < 8:
                self._start.append(byte)
            self._length += 1
            if self._length > self._BEFORE_PAYLOAD and self._could_be_pair(longest):
                out[at] = _STUFFED_ZERO
                removed = True
        return bytes(out), removed

    def _could_be_pair(self, longest: int) -> bool:
        """TYPE in its place, or one place off because a byte was lost or added before it; or the length of a PAIR."""
        before, here, after = self._start[self._TYPE_AT - 1 : self._TYPE_AT + 2]
        if _PAIR in (before, here) or (after == _PAIR and here == 0x01):
            return True
        return longest in self._LENGTH_OF_A_PAIR and here != MESSAGES["RESERVED"]


_GOOD = re.compile(rb"\x05([^\x05\x03]+\x03)([0-9A-F]{2})|\x06|\x15[0-9F]{2}", re.DOTALL)
_CARD_REPORTS = frozenset(b"DdR")
_OPEN_REPORTS = frozenset(b"SPGCEeLM")
_CONTROL = frozenset((0x05, 0x03))


def mask_cards(piece: bytes) -> tuple[bytes, bool]:
    """Device to host, angel-eye: cards of D, d and R become 0x80 with a new BCC; what is no good report is blanked."""
    out = bytearray()
    at = 0
    while at < len(piece):
        match = _GOOD.match(piece, at)
        report = _masked_report(match) if match else None
        if match is None or report is None:
            out.append(piece[at] if piece[at] in _CONTROL else _HIDDEN_CARD)
            at += 1
        else:
            out += report
            at = match.end()
    return bytes(out), False


def _masked_report(match: "re.Match[bytes]") -> bytes | None:
    span, check = match.groups()
    if span is None:
        return match.group()
    if bcc(span) != check or len(span) < 3:
        return None
    code = span[1]
    if code in _CARD_REPORTS and len(span) == 5:
        hidden = span[:3] + bytes([_HIDDEN_CARD, 0x03])
        return b"\x05" + hidden + bcc(hidden)
    return match.group() if code in _OPEN_REPORTS else None


def redactor_for(dialect: str, direction: str, *, unmasked: bool) -> Redactor:
    if dialect == "tablelink":
        return KeyRemover() if direction == "T" else nothing_to_hide
    return mask_cards if direction == "R" and not unmasked else nothing_to_hide
