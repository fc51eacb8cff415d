"""What a journal holds, as types: one frozen class for each kind of entry and step, by topic, and their codec.

Read with `match entry.typed:`; write with `Draft.of(CardBurned(card=…), who=…)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from dealer_console.journal.canonical import Json
from dealer_console.journal.entries import declaration
from dealer_console.journal.entries.cards import CardEntry
from dealer_console.journal.entries.declaration import KINDS, OtherEntry, encode, read, why_not
from dealer_console.journal.entries.device_events import DeviceEventEntry
from dealer_console.journal.entries.devices import CommandEntry, LinkEntry
from dealer_console.journal.entries.journal_own import JournalEntry
from dealer_console.journal.entries.money import MoneyEntry
from dealer_console.journal.entries.notices import NoticeEntry
from dealer_console.journal.entries.people import PeopleEntry
from dealer_console.journal.entries.rounds import RoundEntry
from dealer_console.journal.entries.shift import ShiftEntry

AnyEntry = (
    RoundEntry
    | CardEntry
    | MoneyEntry
    | ShiftEntry
    | PeopleEntry
    | DeviceEventEntry
    | LinkEntry
    | CommandEntry
    | NoticeEntry
    | JournalEntry
)


decode: Final = cast(Callable[[str, int, Mapping[str, Json]], AnyEntry], declaration.decode)
"""The typed entry. Raises `BadEntry` for a kind without steps whose fields do not say what they should."""


__all__ = ["KINDS", "AnyEntry", "OtherEntry", "decode", "encode", "read", "why_not"]
