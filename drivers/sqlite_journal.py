"""A ready journal for hosts that have none: one SQLite file that keeps events, commands and sessions (A5).

An event is unique by serial number and number; a command is on disk before its first byte leaves. Every write is
durable when it returns (WAL, `synchronous=FULL`).
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from pathlib import Path
from typing import Any

from drivers.events import CardRevealed, DeviceEvent, DeviceReady, HostEvent, OrderEnded
from drivers.tablelink.link_events import JournaledCommand
from drivers.tablelink.messages import MessageType

_SCHEMA = """
CREATE TABLE IF NOT EXISTS host (id INTEGER PRIMARY KEY CHECK (id = 1), prefix INTEGER NOT NULL, used INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS device (serial TEXT PRIMARY KEY, generation INTEGER NOT NULL, after INTEGER NOT NULL,
    epoch INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, serial TEXT NOT NULL, generation INTEGER NOT NULL,
    number INTEGER, name TEXT NOT NULL, fields TEXT NOT NULL, UNIQUE (serial, generation, number));
CREATE TABLE IF NOT EXISTS command (cmd INTEGER PRIMARY KEY, serial TEXT NOT NULL, type INTEGER NOT NULL,
    payload BLOB NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
"""


class SqliteDeviceJournal:
    """A `DeviceJournal` in a file, for any number of devices. Safe from every thread."""

    def __init__(self, path: Path | str) -> None:
        self._lock = threading.Lock()
        self._file = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=FULL")
        self._file.executescript(_SCHEMA)
        # A device may remember ids of another journal: each file has numbers of its own.
        self._file.execute("INSERT OR IGNORE INTO host VALUES (1, ?, 0)", (secrets.randbits(30),))

    def close(self) -> None:
        with self._lock:
            self._file.close()

    # What a link asks

    def last_epoch(self, serial: str) -> int:
        return self._device(serial)[2]

    def last_committed(self, serial: str) -> int:
        generation, after, _ = self._device(serial)
        last = "SELECT max(number) FROM event WHERE serial = ? AND generation = ?"
        return max(self._row(last, serial, generation)[0] or 0, after)

    def open_commands(self, serial: str) -> tuple[JournaledCommand, ...]:
        with self._lock:
            rows = self._file.execute(
                "SELECT cmd, type, payload FROM command WHERE serial = ? AND NOT ended ORDER BY cmd", (serial,)
            ).fetchall()
        return tuple(JournaledCommand(cmd=cmd, type=MessageType(kind), payload=payload) for cmd, kind, payload in rows)

    def next_command_id(self) -> int:
        prefix, used = self._row("UPDATE host SET used = used + 1 RETURNING prefix, used")
        return int(prefix) << 32 | int(used)

    def begin(self, serial: str, command: JournaledCommand) -> None:
        insert = "INSERT INTO command (cmd, serial, type, payload) VALUES (?, ?, ?, ?)"
        self._write([(insert, (command.cmd, serial, int(command.type), command.payload))])

    # What the host does

    def record(self, event: DeviceEvent | HostEvent) -> bool:
        """Durable when it returns. False for an event that was recorded before: it must have no effect again."""
        number = event.number if isinstance(event, DeviceEvent) else None
        generation = self._device(event.serial)[0]
        fields = json.dumps(_plain(event), sort_keys=True)
        insert = "INSERT INTO event (serial, generation, number, name, fields) VALUES (?, ?, ?, ?, ?)"
        steps: list[tuple[str, tuple[Any, ...]]] = [
            (insert, (event.serial, generation, number, type(event).__name__, fields))
        ]
        if isinstance(event, OrderEnded | CardRevealed):
            steps.append(("UPDATE command SET ended = 1 WHERE cmd = ?", (event.command,)))
        if isinstance(event, DeviceReady) and event.epoch is not None:
            steps.append(("UPDATE device SET epoch = ? WHERE serial = ?", (event.epoch, event.serial)))
        try:
            self._write(steps)
        except sqlite3.IntegrityError:
            return False
        return True

    def forgive(self, serial: str, after: int) -> None:
        """People decided about a device with an event gap or a lost memory: it goes on after this number of its own."""
        self._device(serial)
        step = "UPDATE device SET generation = generation + 1, after = ?, epoch = 0 WHERE serial = ?"
        self._write([(step, (after, serial))])

    def events(self, serial: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
        """What was recorded, in order: serial number, name and fields."""
        with self._lock:
            rows = self._file.execute("SELECT serial, name, fields FROM event ORDER BY id").fetchall()
        return [(of, name, json.loads(fields)) for of, name, fields in rows if serial in (None, of)]

    # Inside

    def _device(self, serial: str) -> tuple[int, int, int]:
        self._write([("INSERT OR IGNORE INTO device VALUES (?, 0, 0, 0)", (serial,))])
        generation, after, epoch = self._row("SELECT generation, after, epoch FROM device WHERE serial = ?", serial)
        return int(generation), int(after), int(epoch)

    def _row(self, statement: str, *values: Any) -> tuple[Any, ...]:
        with self._lock:
            row: tuple[Any, ...] = self._file.execute(statement, values).fetchone()
        return row

    def _write(self, steps: list[tuple[str, tuple[Any, ...]]]) -> None:
        """All steps or none, on disk when it returns."""
        with self._lock:
            self._file.execute("BEGIN IMMEDIATE")
            try:
                for statement, values in steps:
                    self._file.execute(statement, values)
            except BaseException:
                self._file.execute("ROLLBACK")
                raise
            self._file.execute("COMMIT")


def _plain(event: DeviceEvent | HostEvent) -> dict[str, Any]:
    names = type(event).__dataclass_fields__
    return {name: value if isinstance(value := getattr(event, name), _JSON) else str(value) for name in names}


_JSON = (str, int, float, bool, type(None), list, tuple, dict)
