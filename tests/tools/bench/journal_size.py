"""What a round takes on disk, by the devices of its table: whole simulated tables on files, without mishaps.

Several tables of each rule set are dealt, and the largest counts: who sits there, and how often they split, double and
call the pit, decides how long a round is. Beside the size stands what takes it, by kind of entry and by part of the
file, and what the same file takes compressed by `xz`. Snapshots come as at every table, not as often as a simulation
takes them.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

from dealer_console.journal import Journal
from dealer_console.journal.storage.reader import read_only
from dealer_console.simulation.run import SimulatedTable

ROUNDS = 60
SEEDS = range(1, 11)
RULES = ("catfish-bend-blackjack", "massachusetts-switch", "washington-switch-v1")


def bench() -> dict[str, object]:
    by_devices: dict[str, list[dict[str, object]]] = defaultdict(list)
    for rules in RULES:
        for seed in SEEDS:
            measured = dealt(rules, seed)
            by_devices[f"{rules}, {measured['devices']}"].append(measured)
    return {table: _summary(measured) for table, measured in by_devices.items()}


def _summary(measured: list[dict[str, object]]) -> dict[str, object]:
    sizes = {str(one["seed"]): float(str(one["kB a round"])) for one in measured}
    largest = max(measured, key=lambda one: float(str(one["kB a round"])))
    return {"largest, kB a round": max(sizes.values()), "mean": round(mean(sizes.values()), 2), "by seed": sizes} | {
        f"of the largest: {name}": value for name, value in largest.items() if name not in ("devices", "kB a round")
    }


def _size(file: Path) -> int:
    """Of what is committed, also while a part of it lies in the log."""
    with read_only(file) as connection:
        (pages,), (page,) = connection.execute("PRAGMA page_count"), connection.execute("PRAGMA page_size")
    return int(pages[0]) * int(page[0])


def _parts(file: Path) -> Counter[str]:
    """Bytes of the packed entries and of their hashes; the rest of the file is SQLite and its tables for finding."""
    with read_only(file) as connection:
        ((entries, hashes),) = connection.execute("SELECT sum(length(piece)), sum(length(hashes)) FROM pieces")
    return Counter({"entries, packed": entries, "hashes": hashes, "the rest": _size(file) - entries - hashes})


def dealt(rules: str, seed: int, rounds: int = ROUNDS) -> dict[str, object]:
    """From the first round that is closed, so that the opening of the table does not count."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.journal"
        with Journal.create(file, table="simulated", signing_key=bytes(32), at_ms=0) as journal:
            table = SimulatedTable(rules, seed, (), journal)
            table.virtual.session.between_snapshots = None
            table.run(1)
            opened, parts, first = _size(file), _parts(file), journal.seq
            table.run(1 + rounds)
            kinds: Counter[str] = Counter()
            cards = 0
            for entry in journal.entries(after=first):
                what = f"{entry.kind} {entry.data.get('event', '')}".strip()
                kinds[what] += len(json.dumps(dict(entry.data), separators=(",", ":"))) + 64  # and its hash
                cards += what == "device-event CardDrawn"
            entries = journal.seq - first
        growth = _parts(file) - parts
        return {
            "seed": seed,
            "devices": " and ".join(table.virtual.kinds),
            "kB a round": round((_size(file) - opened) / rounds / 1000, 2),
            "compressed by xz": round(len(lzma.compress(file.read_bytes())) / (1 + rounds) / 1000, 1),
            "entries a round": round(entries / rounds, 1),
            "cards a round": round(cards / rounds, 1),
            "parts, kB a round": {part: round(length / rounds / 1000, 2) for part, length in growth.items()},
            "largest kinds, kB a round in words": {
                kind: round(length / rounds / 1000, 2) for kind, length in kinds.most_common(6)
            },
        }
