"""One simulated table from its opening through many rounds. Everything follows from the arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random

from dealer_console.game import moves
from dealer_console.game.cards import UNSEEN
from dealer_console.game.hand import HandId, Spot
from dealer_console.journal import MemoryJournal
from dealer_console.launch import VirtualTable
from dealer_console.proof.simulate.continuous import ContinuousCards
from dealer_console.proof.simulate.mishaps import Mishaps
from dealer_console.proof.simulate.people import DEALER, ROLES, STRANGER, SUPERVISOR, People
from dealer_console.proof.simulate.physical import PhysicalCards
from dealer_console.proof.simulate.promises import Promises
from dealer_console.rulebook import load_rules
from dealer_console.table import touches as t
from dealer_console.table.people.permissions_file import load_permissions
from dealer_console.table.people.person import Role
from dealer_console.table.rights import gate
from dealer_console.table.stock import CONTINUOUS
from dealer_console.table.view import TableView

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
    violations: Counter[str] = field(default_factory=Counter)
    examples: tuple[str, ...] = ()


def _roles(name: str) -> tuple[Role, ...]:
    return ROLES.get(name, ())


def kinds_at(rules: str, number: int) -> tuple[str, ...]:
    """A sealed shoe and a reader; where the rules allow it, some tables have a continuous shuffler for a shoe."""
    continuous = number % 4 == 0 and "device" in load_rules(rules).shuffle_by
    return (CONTINUOUS if continuous else "shoe", "reader")


class SimulatedTable:
    """`run` plays until so many rounds are closed."""

    def __init__(self, rules: str, seed: int, faults: tuple[str, ...]) -> None:
        self.rules, self.seed = rules, seed
        key = sha256(f"key {seed} {rules}".encode()).digest()
        log = sha256(f"log {seed} {rules}".encode()).digest()[:16]
        self.journal = MemoryJournal.create(table="simulated", signing_key=key, log=log)
        self.dice = Random(f"{seed} {rules} {','.join(faults)}")
        self.view: TableView | None = None
        number = int.from_bytes(sha256(f"devices {seed} {rules}".encode()).digest()[:4])
        kinds = kinds_at(rules, number)
        self.virtual = VirtualTable(
            self.journal, kinds=kinds, seed=number, publish=self._publish, may=gate(load_permissions(), _roles)
        )
        self.promises = Promises(self.journal)
        self.mishaps = Mishaps(faults, self.dice)
        cards = (ContinuousCards if CONTINUOUS in kinds else PhysicalCards)(self.virtual, self.dice)
        self.cards = cards
        self.promises.told, self.promises.discarded = cards.told, cards.discarded
        self.people = People(self.virtual, rules, self.dice, cards, self.touch)
        self.steps = 0

    def _publish(self, view: TableView) -> None:
        self.view = view

    def touch(self, touch: t.Touch) -> str | None:
        session = self.virtual.session
        session.step()  # what the machines said comes first
        before = session.state.hash()
        answer = session.submit(touch)
        session.step()
        if answer.refusal is not None and session.state.hash() != before:
            self.promises.broken("refusal", f"{type(touch).__name__} was refused and changed something")
        return answer.refusal

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
            self._err()
        done = self.people.act()
        if done is not None:
            self.virtual.run(0.04)  # nobody's hands are quicker
            self.virtual.run(0.25, self._quiet)
        else:
            self.virtual.run(0.1)  # people wait for a machine
        thorough = self.steps % 16 == 0
        self.promises.after_step(self.virtual.session, self.view, self.cards, thorough)

    def _quiet(self) -> bool:
        """Every event is delivered and every wish answered."""
        waiting = any(sim.machine.memory.events.waiting for sim in self.virtual.sims.values())  # type: ignore[attr-defined]
        state = self.virtual.session.state
        opening = state.opening
        return not waiting and not state.commands and (opening is None or opening.unreadable)

    def _err(self) -> None:
        """A person does the wrong thing: a card too early, a touch out of place, a change of mind, a stranger."""
        error = self.dice.randrange(6)
        if error == 0 and not self.virtual.session.state.cards_by_hand:
            self.cards.draw()
        elif error == 1:
            self.virtual.hand(self.cards.device, "face-up")
        elif error == 2:
            self._take_back()
        elif error == 3:
            self._wrong_touch()
        elif error == 4:
            self.virtual.hand("reader", self.dice.choice(("insert 2c", "remove", "door open", "door close")))
        else:
            self._stranger()

    def _take_back(self) -> None:
        """A card that was entered by hand is still the same card: it is entered again."""
        standing = self.virtual.session.state.standing
        last = standing[-1] if standing else None
        hole = self.cards.hole
        if self.touch(t.TakeBack(who=DEALER, why="a slip of the finger")) is None and last is not None:
            move = last.move
            if isinstance(move, moves.CardDrawn):
                self.cards.again.append(hole if move.card is UNSEEN and hole is not None else move.card)

    def _wrong_touch(self) -> None:
        touches: list[t.Touch] = [
            t.ShowHoleCard(who=DEALER),
            t.WagersPaid(who=DEALER),
            t.SameWagers(who=DEALER),
            t.CardsIn(who=DEALER),
            t.ExplainDraw(who=DEALER, seen=False),
            t.Play(who=DEALER, move=moves.Stood(hand=HandId("5b"))),
            t.Play(who=DEALER, move=moves.Switched(spot=Spot(1))),
            t.Play(who=DEALER, move=moves.InsuranceClosed()),
            t.Play(who=DEALER, move=moves.HitAsked(hand=HandId("1a"))),
        ]
        if not self.virtual.session.state.in_round:
            touches = [each for each in touches if not isinstance(each, t.CardsIn)]  # a lie that nobody can see
        self.touch(self.dice.choice(touches))

    def _stranger(self) -> None:
        """Somebody without the right, or somebody who approves for himself: nothing may change."""
        tries: list[t.Touch] = [
            t.Play(who=STRANGER, move=moves.RoundVoided(by=SUPERVISOR)),
            t.Play(who=DEALER, move=moves.RoundVoided(by=DEALER)),
            t.Play(who=DEALER, move=moves.RoundVoided(by=STRANGER)),
            t.WagersDown(who=SUPERVISOR, bets=()),
            t.ClearFault(who=DEALER, device="shoe", approved_by=DEALER),
        ]
        if self.touch(self.dice.choice(tries)) is None:
            self.promises.broken("rights", "somebody without the right was obeyed")

    def _where(self) -> str:
        view = self.view
        state = self.virtual.session.state
        if view is None:
            return "nothing was ever shown"
        asked = view.prompt.do if view.prompt is not None else "-"
        return f"{view.phase}: {asked}; {view.question}; {view.banners}; draws {list(state.draws.values())}"

    def _result(self) -> Result:
        return Result(
            rules=self.rules,
            seed=self.seed,
            rounds=self.promises.rounds,
            entries=self.journal.seq,
            head=self.journal.head,
            steps=self.steps,
            mishaps=self.mishaps.count,
            violations=self.promises.violations,
            examples=tuple(self.promises.examples),
        )
