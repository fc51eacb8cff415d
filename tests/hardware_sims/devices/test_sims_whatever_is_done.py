"""Whatever people and hosts do, in any order: the device answers, counts right and loses no card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from hardware_sims.devices import DEVICES
from hardware_sims.seeds import Stream
from hardware_sims.wire.constants import FAULT_NAMES, STATES
from tests.hardware_sims.devices.host import Host

HANDS = (
    "load 60",
    "load 5",
    "load AhKd7c",
    "draw 1",
    "draw 3",
    "draw 200",
    "face-up",
    "return 1",
    "return 3",
    "take",
    "insert Kh",
    "insert 5d",
    "remove",
    "door open",
    "door close",
    "power off",
    "power on",
    "cut 3",
    "clear",
    "state",
    "fault jam clear_after=1",
    "fault double-feed clear_after=1",
    "fault motor clear_after=2",
    "fault sensor clear_after=1",
    "fault unreadable clear_after=1",
    "fault memory",
    "fault count-drift",
    "fault power-cut for=0.5",
)
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("STATUS", {}),
    ("QUERY", {"cmd": 5}),
    ("ENABLE", {}),
    ("ENABLE", {}),
    ("INHIBIT", {}),
    ("SHUFFLE", {"batch": 0, "decks": 0, "expected": 60}),
    ("SHUFFLE", {"batch": 0, "decks": 1, "expected": 60}),
    ("RELEASE", {"batch": 0}),
    ("EJECT", {}),
    ("RECOUNT", {}),
    ("REVEAL", {"draw": 1, "why": 1}),
    ("ARM", {"round": 1, "up": 1}),
)


class Chaos:
    """One host and one pair of hands, both led by dice."""

    def __init__(self, device: str, seed: int) -> None:
        self.host = Host(device, seed=seed, options={"ring": 64})
        self.dice = Stream(seed, f"chaos {device}")
        self.host.hello()
        self.nonce = self.batch = self.round = 0

    def step(self) -> None:
        kind = self.dice.below(10)
        if kind < 4:
            answer = self.host.line.operate(self.dice.pick(list(HANDS)))
            assert answer.split()[0] in ("ok", "error"), answer
        elif kind < 8 and self.host.device.awake:
            self.ask()
        else:
            self.host.wait(self.dice.between(1, 3000) / 1000)

    def ask(self) -> None:
        host = self.host
        if host.device.link.session is None:
            self.nonce += 1
            host.hello(self.nonce.to_bytes(8, "big"))
        if self.dice.chance(0.3):
            host.events()
            return
        name, fields = self.dice.pick(list(REQUESTS))
        self.batch += 1
        fresh = {"batch": self.batch, "round": self.batch}
        given = {field: fresh.get(field, value) for field, value in fields.items()}
        host.cmd += 1
        if "cmd" not in given and name != "STATUS":
            given["cmd"] = host.cmd
        answer = host.request(name, **given)
        fault = host.device.memory.fault
        if fault and self.dice.chance(0.5):
            host.request("CLEAR", cmd=host.cmd + 10_000, fault=fault)
        assert answer["reply"] in ("NAK", "CMD_IS", "STATUS_IS")


every_family = pytest.mark.parametrize("device", [device for device in DEVICES if device != "angel-eye"])


@pytest.mark.parametrize("seed", range(4))
@every_family
def test_a2_to_a8_hold_whatever_is_done(device: str, seed: int) -> None:
    holds(Chaos(device, seed), 400)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100, 200))
@every_family
def test_a2_to_a8_hold_for_a_long_time(device: str, seed: int) -> None:
    holds(Chaos(device, seed), 2000)


def holds(chaos: Chaos, steps: int) -> None:
    device = chaos.host.device
    for _ in range(steps):
        chaos.step()
        assert device.state in STATES[device.letter]
        assert device.memory.fault == 0 or device.memory.fault in FAULT_NAMES
        assert not (device.enabled and (device.memory.fault or device.door_open or not device.powered))
        assert device.memory.events.waiting <= 64
        numbers = [event.no for event in device.memory.events]
        assert numbers == list(range(device.memory.events.next - len(numbers), device.memory.events.next))
        _family_holds(device)


def _family_holds(device: Any) -> None:
    if device.letter == "c":
        kept = device.kept
        assert kept.total_in >= kept.total_out
        assert len(device.cards) + len(device.lost) == kept.inside
        assert (device.state == "EMPTY") == (kept.inside == 0) or device.state in device.cycle_states
    elif device.letter == "b":
        assert device.kept.alive == (device.state in ("SHUFFLING", "READY")) or device.state == "UNLOADING"
        assert device.state == "EMPTY" or device.cards or not device.awake
    elif device.letter == "s":
        assert set(device.kept.draws) == set(range(max(1, device.kept.last_draw - 511), device.kept.last_draw + 1))
        assert device.state != "EMPTY" or not device.cards or device.new_cards
    else:
        assert device.state != "ARMED" or device.enabled
        assert all(check.readings <= 2 for check in device.kept.rounds.values())


@pytest.mark.parametrize("device", ["batch-shuffler", "continuous-shuffler"])
def test_a6_a_shuffler_gives_back_the_cards_it_got(device: str) -> None:
    host = Host(device, options={"decks": 1, "cycle_seconds": 1}).ready()
    host.operate("load 52")
    before = Counter(host.device.cards)
    if device == "batch-shuffler":
        host.does("SHUFFLE", batch=1, decks=1, expected=52)
        host.wait(1)
        order = list(host.device.cards)
        assert Counter(order) == before
        host.does("RELEASE", batch=1)
        host.wait(1)
    else:
        host.does("EJECT")
        host.wait(1)
    taken = host.operate("take").split()[-1]
    assert len(taken) == 104
    assert host.device.cards == []
