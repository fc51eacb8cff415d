"""A device that contradicted itself: people decide, and then it is really listened to again."""

from __future__ import annotations

from typing import Any

from dealer_console.game.round_files.round_file import parse_bet
from dealer_console.journal import MemoryJournal
from dealer_console.simulation.virtual_table import VirtualTable
from dealer_console.table import commands as c
from dealer_console.table.session.recovery import restore
from hardware_sims.devices import build
from tests.rigs.known_people import done
from tests.rigs.open_table import MA, OpenTable, new_journal
from tests.rigs.opening import Opening, open_table, setup_of, table_of

TRUST = c.TrustAgain(who="Dee", device="shoe", reason="cards compared")
QUIET = "5h 9d 6c 3c 8s 7d 2d 4c 6h"


def forget_everything(bench: OpenTable, cards: str = QUIET) -> None:
    """The shoe comes back from service with an empty memory: it counts its events from one again."""
    bench.virtual.sims["shoe"] = build("shoe", seed=99)
    bench.virtual.restart()
    bench.run(2.0)
    bench.operate("shoe", f"load {cards}")
    bench.run(2.0)


def between_rounds() -> OpenTable:
    bench = OpenTable(QUIET)
    bench.done(c.WagersDown(who="Dee", bets=()))
    return bench


