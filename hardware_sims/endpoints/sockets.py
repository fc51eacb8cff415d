"""Places a simulator listens at: each turns what a host sends into bytes, and bytes into what a host receives.

A person writes them as `pty`, `pty:PATH`, `tcp://HOST:PORT` or `rfc2217://HOST:PORT`. The last one is a TCP port that
speaks RFC 2217, through pyserial's own port manager.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import tty
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from serial.rfc2217 import PortManager

from hardware_sims.errors import SetupError, unknown

KINDS = ("pty", "tcp", "rfc2217")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A place a host can connect to. Port 0 is any free one."""

    kind: str
    host: str = ""
    port: int = 0
    path: str = ""


def parse_address(text: str) -> Address:
    kind, separator, rest = text.partition(":")
    if kind == "pty":
        if separator and not rest:
            raise SetupError("pty: names no path; write pty alone, or pty:PATH")
        return Address(kind="pty", path=rest)
    if kind not in KINDS:
        raise SetupError(f"{text!r}: {unknown('place to listen', kind, KINDS)}")
    host, port = parse_host_and_port(text, kind)
    return Address(kind=kind, host=host, port=port)


def parse_host_and_port(text: str, scheme: str = "tcp") -> tuple[str, int]:
    """`tcp://HOST:PORT`; an IPv6 host stands in brackets."""
    start = f"{scheme}://"
    host, colon, port = text.removeprefix(start).rpartition(":")
    if not text.startswith(start) or not colon or not host or not port.isdigit() or int(port) > 65535:
        raise SetupError(
            f"{text!r} is not understood; write {scheme}://HOST:PORT, for example {scheme}://127.0.0.1:4001"
        )
    return host.removeprefix("[").removesuffix("]"), int(port)


Heard = Callable[[bytes], None]
_CHUNK = 4096


class Endpoint(Protocol):
    """One end of a line. `address` is what a host opens."""

    address: str

    def open(self, selector: selectors.BaseSelector, heard: Heard) -> None: ...

    def send(self, data: bytes) -> None: ...

    def connected(self, is_up: bool) -> None:
        """The line has come up or gone down (a `disconnect` fault)."""

    def close(self) -> None: ...


class NullEndpoint:
    """A device whose cable hangs loose."""

    address = "nowhere"

    def open(self, selector: selectors.BaseSelector, heard: Heard) -> None:
        """Nobody can come."""

    def send(self, data: bytes) -> None:
        """Nobody hears it."""

    def connected(self, is_up: bool) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """There is nothing to close."""


class PtyEndpoint:
    """A pseudo terminal. Bytes nobody reads are lost when its buffer is full, as on a real line."""

    def __init__(self, where: Address) -> None:
        self._link = Path(where.path) if where.path else None
        self._selector: selectors.BaseSelector | None = None
        # Keeping the host's end open too spares us the hang-up between two hosts.
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.address = os.ttyname(self._theirs)
        if self._link is not None:
            self._make_link(self._link)
            self.address = str(self._link)

    def _make_link(self, link: Path) -> None:
        if link.exists() and not link.is_symlink():
            self._close_terminal()
            raise SetupError(f"pty:{link}: something else is there already; name a path that is free")
        try:
            link.unlink(missing_ok=True)
            link.symlink_to(self.address)
        except OSError as error:
            self._close_terminal()
            raise SetupError(f"pty:{link}: no link can be made there: {error.strerror}") from None

    def open(self, selector: selectors.BaseSelector, heard: Heard) -> None:
        self._selector = selector

        def readable() -> None:
            with contextlib.suppress(BlockingIOError):
                heard(os.read(self._ours, _CHUNK))

        selector.register(self._ours, selectors.EVENT_READ, readable)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self._ours, data)

    def connected(self, is_up: bool) -> None:
        """A pty has no way to show it; the bytes just do not pass."""

    def close(self) -> None:
        if self._selector is not None:
            self._selector.unregister(self._ours)
        if self._link is not None and self._link.is_symlink():
            self._link.unlink()
        self._close_terminal()

    def _close_terminal(self) -> None:
        os.close(self._ours)
        os.close(self._theirs)


