"""A stream over a UNIX socket, `unix:PATH`: the way to the keeper, which runs under a user of its own."""

from __future__ import annotations

import contextlib
import select
import socket

from drivers.errors import PortError, PortLostError, PortMissingError
from drivers.tablelink.constants import Times


class UnixSocketTransport:
    def __init__(self, path: str) -> None:
        self.name = f"unix:{path}"
        self._path = path
        self._socket: socket.socket | None = None
        self._bell: tuple[socket.socket, socket.socket] | None = None

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
        self._socket, self._bell = connection, socket.socketpair()

    def read(self, timeout: float) -> bytes:
        connection, ear = self._opened()
        ready, _, _ = select.select([connection, ear], [], [], max(timeout, 0.0))
        if ear in ready:
            ear.recv(4096)
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
            self._opened()[0].sendall(data)
        except OSError as problem:
            raise self._lost(str(problem)) from None

    def wake(self) -> None:
        bell = self._bell
        if bell is not None:
            with contextlib.suppress(OSError):
                bell[1].send(b"\0")

    def close(self) -> None:
        open_sockets = (self._socket, *(self._bell or ()))
        self._socket = self._bell = None
        for socket_ in open_sockets:
            if socket_ is not None:
                socket_.close()

    def _opened(self) -> tuple[socket.socket, socket.socket]:
        if self._socket is None or self._bell is None:
            raise PortLostError(f"{self.name} is not open")
        return self._socket, self._bell[0]

    def _lost(self, text: str) -> PortLostError:
        self.close()
        return PortLostError(f"{self.name} was lost ({text}); it is looked for again every second")
