"""How fast the drivers are, always against something else in the same run, so that a figure means the same anywhere.

Each function returns a plain dict. Ratios are medians of five interleaved runs.
"""

from __future__ import annotations

import os
import pty
import statistics
import time
import tty
from collections.abc import Callable
from typing import Any

from drivers.tablelink import payloads
from drivers.tablelink.frame import FrameDecoder, encode_frame
from drivers.tablelink.messages import MessageType
from drivers.transports.serial import SerialTransport

RUNS = 5
_KEY = bytes(range(32))


def _event_frame(mac: bool) -> bytes:
    """What a shoe sends most: a drawn card."""
    payload = payloads.encode(
        MessageType.EVENT,
        state=0x31,
        flags=17,
        fault=0,
        left=1,
        no=70000,
        t=123456,
        code=0x30,
        draw=300,
        card_flags=0,
        commit=bytes(range(1, 33)),
    )
    return encode_frame(
        dst=1, src=0x30, type_code=MessageType.EVENT, seq=300, epoch=7, payload=payload, key=_KEY if mac else None
    )


def _rate(action: Callable[[], None], frames: int) -> float:
    start = time.perf_counter()
    action()
    return frames / (time.perf_counter() - start)


def frames_per_second(frames: int = 20_000, *, wire: bytes | None = None) -> dict[str, Any]:
    """Frames decoded per second against pymodbus's RTU framer on frames of the same size.

    Both sides stop at the checked frame with its address and type: no payload is looked into on either.
    """
    from pymodbus.framer.rtu import FramerRTU
    from pymodbus.pdu import DecodePDU

    wire = _event_frame(mac=True) if wire is None else wire
    count = (len(wire) - 5) // 2 * 2
    registers = bytes([1, 3, count]) + bytes(range(count))
    modbus = registers + FramerRTU.compute_CRC(registers).to_bytes(2, "big")
    chunk = wire * 100
    framer = FramerRTU(DecodePDU(False))

    def ours() -> None:
        decoder = FrameDecoder()
        for _ in range(frames // 100):
            decoder.receive(chunk)
        if decoder.frames != frames // 100 * 100:
            raise AssertionError("the bench decodes nothing")

    def theirs() -> None:
        for _ in range(frames // 10):
            if framer.decode(modbus)[0] != len(modbus):
                raise AssertionError("the comparison decodes nothing")

    def theirs_to_the_message() -> None:
        for _ in range(frames // 10):
            if framer.handleFrame(modbus, 1, 0)[1] is None:
                raise AssertionError("the comparison decodes nothing")

    few = frames // 10
    pairs = [(_rate(ours, frames), _rate(theirs, few), _rate(theirs_to_the_message, few)) for _ in range(RUNS)]
    return {
        "frame_bytes": len(wire),
        "modbus_frame_bytes": len(modbus),
        "tablelink_frames_per_second": statistics.median(pair[0] for pair in pairs),
        "modbus_frames_per_second": statistics.median(pair[1] for pair in pairs),
        "ratio": statistics.median(pair[0] / pair[1] for pair in pairs),
        "ratio_to_handle_frame": statistics.median(pair[0] / pair[2] for pair in pairs),
    }


def checks_against_own(rounds: int = 3000) -> dict[str, Any]:
    """CRC-32C from the library against a small one of our own: why the library is used."""
    from google_crc32c import value

    body = _event_frame(mac=True)[1:-6]
    table = _crc_table()

    def repeat(action: Callable[[bytes], object]) -> float:
        def all_rounds() -> None:
            for _ in range(rounds):
                action(body)

        return _rate(all_rounds, rounds)

    crc = statistics.median(repeat(value) / repeat(lambda data: own_crc32c(data, table)) for _ in range(RUNS))
    return {"crc32c_library_over_own": crc}


def _crc_table() -> list[int]:
    table = []
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


def own_crc32c(data: bytes, table: list[int]) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 0xFF] ^ crc >> 8
    return crc ^ 0xFFFFFFFF


def pty_round_trip(rounds: int = 500) -> dict[str, Any]:
    """One frame there and back over a pty: the serial transport against bare os.read and os.write."""
    ours, bare = [], []
    for _ in range(RUNS):
        ours += _round_trips(rounds // RUNS, through_transport=True)
        bare += _round_trips(rounds // RUNS, through_transport=False)
    return {
        "transport_p50": _percent(ours, 50),
        "transport_p99": _percent(ours, 99),
        "bare_p50": _percent(bare, 50),
        "bare_p99": _percent(bare, 99),
        "ratio_p50": _percent(ours, 50) / _percent(bare, 50),
    }


def _percent(values: list[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def _round_trips(rounds: int, *, through_transport: bool) -> list[float]:
    far, near = pty.openpty()
    tty.setraw(near)
    port = SerialTransport(os.ttyname(near))
    wire = _event_frame(mac=True)
    times = []
    try:
        if through_transport:
            port.open()
        for _ in range(rounds):
            start = time.perf_counter()
            if through_transport:
                port.write(wire)
                os.write(far, os.read(far, 4096))
                got = port.read(1.0)
            else:
                os.write(near, wire)
                os.write(far, os.read(far, 4096))
                got = os.read(near, 4096)
            times.append(time.perf_counter() - start)
            if len(got) != len(wire):
                raise AssertionError("the frame did not come back whole")
    finally:
        port.close()
        os.close(far)
        os.close(near)
    return times


def devices_on_one_core(
    make_peer: Callable[[int], Any], make_user: Callable[[int], Any], seconds: float = 10.0
) -> dict[str, Any]:
    """Many devices at their own poll rates, in virtual time: how much of one core a second of them costs.

    The caller brings peers and users, so that this module needs no simulator. The cost of the simulators is part of the
    figure; a share below 1 means that one core keeps up with all of them, simulators included.
    """
    from tests.drivers.loopback import LoopbackLine, VirtualClock

    lines = []
    for number in range(50):
        line = LoopbackLine(user=make_user(number), peer=make_peer(number), clock=VirtualClock())
        line.open()
        line.run(seconds=2.0)
        lines.append(line)
    start = time.process_time()
    for line in lines:
        line.run(seconds=seconds)
    spent = time.process_time() - start
    return {"devices": len(lines), "seconds": seconds, "cpu_seconds": spent, "share_of_one_core": spent / seconds}


def all_benches() -> dict[str, Any]:
    poll = encode_frame(dst=1, src=0x10, type_code=MessageType.EVENT, seq=1, epoch=7, payload=bytes(13))
    return {
        "frames": frames_per_second(),
        "small_frames": frames_per_second(wire=poll),
        "libraries": checks_against_own(),
        "pty": pty_round_trip(),
    }
