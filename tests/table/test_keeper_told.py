"""A table and the keeper of its shoe, with a console that dies at any entry, a keeper that crashes and lost lines:
the keeper is told of every shoe, of the end of its last round and of closing, each exactly once."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from dealer_console.app.device_journal import TableDeviceJournal
from dealer_console.game import phases
from dealer_console.game.round_files.notation import parse_move, write_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import AnyJournal, Draft, Entry
from dealer_console.journal.canonical import Json
from dealer_console.table import commands as c
from dealer_console.table.devices.keeper import DRAW_REFUSED, NOT_CLOSED, NOT_CONFIRMED
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.shift.state import CardsAre
from dealer_console.table.snapshot import snapshot_of
from dealer_console.table.state.table_state import TableState
from drivers.interfaces import ShoeWord
from drivers.keeper.client import KeeperBackedShoe, KeeperControl
from drivers.tablelink.link import HostLink
from tests.drivers.bench_table import SHOE, KeeperPeer, nonces, setup_for
from tests.drivers.loopback import LoopbackLine, VirtualClock
from tests.messages.codes import alarm_codes
from tests.rigs.known_people import approval
from tests.rigs.open_table import MA, new_journal
from tests.rigs.opening import Opening, card_command, setup_of, table_of
from tests.rigs.staffed_table import TRAY, StaffedTable

TEN, NINE, SEVEN, EIGHT = 0x4A, 0x19, 0x27, 0x38
DEALT = (TEN, NINE, SEVEN, TEN, EIGHT, TEN)  # two hands stand, and the dealer has 17 with the hole card
SLICE = 0.02
CARDS_OUT: dict[str, Json] = {"step": "return", "procedure": "closing", "over": True}


def matters(draft: Draft) -> bool:
    told = draft.data.get("event") in ("KeeperHeard", "CutCardSeen")
    return told or draft.kind in ("shoe", "round-closed") or draft.data == CARDS_OUT


class PowerCut(BaseException):
    """Not an `Exception`: nothing of the console may catch it."""


class MortalJournal(LockedJournal):
    """Its program dies with the n-th append, and with each from which a word follows or that confirms one: the entries
    are on disk, and nobody has heard of them."""

    def __init__(self, journal: AnyJournal, appends: int | None) -> None:
        super().__init__(journal)
        self._left = appends

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        if self._left is not None:
            self._left -= 1
            if self._left <= 0 or any(matters(draft) for draft in drafts):
                self.inner.append(drafts, at_ms=at_ms)
                raise PowerCut
        return super().append(drafts, at_ms=at_ms)


class KeptTable:
    """`rng` decides when the console dies, when the keeper crashes and when the control line is lost; None: never."""

    def __init__(self, folder: Path, rng: Random | None = None) -> None:
        self.rng = rng
        self.clock = VirtualClock()
        self.journal = new_journal()
        self.table = table_of(MA, ("shoe",), {"hole_card": "face-down"})
        opening = Opening(self.journal, self.table, 0)
        opening.open()
        opening.bring_cards()
        self.keeper = KeeperPeer(folder)
        self.lives = 0
        self.control_works = True
        self.patient = True  # the dealer waits until the new shoe is confirmed
        self.drawing = False  # a keeper that crashes in a round is a fault of the shoe: that is another story
        self.start()

    def start(self) -> None:
        self.lives += 1
        guarded = MortalJournal(self.journal, self.rng.randint(1, 14) if self.rng is not None else None)
        record = TableDeviceJournal(guarded, "shoe", self.clock_ms)
        self.shoe = KeeperBackedShoe(HostLink(setup=setup_for(SHOE), journal=record, nonce=nonces(self.lives)))
        self.control = KeeperControl(self.shoe)
        setup = setup_of(self.table)
        self.session = TableSession(guarded, {"shoe": self.shoe}, clock_ms=self.clock_ms, setup=setup)
        self.session.dealer_line = self.control
        record.state = lambda: self.session.state
        self.line = LoopbackLine(user=self.shoe, peer=self.keeper, clock=self.clock)
        self.lines_open()

    def lines_open(self) -> None:
        self.line.open()
        self.control.line_opened(self.clock.now())

    def clock_ms(self) -> int:
        return round(self.clock.now() * 1000)

    @property
    def state(self) -> TableState:
        return self.session.state

    # --- time passes ------------------------------------------------------------------------------------------------

    def step(self) -> None:
        try:
            self.line.run(seconds=SLICE)
            self._control_line()
            self.session.step()
        except PowerCut:
            self.start()
        assert self.session.stopped is None, self.session.stopped
        if self.rng is not None and not (self.state.in_round or self.drawing) and self.rng.random() < 0.05:
            self.crash_keeper()

    def _control_line(self) -> None:
        """What is said arrives, or is lost with the line; so is what comes back."""
        now = self.clock.now()
        self.control.step(now)
        said = self.control.bytes_to_send() if self.control_works else b""
        lost = self.rng.choice(("nothing", "nothing", "word", "answer")) if self.rng is not None and said else "nothing"
        if lost != "word":
            back = [self.keeper.control(now, **json.loads(line)) for line in said.splitlines()]
            told = [*self.keeper.said, *back]
            self.keeper.said.clear()
            if lost == "nothing":
                self.control.receive("".join(json.dumps(row) + "\n" for row in told).encode("ascii"), now)
        if lost != "nothing":
            self.control.line_lost("gone")
            self.control.line_opened(now)

    def crash_keeper(self) -> None:
        self.shoe.line_lost("the keeper has crashed")
        self.control.line_lost("the keeper has crashed")
        self.keeper.crash(self.clock.now())
        self.lines_open()

    def until(self, holds: Callable[[TableState], bool]) -> None:
        for _ in range(3000):
            if holds(self.state):
                return
            self.step()
        raise AssertionError(f"{self.standing()} {self.state.links} {self.state.keeper} {self.state.alarms}")

    # --- people -----------------------------------------------------------------------------------------------------

    def touch(self, touch: c.Command, done: Callable[[TableState], bool]) -> None:
        """Touched again when the console died before it was recorded."""
        for _ in range(50):
            if done(self.state):
                return
            answer = self.session.submit(touch)
            self.step()
            request = answer.result().request if answer.done() else None
            if request is not None:
                self.session.submit(approval(self.session, request))
                self.step()
                continue
            assert not answer.done() or answer.result().refusal is None or done(self.state), answer.result().refusal
        raise AssertionError(f"{touch} is not taken")

    def record(self, draft: Draft, done: Callable[[TableState], bool]) -> None:
        try:
            self.session._record([draft])
        except PowerCut:
            self.start()
        assert done(self.state)

    def may_draw(self, state: TableState) -> bool:
        ready = self.shoe.ready and self.shoe.enabled and self.keeper.core._shoe.enabled
        return ready and not (self.patient and state.keeper.unconfirmed == NOT_CONFIRMED)

    def draw(self, card: int, landed: Callable[[TableState], bool]) -> None:
        self.until(self.may_draw)
        self.drawing = True
        self.keeper.draw(card, self.clock.now())
        self.until(landed)
        self.drawing = False

    def new_shoe(self) -> None:
        self.load()
        self.draw(NINE, lambda state: not state.burn_due)

    def load(self) -> None:
        """Shuffled, cut and put into the shoe, step by step; cards that are out of play come in again first."""
        if self.state.shift.cards.are is CardsAre.AWAY:
            self.card_step(c.DecksIn(who="Dee", decks=6))
            self.card_step(c.CardsInspected(who="Dee"))
        if self.state.shift.cards.are is CardsAre.INSPECTED:
            self.card_step(c.BeginShuffle(who="Dee", reason="new-cards"))
        elif self.state.shift.cards.are is CardsAre.IN_PLAY:
            self.card_step(c.BeginShuffle(who="Dee", reason="house"))
        while (command := card_command(self.table, self.state.shift)) is not None:
            self.card_step(command)

    def card_step(self, command: c.Command) -> None:
        before = self.state.shift.cards
        self.touch(command, lambda state: state.shift.cards != before)

    def standing(self) -> list[str]:
        return [write_move(move.move) for move in self.state.standing]

    def deal(self, cut_after: int | None = None) -> None:
        self.touch(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)), lambda state: bool(state.bets))
        for count, card in enumerate(DEALT, 1):
            self.draw(card, lambda state, count=count: len(state.standing) >= count)  # type: ignore[misc]
            if count == cut_after:
                self.keeper.report("C", now=self.clock.now())
                self.until(lambda state: state.last_round_of_shoe)

    def finish(self) -> None:
        for number, move in enumerate(("1 keep", "1a stand", "1b stand"), 7):
            self.touch(
                c.Play(who="Dee", move=parse_move(move)),
                lambda state, number=number: len(state.standing) >= number,  # type: ignore[misc]
            )
        shown = c.ShowHoleCard(who="Dee")
        self.touch(shown, lambda state: state.hole_draw is None or state.hole_draw.open_for is not None)
        self.until(lambda state: state.round is not None and state.round.phase is phases.COMPLETE)
        assert self.standing()[-1] == "reveal Th"
        self.touch(c.WagersPaid(who="Dee"), lambda state: not state.in_round)

    def settle(self) -> None:
        self.until(lambda state: not state.keeper.due)

    # --- what was told ----------------------------------------------------------------------------------------------

    def events(self, event: str) -> list[Entry]:
        return [entry for entry in self.journal.entries() if entry.data.get("event") == event]

    def heard(self) -> list[str]:
        return [str(event.data["word"]) for event in self.events("KeeperHeard")]


def open_table(folder: Path, rng: Random | None = None) -> KeptTable:
    table = KeptTable(folder, rng)
    table.until(lambda state: state.links.get("shoe") == "ready")
    return table


def values_in(keeper: KeeperPeer) -> bool:
    state = keeper.store.load()
    return bool(state.draws or state.questions or state.last_report or state.refused_report)


def test_a_day_over_three_shoes(tmp_path: Path) -> None:
    assert over_three_shoes(tmp_path, None).lives == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_a_day_over_three_shoes_with_a_console_that_dies_at_every_entry_that_matters(tmp_path: Path, seed: int) -> None:
    assert over_three_shoes(tmp_path, Random(seed)).lives > 20


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(3, 103))
def test_many_days_over_three_shoes(tmp_path: Path, seed: int) -> None:
    over_three_shoes(tmp_path, Random(seed))


def over_three_shoes(folder: Path, rng: Random | None) -> KeptTable:
    table = open_table(folder, rng)
    for cut_in_the_round in (True, False):
        table.new_shoe()
        table.deal()
        table.finish()
        table.deal(cut_after=4 if cut_in_the_round else None)
        table.finish()
        if not cut_in_the_round:
            table.keeper.report("C", now=table.clock.now())
        table.until(lambda state: state.shoe_over)
        table.settle()
        assert table.keeper.core._shoe.kept.between_shoes
    table.new_shoe()
    table.deal()
    table.finish()
    table.record(Draft(kind="shuffle", data=CARDS_OUT, who="Sue"), lambda state: state.keeper.closed)
    table.settle()
    told = ["new-shoe", "round-over", "new-shoe", "round-over", "new-shoe", "close-shoe"]
    assert table.heard() == told
    entries = [event.data["entry"] for event in table.events("KeeperHeard")]
    shoes = [entry.seq for entry in table.journal.entries() if entry.kind == "shoe"]
    assert entries[::2] == shoes
    table.until(lambda _state: len(table.events("CardsLoaded")) == 3)
    assert not values_in(table.keeper)
    assert restore(table.journal).hash() == table.state.hash()
    return table


def second_shoe_untold(folder: Path) -> KeptTable:
    """The control line is lost, and the dealer does not wait for the confirmation of the new shoe."""
    table = open_table(folder)
    table.new_shoe()
    table.control_works = False
    table.patient = False
    table.record(Draft(kind="shuffle", data=CARDS_OUT, who="Sue"), lambda state: state.keeper.closed)
    assert snapshot_of(table.state, table.session.setup).keeper_unconfirmed == NOT_CLOSED
    table.new_shoe()
    assert snapshot_of(table.state, table.session.setup).keeper_unconfirmed == NOT_CONFIRMED
    return table


def test_a_keeper_that_was_away_for_a_whole_shoe_hears_of_it_in_order(tmp_path: Path) -> None:
    table = second_shoe_untold(tmp_path)
    table.deal(cut_after=4)
    table.finish()
    assert [due.word for due in table.state.keeper.due] == [ShoeWord.NEW_SHOE, ShoeWord.ROUND_OVER]
    table.control_works = True
    table.settle()
    assert table.heard() == ["new-shoe", "new-shoe", "round-over"]
    assert table.keeper.core._shoe.kept.between_shoes
    table.keeper.draw(TEN, table.clock.now())
    table.until(lambda state: "alarm-card-not-counted" in alarm_codes(state))


def test_a_keeper_that_was_away_hears_only_of_the_last_shoe_and_keeps_its_cards(tmp_path: Path) -> None:
    table = second_shoe_untold(tmp_path)
    table.deal()
    table.control_works = True
    table.settle()
    assert snapshot_of(table.state, table.session.setup).keeper_unconfirmed is None
    table.finish()
    assert table.heard() == ["new-shoe", "new-shoe"]
    assert min(table.keeper.core._shoe.kept.draws) == 2


def test_a_shoe_inside_a_round_leaves_the_hole_card_sealed(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    table.new_shoe()
    table.deal()
    hole = table.state.hole_draw
    assert hole is not None
    table.record(Draft(kind="shoe", data={"decks": 6, "change": "shuffled"}, who="Sue"), lambda state: state.in_round)
    (due,) = table.state.keeper.due
    assert (due.word, due.sealed) == (ShoeWord.NEW_SHOE, (hole.number,))
    table.settle()
    assert list(table.keeper.core._shoe.kept.draws) == [hole.number]
    table.finish()


def test_a_closed_shoe_is_not_enabled_before_the_next_cards(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    table.new_shoe()
    table.record(Draft(kind="shuffle", data=CARDS_OUT, who="Sue"), lambda state: state.keeper.closed)
    table.settle()
    table.until(lambda _state: not table.shoe.enabled)
    for _ in range(100):
        table.step()
    assert not table.keeper.core._shoe.enabled
    table.keeper.draw(TEN, table.clock.now())
    table.until(lambda state: "alarm-card-not-counted" in alarm_codes(state))
    assert not values_in(table.keeper)
    table.new_shoe()


def test_a_keeper_with_a_new_store_is_told_of_the_shoe_in_play_by_its_own_numbers(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    table.new_shoe()
    table.control_works = False
    table.load()
    assert table.state.keeper.due[0].last_draw == 1
    table.keeper.store.close()
    table.keeper.path.unlink()
    table.keeper.start(table.clock.now())
    table.lines_open()
    table.until(lambda state: state.links["shoe"] == "distrusted")
    again = c.TrustAgain(who="Dee", device="shoe", reason="its disk was changed")
    table.touch(again, lambda state: state.links["shoe"] != "distrusted")
    assert table.state.keeper.due[0].last_draw == 0
    table.until(lambda _state: table.shoe.enabled)
    table.keeper.draw(NINE, table.clock.now())
    table.until(lambda state: not state.burn_due)
    table.control_works = True
    table.settle()
    assert list(table.keeper.core._shoe.kept.draws) == [1]


def test_what_the_keeper_notices_about_cards_is_shown(tmp_path: Path) -> None:
    table = open_table(tmp_path)
    table.new_shoe()
    table.keeper._seq += 3
    table.keeper.report("P", now=table.clock.now())
    table.until(lambda state: "alarm-reports-missing" in alarm_codes(state))
    assert [event.data["kind"] for event in table.events("LineNoticed")] == ["sequence-gap", "report-P"]
    assert DRAW_REFUSED not in [event.data["kind"] for event in table.events("LineNoticed")]


def test_a_table_that_is_closed_with_its_cards_in_the_shoe_closes_the_shoe(tmp_path: Path) -> None:
    bench = StaffedTable(tmp_path)
    bench.ready()
    assert [due.word for due in bench.state.keeper.due] == [ShoeWord.NEW_SHOE]
    bench.done(c.CuttingCardOut(who=bench.dealer))
    assert [due.word for due in bench.state.keeper.due] == [ShoeWord.NEW_SHOE, ShoeWord.ROUND_OVER]
    bench.by_two(c.CloseTable(who=bench.dealer, tray=TRAY))
    assert [due.word for due in bench.state.keeper.due] == [ShoeWord.CLOSE_SHOE]
    assert bench.snapshot.keeper_unconfirmed is None
    bench.same_after_restart()