def test_a_shoe_that_lost_its_memory_deals_again_after_the_decision() -> None:
    bench = between_rounds()
    forget_everything(bench)
    assert bench.state.links.get("shoe") == "distrusted"
    assert not bench.virtual.devices["shoe"].ready
    bench.done(TRUST)
    bench.run(2.0)
    assert (bench.state.links["shoe"], bench.virtual.devices["shoe"].enabled) == ("ready", True)
    bench.done(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    bench.deal()
    assert bench.standing() == ["5h", "9d", "6c", "3c", "8s", "??"]
    trust = bench.state.trusts["shoe"]
    assert (trust.serial, trust.name) == ("SIM-S0", f"SIM-S0~{trust.seq}")
    first = [entry.data["event"] for entry in bench.journal.entries() if entry.device == (trust.name, 1)]
    assert first == ["PoweredUp"]  # number 1 for the second time, and recorded


def test_the_journal_remembers_the_session_of_a_device_over_a_restart_of_the_host() -> None:
    """Two sessions before the restart: a shoe that begins at 1 again is a copy, or has lost its memory (A2)."""
    bench = between_rounds()
    bench.virtual.restart()
    bench.run(2.0)
    assert bench.state.epochs["SIM-S0"] >= 2
    forget_everything(bench)
    assert bench.state.distrusts["shoe"].kind == "old-epoch"
    assert bench.state.distrusts["shoe"].shut
    bench.done(TRUST)
    bench.run(2.0)
    assert (bench.state.links["shoe"], bench.state.epochs["SIM-S0"]) == ("ready", 2)


def test_and_a_restart_afterwards_asks_nobody_again() -> None:
    bench = between_rounds()
    forget_everything(bench)
    bench.done(TRUST)
    bench.virtual.restart()
    bench.run(2.0)
    assert bench.state.links["shoe"] == "ready"
    bench.done(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    bench.draw()
    bench.virtual.restart()
    bench.run(2.0)
    assert (bench.state.links["shoe"], bench.standing()) == ("ready", ["5h"])
    assert restore(bench.journal).hash() == bench.state.hash()


def test_not_while_a_round_is_running_that_the_old_numbers_belong_to() -> None:
    bench = OpenTable(QUIET)
    bench.draw(2)
    forget_everything(bench)
    bench.play("resolve continue-by-hand by Sue")
    assert "finish the round by hand" in bench.refused(TRUST)


def test_a_new_journal_takes_over_a_device_that_another_one_knew() -> None:
    bench = between_rounds()
    old = bench.virtual.sims
    journal = MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(15) + b"\1")
    open_table(journal, table_of(MA, ("shoe", "reader")))
    setup = setup_of(table_of(MA, ("shoe", "reader")))
    virtual = VirtualTable(journal, sims=old, now=bench.virtual.now, setup=setup)
    virtual.run(2.0)
    assert virtual.session.state.links["shoe"] == "distrusted"
    for kind in ("shoe", "reader"):
        done(virtual.session, c.TrustAgain(who="Dee", device=kind, reason="a new journal"))
    virtual.run(2.0)
    assert virtual.session.state.links == {"shoe": "ready", "reader": "ready"}
    assert all(device.enabled for device in virtual.devices.values())


def test_events_that_are_missing_in_between_are_given_up() -> None:
    bench = between_rounds()
    bench.operate("shoe", "fault event-gap:clear_after=1")
    bench.draw(2)
    bench.run(1.0)
    assert bench.state.links.get("shoe") == "distrusted"
    bench.done(TRUST)
    bench.run(2.0)
    assert bench.state.links["shoe"] == "ready"


def test_commands_of_two_journals_never_share_a_number() -> None:
    logs = (bytes(16), bytes(15) + b"\1")
    journals = [MemoryJournal.create(table="T1", signing_key=bytes(32), log=log) for log in logs]
    numbers = set()
    for journal in journals:
        table = table_of(MA, ("shoe", "reader"))
        open_table(journal, table)
        virtual = VirtualTable(journal, setup=setup_of(table))
        virtual.run(1.0)
        numbers |= {entry.data["cmd"] for entry in journal.entries() if "cmd" in entry.data}
    assert len(numbers) == 4  # each journal enabled a shoe and a reader


# --- the batch shuffler ---------------------------------------------------------------------------------------------


BATCH = ("batch-shuffler",)


def with_shuffler(journal: MemoryJournal, **more: Any) -> VirtualTable:
    """Open, with inspected cards that nobody has shuffled yet."""
    table = table_of(MA, BATCH)
    opening = Opening(journal, table, 0)
    opening.open()
    opening.bring_cards()
    virtual = VirtualTable(journal, kinds=BATCH, setup=setup_of(table), **more)
    virtual.run(2.0)
    return virtual


def shuffled(virtual: VirtualTable) -> None:
    virtual.operate("batch-shuffler", "load 312")
    done(virtual.session, c.BeginShuffle(who="Dee", reason="new-cards", way="device"))
    done(virtual.session, c.Shuffle(who="Dee"))
    virtual.run(5.0)
    assert virtual.session.state.batch_stage == "ready", virtual.session.state.alarms


def test_a_batch_number_is_higher_than_any_that_the_shuffler_had_in_another_journal() -> None:
    first = with_shuffler(new_journal())
    shuffled(first)
    assert first.session.state.batch == 1
    done(first.session, c.Release(who="Dee"))
    first.run(3.0)
    first.operate("batch-shuffler", "take")
    first.run(1.0)
    other = MemoryJournal.create(table="T1", signing_key=bytes(32), log=bytes(15) + b"\1")
    second = with_shuffler(other, sims=first.sims, now=first.now)
    done(second.session, c.TrustAgain(who="Dee", device="batch-shuffler", reason="new journal"))
    second.run(1.0)
    assert second.session.state.last_batch == 1
    shuffled(second)
    assert second.session.state.batch == 2


# --- an empty shoe --------------------------------------------------------------------------------------------------


def load_only(bench: OpenTable, cards: str) -> None:
    bench.operate("shoe", f"load {cards}")
    bench.run(0.5)


def test_the_last_card_of_a_shoe_is_dealt_before_the_shoe_is_called_empty() -> None:
    bench = OpenTable(QUIET)
    bench.done(c.WagersDown(who="Dee", bets=()))
    load_only(bench, "5h 9d")
    bench.done(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    bench.virtual.operate("shoe", "draw 2")
    bench.run(1.0)
    assert bench.standing() == ["5h", "9d", "irregularity shoe-empty"]


def test_a_shoe_that_ran_empty_while_nobody_was_due_a_card_is_called_when_somebody_is() -> None:
    bench = OpenTable(QUIET)
    bench.done(c.WagersDown(who="Dee", bets=()))
    load_only(bench, "5h 9d 6c 3c 8s 7d")
    bench.done(c.WagersDown(who="Dee", bets=(parse_bet("1 25"),)))
    bench.deal()
    assert bench.state.irregularity is None
    bench.play("1 keep")
    bench.play("1a hit")
    assert bench.standing()[-1] == "irregularity shoe-empty"
    bench.play("resolve reshuffle")
    assert bench.state.irregularity is None
