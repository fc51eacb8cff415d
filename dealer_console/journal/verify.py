"""Verification: is this file, entry by entry, what the table wrote, and do its rounds pay what they should?

In one pass: numbers, hashes, kinds and their fields, checkpoints with their signatures, every round dealt again; then
the head outside the file. The first thing that does not fit is named, with its place.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from dealer_console.journal import checkpoints, kinds, reading
from dealer_console.journal.canonical import Json, canonical, why_not_json
from dealer_console.journal.checkpoints import Checkpoint, is_genuine, read_head
from dealer_console.journal.entry import NO_HASH, Row
from dealer_console.journal.errors import JournalDamaged
from dealer_console.journal.folding import DoesNotFit, Fold
from dealer_console.journal.settlements import MADE, WITHDRAWN

Progress = Callable[[int, int], None]

_MOVES_KEPT: Final = 5000
_NAMES_KEPT: Final = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The first thing that does not fit. `entry` or `checkpoint` is its place; neither: the file as a whole."""

    what: str
    entry: int | None = None
    checkpoint: int | None = None

    def __str__(self) -> str:
        if self.entry is not None:
            return f"entry {self.entry}: {self.what}"
        return f"checkpoint {self.checkpoint}: {self.what}" if self.checkpoint is not None else self.what


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
    path = Path(path)
    with reading.read_only(path) as connection:
        walk = _Walk(public_key, checkpoints.head_path(path, head_folder))
        problem: Problem | None = None
        try:
            walk.through(connection, progress)
        except _Found as found:
            problem = found.problem
        except sqlite3.DatabaseError as error:
            problem = Problem(entry=walk.seq + 1, what=f"the file cannot be read from here on: {error}")
    return walk.report(path, problem)


