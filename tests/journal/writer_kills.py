"""Kill a writing process at random moments, again and again, and look at what it left.

python -m tests.journal.writer_kills FOLDER KILLS SEED

A program of its own, without threads, so that each victim is a plain fork of it: a kill takes milliseconds.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random

from dealer_console.journal import Draft, Journal
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED


def write_until_killed(path: Path, event: int, told: int, dice: Random) -> None:
    """Says the number, hash and last device event of every append, after it returned."""
    with Journal.open(path, SEED) as journal:
        os.write(told, b"open\n")
        while True:
            size = dice.choice((1, 1, 1, 2, 7))
            drafts = [
                Draft(kind="device-event", data={"event": "card", "text": "x" * dice.randrange(900)}, device=("S1", n))
                for n in range(event, event + size)
            ]
            last = journal.append(drafts, at_ms=event)[-1]
            event += size
            os.write(told, f"{last.seq} {last.hash} {event - 1}\n".encode())
            if dice.random() < 0.2:
                journal.checkpoint(event)


def kill_one(path: Path, event: int, dice: Random) -> list[str]:
    """What the victim said in whole lines."""
    hears, tells = os.pipe()
    victim = os.fork()
    if victim == 0:
        try:
            write_until_killed(path, event, tells, dice)
        finally:
            os._exit(3)
    os.close(tells)
    said = b""
    appends = dice.randrange(6)  # of them the victim has returned from so many at least, however busy the device is
    while said.count(b"\n") <= appends and (more := os.read(hears, 65536)):
        said += more
    time.sleep(dice.random() * 0.01)
    os.kill(victim, signal.SIGKILL)
    _, status = os.waitpid(victim, 0)
    with os.fdopen(hears, "rb") as stream:
        lines = (said + stream.read()).decode()
    if os.waitstatus_to_exitcode(status) != -signal.SIGKILL:
        raise AssertionError(f"the victim ended by itself: {status}, it said {lines!r}")
    return lines[: lines.rfind("\n") + 1].splitlines()


def compare(path: Path, said: list[str]) -> int:
    """Everything the victim counted on is there. Gives the last device event."""
    with Journal.open(path, SEED) as journal:
        last_event = journal.last_device_event("S1") or 0
        for line in said[1:]:
            seq, hash_, event = line.split()
            entry = next(journal.entries(after=int(seq) - 1))
            if entry.hash != hash_ or int(event) > last_event:
                raise AssertionError(f"acknowledged and lost: {line}")
    return last_event


def main(folder: Path, kills: int, seed: int) -> None:
    path = folder / "a.journal"
    Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG).close()
    dice, last_event, acknowledged = Random(seed), 0, 0
    for _ in range(kills):
        said = kill_one(path, last_event + 1, dice)
        acknowledged += max(0, len(said) - 1)
        last_event = compare(path, said)
        report = verify(path)
        # Entry 1 is the genesis; behind it every event of the device stands exactly once.
        if report.problem is not None or report.entries != last_event + 1:
            raise AssertionError(f"{report}")
    sys.stdout.write(f"{kills} kills, {acknowledged} appends acknowledged\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
