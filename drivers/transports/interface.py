"""The one interface of all ports, and of what is run over them."""

from __future__ import annotations

from typing import Protocol


class Transport(Protocol):
    """A stream of bytes to one device. `open` and all others raise `PortError` and its kinds, nothing else.

    `read` returns what has come, after at most `timeout` seconds, or earlier with nothing when `wake` was called.
    """

    @property
    def name(self) -> str: ...

    @property
    def reply_wait(self) -> float: ...

    def open(self) -> None: ...

    def read(self, timeout: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


class LineUser(Protocol):
    """What talks over a port: bytes and time in, bytes out."""

    def line_opened(self, now: float) -> None: ...

    def line_lost(self, text: str) -> None: ...

    def receive(self, data: bytes, now: float) -> None: ...

    def step(self, now: float) -> None: ...

    def due(self) -> float | None: ...

    def bytes_to_send(self) -> bytes: ...
