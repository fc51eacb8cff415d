"""The journal's own entries: how it begins, who writes it, by which rules, and the state to open quickly from."""

from __future__ import annotations

from dealer_console.journal.entries.declaration import EntryData, entry
from dealer_console.journal.entries.forms import Hash, LogId, Members, SomeText


@entry(
    "genesis", says="The journal begins: its identity, its table, the software and the key that signs its checkpoints"
)
class Genesis(EntryData):
    log: LogId
    table: SomeText
    software: SomeText
    public_key: Hash


@entry("software", says="The program that writes from here on", more=True)
class SoftwareStarted(EntryData):
    version: SomeText


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


JournalEntry = Genesis | SoftwareStarted | ConfigurationSet | SnapshotTaken
