"""One writer per journal: locks that the system frees when the process ends, however it ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from dealer_console.game.message import Message
from dealer_console.journal.errors import JournalRefused


def make_private(file: int | Path) -> None:
    """Of an owner who brought it back with a copy that all may read; a file of somebody else stays as it is."""
    with suppress(OSError):
        if os.stat(file).st_mode & 0o077:
            os.chmod(file, 0o600)


class FileLock:
    """Held from the making of it until `release`: on a file beside the journal, and on the journal itself.

    The first is there before the journal is, and says who holds it. The second holds under every name of the file.
    It must be released last: closing any handle of that file drops the locks that SQLite holds on it.
    """

    def __init__(self, journal: Path) -> None:
        path = journal.with_name(journal.name + ".lock")
        self._files: list[int] = []
        try:
            beside = self._open(path, os.O_RDWR | os.O_CREAT)
            self._lock(beside, beside, journal)
            if journal.is_file():
                self._lock(self._open(journal, os.O_RDONLY), beside, journal)
        except OSError as error:
            self.release()
            raise JournalRefused(
                Message("journal-cannot-be-opened", path=path, reason=str(error.strerror or error))
            ) from None
        with suppress(OSError):  # a disk that is full must not keep the table from opening: the number is a courtesy
            os.ftruncate(beside, 0)
            os.pwrite(beside, f"{os.getpid()}\n".encode(), 0)

    def _open(self, path: Path, how: int) -> int:
        file = os.open(path, how | os.O_CLOEXEC, 0o600)
        self._files.append(file)
        make_private(file)
        return file

    def _lock(self, file: int, beside: int, journal: Path) -> None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.pread(beside, 20, 0).decode("ascii", "replace").strip()
            self.release()
            raise JournalRefused(
                Message("journal-being-written-another-program", journal=journal, holder=holder or "unknown")
            ) from None

    def holds(self, journal: Path) -> bool:
        """Is the file that is locked still the one by this name?"""
        try:
            return any(os.path.samestat(os.fstat(file), journal.stat()) for file in self._files)
        except OSError:
            return False

    def release(self) -> None:
        while self._files:
            os.close(self._files.pop())
