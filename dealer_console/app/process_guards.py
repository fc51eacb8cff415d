"""What a console does about its own process before it opens a file: nobody else reads its files or its memory."""

from __future__ import annotations

import ctypes
import os
import resource
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

_PR_SET_DUMPABLE: Final = 4


def guard_process() -> None:
    """Files for their owner only, no core dump, and no other process of this user attaches to this one."""
    os.umask(0o077)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def file_hash(file: Path) -> str | None:
    """SHA-256 of its bytes; None where there is no such file."""
    try:
        return sha256(file.read_bytes()).hexdigest()
    except OSError:
        return None
