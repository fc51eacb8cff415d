"""Kill a dealing table at random moments, again and again, and look whether it comes back to what it had acknowledged.

python -m tests.tools.kills.process_kill FOLDER KILLS SEED

A child deals on a real journal and says after every touch which entry and which state are on the screen. It is killed
at once. Then the journal is opened again: nothing acknowledged may be missing, and the state must be the fold of
what is committed, by way of the last snapshot and from the beginning alike. The last line is one JSON object.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import traceback
from pathlib import Path
from random import Random

from dealer_console.journal import Journal
from dealer_console.table.session.recovery import restore
from dealer_console.table.session.table_session import TableSession
from dealer_console.table.state.table_state import TableState
from tests.rigs.opening import open_table, setup_of, table_of
from tests.tools.kills.hand_dealer import HandDealer

KEY = bytes(range(32))
KILLS_PER_JOURNAL = 10
RULES = ("massachusetts-switch", "catfish-bend-blackjack", "south-dakota-switch", "washington-switch-v4")


def deal(path: Path, rules: str, seed: int, told: int) -> None:
    """The child: deals until it is killed, and acknowledges on the pipe what is durable and shown."""
    with Journal.open(path, KEY) as journal:
        table = table_of(rules)
        session = TableSession(journal, {}, clock_ms=lambda: journal.seq, setup=setup_of(table))
        dealer = HandDealer(session, table, Random(seed))
        while session.stopped is None:
            dealer.step()
            os.write(told, f"{session.state.seq} {session.state.hash()}\n".encode())


def kill_once(path: Path, rules: str, dice: Random) -> list[str]:
    """Starts a child, kills it after a moment, and returns what is wrong afterwards."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            deal(path, rules, dice.randrange(1 << 30), write)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(write)
    said = _listen(read, dice.uniform(0.02, 0.35))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    said += _rest(read)
    os.close(read)
    return _wrong(path, said)


def _listen(pipe: int, seconds: float) -> bytes:
    """At least one acknowledgement, then so many seconds."""
    said = os.read(pipe, 65536)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            said += os.read(pipe, 65536)
    return said


def _rest(pipe: int) -> bytes:
    said = b""
    while piece := os.read(pipe, 65536):
        said += piece
    return said


def _wrong(path: Path, said: bytes) -> list[str]:
    lines = said[: said.rfind(b"\n") + 1].decode().splitlines()
    if not lines:
        return ["the table said nothing at all"]
    seq, _, state_hash = lines[-1].partition(" ")
    found: list[str] = []
    with Journal.open(path, KEY) as journal:
        if journal.seq < int(seq):
            found.append(f"entry {seq} was acknowledged, the journal ends at {journal.seq}")
        state, acknowledged = TableState(), ""
        for entry in journal.entries():
            state.fold(entry)
            if entry.seq == int(seq):
                acknowledged = state.hash()
        if acknowledged != state_hash:
            found.append(f"the state after entry {seq} is not the acknowledged one")
        if restore(journal).hash() != state.hash():
            found.append("the snapshot leads to another state than the whole journal")
    return found


def kill_often(folder: Path, kills: int, seed: int) -> dict[str, object]:
    dice = Random(seed)
    wrong: list[str] = []
    entries = 0
    for number in range(kills):
        path = folder / f"killed{number // KILLS_PER_JOURNAL}.journal"
        rules = RULES[number // KILLS_PER_JOURNAL % len(RULES)]
        if not path.exists():
            with Journal.create(path, table="T1", signing_key=KEY) as journal:
                open_table(journal, table_of(rules))
        wrong += [f"kill {number + 1}: {outcome}" for outcome in kill_once(path, rules, dice)]
        with Journal.open(path, KEY) as journal:
            entries = max(entries, journal.seq)
    return {"kills": kills, "wrong": wrong, "longest": entries}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(kill_often(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))) + "\n")
