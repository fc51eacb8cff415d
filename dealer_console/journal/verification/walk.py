"""One walk over a stretch of a journal: numbers, hashes, kinds and fields, checkpoints, and every round dealt again.

A walk begins at the first entry, or at a later one where nothing of the past is needed but what `Start` holds: between
two rounds, at a fresh shoe. So several walks can share a long journal, and each entry is still compared with the hash
of the one before it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from operator import itemgetter
from typing import Final

from dealer_console.game.message import Message
from dealer_console.game.moves import Move
from dealer_console.journal import entries
from dealer_console.journal.canonical import Json, canonical, why_not_json
from dealer_console.journal.checkpoints import Checkpoint, is_genuine
from dealer_console.journal.entries.rounds import MoveMade
from dealer_console.journal.entries.stand_signatures import Signer, StandEntry, signer_of
from dealer_console.journal.entry import NO_HASH, RawRow
from dealer_console.journal.errors import BadEntry
from dealer_console.journal.settlements import MADE, WITHDRAWN
from dealer_console.journal.signing_keys import SigningKeys
from dealer_console.journal.storage import reader
from dealer_console.journal.storage.pieces import MARKED
from dealer_console.journal.verification.checked_rounds import CheckedRounds, DoesNotFit
from dealer_console.messages import recorded

_NOT_WRITTEN: Final = Message("verify-not-what-was-written")
_SETTLEMENTS: Final = frozenset((MADE, WITHDRAWN))
# What the rounds are dealt again from, beside the settlements and the cards that went back into a shuffler.
_FOLDED: Final = frozenset(
    {
        "configuration",
        "shoe",
        "burn",
        "wagers",
        "round-opened",
        "move",
        "undo",
        "card-corrected",
        "late-call",
        "round-closed",
    }
)
_FROM_STAND: Final = frozenset(("key", "signed_at_ms", "signature"))
_ANSWERS: Final = frozenset(("approval", "declined", "shift", "desk-order"))
_KEPT: Final = 5000  # names and moves that come again and again


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """The first thing that does not fit. `entry` or `checkpoint` is its place; neither: the file as a whole."""

    what: Message
    entry: int | None = None
    checkpoint: int | None = None

    @property
    def message(self) -> Message:
        if self.entry is not None:
            return Message("verify-at-entry", entry=self.entry, what=self.what)
        if self.checkpoint is not None:
            return Message("verify-at-checkpoint", checkpoint=self.checkpoint, what=self.what)
        return self.what

    def __str__(self) -> str:
        return recorded(self.message)


class ProblemFound(Exception):
    """The walk ends here."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """What must be known of everything before the first entry of a stretch."""

    seq: int = 0  # the entry before the stretch
    hash: str = NO_HASH
    checkpoints: int = 0
    round: int = 0
    configuration: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Walked:
    """What a walk found."""

    seq: int
    hash: str
    checkpoints: int
    signed_up_to: int
    rounds: int
    settlements: int
    devices: Mapping[str, tuple[int, int, int]]  # of each device the first and the last number seen, and how many
    devices_count_upwards: bool
    signers: Mapping[Signer, int]  # of rulings from the pit, with the first entry of each
    problem: Problem | None


class Walk:
    """`log` and `keys` are those that the caller has read: whose key signs what is compared here."""

    def __init__(self, log: str, keys: SigningKeys, start: Start) -> None:
        self.log = log
        self.keys = keys
        self.seq = start.seq
        self.hash = start.hash
        self.points = start.checkpoints
        self.signed_up_to = 0
        self.fold = CheckedRounds(after_round=start.round)
        if start.configuration is not None:
            self.fold.take(start.seq, entries.decode("configuration", 1, json.loads(start.configuration)))
        self._texts = _Texts()
        self._moves: dict[str, Move] = {}  # the data of a move entry, once judged, and what it says
        self._points: Iterator[Checkpoint] = iter(())
        self._next_point: Checkpoint | None = None
        self._devices: dict[str, tuple[int, int, int]] = {}
        self._after = start.seq
        self._marks: set[tuple[str, int]] = set()
        self._devices_count_upwards = True
        self._signers: dict[Signer, int] = {}

    def through(
        self, connection: sqlite3.Connection, upto: int | None, report: Callable[[int], None] | None = None
    ) -> Walked:
        """To entry `upto`, or to the end of the journal. `tell` hears how far it is."""
        problem: Problem | None = None
        self._points = reader.checkpoint_rows(connection, after=self.seq, upto=upto)
        try:
            self._next_checkpoint()
            try:
                self._rows(connection, upto, report)
            except sqlite3.DatabaseError:
                # Once more from the last good entry, one at a time, to name the place; bytes that are no text are read.
                connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
                self._rows(connection, upto, report, at_once=1)
            self._end(upto)
            self._compare_marks(connection)
        except ProblemFound as caught:
            problem = caught.problem
        except DoesNotFit as error:
            problem = Problem(entry=self.seq, what=error.message)
        except sqlite3.DatabaseError as error:
            problem = Problem(entry=self.seq + 1, what=Message("verify-unreadable", reason=str(error)))
        return self._walked(problem)

    def _rows(
        self,
        connection: sqlite3.Connection,
        upto: int | None,
        report: Callable[[int], None] | None,
        at_once: int = 2000,
    ) -> None:
        for rows in reader.row_batches(connection, after=self.seq, upto=upto, at_once=at_once):
            self._batch(rows)
            if report is not None:
                report(self.seq)

    def _walked(self, problem: Problem | None) -> Walked:
        return Walked(
            seq=self.seq,
            hash=self.hash,
            checkpoints=self.points,
            signed_up_to=self.signed_up_to,
            rounds=self.fold.rounds,
            settlements=self.fold.settlements,
            devices=self._devices,
            devices_count_upwards=self._devices_count_upwards,
            signers=self._signers,
            problem=problem,
        )

    def _end(self, upto: int | None) -> None:
        if upto is not None and self.seq != upto:
            raise ProblemFound(Problem(entry=self.seq + 1, what=_gap(upto, self.seq + 1)))
        point = self._next_point
        if point is not None:
            what = Message("verify-missing-signed", checkpoint=point.number, entry=point.seq)
            raise ProblemFound(Problem(entry=self.seq + 1, what=what))
        self.fold.end()

    def _compare_marks(self, connection: sqlite3.Connection) -> None:
        """Entries that are looked for are found where they stand, and nothing else is."""
        for kind, seq in sorted(self._marks ^ reader.marks(connection, self._after, self.seq), key=itemgetter(1)):
            if reader.in_pieces(connection, seq):
                raise ProblemFound(Problem(entry=seq, what=Message("verify-index-kind", kind=kind)))

    def _batch(self, rows: list[RawRow]) -> None:
        """The inner loop of a million entries: what is hashed around the data is mostly that of the entry before."""
        seq, previous, moves, point = self.seq, self.hash, self._moves, self._next_point
        fold_move, fold_settlement = self.fold.move, self.fold.settlement
        begin = middle = end = known_kind = ""
        known_version, known_ms, known_who = 0, -1, None  # of the entry before; compared as objects: 1.0 is not 1
        is_move = is_settlement = False
        try:
            for number, kind, version, at_ms, who, serial, event, data, hash_ in rows:
                if number != seq + 1:
                    raise ProblemFound(Problem(entry=seq + 1, what=_gap(number, seq + 1)))
                try:
                    if (
                        at_ms is not known_ms
                        or kind != known_kind
                        or who is not known_who
                        or version is not known_version
                        or event is not None
                        or serial is not None
                    ):
                        begin, middle, end = self._around(kind, version, at_ms, who, serial, event)
                        known_kind, known_version, known_who = kind, version, who
                        known_ms = at_ms if event is None and serial is None else -1
                        is_move, is_settlement = (
                            version == 1 and kind == "move",
                            version == 1 and kind in _SETTLEMENTS,
                        )
                    text = f'{begin}{data}{middle}{previous}","seq":{number}{end}'
                    fits = sha256(text.encode()).hexdigest() == hash_
                except (TypeError, UnicodeEncodeError):  # bytes where a text must be
                    fits = False
                if not fits:
                    raise ProblemFound(Problem(entry=number, what=_NOT_WRITTEN))
                if type(at_ms) is not int:
                    raise ProblemFound(Problem(entry=number, what=Message("verify-time", value=repr(at_ms))))
                seq, previous = number, hash_
                if event is not None:
                    self._device_event(serial, event)
                if is_move and (move := moves.get(data)) is not None:
                    fold_move(seq, move, who)
                elif is_settlement:
                    fold_settlement(kind, data)
                else:
                    self._judge(seq, kind, version, data, who)
                if point is not None and point.seq <= seq:
                    self.seq, self.hash = seq, previous
                    point = self._pass_checkpoints()
        except DoesNotFit as error:
            raise ProblemFound(Problem(entry=seq, what=error.message)) from None
        finally:
            self.seq, self.hash = seq, previous

    def _around(
        self, kind: str, version: int, at_ms: int, who: str | None, serial: str | None, event: int | None
    ) -> tuple[str, str, str]:
        """What is hashed before the data, up to the hash before, and after the number."""
        texts = self._texts
        device = "null" if event is None and serial is None else f"[{texts[serial]},{event}]"
        middle = f',"device":{device},"kind":{texts[kind]},"log":"{self.log}","previous":"'
        return f'{{"at":{at_ms},"data":', middle, f',"version":{version},"who":{texts[who]}}}'

    def _judge(self, seq: int, kind: str, version: int, data: str, who: str | None) -> None:
        if kind in MARKED:
            self._marks.add((kind, seq))
        value = _read(data)
        fault = entries.why_not(kind, version, value)
        if fault is not None:
            raise DoesNotFit(Message("verify-fields", fault=fault))
        if (kind == "genesis") != (seq == 1):
            raise DoesNotFit(Message("verify-begins-once"))
        if kind == "key-changed" and (self._next_point is None or self._next_point.seq != seq):
            raise DoesNotFit(Message("verify-key-unsigned"))
        if kind in _ANSWERS and not _FROM_STAND.isdisjoint(value):
            self._signed_at_stand(seq, _decoded(kind, version, value), who)
        if kind in _FOLDED or value.get("event") == "CardsReturned":
            entry = _decoded(kind, version, value)
            if isinstance(entry, MoveMade) and len(self._moves) < _KEPT:
                self._moves[data] = entry.move
            self.fold.take(seq, entry, who)

    def _signed_at_stand(self, seq: int, entry: entries.AnyEntry, who: str | None) -> None:
        """A ruling or a notice of the pit is signed by its person: the table's key alone writes none."""
        signer = signer_of(entry, who, self.log) if isinstance(entry, StandEntry) else None
        if isinstance(signer, Message):
            raise DoesNotFit(signer)
        if signer is not None:
            self._signers.setdefault(signer, seq)

    def _pass_checkpoints(self) -> Checkpoint | None:
        """Every checkpoint that signs the present entry. Gives the next one."""
        while (point := self._next_point) is not None and point.seq <= self.seq:
            self.points += 1
            if point.number != self.points:
                raise ProblemFound(Problem(checkpoint=self.points, what=_gap(point.number, self.points)))
            if point.seq != self.seq or point.hash != self.hash:
                raise ProblemFound(
                    Problem(checkpoint=point.number, what=Message("verify-point-entry", entry=point.seq))
                )
            if not is_genuine(point, self.log, self.keys.at(point.seq)):
                raise ProblemFound(Problem(checkpoint=point.number, what=Message("verify-point-unsigned")))
            self.signed_up_to = point.seq
            self._next_checkpoint()
        return self._next_point

    def _next_checkpoint(self) -> None:
        place = self.points + 1
        try:
            point = self._next_point = next(self._points, None)
        except sqlite3.DatabaseError as error:
            raise ProblemFound(
                Problem(checkpoint=place, what=Message("verify-unreadable", reason=str(error)))
            ) from None
        if point is not None and type(point.seq) is not int:
            raise ProblemFound(Problem(checkpoint=place, what=Message("verify-point-entry", entry=repr(point.seq))))

    def _device_event(self, serial: str | None, number: int) -> None:
        """Devices count upwards; only a number that does not makes a look at all of them necessary."""
        if serial is None:
            raise DoesNotFit(Message("verify-no-device", number=number))
        first, last, count = self._devices.get(serial, (number, -1, 0))
        if number <= last:
            self._devices_count_upwards = False
        self._devices[serial] = (first, number, count + 1)


def _decoded(kind: str, version: int, value: dict[str, Json]) -> entries.AnyEntry:
    try:
        return entries.decode(kind, version, value)
    except BadEntry as error:
        raise DoesNotFit(Message("verify-fields", fault=f"{kind} {version}: {error}")) from None


def _gap(number: int, expected: int) -> Message:
    return Message("verify-twice") if number < expected else Message("verify-missing", number=number)


def _read(data: str) -> dict[str, Json]:
    try:
        value: Json = json.loads(data)
    except (ValueError, RecursionError):
        raise DoesNotFit(Message("verify-no-json")) from None
    if not isinstance(value, dict) or why_not_json(value) is not None or canonical(value) != data:
        raise DoesNotFit(Message("verify-not-canonical"))
    return value


class _Texts(dict[object, str]):
    """Names as JSON text, each made once."""

    def __missing__(self, name: object) -> str:
        text = canonical(name)  # type: ignore[arg-type]
        if len(self) < _KEPT:
            self[name] = text
        return text
