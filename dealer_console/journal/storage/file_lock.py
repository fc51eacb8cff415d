"""One writer per journal: a lock on a file beside it, freed by the system when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from dealer_console.journal.errors import JournalRefused


class FileLock:
    """Held from the making of it until `release`.

    Not on the journal itself: closing any handle of that file would drop the locks that SQLite holds on it.
    """

    def __init__(self, journal: Path) -> None:
        path = journal.with_name(journal.name + ".lock")
        try:
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalRefused(f"{path} cannot be opened: {error.strerror or error}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise JournalRefused(
                f"{journal} is being written by another program (process {holder or 'unknown'}): "
                "a table has one console; close the other one first"
            ) from None
        with suppress(OSError):  # a disk that is full must not keep the table from opening: the number is a courtesy
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
