"""The demonstration on wall time: devices on pseudo-terminals, a journal on disk, an operator at a natural pace."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from dealer_console.app.running_table import Parts, RunningTable, wall_clock_ms
from dealer_console.demo.device_hall import DeviceHall
from dealer_console.demo.drill import Drill
from dealer_console.demo.opening import kinds_for, open_table, sample_wagers, write_table
from dealer_console.demo.operator import CAMERA, DemoOperator, OperatorTasks, tasks_of
from dealer_console.demo.people import demo_config, open_book
from dealer_console.demo.simulated_dealer import SimulatedDealer
from dealer_console.demo.simulated_devices import operator_at, register_simulators
from dealer_console.game.cards import Card
from dealer_console.game.errors import Refusal
from dealer_console.journal import Journal
from dealer_console.journal.keys import load_or_create_key
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import Device, Table
from dealer_console.screens.console_config import ConsoleConfig, TrainerAction
from dealer_console.table.commands import Command, WagersDown
from dealer_console.table.people import load_permissions
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState
from drivers.interfaces import TableDevice
from drivers.tablelink.device import TablelinkDevice

Operate = Callable[[str, str], str]  # device, text of the operator
Together = Callable[[Callable[[], str | None]], str | None]
_ANY: Final = {"off": "power off", "on": "power on", "jam": "fault jam", "clear": "clear"}
_OF_A_SHOE: Final = {**_ANY, "spill": "draw 1", "double": "fault double-feed"}
ACTIONS: Final[dict[str, dict[str, str]]] = {
    "shoe": _OF_A_SHOE,
    "batch-shuffler": _ANY,
    "continuous-shuffler": {**_ANY, "spill": "draw 1"},
    "reader": {"off": "power off", "on": "power on", "sensor": "fault sensor", "clear": "clear"},
    CAMERA: {"off": "unplug", "on": "plug"},
}


def trainer_actions(kinds: Iterable[str], operate: Operate) -> tuple[TrainerAction, ...]:
    return tuple(
        TrainerAction(device=kind, name=name, does=partial(_did, operate, kind, text))
        for kind in kinds
        for name, text in ACTIONS.get(kind, {}).items()
    )


def _did(operate: Operate, kind: str, text: str) -> bool:
    """A simulator answers its operator `ok …` or `error …`."""
    return operate(kind, text).startswith("ok")


OPENS_WITHIN: Final = 60.0
PATIENCE: Final = 0.4  # seconds; four times unanswered, and a device is away


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Seconds: how often the operator looks unasked, how long a card takes, the first card of a round, a shuffle."""

    look: float = 0.25
    card: float = 0.45
    before_the_round: float = 1.5
    shuffle: float = 12.0  # long enough to see the progress, short enough for a demonstration

    @classmethod
    def of(cls, card: float) -> Pace:
        """Everything in proportion to the time for a card."""
        usual = cls()
        share = card / usual.card
        return cls(
            look=min(usual.look, card),
            card=card,
            before_the_round=usual.before_the_round * share,
            shuffle=max(0.5, usual.shuffle * share),
        )


class OperatorThread:
    """A thread that does what an operator has to do, at a pace that can be watched."""

    def __init__(self, operator: DemoOperator, pace: Pace, together: Together) -> None:
        self._operator = operator
        self._together = together
        self._pace = pace
        self._wanted = OperatorTasks()
        self._since = time.monotonic()
        self._ending = False
        self._woken = threading.Event()  # something else is wanted, or it is the end
        self._thread = threading.Thread(target=self._work, name="operator", daemon=True)

    def see(self, state: TableState) -> None:
        """On the table's thread: what is wanted now."""
        tasks = tasks_of(state)
        if tasks != self._wanted:
            self._since = time.monotonic()
            self._wanted = tasks
            self._woken.set()

    def hole_card(self) -> Card | None:
        """As the dealer sees it who lifts its corner."""
        return self._operator.hole_card(self._wanted)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ending = True
        self._woken.set()
        self._thread.join(timeout=10)

    def _work(self) -> None:
        while not self._ending:
            self._woken.clear()
            tasks = self._wanted
            early = self._since + self._pace.before_the_round - time.monotonic() if tasks.opens_round else 0.0
            if early <= 0 and self._together(partial(self._operator.step, tasks)) is not None:
                self._rest(self._pace.card)
            else:
                self._woken.wait(max(early, self._pace.look))

    def _rest(self, seconds: float) -> None:
        """Nobody's hands are quicker, whatever is wanted meanwhile."""
        end = time.monotonic() + seconds
        while not self._ending and (left := end - time.monotonic()) > 0:
            self._woken.wait(left)
            if not self._ending:
                self._woken.clear()


