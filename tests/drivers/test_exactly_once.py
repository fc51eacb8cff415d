"""D2: no event lost, doubled or out of order, whatever the line does, wherever the host is killed or the device cut."""

from __future__ import annotations

import random

import pytest

from drivers.events import CardDrawn, CardRevealed, DeviceEvent, Event, Order, OrderEnded, RevealReason, RevealRecorded
from drivers.tablelink.constants import DRAWS_KEPT
from drivers.tablelink_devices import SealedShoe
from hardware_sims.devices import Simulator, build
from tests.drivers.bench_table import Journal, shoe_device
from tests.drivers.loopback import LoopbackLine, VirtualClock

LINE_FAULTS = ["bad-crc", "bit-flip", "drop", "duplicate", "late", "merge", "noise", "stray", "truncate", "split"]


class KilledError(Exception):
    """The host process ends here and now; only the journal is left."""


class RoughTable:
    """A shoe that draws all the time, and a host that may die between any two of its actions."""

    def __init__(self, *, seed: int, faults: list[str], journal: Journal | None = None) -> None:
        self.clock = VirtualClock()
        self.journal = journal or Journal()
        self.simulator: Simulator = build("shoe", seed=seed, options={"gate": False}, faults=faults)
        self.commitments: dict[int, str] = {}
        self.revealed: set[int] = set()
        self.lives = 0
        self.steps = 0
        self.kill_at: int | None = None
        self.shoe: SealedShoe
        self.line: LoopbackLine
        self.born()

    def born(self) -> None:
        self.lives += 1
        self.shoe = shoe_device(self.journal, seed=self.lives)
        for draw in list(self.commitments)[-DRAWS_KEPT:]:
            self.shoe.remember_draw(draw, self.commitments[draw])
        self.line = LoopbackLine(user=self.shoe, peer=self.simulator, clock=self.clock)
        self.line.open()

    def _step(self) -> None:
        self.steps += 1
        if self.steps == self.kill_at:
            raise KilledError

    def _commit(self) -> None:
        for event in self.shoe.events():
            self._step()
            self.journal.record(event)
            self._remember(event)
            self._step()
            self.shoe.committed(event)
            self._step()

    def _remember(self, event: Event) -> None:
        """Read from the journal, only quicker: these are as durable as it is."""
        if isinstance(event, CardDrawn):
            self.commitments[event.draw] = event.commitment
        elif isinstance(event, CardRevealed):
            self.revealed.add(event.draw)

    def run(self, seconds: float) -> None:
        """Time passes at the table; a killed host is started again at once."""
        end = self.clock.now() + seconds

        def alive() -> bool:
            self._step()
            self._commit()
            return False

        while self.clock.now() < end:
            try:
                self.line.run(seconds=end - self.clock.now(), until=alive)
            except KilledError:
                self.born()

    def operate(self, text: str) -> None:
        answer = self.simulator.operate(text, self.clock.now())
        assert answer.startswith("ok"), f"{text}: {answer}"

    def settle(self) -> None:
        """The line is good again and everything that waits is fetched."""
        self.simulator.clear_faults()
        for _ in range(200):
            self.run(0.2)
            status = self.shoe.link.last_status
            if self.shoe.ready and status.get("no") == 0 and status.get("left") == 0:
                return
        pytest.fail("the link did not come back")

    @property
    def draws(self) -> list[int]:
        return [event.draw for event in self.journal.events if isinstance(event, CardDrawn)]

    @property
    def numbers(self) -> list[int]:
        return [event.number for event in self.journal.events if isinstance(event, DeviceEvent)]


def expect_everything_once(table: RoughTable, drawn: int) -> None:
    assert table.draws == list(range(1, drawn + 1))
    assert table.numbers == list(range(1, len(table.numbers) + 1))
    identity = table.shoe.link.identity
    assert identity is not None
    assert not [event for event in table.journal.events if type(event).__name__ == "DeviceDistrusted"]


def rough_shift(*, seed: int, events: int, faults: list[str]) -> RoughTable:
    """Draws cards in bursts on a bad line; now and then the host dies, now and then the device loses power."""
    dice = random.Random(seed)
    table = RoughTable(seed=seed, faults=faults)
    table.run(1)
    drawn, left = 0, 0
    while len(table.journal.numbers) < events:
        if dice.random() < 0.25:
            table.kill_at = table.steps + dice.randint(1, 60)
        if dice.random() < 0.03:
            table.operate("power off")
            table.run(dice.choice([0.01, 0.5, 3]))
            table.operate("power on")
            table.run(1)
        if not left:
            table.operate("load 1000")
            left = 1000
        burst = min(left, dice.choice([1, 1, 2, 40]))
        table.operate(f"draw {burst}")
        drawn, left = drawn + burst, left - burst
        table.run(dice.choice([0.02, 0.1, 0.5]) * (1 if len(faults) == 0 else 2))
        while drawn - len(table.commitments) > 300:
            table.run(2)
    table.settle()
    expect_everything_once(table, drawn)
    return table


