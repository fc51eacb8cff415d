"""The line between host and machine, and what can go wrong on it. The machine itself never knows (part E)."""

from __future__ import annotations

from collections.abc import Callable

from hardware_sims.faults.dialects import Dialect, Sender
from hardware_sims.faults.fault import Fault
from hardware_sims.seeds import Seeds, Stream

Piece = tuple[int, bytes]
_HELD_US = 60_000


class Line:
    """Carries bytes in both directions. Without faults they pass as they are, at once."""

    def __init__(self, dialect: Dialect, seeds: Seeds) -> None:
        self.faults: list[Fault] = []
        self.down_until = 0
        self._dialect = dialect
        self._seeds = seeds
        self._waiting: dict[Sender, bytearray] = {"host": bytearray(), "device": bytearray()}
        self._held: dict[Sender, Piece] = {}
        self._strikes: dict[str, Callable[[Fault, Sender, list[Piece], Stream], list[Piece]]] = {
            "drop": lambda fault, sender, pieces, stream: [],
            "duplicate": self._duplicate,
            "late": self._late,
            "split": self._split,
            "merge": self._merge,
            "bad-crc": self._bad_check,
            "truncate": self._truncate,
            "bit-flip": self._bit_flip,
            "noise": self._noise,
            "stray": self._stray,
            "bad-mac": self._bad_mac,
            "old-epoch": self._old_epoch,
            "silent": lambda fault, sender, pieces, stream: [],
        }

    def clear(self) -> None:
        self.faults.clear()
        self.down_until = 0

    def connected(self, now: int) -> bool:
        return now >= self.down_until

    def next_due(self) -> int | None:
        """When a message held back for merging must go on alone."""
        return min(due for due, _ in self._held.values()) if self._held else None

    def released(self, now: int) -> list[tuple[Sender, bytes]]:
        """Held messages whose companion has not come."""
        senders = [sender for sender, (due, _) in self._held.items() if due <= now]
        return [(sender, self._held.pop(sender)[1]) for sender in senders]

    def carry(self, data: bytes, sender: Sender, now: int) -> list[Piece]:
        """The pieces that arrive at the other end, each with its moment."""
        if not self.connected(now):
            return []
        waiting = self._waiting[sender]
        if not self.faults and not waiting and sender not in self._held:
            return [(now, data)]
        waiting += data
        pieces: list[Piece] = []
        for message in self._dialect.cut(waiting, sender):
            pieces += self._pass(message, sender, now)
        if waiting and not self.faults:
            pieces.append((now, bytes(waiting)))
            waiting.clear()
        return pieces

    def _pass(self, message: bytes, sender: Sender, now: int) -> list[Piece]:
        held = self._held.pop(sender, None)
        if held is not None:
            message = self._dialect.joined(held[1], message)
        pieces = [(now, message)]
        for fault in list(self.faults):
            if pieces and not (held and fault.kind == "merge") and self._hits(fault, message, sender):
                fault.occur()
                if fault.over:
                    self.faults.remove(fault)
                stream = self._seeds.stream(f"line {fault.kind}")
                pieces = self._strikes[fault.kind](fault, sender, pieces, stream)
        return pieces

    def _hits(self, fault: Fault, message: bytes, sender: Sender) -> bool:
        if fault.kind == "silent":
            wanted = fault.options.get("type")
            if sender != "host" or (wanted and self._dialect.type_of(message, sender) != wanted):
                return False
        elif fault.kind in ("bad-mac", "old-epoch"):
            if sender != fault.options.get("dir", "device"):
                return False
            wanted = fault.options.get("type")
            if wanted and self._dialect.type_of(message, sender) != wanted:
                return False
        elif fault.options.get("dir", sender) != sender:
            return False
        return self._seeds.stream(f"dice {fault.kind}").chance(fault.rate)

    def _duplicate(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        later = _us(fault, 5.0)
        return pieces + [(due + later, data) for due, data in pieces]

    def _late(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        later = _us(fault, 150.0)
        return [(due + later, data) for due, data in pieces]

    def _split(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        size, gap = fault.options.get("bytes", 1), _us(fault, 5.0)
        return [
            (due + number * gap, data[at : at + size])
            for due, data in pieces
            for number, at in enumerate(range(0, len(data), size))
        ]

    def _merge(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        wait = _us(fault, _HELD_US / 1000)
        self._held[sender] = (pieces[0][0] + wait, b"".join(data for _, data in pieces))
        return []

    def _bad_check(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_bad_check(data, stream)) for due, data in pieces]

    def _truncate(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        def short(data: bytes) -> bytes:
            lost = fault.options.get("bytes") or stream.between(1, max(1, len(data) - 1))
            return data[: max(0, len(data) - lost)]

        return [(due, rest) for due, data in pieces if (rest := short(data))]

    def _bit_flip(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        def flipped(data: bytes) -> bytes:
            spoiled = bytearray(data)
            for _ in range(fault.options.get("bytes", 1)):
                spoiled[stream.below(len(spoiled))] ^= 1 << stream.below(8)
            return bytes(spoiled)

        return [(due, flipped(data)) for due, data in pieces]

    def _noise(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(pieces[0][0], stream.bytes(fault.options.get("bytes", 8))), *pieces]

    def _stray(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(pieces[0][0], self._dialect.stray(sender, stream)), *pieces]

    def _bad_mac(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_bad_mac(data)) for due, data in pieces]

    def _old_epoch(self, fault: Fault, sender: Sender, pieces: list[Piece], stream: Stream) -> list[Piece]:
        return [(due, self._dialect.with_old_epoch(data)) for due, data in pieces]


def _us(fault: Fault, default_ms: float) -> int:
    return round(float(fault.options.get("ms", default_ms)) * 1000)