class TcpEndpoint:
    """A raw TCP port for one host at a time, like the socket of a serial device server."""

    scheme = "tcp"

    def __init__(self, where: Address) -> None:
        self._selector: selectors.BaseSelector | None = None
        self._heard: Heard = lambda data: None
        self._host: socket.socket | None = None
        self._is_up = True
        self._listener = listen(where.host, where.port, f"{self.scheme}://{where.host}:{where.port}")
        self.address = f"{self.scheme}://{shown(self._listener)}"

    def open(self, selector: selectors.BaseSelector, heard: Heard) -> None:
        self._selector, self._heard = selector, heard
        selector.register(self._listener, selectors.EVENT_READ, self._accept)

    def _accept(self) -> None:
        connection, _ = self._listener.accept()
        if self._host is not None or not self._is_up:
            connection.close()
            return
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._host = connection
        assert self._selector is not None  # noqa: S101  only an opened place accepts
        self._selector.register(connection, selectors.EVENT_READ, self._readable)
        self.host_came()

    def _readable(self) -> None:
        assert self._host is not None  # noqa: S101  only a connected host is readable
        try:
            data = self._host.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.received(data)
        else:
            self._drop_host()

    def host_came(self) -> None:
        """A host has connected."""

    def received(self, data: bytes) -> None:
        self._heard(data)

    def send(self, data: bytes) -> None:
        self.write(data)

    def write(self, data: bytes) -> None:
        if self._host is None:
            return
        try:
            self._host.sendall(data)
        except OSError:
            self._drop_host()

    def _drop_host(self) -> None:
        if self._host is not None and self._selector is not None:
            self._selector.unregister(self._host)
            self._host.close()
        self._host = None

    def connected(self, is_up: bool) -> None:
        self._is_up = is_up
        if not is_up:
            self._drop_host()

    def close(self) -> None:
        self._drop_host()
        if self._selector is not None:
            self._selector.unregister(self._listener)
        self._listener.close()


def listen(host: str, port: int, name: str) -> socket.socket:
    """A listening socket, or a SetupError that names it."""
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise SetupError(f"{name}: cannot listen there: {error.strerror or error}") from None
    listener.setblocking(False)
    return listener


def shown(listener: socket.socket) -> str:
    """HOST:PORT of a socket as a host writes it."""
    host, port = listener.getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def endpoint_at(where: Address) -> Endpoint:
    if where.kind == "pty":
        return PtyEndpoint(where)
    if where.kind == "tcp":
        return TcpEndpoint(where)

    return Rfc2217Endpoint(where)


class _SerialSettings:
    """What the port manager wants to see of a serial port: settings that can be set, and lines that are up."""

    baudrate = 115200
    bytesize = 8
    parity = "N"
    stopbits = 1
    rtscts = xonxoff = dsrdtr = break_condition = False
    rts = dtr = cts = dsr = cd = True
    ri = False

    def reset_input_buffer(self) -> None:
        """Nothing waits on this side."""

    def reset_output_buffer(self) -> None:
        """Nothing waits on this side."""


class Rfc2217Endpoint(TcpEndpoint):
    scheme = "rfc2217"

    def __init__(self, where: Address) -> None:
        super().__init__(where)
        self._manager: Any = None

    def host_came(self) -> None:
        settings: Any = _SerialSettings()
        connection: Any = self
        self._manager = PortManager(settings, connection)

    def received(self, data: bytes) -> None:
        plain = b"".join(self._manager.filter(data))
        if plain:
            self._heard(plain)

    def send(self, data: bytes) -> None:
        if self._manager is not None:
            self.write(b"".join(self._manager.escape(data)))
