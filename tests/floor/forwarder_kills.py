"""Kill a forwarder in the middle of its work, again and again: python -m tests.floor.forwarder_kills URL JOURNAL KILLS

Says after each kill the last entry that the floor had acknowledged to the victim. A program of its own, without
threads, so that each victim is a plain fork of it.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from pathlib import Path
from random import Random

from dealer_console.floor import FloorHealth, Forwarder, Pace
from tests.rigs.floor_rig import TABLE


def forward_until_killed(url: str, journal: Path, told: int) -> None:
    def say(health: FloorHealth) -> None:
        os.write(told, f"{health.acknowledged or 0}\n".encode())

    pace = Pace(look=0.002, pause=0.0005, batch=7)
    Forwarder(journal=journal, url=url, table=TABLE, pace=pace, on_health=say).start()
    threading.Event().wait()


def kill_one(url: str, journal: Path, after: int, dice: Random) -> int:
    hears, tells = os.pipe()
    victim = os.fork()
    if victim == 0:
        try:
            forward_until_killed(url, journal, tells)
        finally:
            os._exit(3)
    os.close(tells)
    said = b""
    while max(_numbers(said), default=0) <= after:
        if not select.select([hears], [], [], 60)[0]:
            raise AssertionError("the victim does nothing")
        said += os.read(hears, 4096)
    time.sleep(dice.random() * 0.03)
    os.kill(victim, signal.SIGKILL)
    os.waitpid(victim, 0)
    with os.fdopen(hears, "rb") as stream:
        said += stream.read()
    return max(_numbers(said))


def _numbers(said: bytes) -> list[int]:
    """Of the whole lines."""
    return [int(line) for line in said.decode().split("\n")[:-1]]


if __name__ == "__main__":
    url, journal, kills = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    dice, last = Random(7), 0
    for _ in range(kills):
        last = kill_one(url, journal, last, dice)
        sys.stdout.write(f"{last}\n")
        sys.stdout.flush()
