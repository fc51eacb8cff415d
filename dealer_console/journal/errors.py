"""What can be wrong with a journal, by whose fault it is.

* `JournalRefused`: a person asked for what cannot be (no such file, a second writer, the wrong key). Nothing changed.
* `JournalStopped`: the disk failed. Everything acknowledged is kept; the table stops and nothing more is written.
* `JournalDamaged`: the file is not what was written. Run `dealer-console verify` on it.
* `BadEntry`: an entry whose fields do not say what its kind says.
* `BadDraft`: our own program handed in what no journal may hold.
"""

from __future__ import annotations

from dealer_console.game.message import Message
from dealer_console.messages import MessageError


class JournalError(MessageError):
    """Any of the errors of a journal."""


class JournalRefused(JournalError):
    """The journal cannot be created or opened like this; the text says what to do."""


class AlreadyRecorded(JournalError):
    """This device event is in the journal already: it was delivered twice. Nothing has changed."""

    def __init__(self, serial: str, number: int) -> None:
        super().__init__(Message("journal-event-recorded-already", number=number, serial=serial))
        self.serial = serial
        self.number = number


class JournalStopped(JournalError):
    """A write failed. The journal accepts nothing more until it is opened again."""


class JournalDamaged(JournalError):
    """The file contradicts itself, its checkpoints or the head kept outside it."""


class BadDraft(JournalError, ValueError):
    """A draft that no journal may hold: an unknown kind, a missing field, a float."""


class BadEntry(JournalError, ValueError):
    """A stored entry that cannot be read as what its kind says."""
