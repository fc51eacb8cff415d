"""What a round takes on disk, by the devices of its table: whole simulated tables on files, without mishaps.

Beside the size of the file stands what takes it, by kind of entry, and what the same file takes compressed by `xz`.
"""

from __future__ import annotations

import json
import lzma
import tempfile
from collections import Counter
from pathlib import Path

from dealer_console.journal import Journal
from dealer_console.journal.storage.reader import read_only
from dealer_console.simulation.run import SimulatedTable

ROUNDS = 30
TABLES = (
    ("catfish-bend-blackjack", 1),
    ("massachusetts-switch", 1),
    ("washington-switch-v1", 2),
)


def bench() -> dict[str, object]:
    return {f"{rules}, seed {seed}": _table(rules, seed) for rules, seed in TABLES}


def _size(file: Path) -> int:
    """Of what is committed, also while a part of it lies in the log."""
    with read_only(file) as connection:
        (pages,), (page,) = connection.execute("PRAGMA page_count"), connection.execute("PRAGMA page_size")
    return int(pages[0]) * int(page[0])


def _table(rules: str, seed: int) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "table.journal"
        with Journal.create(file, table="simulated", signing_key=bytes(32), at_ms=0) as journal:
            table = SimulatedTable(rules, seed, (), journal)
            table.run(1)
            opened = _size(file)
            first, cards = journal.seq, 0
            table.run(1 + ROUNDS)
            kinds: Counter[str] = Counter()
            for entry in journal.entries(after=first):
                what = f"{entry.kind} {entry.data.get('event', '')}".strip()
                kinds[what] += len(json.dumps(dict(entry.data), separators=(",", ":"))) + 64  # and its hash
                cards += what == "device-event CardDrawn"
            entries = journal.seq - first
        size = _size(file)
        return {
            "devices": ", ".join(table.virtual.kinds),
            "kB a round": round((size - opened) / ROUNDS / 1000, 1),
            "kB a round, compressed by xz": round(len(lzma.compress(file.read_bytes())) / (1 + ROUNDS) / 1000, 1),
            "entries a round": round(entries / ROUNDS, 1),
            "cards a round": round(cards / ROUNDS, 1),
            "largest kinds, kB a round": {
                kind: round(length / ROUNDS / 1000, 2) for kind, length in kinds.most_common(6)
            },
        }
