"""A capture of 100,000 frames through `hardware-sims decode`, against rich laying out every row of the same capture."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from hardware_sims.capture import CaptureReader
from hardware_sims.tools.rows.decoder import decoded
from hardware_sims.tools.rows.printer import table_line
from hardware_sims.wire.tablelink import Frame, encode, pack

FRAMES = 100_000
_KEY = bytes([0x42]) * 32
_HEADER = "# hardware-capture 1\n# channel shoe0 dialect tablelink device shoe serial SIM-S0 seed 7\n"


def write_capture(path: Path, frames: int) -> None:
    """A paired shoe that is polled every 22 ms; every fourth poll brings a card."""
    with path.open("w", encoding="ascii") as stream:
        stream.write(_HEADER)
        drawn = 0
        for number in range(frames // 2):
            asked_us, seq = 1_000_000 + 22_000 * number, number % 65_535 + 1
            frame = Frame(0x30, 1, 0x02, seq, 7, pack("POLL", upto=drawn))
            _write(stream, asked_us, frame, "T")
            drawn += number % 4 == 0
            head = {"state": 0x31, "flags": 17, "fault": 0, "t": asked_us // 1000}
            if number % 4 == 0:
                commit = hashlib.sha256(b"%d" % drawn).digest()
                card = {"event": "CARD_DRAWN", "draw": drawn, "card_flags": 0, "commit": commit}
                payload = pack("EVENT", **head, left=1, no=drawn, **card)
            else:
                payload = pack("EVENT", **head, left=0, no=0, event="NONE")
            _write(stream, asked_us + 2_000, Frame(1, 0x30, 0x82, seq, 7, payload), "R")


def _write(stream: Any, at_us: int, frame: Frame, direction: str) -> None:
    stream.write(f"({at_us // 10**6:010d}.{at_us % 10**6:06d}) shoe0 {encode(frame, _KEY).hex()} {direction}\n")


def _cpu_seconds_of_the_command(path: Path) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-m", "hardware_sims", "decode", path], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user - before.children_user


def _cpu_seconds_of_rich(path: Path) -> float:
    with path.open(encoding="ascii") as lines, Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        console = Console(file=nowhere, soft_wrap=True, highlight=False, markup=False, emoji=False)
        begin = time.process_time()
        for row in decoded(CaptureReader(lines, str(path))):
            console.print(table_line(row, 10_000))
        return time.process_time() - begin


def bench(frames: int = FRAMES) -> dict[str, Any]:
    """Seconds of one core, start of the command included on our side."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "capture.log"
        write_capture(path, frames)
        ours = min(_cpu_seconds_of_the_command(path) for _ in range(3))
        rich = _cpu_seconds_of_rich(path)
    return {"frames": frames, "decode_seconds": ours, "rich_seconds": rich, "ratio": rich / ours}
