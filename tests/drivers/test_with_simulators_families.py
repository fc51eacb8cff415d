"""Every family's driver against its simulator, in virtual time: good cycles, faults, lies, lost power."""

from __future__ import annotations

import pytest

from drivers.continuous_shuffler import ContinuousShuffler
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
    PoweredUp,
    RevealReason,
    RevealRecorded,
    ShuffleFinished,
    ShuffleVerdict,
    UpCardKind,
    WishAnswered,
    WishEnded,
)
from drivers.hole_card_reader import HoleCardReader
from drivers.shoe import SealedShoe
from drivers.shuffler import Shuffler
from drivers.tablelink.link import LinkState
from tests.drivers.simulated_table import ADDRESSES, CLASSES, Floor, names


def ended(floor: Floor[Shuffler] | Floor[ContinuousShuffler] | Floor[SealedShoe] | Floor[HoleCardReader]) -> WishEnded:
    return [fact for fact in floor.journal.facts if isinstance(fact, WishEnded)][-1]


@pytest.mark.parametrize("device", ADDRESSES)
def test_ready_and_healthy(device: str) -> None:
    floor = Floor(CLASSES[device], device)
    facts = floor.until(lambda: floor.driver.ready)
    assert names(facts)[-1] == "DeviceReady"
    floor.run(2)
    health = floor.driver.health()
    assert health.errors == {}
    assert health.links_lost == 0
    assert health.latency_p50 is not None
    assert health.latency_p99 is not None
    assert 0.0 < health.latency_p50 <= health.latency_p99 <= 0.02
    assert not floor.driver.enabled
    floor.driver.ensure_enabled()
    floor.until(lambda: floor.driver.enabled)
    floor.driver.ensure_inhibited()
    floor.until(lambda: not floor.driver.enabled, 5)


