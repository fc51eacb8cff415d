"""Each start compares what a console runs with with what the signed journal knows of the start before.

A device, a firmware or a key that came by other means than `dealer-console device` is an alarm, and so are other
permissions, another table file or another book of people. The first start of a journal that follows another one is
compared with the last start in that one: nobody exchanges a file between two journals.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from dealer_console.app.journal_files.roll import kept_path
from dealer_console.game.message import Message
from dealer_console.journal import JournalError
from dealer_console.journal.canonical import Json, canonical_object
from dealer_console.journal.entries import read
from dealer_console.journal.entries.devices import DeviceRegistryChanged
from dealer_console.journal.entries.journal_own import Genesis, KeyChanged, SoftwareStarted
from dealer_console.journal.entry import NO_HASH, Row, hash_of
from dealer_console.journal.head import JournalHead
from dealer_console.journal.storage import reader
from dealer_console.table.approvals.entries import people_changed
from dealer_console.table.people.actions import Action
from dealer_console.table.people.store_tables import Change
from drivers.registration.registry import Registry


class KnownApproval(NamedTuple):
    """A device with a key (its id, empty without one) and a firmware as it reports it."""

    serial: str
    reported_sha256: str
    key: str


def approvals_in(registry: Registry | None) -> list[KnownApproval]:
    """As they stand in the list."""
    if registry is None:
        return []
    keys = {device.serial: device.key_id for device in registry.devices}
    return [
        KnownApproval(approval.serial, approval.firmware_sha256, keys.get(approval.serial, ""))
        for approval in registry.approved
    ]


def hash_of_changes(changes: Sequence[Change]) -> str:
    """Of what was done to people, for the journal."""
    return sha256("\n".join(map(_as_journaled, changes)).encode()).hexdigest()


def _as_journaled(change: Change) -> str:
    return canonical_object(people_changed(change).data)


AreTwo = Callable[[Action, str, str], bool]
"""May these two, by their ids, do this together?"""


def changed_since_last_start(
    journal: Path, started: SoftwareStarted, registry: Registry | None, people: Sequence[Change], are_two: AreTwo
) -> list[Message]:
    """What is other than the journal knows it, or was done by others than may do it by the table's own rights.

    `people`: what was done to people, as their book has it.
    """
    last = _last_start(journal)
    if last.wrong is not None:
        return [last.wrong]
    alarms = [] if last.unlisted is None else [Message("alarm-journal-changed", seq=last.unlisted)]
    first = SoftwareStarted(version="", devices=())  # before the first start nothing is known, of devices neither
    before = first if last.started is None else read(SoftwareStarted, json.loads(last.started.data))
    alarms += [
        Message("alarm-file-changed", file=file)
        for file, now, then in (
            ("table", started.table_hash, before.table_hash),
            ("rules", started.rules_hash, before.rules_hash),
            ("permissions", started.permissions_hash, before.permissions_hash),
        )
        if None not in (now, then) and now != then
    ]
    if _is_another_book(before, last.people, people):
        alarms.append(Message("alarm-old-people"))
    alarms += [
        Message("alarm-not-by-two", seq=row.seq)
        for row in last.by_two
        if (signed := _signed_by(row)) is not None and not are_two(*signed)
    ]
    if before.devices is None or registry is None:
        return alarms
    known = {_journaled(device) for device in before.devices if isinstance(device, Mapping)}
    for change in last.devices:
        _follow(known, read(DeviceRegistryChanged, json.loads(change.data)))
    strange = sorted({approval.serial for approval in approvals_in(registry) if approval not in known})
    return alarms + [Message("alarm-device-unrecorded", serial=serial) for serial in strange]


def _is_another_book(before: SoftwareStarted, journaled: Iterable[Row], changes: Sequence[Change]) -> bool:
    """A newer one has every change that the last start knew, and that the journal has learned since."""
    if before.people_changes is None:
        return False
    until = [change for change in changes if change.number <= before.people_changes]
    since = set(map(_as_journaled, changes))
    return hash_of_changes(until) != before.people_hash or any(row.data not in since for row in journaled)


class _LastStart(NamedTuple):
    """`devices` and `people`: changes to them since. `wrong`: the record of it is not what was written.

    `unlisted` is an event of a device that the journal's own list lacks: it would be taken a second time.
    """

    started: Row | None = None
    devices: tuple[Row, ...] = ()
    people: tuple[Row, ...] = ()
    by_two: tuple[Row, ...] = ()  # what two people did by a command
    wrong: Message | None = None
    unlisted: int | None = None
    follows: JournalHead | None = None  # the last head of the journal before


def _last_start(journal: Path) -> _LastStart:
    """In this journal, or in the one that it follows when nobody has started since it was begun."""
    last = _start_in(journal, None)
    while last.started is None and last.wrong is None and (follows := last.follows) is not None:
        try:
            before = _start_in(kept_path(journal, follows.log), follows)
        except JournalError:
            before = _LastStart(wrong=Message("alarm-journal-before", log=follows.log))
        devices, people = (*before.devices, *last.devices), (*before.people, *last.people)
        by_two = (*before.by_two, *last.by_two)
        last = before._replace(devices=devices, people=people, by_two=by_two, unlisted=last.unlisted)
    return last


def _start_in(journal: Path, end: JournalHead | None) -> _LastStart:
    """Every hash from there to the end: which one that is, was looked at when the journal was opened, or is `end`.

    An index that somebody has changed may hide the newest start: so each entry says itself what it is.
    """
    last = _LastStart()
    events: set[tuple[int, str, int | None]] = set()
    with reader.read_only(journal) as connection:
        marked, genesis = reader.last_of(connection, "software"), reader.row_at(connection, 1)
        begun = {} if genesis is None else json.loads(genesis.data)
        log, follows = str(begun.get("log")), begun.get("follows")
        first = 1 if marked is None else marked.seq
        previous = reader.hash_at(connection, first - 1) or NO_HASH
        for row in map(Row._make, chain.from_iterable(reader.row_batches(connection, after=first - 1))):
            if hash_of(log, previous, row) != row.hash:
                return last._replace(wrong=_wrong(row.seq, end))
            previous = row.hash
            if row.serial is not None:
                events.add((row.seq, row.serial, row.number))
            last = _with(last, row)
        events -= reader.listed_events(connection, first)
        if end is not None and (log, reader.last_seq(connection), previous) != (end.log, end.seq, end.hash):
            return last._replace(wrong=_wrong(end.seq, end))
    unlisted = min((seq for seq, *_ in events), default=None)
    return last._replace(unlisted=unlisted, follows=None if follows is None else JournalHead.of(follows))


def _with(last: _LastStart, row: Row) -> _LastStart:
    match row.kind:
        case "software":
            return _LastStart(started=row)
        case "device-registry":
            return last._replace(devices=(*last.devices, row), by_two=(*last.by_two, row))
        case "key-changed" | "genesis":
            return last._replace(by_two=(*last.by_two, row))
        case "people-changed":
            return last._replace(people=(*last.people, row))
    return last


def _signed_by(row: Row) -> tuple[Action, str, str] | None:
    """What was done, and by which two; None for a journal that follows no other."""
    data = json.loads(row.data)
    if row.kind == "device-registry":
        change = read(DeviceRegistryChanged, data)
        action = Action.DEVICE_APPROVE if change.what == "approved" else Action.DEVICE_PAIR
        return action, change.by, change.approved_by
    if row.kind == "key-changed":
        changed = read(KeyChanged, data)
        return Action.BEGIN_JOURNAL, changed.by, changed.approved_by
    match read(Genesis, data).begun_by:
        case (first, second):
            return Action.BEGIN_JOURNAL, first, second
    return None


def _wrong(seq: int, end: JournalHead | None) -> Message:
    return Message("alarm-journal-changed", seq=seq) if end is None else Message("alarm-journal-before", log=end.log)


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
