"""`python -m dealer_console.proof.bench [--json]`: the speeds of engine and replay."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from dealer_console.proof.bench import replaying, rounds

BENCHES: dict[str, tuple[str, Callable[[], dict[str, float]]]] = {
    "engine": (
        "hands settled per second in random complete play, against blackjack21 (wanted: ratio >= 1.0)",
        rounds.bench,
    ),
    "replay": (
        "replay of .round files by the command (wanted: >= 300 rounds per second, flat memory)",
        replaying.bench,
    ),
}


def main() -> None:
    results = {}
    for name, (words, bench) in BENCHES.items():
        sys.stderr.write(f"measuring {name}: {words} ...\n")
        results[name] = bench()
        if "--json" not in sys.argv:
            for key, value in results[name].items():
                sys.stdout.write(f"{name:>8}  {key:<34} {value:>14,.2f}\n")
    if "--json" in sys.argv:
        sys.stdout.write(json.dumps(results) + "\n")


main()