class _Found(Exception):
    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class _Walk:
    """One pass over the file."""

    def __init__(self, public_key: bytes | None, head_path: Path) -> None:
        self.seq = 0
        self.hash = NO_HASH
        self.log: str | None = None
        self.table: str | None = None
        self.key_was_given = public_key is not None
        self.public_key = public_key
        self.points = 0
        self.signed_up_to = 0
        self.fold = Fold()
        self._head_path = head_path
        self._texts = _Texts()
        self._moves: dict[str, str] = {}  # the data of a move entry, once judged, and the notation in it
        self._points: Iterator[Checkpoint] = iter(())
        self._next_point: Checkpoint | None = None
        self._device_numbers: dict[str, int] = {}
        self._repeats_possible = False

    def report(self, path: Path, problem: Problem | None) -> VerifyReport:
        return VerifyReport(
            path=path,
            log=self.log,
            table=self.table,
            public_key=self.public_key.hex() if self.public_key else None,
            key_was_given=self.key_was_given,
            entries=self.seq,
            checkpoints=self.points,
            signed_up_to=self.signed_up_to,
            rounds=self.fold.rounds,
            settlements=self.fold.settlements,
            head=self.hash,
            problem=problem,
        )

    def through(self, connection: sqlite3.Connection, progress: Progress | None) -> None:
        total = int(connection.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0])
        self._points = reading.checkpoint_rows(connection)
        self._next_point = next(self._points, None)
        if progress is not None:
            progress(0, total)
        for rows in reading.row_batches(connection):
            self._batch(rows)
            if progress is not None:
                progress(self.seq, total)
        if self.seq == 0:
            raise _Found(Problem(entry=1, what="the journal has no beginning: all entries are gone"))
        if self._next_point is not None:
            raise _Found(self._beyond(self._next_point))
        try:
            self.fold.end()
        except DoesNotFit as error:
            raise _Found(Problem(entry=self.seq, what=f"the journal ends, and behind it: {error}")) from None
        self._compare_head(connection)
        self._no_repeats(connection)
        if gone := reading.missing_guards(connection):
            raise _Found(Problem(what=f"the database no longer refuses changes: {', '.join(gone)} was taken out"))

    def _batch(self, rows: list[Row]) -> None:
        """The inner loop of a million entries: the hashed text is built in place, names and moves are looked up."""
        seq, previous, log, texts, moves = self.seq, self.hash, self.log, self._texts, self._moves
        fold_move, point = self.fold.move, self._next_point
        for number, kind, version, at_ms, who, serial, event, data, hash_ in rows:
            seq += 1
            if number != seq:
                raise _Found(Problem(entry=seq, what=_gap(number, seq)))
            if log is None:
                log = self._begin(kind, data)
            try:
                device = "null" if serial is None and event is None else f"[{texts[serial]},{event}]"
                text = (
                    f'{{"at":{at_ms},"data":{data},"device":{device},"kind":{texts[kind]},"log":"{log}",'
                    f'"previous":"{previous}","seq":{seq},"version":{version},"who":{texts[who]}}}'
                )
                fits = sha256(text.encode()).hexdigest() == hash_
            except (TypeError, UnicodeEncodeError):
                fits = False
            if not fits:
                raise _Found(Problem(entry=seq, what=f"the {kind} is not what was written here: its hash does not fit"))
            previous = hash_
            self.seq, self.hash = seq, previous
            if serial is not None and event is not None:
                self._device_event(serial, event)
            try:
                move = moves.get(data) if kind == "move" and version == 1 else None
                if move is not None:
                    fold_move(seq, move)
                else:
                    self._judge(seq, kind, version, data)
            except DoesNotFit as error:
                raise _Found(Problem(entry=seq, what=str(error))) from None
            if point is not None and point.seq <= seq:
                point = self._pass_checkpoints()

    def _begin(self, kind: str, data: str) -> str:
        """Who wrote this journal, and with which key, stands in its first entry."""
        try:
            said = json.loads(data) if kind == "genesis" else {}
            log, table, public = said["log"], said["table"], bytes.fromhex(said["public_key"])
        except (ValueError, KeyError, TypeError):
            raise _Found(Problem(entry=1, what="it is no genesis entry: the beginning is gone")) from None
        self.log, self.table = str(log), str(table)
        if self.public_key is not None and self.public_key != public:
            raise _Found(Problem(entry=1, what=f"the journal names another key than the given one: {public.hex()}"))
        self.public_key = public
        return self.log

    def _judge(self, seq: int, kind: str, version: int, data: str) -> None:
        if kind in (MADE, WITHDRAWN) and version == 1:
            self.fold.settlement(kind, data)
            return
        try:
            value: Json = json.loads(data)
        except (ValueError, RecursionError):
            raise DoesNotFit("its data is no JSON") from None
        if not isinstance(value, dict) or why_not_json(value) is not None or canonical(value) != data:
            raise DoesNotFit("its data is not in the canonical form")
        fault = kinds.why_not(kind, version, value)
        if fault is not None:
            raise DoesNotFit(fault)
        if kind == "genesis" and seq != 1:
            raise DoesNotFit("a journal begins only once")
        if kind == "move":
            move = str(value["move"])
            if len(self._moves) < _MOVES_KEPT:
                self._moves[data] = move
            self.fold.move(seq, move)
        else:
            self.fold.other(seq, kind, value)

    # --- checkpoints and the head outside -----------------------------------------------------------------------------

    def _pass_checkpoints(self) -> Checkpoint | None:
        """Every checkpoint that signs the present entry. Gives the next one."""
        while (point := self._next_point) is not None and point.seq <= self.seq:
            self.points += 1
            if point.number != self.points:
                raise _Found(Problem(checkpoint=self.points, what=_gap(point.number, self.points)))
            if point.seq != self.seq or point.hash != self.hash:
                raise _Found(Problem(checkpoint=point.number, what=f"it does not fit entry {point.seq}"))
            self._must_be_genuine(point, Problem(checkpoint=point.number, what="its signature does not fit"))
            self.signed_up_to = point.seq
            self._next_point = next(self._points, None)
        return self._next_point

    def _must_be_genuine(self, point: Checkpoint, otherwise: Problem) -> None:
        if self.log is None or self.public_key is None or not is_genuine(point, self.log, self.public_key):
            raise _Found(otherwise)

    def _beyond(self, point: Checkpoint) -> Problem:
        return Problem(
            entry=self.seq + 1,
            what=f"it is missing: the journal ends here, but checkpoint {point.number} signs entry {point.seq}",
        )

    def _compare_head(self, connection: sqlite3.Connection) -> None:
        try:
            found = read_head(self._head_path)
        except JournalDamaged as error:
            raise _Found(Problem(what=str(error))) from None
        if found is None:
            if self.points:
                raise _Found(Problem(what=f"the head outside the file is missing: {self._head_path}"))
            return
        log, head = found
        if log != self.log:
            raise _Found(Problem(what=f"{self._head_path} is the head of another journal"))
        self._must_be_genuine(head, Problem(what=f"the signature of {self._head_path} does not fit"))
        if head.seq > self.seq:
            what = f"it is missing: the journal ends here, but the head outside says that entry {head.seq} was written"
            raise _Found(Problem(entry=self.seq + 1, what=what))
        if head.number > self.points:
            what = f"it is missing: the head outside says that checkpoint {head.number} was made"
            raise _Found(Problem(checkpoint=self.points + 1, what=what))
        row = connection.execute("SELECT hash FROM checkpoints WHERE number = ?", (head.number,)).fetchone()
        if row is None or row[0] != head.hash:
            raise _Found(Problem(checkpoint=head.number, what="the head outside the file says another hash"))

    # --- device events ------------------------------------------------------------------------------------------------

    def _device_event(self, serial: str, number: int) -> None:
        """Devices count upwards; only a number that does not makes a look at all of them necessary."""
        if number <= self._device_numbers.get(serial, -1):
            self._repeats_possible = True
        else:
            self._device_numbers[serial] = number

    def _no_repeats(self, connection: sqlite3.Connection) -> None:
        if not self._repeats_possible:
            return
        row = connection.execute(
            "SELECT max(seq), serial, number FROM entries NOT INDEXED WHERE serial IS NOT NULL "
            "GROUP BY serial, number HAVING count(*) > 1 ORDER BY 1 LIMIT 1"
        ).fetchone()
        if row is not None:
            raise _Found(Problem(entry=row[0], what=f"event {row[2]} of device {row[1]} is recorded twice"))


def _gap(found: object, wanted: int) -> str:
    return f"it is missing: number {found} stands in its place" if found != wanted else "it stands twice"


class _Texts(dict[object, str]):
    """Names as JSON text, each made once."""

    def __missing__(self, name: object) -> str:
        text = canonical(name)  # type: ignore[arg-type]
        if len(self) < _NAMES_KEPT:
            self[name] = text
        return text
