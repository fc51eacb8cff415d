"""A table with a house to test with: its file, a real book of people with PINs, a journal, time handed in.

After every touch the journal is folded again from its snapshot and from its first entry: both must give the same state.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from dealer_console.game.cards import card
from dealer_console.game.errors import Refusal
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import AnyJournal, Entry, MemoryJournal
from dealer_console.messages import recorded_refusal
from dealer_console.rulebook.tables import Table, load_table
from dealer_console.table import commands as c
from dealer_console.table.commands.command import Outcome
from dealer_console.table.devices.shuffle_methods import why_not_deal
from dealer_console.table.people import HashCost, NewPerson, PeopleBook, Person, Pin, Role, Staff, load_permissions
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.session.table_setup import TableSetup
from dealer_console.table.shift.chips import Chips, chips
from dealer_console.table.shift.readiness import why_not_round
from dealer_console.table.snapshot import TableSnapshot, snapshot_of
from dealer_console.table.state.table_state import TableState
from drivers.interfaces import TableDevice
from tests.table.bench import hands_of
from tests.table.pit_rulings import key_of, signed_by

PEPPER: Final = bytes(range(32))
CHEAP: Final = HashCost(passes=1, memory_kib=8, lanes=1)
PINS: Final = {
    "Paula": "918273",
    "Sam": "406917",
    "Dana": "7305",
    "Drew": "516048",
    "Ted": "2846",
    "Sid": "609318",
    "Cy": "582049",
    "Cora": "730481",
}
ROLES: Final = {
    "Paula": (Role.PIT_MANAGER,),
    "Sam": (Role.SUPERVISOR,),
    "Dana": (Role.DEALER,),
    "Drew": (Role.DEALER, Role.SUPERVISOR),
    "Ted": (Role.TECHNICIAN,),
    "Sid": (Role.SUPERVISOR,),
    "Cy": (Role.CASHIER,),
    "Cora": (Role.CASHIER,),
}
TRAY: Final = chips({10000: 100, 2500: 200, 500: 200})
MA, CB = "massachusetts-switch-1", "catfish-bend-blackjack-1"
LONGEST_WAIT: Final = 120.0
EVERY: Final = 8  # entries: so often a restart without any snapshot is compared, too


@cache
def _written_book() -> tuple[bytes, dict[str, Person]]:
    """The book is written once; every table gets a copy."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "people.db"
        with PeopleBook.create(path, pepper=PEPPER, cost=CHEAP) as book:
            new = [
                NewPerson(name=name, badge=f"B-{number}00", roles=roles, pin=Pin(PINS[name]))
                for number, (name, roles) in enumerate(ROLES.items())
            ]
            people = {person.name: person for person in Staff(book, load_permissions()).begin(new, 0)}
        return path.read_bytes(), people


def _without_waiting_for_the_disk(connection: DBAPIConnection, _record: object) -> None:
    """A power cut of the book has its own tests (`tests/table/people`)."""
    connection.cursor().execute("PRAGMA synchronous = OFF")


