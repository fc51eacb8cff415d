"""The simulated devices of a table in a process of their own, on pseudo-terminals: as a console meets real ones.

python -m tests.tools.bench.device_process FOLDER KIND…      then `KIND TEXT` a line, answered by one line
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self, TypeVar

from dealer_console.demo.device_hall import DeviceHall

Answer = TypeVar("Answer")
REPLY = {"reply_ms": 2}  # as a device does that has something to do, unlike those of a demonstration
PATIENT: dict[str, dict[str, Any]] = {"shoe": REPLY, "reader": REPLY, "batch-shuffler": {"cycle_seconds": 0.5, **REPLY}}


class DeviceProcess:
    """Stands in for a `DeviceHall`; its devices are always new."""

    operator: object = None
    operator_notes: Callable[[], object]

    def __init__(self, kinds: Iterable[str], folder: Path, **_more: object) -> None:
        self.kinds = tuple(kinds)
        command = [sys.executable, "-m", "tests.tools.bench.device_process", str(folder), *self.kinds]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._told: Mapping[str, Any] = json.loads(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def port(self, kind: str) -> str:
        return str(self._told[kind]["port"])

    def serial(self, kind: str) -> str:
        return str(self._told[kind]["serial"])

    def operate(self, kind: str, text: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{kind} {text}\n")
        self._process.stdin.flush()
        return self._line().rstrip("\n")

    def together(self, action: Callable[[], Answer]) -> Answer:
        return action()

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.close()


def main(folder: Path, kinds: tuple[str, ...]) -> None:
    hall = DeviceHall(kinds, folder, seed=5, options=PATIENT)
    told = {kind: {"port": os.path.realpath(hall.port(kind)), "serial": hall.serial(kind)} for kind in kinds}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    for line in sys.stdin:
        kind, _, text = line.rstrip("\n").partition(" ")
        sys.stdout.write(hall.operate(kind, text) + "\n")
        sys.stdout.flush()
    hall.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]))
