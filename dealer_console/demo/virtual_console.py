"""A whole console in virtual time: simulated devices, the session, the flow. The same steps give the same screens.

For pictures, proofs and counts. Nothing waits, nothing depends on the machine it runs on.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from dealer_console.app.status_watch import StatusWatch
from dealer_console.demo.opening import kinds_for, open_table, sample_wagers, write_table
from dealer_console.demo.operator import DemoOperator, tasks_of
from dealer_console.demo.people import TrainingPeople, demo_config
from dealer_console.demo.simulated_dealer import SimulatedDealer
from dealer_console.game.cards import Card
from dealer_console.game.errors import Refusal
from dealer_console.game.state import Round
from dealer_console.journal import AnyJournal, MemoryJournal
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook import load_rules
from dealer_console.rulebook.tables import Table
from dealer_console.screens.console import Console
from dealer_console.screens.console_config import ConsoleConfig
from dealer_console.screens.values import Look, Screen
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table.commands import Command, WagersDown
from dealer_console.table.commands.command import Outcome
from dealer_console.table.people import load_permissions
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot import TableSnapshot

PACE: Final = 0.04  # seconds from one action of the operator to the next: a line has answered by then
AT_REST: Final = 5  # so many times in a row nothing to do: longer than a reader takes to read
USUAL_SHUFFLE_MS: Final = 8000
LONGEST: Final = 2000  # actions until a table must have come to rest


class VirtualConsole:
    """`press` and `key` are a finger; `settle` lets devices and operator do what they have to do by themselves."""

    def __init__(
        self,
        journal: AnyJournal,
        kinds: tuple[str, ...],
        screens: ConsoleConfig,
        *,
        setup: TableSetup,
        seed: int = 1,
        look: Look | None = None,
        options: dict[str, dict[str, Any]] | None = None,
    ) -> None:
        self.operator_works = True
        self._waiting: list[tuple[Future[Outcome], Callable[[Refusal | None], None]]] = []
        self.table = VirtualTable(journal, setup, kinds=kinds, seed=seed, options=options or {})
        self.operator = DemoOperator(self.table.operate, kinds, seed=seed)
        if "shoe" in kinds:
            last_card = self.operator.last_card
            self.operator.dealer = SimulatedDealer(
                setup.file.game, seed=seed, hole_card=self.hole_card, last_card=last_card
            )
        self.console = Console(self, replace(screens, mistakes=self.operator.dealer), look=look)
        self.watch = StatusWatch(self.table.devices, self.table.clock_ms, usual_shuffle_ms=USUAL_SHUFFLE_MS)
        self._show()

    @property
    def snapshot(self) -> TableSnapshot:
        return self.table.session.snapshot

    @property
    def screen(self) -> Screen:
        return self.console.screen

    def phase(self) -> str:
        r = self.table.session.state.round
        return r.phase.name if r is not None else "between-rounds"

    def hole_card(self) -> Card | None:
        """As the dealer sees it who lifts its corner."""
        return self.operator.hole_card(tasks_of(self.table.session.state))

    def round_shown(self) -> Round | None:
        return self.console.snapshot.round

    # --- the table, as the flow sees it ----------------------------------------------------------------------------

    def submit(self, command: Command, answered: Callable[[Refusal | None], None]) -> None:
        self._waiting.append((self.table.session.submit(command), answered))

    # --- fingers -------------------------------------------------------------------------------------------------

    def press(self, touched: str, ready: Callable[[Screen], bool] = lambda _screen: False) -> Screen:
        self.console.press(touched)
        self.settle(ready)
        return self.screen

    def do(self, command: Command) -> Refusal | None:
        """A touch that no finger makes: the beginning of a script."""
        answer = self.table.session.submit(command)
        self.settle(lambda _screen: answer.done())
        return answer.result(0).refusal

    def must(self, command: Command) -> None:
        """And then whatever follows by itself."""
        refusal = self.do(command)
        if refusal is not None:
            raise RuntimeError(f"{type(command).__name__}: {recorded_refusal(refusal)}")
        self.settle()

    def settle(self, ready: Callable[[Screen], bool] = lambda _screen: False) -> None:
        """Until nothing more happens by itself, or the screen is `ready` for the next finger."""
        idle = 0
        for _ in range(LONGEST):
            self.run(PACE)
            done = self.operator.step(tasks_of(self.table.session.state)) if self.operator_works else None
            idle = idle + 1 if done is None and not self._waiting else 0
            if idle == AT_REST or (idle and ready(self.screen)):
                return
        raise RuntimeError("the table does not come to rest")

    def run(self, seconds: float) -> None:
        self.table.run(seconds)
        self._answer()
        self._show()

    def _answer(self) -> None:
        while self._waiting and self._waiting[0][0].done():
            answer, answered = self._waiting.pop(0)
            self._show()
            answered(answer.result(0).refusal)
            self.table.session.step()

    def _show(self) -> None:
        self.watch.see(self.snapshot)
        self.console.show_status(self.watch.status())
        if self.snapshot is not self.console.snapshot:
            if self.operator.dealer is not None:
                self.operator.dealer.see(self.snapshot)
            self.console.show(self.snapshot)


# --- a table with its people, as pictures and counts show it ---------------------------------------------------------


@lru_cache(maxsize=32)
def staged_table(rule_set: str, *, devices: bool = True) -> Table:
    """The demonstration's table, with the ports of simulators that are never opened."""
    with tempfile.TemporaryDirectory() as folder:
        table = write_table(Path(folder), rule_set, lambda kind: f"sim://{kind}", lambda kind: kind, devices=devices)
    return replace(table, title="Table 7")


def staged(
    rule_set: str,
    *,
    devices: bool = True,
    seed: int = 1,
    look: Look | None = None,
) -> VirtualConsole:
    """A closed table with its devices switched on. The same arguments give the same screens, pixel by pixel."""
    table = staged_table(rule_set, devices=devices)
    kinds = kinds_for(load_rules(rule_set), devices)
    console = VirtualConsole(
        MemoryJournal.create(table=table.name, signing_key=bytes(32), log=bytes(16)),
        kinds,
        demo_config(table, kinds),
        setup=TableSetup(table=table, people=TrainingPeople(), permissions=load_permissions()),
        seed=seed,
        look=look,
        options={"batch-shuffler": {"cycle_seconds": 8.0, "two_batches": True}},
    )
    console.console.tick("20:15")
    console.settle()
    return console


def staged_open(
    rule_set: str, *, devices: bool = True, seed: int = 1, look: Look | None = None, cards: str = ""
) -> VirtualConsole:
    """Open, shuffled, cut and burned; the next thing is a wager."""
    console = staged(rule_set, devices=devices, seed=seed, look=look)
    if cards:
        console.operator.load_next(cards)
    table = staged_table(rule_set, devices=devices)
    open_table(table, lambda: console.snapshot, console.do)
    console.settle()
    while devices and console.snapshot.guide is not None:  # a shuffler that the rules insist on is still at work
        console.run(1.0)
        open_table(table, lambda: console.snapshot, console.do)
        console.settle()
    return console


def put_sample_wagers(console: VirtualConsole, rule_set: str, *, devices: bool = True) -> None:
    dealer = console.table.session.state.shift.dealer or ""
    console.must(WagersDown(who=dealer, bets=sample_wagers(staged_table(rule_set, devices=devices))))
