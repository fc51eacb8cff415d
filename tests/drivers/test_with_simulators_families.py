"""Every family's driver against its simulator, in virtual time: good cycles, faults, lies, lost power."""

from __future__ import annotations

import pytest

from drivers.errors import ImpossibleRequestError
from drivers.events import (
    BatchDead,
    BatchOut,
    CardDrawn,
    CardInUnarmedReader,
    CardRevealed,
    CheckResult,
    CutCardSeen,
    DeviceAway,
    DeviceDistrusted,
    DeviceEmpty,
    DeviceFaulted,
    DeviceInhibited,
    DeviceReady,
    Fault,
    HoleCardChecked,
    HoleCardInserted,
    InhibitedBy,
    InventoryTaken,
    OrderAccepted,
    OrderEnded,
    PoweredUp,
    RevealReason,
    RevealRecorded,
    ShuffleFinished,
    ShuffleVerdict,
    UpCardKind,
)
from drivers.tablelink.link import LinkState
from drivers.tablelink_devices import ContinuousShuffler, HoleCardReader, SealedShoe, Shuffler
from tests.drivers.device_line import ADDRESSES, CLASSES, DeviceLine, names


def ended(
    table: DeviceLine[Shuffler] | DeviceLine[ContinuousShuffler] | DeviceLine[SealedShoe] | DeviceLine[HoleCardReader],
) -> OrderEnded:
    return [event for event in table.journal.events if isinstance(event, OrderEnded)][-1]


@pytest.mark.parametrize("device", ADDRESSES)
def test_ready_and_healthy(device: str) -> None:
    table = DeviceLine(CLASSES[device], device)
    events = table.until(lambda: table.driver.ready)
    assert names(events)[-1] == "DeviceReady"
    table.run(2)
    health = table.driver.health()
    assert health.errors == {}
    assert health.links_lost == 0
    assert health.latency_p50 is not None
    assert health.latency_p99 is not None
    assert 0.0 < health.latency_p50 <= health.latency_p99 <= 0.02
    assert not table.driver.enabled
    table.driver.ensure_enabled()
    table.until(lambda: table.driver.enabled)
    table.driver.ensure_inhibited()
    table.until(lambda: not table.driver.enabled, 5)


