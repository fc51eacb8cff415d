"""A stream over a UNIX socket, `unix:PATH`: the way to the keeper, which runs under a user of its own."""

from __future__ import annotations

import contextlib
import select
import socket

from drivers.errors import PortError, PortLostError, PortMissingError
from drivers.tablelink.tables import Times


class LocalTransport:
    def __init__(self, path: str) -> None:
        self.name = f"unix:{path}"
        self._path = path
        self._socket: socket.socket | None = None
        self._woken, self._waker = socket.socketpair()

    @property
    def reply_wait(self) -> float:
        return Times().reply_wait

    def open(self) -> None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.connect(self._path)
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
            raise PortMissingError(f"nobody listens at {self._path}; is the keeper running?") from None
        except OSError as problem:
            connection.close()
            raise PortError(f"{self._path} cannot be opened: {problem.strerror}") from None
        self._socket = connection

    def read(self, timeout: float) -> bytes:
        connection = self._opened()
        ready, _, _ = select.select([connection, self._woken], [], [], max(timeout, 0.0))
        if self._woken in ready:
            self._woken.recv(4096)
        if connection not in ready:
            return b""
        try:
            data = connection.recv(65536)
        except OSError as problem:
            raise self._lost(str(problem)) from None
        if not data:
            raise self._lost("closed by the other side")
        return data

    def write(self, data: bytes) -> None:
        try:
            self._opened().sendall(data)
        except OSError as problem:
            raise self._lost(str(problem)) from None

    def wake(self) -> None:
        with contextlib.suppress(OSError):
            self._waker.send(b"\0")

    def close(self) -> None:
        connection, self._socket = self._socket, None
        if connection is not None:
            connection.close()

    def _opened(self) -> socket.socket:
        if self._socket is None:
            raise PortLostError(f"{self.name} is not open")
        return self._socket

    def _lost(self, text: str) -> PortLostError:
        self.close()
        return PortLostError(f"{self.name} was lost ({text}); it is looked for again every second")
