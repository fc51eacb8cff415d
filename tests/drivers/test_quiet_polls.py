"""Shoe and reader are polled every 20 ms, and every 100 ms after a minute without an event or an order."""

from __future__ import annotations

import pytest

from drivers.events import DeviceAway
from drivers.tablelink.constants import Times
from drivers.tablelink.device import TablelinkDevice
from drivers.tablelink_devices import HoleCardReader, SealedShoe, Shuffler
from tests.drivers.device_line import DeviceLine, names

TIMES = Times()
A_ROUND_TRIP = 0.005


def polls_a_second(line: DeviceLine[TablelinkDevice] | DeviceLine[SealedShoe], seconds: float = 10.0) -> float:
    before = line.driver.health().frames_sent
    assert line.run(seconds) == []
    return (line.driver.health().frames_sent - before) / seconds


def quiet_shoe() -> DeviceLine[SealedShoe]:
    line: DeviceLine[SealedShoe] = DeviceLine(SealedShoe, "shoe")
    line.enable()
    line.operate("load 52")  # its lid was open: it has to be enabled again
    line.run(5.0)
    line.enable()
    line.run(1.0 + TIMES.quiet_after)
    assert polls_a_second(line) == pytest.approx(10, rel=0.05)
    return line


@pytest.mark.parametrize(("kind", "device"), [(SealedShoe, "shoe"), (HoleCardReader, "reader")])
def test_a_device_is_polled_every_20_ms_for_a_minute_after_its_last_event(
    kind: type[TablelinkDevice], device: str
) -> None:
    line: DeviceLine[TablelinkDevice] = DeviceLine(kind, device)
    line.enable()
    line.run(1.0)
    for _ in range(5):
        assert polls_a_second(line) == pytest.approx(50, rel=0.05)
    line.run(10.0)
    assert polls_a_second(line) == pytest.approx(10, rel=0.05)


def test_a_shuffler_is_polled_every_100_ms_all_the_time() -> None:
    line: DeviceLine[TablelinkDevice] = DeviceLine(Shuffler, "batch-shuffler")
    line.enable()
    line.run(1.0)
    assert polls_a_second(line) == pytest.approx(10, rel=0.05)
    line.run(TIMES.quiet_after)
    assert polls_a_second(line) == pytest.approx(10, rel=0.05)


def seconds_to_a_card(line: DeviceLine[SealedShoe]) -> float:
    """From the card that leaves the shoe to its event."""
    told = len(line.journal.events)
    line.operate("draw 1")
    drawn = line.clock.now()
    assert names(line.until(lambda: len(line.journal.events) > told)) == ["CardDrawn"]
    return line.clock.now() - drawn


def test_the_first_card_after_a_quiet_time_is_told_within_100_ms_and_the_next_ones_within_20() -> None:
    line = quiet_shoe()
    assert TIMES.poll < seconds_to_a_card(line) <= TIMES.quiet_poll + A_ROUND_TRIP
    for pause in (0.001, 1.013, 7.0171, 30.003, 59.9):
        line.run(pause)
        assert seconds_to_a_card(line) <= TIMES.poll + A_ROUND_TRIP


def test_an_order_to_a_quiet_device_is_sent_at_once_and_its_events_are_asked_for_20_ms_later() -> None:
    line = quiet_shoe()
    polls = line.driver.health().frames_received
    line.until(lambda: line.driver.health().frames_received > polls)
    ordered = line.clock.now()  # the next poll of a quiet device is the farthest away
    line.driver.ensure_inhibited()
    line.until(lambda: not line.driver.enabled)
    assert line.clock.now() - ordered <= TIMES.poll + 2 * A_ROUND_TRIP
    line.run(1.0)
    assert polls_a_second(line) == pytest.approx(50, rel=0.05)


def test_a_device_that_starts_again_is_polled_every_20_ms() -> None:
    line = quiet_shoe()
    line.driver.line_lost("the plug is out")
    line.line.open()
    line.until(lambda: line.driver.ready)
    line.run(1.0)
    assert polls_a_second(line) == pytest.approx(50, rel=0.05)


def test_no_poll_is_slower_than_half_a_second_and_a_quiet_device_never_misses_its_host() -> None:
    assert TIMES.quiet_poll <= TIMES.slowest_poll < TIMES.host_lost
    line = quiet_shoe()
    line.run(3600.0)
    assert line.driver.enabled
    assert not line.saw(DeviceAway)
