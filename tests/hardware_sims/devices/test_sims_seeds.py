"""Everything drawn comes from the seed, evenly, and the same way everywhere (E)."""

from __future__ import annotations

import hashlib
import math
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from hardware_sims.devices import DEVICES, build
from hardware_sims.seeds import Seeds, Stream
from hardware_sims.wire.constants import decks

REPO = Path(__file__).parents[3]


def test_e_a_stream_is_sha256_of_seed_purpose_and_counter() -> None:
    expected = b"".join(
        hashlib.sha256((7).to_bytes(8, "big") + b"shoe0/nonce" + counter.to_bytes(8, "big")).digest()
        for counter in range(3)
    )
    stream = Seeds(7, "shoe0").stream("nonce")
    assert stream.bytes(10) + stream.bytes(50) + stream.bytes(36) == expected


def test_e_one_purpose_does_not_disturb_another() -> None:
    quiet, busy = Seeds(7, "shoe0"), Seeds(7, "shoe0")
    busy.stream("dice drop").bytes(1000)
    assert quiet.stream("load").shuffled(decks(6)) == busy.stream("load").shuffled(decks(6))


def test_e_units_with_the_same_seed_deal_other_cards() -> None:
    orders = []
    for unit in (0, 1):
        sim = build("shoe", seed=7, unit=unit)
        sim.operate("load 52", 1)
        orders.append(sim.operate("draw 20", 1))
    assert orders[0] != orders[1]


def test_e_numbers_below_a_limit_are_even() -> None:
    """Chi-squared over 100 classes: mean 99, deviation √198; the bound is five deviations away."""
    stream = Stream(1, "test")
    counts = [0] * 100
    for _ in range(50_000):
        counts[stream.below(100)] += 1
    chi_squared = sum((count - 500) ** 2 / 500 for count in counts)
    assert abs(chi_squared - 99) < 5 * math.sqrt(2 * 99)


def test_e_below_never_reaches_its_limit_and_reaches_all_below() -> None:
    stream = Stream(2, "test")
    for limit in (1, 2, 3, 52, 255, 256, 257, 65_536):
        seen = {stream.below(limit) for _ in range(6000)}
        assert max(seen) < limit
        assert limit > 300 or len(seen) == limit


def test_e_chance_follows_its_rate() -> None:
    stream = Stream(3, "test")
    assert not any(stream.chance(0.0) for _ in range(1000))
    assert all(stream.chance(1.0) for _ in range(1000))
    hits = sum(stream.chance(0.25) for _ in range(10_000))
    assert abs(hits - 2500) < 5 * math.sqrt(10_000 * 0.25 * 0.75)


def test_e_every_card_is_equally_likely_at_every_position() -> None:
    """52 × 52 counts over 4000 shuffles; the fixed sums leave 51² degrees of freedom, so mean 2601, deviation √5202."""
    stream = Stream(4, "shuffle")
    pack = list(range(52))
    shuffles = 4000
    counts = [[0] * 52 for _ in range(52)]
    for _ in range(shuffles):
        for position, card in enumerate(stream.shuffled(pack)):
            counts[position][card] += 1
    expected = shuffles / 52
    chi_squared = sum((count - expected) ** 2 / expected for row in counts for count in row)
    freedom = 51 * 51
    assert abs(chi_squared - freedom) < 5 * math.sqrt(2 * freedom)


def test_e_neighbours_show_no_runs() -> None:
    """Runs up and down in random orders of n: mean (2n − 1)/3, variance (16n − 29)/90, per shuffle independent."""
    stream = Stream(5, "shuffle")
    n, shuffles = 312, 500
    runs = 0
    for _ in range(shuffles):
        order = stream.shuffled(list(range(n)))
        ups = [later > earlier for earlier, later in pairwise(order)]
        runs += 1 + sum(one != other for one, other in pairwise(ups))
    mean, variance = shuffles * (2 * n - 1) / 3, shuffles * (16 * n - 29) / 90
    assert abs(runs - mean) < 5 * math.sqrt(variance)


def test_e_the_tests_above_would_notice_a_biased_shuffle() -> None:
    """The wrong Fisher–Yates, every swap with any position, fails the test of positions."""
    stream = Stream(4, "shuffle")
    counts = [[0] * 52 for _ in range(52)]
    for _ in range(4000):
        order = list(range(52))
        for position in range(52):
            other = stream.below(52)
            order[position], order[other] = order[other], order[position]
        for position, card in enumerate(order):
            counts[position][card] += 1
    chi_squared = sum((count - 4000 / 52) ** 2 / (4000 / 52) for row in counts for count in row)
    assert chi_squared > 51 * 51 + 5 * math.sqrt(2 * 51 * 51)


SCRIPT = """
import io, sys
from hardware_sims.devices import build
from hardware_sims.tools.run import capture_of
from hardware_sims.wire.tablelink import Frame, encode, pack

sims = [
    build("shoe", seed=7, faults=["bit-flip:rate=0.05,dir=device", "late:rate=0.1,ms=33"]),
    build("continuous-shuffler", seed=7, faults=["noise:rate=0.2"]),
    build("angel-eye", seed=7, scenario="angel-eye-cut"),
]
stream = io.StringIO()
writer = capture_of(sims, stream)
for sim in sims:
    now = 1.0
    sim.operate("load 312", now)
    if sim.dialect == "angel-eye":
        sim.step(9.0)
        continue
    device = sim.device
    key = device.memory.key
    frames = [("HELLO", dict(minor=0, nonce=bytes(8))), ("ENABLE", dict(cmd=1))] + [("POLL", dict(upto=0))] * 40
    for seq, (name, fields) in enumerate(frames):
        code = {"HELLO": 1, "ENABLE": 16, "POLL": 2}[name]
        wire = encode(Frame(dst=device.link.address, src=1, type=code, seq=seq, epoch=min(seq, 1),
                            payload=pack(name, **fields)), key)
        sim.feed(wire, now)
        sim.step(now + 0.05)
        now += 0.1
        if seq % 5 == 4:
            sim.operate("draw 1", now)
writer.finish()
sys.stdout.write(stream.getvalue())
"""


PINNED = "1fcc1a81aa4f1cfd6ccf1c88ec6bd05219b5da83d3ed732babfdf9ab6f3ab783"
"""SHA-256 of the capture above: another machine, or a change that was not meant, would show here."""


def capture_with(environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONPATH": str(REPO), **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def test_e_same_seed_and_host_bytes_give_the_same_capture_everywhere() -> None:
    first = capture_with({"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"})
    assert first.count("\n") > 120
    assert hashlib.sha256(first.encode()).hexdigest() == PINNED
    for other in (
        {"PYTHONHASHSEED": "4711", "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"},
        {"PYTHONHASHSEED": "0", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONOPTIMIZE": "2"},
    ):
        assert capture_with(other) == first


@pytest.mark.parametrize("device", [device for device in DEVICES if not device.startswith("reader")])
def test_e_another_seed_is_another_machine(device: str) -> None:
    loads = []
    for seed in (1, 2):
        sim = build(device, seed=seed)
        sim.operate("load", 1)
        built = sim.device
        loads.append(list(built.cards))  # type: ignore[attr-defined]  # every device but the reader holds cards
    assert loads[0] != loads[1]
    assert sorted(loads[0]) == sorted(loads[1]) == sorted(decks(6))
