"""One simulated table from its opening through many rounds. Everything follows from the arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from dealer_console.game.errors import Refusal
from dealer_console.game.message import Message
from dealer_console.game.prompt import prompt
from dealer_console.journal import AnyJournal, MemoryJournal
from dealer_console.journal.entries.people import PeopleChanged
from dealer_console.rulebook import load_rules
from dealer_console.simulation.mishaps import LATE_MISTAKES, Mishaps
from dealer_console.simulation.physical import ContinuousCards, PhysicalCards
from dealer_console.simulation.promises import Promises
from dealer_console.simulation.staff import TableStaff
from dealer_console.simulation.staff_promises import StaffPromises
from dealer_console.simulation.staffed_table import StaffedTable, kinds_of, staffed_setup
from dealer_console.simulation.wrong_commands import WrongPeople
from dealer_console.table import commands as c
from dealer_console.table.shift.continuous_shuffler import CONTINUOUS
from dealer_console.table.state.table_state import TableState

# What a refused command may change: the alarms, their messages and those that call; how far the book of people is read.
Noted = tuple[tuple[str, ...], dict[str, Message], frozenset[str], int]
LONGEST_STANDSTILL = 400  # steps without a new entry of the game before the table counts as stuck


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    rules: str
    seed: int
    rounds: int
    entries: int
    head: str
    steps: int
    mishaps: int
    late_calls: int = 0
    violations: Counter[str] = field(default_factory=Counter)
    examples: tuple[str, ...] = ()


def table_number(rules: str, seed: int) -> int:
    """What stands at a table follows from this."""
    return int.from_bytes(sha256(f"devices {seed} {rules}".encode()).digest()[:4])


def shuffles(rules: str, number: int) -> bool:
    """Where the rules allow it, some tables have a continuous shuffler for a shoe."""
    known = load_rules(rules)
    return number % 4 == 0 and "device" in known.shuffle_by and known.cut_when != "always"


def _noted(state: TableState) -> Noted:
    return state.alarms, state.alarm_messages, state.calls, state.people_changes


def _put_back(state: TableState, noted: Noted) -> None:
    state.alarms, state.alarm_messages, state.calls, state.people_changes = noted


class SimulatedTable:
    """`run` plays until so many rounds are closed."""

    def __init__(self, rules: str, seed: int, faults: tuple[str, ...], journal: AnyJournal | None = None) -> None:
        self.rules, self.seed = rules, seed
        key = sha256(f"key {seed} {rules}".encode()).digest()
        log = sha256(f"log {seed} {rules}".encode()).digest()[:16]
        self.journal = journal or MemoryJournal.create(table="simulated", signing_key=key, log=log)
        self.dice = Random(f"{seed} {rules} {','.join(faults)}")
        self.promises = Promises(self.journal)
        self.mishaps = Mishaps(faults, self.dice)
        number = table_number(rules, seed)
        sat_out, continuous = self.dice.choice(("may-wager", "may-wager", "wait-for-shuffle")), shuffles(rules, number)
        setup = staffed_setup(rules, sat_out, continuous=continuous)
        self.virtual = StaffedTable(
            self.journal, setup, kinds=kinds_of(setup.file), seed=number, options={CONTINUOUS: {"cycle_seconds": 0.2}}
        )
        kind = ContinuousCards if continuous else PhysicalCards
        self.cards, broken = kind(self.virtual, self.dice), self.promises.broken
        self.people = TableStaff(self.virtual, rules, self.dice, self.cards, self.submit, broken)
        self.people.late.often = LATE_MISTAKES if "human" in faults else 0.0
        self.wrong = WrongPeople(self.people, self.cards, broken)
        self.staff_promises = StaffPromises(self.journal, self.people.chips, broken)
        self.promises.card_reported, self.promises.discarded = self.cards.card_reported, self.cards.discarded
        self.steps = 0

    def submit(self, command: c.Command) -> Refusal | None:
        session = self.virtual.session
        session.step()  # what the devices said comes first
        before, seen, written = session.state.hash(), session.snapshot, self.journal.seq
        noted = _noted(session.state)
        answer = session.submit(command)
        session.step()
        outcome = answer.result(0)
        if outcome.refusal is not None:
            self._nothing_but_the_refusal(command, before, written, noted)
        elif outcome.request is None:
            self.people.did(command, seen)
        return outcome.refusal

    def _nothing_but_the_refusal(self, command: c.Command, before: str, written: int, noted: Noted) -> None:
        """That somebody is locked out is told to all, as an alarm, and the book of people is read with any command."""
        state, name = (
            self.virtual.session.state,
            type(command.command if isinstance(command, c.Signed) else command).__name__,
        )
        entries = [*self.journal.entries(after=written)]
        kinds = [entry.kind for entry in entries if entry.kind != "people-changed"]
        read = [entry.typed.number for entry in entries if isinstance(entry.typed, PeopleChanged)]
        now = _noted(state)
        if now[3] != (read or noted[3:])[-1]:
            self.promises.broken("refusal", f"{name} was refused, and the book of people is read up to {now[3]}")
        _put_back(state, noted if kinds == ["refusal", "lock-out", "alarm"] else (*now[:3], noted[3]))
        if state.hash() != before:
            self.promises.broken("refusal", f"{name} was refused and changed something")
        _put_back(state, now)
        if kinds not in (["refusal"], ["refusal", "lock-out"], ["refusal", "lock-out", "alarm"]):
            self.promises.broken("refusal", f"{name} was refused, and recorded are {kinds}")

    def run(self, rounds: int, progress: Callable[[int], None] = lambda _closed: None) -> Result:
        self.virtual.run(2.0, lambda: all(device.ready for device in self.virtual.devices.values()))
        still, last = 0, (0, 0)
        while self.promises.rounds < rounds and not self.promises.violations:
            self.step()
            state = self.virtual.session.state
            now = (state.round_number, len(state.standing) + state.shoe_number)
            still = 0 if now != last else still + 1
            last = now
            if still > LONGEST_STANDSTILL:
                self.promises.broken("stuck", self._where())
            progress(self.promises.rounds)
        return self._result()

    def step(self) -> None:
        self.steps += 1
        self.mishaps.strike(self.virtual)
        if self.mishaps.errs():
            self.wrong.err()
        self.people.note_faces()
        done = self.people.act()
        if done is not None:
            self.virtual.run(0.04)  # nobody's hands are quicker
            self.virtual.run(0.25, self._quiet)
        else:
            self.virtual.run(0.1)  # people wait for a device
        self.people.note_faces()
        thorough = self.steps % 16 == 0
        self.promises.after_step(self.virtual.session, self.cards, thorough)
        self.staff_promises.after_step(self.virtual.session.state)

    def _quiet(self) -> bool:
        """Every event is delivered and every order answered."""
        waiting = any(sim.device.memory.events.waiting for sim in self.virtual.sims.values())  # type: ignore[attr-defined]
        state = self.virtual.session.state
        opening = state.opening
        return not waiting and not state.commands and (opening is None or opening.unreadable)

    def _where(self) -> str:
        snapshot = self.virtual.session.snapshot
        r, draws = snapshot.round, list(self.virtual.session.state.draws.values())
        waiting_for = f"{r.phase.name}: {prompt(r).do}" if r is not None else f"between rounds: {snapshot.guide}"
        return f"{waiting_for}; {snapshot.links} {snapshot.faults} {snapshot.alarms}; draws {draws}"

    def _result(self) -> Result:
        return Result(
            rules=self.rules,
            seed=self.seed,
            rounds=self.promises.rounds,
            entries=self.journal.seq,
            head=self.journal.head,
            steps=self.steps,
            mishaps=self.mishaps.count,
            late_calls=self.promises.late_calls,
            violations=self.promises.violations,
            examples=tuple(self.promises.examples),
        )
