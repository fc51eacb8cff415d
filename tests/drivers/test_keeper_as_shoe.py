"""The host link and the keeper's sealed shoe, in virtual time over a loopback line."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.errors import ImpossibleRequestError
from drivers.events import (
    CardDrawn,
    CardRevealed,
    CutCardSeen,
    DeviceAway,
    DeviceDistrusted,
    DeviceEnabled,
    DeviceFaulted,
    DeviceInhibited,
    DeviceReady,
    Fact,
    Fault,
    InhibitedBy,
    PoweredUp,
    RevealReason,
    RevealRecorded,
    WishEnded,
)
from drivers.tablelink.link import LinkState
from tests.drivers.bench_table import Journal, KeeperPeer, commit_all, shoe_device
from tests.drivers.loopback import LoopbackLine, VirtualClock


class Table:
    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        self.journal = Journal()
        self.keeper = KeeperPeer(folder)
        self.shoe = shoe_device(self.journal)
        self.line = LoopbackLine(user=self.shoe, peer=self.keeper, clock=self.clock)
        self.line.open()

    def run(self, seconds: float = 0.5) -> list[Fact]:
        seen: list[Fact] = []

        def commit() -> bool:
            seen.extend(commit_all(self.shoe, self.journal))
            return False

        self.line.run(seconds=seconds, until=commit)
        return seen


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def kinds(facts: list[Fact]) -> list[type]:
    return [type(fact) for fact in facts]


def test_ready_after_its_old_events_and_inhibited(table: Table) -> None:
    facts = table.run()
    assert kinds(facts) == [PoweredUp, DeviceReady]
    assert table.shoe.ready
    assert not table.shoe.enabled
    assert table.shoe.serial == "AE-1"


def test_enable_draw_reveal(table: Table) -> None:
    table.run()
    command = table.shoe.ensure_enabled()
    facts = table.run()
    assert kinds(facts) == [WishEnded, DeviceEnabled]
    assert facts[0] == WishEnded(serial="AE-1", command=command or 0, wish="ENABLE", done=True)
    assert table.shoe.enabled
    assert table.shoe.ensure_enabled() is None
    table.keeper.draw(0x4D, table.clock.now())
    (drawn,) = table.run()
    assert isinstance(drawn, CardDrawn)
    assert (drawn.draw, drawn.forced, drawn.unreadable) == (1, False, False)
    table.shoe.reveal(1, RevealReason.DEALT_FACE_UP)
    revealed, recorded = table.run()
    assert isinstance(revealed, CardRevealed)
    assert (revealed.draw, revealed.card) == (1, "Kh")
    assert isinstance(recorded, RevealRecorded)


def test_an_event_is_polled_past_only_after_commit(table: Table) -> None:
    table.run()
    for card in (0x11, 0x12, 0x13):
        table.keeper.draw(card, table.clock.now())
    table.line.run(seconds=1)
    (only,) = table.shoe.facts()
    assert isinstance(only, CardDrawn)
    assert len(table.keeper.core._shoe.kept.events) == 3
    with pytest.raises(ImpossibleRequestError, match="not the one"):
        table.shoe.link.committed(only.number + 1)
    table.journal.record(only)
    table.shoe.committed(only)
    assert [fact.draw for fact in table.run() if isinstance(fact, CardDrawn)] == [2, 3]


def test_draws_while_inhibited_are_forced(table: Table) -> None:
    table.run()
    table.keeper.draw(0x21, table.clock.now())
    (drawn,) = table.run()
    assert isinstance(drawn, CardDrawn)
    assert drawn.forced


def test_silence_of_the_host_inhibits_and_only_enable_enables(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    table.clock.advance_to(table.clock.now() + 3)
    table.keeper.step(table.clock.now())
    facts = table.run()
    assert [fact.cause for fact in facts if isinstance(fact, DeviceInhibited)] == [InhibitedBy.HOST_LOST]
    assert not table.shoe.enabled


def test_keeper_killed_and_started_again_keeps_the_sealed_card(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    table.keeper.draw(0x31, table.clock.now())
    table.run()
    table.keeper.crash(table.clock.now())
    facts = table.run(3)
    assert kinds(facts) == [PoweredUp]
    assert {"notice": "event-gap", "compare": True} in table.keeper.said
    table.shoe.reveal(1, RevealReason.HOLE_CARD_TURNED)
    assert [fact.card for fact in table.run() if isinstance(fact, CardRevealed)] == ["As"]


def test_reveal_of_a_draw_nobody_recorded_is_refused_here(table: Table) -> None:
    table.run()
    with pytest.raises(ImpossibleRequestError, match="draw 9"):
        table.shoe.reveal(9, RevealReason.IRREGULARITY)


def test_commit_mismatch(table: Table) -> None:
    table.run()
    table.keeper.draw(0x31, table.clock.now())
    table.run()
    table.keeper.core._shoe.kept.draws[1].card = 0x32
    table.shoe.reveal(1, RevealReason.HOLE_CARD_TURNED)
    facts = table.run()
    assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["commit-mismatch"]
    assert [fact.card for fact in facts if isinstance(fact, CardRevealed)] == [None]


def test_reversed_card_and_its_end(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    table.keeper.report("E", b"\xc4", now=table.clock.now())
    facts = table.run()
    assert kinds(facts) == [DeviceFaulted, DeviceInhibited]
    assert table.shoe.fault is Fault.REVERSED
    table.shoe.clear(Fault.REVERSED)
    (ended,) = table.run()
    assert isinstance(ended, WishEnded)
    assert (ended.done, ended.refusal) == (False, "NOT_PERMITTED")
    table.keeper.report("e", b"\x84", now=table.clock.now())
    table.run()
    assert table.shoe.fault is None
    assert not table.shoe.enabled


def test_cut_card_and_refused_draws_until_the_new_shoe(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    now = table.clock.now()
    table.keeper.draw(0x11, now)
    table.keeper.report("C", now=now)
    table.keeper.draw(0x12, now)
    facts = table.run()
    assert kinds(facts) == [CardDrawn, CutCardSeen, CardDrawn]
    assert table.keeper.control(now, do="round-over") == {"ok": "round-over"}
    table.keeper.draw(0x13, table.clock.now())
    assert table.run() == []
    assert {"notice": "draw-refused", "compare": False} in table.keeper.said
    assert table.keeper.control(now, do="new-shoe") == {"ok": "new-shoe"}
    table.keeper.draw(0x14, table.clock.now())
    assert [fact.draw for fact in table.run() if isinstance(fact, CardDrawn)] == [3]


def test_wrong_key_is_not_paired_and_no_key_is_a_foreign_pairing(tmp_path: Path) -> None:
    for key, reason in [(bytes(32), "wrong-key"), (None, "foreign-pairing")]:
        clock, keeper = VirtualClock(), KeeperPeer(tmp_path)
        shoe = shoe_device(Journal(), key=key)
        line = LoopbackLine(user=shoe, peer=keeper, clock=clock)
        line.open()
        line.run(seconds=5)
        away = shoe.facts()
        assert [fact.reason for fact in away if isinstance(fact, DeviceAway)] == [reason]
        assert not shoe.ready
        keeper.store.close()


def test_wrong_serial_is_refused_and_nothing_more_is_sent(tmp_path: Path) -> None:
    clock, keeper = VirtualClock(), KeeperPeer(tmp_path)
    shoe = shoe_device(Journal(), serial="S1-7")
    line = LoopbackLine(user=shoe, peer=keeper, clock=clock)
    line.open()
    line.run(seconds=5)
    facts = shoe.facts()
    assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["wrong-device"]
    assert shoe.link.state is LinkState.REFUSED
    assert shoe.link.health().frames_sent == 1


def test_second_host_on_the_same_shoe_is_named(table: Table) -> None:
    table.run()
    facts: list[Fact] = []
    for seed in range(3):
        other = shoe_device(Journal(), seed=9 + seed)
        other.line_opened(table.clock.now())
        other.step(table.clock.now())
        assert not [fact for fact in facts if isinstance(fact, DeviceDistrusted)]
        table.keeper.feed(other.bytes_to_send(), table.clock.now())
        table.keeper.step(table.clock.now())
        facts += table.run(3)
    assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["second-host"]
    assert table.shoe.link.state is LinkState.REFUSED


def test_event_gap_holds_until_a_decision(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.journal.marks["AE-1"] = 7
    facts = table.run(2)
    assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["event-gap"]
    assert table.shoe.link.state is LinkState.HELD
    with pytest.raises(ImpossibleRequestError, match="held"):
        table.shoe.ensure_enabled()
    table.journal.marks["AE-1"] = 0
    table.shoe.continue_after_gap(table.clock.now())
    assert DeviceReady in kinds(table.run())
