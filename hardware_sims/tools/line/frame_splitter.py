"""Where a line of a capture ends: the byte that closes a frame (part E, "Capture").

A splitter owns no time and no frame check. It only says which bytes end something that looks whole, so the bytes of a
damaged frame are kept exactly as they came.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator

_ENQ, _STX, _ETX, _ACK, _NAK = 0x05, 0x02, 0x03, 0x06, 0x15


class FrameSplitter(ABC):
    def cut(self, data: bytes) -> Iterator[tuple[bytes, bool]]:
        """The data in order, in pieces, each with "a line ends here"."""
        start = 0
        for at, byte in enumerate(data):
            if self._ends_with(byte):
                yield data[start : at + 1], True
                start = at + 1
        if start < len(data):
            yield data[start:], False

    @abstractmethod
    def _ends_with(self, byte: int) -> bool: ...


class DelimiterSplitter(FrameSplitter):
    """tablelink: the 00 after a frame that has any bytes (A1)."""

    def __init__(self) -> None:
        self._has_content = False

    def _ends_with(self, byte: int) -> bool:
        ends = byte == 0 and self._has_content
        self._has_content = byte != 0
        return ends


class BlockCheckSplitter(FrameSplitter):
    """angel-eye: the second BCC digit of a report or command, an ACK, or the second character of a NAK (B1, B2)."""

    def __init__(self, opening: int) -> None:
        self._opening = opening
        self._inside = False
        self._still_due = 0

    def _ends_with(self, byte: int) -> bool:
        if byte == self._opening:
            self._inside, self._still_due = True, 0
            return False
        if self._still_due:
            self._still_due -= 1
            return self._still_due == 0
        if self._inside:
            if byte == _ETX:
                self._inside, self._still_due = False, 2
            return False
        if byte == _NAK:
            self._still_due = 2
        return byte == _ACK


def splitter_for(dialect: str, direction: str) -> FrameSplitter:
    if dialect == "tablelink":
        return DelimiterSplitter()
    return BlockCheckSplitter(_STX if direction == "T" else _ENQ)