@pytest.mark.parametrize("kind", LINE_FAULTS)
def test_each_fault_of_the_line(kind: str) -> None:
    table = rough_shift(seed=LINE_FAULTS.index(kind), events=250, faults=[f"{kind}:rate=0.15"])
    assert table.lives > 1


def test_all_faults_of_the_line_at_once() -> None:
    rough_shift(seed=99, events=1500, faults=[f"{kind}:rate=0.02" for kind in LINE_FAULTS])


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(20))
def test_ten_thousand_events_on_a_bad_line(seed: int) -> None:
    rough_shift(seed=1000 + seed, events=10_000, faults=[f"{kind}:rate=0.015" for kind in LINE_FAULTS])


def reveal_shift(*, seed: int, draws: int, rate: float) -> RoughTable:
    """Every draw is opened as soon as it is known, by a host that may die while the answer is on its way."""
    dice = random.Random(seed)
    table = RoughTable(seed=seed, faults=[f"{kind}:rate={rate}" for kind in LINE_FAULTS])
    table.run(1)
    table.operate("load 200")
    for draw in range(1, draws + 1):
        table.operate("draw 1")
        while draw not in table.revealed:
            if dice.random() < 0.2:
                table.kill_at = table.steps + dice.randint(1, 40)
            table.run(0.2)
            if draw in table.commitments and table.shoe.why_not(Order.REVEAL) is None and draw not in table.revealed:
                table.shoe.remember_draw(draw, table.commitments[draw])
                table.shoe.reveal(draw, RevealReason.DEALT_FACE_UP)
    table.settle()
    table.run(1)
    return table


def expect_each_reveal_once(table: RoughTable, draws: int) -> None:
    """As many openings in the device as answers at the host: no command was executed twice, none was lost."""
    opened = [event.draw for event in table.journal.events if isinstance(event, RevealRecorded)]
    assert opened == [event.draw for event in table.journal.events if isinstance(event, CardRevealed)]
    assert set(opened) == set(range(1, draws + 1))
    assert not table.journal.open


def test_commands_are_executed_once_on_a_bad_line() -> None:
    table = reveal_shift(seed=4, draws=40, rate=0.04)
    expect_each_reveal_once(table, 40)
    assert table.lives > 2
    ends = {event.refusal for event in table.journal.events if isinstance(event, OrderEnded)}
    assert ends <= {"never-executed"}


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(10))
def test_thousands_of_commands_are_executed_once(seed: int) -> None:
    expect_each_reveal_once(reveal_shift(seed=50 + seed, draws=190, rate=0.03), 190)


def few_draws(kill_at: int | None = None) -> RoughTable:
    """Two bursts of draws, from the first HELLO on; the host dies at one step of it."""
    table = RoughTable(seed=5, faults=[])
    table.kill_at = kill_at
    table.run(0.4)
    table.operate("load 20")
    table.operate("draw 3")
    table.run(0.1)
    table.operate("draw 2")
    table.run(0.1)
    table.settle()
    expect_everything_once(table, 5)
    return table


STEPS = few_draws().steps


def test_host_killed_at_every_single_step() -> None:
    assert STEPS > 60
    for step in range(1, STEPS):
        assert few_draws(kill_at=step).lives == 2, step


@pytest.mark.parametrize("first", [pytest.param(first, id=f"from-{first}") for first in (1, 2)])
def test_device_cut_at_every_single_step(first: int) -> None:
    for step in range(first, 60, 2):
        table = RoughTable(seed=6, faults=[])
        table.run(0.4)
        table.operate("load 20")
        table.operate("draw 3")
        turns = 0

        def cut(at: int = step, table: RoughTable = table) -> bool:
            nonlocal turns
            turns += 1
            if turns == at:
                return True
            table._commit()
            return False

        table.line.run(seconds=1, until=cut)
        table.operate("power off")
        table.run(0.2)
        table.operate("power on")
        table.run(0.4)
        table.operate("draw 2")
        table.settle()
        expect_everything_once(table, 5)
