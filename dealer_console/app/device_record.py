"""What two people do to the list of paired devices, in the signed journals of the tables beside it, at once.

Each start compares the list, and the files that a console runs with, with what the journal knows: a device, a firmware
or a key that came by other means than `dealer-console device` is an alarm, and so are other permissions or another
table file than at the start before.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from dealer_console.game.message import Message
from dealer_console.journal import Draft, Journal, JournalError
from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import read
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.entries.journal_own import SoftwareStarted
from dealer_console.journal.entry import NO_HASH, Row, hash_of
from dealer_console.journal.keys import load_key
from dealer_console.journal.storage import reader
from drivers.errors import ImpossibleRequestError
from drivers.registration.registry import Registry


class KnownApproval(NamedTuple):
    """A device with a key (its id, empty without one) and a firmware as it reports it."""

    serial: str
    reported_sha256: str
    key: str


@contextmanager
def device_record(registry: Path) -> Iterator[DeviceRecord]:
    """The journals of this folder, held until the change is done. Raises `ImpossibleRequestError` while in use."""
    with ExitStack() as held:
        journals = []
        for file in (*sorted(registry.parent.glob("*.journal")), *sorted(registry.parent.glob("journals/*.journal"))):
            key = file.with_suffix(".key")
            if not key.exists():  # closed long ago
                continue
            try:
                journals.append(held.enter_context(Journal.open(file, load_key(key))))
            except JournalError as error:
                raise ImpossibleRequestError(
                    f"what is done to devices goes into the journal {file}: {error}; close the console first"
                ) from None
        yield DeviceRecord(journals)


class DeviceRecord:
    """`note` writes one change into every journal that is held."""

    def __init__(self, journals: Iterable[Journal]) -> None:
        self._journals = tuple(journals)

    def note(self, change: DeviceRegistryChanged, now_ms: int) -> None:
        for journal in self._journals:
            journal.append([Draft.of(change, who=change.by)], at_ms=now_ms)
            journal.checkpoint(now_ms)


def approvals_in(registry: Registry | None) -> list[KnownApproval]:
    """As they stand in the list."""
    if registry is None:
        return []
    keys = {device.serial: device.key_id for device in registry.devices}
    return [
        KnownApproval(approval.serial, approval.firmware_sha256, keys.get(approval.serial, ""))
        for approval in registry.approved
    ]


def changed_since_last_start(journal: Path, started: SoftwareStarted, registry: Registry | None) -> list[Message]:
    """What is other than the journal knows it; nothing at the first start."""
    last = _last_start(journal)
    if last.wrong is not None:
        return [Message("alarm-journal-changed", seq=last.wrong)]
    alarms = [] if last.unlisted is None else [Message("alarm-journal-changed", seq=last.unlisted)]
    if last.started is None:
        return alarms
    before = read(SoftwareStarted, json.loads(last.started.data))
    since = [read(DeviceRegistryChanged, json.loads(change.data)) for change in last.changes]
    alarms += [
        Message("alarm-file-changed", file=file)
        for file, now, then in (
            ("table", started.table_hash, before.table_hash),
            ("permissions", started.permissions_hash, before.permissions_hash),
        )
        if None not in (now, then) and now != then
    ]
    if before.devices is None or registry is None:
        return alarms
    known = {_journaled(device) for device in before.devices if isinstance(device, Mapping)}
    for change in since:
        _follow(known, change)
    strange = sorted({approval.serial for approval in approvals_in(registry) if approval not in known})
    return alarms + [Message("alarm-device-unrecorded", serial=serial) for serial in strange]


class _LastStart(NamedTuple):
    """`changes` to the devices since; `wrong` is an entry that is not what was written.

    `unlisted` is an event of a device that the journal's own list lacks: it would be taken a second time.
    """

    started: Row | None = None
    changes: tuple[Row, ...] = ()
    wrong: int | None = None
    unlisted: int | None = None


def _last_start(journal: Path) -> _LastStart:
    """Every hash from there to the end, which was looked at when the journal was opened.

    An index that somebody has changed may hide the newest start: so each entry says itself what it is.
    """
    last = _LastStart()
    events: set[tuple[int, str, int | None]] = set()
    with reader.read_only(journal) as connection:
        marked, genesis = reader.last_of(connection, "software"), reader.row_at(connection, 1)
        first = 1 if marked is None else marked.seq
        log = "" if genesis is None else str(json.loads(genesis.data)["log"])
        previous = reader.hash_at(connection, first - 1) or NO_HASH
        for row in map(Row._make, chain.from_iterable(reader.row_batches(connection, after=first - 1))):
            if hash_of(log, previous, row) != row.hash:
                return last._replace(wrong=row.seq)
            previous = row.hash
            if row.serial is not None:
                events.add((row.seq, row.serial, row.number))
            if row.kind == "software":
                last = _LastStart(started=row)
            elif row.kind == "device-registry":
                last = last._replace(changes=(*last.changes, row))
        events -= reader.listed_events(connection, first)
    return last._replace(unlisted=min((seq for seq, *_ in events), default=None))


def _journaled(device: Mapping[str, Json]) -> KnownApproval:
    reported = device.get("reported_sha256") or device.get("firmware_sha256")  # as the first consoles called it
    return KnownApproval(str(device.get("serial")), str(reported), str(device.get("key") or ""))


def _follow(known: set[KnownApproval], change: DeviceRegistryChanged) -> None:
    same = {approval for approval in known if approval.serial == change.serial}
    known -= same
    if change.what == "forgotten":
        return
    known |= {approval._replace(key=change.key or "") for approval in same}
    if change.reported_sha256 is not None:
        known.add(KnownApproval(change.serial, change.reported_sha256, change.key or ""))
