"""Captures to rows, in order, with memory that does not grow with the capture."""

from collections import deque
from collections.abc import Iterable, Iterator

from hardware_sims.capture import CaptureLine, CaptureReader, Channel
from hardware_sims.tools.rows.angel_eye import AngelEyeReader
from hardware_sims.tools.rows.row import Row
from hardware_sims.tools.rows.tablelink import TablelinkReader

# Longer than any wait of A2 and B2: after this a request will not be answered any more.
NO_REPLY_AFTER_US = 1_500_000


class Decoder:
    """Feeds lines to the reader of their channel. A row comes out once nothing can be added to it: a request waits for
    its reply, for the next request, or for `NO_REPLY_AFTER_US`."""

    def __init__(self, *, key: bytes | None = None, masked: bool = False) -> None:
        self._key, self._masked = key, masked
        self._readers: dict[str, TablelinkReader | AngelEyeReader] = {}
        self._waiting: deque[Row] = deque()

    def feed(self, channel: Channel, line: CaptureLine) -> list[Row]:
        reader = self._readers.get(channel.name) or self._reader(channel)
        self._give_up(line.at_us)
        rows = reader.rows(line)
        if len(rows) == 1 and not self._waiting and not rows[0].awaits_reply:
            return rows
        self._waiting.extend(rows)
        return self._settled()

    def idle(self, now_us: int) -> list[Row]:
        self._give_up(now_us)
        return self._settled()

    def end(self) -> list[Row]:
        for reader in self._readers.values():
            reader.end()
        return self._settled()

    def _give_up(self, now_us: int) -> None:
        """Only the oldest row can hold up others, and only while it awaits its reply."""
        if self._waiting and now_us - self._waiting[0].at_us >= NO_REPLY_AFTER_US:
            for reader in self._readers.values():
                reader.give_up(now_us, NO_REPLY_AFTER_US)

    def _reader(self, channel: Channel) -> TablelinkReader | AngelEyeReader:
        tablelink = channel.dialect == "tablelink"
        reader = TablelinkReader(self._key) if tablelink else AngelEyeReader(masked=self._masked)
        self._readers[channel.name] = reader
        return reader

    def _settled(self) -> list[Row]:
        waiting = self._waiting
        settled = []
        while waiting and not waiting[0].awaits_reply:
            settled.append(waiting.popleft())
        return settled


def decoded(capture: CaptureReader, *, key: bytes | None = None) -> Iterator[Row]:
    decoder = Decoder(key=key, masked=capture.masked)
    for line in capture:
        yield from decoder.feed(capture.channels[line.channel], line)
    yield from decoder.end()


def only(rows: Iterable[Row], names: frozenset[str]) -> Iterator[Row]:
    """The rows called one of `names` (type, event, NAK reason or note, upper or lower case)."""
    if not names:
        yield from rows
        return
    for row in rows:
        if names & {name.lower() for name in row.names()}:
            yield row
