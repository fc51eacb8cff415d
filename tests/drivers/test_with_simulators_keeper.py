"""The keeper between a simulated angel-eye shoe and the driver of a sealed shoe, all in virtual time (D3, D4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.angel_eye.core import KeeperSettings
from drivers.events import (
    CardDrawn,
    CardRevealed,
    CutCardSeen,
    DeviceEnabled,
    DeviceFaulted,
    DeviceInhibited,
    Event,
    Fault,
    FaultCleared,
    OrderEnded,
    PoweredUp,
    RevealReason,
)
from drivers.tablelink.constants import CARD_UNREADABLE, card_name
from hardware_sims.devices import Simulator, build
from tests.drivers.bench_table import KEY, Journal, KeeperPeer, commit_all, shoe_device
from tests.drivers.loopback import LoopbackLine, VirtualClock


class BetweenShoeAndHost(KeeperPeer):
    """A keeper whose shoe is a simulator; to the host it is one peer with one line."""

    def __init__(self, folder: Path, simulator: Simulator, settings: KeeperSettings) -> None:
        self.simulator = simulator
        super().__init__(folder, settings=settings)

    def due(self) -> float | None:
        times = [time for time in (super().due(), self.simulator.due()) if time is not None]
        return min(times, default=None)

    def step(self, now: float) -> bytes:
        data = self.simulator.step(now)
        if data:
            self.core.shoe_bytes(data, now)
        before = len(self.shoe_sent)
        reply = super().step(now)
        if len(self.shoe_sent) > before:
            self.simulator.feed(self.shoe_sent[before:], now)
        return reply


class Table:
    def __init__(self, folder: Path, *faults: str, bcc: str = "with-stx", **settings: object) -> None:
        self.clock = VirtualClock()
        self.journal = Journal()
        simulator = build("angel-eye", seed=3, options={"command_bcc": bcc}, faults=faults)
        given = {"serial": "AE-1", "key": KEY} | settings
        self.keeper = BetweenShoeAndHost(folder, simulator, KeeperSettings(**given))  # type: ignore[arg-type]
        self.shoe = shoe_device(self.journal)
        self.line = LoopbackLine(user=self.shoe, peer=self.keeper, clock=self.clock)
        self.line.open()
        self.run(1.0)

    def run(self, seconds: float = 1.0) -> list[Event]:
        seen: list[Event] = []

        def commit() -> bool:
            seen.extend(commit_all(self.shoe, self.journal))
            return False

        self.line.run(seconds=seconds, until=commit)
        return seen

    def operate(self, text: str) -> str:
        answer = self.keeper.simulator.operate(text, self.clock.now())
        assert answer.startswith("ok"), f"{text}: {answer}"
        return answer

    def play(self) -> None:
        self.operate("load 104")
        self.keeper.control(self.clock.now(), do="new-shoe")
        self.run()
        self.shoe.ensure_enabled()
        self.run()
        assert self.shoe.enabled

    def all_of(self, kind: type) -> list[Event]:
        return [event for event in self.journal.events if isinstance(event, kind)]

    @property
    def notices(self) -> list[str]:
        return [str(said["notice"]) for said in self.keeper.said if "notice" in said]


def test_start_of_the_shoe_is_a_power_up(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert len(table.all_of(PoweredUp)) == 2
    assert table.shoe.ready


def test_every_drawn_card_is_sealed_and_opens(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    for number in range(1, 21):
        told = table.operate("draw 1").split()[-1]
        table.run(0.5)
        table.shoe.reveal(number, RevealReason.DEALT_FACE_UP)
        table.run(0.3)
        shown = [event for event in table.journal.events if isinstance(event, CardRevealed)][-1]
        assert (shown.draw, shown.card) == (number, told)
    assert not [event for event in table.all_of(CardDrawn) if isinstance(event, CardDrawn) and event.forced]


@pytest.mark.parametrize("kind", ["drop", "bad-crc", "truncate", "noise", "split", "bit-flip"])
def test_bad_line_counts_no_card_twice_and_hides_no_loss(tmp_path: Path, kind: str) -> None:
    table = Table(tmp_path, f"{kind}:rate=0.3,dir=device", seq_cycle="0123456789ABCDEF")
    table.play()
    drawn = []
    for _ in range(40):
        drawn.append(table.operate("draw 1").split()[-1])
        table.run(0.25)
    told = [card_name(sealed.card) for sealed in table.keeper.core._shoe.kept.draws.values()]
    lost = len(drawn) - len(told)
    assert lost >= 0
    remaining = iter(drawn)
    assert all(card in remaining for card in told), "a card came twice, in another order, or was never drawn"
    assert not lost or "sequence-gap" in table.notices


def test_read_only_never_speaks_to_the_shoe(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    table.shoe.ensure_inhibited()
    table.run()
    assert table.keeper.shoe_sent == b""


@pytest.mark.parametrize("bcc", ["with-stx", "without-stx"])
def test_auto_finds_the_form_that_the_shoe_takes(tmp_path: Path, bcc: str) -> None:
    table = Table(tmp_path, bcc=bcc, command_bcc="auto", read_only=False)
    table.play()
    table.run(2)
    assert not [notice for notice in table.notices if notice.startswith("command-failed")]
    table.shoe.ensure_inhibited()
    table.run(2)
    assert table.keeper.simulator.device.locked  # type: ignore[attr-defined]
    sent = table.keeper.shoe_sent.count(b"\x02OP")
    assert sent == (2 if bcc == "with-stx" else 3)


def test_lock_at_the_device_inhibits_and_unlock_enables_only_what_the_host_enabled(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.operate("press unlock")
    assert [type(event) for event in table.run()] == []
    table.play()
    table.operate("press lock")
    assert DeviceInhibited in [type(event) for event in table.run()]
    table.operate("press unlock")
    assert DeviceEnabled in [type(event) for event in table.run()]


def test_reverse_run_is_a_fault_until_it_is_cancelled(tmp_path: Path) -> None:
    table = Table(tmp_path, read_only=False)
    table.play()
    table.operate("fault reversed:clear_after=1")
    table.run()
    assert table.shoe.fault is Fault.REVERSED
    table.shoe.clear(Fault.REVERSED)
    events = table.run(3)
    assert [event.refusal for event in events if isinstance(event, OrderEnded)] == ["NOT_PERMITTED"]
    assert [type(event) for event in events].count(FaultCleared) == 1
    assert table.shoe.fault is None


def test_card_that_cannot_be_read_is_asked_for(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    table.operate("fault unreadable:clear_after=1")
    table.operate("draw 1")
    table.run()
    question = next(said for said in table.keeper.said if "question" in said)
    assert question["kind"] == "card-out"
    table.keeper.control(table.clock.now(), answer=question["question"], yes=True)
    (drawn,) = [event for event in table.run() if isinstance(event, CardDrawn)]
    assert drawn.unreadable
    assert table.keeper.core._shoe.kept.draws[1].card == CARD_UNREADABLE


def test_retransmission_is_asked_for(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    table.operate("draw 1")
    table.run()
    table.operate("press repeat")
    table.run()
    question = next(said for said in table.keeper.said if "question" in said)
    assert question["kind"] == "retransmission"
    table.keeper.control(table.clock.now(), answer=question["question"], yes=False)
    table.run()
    assert len(table.all_of(CardDrawn)) == 1


def test_cutting_card(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    while not table.all_of(CutCardSeen):
        table.operate("draw 1")
        table.run(0.2)
    assert len(table.all_of(CardDrawn)) == 104 - 52


def test_lost_power_of_the_shoe(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.play()
    table.operate("draw 1")
    table.run()
    table.operate("power off")
    table.run()
    table.operate("power on")
    events = table.run(3)
    assert PoweredUp in [type(event) for event in events]
    assert not table.shoe.enabled
    assert table.shoe.ready
    assert not table.all_of(DeviceFaulted)
