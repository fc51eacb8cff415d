"""Verification: is this file, entry by entry, what the table wrote, and do its rounds pay what they should?

The first thing that does not fit is named, with its place. Long journals are shared among the processors.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from dealer_console.journal import checkpoints
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.stretches import Stretch, garbage_can_wait, stretches, walk_all
from dealer_console.journal.verification.walk import Found, Problem, Start, Walk, Walked

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """How far the journal was verified, and where that ended."""

    path: Path
    log: str | None
    table: str | None
    public_key: str | None
    key_was_given: bool
    entries: int
    checkpoints: int
    signed_up_to: int  # entries behind this one are chained, but no checkpoint covers them yet
    rounds: int
    settlements: int
    head: str
    problem: Problem | None

    @property
    def ok(self) -> bool:
        return self.problem is None


def verify(
    path: Path,
    public_key: bytes | None = None,
    progress: Progress | None = None,
    *,
    head_folder: Path | None = None,
) -> VerifyReport:
    """Raises `JournalRefused` or `JournalDamaged` only when there is no journal to read at all."""
    return _Verification(Path(path), public_key, progress, checkpoints.head_path(Path(path), head_folder)).report()


class _Verification:
    def __init__(self, path: Path, public_key: bytes | None, progress: Progress | None, head_path: Path) -> None:
        self.path = path
        self.head_path = head_path
        self.key_was_given = public_key is not None
        self.public_key = public_key
        self.log: str | None = None
        self.table: str | None = None
        self.walks: list[Walked] = []
        self._tell = progress or (lambda _done, _total: None)

    def report(self) -> VerifyReport:
        problem = self._problem()
        last = self.walks[-1] if self.walks else None
        return VerifyReport(
            path=self.path,
            log=self.log,
            table=self.table,
            public_key=self.public_key.hex() if self.public_key else None,
            key_was_given=self.key_was_given,
            entries=last.seq if last else 0,
            checkpoints=last.checkpoints if last else 0,
            signed_up_to=max((each.signed_up_to for each in self.walks), default=0),
            rounds=sum(each.rounds for each in self.walks),
            settlements=sum(each.settlements for each in self.walks),
            head=last.hash if last else NO_HASH,
            problem=problem,
        )

    def _problem(self) -> Problem | None:
        # Read first: while the table goes on dealing, the file may get ahead of this head, never the head of the file.
        head = self._head()
        try:
            for walked in self._walks():
                self.walks.append(walked)
                if walked.problem is not None:
                    return walked.problem
            with reader.read_only(self.path) as connection:
                self._compare_head(connection, head)
                self._no_repeats(connection)
                if gone := reader.missing_guards(connection):
                    return Problem(
                        what=f"the database no longer refuses changes: {', '.join(gone)} was taken out or exchanged"
                    )
        except Found as found:
            return found.problem
        except JournalDamaged as error:
            if not reader.is_marked(self.path):
                raise
            return Problem(what=str(error))
        return None

    def _walks(self) -> Iterator[Walked]:
        with reader.read_only(self.path) as connection:
            log, public_key = self._beginning(connection)
            total, parts = self._parts(connection, log, public_key)
            self._tell(0, total)
            if len(parts) <= 1:
                with garbage_can_wait():
                    walked = Walk(log, public_key, Start()).through(
                        connection, None, lambda seq: self._tell(seq, total)
                    )
                yield walked
                return
        yield from self._shared(parts, total)

    def _parts(self, connection: sqlite3.Connection, log: str, public_key: bytes) -> tuple[int, list[Stretch]]:
        """How long it is, and how it is shared; of a damaged file nothing, so that one walk finds the place."""
        try:
            total = int(connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0])
            return total, stretches(connection, self.path, log, public_key)
        except sqlite3.DatabaseError:
            return 0, []

    def _shared(self, parts: list[Stretch], total: int) -> Iterator[Walked]:
        _know_rules(parts)
        for walked in walk_all(parts):
            self._tell(walked.seq, total)
            yield walked

    def _beginning(self, connection: sqlite3.Connection) -> tuple[str, bytes]:
        """Who wrote this journal, and with which key, stands in its first entry."""
        row = connection.execute("SELECT seq, kind, data FROM entries ORDER BY seq LIMIT 1").fetchone()
        if row is None:
            raise Found(Problem(entry=1, what="the journal has no beginning: all entries are gone"))
        try:
            said = json.loads(row[2]) if row[:2] == (1, "genesis") else {}
            log, table, public = str(said["log"]), str(said["table"]), bytes.fromhex(said["public_key"])
        except (ValueError, KeyError, TypeError):
            raise Found(Problem(entry=1, what="it is no genesis entry: the beginning is gone")) from None
        if self.public_key is not None and self.public_key != public:
            raise Found(Problem(entry=1, what=f"the journal names another key than the given one: {public.hex()}"))
        self.log, self.table, self.public_key = log, table, public
        return log, public

    def _head(self) -> tuple[str, Checkpoint] | Problem:
        try:
            found = checkpoints.read_head(self.head_path)
        except JournalDamaged as error:
            return Problem(what=str(error))
        return found or Problem(what=f"the head outside the file is missing: {self.head_path}")

    def _compare_head(self, connection: sqlite3.Connection, found: tuple[str, Checkpoint] | Problem) -> None:
        if isinstance(found, Problem):
            raise Found(found)
        seq, points = self.walks[-1].seq, self.walks[-1].checkpoints
        log, head = found
        if log != self.log or self.public_key is None or not checkpoints.is_genuine(head, log, self.public_key):
            raise Found(Problem(what=f"{self.head_path} is the head of another journal, or was changed"))
        if head.seq > seq:
            what = f"it is missing: the journal ends here, but the head outside says that entry {head.seq} was written"
            raise Found(Problem(entry=seq + 1, what=what))
        if head.number > points:
            what = f"it is missing: the head outside says that checkpoint {head.number} was made"
            raise Found(Problem(checkpoint=points + 1, what=what))
        row = connection.execute("SELECT hash FROM checkpoints WHERE number = ?", (head.number,)).fetchone()
        if row is None or row[0] != head.hash:
            raise Found(Problem(checkpoint=head.number, what="the head outside the file says another hash"))

    def _no_repeats(self, connection: sqlite3.Connection) -> None:
        if _devices_count_upwards(self.walks):
            return
        row = connection.execute(
            "SELECT max(seq), serial, number FROM entries NOT INDEXED WHERE serial IS NOT NULL "
            "GROUP BY serial, number HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        ).fetchone()
        if row is not None:
            raise Found(Problem(entry=row[0], what=f"event {row[2]} of device {row[1]} is recorded twice"))


def _devices_count_upwards(walks: list[Walked]) -> bool:
    """Through all walks; where this is so, no event can stand twice."""
    last: dict[str, int] = {}
    for walked in walks:
        for serial, (first, latest) in walked.devices.items():
            if not walked.devices_count_upwards or first <= last.get(serial, -1):
                return False
            last[serial] = latest
    return True


def _know_rules(parts: list[Stretch]) -> None:
    """Rule sets are read once, here; the walks that are forked from this process know them already."""
    for text in {part.start.configuration for part in parts if part.start.configuration is not None}:
        try:
            table_rules(read(ConfigurationSet, json.loads(text)))
        except (JournalDamaged, LookupError, TypeError, ValueError, AttributeError):
            return  # the walk that meets it says so, with its place
