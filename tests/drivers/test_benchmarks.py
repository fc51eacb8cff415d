"""The benches run on frames of one size and give whole figures; what they should reach is told by `make bench`."""

from __future__ import annotations

from pathlib import Path

from drivers.tablelink.frame import decode_piece
from hardware_sims.capture import CaptureReader
from hardware_sims.devices import build
from hardware_sims.tools.rows.decoder import decoded
from tests.drivers import benchmarks
from tests.drivers.bench_table import Journal
from tests.drivers.device_line import driver_for
from tests.tools.bench import captures


def test_frames_against_pymodbus() -> None:
    told = benchmarks.frames_per_second(4000)
    assert abs(told["frame_bytes"] - told["modbus_frame_bytes"]) <= 1
    assert told["ratio"] > 0
    assert told["ratio_to_handle_frame"] > 0


def test_the_library_is_measured_against_our_own_and_agrees_with_it() -> None:
    told = benchmarks.checks_against_own(300)
    assert min(told.values()) > 0
    assert decode_piece(benchmarks._event_frame(mac=True)[1:-1]).has_mac
    assert benchmarks.own_crc32c(b"123456789", benchmarks._crc_table()) == 0xE3069283


def test_the_capture_that_is_decoded_for_speed_is_a_good_one(tmp_path: Path) -> None:
    captures.write_capture(tmp_path / "capture.log", 80)
    with (tmp_path / "capture.log").open(encoding="ascii") as lines:
        rows = list(decoded(CaptureReader(lines, "capture.log"), key=bytes([0x42]) * 32))
    assert len(rows) == 80
    assert [row.notes for row in rows] == [[]] * 80


def test_round_trip_over_a_pty() -> None:
    told = benchmarks.pty_round_trip(50)
    assert 0 < told["transport_p50"] <= told["transport_p99"]
    assert 0 < told["bare_p50"] <= told["bare_p99"]


def test_fifty_devices() -> None:
    kinds = ["shoe", "reader", "batch-shuffler", "continuous-shuffler"]
    told = benchmarks.devices_on_one_core(
        lambda number: build(kinds[number % 4], seed=number),
        lambda number: driver_for(kinds[number % 4], Journal()),
        seconds=0.5,
    )
    assert told["devices"] == 50
    assert told["cpu_seconds"] > 0