class TestShuffler:
    def loaded(self, *faults: str) -> Floor[Shuffler]:
        floor = Floor(Shuffler, "batch-shuffler", faults=faults)
        floor.enable()
        floor.hand("load 312")
        floor.run()
        return floor

    def test_good_cycle(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        facts = floor.until(
            lambda: any(f.done for f in floor.journal.facts if isinstance(f, WishEnded) and f.wish == "SHUFFLE")
        )
        assert [fact for fact in facts if isinstance(fact, WishAnswered)]
        (done,) = [fact for fact in facts if isinstance(fact, ShuffleFinished)]
        assert (done.batch, done.count, done.verdict, done.differences) == (1, 312, ShuffleVerdict.OK, ())
        floor.driver.release(1)
        floor.run(1)
        floor.hand("take")
        floor.until(lambda: floor.saw(BatchOut))
        floor.run()
        assert ended(floor).wish == "RELEASE"
        assert ended(floor).done

    def test_wrong_cards_can_only_be_ejected(self) -> None:
        floor = self.loaded("wrong-card")
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.until(lambda: floor.saw(BatchDead))
        floor.run()
        (done,) = [fact for fact in floor.journal.facts if isinstance(fact, ShuffleFinished)]
        assert done.verdict is ShuffleVerdict.WRONG_CARDS
        assert sum(count for _, count in done.differences) == 0
        floor.driver.release(1)
        floor.run()
        assert (ended(floor).done, ended(floor).refusal) == (False, "NOT_PERMITTED")
        floor.driver.eject()
        floor.run(1)
        floor.hand("take")
        floor.until(lambda: floor.saw(BatchOut))
        assert [fact.good for fact in floor.journal.facts if isinstance(fact, BatchOut)] == [False]

    def test_jam_in_the_cycle_fails_the_command(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.run(1)
        floor.hand("fault jam")
        floor.until(lambda: ended(floor).wish == "SHUFFLE")
        assert ended(floor).refusal == "failed"
        floor.run()
        tail = [
            name for name in names(floor.journal.facts) if name in ("DeviceFaulted", "BatchDead", "DeviceInhibited")
        ]
        assert tail == ["DeviceFaulted", "BatchDead", "DeviceInhibited"]
        assert floor.driver.fault is Fault.JAM
        floor.driver.clear(Fault.JAM)
        floor.run()
        assert ended(floor).refusal == "NOT_PERMITTED"
        floor.hand("clear")
        floor.driver.clear(Fault.JAM)
        floor.run()
        assert ended(floor).done
        assert floor.driver.fault is None

    def test_power_cut_in_the_cycle(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.run(1)
        floor.hand("power off")
        floor.run(1)
        assert isinstance(floor.journal.facts[-1], DeviceAway)
        with pytest.raises(ImpossibleRequestError, match="down"):
            floor.driver.eject()
        floor.hand("power on")
        floor.until(lambda: floor.driver.ready)
        floor.run()
        assert Fault.POWER_IN_CYCLE in {fact.fault for fact in floor.journal.facts if isinstance(fact, DeviceFaulted)}
        assert ended(floor).refusal == "failed"

    def test_the_host_dies_in_the_cycle_and_learns_the_end(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.run(1)
        again = Floor(Shuffler, "batch-shuffler")
        again.simulator, again.journal, again.clock = floor.simulator, floor.journal, floor.clock
        again.driver = Floor(Shuffler, "batch-shuffler").driver
        again.driver.link._journal = floor.journal
        again.line = type(again.line)(user=again.driver, peer=floor.simulator, clock=floor.clock)
        again.line.open()
        again.until(lambda: ended(again).wish == "SHUFFLE")
        assert ended(again).done

    def test_inhibit_does_not_stop_a_running_shuffle(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.run(1)
        floor.driver.ensure_inhibited()
        floor.until(lambda: floor.saw(ShuffleFinished))
        floor.run()
        wishes = [fact.wish for fact in floor.journal.facts if isinstance(fact, WishEnded)]
        assert wishes == ["ENABLE", "INHIBIT", "SHUFFLE"]

    @pytest.mark.parametrize("wish", [{"batch": 0}, {"decks": 9}, {"expected": 0}, {"expected": 433}])
    def test_impossible_wishes_are_refused_here(self, wish: dict[str, int]) -> None:
        floor = self.loaded()
        with pytest.raises(ImpossibleRequestError):
            floor.driver.shuffle(**({"batch": 1, "decks": 6, "expected": 312} | wish))

    def test_one_running_command_at_a_time(self) -> None:
        floor = self.loaded()
        floor.driver.shuffle(batch=1, decks=6, expected=312)
        floor.run(1)
        with pytest.raises(ImpossibleRequestError, match="SHUFFLE is running"):
            floor.driver.eject()


class TestContinuousShuffler:
    def running(self) -> Floor[ContinuousShuffler]:
        floor = Floor(ContinuousShuffler, "continuous-shuffler")
        floor.enable()
        floor.hand("load 312")
        floor.run()
        return floor

    def distrusted(self, floor: Floor[ContinuousShuffler]) -> list[str]:
        return [fact.kind for fact in floor.journal.facts if isinstance(fact, DeviceDistrusted)]

    def test_totals_step_right(self) -> None:
        floor = self.running()
        for _ in range(20):
            floor.hand("draw 5")
            floor.run(0.5)
            floor.hand("return 5")
            floor.run(0.5)
        floor.driver.recount()
        floor.until(lambda: floor.saw(InventoryTaken))
        floor.run()
        assert ended(floor).done
        assert self.distrusted(floor) == []

    def test_a_total_that_does_not_step_right_is_told(self) -> None:
        floor = self.running()
        floor.hand("draw 1")
        floor.run()
        floor.driver.remember_totals(total_in=312, total_out=7)
        floor.hand("draw 1")
        floor.run()
        assert self.distrusted(floor) == ["count-step"]

    def test_lost_card_drifts(self) -> None:
        floor = self.running()
        floor.hand("fault count-drift")
        floor.driver.recount()
        floor.until(lambda: floor.saw(DeviceFaulted))
        floor.run()
        assert floor.driver.fault is Fault.COUNT_DRIFT
        with pytest.raises(AssertionError):
            floor.hand("draw 1")

    def test_eject_makes_both_totals_equal(self) -> None:
        floor = self.running()
        floor.driver.eject()
        floor.until(lambda: floor.saw(InventoryTaken))
        floor.run()
        (inventory,) = [fact for fact in floor.journal.facts if isinstance(fact, InventoryTaken)]
        assert (inventory.inside, inventory.total_in) == (0, inventory.total_out)
        assert self.distrusted(floor) == []


class TestShoe:
    def loaded(self, *faults: str, cards: int = 104) -> Floor[SealedShoe]:
        floor = Floor(SealedShoe, "shoe", faults=faults)
        floor.until(lambda: floor.driver.ready)
        floor.hand(f"load {cards}")
        floor.run()
        floor.enable()
        return floor

    def test_every_draw_opens_as_the_card_that_was_drawn(self) -> None:
        floor = self.loaded()
        for number in range(1, 41):
            told = floor.hand("draw 1").split()[-1]
            floor.run(0.2)
            floor.driver.reveal(number, RevealReason.DEALT_FACE_UP)
            floor.run(0.2)
            shown = [fact for fact in floor.journal.facts if isinstance(fact, CardRevealed)][-1]
            assert (shown.draw, shown.card) == (number, told)
        assert len([fact for fact in floor.journal.facts if isinstance(fact, RevealRecorded)]) == 40

    def test_face_up_unreadable_and_cut_and_empty(self) -> None:
        floor = self.loaded()
        floor.hand("face-up")
        floor.hand("draw 1")
        floor.run()
        floor.hand("fault unreadable:clear_after=1")
        floor.hand("draw 1")
        floor.run()
        drawn = [fact for fact in floor.journal.facts if isinstance(fact, CardDrawn)]
        assert [(fact.face_up, fact.unreadable) for fact in drawn] == [(True, False), (False, True)]
        floor.driver.reveal(2, RevealReason.IRREGULARITY)
        floor.run()
        assert [fact.card for fact in floor.journal.facts if isinstance(fact, CardRevealed)] == [None]
        while not floor.saw(DeviceEmpty):
            floor.hand("draw 1")
            floor.run(0.1)
        assert floor.saw(CutCardSeen)

    def test_double_feed_locks(self) -> None:
        floor = self.loaded("double-feed:at=CARD_DRAWN,clear_after=1")
        floor.hand("draw 1")
        floor.run()
        floor.hand("draw 1")
        floor.run()
        assert [fact.fault for fact in floor.journal.facts if isinstance(fact, DeviceFaulted)] == [Fault.DOUBLE_FEED]
        assert not floor.driver.enabled

    def test_a_shoe_that_lies_about_a_card_is_found_out(self) -> None:
        floor = self.loaded("wrong-commit")
        floor.hand("draw 1")
        floor.run()
        floor.driver.reveal(1, RevealReason.HOLE_CARD_TURNED)
        facts = floor.run()
        assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["commit-mismatch"]
        assert [fact.card for fact in facts if isinstance(fact, CardRevealed)] == [None]  # and it is not believed

    def test_reveal_whose_answer_was_lost_is_asked_for_and_opens_once(self) -> None:
        floor = self.loaded()
        floor.hand("draw 1")
        floor.run()
        floor.hand("fault drop:rate=1,dir=device")
        floor.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        floor.run(1)
        assert not floor.saw(CardRevealed)
        floor.hand("clear")
        floor.until(lambda: floor.driver.ready)
        floor.run()
        assert len([fact for fact in floor.journal.facts if isinstance(fact, CardRevealed)]) == 1
        assert len([fact for fact in floor.journal.facts if isinstance(fact, RevealRecorded)]) == 1

    def test_command_that_never_arrived_ends_as_never_executed(self) -> None:
        floor = self.loaded()
        floor.hand("draw 1")
        floor.run()
        floor.hand("fault drop:rate=1,dir=host")
        floor.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        floor.run(1)
        floor.hand("clear")
        floor.until(lambda: floor.driver.ready)
        floor.run()
        assert ended(floor).refusal == "never-executed"
        floor.driver.reveal(1, RevealReason.DEALT_FACE_UP)
        floor.run()
        assert floor.saw(CardRevealed)

    def test_forced_draw_is_a_gate_fault(self) -> None:
        floor = self.loaded()
        floor.driver.ensure_inhibited()
        floor.until(lambda: not floor.driver.enabled)
        floor.hand("draw 1")
        floor.run()
        assert [fact.forced for fact in floor.journal.facts if isinstance(fact, CardDrawn)] == [True]
        assert floor.driver.fault is Fault.GATE

    def test_event_gap_of_a_lying_device(self) -> None:
        floor = self.loaded("event-gap:at=3")
        floor.run(5)
        floor.hand("draw 3")
        facts = floor.run(5)
        assert "event-gap" in [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)]
        assert floor.driver.link.state is LinkState.HELD
        assert not floor.simulator.machine.enabled  # type: ignore[attr-defined]

    def test_sequence_numbers_run_out_and_nobody_notices(self) -> None:
        floor = self.loaded()
        floor.driver.link._session.seq = 65530
        before = floor.driver.link._session.epoch
        floor.simulator.machine.link.seq = 65530  # type: ignore[attr-defined]
        floor.run(1)
        floor.hand("draw 1")
        floor.run(1)
        assert floor.driver.link._session.epoch == before + 1
        assert floor.saw(CardDrawn)
        assert not floor.saw(DeviceAway)
        assert floor.driver.health().links_lost == 0

    def test_wrong_serial(self) -> None:
        floor = Floor(SealedShoe, "shoe", serial="S1-8")
        facts = floor.run(3)
        assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["wrong-device"]

    def test_another_device_in_its_place_after_a_while(self) -> None:
        floor = self.loaded("wrong-identity:serial=OTHER,at=4")
        floor.run(5)
        floor.hand("power off")
        floor.run(1)
        floor.hand("power on")
        facts = floor.run(5)
        assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["wrong-device"]
        assert floor.driver.link.state is LinkState.REFUSED

    def test_service_switch_takes_the_link_and_gives_it_back(self) -> None:
        floor = self.loaded()
        floor.hand("service on")
        facts = floor.run(3)
        assert [fact.reason for fact in facts if isinstance(fact, DeviceAway)] == ["not-paired"]
        floor.hand("service off")
        floor.until(lambda: floor.driver.ready)
        assert not floor.driver.enabled


class TestReader:
    def armed(self, up: UpCardKind, round_number: int = 1, *faults: str) -> Floor[HoleCardReader]:
        floor = Floor(HoleCardReader, "reader", faults=faults)
        floor.enable()
        floor.driver.arm(round_number=round_number, up=up)
        floor.run()
        return floor

    def test_all_ranks_under_both_up_cards(self) -> None:
        floor = Floor(HoleCardReader, "reader")
        floor.enable()
        number = 0
        for up, makes in [(UpCardKind.ACE, "TJQK"), (UpCardKind.TEN, "A")]:
            for rank in "A23456789TJQK":
                number += 1
                floor.driver.arm(round_number=number, up=up)
                floor.run(0.2)
                floor.hand(f"insert {rank}h")
                floor.run(0.5)
                floor.hand("remove")
                floor.run(0.2)
                result = [fact for fact in floor.journal.facts if isinstance(fact, HoleCardChecked)][-1]
                expected = CheckResult.BLACKJACK if rank in makes else CheckResult.CLEAR
                assert (result.round, result.result) == (number, expected), (up, rank)
        assert not floor.saw(DeviceDistrusted)

    def test_unarmed(self) -> None:
        floor = Floor(HoleCardReader, "reader")
        floor.enable()
        floor.hand("insert Kh")
        assert names(floor.run()) == ["CardInUnarmedReader"]
        assert floor.saw(CardInUnarmedReader)
        assert not floor.saw(HoleCardChecked)

    def test_power_cut_while_a_check_is_open_is_a_reader_fault(self) -> None:
        floor = self.armed(UpCardKind.ACE)
        floor.hand("power off")
        facts = floor.run(2)
        assert [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)] == ["reader-fault"]
        floor.hand("power on")
        floor.until(lambda: floor.driver.ready)
        assert [type(fact) for fact in floor.journal.facts].count(DeviceDistrusted) == 1

    def test_second_unreadable_of_a_round_is_a_reader_fault(self) -> None:
        floor = self.armed(UpCardKind.TEN, 5)
        for attempt in (1, 2):
            floor.hand("insert Kh")
            floor.hand("remove")
            floor.run()
            results = [fact.result for fact in floor.journal.facts if isinstance(fact, HoleCardChecked)]
            assert results == [CheckResult.UNREADABLE] * attempt
            distrusted = [fact.kind for fact in floor.journal.facts if isinstance(fact, DeviceDistrusted)]
            assert distrusted == ["reader-fault"] * (attempt - 1)
            if attempt == 1:
                floor.driver.arm(round_number=5, up=UpCardKind.TEN)
                floor.run()

    def test_no_result_within_five_seconds(self) -> None:
        floor = self.armed(UpCardKind.ACE)
        floor.hand("insert Kh")
        floor.until(lambda: floor.saw(HoleCardInserted), 1)
        floor.simulator.machine.agenda.clear()
        facts = floor.run(6)
        assert "reader-fault" in [fact.kind for fact in facts if isinstance(fact, DeviceDistrusted)]

    def test_rounds_count_from_one(self) -> None:
        floor = self.armed(UpCardKind.ACE)
        with pytest.raises(ImpossibleRequestError, match="rounds count"):
            floor.driver.arm(round_number=0, up=UpCardKind.ACE)


def test_host_away_for_two_seconds_inhibits_and_ensure_inhibited_waits_for_the_link() -> None:
    floor = Floor(SealedShoe, "shoe")
    floor.until(lambda: floor.driver.ready)
    floor.hand("load 104")
    floor.run()
    floor.enable()
    floor.hand("fault disconnect:for=4")
    facts = floor.run(3)
    assert [fact.reason for fact in facts if isinstance(fact, DeviceAway)] == ["no-answer"]
    assert floor.driver.ensure_inhibited() is None
    facts = floor.run(4)
    assert [fact.cause for fact in facts if isinstance(fact, DeviceInhibited)] == [InhibitedBy.HOST_LOST]
    assert [type(fact) for fact in facts].count(DeviceReady) == 1
    assert ended(floor).wish == "INHIBIT"
    assert not floor.saw(PoweredUp) or not floor.driver.enabled
