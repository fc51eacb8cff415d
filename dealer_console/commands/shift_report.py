"""`dealer-console shift-report`: the report of a shift from the journal of its table, as text or JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from dealer_console.commands.speaking import complain
from dealer_console.game.errors import Bug
from dealer_console.journal import Entry, JournalError
from dealer_console.journal.reading import entries, read_only
from dealer_console.table.shift import Shift, apply, report_data, report_json, report_text


def shift_report(journal: Path, *, number: int | None = None, as_json: bool = False) -> int:
    """Without a number the newest shift. Reads only, also while the table deals; does not verify (see `verify`)."""
    try:
        with read_only(journal) as connection:
            shift = shift_at_end(entries(connection), number)
    except (JournalError, Bug) as error:
        return complain(str(error))
    if shift.number == 0:
        return complain(f"{journal} holds no shift yet: the table was never opened")
    if number is not None and shift.number != number:
        return complain(f"{journal} holds no shift {number}; it has 1 to {shift.number}")
    data = report_data(shift)
    sys.stdout.write(report_json(data) if as_json else report_text(data))
    return 0


def shift_at_end(recorded: Iterable[Entry], number: int | None) -> Shift:
    """The shift of this number as it was left, or the last one."""
    shift = Shift()
    for entry in recorded:
        after = apply(shift, entry)
        if number is not None and after.number > number and shift.number == number:
            return shift
        shift = after
    return shift
