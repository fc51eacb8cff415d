"""What the polls of an idle console would cost without any protocol: what the kernel and the interpreter take.

python -m tests.tools.bench.bare_exchange SECONDS      three ports, a thread each: poll, write, poll, read

The devices of this exchange are in a process of their own, which answers 2 ms after each request.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

PERIODS = (0.1, 0.1, 0.1)  # shoe, reader, shuffler, after a quiet minute
REQUEST, REPLY = bytes(40), bytes(55)  # as long as a POLL and its EVENT with their MAC


def bare_exchange(seconds: float) -> float:
    """Percent of a core."""
    command = [sys.executable, "-m", "tests.tools.bench.bare_exchange", str(seconds)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def _host(port: int, period: float) -> None:
    waiting = select.poll()
    waiting.register(port, select.POLLIN)
    due = time.monotonic()
    while True:
        waiting.poll(max(0.0, due - time.monotonic()) * 1000)
        due = time.monotonic() + period
        os.write(port, REQUEST)
        waiting.poll(1000)
        os.read(port, 4096)


def _device(port: int) -> None:
    while os.read(port, 4096):
        time.sleep(0.002)
        os.write(port, REPLY)


def _serve(ports: list[int]) -> None:
    for port in ports:
        threading.Thread(target=_device, args=(port,), daemon=True).start()
    sys.stdin.read()  # until the host has gone


def _processor_seconds() -> float:
    tasks = Path("/proc/self/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def main(seconds: float) -> None:
    lines = [os.openpty() for _ in PERIODS]
    for _ours, theirs in lines:
        tty.setraw(theirs)
    devices = [ours for ours, _theirs in lines]
    command = [sys.executable, "-m", "tests.tools.bench.bare_exchange", "devices", *map(str, devices)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=devices)
    for (_ours, theirs), period in zip(lines, PERIODS, strict=True):
        threading.Thread(target=_host, args=(theirs, period), daemon=True).start()
    time.sleep(2.0)
    before, start = _processor_seconds(), time.monotonic()
    time.sleep(seconds)
    sys.stdout.write(f"{100 * (_processor_seconds() - before) / (time.monotonic() - start):.3f}\n")
    process.terminate()
    process.wait()


if __name__ == "__main__":
    if sys.argv[1] == "devices":
        _serve([int(port) for port in sys.argv[2:]])
    else:
        main(float(sys.argv[1]))
