"""The program of a keeper: a process of its own, under its own user, that alone opens a plain-value shoe's port (B4).

    python -m drivers.keeper --port /dev/table-shoe --serial AE-1 --store FILE --key-file FILE \\
        --listen SHOE.sock --control CONTROL.sock
"""

from __future__ import annotations

import argparse
import ctypes
import os
import pwd
import resource
import signal
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from drivers.angel_eye.constants import AUTO, BAUD, SEQUENCE_CYCLE, WITH_STX, WITHOUT_STX
from drivers.angel_eye.core import ASK, DRAW, IGNORE, KeeperCore, KeeperSettings
from drivers.angel_eye.server import KeeperServer, ShoeLine
from drivers.angel_eye.store import KeeperStore
from drivers.errors import DriverError, ImpossibleRequestError
from drivers.transports.capture import ANGEL_EYE, Capture, CaptureTransport
from drivers.transports.factory import transport_for
from drivers.transports.interface import Transport

_MCL_CURRENT, _MCL_FUTURE = 1, 2
_PR_SET_DUMPABLE = 4
_SOFTWARE_ERROR = 70


# --- values stay inside the memory of this process (B4) ---


def no_core_dumps() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def not_dumpable() -> bool:
    """Keeps other processes of the same user out of this one's memory; false where the kernel cannot do that."""
    return _c_call("prctl", _PR_SET_DUMPABLE, 0, 0, 0, 0)


def no_swap() -> bool:
    """False where the user may not lock memory; then the device should have no swap, and the log says so."""
    return _c_call("mlockall", _MCL_CURRENT | _MCL_FUTURE)


def _c_call(name: str, *arguments: int) -> bool:
    try:
        function = getattr(ctypes.CDLL(None, use_errno=True), name)
    except (OSError, AttributeError):
        return False
    return bool(function(*arguments) == 0)


def become(user: str) -> None:
    """Gives up the rights of root for those of the keeper's own user."""
    entry = pwd.getpwnam(user)
    os.setgroups([])
    os.setgid(entry.pw_gid)
    os.setuid(entry.pw_uid)


def quiet_tracebacks() -> None:
    """A crash tells where, never with which values: the text of an exception may hold bytes of the line.

    A thread that dies takes the process with it: a keeper that no longer hears its shoe must not look alive.
    """
    sys.excepthook = _print_where
    threading.excepthook = _thread_died


def _thread_died(arguments: threading.ExceptHookArgs) -> None:
    if arguments.exc_value is not None:
        _print_where(arguments.exc_type, arguments.exc_value, arguments.exc_traceback)
    os._exit(_SOFTWARE_ERROR)


def _print_where(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
    where = "".join(f"  {frame.filename}:{frame.lineno} {frame.name}\n" for frame in traceback.extract_tb(trace))
    sys.stderr.write(f"the keeper stopped: {kind.__name__}\n{where}")


# --- the program ---


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="keeper", description="Seals the cards of a plain-value shoe.")
    for name in ("--port", "--serial", "--store", "--key-file", "--listen", "--control"):
        parser.add_argument(name, required=True)
    parser.add_argument("--address", type=lambda text: int(text, 0), default=0x30)
    parser.add_argument("--baud", type=int, default=BAUD)
    parser.add_argument("--seq-cycle", default=SEQUENCE_CYCLE)
    parser.add_argument("--retransmission", choices=(ASK, DRAW, IGNORE), default=ASK)
    parser.add_argument("--command-bcc", choices=(WITH_STX, WITHOUT_STX, AUTO), default=WITH_STX)
    parser.add_argument("--commands", action="store_true", help="a technician allows commands to the shoe")
    parser.add_argument("--user", help="started as root: run as this user")
    parser.add_argument("--handlers", default="", help="a package with further pyserial URL handlers")
    parser.add_argument("--capture", help="record the shoe's line in this file, cards masked")
    return parser.parse_args(argv)


def _settings(arguments: argparse.Namespace) -> KeeperSettings:
    path = Path(arguments.key_file)
    if path.stat().st_mode & 0o077:
        raise ImpossibleRequestError(f"{path} can be read by others; chmod 600 it")
    return KeeperSettings(
        serial=arguments.serial,
        key=bytes.fromhex(path.read_text(encoding="ascii").strip()),
        address=arguments.address,
        read_only=not arguments.commands,
        command_bcc=arguments.command_bcc,
        retransmission=arguments.retransmission,
        seq_cycle=arguments.seq_cycle,
    )


def _port(arguments: argparse.Namespace) -> Transport:
    transport = transport_for(arguments.port, baud=arguments.baud)
    if not arguments.capture:
        return transport
    file = Path(arguments.capture).open("a", buffering=1, encoding="ascii")  # noqa: SIM115  open as long as the keeper runs
    about = f"device angel-eye serial {arguments.serial}"
    return CaptureTransport(transport, Capture(file, channel="shoe0", dialect=ANGEL_EYE, about=about))


def main(argv: Sequence[str] | None = None) -> int:
    arguments = _arguments(argv)
    quiet_tracebacks()
    no_core_dumps()
    if arguments.user:
        become(arguments.user)
    not_dumpable()
    if not no_swap():
        sys.stderr.write("memory cannot be locked here; run the keeper on a machine without swap\n")
    if arguments.handlers:
        import serial

        serial.protocol_handler_packages.append(arguments.handlers)
    try:
        core = KeeperCore(settings=_settings(arguments), store=KeeperStore(Path(arguments.store)), now=time.monotonic())
        line = ShoeLine(_port(arguments))
        keeper = KeeperServer(core=core, line=line, listen=Path(arguments.listen), control=Path(arguments.control))
    except (DriverError, OSError, ValueError) as problem:
        sys.stderr.write(f"the keeper cannot start: {problem}\n")
        return 2

    def stop(*_: object) -> None:
        keeper.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    line.start()
    try:
        keeper.run()
    finally:
        keeper.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
