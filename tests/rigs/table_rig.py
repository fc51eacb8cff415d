"""A table's session in virtual time, with its people, its simulated devices and its journal.

The one way to give a command, to have it approved, to see it refused, to play a move and to operate a device. How the
table is opened is the matter of its kinds: `StaffedTable` by people with PINs, `OpenTable` at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import AnyJournal, Entry
from dealer_console.messages import recorded_refusal
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from dealer_console.table.people import Pin
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.snapshot import TableSnapshot
from dealer_console.table.state.table_state import TableState

LONGEST_WAIT: Final = 120.0
AFTER_A_COMMAND: Final = 0.1  # seconds that the devices have to follow it
BETWEEN_COMMANDS: Final = 1000  # milliseconds, where no device would miss its line meanwhile


class TableRig:
    approver: str | None = None  # who approves at once what takes two people; None: the test says who

    def __init__(
        self,
        journal: AnyJournal,
        setup: TableSetup,
        pins: Mapping[str, str],
        *,
        kinds: tuple[str, ...] = (),
        options: dict[str, dict[str, Any]] | None = None,
        seed: int = 1,
        virtual: type[VirtualTable] = VirtualTable,
        now: float = 0.0,
    ) -> None:
        self.journal, self.setup, self.pins = journal, setup, pins
        self.table = setup.file
        self.snapshots: list[TableSnapshot] = []
        self.virtual = virtual(
            journal, kinds=kinds, options=options or {}, seed=seed, publish=self.snapshots.append, setup=setup, now=now
        )

    def restart(self) -> None:
        """The program dies and comes back on its journal; the devices have gone on."""
        self.virtual.journal, self.virtual.setup = self.journal, self.setup
        self.virtual.restart()

    # --- what there is ---------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """Milliseconds."""
        return self.virtual.clock_ms()

    @now.setter
    def now(self, at_ms: int) -> None:
        self.virtual.now = at_ms / 1000

    @property
    def session(self) -> TableSession:
        return self.virtual.session

    @property
    def state(self) -> TableState:
        return self.session.state

    @property
    def snapshot(self) -> TableSnapshot:
        return self.session.snapshot

    @property
    def dealer(self) -> str:
        return self.state.shift.dealer or "nobody"

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The cards of every hand, as they are shown; the dealer's too."""
        return hands_of(self.snapshot)

    def kinds(self, kind: str) -> list[Entry]:
        return [entry for entry in self.journal.entries() if entry.kind == kind]

    # --- time and devices ------------------------------------------------------------------------------------------

    def run(self, seconds: float = 0.3) -> None:
        self.virtual.run(seconds)

    def operate(self, kind: str, text: str) -> str:
        """What somebody does to a device: `draw 1`, `insert Ah`, `power off`."""
        answer = self.virtual.operate(kind, text)
        assert answer.startswith("ok"), answer
        return answer

    def draw(self, count: int = 1) -> None:
        for _ in range(count):
            self.operate("shoe", "draw 1")
            self.run(0.12)

    # --- commands --------------------------------------------------------------------------------------------------

    def answer(self, command: c.Command, *, follow: bool = True) -> Outcome:
        """`follow`: the devices have had time for what it asks of them."""
        if not self.virtual.kinds:
            self.now += BETWEEN_COMMANDS
        answer = self.session.submit(command)
        self.wait(answer.done)
        if self.virtual.kinds and follow:
            self.run(AFTER_A_COMMAND)
        return answer.result(0)

    def wait(self, until: Callable[[], bool]) -> None:
        """A PIN is looked at aside: the answer comes when it has been."""
        end = time.monotonic() + LONGEST_WAIT
        self.session.step()
        while not until():
            assert time.monotonic() < end, "nothing happened"
            time.sleep(0.0005)
            self.session.step()

    def do(self, command: c.Command) -> Outcome:
        outcome = self.answer(command)
        assert outcome.refusal is None, outcome.refusal
        return outcome

    def done(self, command: c.Command) -> None:
        request = self.do(command).request
        if request is not None:
            assert self.approver is not None, f"{command} was only asked for"
            assert self.do(self.approve(self.approver, request)).request is None

    def asked(self, command: c.Command) -> str:
        outcome = self.do(command)
        assert outcome.request is not None, f"{command} was done without a second person"
        return outcome.request

    def refused(self, command: c.Command, *kinds: str) -> str:
        """Refused and journaled, and nothing has changed but the alarms, where `kinds` names one."""
        before, last = self.state.data(), self.journal.seq
        outcome = self.answer(command, follow=False)
        assert outcome.refusal is not None, f"{command} was not refused"
        after = self.state.data()
        for data in (before, after) if "alarm" in kinds else ():
            for name in ("alarms", "calls", "alarm_messages"):
                data.pop(name, None)
        assert after == before
        assert [entry.kind for entry in self.journal.entries(after=last)] == ["refusal", *kinds]
        return recorded_refusal(outcome.refusal)

    def signed(self, name: str, command: c.Command, pin: str | None = None) -> c.Signed:
        who = self.state.shift.dealer or "console"
        return c.Signed(who=who, badge=name, pin=Pin(pin or self.pins[name]), command=command)

    def sign(self, name: str, command: c.Command) -> None:
        self.done(self.signed(name, command))

    def approve(self, name: str, request: str, reason: str = "seen") -> c.Signed:
        hashed = self.state.approvals.records[request].request.subject_hash  # type: ignore[index]
        return self.signed(name, c.Approve(who="", request=request, subject_hash=hashed, reason=reason))

    def by_two(self, command: c.Command, approver: str = "Sam") -> None:
        request = self.asked(command)
        self.done(self.approve(approver, request))

    # --- a round ---------------------------------------------------------------------------------------------------

    def bet(self, *texts: str) -> None:
        self.done(c.WagersDown(who=self.dealer, bets=tuple(parse_bet(text) for text in texts)))

    def play(self, *texts: str) -> None:
        """Cards one by one, everything else as one move."""
        for text in texts:
            words = text.split() if all(len(word) == 2 for word in text.split()) else [text]
            for word in words:
                self.done(self.card(word))

    def card(self, text: str) -> c.Play:
        return c.Play(who=self.dealer, move=parse_move(text))


def hands_of(snapshot: TableSnapshot) -> dict[str, tuple[str, ...]]:
    r = snapshot.round
    hands = (r.dealer, *r.hands.values()) if r is not None else ()
    return {hand.id: tuple(card.text for card in hand.cards) for hand in hands}
