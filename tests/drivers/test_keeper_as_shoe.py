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
    Event,
    Fault,
    InhibitedBy,
    Order,
    OrderEnded,
    PoweredUp,
    RevealReason,
    RevealRecorded,
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

    def run(self, seconds: float = 0.5) -> list[Event]:
        seen: list[Event] = []

        def commit() -> bool:
            seen.extend(commit_all(self.shoe, self.journal))
            return False

        self.line.run(seconds=seconds, until=commit)
        return seen


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_ready_after_its_old_events_and_inhibited(table: Table) -> None:
    events = table.run()
    assert kinds(events) == [PoweredUp, DeviceReady]
    assert table.shoe.ready
    assert not table.shoe.enabled
    assert table.shoe.serial == "AE-1"


def test_enable_draw_reveal(table: Table) -> None:
    table.run()
    command = table.shoe.ensure_enabled()
    events = table.run()
    assert kinds(events) == [OrderEnded, DeviceEnabled]
    assert events[0] == OrderEnded(serial="AE-1", command=command or 0, order=Order.ENABLE, done=True)
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
    (only,) = table.shoe.events()
    assert isinstance(only, CardDrawn)
    assert len(table.keeper.core._shoe.kept.events) == 3
    with pytest.raises(ImpossibleRequestError, match="not the one"):
        table.shoe.link.committed(only.number + 1)
    table.journal.record(only)
    table.shoe.committed(only)
    assert [event.draw for event in table.run() if isinstance(event, CardDrawn)] == [2, 3]


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
    events = table.run()
    assert [event.cause for event in events if isinstance(event, DeviceInhibited)] == [InhibitedBy.HOST_LOST]
    assert not table.shoe.enabled


def test_keeper_killed_and_started_again_keeps_the_sealed_card(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    table.keeper.draw(0x31, table.clock.now())
    table.run()
    table.keeper.crash(table.clock.now())
    events = table.run(3)
    assert kinds(events) == [PoweredUp]
    assert {"notice": "event-gap", "compare": True} in table.keeper.said
    table.shoe.reveal(1, RevealReason.HOLE_CARD_TURNED)
    assert [event.card for event in table.run() if isinstance(event, CardRevealed)] == ["As"]


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
    events = table.run()
    assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["commit-mismatch"]
    assert [event.card for event in events if isinstance(event, CardRevealed)] == [None]


def test_reversed_card_and_its_end(table: Table) -> None:
    table.run()
    table.shoe.ensure_enabled()
    table.run()
    table.keeper.report("E", b"\xc4", now=table.clock.now())
    events = table.run()
    assert kinds(events) == [DeviceFaulted, DeviceInhibited]
    assert table.shoe.fault is Fault.REVERSED
    table.shoe.clear(Fault.REVERSED)
    (ended,) = table.run()
    assert isinstance(ended, OrderEnded)
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
    events = table.run()
    assert kinds(events) == [CardDrawn, CutCardSeen, CardDrawn]
    assert table.keeper.control(now, do="round-over") == {"ok": "round-over"}
    table.keeper.draw(0x13, table.clock.now())
    assert table.run() == []
    assert {"notice": "draw-refused", "compare": False} in table.keeper.said
    assert table.keeper.control(now, do="new-shoe") == {"ok": "new-shoe"}
    table.keeper.draw(0x14, table.clock.now())
    assert [event.draw for event in table.run() if isinstance(event, CardDrawn)] == [3]


def test_wrong_key_is_not_paired_and_no_key_is_a_foreign_pairing(tmp_path: Path) -> None:
    for key, reason in [(bytes(32), "wrong-key"), (None, "foreign-pairing")]:
        clock, keeper = VirtualClock(), KeeperPeer(tmp_path)
        shoe = shoe_device(Journal(), key=key)
        line = LoopbackLine(user=shoe, peer=keeper, clock=clock)
        line.open()
        line.run(seconds=5)
        away = shoe.events()
        assert [event.reason for event in away if isinstance(event, DeviceAway)] == [reason]
        assert not shoe.ready
        keeper.store.close()


def test_wrong_serial_is_refused_and_nothing_more_is_sent(tmp_path: Path) -> None:
    clock, keeper = VirtualClock(), KeeperPeer(tmp_path)
    shoe = shoe_device(Journal(), serial="S1-7")
    line = LoopbackLine(user=shoe, peer=keeper, clock=clock)
    line.open()
    line.run(seconds=5)
    events = shoe.events()
    assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["wrong-device"]
    assert shoe.link.state is LinkState.REFUSED
    assert shoe.link.health().frames_sent == 1


def test_second_host_on_the_same_shoe_is_named(table: Table) -> None:
    table.run()
    events: list[Event] = []
    for seed in range(3):
        other = shoe_device(Journal(), seed=9 + seed)
        other.line_opened(table.clock.now())
        other.step(table.clock.now())
        assert not [event for event in events if isinstance(event, DeviceDistrusted)]
        table.keeper.feed(other.bytes_to_send(), table.clock.now())
        table.keeper.step(table.clock.now())
        events += table.run(3)
    assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["second-host"]
    assert table.shoe.link.state is LinkState.REFUSED


def test_event_gap_holds_until_a_decision(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.journal.marks["AE-1"] = 7
    events = table.run(2)
    assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["event-gap"]
    assert table.shoe.link.state is LinkState.HELD
    with pytest.raises(ImpossibleRequestError, match="held"):
        table.shoe.ensure_enabled()
    table.journal.marks["AE-1"] = 0
    table.shoe.listen_again()
    assert DeviceReady in kinds(table.run())


def _notices(table: Table) -> list[object]:
    return [said["notice"] for said in table.keeper.said if "notice" in said]


def test_b1_a_card_of_one_good_copy_is_counted_and_marked(table: Table) -> None:
    table.run()
    table.keeper.report("D", b"\x81\xcd", now=table.clock.now(), copies=1)
    assert CardDrawn in kinds(table.run(0.5))
    assert _notices(table) == []
    table.run(2.0)
    assert _notices(table) == ["single-copy"]
    assert [said["compare"] for said in table.keeper.said if "notice" in said] == [True]
    table.run(5.0)
    assert _notices(table) == ["single-copy"]


def test_b1_the_next_report_marks_a_lonely_card_at_once_and_a_second_copy_clears_it(table: Table) -> None:
    table.run()
    table.keeper.report("D", b"\x81\xcd", now=table.clock.now(), copies=2)
    table.keeper.report("D", b"\x81\xcd", now=table.clock.now(), copies=1)
    table.keeper.report("C", now=table.clock.now(), copies=1)
    table.run(3.0)
    assert _notices(table) == ["single-copy"]
