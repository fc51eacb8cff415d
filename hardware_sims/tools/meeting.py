"""Places where somebody else's program can meet the bench: a pty, or a tcp port (part E, "Where").

A meeting carries bytes both ways and knows nothing of frames. One guest at a time; what is said to an empty room is
lost, as on a real line.
"""

import os
import select
import socket
import tty
from pathlib import Path
from typing import Protocol

from hardware_sims.tools.ending import CannotRunError

_CHUNK = 4096


class Meeting(Protocol):
    name: str
    """What the other program opens."""

    def read(self, within: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class PtyMeeting:
    """A pty; `path` becomes a link to it. Both ends stay open here, so guests may come and go."""

    def __init__(self, path: str = "") -> None:
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        self.name = os.ttyname(self._theirs)
        self._link = Path(path) if path else None
        if self._link is not None:
            self._make_link(self._link)

    def _make_link(self, link: Path) -> None:
        if link.is_symlink():
            link.unlink()
        try:
            link.symlink_to(self.name)
        except OSError as problem:
            self._link = None
            self.close()
            raise CannotRunError(
                f"{link} cannot become a link to the pty: {problem.strerror}", "Choose another path."
            ) from None
        self.name = str(link)

    def read(self, within: float) -> bytes:
        ready, _, _ = select.select([self._ours], [], [], within)
        return os.read(self._ours, _CHUNK) if ready else b""

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._ours, data) :]

    def close(self) -> None:
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        os.close(self._ours)
        os.close(self._theirs)


class TcpMeeting:
    """A raw tcp port."""

    def __init__(self, host: str, port: int) -> None:
        try:
            self._door = socket.create_server((host, port))
        except OSError as problem:
            advice = "Choose another port, or 0 for any."
            raise CannotRunError(f"tcp://{host}:{port} cannot be listened at: {problem.strerror}", advice) from None
        self._guest: socket.socket | None = None
        self.name = f"tcp://{host}:{self._door.getsockname()[1]}"

    def read(self, within: float) -> bytes:
        ready, _, _ = select.select([self._guest or self._door], [], [], within)
        if not ready:
            return b""
        if self._guest is None:
            self._guest, _ = self._door.accept()
            return b""
        try:
            data = self._guest.recv(_CHUNK)
        except OSError:
            data = b""
        if not data:
            self._leave()
        return data

    def write(self, data: bytes) -> None:
        if self._guest is not None:
            try:
                self._guest.sendall(data)
            except OSError:
                self._leave()

    def _leave(self) -> None:
        if self._guest is not None:
            self._guest.close()
            self._guest = None

    def close(self) -> None:
        self._leave()
        self._door.close()


def meeting_at(where: str) -> Meeting:
    """`pty`, `pty:PATH` or `tcp://HOST:PORT`."""
    if where == "pty" or where.startswith("pty:"):
        return PtyMeeting(where.removeprefix("pty").removeprefix(":"))
    host, colon, port = where.removeprefix("tcp://").rpartition(":")
    if where.startswith("tcp://") and colon and port.isdigit() and int(port) < 65536:
        return TcpMeeting(host, int(port))
    raise CannotRunError(f"'{where}' is no place to meet", "Use pty, pty:PATH or tcp://HOST:PORT.")
