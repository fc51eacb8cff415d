"""The keeper's face under the conformance list of a shoe: whoever checks it finds a sealed shoe (B4, E1)."""

from __future__ import annotations

from pathlib import Path

from drivers.angel_eye.core import KeeperSettings
from drivers.tablelink.constants import RANKS, SUITS, card_name
from hardware_sims.seeds import Stream
from hardware_sims.tools.conformance.bench import Bench
from hardware_sims.tools.conformance.items.item import SkippedError
from hardware_sims.tools.conformance.runner import find_device, items_for, verdicts
from tests.drivers.bench_table import KEY, KeeperPeer
from tests.drivers.loopback import VirtualClock


def _card(name: str) -> int:
    return SUITS.index(name[-1]) << 4 | RANKS.index(name[0])


class KeeperPort:
    """The keeper on a virtual line, with the hands that a plain-value shoe has."""

    kind = "in-process"
    reply_wait = 0.1
    reply_due = 0.020
    silence = 0.060
    slow = False

    def __init__(self, folder: Path) -> None:
        self._clock = VirtualClock()
        settings = KeeperSettings(serial="AE-1", key=KEY, read_only=False)
        self.peer = KeeperPeer(folder, settings=settings)
        self._powered = True
        self._next_card = 0
        self._cards: list[int] = []

    def wants_again(self, failure: str) -> bool:
        return False

    def now(self) -> float:
        return self._clock.now()

    def send(self, data: bytes) -> None:
        if self._powered:
            self.peer.feed(data, self.now())

    def receive(self, within: float) -> bytes:
        end = self.now() + within
        while True:
            data = self.peer.step(self.now()) if self._powered else b""
            self._shoe_answers()
            due = self.peer.due() if self._powered else None
            if data:
                return data
            if due is None or due > end:
                self._clock.advance_to(end)
                return b""
            self._clock.advance_to(due)

    def wait(self, seconds: float) -> None:
        """What the keeper says meanwhile waits inside the peer: it only ever answers."""
        end = self.now() + seconds
        while self._powered and (due := self.peer.due()) is not None and due <= end:
            self._clock.advance_to(due)
            self.peer.core.step(self.now())
            self._shoe_answers()
        self._clock.advance_to(end)

    def _shoe_answers(self) -> None:
        if self.peer.core.bytes_to_shoe() or self.peer.shoe_sent:
            self.peer.shoe_sent = b""
            self.peer.core.shoe_bytes(b"\x06", self.now())

    def close(self) -> None:
        self.peer.store.close()

    def do(self, line: str) -> str:
        words = line.split()
        action = getattr(self, f"_{words[0]}", None)
        if action is None:
            raise SkippedError(f"a plain-value shoe has no hand for {words[0]!r}")
        return str(action(words[1:]))

    def do_quickly(self, lines: list[str]) -> None:
        for line in lines:
            self.do(line)

    def _load(self, words: list[str]) -> str:
        text = "".join(words).replace(",", "")
        self._cards = [] if text.isdigit() else [_card(text[at : at + 2]) for at in range(0, len(text), 2)]
        self.peer.control(self.now(), do="new-shoe")
        return "loaded"

    def _draw(self, words: list[str]) -> str:
        names = []
        for _ in range(int(words[0]) if words else 1):
            self._next_card += 1
            any_card = (self._next_card // 13 % 4 + 1) << 4 | self._next_card % 13 + 1
            card = self._cards.pop(0) if self._cards else any_card
            self.peer.draw(card, self.now())
            names.append(card_name(card))
        return f"drew {len(names)} {''.join(names)}"

    def _power(self, words: list[str]) -> str:
        self._powered = words[0] == "on"
        if self._powered:
            self.peer.crash(self.now())
        return f"power {words[0]}"


def test_the_keeper_passes_for_a_sealed_shoe(tmp_path: Path) -> None:
    port = KeeperPort(tmp_path)
    bench = Bench(port, port, family="s", key=KEY, dice=Stream(7, "bench"))
    find_device(bench)
    found = list(verdicts(bench, [item for item in items_for("s") if not item.slow]))
    port.close()
    assert [verdict.line() for verdict in found if verdict.outcome == "FAIL"] == []
    assert len([verdict for verdict in found if verdict.outcome == "PASS"]) >= 20, [verdict.line() for verdict in found]
