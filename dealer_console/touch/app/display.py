"""Where the window appears: on the display that is there, or, without one, over the network of this machine alone.

Qt's VNC plug-in asks nobody for a password and listens on every interface; none of its options changes that. So its
listening socket is exchanged for one of the loopback interface before the first connection can be accepted: the
plug-in goes on with the same file descriptor and never sees the network.
"""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dealer_console.game.message import Message
from dealer_console.messages import MessageError

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

LOOPBACK: Final = "127.0.0.1"
USUAL_PORT: Final = 5900
X_PORT: Final = 6000
PORTS_TO_TRY: Final = 20
LONGEST_WAIT: Final = 1000  # turns of the event loop until the plug-in has opened its socket: it takes one or two


class NotServed(MessageError):
    """The screen cannot be served here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """`platform` as Qt's option `-platform` takes it; empty: Qt finds the display itself. `port` is for VNC."""

    platform: str
    likely: str  # the plug-in that Qt will load, to ask for its libraries
    port: int | None = None
    why_served: Message | None = None  # where nobody asked for it

    @property
    def served(self) -> bool:
        return self.port is not None


def choose(
    chosen: str | None,
    environment: Mapping[str, str],
    size: tuple[int, int],
    millimetres: tuple[int, int] | None = None,
) -> Display:
    """What was asked for, else Qt's own variable, else the display of the session, else VNC on loopback."""
    platform = chosen or environment.get("QT_QPA_PLATFORM", "")
    # Qt takes a name in any letters, and of a list the first that it can load.
    served = next((name for name in platform.split(";") if name.partition(":")[0].casefold() == "vnc"), None)
    if served is not None:
        return _served(size, millimetres, _port_in(served), None)
    if platform:
        return Display(platform=platform, likely=platform)
    if not sys.platform.startswith("linux"):
        return Display(platform="", likely="")
    if environment.get("WAYLAND_DISPLAY"):
        return Display(platform="", likely="wayland")
    named = environment.get("DISPLAY", "")
    if named and answers(named):
        return Display(platform="", likely="xcb")
    if named:
        return _served(size, millimetres, USUAL_PORT, Message("start-display-silent", display=named))
    return _served(size, millimetres, USUAL_PORT, Message("start-no-display"))


def answers(display: str) -> bool:
    """Is there a server at `:0`, `:99.0` or `host:10`? Qt aborts the whole program when there is none."""
    host, _, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not number.isdigit():
        return False
    ways: list[tuple[int, str | tuple[str, int]]] = [(socket.AF_INET, (host, X_PORT + int(number)))]
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108  the address of every X server
        ways = [(socket.AF_UNIX, path), (socket.AF_UNIX, f"\0{path}")]
    for family, address in ways:
        try:
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(2.0)
                line.connect(address)
                return True
        except OSError:
            continue
    return False


def _served(size: tuple[int, int], millimetres: tuple[int, int] | None, port: int, why: Message | None) -> Display:
    # Port 0: what the plug-in opens is exchanged at once, so it must not stand in the way of the port that is wanted.
    platform = f"vnc:size={size[0]}x{size[1]}:port=0"
    if millimetres is not None:
        platform += f":mmsize={millimetres[0]}x{millimetres[1]}"
    return Display(platform=platform, likely="vnc", port=port, why_served=why)


def _port_in(platform: str) -> int:
    for option in platform.split(":")[1:]:
        name, _, value = option.partition("=")
        if name == "port" and value.isdigit():
            return int(value)
    return USUAL_PORT


def keep_to_loopback(application: QApplication, display: Display, before: frozenset[int]) -> str:
    """Exchange the plug-in's socket; the address to connect to. `before`: what listened before Qt began.
    Raises `NotServed`."""
    from PySide6.QtCore import QEventLoop

    opened: frozenset[int] = frozenset()
    for _ in range(LONGEST_WAIT):
        opened = listening() - before
        if opened:
            break
        # Without socket notifiers nothing can be accepted meanwhile, whoever knocks.
        application.processEvents(QEventLoop.ProcessEventsFlag.ExcludeSocketNotifiers)
    if not opened:
        raise NotServed(Message("start-vnc-no-socket"))
    mine = _loopback_socket(display.port or 0)
    for opened_socket in opened:
        os.dup2(mine.fileno(), opened_socket, inheritable=False)
    address = f"{LOOPBACK}:{mine.getsockname()[1]}"
    mine.close()
    return address


def _loopback_socket(port: int) -> socket.socket:
    """The wanted port or one of the next; 0 takes any."""
    for candidate in range(port, port + PORTS_TO_TRY if port else 1):
        try:
            listener = socket.create_server((LOOPBACK, candidate))
        except OSError:
            continue
        listener.setblocking(False)
        return listener
    last = port + PORTS_TO_TRY - 1
    raise NotServed(Message("start-ports-taken", first=port, last=last, host=LOOPBACK))


def listening() -> frozenset[int]:
    """The file descriptors of this process that wait for connections."""
    return frozenset(number for number in _open_files() if _listens(number))


def _open_files() -> list[int]:
    folder = Path("/proc/self/fd") if Path("/proc/self/fd").is_dir() else Path("/dev/fd")
    return [int(name) for name in os.listdir(folder)]


def _listens(number: int) -> bool:
    try:
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return False
        with socket.socket(fileno=os.dup(number)) as duplicate:
            return duplicate.family != socket.AF_UNIX and bool(
                duplicate.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
            )
    except OSError:  # closed meanwhile, or a socket of another kind
        return False
