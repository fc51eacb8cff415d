"""A device that has something new calls `on_event` once: the table session sleeps until then."""

from __future__ import annotations

import threading

from drivers.events import CardDrawn, DealerAsked, DeviceAway, DeviceReady
from drivers.keeper.client import KeeperBackedShoe, KeeperControl
from drivers.optical_reader import OpticalReader, OpticalSetup
from drivers.tablelink.link import HostLink
from drivers.tablelink_devices import RESULT_WAIT, HoleCardReader, SealedShoe
from tests.drivers.bench_table import SHOE, Journal, commit_all, nonces, setup_for
from tests.drivers.device_line import DeviceLine
from tests.drivers.optical.scenes import house


def test_a_table_that_only_looks_when_woken_misses_nothing() -> None:
    table: DeviceLine[SealedShoe] = DeviceLine(SealedShoe, "shoe")
    woken = threading.Event()
    table.driver.on_event = woken.set

    def take() -> bool:
        if woken.is_set():
            woken.clear()
            commit_all(table.driver, table.journal)
        return False

    table.line.run(seconds=2.0, until=take)
    assert table.driver.ready
    table.driver.ensure_enabled()
    table.line.run(seconds=1.0, until=take)
    table.operate("load 52")
    table.operate("draw 5")
    table.line.run(seconds=5.0, until=take)
    assert len([event for event in table.journal.events if isinstance(event, CardDrawn)]) == 5
    assert table.driver.events() == []


def test_an_idle_device_wakes_nobody() -> None:
    table: DeviceLine[SealedShoe] = DeviceLine(SealedShoe, "shoe")
    table.enable()
    table.run(5.0)
    calls: list[int] = []
    table.driver.on_event = lambda: calls.append(len(table.driver.events()))
    table.run(60.0)
    assert calls == []


def test_a_lost_line_wakes_the_table_and_the_events_can_be_taken_in_the_call() -> None:
    table: DeviceLine[SealedShoe] = DeviceLine(SealedShoe, "shoe")
    table.enable()
    taken: list[object] = []
    table.driver.on_event = lambda: taken.extend(table.driver.events())
    table.driver.line_lost("the plug is out")
    assert [type(event) for event in taken] == [DeviceAway]


def test_a_reader_that_gives_no_result_wakes_the_table_outside_its_lock() -> None:
    reader = HoleCardReader(HostLink(setup=setup_for(0x40), journal=Journal(), nonce=nonces()))
    reader._inserted_at = 0.0
    taken: list[object] = []

    def take() -> None:
        other = threading.Thread(target=lambda: taken.extend(reader.events()))
        other.start()
        other.join(timeout=120)

    reader.on_event = take
    reader.step(RESULT_WAIT)
    assert len(taken) == 1


def test_a_question_of_the_keeper_wakes_the_table() -> None:
    shoe = KeeperBackedShoe(HostLink(setup=setup_for(SHOE), journal=Journal(), nonce=nonces()))
    taken: list[object] = []
    shoe.on_event = lambda: taken.extend(shoe.events())
    control = KeeperControl(shoe)
    control.line_opened(0.0)
    control.receive(b'{"question": 1, "kind": "card-out"}\n', 0.0)
    assert [type(event) for event in taken] == [DealerAsked]


def test_a_camera_wakes_the_table() -> None:
    reader = OpticalReader(OpticalSetup(serial="CAM-1", designs=[house()]))
    taken: list[object] = []
    reader.on_event = lambda: taken.extend(reader.events())
    reader.camera_opened(0.0)
    reader.ensure_enabled()
    reader.camera_lost("unplugged")
    assert len(taken) == 3
    assert isinstance(taken[0], DeviceReady)
