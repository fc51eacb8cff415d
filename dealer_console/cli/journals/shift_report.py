"""`dealer-console shift-report`: the report of a shift from the journal of its table, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import plain, print_error
from dealer_console.cli.verbs import AsJson, JournalFile
from dealer_console.game.message import Message
from dealer_console.journal import Entry, JournalError, JournalRefused
from dealer_console.journal.storage.reader import as_a_table_wrote_it, entries, read_only
from dealer_console.table.shift import Shift, apply, report_data, report_json, report_text


def shift_report(
    journal: JournalFile,
    number: Annotated[int | None, typer.Option("--shift", help="help-shift-report-number")] = None,
    as_json: AsJson = False,
) -> int:
    """Without a number the newest shift. Reads only, also while the table deals; does not verify (see `verify`)."""
    try:
        with as_a_table_wrote_it(journal), read_only(journal) as connection:
            shift = shift_at_end(entries(connection), number)
            _must_be_there(journal, shift, number)
            data = report_data(shift)
            text = report_json(data) if as_json else report_text(data)
    except JournalError as error:
        return print_error(error, as_json=as_json)
    sys.stdout.write(plain(text))
    return 0


def _must_be_there(journal: Path, shift: Shift, number: int | None) -> None:
    if shift.number == 0:
        raise JournalRefused(Message("journal-holds-no-shift-yet", journal=journal))
    if number is not None and shift.number != number:
        raise JournalRefused(Message("journal-holds-no-shift", journal=journal, number=number, last=shift.number))


def shift_at_end(recorded: Iterable[Entry], number: int | None) -> Shift:
    """The shift of this number as it was left, or the last one."""
    shift = Shift()
    for entry in recorded:
        after = apply(shift, entry)
        if number is not None and after.number > number and shift.number == number > 0:
            return shift
        shift = after
    return shift
