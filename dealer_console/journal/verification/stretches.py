"""Sharing a long journal among several walks: where can one begin, and what must it know?"""

from __future__ import annotations

import gc
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
    last = int(connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0])
    starts = [Start()]
    if length is None:
        length = max(SHORTEST, min(LONGEST, last // (4 * processors())))
    while (wanted := starts[-1].seq + length) + length // 2 <= last:
        start = _start_behind(connection, wanted)
        if start is None:
            break
        starts.append(start)
    ends = [start.seq for start in starts[1:]]
    return [
        Stretch(path=path, log=log, keys=keys, start=start, upto=upto)
        for start, upto in zip(starts, [*ends, None], strict=True)
    ]


def _start_behind(connection: sqlite3.Connection, wanted: int) -> Start | None:
    """The next fresh shoe that stands between two rounds."""
    query = "SELECT seq FROM entries WHERE kind = 'shoe' AND seq > ? ORDER BY seq"
    for (seq,) in connection.execute(query, (wanted,)):
        opened = _before(connection, "round-opened", seq)
        configuration = _before(connection, "configuration", seq)
        if configuration is None or (opened is not None and not _is_closed(connection, opened[0], seq)):
            continue
        points = connection.execute("SELECT coalesce(max(number), 0) FROM checkpoints WHERE seq < ?", (seq,))
        previous = connection.execute("SELECT hash FROM entries WHERE seq = ?", (seq - 1,)).fetchone()
        if previous is None:
            return None
        return Start(
            seq=seq - 1,
            hash=previous[0],
            checkpoints=points.fetchone()[0],
            round=opened[2] if opened is not None and isinstance(opened[2], int) else 0,
            configuration=configuration[1],
        )
    return None


def _before(connection: sqlite3.Connection, kind: str, seq: int) -> tuple[int, str, int] | None:
    # A walk before this place names an entry that is no JSON; here it must only not be in the way.
    number = "CASE WHEN json_valid(data) THEN json_extract(data, '$.round') END"
    query = f"SELECT seq, data, {number} FROM entries WHERE kind = '{kind}' AND seq < ?"  # noqa: S608
    row: tuple[int, str, int] | None = connection.execute(f"{query} ORDER BY seq DESC LIMIT 1", (seq,)).fetchone()
    return row


def _is_closed(connection: sqlite3.Connection, opened: int, before: int) -> bool:
    query = "SELECT 1 FROM entries WHERE seq > ? AND seq < ? AND kind = 'round-closed' LIMIT 1"
    return connection.execute(query, (opened, before)).fetchone() is not None


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
