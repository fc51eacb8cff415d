"""The journal's own entries: how it begins, who writes it, by which rules, and the state to open quickly from."""

from __future__ import annotations

from dealer_console.journal.entries.declaration import EntryData, entry
from dealer_console.journal.entries.forms import Hash, Lists, LogId, Members, Names, SomeText


@entry(
    "genesis", says="The journal begins: its identity, its table, the software and the key that signs its checkpoints"
)
class Genesis(EntryData):
    """`ends_signed`: the file has a signed end. `follows`: the last head of the journal before, `begun_by` whom."""

    log: LogId
    table: SomeText
    software: SomeText
    public_key: Hash
    ends_signed: bool | None = None
    follows: Members | None = None
    begun_by: Names | None = None


@entry("key-changed", says="From here on another key signs; this entry is still signed with the one before")
class KeyChanged(EntryData):
    public_key: Hash
    by: SomeText
    approved_by: SomeText


@entry("software", says="The program that writes from here on", more=True)
class SoftwareStarted(EntryData):
    """What a console runs with: the hashes of its table's file, rule set, permissions and list of paired devices.

    `devices`: each approval of that list, with the firmware as the device reports it and the two people.
    `directory_key`: by which the directory of people must be signed. Of the book of people: how far its changes go and
    the hash of all of them, and the version of the directory of which it is a copy (0: of none).
    """

    version: SomeText
    sqlite: SomeText | None = None
    table_hash: Hash | None = None
    rules_hash: Hash | None = None
    permissions_hash: Hash | None = None
    registry_hash: Hash | None = None
    devices: Lists | None = None
    directory_key: Hash | None = None
    people_changes: int | None = None
    people_hash: Hash | None = None
    directory_version: int | None = None


@entry("console-lock", says="The screen was locked after a while without a touch, or opened again by PIN")
class ConsoleLock(EntryData):
    locked: bool
    by: SomeText | None = None


@entry("console-stopped", says="The console was closed in order; without such an entry it ended otherwise")
class ConsoleStopped(EntryData):
    by: SomeText | None


@entry(
    "configuration", says="The rule set and the choices of the table from here on, with the hashes of their contents"
)
class ConfigurationSet(EntryData):
    rules: SomeText
    rules_hash: Hash
    choices: Members
    choices_hash: Hash
    date: SomeText | None
    rules_text: str | None = None
    table: SomeText | None = None


@entry("snapshot", says="The whole state, to open the table quickly; never a proof of anything", more=True)
class SnapshotTaken(EntryData):
    """The state is `extra`, for those who wrote it to read."""


JournalEntry = Genesis | KeyChanged | SoftwareStarted | ConsoleLock | ConsoleStopped | ConfigurationSet | SnapshotTaken
