"""`dealer-console shift-report`: the report of a shift from the journal of its table, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.journals.shift_report_text import report_text
from dealer_console.cli.output import plain, print_error, words
from dealer_console.cli.verbs import AsJson, JournalFile
from dealer_console.game.message import Message
from dealer_console.journal import Entry, JournalError, JournalRefused
from dealer_console.journal.entries.people import PersonCame
from dealer_console.journal.storage.reader import as_a_table_wrote_it, entries, read_only
from dealer_console.table.shift import Shift, apply, report_data, report_json


def shift_report(
    journal: JournalFile,
    number: Annotated[int | None, typer.Option("--shift", help="help-shift-report-number")] = None,
    as_json: AsJson = False,
) -> int:
    """Without a number the newest shift. Reads only, also while the table deals; does not verify (see `verify`)."""
    try:
        with as_a_table_wrote_it(journal), read_only(journal) as connection:
            names: dict[str, str] = {}
            shift = shift_at_end(_noting_names(entries(connection), names), number)
            _must_be_there(journal, shift, number)
    except JournalError as error:
        return print_error(error, as_json=as_json)
    sys.stdout.write(plain(report_json(report_data(shift)) if as_json else report_text(shift, words(), names)))
    return 0


def _must_be_there(journal: Path, shift: Shift, number: int | None) -> None:
    if shift.number == 0:
        raise JournalRefused(Message("journal-holds-no-shift-yet", journal=journal))
    if number is not None and shift.number != number:
        raise JournalRefused(Message("journal-holds-no-shift", journal=journal, number=number, last=shift.number))


def _noting_names(recorded: Iterable[Entry], names: dict[str, str]) -> Iterator[Entry]:
    """The entries as they are; `names` gets what the people who came are called."""
    for entry in recorded:
        typed = entry.typed
        if isinstance(typed, PersonCame) and typed.name is not None:
            names[typed.person] = typed.name
        yield entry


def shift_at_end(recorded: Iterable[Entry], number: int | None) -> Shift:
    """The shift of this number as it was left, or the last one."""
    shift = Shift()
    for entry in recorded:
        after = apply(shift, entry)
        if number is not None and after.number > number and shift.number == number > 0:
            return shift
        shift = after
    return shift
