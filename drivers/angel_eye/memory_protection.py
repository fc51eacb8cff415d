"""Keeping values inside the keeper's memory (B4): no core dump, no swap where allowed, no telling traceback."""

from __future__ import annotations

import ctypes
import os
import pwd
import resource
import sys
import threading
import traceback
from types import TracebackType

_MCL_CURRENT, _MCL_FUTURE = 1, 2
_PR_SET_DUMPABLE = 4
_SOFTWARE_ERROR = 70


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
