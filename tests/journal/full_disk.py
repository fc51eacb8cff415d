"""Fill a disk that has room for so many bytes, then give it room again.

python -m tests.journal.full_disk FOLDER BYTES

The system itself refuses to let any file of this process grow beyond the limit, as a full disk does.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

from dealer_console.journal import Draft, Journal, JournalStopped
from dealer_console.journal.verification.verify import verify
from tests.journal.dealt import LOG, NOON, SEED

NOTE = Draft(kind="note", data={"text": "x" * 700})


def limit(size: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


def main(folder: Path, room: int) -> None:
    path = folder / "a.journal"
    refused: list[str] = []
    with Journal.create(path, table="BJS 4", signing_key=SEED, at_ms=NOON, log=LOG) as journal:
        limit(room)
        try:
            while True:
                acknowledged = journal.append([NOTE, NOTE], at_ms=NOON)[-1]
        except JournalStopped as stopped:
            refused.append(str(stopped))
        for again in (lambda: journal.append([NOTE], at_ms=NOON), lambda: journal.checkpoint(NOON)):
            try:
                again()
            except JournalStopped as stopped:
                refused.append(str(stopped))
        state = (journal.seq, journal.head) == (acknowledged.seq, acknowledged.hash)
    limit(resource.RLIM_INFINITY)
    with Journal.open(path, SEED) as journal:
        kept = (journal.seq, journal.head) == (acknowledged.seq, acknowledged.hash)
        journal.append([NOTE], at_ms=NOON)
        journal.checkpoint(NOON)
    report = verify(path)
    told = {
        "refused": refused,
        "state_is_the_acknowledged_one": state,
        "reopened_at_the_acknowledged_one": kept,
        "acknowledged": acknowledged.seq,
        "entries": report.entries,
        "problem": None if report.problem is None else str(report.problem),
    }
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