class HouseBench:
    """`do` is a touch of the dealer, `sign` one of somebody with a PIN, `by_two` what one asks and another approves."""

    def __init__(
        self,
        folder: Path,
        table: str | Table = MA,
        *,
        journal: AnyJournal | None = None,
        devices: dict[str, TableDevice] | None = None,
    ) -> None:
        self.table = load_table(table) if isinstance(table, str) else table
        written, self.people = _written_book()
        (folder / "people.db").write_bytes(written)
        (folder / "people.db").chmod(0o600)
        self.book = PeopleBook.open(folder / "people.db", pepper=PEPPER, cost=CHEAP)
        event.listen(self.book.store._engine, "connect", _without_waiting_for_the_disk)
        self.staff = Staff(self.book, load_permissions(), second=self.people["Sid"])
        self.now = 1_794_812_400_000
        self.snapshots: list[TableSnapshot] = []
        self.checked = False  # compare with a restart after every touch
        self.devices = devices or {}
        self.journal = journal or MemoryJournal.create(table=self.table.name, signing_key=bytes(32), log=bytes(16))
        self.house = TableSetup(table=self.table, people=self.book, permissions=load_permissions())
        self.session = self.new_session()

    def new_session(self) -> TableSession:
        return TableSession(
            self.journal, self.devices, clock_ms=lambda: self.now, publish=self.snapshots.append, setup=self.house
        )

    @property
    def state(self) -> TableState:
        return self.session.state

    @property
    def snapshot(self) -> TableSnapshot:
        return self.session.snapshot

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The cards of every hand, as they are shown; the dealer's too."""
        return hands_of(self.snapshot)

    def why_no_round(self) -> Refusal | None:
        """What keeps the next card from opening a round."""
        table, shift = self.house.table(self.state.shift), self.state.shift
        refusal = why_not_round(table, shift, {int(bet.spot) for bet in self.state.bets})
        return refusal or why_not_deal(self.state, table.rules)

    def id(self, name: str) -> str:
        return self.people[name].id

    def from_pit(self, name: str, command: c.FromPit) -> c.FromPit:
        """The command in the name of this person, signed by PIN as at the stand."""
        return signed_by(key_of(self.book, self.people[name], PINS[name], self.now), command)

    # --- touching --------------------------------------------------------------------------------------------------

    def answer(self, touch: c.Command) -> Outcome:
        self.now += 1000
        given = self.session.submit(touch)
        self.wait(given.done)
        assert self.session.stopped is None, self.session.stopped
        if self.checked:
            self.same_after_restart()
        return given.result(0)

    def wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + LONGEST_WAIT
        self.session.step()
        while not until():
            assert time.monotonic() < end, "nothing happened"
            time.sleep(0.0005)
            self.session.step()

    def same_after_restart(self) -> None:
        restored = restore(self.journal)
        assert restored.hash() == self.state.hash()
        if self.journal.seq % EVERY == 0 or self.state.shift.stage != "open":
            assert from_the_first_entry(self.journal).hash() == self.state.hash()
        r = self.state.round
        if r is not None:
            told = [(wager.spot, wager.hand, wager.wager, wager.pays, wager.takes) for wager in self.state.settled]
            assert told == [
                (settlement.spot, settlement.hand, settlement.wager, settlement.pays, settlement.takes)
                for settlement in r.settlements
            ]
        again = snapshot_of(restored, self.house, now_ms=self.now, past=self.snapshot.past)
        assert again == self.snapshot

    def do(self, touch: c.Command) -> Outcome:
        given = self.answer(touch)
        assert given.refusal is None, given.refusal
        return given

    def done(self, touch: c.Command) -> None:
        assert self.do(touch).request is None, f"{touch} was only asked for"

    def asked(self, touch: c.Command) -> str:
        given = self.do(touch)
        assert given.request is not None, f"{touch} was done without a second person"
        return given.request

    def refused(self, touch: c.Command, *kinds: str) -> str:
        """Refused and journaled, and nothing has changed but the alarms, where `kinds` names one."""
        before, last = self.state.data(), self.journal.seq
        outcome = self.answer(touch)
        assert outcome.refusal is not None, f"{touch} was not refused"
        after = self.state.data()
        for data in (before, after) if "alarm" in kinds else ():
            for name in ("alarms", "calls", "alarm_messages"):
                data.pop(name, None)
        assert after == before
        assert [entry.kind for entry in self.journal.entries(after=last)] == ["refusal", *kinds]
        return recorded_refusal(outcome.refusal)

    def signed(self, name: str, touch: c.Command, pin: str | None = None) -> c.Signed:
        who = self.state.shift.dealer or "console"
        return c.Signed(who=who, badge=name, pin=Pin(pin or PINS[name]), command=touch)

    def sign(self, name: str, touch: c.Command) -> None:
        self.done(self.signed(name, touch))

    def approve(self, name: str, request: str, reason: str = "seen") -> c.Signed:
        hashed = self.state.approvals.records[request].request.subject_hash  # type: ignore[index]
        return self.signed(name, c.Approve(who="", request=request, subject_hash=hashed, reason=reason))

    def by_two(self, touch: c.Command, approver: str = "Sam") -> None:
        request = self.asked(touch)
        self.done(self.approve(approver, request))

    # --- the evening -----------------------------------------------------------------------------------------------

    @property
    def dealer(self) -> str:
        return self.state.shift.dealer or "nobody"

    def come_in(self, name: str = "Dana") -> None:
        self.sign(name, c.ComeIn(who="", role=Role.DEALER))

    def open(self, tray: Chips = TRAY) -> None:
        self.come_in()
        self.by_two(c.OpenTable(who=self.dealer, tray=tray))

    def bring_cards(self) -> None:
        self.done(c.DecksIn(who=self.dealer, decks=self.table.game.decks, colour="blue"))
        self.by_two(c.CardsInspected(who=self.dealer))

    def shuffle(self, reason: str = "new-cards") -> None:
        who = self.dealer
        self.done(c.BeginShuffle(who=who, reason=reason, way="hand"))
        if self.table.rules.shuffle_acknowledged:
            self.done(c.CardStep(who=who, step="call"))
            self.sign("Sam", c.CardStep(who="", step="acknowledge"))
            self.done(c.CardStep(who=who, step="halve"))
            self.done(c.CardStep(who=who, step="riffle", riffles=6))
        else:
            for step in ("plug", "riffle", "riffle", "turn", "strip"):
                self.done(c.CardStep(who=who, step=step))

    def cut(self) -> None:
        who = self.dealer
        self.done(c.OfferCut(who=who, players=(1, 2, 3), first_player=3))
        cut = self.state.shift.cards.cut
        assert cut is not None
        self.done(c.CutRefused(who=who, spot=cut.offered_to))
        cut = self.state.shift.cards.cut
        assert cut is not None
        self.done(c.CutMade(who=who, spot=cut.offered_to, cards_before=100))
        self.follow_the_guide()

    def follow_the_guide(self) -> None:
        """The plain steps, as long as the guide asks for one."""
        while (guide := self.snapshot.guide) is not None and guide.command is c.CardStep:
            self.done(c.CardStep(who=self.dealer, step=guide.step))

    def burn(self) -> None:
        self.done(c.BurnCard(who=self.dealer))

    def ready(self) -> None:
        """Open, cards in, shuffled, cut, burned: the next thing is a round."""
        self.open()
        self.bring_cards()
        self.shuffle()
        self.cut()
        self.burn()

    def bet(self, *texts: str) -> None:
        self.done(c.WagersDown(who=self.dealer, bets=tuple(parse_bet(text) for text in texts)))

    def play(self, *texts: str) -> None:
        """Cards one by one, everything else as one move."""
        for text in texts:
            words = text.split() if all(len(word) == 2 for word in text.split()) else [text]
            for word in words:
                self.done(c.Play(who=self.dealer, move=parse_move(word)))

    def card(self, text: str) -> c.Play:
        return c.Play(who=self.dealer, move=parse_move(text))

    def kinds(self, kind: str) -> list[Entry]:
        return [entry for entry in self.journal.entries() if entry.kind == kind]


def from_the_first_entry(journal: AnyJournal) -> TableState:
    state = TableState()
    for entry in journal.entries():
        state.fold(entry)
    return state


__all__ = ["CB", "MA", "TRAY", "HouseBench", "card", "chips", "from_the_first_entry"]
