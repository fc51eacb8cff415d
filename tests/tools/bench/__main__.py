"""`make bench`: every speed of the product as a ratio against a peer or a limit in the same run.

It stands among the tests because it alone may look at every room at once, the simulators included.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import drivers.optical  # noqa: F401  one thread for BLAS, before anything loads numpy
from hardware_sims.devices import build
from tests.drivers import benchmarks as drivers_bench
from tests.drivers.bench_table import Journal
from tests.drivers.device_line import driver_for
from tests.tools.bench import board, captures, floor, journal, journal_size, optical, pit, replays, rounds

KINDS = ("shoe", "reader", "batch-shuffler", "continuous-shuffler")


def fifty_devices() -> dict[str, Any]:
    return drivers_bench.devices_on_one_core(
        lambda number: build(KINDS[number % len(KINDS)], seed=number),
        lambda number: driver_for(KINDS[number % len(KINDS)], Journal()),
        seconds=5.0,
    )


def console() -> dict[str, Any]:
    """Imported only when it is asked for: it needs Qt."""
    from tests.tools.bench import console

    return console.bench()


def live() -> dict[str, Any]:
    from tests.tools.bench import live_console

    return live_console.bench()


BENCHES: dict[str, tuple[str, Callable[[], dict[str, Any]]]] = {
    "engine": ("hands settled in random complete play against blackjack21: ratio wanted >= 1.0", rounds.bench),
    "replay": ("`.round` files through the command: >= 300 per second with start-up, flat memory", replays.bench),
    "frames": ("tablelink frames decoded against pymodbus RTU: ratio wanted >= 10", drivers_bench.frames_per_second),
    "captures": ("100,000 frames decoded against rich laying out the rows: ratio wanted >= 6", captures.bench),
    "pty": ("round trip over a pty against bare read and write", drivers_bench.pty_round_trip),
    "fifty": ("fifty simulated devices at their poll rates: share of one core wanted < 1", fifty_devices),
    "console": (
        "one card painted against everything (<= 0.3); the longest busy (<= 50 ms)",
        console,
    ),
    "live": (
        "a publish (<= 0.3 ms), functions for a card (<= 250), a byte to its pixels (25 and 50 ms), idle (1 % and 5 %)",
        live,
    ),
    "board": ("a call on the board with 200 live tables: <= 1 s; the first board: <= 3 s", board.bench),
    "size": ("kB that a round takes on disk, by the devices of its table: wanted < 8", journal_size.bench),
    "journal": (
        "durable append against eventsourcing (>= 1.4) and fdatasync (>= 0.7), verify (>= 8), opening (<= 1.5)",
        journal.bench,
    ),
    "optical": (
        "cards read by camera: whole pictures against 52 templates (>= 20), p99 within one frame of 60 Hz",
        optical.bench,
    ),
    "floor": (
        "200 tables at ten times live pace into one PostgreSQL; catching up against plain INSERT and COPY",
        floor.bench,
    ),
    "pit": (
        "board, alerts, ratings, day report and search over 1,000,000 rounds against 10,000: ratio wanted <= 3",
        pit.bench,
    ),
}


def main() -> None:
    wanted = [word for word in sys.argv[1:] if word in BENCHES] or list(BENCHES)
    results: dict[str, dict[str, Any]] = {}
    for name in wanted:
        words, bench = BENCHES[name]
        sys.stderr.write(f"{name}: {words} ...\n")
        results[name] = bench()
        if "--json" not in sys.argv:
            for key, value in results[name].items():
                shown = f"{value:,.4g}" if isinstance(value, float) else str(value)
                sys.stdout.write(f"{name:>8}  {key:<38} {shown:>16}\n")
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