class TestShuffler:
    def loaded(self, *faults: str) -> DeviceLine[Shuffler]:
        table = DeviceLine(Shuffler, "batch-shuffler", faults=faults)
        table.enable()
        table.operate("load 312")
        table.run()
        return table

    def test_good_cycle(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        events = table.until(
            lambda: any(f.done for f in table.journal.events if isinstance(f, OrderEnded) and f.order == "SHUFFLE")
        )
        assert [event for event in events if isinstance(event, OrderAccepted)]
        (done,) = [event for event in events if isinstance(event, ShuffleFinished)]
        assert (done.batch, done.count, done.verdict, done.differences) == (1, 312, ShuffleVerdict.OK, ())
        table.driver.release(1)
        table.run(1)
        table.operate("take")
        table.until(lambda: table.saw(BatchOut))
        table.run()
        assert ended(table).order == "RELEASE"
        assert ended(table).done

    def test_wrong_cards_can_only_be_ejected(self) -> None:
        table = self.loaded("wrong-card")
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.until(lambda: table.saw(BatchDead))
        table.run()
        (done,) = [event for event in table.journal.events if isinstance(event, ShuffleFinished)]
        assert done.verdict is ShuffleVerdict.WRONG_CARDS
        assert sum(count for _, count in done.differences) == 0
        table.driver.release(1)
        table.run()
        assert (ended(table).done, ended(table).refusal) == (False, "NOT_PERMITTED")
        table.driver.eject()
        table.run(1)
        table.operate("take")
        table.until(lambda: table.saw(BatchOut))
        assert [event.good for event in table.journal.events if isinstance(event, BatchOut)] == [False]

    def test_jam_in_the_cycle_fails_the_command(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.run(1)
        table.operate("fault jam")
        table.until(lambda: ended(table).order == "SHUFFLE")
        assert ended(table).refusal == "failed"
        table.run()
        tail = [
            name for name in names(table.journal.events) if name in ("DeviceFaulted", "BatchDead", "DeviceInhibited")
        ]
        assert tail == ["DeviceFaulted", "BatchDead", "DeviceInhibited"]
        assert table.driver.fault is Fault.JAM
        table.driver.clear(Fault.JAM)
        table.run()
        assert ended(table).refusal == "NOT_PERMITTED"
        table.operate("clear")
        table.driver.clear(Fault.JAM)
        table.run()
        assert ended(table).done
        assert table.driver.fault is None

    def test_power_cut_in_the_cycle(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.run(1)
        table.operate("power off")
        table.run(1)
        assert isinstance(table.journal.events[-1], DeviceAway)
        with pytest.raises(ImpossibleRequestError, match="down"):
            table.driver.eject()
        table.operate("power on")
        table.until(lambda: table.driver.ready)
        table.run()
        assert Fault.POWER_IN_CYCLE in {
            event.fault for event in table.journal.events if isinstance(event, DeviceFaulted)
        }
        assert ended(table).refusal == "failed"

    def test_the_host_dies_in_the_cycle_and_learns_the_end(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.run(1)
        again = DeviceLine(Shuffler, "batch-shuffler")
        again.simulator, again.journal, again.clock = table.simulator, table.journal, table.clock
        again.driver = DeviceLine(Shuffler, "batch-shuffler").driver
        again.driver.link._journal = table.journal
        again.line = type(again.line)(user=again.driver, peer=table.simulator, clock=table.clock)
        again.line.open()
        again.until(lambda: ended(again).order == "SHUFFLE")
        assert ended(again).done

    def test_inhibit_does_not_stop_a_running_shuffle(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.run(1)
        table.driver.ensure_inhibited()
        table.until(lambda: table.saw(ShuffleFinished))
        table.run()
        orders = [event.order for event in table.journal.events if isinstance(event, OrderEnded)]
        assert orders == ["ENABLE", "INHIBIT", "SHUFFLE"]

    @pytest.mark.parametrize("order", [{"batch": 0}, {"decks": 9}, {"expected": 0}, {"expected": 433}])
    def test_impossible_wishes_are_refused_here(self, order: dict[str, int]) -> None:
        table = self.loaded()
        with pytest.raises(ImpossibleRequestError):
            table.driver.shuffle(**({"batch": 1, "decks": 6, "expected": 312} | order))

    def test_one_running_command_at_a_time(self) -> None:
        table = self.loaded()
        table.driver.shuffle(batch=1, decks=6, expected=312)
        table.run(1)
        with pytest.raises(ImpossibleRequestError, match="SHUFFLE is running"):
            table.driver.eject()


class TestContinuousShuffler:
    def running(self) -> DeviceLine[ContinuousShuffler]:
        table = DeviceLine(ContinuousShuffler, "continuous-shuffler")
        table.enable()
        table.operate("load 312")
        table.run()
        return table

    def distrusted(self, table: DeviceLine[ContinuousShuffler]) -> list[str]:
        return [event.kind for event in table.journal.events if isinstance(event, DeviceDistrusted)]

    def test_totals_step_right(self) -> None:
        table = self.running()
        for _ in range(20):
            table.operate("draw 5")
            table.run(0.5)
            table.operate("return 5")
            table.run(0.5)
        table.driver.recount()
        table.until(lambda: table.saw(InventoryTaken))
        table.run()
        assert ended(table).done
        assert self.distrusted(table) == []

    def test_a_total_that_does_not_step_right_is_told(self) -> None:
        table = self.running()
        table.operate("draw 1")
        table.run()
        table.driver.remember_totals(total_in=312, total_out=7)
        table.operate("draw 1")
        table.run()
        assert self.distrusted(table) == ["count-step"]

    def test_lost_card_drifts(self) -> None:
        table = self.running()
        table.operate("fault count-drift")
        table.driver.recount()
        table.until(lambda: table.saw(DeviceFaulted))
        table.run()
        assert table.driver.fault is Fault.COUNT_DRIFT
        with pytest.raises(AssertionError):
            table.operate("draw 1")

    def test_eject_makes_both_totals_equal(self) -> None:
        table = self.running()
        table.driver.eject()
        table.until(lambda: table.saw(InventoryTaken))
        table.run()
        (inventory,) = [event for event in table.journal.events if isinstance(event, InventoryTaken)]
        assert (inventory.inside, inventory.total_in) == (0, inventory.total_out)
        assert self.distrusted(table) == []


class TestShoe:
    def loaded(self, *faults: str, cards: int = 104) -> DeviceLine[SealedShoe]:
        table = DeviceLine(SealedShoe, "shoe", faults=faults)
        table.until(lambda: table.driver.ready)
        table.operate(f"load {cards}")
        table.run()
        table.enable()
        return table

    def test_every_draw_opens_as_the_card_that_was_drawn(self) -> None:
        table = self.loaded()
        for number in range(1, 41):
            told = table.operate("draw 1").split()[-1]
            table.run(0.2)
            table.driver.reveal(number, RevealReason.DEALT_FACE_UP)
            table.run(0.2)
            shown = [event for event in table.journal.events if isinstance(event, CardRevealed)][-1]
            assert (shown.draw, shown.card) == (number, told)
        assert len([event for event in table.journal.events if isinstance(event, RevealRecorded)]) == 40

    def test_face_up_unreadable_and_cut_and_empty(self) -> None:
        table = self.loaded()
        table.operate("face-up")
        table.operate("draw 1")
        table.run()
        table.operate("fault unreadable:clear_after=1")
        table.operate("draw 1")
        table.run()
        drawn = [event for event in table.journal.events if isinstance(event, CardDrawn)]
        assert [(event.face_up, event.unreadable) for event in drawn] == [(True, False), (False, True)]
        table.driver.reveal(2, RevealReason.IRREGULARITY)
        table.run()
        assert [event.card for event in table.journal.events if isinstance(event, CardRevealed)] == [None]
        while not table.saw(DeviceEmpty):
            table.operate("draw 1")
            table.run(0.1)
        assert table.saw(CutCardSeen)

    def test_double_feed_locks(self) -> None:
        table = self.loaded("double-feed:at=CARD_DRAWN,clear_after=1")
        table.operate("draw 1")
        table.run()
        table.operate("draw 1")
        table.run()
        assert [event.fault for event in table.journal.events if isinstance(event, DeviceFaulted)] == [
            Fault.DOUBLE_FEED
        ]
        assert not table.driver.enabled

    def test_a_shoe_that_lies_about_a_card_is_found_out(self) -> None:
        table = self.loaded("wrong-commit")
        table.operate("draw 1")
        table.run()
        table.driver.reveal(1, RevealReason.HOLE_CARD_TURNED)
        events = table.run()
        assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["commit-mismatch"]
        assert [event.card for event in events if isinstance(event, CardRevealed)] == [None]  # and it is not believed

    def test_reveal_whose_answer_was_lost_is_asked_for_and_opens_once(self) -> None:
        table = self.loaded()
        table.operate("draw 1")
        table.run()
        table.operate("fault drop:rate=1,dir=device")
        table.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        table.run(1)
        assert not table.saw(CardRevealed)
        table.operate("clear")
        table.until(lambda: table.driver.ready)
        table.run()
        assert len([event for event in table.journal.events if isinstance(event, CardRevealed)]) == 1
        assert len([event for event in table.journal.events if isinstance(event, RevealRecorded)]) == 1

    def test_command_that_never_arrived_ends_as_never_executed(self) -> None:
        table = self.loaded()
        table.operate("draw 1")
        table.run()
        table.operate("fault drop:rate=1,dir=host")
        table.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        table.run(1)
        table.operate("clear")
        table.until(lambda: table.driver.ready)
        table.run()
        assert ended(table).refusal == "never-executed"
        table.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        table.run()
        assert table.saw(CardRevealed)

    def test_forced_draw_is_a_gate_fault(self) -> None:
        table = self.loaded()
        table.driver.ensure_inhibited()
        table.until(lambda: not table.driver.enabled)
        table.operate("draw 1")
        table.run()
        assert [event.forced for event in table.journal.events if isinstance(event, CardDrawn)] == [True]
        assert table.driver.fault is Fault.GATE

    def test_event_gap_of_a_lying_device(self) -> None:
        table = self.loaded("event-gap:at=3")
        table.run(5)
        table.operate("draw 3")
        events = table.run(5)
        assert "event-gap" in [event.kind for event in events if isinstance(event, DeviceDistrusted)]
        assert table.driver.link.state is LinkState.HELD
        assert not table.simulator.device.enabled  # type: ignore[attr-defined]

    def test_sequence_numbers_run_out_and_nobody_notices(self) -> None:
        table = self.loaded()
        table.driver.link._session.seq = 65530
        before = table.driver.link._session.epoch
        table.simulator.device.link.seq = 65530  # type: ignore[attr-defined]
        table.run(1)
        table.operate("draw 1")
        table.run(1)
        assert table.driver.link._session.epoch == before + 1
        assert table.saw(CardDrawn)
        assert not table.saw(DeviceAway)
        assert table.driver.health().links_lost == 0

    def test_wrong_serial(self) -> None:
        table = DeviceLine(SealedShoe, "shoe", serial="S1-8")
        events = table.run(3)
        assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["wrong-device"]

    def test_another_device_in_its_place_after_a_while(self) -> None:
        table = self.loaded("wrong-identity:serial=OTHER,at=4")
        table.run(5)
        table.operate("power off")
        table.run(1)
        table.operate("power on")
        events = table.run(5)
        assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["wrong-device"]
        assert table.driver.link.state is LinkState.REFUSED

    def test_service_switch_takes_the_link_and_gives_it_back(self) -> None:
        table = self.loaded()
        table.operate("service on")
        events = table.run(3)
        assert [event.reason for event in events if isinstance(event, DeviceAway)] == ["not-paired"]
        table.operate("service off")
        table.until(lambda: table.driver.ready)
        assert not table.driver.enabled


class TestReader:
    def armed(self, up: UpCardKind, round_number: int = 1, *faults: str) -> DeviceLine[HoleCardReader]:
        table = DeviceLine(HoleCardReader, "reader", faults=faults)
        table.enable()
        table.driver.arm(round_number=round_number, up=up)
        table.run()
        return table

    def test_all_ranks_under_both_up_cards(self) -> None:
        table = DeviceLine(HoleCardReader, "reader")
        table.enable()
        number = 0
        for up, makes in [(UpCardKind.ACE, "TJQK"), (UpCardKind.TEN, "A")]:
            for rank in "A23456789TJQK":
                number += 1
                table.driver.arm(round_number=number, up=up)
                table.run(0.2)
                table.operate(f"insert {rank}h")
                table.run(0.5)
                table.operate("remove")
                table.run(0.2)
                result = [event for event in table.journal.events if isinstance(event, HoleCardChecked)][-1]
                expected = CheckResult.BLACKJACK if rank in makes else CheckResult.CLEAR
                assert (result.round, result.result) == (number, expected), (up, rank)
        assert not table.saw(DeviceDistrusted)

    def test_unarmed(self) -> None:
        table = DeviceLine(HoleCardReader, "reader")
        table.enable()
        table.operate("insert Kh")
        assert names(table.run()) == ["CardInUnarmedReader"]
        assert table.saw(CardInUnarmedReader)
        assert not table.saw(HoleCardChecked)

    def test_power_cut_while_a_check_is_open_is_a_reader_fault(self) -> None:
        table = self.armed(UpCardKind.ACE)
        table.operate("power off")
        events = table.run(2)
        assert [event.kind for event in events if isinstance(event, DeviceDistrusted)] == ["reader-fault"]
        table.operate("power on")
        table.until(lambda: table.driver.ready)
        assert [type(event) for event in table.journal.events].count(DeviceDistrusted) == 1

    def test_second_unreadable_of_a_round_is_a_reader_fault(self) -> None:
        table = self.armed(UpCardKind.TEN, 5)
        for attempt in (1, 2):
            table.operate("insert Kh")
            table.operate("remove")
            table.run()
            results = [event.result for event in table.journal.events if isinstance(event, HoleCardChecked)]
            assert results == [CheckResult.UNREADABLE] * attempt
            distrusted = [event.kind for event in table.journal.events if isinstance(event, DeviceDistrusted)]
            assert distrusted == ["reader-fault"] * (attempt - 1)
            if attempt == 1:
                table.driver.arm(round_number=5, up=UpCardKind.TEN)
                table.run()

    def test_no_result_within_five_seconds(self) -> None:
        table = self.armed(UpCardKind.ACE)
        table.operate("insert Kh")
        table.until(lambda: table.saw(HoleCardInserted), 1)
        table.simulator.device.agenda.clear()
        events = table.run(6)
        assert "reader-fault" in [event.kind for event in events if isinstance(event, DeviceDistrusted)]

    def test_rounds_count_from_one(self) -> None:
        table = self.armed(UpCardKind.ACE)
        with pytest.raises(ImpossibleRequestError, match="rounds count"):
            table.driver.arm(round_number=0, up=UpCardKind.ACE)


def test_host_away_for_two_seconds_inhibits_and_ensure_inhibited_waits_for_the_link() -> None:
    table = DeviceLine(SealedShoe, "shoe")
    table.until(lambda: table.driver.ready)
    table.operate("load 104")
    table.run()
    table.enable()
    table.operate("fault disconnect:for=4")
    events = table.run(3)
    assert [event.reason for event in events if isinstance(event, DeviceAway)] == ["no-answer"]
    assert table.driver.ensure_inhibited() is None
    events = table.run(4)
    assert [event.cause for event in events if isinstance(event, DeviceInhibited)] == [InhibitedBy.HOST_LOST]
    assert [type(event) for event in events].count(DeviceReady) == 1
    assert ended(table).order == "INHIBIT"
    assert not table.saw(PoweredUp) or not table.driver.enabled
