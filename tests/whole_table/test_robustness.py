"""One part fails, the others go on, and nobody is left in the dark: disk, driver, screen, line, threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from dealer_console.app.device_journal import TableDeviceJournal
from dealer_console.game.round_files.notation import parse_move
from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import Draft, Entry, Journal, JournalStopped, MemoryJournal
from dealer_console.messages import recorded
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.session.locked_journal import LockedJournal
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.messages import MessageType
from tests.rigs.open_table import MA, OpenTable
from tests.rigs.opening import Opening, card_command, open_table, setup_of, table_of

QUIET = "Th 9d 6c Tc 8s Td 5c"


class FailingJournal(MemoryJournal):
    """A disk that is full from some entry on."""

    room = 10**9

    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        if self.seq + len(drafts) > self.room:
            self.stopped = "the disk is full"
            raise JournalStopped("the disk is full")
        return super().append(drafts, at_ms=at_ms)


TABLE = table_of(MA, ("shoe", "reader"))


def failing(room: int) -> tuple[FailingJournal, VirtualTable]:
    """So many more entries after the opening."""
    journal = FailingJournal.create(table="T1", signing_key=bytes(32), log=bytes(16))
    open_table(journal, TABLE)
    journal.room = journal.seq + room
    return journal, VirtualTable(journal, setup=setup_of(TABLE))


@pytest.mark.parametrize("room", [12, 13, 15, 18, 22])
def test_a_full_disk_stops_the_table_with_a_message_and_nothing_acknowledged_is_lost(room: int) -> None:
    journal, virtual = failing(room)
    session = virtual.session
    acknowledged = 0
    virtual.operate("shoe", "load 312")
    virtual.run(1.0)
    touches: list[c.Command] = [
        *(c.WagersDown(who="Dee", bets=(parse_bet(f"1 {n}"),)) for n in range(25, 60)),
    ]
    for touch in touches:
        answer = session.submit(touch)
        session.step()
        if answer.result(0).refusal is None:
            acknowledged = journal.seq
        else:
            assert "stopped" in str(answer.result(0).refusal)
    assert session.stopped is not None
    assert "disk is full" in recorded(session.stopped)
    assert acknowledged <= journal.seq <= journal.room
    assert restore(journal).hash() == session.state.hash()


def test_a_stopped_table_falls_silent_and_the_shoe_locks_itself() -> None:
    journal, virtual = failing(10**9)
    virtual.operate("shoe", "load 312")
    virtual.run(2.0)
    journal.room = journal.seq
    virtual.session.submit(c.WriteNote(who="Dee", text="the last word"))
    virtual.run(3.0)
    assert virtual.session.stopped is not None
    assert "enabled=no" in virtual.operate("shoe", "state") or "no" in str(
        virtual.sims["shoe"].device.describe()["enabled"]
    )


def test_a_driver_that_raises_is_told_and_the_table_goes_on() -> None:
    bench = OpenTable(QUIET)
    broken = bench.virtual.devices["reader"]

    def raises() -> list[object]:
        raise RuntimeError("a bug in the driver")

    broken.events = raises  # type: ignore[method-assign,assignment]
    bench.deal()
    assert bench.standing()[-1] == "??"
    assert any("the driver of the reader failed" in alarm for alarm in bench.snapshot.alarms)
    assert bench.virtual.session.stopped is None


def test_a_screen_that_raises_stops_nothing_and_is_remembered() -> None:
    bench = OpenTable(QUIET)

    def raises(_view: object) -> None:
        raise RuntimeError("no display")

    bench.virtual.session.publish = raises
    bench.deal()
    assert bench.standing()[-1] == "??"
    assert "no display" in bench.virtual.session.troubles[0]


def test_a_refused_driver_wish_is_asked_again_after_a_while() -> None:
    bench = OpenTable(QUIET)
    bench.operate("shoe", "fault nak:reason=BAD_STATE,type=REVEAL,clear_after=2")
    bench.operate("shoe", "draw 1")
    bench.run(0.5)
    assert bench.standing() == []
    bench.run(5.0)
    assert bench.standing() == ["Th"]


# --- unplugging ----------------------------------------------------------------------------------------------------


def test_a_shoe_that_is_unplugged_in_a_round_is_a_fault_and_comes_back_between_rounds() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.operate("shoe", "power off")
    bench.run(1.0)
    assert bench.state.irregularity == "shoe-fault"
    bench.play("resolve continue-by-hand by Sue")
    for text in ("6c", "Tc", "8s", "??", "1 keep", "1a stand", "1b stand", "reveal Td", "5c"):
        bench.play(text)
    bench.operate("shoe", "power on")
    bench.run(3.0)
    assert bench.state.links["shoe"] == "ready"
    assert bench.state.cards_by_hand
    bench.done(c.WagersPaid(who="Dee"))
    assert not bench.state.cards_by_hand
    bench.done(c.SameWagers(who="Dee"))
    bench.draw()
    assert len(bench.standing()) == 1


def test_a_short_loss_of_the_line_loses_and_doubles_no_card() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    bench.operate("shoe", "draw 1")
    bench.operate("shoe", "fault disconnect:for=0.15")
    bench.run(2.0)
    assert bench.standing() == ["Th", "9d", "6c"]
    bench.draw()
    assert bench.standing()[-1] == "Tc"


# --- the shuffler --------------------------------------------------------------------------------------------------


def shuffled() -> OpenTable:
    bench = OpenTable(QUIET, kinds=("shoe", "reader", "batch-shuffler"))
    bench.deal()
    bench.finish()
    bench.done(c.BeginShuffle(who="Dee", reason="house", way="device"))
    bench.operate("batch-shuffler", "load 312")
    bench.run(1.0)
    bench.done(c.Shuffle(who="Dee"))
    return bench


def test_a_shuffled_batch_becomes_the_shoe() -> None:
    bench = shuffled()
    bench.run(1.0)
    assert bench.snapshot.batch_stage == "shuffling"
    number = bench.state.shoe_number
    bench.virtual.run(600, lambda: bench.state.batch_stage == "ready")
    assert "not yet, or done already" in bench.refused(c.Shuffle(who="Dee"))
    bench.done(c.Release(who="Dee"))
    bench.virtual.run(60, lambda: bench.virtual.operate("batch-shuffler", "take").startswith("ok"))
    bench.run(2.0)
    while (command := card_command(bench.table, bench.state.shift)) is not None:
        bench.done(command)
    assert bench.state.shoe_number == number + 1
    assert bench.kinds("shoe")[-1].data["change"] == "shuffled"
    assert bench.state.burn_due


def test_nobody_shuffles_by_hand_beside_the_shuffler_until_it_is_gone() -> None:
    bench = OpenTable(QUIET, kinds=("shoe", "reader", "batch-shuffler"))
    bench.done(c.WagersDown(who="Dee", bets=()))
    by_hand = c.BeginShuffle(who="Dee", reason="house", way="hand")
    assert "take it away first [MA 15(k)]" in bench.refused(by_hand)
    bench.operate("batch-shuffler", "power off")
    bench.run(2.0)
    bench.done(by_hand)


def test_a_batch_that_dies_is_never_released() -> None:
    bench = shuffled()
    bench.run(1.0)
    bench.operate("batch-shuffler", "fault jam")
    bench.run(1.0)
    assert bench.state.batch_stage == "dead"
    assert bench.state.alarms
    assert "not yet, or done already" in bench.refused(c.Release(who="Dee"))


def test_where_cards_are_shuffled_by_hand_only_the_shuffler_is_refused() -> None:
    bench = OpenTable(QUIET, rules="catfish-bend-blackjack")
    by_device = c.BeginShuffle(who="Dee", reason="house", way="device")
    assert "by hand only [CB shuffle]" in bench.refused(by_device)


# --- threads -------------------------------------------------------------------------------------------------------


class SlowJournal(MemoryJournal):
    def append(self, drafts: Sequence[Draft], *, at_ms: int) -> tuple[Entry, ...]:
        time.sleep(0.3)
        return super().append(drafts, at_ms=at_ms)


def test_a_slow_disk_delays_answers_and_hangs_nobody() -> None:
    journal = SlowJournal.create(table="T1", signing_key=bytes(32))
    Opening(journal, TABLE, 0).open()
    session = TableSession(journal, {}, clock_ms=lambda: 0, setup=setup_of(TABLE))
    session.start()
    try:
        answers = [session.submit(c.WriteNote(who="Dee", text=text)) for text in ("one", "two")]
        assert [answer.result(120).refusal for answer in answers] == [None, None]
    finally:
        session.stop()
    assert session.stopped is None


def test_commands_of_line_threads_and_touches_share_one_journal(tmp_path: Path) -> None:
    """Four threads record commands while the table deals: no entry lost, the chain whole, the state its fold."""
    journal = Journal.create(tmp_path / "t.journal", table="T1", signing_key=bytes(32))
    open_table(journal, table_of(MA, ("reader",)))
    guarded = LockedJournal(journal)
    session = TableSession(guarded, {}, clock_ms=lambda: 0, setup=setup_of(table_of(MA, ("reader",))))
    lines = [TableDeviceJournal(guarded, kind, lambda: 0) for kind in ("shoe", "reader", "shoe", "reader")]

    def send(line: TableDeviceJournal) -> None:
        for _ in range(50):
            number = line.next_command_id()
            line.begin("SIM-S0", JournaledCommand(cmd=number, type=MessageType.ENABLE, payload=bytes(8)))

    threads = [threading.Thread(target=send, args=(line,)) for line in lines]
    session.start()
    for thread in threads:
        thread.start()
    touches: list[c.Command] = [c.Play(who="Dee", move=parse_move("??"))]
    touches += [c.WagersDown(who="Dee", bets=(parse_bet(f"1 {n}"),)) for n in range(25, 65)]
    answers = [session.submit(touch) for touch in touches]
    refusals = [answer.result(120).refusal for answer in answers]
    for thread in threads:
        thread.join(120)
    session.stop()
    assert refusals == [None] * len(touches)
    entries = list(journal.entries())
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert sum(entry.kind == "device-command" for entry in entries) == 200
    assert restore(journal).hash() == session.state.hash()
    journal.close()
