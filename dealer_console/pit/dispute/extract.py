"""The entries around a round with their proof: from the signed checkpoint before it to the one after it.

The extract is one JSON file. The genesis entry and the first checkpoint name the key; each entry that names another one
before the round stands under `keys`, with the checkpoint by which the key before signs it. The checkpoint before the
round gives the hash from which the chain of its entries leads to the checkpoint after it. Form and check stand in
journal.md; an outsider runs `python verify_journal.py FILE.extract --key HEX`.
"""

from __future__ import annotations

from typing import Any, Final

from dealer_console.game.message import Message
from dealer_console.journal.canonical import canonical
from dealer_console.journal.checkpoints import Checkpoint
from dealer_console.journal.entry import Row
from dealer_console.pit.archive import Archive, FoundRound
from dealer_console.pit.archive.sources import EntrySource, one_row
from dealer_console.pit.errors import PitRefused

FORM: Final = 1
ENDING: Final = ".extract"


def extract_of(archive: Archive, found_round: FoundRound) -> bytes:
    """Raises `PitRefused` while no checkpoint stands after the round."""
    source, log = archive.source, found_round.log
    first = source.checkpoints(log, upto=1)
    before = source.checkpoints(log, upto=found_round.first_entry - 1)
    later = source.checkpoints(log, after=found_round.last_entry - 1)
    if not later or not before or not first:
        raise PitRefused(Message("pit-round-not-signed", round=found_round.number, table=found_round.table))
    points = [before[-1], *source.checkpoints(log, after=before[-1].seq, upto=later[0].seq)]
    rows = [row for batch in source.rows(log, after=before[-1].seq, upto=later[0].seq) for row in batch]
    extract: dict[str, Any] = {
        "extract": FORM,
        "log": log,
        "genesis": _row(one_row(source, log, 1)),
        "first": _point(first[0]),
        "keys": [_key(source, log, seq) for seq in source.key_changes(log) if seq <= before[-1].seq],
        "checkpoints": [_point(point) for point in points],
        "entries": [_row(row) for row in rows],
    }
    return _lines(extract).encode()


def _row(row: Row) -> list[Any]:
    """seq, kind, version, at_ms, who, serial, number, data (as text, in canonical form), hash."""
    return list(row)


def _point(point: Checkpoint) -> list[Any]:
    return [point.number, point.seq, point.hash, point.at_ms, point.signature]


def _key(source: EntrySource, log: str, seq: int) -> list[Any]:
    """The hash before the entry that names a key, the entry, and the checkpoint by which the key before signs it."""
    signed = source.checkpoints(log, after=seq - 1, upto=seq)
    if not signed:
        raise PitRefused(Message("pit-entry-missing", entry=seq, place=source.place))
    return [one_row(source, log, seq - 1).hash, _row(one_row(source, log, seq)), _point(signed[0])]


def _lines(extract: dict[str, Any]) -> str:
    """One entry per line, so that people can read it, too."""
    head = [
        f'"{key}": {canonical(extract[key])}' for key in ("extract", "log", "genesis", "first", "keys") if extract[key]
    ]
    points = ",\n  ".join(canonical(point) for point in extract["checkpoints"])
    entries = ",\n  ".join(canonical(entry) for entry in extract["entries"])
    body = ",\n".join([*head, f'"checkpoints": [\n  {points}\n]', f'"entries": [\n  {entries}\n]'])
    return f"{{\n{body}\n}}\n"
