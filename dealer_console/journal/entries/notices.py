"""Entries that tell people something: alarms, notes, refusals."""

from __future__ import annotations

from collections.abc import Mapping

from dealer_console.journal.canonical import Json
from dealer_console.journal.entries.declaration import EntryData, OtherEntry, entry, family, step
from dealer_console.journal.entries.forms import Members, SomeText, some_text


@step("alarm")
class AlarmRaised(EntryData):
    """`call`: a person calls for somebody. `draw`: the card that it is about is out of play. `picture`: by its hash.

    `message`: what the sentence was made from, as plain data.
    """

    alarm: SomeText
    device: str | None = None
    draw: int | None = None
    picture: str | None = None
    call: bool | None = None
    message: Members | None = None


@step("alarm", step="seen")
class AlarmSeen(EntryData):
    alarm: SomeText


def _alarm(data: Mapping[str, Json]) -> type[EntryData]:
    return AlarmSeen if data.get("step") == "seen" else AlarmRaised


family("alarm", _alarm, says="The table stopped or warned", must={"alarm": some_text})


@entry("note", says="What a person wrote down", more=True)
class NoteWritten(EntryData):
    text: SomeText


@entry("refusal", says="Something was asked for and refused; nothing changed", more=True)
class CommandRefused(EntryData):
    asked: SomeText
    reason: SomeText
    clause: str | None
    code: str | None = None


NoticeEntry = AlarmRaised | AlarmSeen | NoteWritten | CommandRefused | OtherEntry
