"""One entry of the journal, the draft it is made from, and its hash."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple, Self, cast

from dealer_console.journal.canonical import Json, quoted
from dealer_console.journal.entries import AnyEntry, decode, encode

NO_HASH: Final = "0" * 64  # what the first entry has as its previous hash

Device = tuple[str, int]  # the serial number of the device, and the number it gave to the event


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What is to be recorded. Number, time, chain and hash are the journal's business."""

    kind: str
    version: int = 1
    data: Mapping[str, Json] = field(default_factory=dict)
    who: str | None = None
    device: Device | None = None
    source: AnyEntry | None = field(default=None, repr=False, compare=False)  # what the data were made from

    @classmethod
    def of(cls, typed: AnyEntry, *, who: str | None = None, device: Device | None = None) -> Self:
        """The draft of a typed entry: `Draft.of(CardBurned(card=UNSEEN), who=person)`."""
        kind, version, data = encode(typed)
        return cls(kind=kind, version=version, data=data, who=who, device=device, source=typed)

    @property
    def typed(self) -> AnyEntry:
        """What it says, as a class of `entries`."""
        return decode(self.kind, self.version, self.data) if self.source is None else self.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What stands in the journal for ever."""

    seq: int
    kind: str
    version: int
    at_ms: int
    who: str | None
    device: Device | None
    data: Mapping[str, Json]
    previous: str
    hash: str
    known_as: AnyEntry | None = field(default=None, repr=False, compare=False)  # when it was written or read before

    @property
    def typed(self) -> AnyEntry:
        """What it says, as a class of `entries`; read once. Raises `BadEntry`."""
        if self.known_as is None:
            object.__setattr__(self, "known_as", decode(self.kind, self.version, self.data))
        return cast(AnyEntry, self.known_as)


class Row(NamedTuple):
    """An entry as the database holds it."""

    seq: int
    kind: str
    version: int
    at_ms: int
    who: str | None
    serial: str | None
    number: int | None
    data: str
    hash: str


RawRow = tuple[int, str, int, int, str | None, str | None, int | None, str, str]
"""The same without names, for those who read millions of them."""


def hashed_text(log: str, previous: str, row: RawRow | tuple[object, ...]) -> str:
    """The canonical JSON over which the hash of an entry goes; the row's own hash, if any, takes no part.

    `data` is canonical already: it goes in as it is stored.
    """
    seq, kind, version, at_ms, who, serial, number, data = row[:8]
    device = "null" if serial is None and number is None else f"[{quoted(serial)},{number}]"
    return (
        f'{{"at":{at_ms},"data":{data},"device":{device},"kind":{quoted(kind)},"log":"{log}",'
        f'"previous":"{previous}","seq":{seq},"version":{version},"who":{quoted(who)}}}'
    )


def hash_of(log: str, previous: str, row: RawRow | tuple[object, ...]) -> str:
    return sha256(hashed_text(log, previous, row).encode()).hexdigest()


def entry_of(row: RawRow, previous: str) -> Entry:
    seq, kind, version, at_ms, who, serial, number, data, hash_ = row
    return Entry(
        seq=seq,
        kind=kind,
        version=version,
        at_ms=at_ms,
        who=who,
        device=None if serial is None or number is None else (serial, number),
        data=json.loads(data),
        previous=previous,
        hash=hash_,
    )
