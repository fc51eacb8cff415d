"""Store and forward: a thread beside the table that carries its journal to the floor, and rulings back.

The table knows nothing of it. The forwarder reads the table's file by a connection of its own, asks the floor how far
its copy goes, and sends what follows. It keeps no state: where the two stand is what the floor answers, so a restart,
a kill or a batch sent twice changes nothing. When the floor is away it looks again, after 1, 2, 4 … 30 seconds.
"""

from __future__ import annotations

import os
import select
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from random import Random
from typing import Final

from dealer_console.floor import address
from dealer_console.floor.connection import FloorConnection, Held, OutOfStep
from dealer_console.floor.directory import OnDirectory
from dealer_console.floor.errors import FloorAway, FloorRefused
from dealer_console.floor.health import NO_FLOOR, FloorHealth, FloorState
from dealer_console.floor.local_journal import LocalJournal, open_local
from dealer_console.floor.rulings import (
    Decision,
    NoticeFromPit,
    OnNotice,
    OnOrder,
    OnRuling,
    OnSessions,
    RulingFromPit,
)
from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalError
from dealer_console.messages import error_message

OnHealth = Callable[[FloorHealth], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often, in seconds. Entries of one pause travel together: a commit costs the floor the same for one or ten."""

    look: float = 0.25  # at the table's file, when nobody woke us
    pause: float = 0.25  # between two batches, unless more wait than fit into one
    batch: int = 500
    heartbeat: float = 10.0
    first_retry: float = 1.0
    longest_retry: float = 30.0
    refused_retry: float = 30.0
    patience: float = 5.0  # a question without an answer for so long: the console says that the floor is away


USUAL_PACE: Final = Pace()
IN_STEP_WITHIN: Final = 50  # entries on their way are no reason to worry the dealer


class Forwarder:
    """Make it, `start` it, `wake` it after an append if you like, `stop` it. All its calls return at once."""

    def __init__(
        self,
        *,
        journal: Path,
        url: str | None,
        table: str,
        on_ruling: OnRuling = lambda _ruling: None,
        on_notice: OnNotice = lambda _notice: None,
        on_order: OnOrder = lambda _order: None,
        on_sessions: OnSessions = lambda _elsewhere: None,
        on_health: OnHealth = lambda _health: None,
        on_directory: OnDirectory | None = None,
        pace: Pace = USUAL_PACE,
    ) -> None:
        """Without `url` there is no floor: `start` does nothing, and `health` says so.

        Raises `FloorRefused` for an address that no table may use: not one, or one that is not safe.
        """
        if url is not None:
            address.parse(url, login=table)
        self._journal = journal
        self._url = url
        self._table = table
        self._on_ruling, self._on_notice, self._on_order = on_ruling, on_notice, on_order
        self._on_sessions = on_sessions
        self._on_health = on_health
        self._on_directory = on_directory
        self._directory = 0  # the version that the table holds, once it is known
        self._pace = pace
        self._stopping = False
        self._hears, self._tells = os.pipe()
        os.set_blocking(self._tells, False)
        os.set_blocking(self._hears, False)
        self._pipe_lock = threading.Lock()
        self._health_lock = threading.RLock()
        self._over = threading.Event()
        self._line: FloorConnection | None = None
        self._thread: threading.Thread | None = None
        self._delivered: set[tuple[type[Decision], int]] = set()
        self._retry = pace.first_retry
        self._dice = Random()  # noqa: S311 - only keeps two hundred tables from knocking at the same moment
        self.health = NO_FLOOR if url is None else FloorHealth(state=FloorState.AWAY)

    # --- from other threads ----------------------------------------------------------------------------------------

    def start(self) -> None:
        if self._url is None or self._thread is not None:
            return
        self._thread = threading.Thread(target=self._run, name=f"floor {self._table}", daemon=True)
        self._thread.start()
        threading.Thread(target=self._watch, name=f"floor watch {self._table}", daemon=True).start()

    def wake(self) -> None:
        """Something was appended. Never blocks; a full pipe means that it was said already."""
        with self._pipe_lock, suppress(BlockingIOError):
            if self._tells >= 0:
                os.write(self._tells, b"!")

    def stop(self, wait: float = 5.0) -> None:
        """What was not sent stays in the table's file, for the next time. A floor that hangs is not waited for."""
        self._stopping = True
        self._over.set()
        self.wake()
        if self._thread is not None:
            self._thread.join(wait)
            if self._thread.is_alive():
                return
            self._thread = None
        with self._pipe_lock:  # a wake that comes late must not write into a file that got the same number
            if self._tells >= 0:
                os.close(self._hears)
                os.close(self._tells)
            self._hears = self._tells = -1

    # --- the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            try:
                with open_local(self._journal) as local:
                    self._with_journal(local)
            except (JournalError, sqlite3.Error) as error:
                self._publish(
                    state=FloorState.AWAY, trouble=Message("floor-journal-unreadable", reason=error_message(error))
                )
                self._rest(self._pace.refused_retry, None)
            except Exception as error:  # a bug of ours: the table deals on, the console says so, and it is tried again
                self._publish(state=FloorState.AWAY, trouble=Message("floor-forwarder-fault", fault=repr(error)))
                self._rest(self._pace.refused_retry, None)

    def _with_journal(self, local: LocalJournal) -> None:
        while not self._stopping:
            try:
                self._with_floor(local)
            except OutOfStep as error:
                self._publish(trouble=error.message)
                self._rest(self._pace.pause, local)
            except FloorAway as error:
                self._publish_sessions({})  # nobody knows now: what was seated twice is found when both are back
                self._publish(state=FloorState.AWAY, trouble=error.message)
                self._rest(self._retry * (0.5 + self._dice.random()), local)
                self._retry = min(self._retry * 2, self._pace.longest_retry)
            except FloorRefused as error:
                self._publish(state=FloorState.REFUSED, trouble=error.message)
                self._rest(self._pace.refused_retry, local)

    def _with_floor(self, local: LocalJournal) -> None:
        assert self._url is not None  # noqa: S101 - `start` has looked
        with FloorConnection(self._url, self._table) as line:
            self._line = line
            held = self._met(line, local)
            self._retry = self._pace.first_retry
            line.listen(local.log)
            heard = time.monotonic()
            while not self._stopping:
                self._deliver(line, local)
                before, (held, full) = held, self._send(line, local, held)
                self._step(local, held)
                if held != before:
                    heard = time.monotonic()
                elif time.monotonic() - heard >= self._pace.heartbeat:
                    held, heard = self._met(line, local), time.monotonic()
                if not full:
                    self._wait(line, local)

    def _met(self, line: FloorConnection, local: LocalJournal) -> Held:
        self._publish(written=local.end().seq)
        held = line.meet(local.log, local.end)
        self._step(local, held)
        return held

    def _send(self, line: FloorConnection, local: LocalJournal, held: Held) -> tuple[Held, bool]:
        """One batch, and the checkpoints of what has arrived. True: the batch was full, there is more."""
        rows = local.rows(held.seq, self._pace.batch)
        if rows:
            waiting = max(0, self.health.written - rows[-1][0])
            held = line.append(local.log, local.hash_at(held.seq), rows, waiting)
        points = local.checkpoints(held.checkpoint, held.seq, self._pace.batch)
        if points:
            held = replace(held, checkpoint=line.append_checkpoints(local.log, points))
        return held, len(rows) == self._pace.batch

    def _step(self, local: LocalJournal, held: Held) -> None:
        written = max(local.end().seq, held.seq)
        state = FloorState.IN_STEP if written - held.seq <= IN_STEP_WITHIN else FloorState.CATCHING_UP
        self._publish(
            state=state,
            written=written,
            acknowledged=held.seq,
            acknowledged_at_ms=time.time_ns() // 1_000_000,
            trouble=None if held.seq == written else self.health.trouble,
        )

    def _deliver(self, line: FloorConnection, local: LocalJournal) -> None:
        self._take_directory(line)
        elsewhere = line.elsewhere()
        if elsewhere is not None:
            self._publish_sessions(elsewhere)
        for decision in line.decisions(local.log):
            known = (type(decision), decision.id)
            if known not in self._delivered:
                self._delivered.add(known)
                self._hand_over(decision)

    def _publish_sessions(self, elsewhere: Mapping[str, str]) -> None:
        try:
            self._on_sessions(elsewhere)
        except Exception as error:  # a listener of ours that fails must not end the forwarding
            self._publish(trouble=Message("floor-sessions-not-taken", reason=error_message(error)))

    def _take_directory(self, line: FloorConnection) -> None:
        if self._on_directory is None:
            return
        published = line.directory(self._directory)
        newest = next(published, None)
        if newest is None:
            return
        try:
            self._directory = max(self._directory, self._on_directory(chain((newest,), published)))
        except (FloorAway, FloorRefused):
            raise
        except Exception as error:  # a directory that is none must not end the forwarding
            self._publish(trouble=Message("floor-directory-not-taken", reason=error_message(error)))

    def _hand_over(self, decision: Decision) -> None:
        try:
            match decision:
                case RulingFromPit():
                    self._on_ruling(decision)
                case NoticeFromPit():
                    self._on_notice(decision)
                case _:
                    self._on_order(decision)
        except Exception as error:  # a listener of ours that fails must not end the forwarding
            self._publish(trouble=Message("floor-ruling-not-taken", ruling=decision.id, reason=error_message(error)))

    # --- waiting ---------------------------------------------------------------------------------------------------

    def _wait(self, line: FloorConnection, local: LocalJournal) -> None:
        """First the pause, in which entries gather; then until the table wakes us, or it is time to look."""
        due = time.monotonic() + self._pace.pause
        while not self._stopping and (left := due - time.monotonic()) > 0:
            self._listen(line, local, left)
        if not self._stopping:
            self._listen(line, local, self._pace.look, also=self._hears)
            self._drain()

    def _listen(self, line: FloorConnection, local: LocalJournal, seconds: float, also: int | None = None) -> None:
        """The floor is heard at once, whatever else we wait for."""
        poll = select.poll()
        poll.register(line.fileno(), select.POLLIN)
        if also is not None:
            poll.register(also, select.POLLIN)
        ready = {file for file, _ in poll.poll(seconds * 1000)}
        if line.fileno() in ready:
            line.take_in()
            self._deliver(line, local)

    def _rest(self, seconds: float, local: LocalJournal | None) -> None:
        """While the floor is away the table deals on, and the console shows how much is kept."""
        until = time.monotonic() + seconds
        while not self._stopping and (left := until - time.monotonic()) > 0:
            poll = select.poll()
            poll.register(self._hears, select.POLLIN)
            poll.poll(min(left, self._pace.look) * 1000)
            self._drain()
            if local is not None:
                self._publish(written=local.end().seq)

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._hears, 4096):
                pass

    def _publish(self, **changes: object) -> None:
        with self._health_lock:
            health = replace(self.health, **changes)  # type: ignore[arg-type]
            if health == self.health:
                return
            changed = replace(health, acknowledged_at_ms=None) != replace(self.health, acknowledged_at_ms=None)
            self.health = health
            if changed:
                try:
                    self._on_health(health)
                except Exception as error:  # a screen that fails must not end the forwarding
                    self.health = replace(
                        health, trouble=Message("floor-health-not-shown", reason=error_message(error))
                    )

    # --- a floor that hangs ----------------------------------------------------------------------------------------

    def _watch(self) -> None:
        """A server whose disk hangs keeps its connections and answers nothing. The table must not say "in step"."""
        while not self._over.wait(min(1.0, self._pace.patience / 2)):
            if self._is_silent():
                with suppress(JournalError, sqlite3.Error), open_local(self._journal) as local:
                    self._notify_silence(local.end().seq)

    def _is_silent(self) -> bool:
        since = None if self._line is None else self._line.waiting_since
        return since is not None and time.monotonic() - since > self._pace.patience

    def _notify_silence(self, written: int) -> None:
        with self._health_lock:  # the answer may have come meanwhile; what it says is published after this
            if self._is_silent():
                self._publish(state=FloorState.AWAY, written=written, trouble=Message("floor-silent"))
