"""The keeper's store (B4): one file, readable by its user only, that survives a crash and can be wiped.

    slot 0 │ slot 1        each: size u32 │ serial number u64 │ SHA-256 of the rest │ JSON, filled up with spaces

Slots are written in turn, in place and with fsync, so a crash leaves the older one whole, and a wipe overwrites both: a
store that renamed a new file over the old one would leave old values in free blocks.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import stat
from pathlib import Path
from struct import Struct

from drivers.angel_eye.state import KeeperState, state_from_bytes
from drivers.errors import DriverBugError, PortError

SLOT_SIZE = 512 * 1024
_HEAD = Struct("<IQ32s")


class KeeperStore:
    """`save` returns only when the state is on disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._serial = 0
        self._longest = 0
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            self._file = os.open(path, flags, 0o600)
        except OSError as problem:
            raise PortError(f"the keeper's store {path} cannot be opened: {problem.strerror}") from None
        self._refuse_if_others_can_read()
        self._refuse_if_in_use()
        if os.fstat(self._file).st_size < 2 * SLOT_SIZE:
            os.ftruncate(self._file, 2 * SLOT_SIZE)

    def _refuse_if_others_can_read(self) -> None:
        status = os.fstat(self._file)
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid != os.geteuid():
            os.close(self._file)
            raise PortError(f"the keeper's store {self.path} must be a file of the keeper's user with mode 600")

    def _refuse_if_in_use(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._file)
            raise PortError(f"another keeper works with {self.path}; stop that one first") from None

    def load(self) -> KeeperState:
        """The newest whole slot; an empty store gives a new state."""
        slots = [slot for slot in (self._read(0), self._read(1)) if slot is not None]
        if not slots:
            return KeeperState()
        self._serial, body = max(slots)
        self._longest = max(len(content) for _, content in slots)
        return state_from_bytes(body)

    def _read(self, slot: int) -> tuple[int, bytes] | None:
        raw = os.pread(self._file, SLOT_SIZE, slot * SLOT_SIZE)
        if len(raw) < _HEAD.size:
            return None
        size, serial, digest = _HEAD.unpack_from(raw)
        body = raw[_HEAD.size : _HEAD.size + size]
        whole = bool(serial) and len(body) == size and hashlib.sha256(body).digest() == digest
        return (serial, body) if whole else None

    def save(self, state: KeeperState) -> None:
        body = state.to_bytes()
        if _HEAD.size + len(body) > SLOT_SIZE:
            raise DriverBugError(f"the keeper's state of {len(body)} bytes is larger than a slot of its store")
        self._serial += 1
        self._longest = max(self._longest, len(body))
        # Padding to the longest state ever written leaves nothing of an older, longer one behind.
        padded = body.ljust(self._longest, b" ")
        head = _HEAD.pack(len(body), self._serial, hashlib.sha256(body).digest())
        os.pwrite(self._file, head + padded, self._serial % 2 * SLOT_SIZE)
        os.fsync(self._file)

    def wipe_values(self, state: KeeperState) -> None:
        state.forget_values()
        self.overwrite(state)

    def overwrite(self, state: KeeperState) -> None:
        """The state in both slots, to their end: nothing of an older one is left, and a crash leaves one slot whole."""
        self._longest = SLOT_SIZE - _HEAD.size
        self.save(state)
        self.save(state)
        self._longest = len(state.to_bytes())

    def close(self) -> None:
        os.close(self._file)
