"""Verification: is this file, entry by entry, what the table wrote, and do its rounds pay what they should?

The first thing that does not fit is named, with its place. Long journals are shared among the processors.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from dealer_console.game.message import Message
from dealer_console.journal import checkpoints
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.configuration import table_rules
from dealer_console.journal.entries import read
from dealer_console.journal.entries.journal_own import ConfigurationSet
from dealer_console.journal.entry import NO_HASH
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage import reader
from dealer_console.journal.verification.stretches import Stretch, stretches, walk, walk_all
from dealer_console.journal.verification.walk import Problem, ProblemFound, Start, Walk, Walked

Progress = Callable[[int, int], None]
Beside = Callable[[Stretch], Problem | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyReport:
    """How far the journal was verified, and where that ended."""

    path: Path
    log: str | None
    table: str | None
    public_key: str | None  # with which it began
    keys: int  # how many have signed it, one after the other
    key_was_given: bool
    entries: int
    checkpoints: int
    signed_up_to: int  # the entries after this one are chained, and nobody has signed them
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
    copy: bool = False,
    beside: Beside | None = None,
) -> VerifyReport:
    """Raises `JournalRefused` or `JournalDamaged` only when there is no journal to read at all.

    `beside` is asked about each stretch of the journal, in the process that walks it: a module's own function.
    `copy`: it comes from the floor, which holds no signed end; that nothing is missing after it, the floor must show.
    """
    head_path = checkpoints.head_path(Path(path), head_folder)
    return _Verification(Path(path), public_key, progress, head_path, copy=copy, beside=beside).report()


class _Verification:
    def __init__(
        self,
        path: Path,
        public_key: bytes | None,
        progress: Progress | None,
        head_path: Path,
        *,
        copy: bool,
        beside: Beside | None,
    ) -> None:
        self.path = path
        self.beside = beside
        self.copy = copy
        self.head_path = head_path
        self.key_was_given = public_key is not None
        self.public_key = public_key
        self.log: str | None = None
        self.table: str | None = None
        self.keys = SigningKeys((b"",))
        self.ends_signed = False
        self.signed_up_to = 0
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
            keys=len(self.keys.keys),
            key_was_given=self.key_was_given,
            entries=last.seq if last else 0,
            checkpoints=last.checkpoints if last else 0,
            signed_up_to=max((walked.signed_up_to for walked in self.walks), default=0)
            if problem is not None
            else self.signed_up_to,
            rounds=sum(walked.rounds for walked in self.walks),
            settlements=sum(walked.settlements for walked in self.walks),
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
                self._compare_end(connection)
                self._no_repeats(connection)
                self._compare_device_events(connection)
                self._one_person_for_each_key()
                if strange := reader.foreign_parts(connection):
                    return Problem(what=Message("verify-foreign-parts", parts=tuple(strange)))
                if missing := reader.missing_guards(connection):
                    return Problem(what=Message("verify-guards-gone", guards=tuple(missing)))
        except ProblemFound as ended:
            return ended.problem
        except JournalDamaged as error:
            if not reader.is_marked(self.path):
                raise
            return Problem(what=Message("verify-damaged", reason=error.message))
        return None

    def _walks(self) -> Iterator[Walked]:
        with reader.read_only(self.path) as connection:
            log = self._beginning(connection)
            total, parts = self._parts(connection, log)
            self._tell(0, total)
            if len(parts) <= 1:
                walked = Walk(log, self.keys, Start()).through(connection, None, lambda seq: self._tell(seq, total))
                whole = Stretch(path=self.path, log=log, keys=self.keys, start=Start(), upto=walked.seq)
                yield _looked_beside(self.beside, whole, walked)
                return
        yield from self._shared(parts, total)

    def _parts(self, connection: sqlite3.Connection, log: str) -> tuple[int, list[Stretch]]:
        """How long it is, and how it is shared; of a damaged file nothing, so that one walk finds the place."""
        try:
            total = reader.last_seq(connection)
            return total, stretches(connection, self.path, log, self.keys)
        except sqlite3.DatabaseError:
            return 0, []

    def _shared(self, parts: list[Stretch], total: int) -> Iterator[Walked]:
        _know_rules(parts)
        for walked in walk_all(parts, partial(_walk_beside, self.beside)):
            self._tell(walked.seq, total)
            yield walked

    def _beginning(self, connection: sqlite3.Connection) -> str:
        """Who wrote this journal, and with which key, stands in its first entry."""
        try:
            row = next((rows[0] for rows in reader.row_batches(connection, at_once=1)), None)
        except sqlite3.DatabaseError as error:
            raise ProblemFound(Problem(entry=1, what=Message("verify-unreadable", reason=str(error)))) from None
        if row is None:
            raise ProblemFound(Problem(entry=1, what=Message("verify-all-gone")))
        try:
            genesis = json.loads(row[7]) if row[:2] == (1, "genesis") else {}
            log, table, public = str(genesis["log"]), str(genesis["table"]), bytes.fromhex(genesis["public_key"])
        except (ValueError, KeyError, TypeError, RecursionError):
            raise ProblemFound(Problem(entry=1, what=Message("verify-beginning-gone"))) from None
        if self.public_key is not None and self.public_key != public:
            raise ProblemFound(Problem(entry=1, what=Message("verify-another-key", key=public.hex())))
        self.log, self.table, self.public_key = log, table, public
        self.keys, self.ends_signed = self._keys(connection, public), genesis.get("ends_signed") is True
        return log

    def _keys(self, connection: sqlite3.Connection, public: bytes) -> SigningKeys:
        try:
            return reader.signing_keys(connection, public)
        except sqlite3.DatabaseError:  # the walk names the place
            return SigningKeys((public,))

    def _head(self) -> tuple[str, Checkpoint] | Problem:
        try:
            head = checkpoints.read_head(self.head_path)
        except JournalDamaged as error:
            return Problem(what=Message("verify-damaged", reason=error.message))
        return head or Problem(what=Message("verify-head-missing", head=str(self.head_path)))

    def _compare_head(self, connection: sqlite3.Connection, outside: tuple[str, Checkpoint] | Problem) -> None:
        if isinstance(outside, Problem):
            raise ProblemFound(outside)
        seq, points = self.walks[-1].seq, self.walks[-1].checkpoints
        log, head = outside
        if log != self.log or self.public_key is None or not checkpoints.is_genuine(head, log, self.keys.at(head.seq)):
            raise ProblemFound(Problem(what=Message("verify-head-changed", head=str(self.head_path))))
        if head.seq > seq:
            what = Message("verify-missing-by-head", entry=head.seq)
            raise ProblemFound(Problem(entry=seq + 1, what=what))
        if head.number > points:
            what = Message("verify-missing-point", checkpoint=head.number)
            raise ProblemFound(Problem(checkpoint=points + 1, what=what))
        row = connection.execute("SELECT hash FROM checkpoints WHERE number = ?", (head.number,)).fetchone()
        if row is None or row[0] != head.hash:
            raise ProblemFound(Problem(checkpoint=head.number, what=Message("verify-head-hash")))

    def _compare_end(self, connection: sqlite3.Connection) -> None:
        """The file ends where it was signed to end. The table may have gone on since the walk."""
        walked, end = self.walks[-1], reader.signed_end(connection)
        self.signed_up_to = max(walked.signed_up_to for walked in self.walks)
        if end is None:
            if self.ends_signed and not self.copy:
                what = Message("verify-end-unsigned")
                raise ProblemFound(Problem(entry=walked.seq + 1, what=what))
            return
        signed = type(end.seq) is int and self.log is not None
        if not signed or not any(
            checkpoints.is_genuine_end(end, self.log or "", key) for key in self.keys.at_end(end.seq)
        ):
            raise ProblemFound(Problem(what=Message("verify-end-key")))
        stands = reader.hash_at(connection, end.seq)
        if stands is None:
            what = Message("verify-missing-end", entry=end.seq)
            raise ProblemFound(Problem(entry=walked.seq + 1, what=what))
        if stands != end.hash:
            raise ProblemFound(Problem(entry=end.seq, what=Message("verify-not-signed-end")))
        self.signed_up_to = max(self.signed_up_to, min(end.seq, walked.seq))

    def _compare_device_events(self, connection: sqlite3.Connection) -> None:
        """The list by which an event is found to be recorded already has as many as the entries."""
        counted: Counter[str] = Counter()
        for walked in self.walks:
            counted.update({serial: count for serial, (_, _, count) in walked.devices.items()})
        listed = reader.device_events(connection, self.walks[-1].seq)
        for serial in sorted(counted.keys() | listed.keys()):
            if counted[serial] != listed.get(serial, 0):
                raise ProblemFound(Problem(what=Message("verify-index-differs", device=serial)))

    def _no_repeats(self, connection: sqlite3.Connection) -> None:
        if _devices_count_upwards(self.walks):
            return
        seen = set()
        for seq, *_, serial, number, _, _ in chain.from_iterable(reader.row_batches(connection)):
            if serial is not None and (serial, number) in seen:
                raise ProblemFound(
                    Problem(entry=seq, what=Message("verify-event-twice", number=int(number or 0), device=serial))
                )
            seen.add((serial, number))

    def _one_person_for_each_key(self) -> None:
        """Through all walks: nobody rules in two names with one key."""
        persons: dict[str, str] = {}
        for walked in self.walks:
            for signer, seq in walked.signers.items():
                if (person := persons.setdefault(signer.key, signer.person)) != signer.person:
                    what = Message("verify-key-of-another", person=person, other=signer.person)
                    raise ProblemFound(Problem(entry=seq, what=what))


def _walk_beside(beside: Beside | None, stretch: Stretch) -> Walked:
    return _looked_beside(beside, stretch, walk(stretch))


def _looked_beside(beside: Beside | None, stretch: Stretch, walked: Walked) -> Walked:
    if beside is None or walked.problem is not None:
        return walked
    return replace(walked, problem=beside(stretch))


def _devices_count_upwards(walks: list[Walked]) -> bool:
    """Through all walks; where this is so, no event can stand twice."""
    last: dict[str, int] = {}
    for walked in walks:
        for serial, (first, latest, _) in walked.devices.items():
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