class DemoTable:
    """Everything of a demonstration but its window. `close` takes it all down in order."""

    def __init__(
        self,
        folder: Path,
        rule_set: str,
        *,
        devices: bool = True,
        camera: bool = False,
        seed: int | None = None,
        pace: Pace | None = None,
        cards: str = "",
        control: str | None = None,
        post: Callable[[TableSnapshot], None],
        may_deal: Callable[[], bool] = lambda: True,
    ) -> None:
        self._leave = ExitStack()
        seed = secrets.randbits(32) if seed is None else seed
        self._rule_set, self._seed = rule_set, seed
        kinds = kinds_for(load_rules(rule_set), devices)
        self.pace = pace or Pace()
        options = {"batch-shuffler": {"cycle_seconds": self.pace.shuffle, "two_batches": True}}
        self.hall = DeviceHall(kinds, folder, seed=seed, options=options, control=control)
        self.table = self._table(folder, rule_set, devices=devices, camera=camera)
        self.kinds = (*kinds, CAMERA) if camera else kinds
        operator = DemoOperator(self.operate, self.kinds, seed=seed, may_deal=may_deal)
        operator.take_over(self.hall.operator)
        operator.load_next(cards)
        self.hall.operator_notes = lambda: operator.left
        self._leave.callback(self.hall.close)
        self.operator = OperatorThread(operator, self.pace, self.hall.together)
        self.dealer = self._dealer(operator)
        self.running = RunningTable(self._parts(folder), self._watched(post), on_change=self.operator.see)
        _wait_longer_for_answers(self.running.lines.devices.values())

    def _table(self, folder: Path, rule_set: str, *, devices: bool, camera: bool) -> Table:
        table = write_table(folder, rule_set, lambda kind: f"sim://{kind}", self.hall.serial, devices=devices)
        real = tuple(
            Device(kind=kind, port=self.hall.port(kind), serial=self.hall.serial(kind)) for kind in self.hall.kinds
        )
        if camera:
            real += (Device(kind="camera", port=f"sim:{self._seed}", serial="C-1", designs=("house",)),)
            register_simulators(real)
        return replace(table, devices=real)

    def _dealer(self, operator: DemoOperator) -> SimulatedDealer | None:
        """Where a shoe tells the cards; without one the person at the screen is the dealer."""
        if "shoe" not in self.kinds:
            return None
        operator.dealer = SimulatedDealer(
            self.table.game, seed=self._seed, hole_card=self.operator.hole_card, last_card=operator.last_card
        )
        return operator.dealer

    def _watched(self, post: Callable[[TableSnapshot], None]) -> Callable[[TableSnapshot], None]:
        def seen(snapshot: TableSnapshot) -> None:
            if self.dealer is not None:
                self.dealer.see(snapshot)
            post(snapshot)

        return seen

    def operate(self, kind: str, text: str) -> str:
        """What somebody does to one of the devices."""
        return operator_at(f"sim:{self._seed}")(text) if kind == CAMERA else self.hall.operate(kind, text)

    def _parts(self, folder: Path) -> Parts:
        permissions = load_permissions()
        key = load_or_create_key(folder / "demo.key")
        file = folder / self.table.journal
        if not file.exists():
            Journal.create(file, table=self.table.name, signing_key=key, at_ms=wall_clock_ms()).close()
        return Parts(
            table=self.table,
            journal=LockedJournal(Journal.open(file, key)),
            journal_file=file,
            people=open_book(folder, permissions, wall_clock_ms),
            permissions=permissions,
            simulators=True,
            usual_shuffle_ms=round(self.pace.shuffle * 1000),
        )

    @property
    def console_config(self) -> ConsoleConfig:
        shown = demo_config(self.table, self.kinds)
        trainer = trainer_actions(self.kinds, self.operate)
        return replace(shown, trainer=trainer, mistakes=self.dealer, drill=Drill(self._rule_set, self._seed))

    def start(self, *, opened: bool) -> None:
        """With `opened` the table stands ready for the first round when this returns."""
        self.running.start()
        self.operator.start()
        if opened:
            self._open()

    def _open(self) -> None:
        session = self.running.session
        self._wait(lambda: all(session.state.links.get(kind) == "ready" for kind in self.hall.kinds))
        self._wait(self._opened)
        if not session.state.in_round and not session.state.bets:
            dealer = session.state.shift.dealer or ""
            self.do(WagersDown(who=dealer, bets=sample_wagers(self.table)))

    def _opened(self) -> bool:
        """Everything is done that people do; what is left is the work of the operator and of a shuffler."""
        open_table(self.table, self._snapshot, self.do)
        return self._snapshot().guide is None or not self.hall.kinds  # without devices, cards are burned by hand

    def _snapshot(self) -> TableSnapshot:
        return self.running.session.snapshot

    def do(self, command: Command) -> Refusal | None:
        return self.running.session.submit(command).result(OPENS_WITHIN).refusal

    def _wait(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + OPENS_WITHIN
        while not holds() and time.monotonic() < end:
            time.sleep(0.01)

    def close(self) -> None:
        self.operator.stop()
        self.running.stop()
        self._leave.close()


def _wait_longer_for_answers(devices: Iterable[TableDevice]) -> None:
    """Devices and window share one process here: a busy computer must not look like a broken device."""
    for device in devices:
        if isinstance(device, TablelinkDevice):
            setup = device.link.setup
            device.link.setup = replace(setup, times=replace(setup.times, reply_wait=PATIENCE))
