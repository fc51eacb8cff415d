"""Sharing a long journal among several walks: where can one begin, and what must it know?"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.walk import Start, Walk, Walked

SHORTEST: Final = 8_000  # entries; below that a second process costs more than it saves
LONGEST: Final = 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A part of a journal, as a walk in another process gets it."""

    path: Path
    log: str
    keys: SigningKeys
    start: Start
    upto: int | None


def stretches(
    connection: sqlite3.Connection, path: Path, log: str, keys: SigningKeys, *, length: int | None = None
) -> list[Stretch]:
    """One after the other, over the whole journal, each but the last at least `length` entries long."""
    last = reader.last_seq(connection)
    starts = [Start()]
    if length is None:
        length = max(SHORTEST, min(LONGEST, last // (4 * processors())))
    while (earliest := starts[-1].seq + length) + length // 2 <= last:
        start = _start_after(connection, earliest)
        if start is None:
            break
        starts.append(start)
    ends = [start.seq for start in starts[1:]]
    return [
        Stretch(path=path, log=log, keys=keys, start=start, upto=upto)
        for start, upto in zip(starts, [*ends, None], strict=True)
    ]


def _start_after(connection: sqlite3.Connection, earliest: int) -> Start | None:
    """The next fresh shoe that stands between two rounds."""
    for seq in reader.places_of(connection, "shoe", after=earliest):
        opened = reader.last_of(connection, "round-opened", before=seq)
        configuration = reader.last_of(connection, "configuration", before=seq)
        if configuration is None or (opened is not None and not _is_closed(connection, opened.seq, seq)):
            continue
        points = connection.execute("SELECT coalesce(max(number), 0) FROM checkpoints WHERE seq < ?", (seq,))
        previous = reader.hash_at(connection, seq - 1)
        if previous is None:
            return None
        return Start(
            seq=seq - 1,
            hash=previous,
            checkpoints=points.fetchone()[0],
            round=0 if opened is None else round_number(opened.data),
            configuration=configuration.data,
        )
    return None


def round_number(data: str) -> int:
    """Of a round that was opened. A walk before this place names an entry that says none; here it is not in the way."""
    try:
        number = json.loads(data)["round"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return 0
    return number if type(number) is int else 0


def _is_closed(connection: sqlite3.Connection, opened: int, before: int) -> bool:
    return bool(reader.places_of(connection, "round-closed", after=opened, before=before))


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def walk(stretch: Stretch) -> Walked:
    with reader.read_only(stretch.path) as connection:
        return Walk(stretch.log, stretch.keys, stretch.start).through(connection, stretch.upto)


def walk_all(parts: list[Stretch], walk: Callable[[Stretch], Walked] = walk) -> Iterator[Walked]:
    """Their results in order, ending with the first that has a problem."""
    # A forked child begins at once; with other threads about it would inherit their locks, so it is started afresh.
    method = "fork" if threading.active_count() == 1 and hasattr(os, "fork") else "spawn"
    context = multiprocessing.get_context(method)
    # What the parent holds is no garbage in its children.
    pool = ProcessPoolExecutor(processors(), mp_context=context, initializer=gc.freeze)
    try:
        waiting: list[Future[Walked]] = [pool.submit(walk, part) for part in parts]
        for part, future in zip(parts, waiting, strict=True):
            try:
                walked = future.result()
            except BrokenProcessPool:
                walked = walk(part)
            yield walked
            if walked.problem is not None:
                return
    finally:
        pool.shutdown(cancel_futures=True)
