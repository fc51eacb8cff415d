"""Whether a process has installed a handler for a signal: a moment before, the signal would just end it."""

from __future__ import annotations

import signal
from pathlib import Path


def handles(process: int, wanted: signal.Signals) -> bool:
    """The kernel knows."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    caught = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(caught, 16) >> (wanted - 1) & 1)
