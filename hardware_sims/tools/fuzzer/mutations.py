"""What the fuzzer does to a line: frames that are nearly right, frames that are wrong in one place, and noise."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.items.damage import damages
from hardware_sims.tools.fuzzer.referee import TablelinkReferee
from hardware_sims.wire.constants import HOST, MESSAGES, REQUESTS_FOR
from hardware_sims.wire.payloads import REQUEST_SIZES, pack
from hardware_sims.wire.tablelink import Frame, encode


@dataclass(frozen=True, kw_only=True, slots=True)
class Mutation:
    """Bytes for the line after a pause."""

    pause_us: int
    data: bytes


_PAUSES = (0, 0, 0, 0, 5_000, 30_000, 100_000, 600_000, 2_100_000)
_EDGES = (0, 1, 2, 3, 15, 16, 52, 127, 128, 255, 256, 65_535, 65_536, 2**31, 2**32 - 1)


class TablelinkMutations:
    """Draws strokes from a stream; looks at the referee's session to be right where it wants to be."""

    def __init__(self, dice: Stream, referee: TablelinkReferee) -> None:
        self._dice, self._referee = dice, referee
        letters = referee.family
        self._types = [name for name, families in REQUESTS_FOR.items() if letters in families and name != "HELLO"]
        self._kinds: list[Callable[[], bytes]] = [
            *[self._good] * 8,
            *[self._hello] * 2,
            self._repeat,
            self._wrong_seq,
            self._wrong_epoch,
            self._wrong_mac,
            self._other_type,
            self._wrong_length,
            self._other_address,
            self._damaged,
            self._damaged,
            self._noise,
            self._two_at_once,
        ]

    def next(self) -> Mutation:
        data = self._dice.pick(self._kinds)() if self._referee.in_session else self._hello()
        return Mutation(pause_us=self._dice.pick(list(_PAUSES)), data=data)

    # One kind each

    def _good(self) -> bytes:
        return self._wire(self._request())

    def _hello(self) -> bytes:
        same = self._referee.in_session and self._dice.chance(0.3)
        nonce = self._referee.nonce if same else self._dice.bytes(8)
        # The referee knows minor 0: what a device adds in minor 1 must be BAD_TYPE to it.
        frame = self._frame("HELLO", pack("HELLO", minor=0, nonce=nonce))
        frame = frame._replace(seq=0, epoch=0, dst=self._dice.pick([frame.dst, frame.dst, 0]))
        if self._referee.in_session and self._dice.chance(0.2):
            frame = self._dice.pick([frame._replace(seq=1), frame._replace(epoch=7), frame._replace(payload=b"\0" * 8)])
        return self._wire(frame)

    def _repeat(self) -> bytes:
        return encode(self._referee.last_request) if self._referee.last_request else self._good()

    def _wrong_seq(self) -> bytes:
        frame = self._request()
        step = self._dice.pick([-2, -1, 1, 2, 255, 256, 65_000])
        return self._wire(frame._replace(seq=(frame.seq + step) % 65_536))

    def _wrong_epoch(self) -> bytes:
        frame = self._request()
        return self._wire(frame._replace(epoch=(frame.epoch + self._dice.pick([-1, 1, 256, 2**31])) % 2**32))

    def _wrong_mac(self) -> bytes:
        frame = self._request()
        if self._referee.key is None:
            return encode(frame._replace(mac=self._dice.bytes(16)))
        return self._dice.pick([encode(frame), encode(frame._replace(mac=self._dice.bytes(16)))])

    def _other_type(self) -> bytes:
        frame = self._request()._replace(type=self._dice.below(256))
        return self._wire(frame._replace(payload=self._dice.bytes(self._dice.pick([0, 1, 8, 9, 13, 95, 96]))))

    def _wrong_length(self) -> bytes:
        frame = self._request()
        length = self._dice.pick([0, 1, len(frame.payload) + 1, max(len(frame.payload) - 1, 0), 96])
        return self._wire(frame._replace(payload=frame.payload[:length].ljust(length, b"\xff")))

    def _other_address(self) -> bytes:
        frame = self._request()
        return self._wire(
            self._dice.pick([frame._replace(dst=frame.dst ^ 1), frame._replace(src=0x02), frame._replace(dst=0)])
        )

    def _damaged(self) -> bytes:
        return self._dice.pick(list(damages(self._request(), self._referee.key).values()))

    def _noise(self) -> bytes:
        return self._dice.bytes(self._dice.pick([1, 3, 17, 18, 130, 131, 400])) + b"\0" * self._dice.below(3)

    def _two_at_once(self) -> bytes:
        frame = self._request()
        after = self._request()._replace(seq=(frame.seq + 1) % 65_536)
        return self._wire(frame) + self._wire(after)

    # Requests

    def _wire(self, frame: Frame) -> bytes:
        return encode(frame, self._referee.key)

    def _frame(self, name: str, payload: bytes) -> Frame:
        referee = self._referee
        seq = (referee.last_seq + 1) % 65_536
        return Frame(dst=referee.address, src=HOST, type=MESSAGES[name], seq=seq, epoch=referee.epoch, payload=payload)

    def _request(self) -> Frame:
        name = self._dice.pick(self._types)
        return self._frame(name, self._payload(name))

    def _payload(self, name: str) -> bytes:
        if self._dice.chance(0.1):
            return self._dice.bytes(REQUEST_SIZES[MESSAGES[name]])
        return pack(name, **self._fields(name))

    def _fields(self, name: str) -> dict[str, Any]:
        """Values a host would send, small ones and edges mixed; PAIR gets the key there is: the line stays usable."""
        edge = self._dice.pick(list(_EDGES))
        known_ids = self._dice.below(12)
        return {
            "cmd": known_ids if self._dice.chance(0.5) else int.from_bytes(self._dice.bytes(8), "little"),
            "upto": self._referee.last_event if self._dice.chance(0.8) else edge,
            "fault": self._dice.below(16),
            "key": self._referee.key or bytes(32),
            "batch": edge,
            "decks": self._dice.below(10),
            "expected": min(edge, 65_535),
            "draw": self._dice.pick([0, 1, 2, 3, edge]),
            "why": self._dice.below(6),
            "round": self._dice.pick([1, 2, edge]),
            "up": self._dice.below(4),
        }
