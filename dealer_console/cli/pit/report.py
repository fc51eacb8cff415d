"""`dealer-console report` and `dispute`: papers from an archive."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.output import print_note
from dealer_console.cli.pit.archive_access import (
    OfTable,
    Output,
    Target,
    archive_verb,
    opened,
    signing_key,
    staff_keys,
    write,
)
from dealer_console.cli.verbs import AsJson
from dealer_console.game.message import Message, Quoted
from dealer_console.messages import LANGUAGES, words_of
from dealer_console.pit.dispute import dispute_files
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.reports import FORMS, GROUPS, PERIODS, days_of, make_report, stamped


@archive_verb
def report(
    target: Target,
    table: OfTable = None,
    shift: Annotated[int | None, typer.Option("--shift", help="help-report-shift")] = None,
    day: Annotated[str | None, typer.Option("--day", help="help-report-day")] = None,
    period: Annotated[str, typer.Option("--period", help="help-report-period")] = "day",
    by: Annotated[str, typer.Option("--by", help="help-report-by")] = "table",
    language: Annotated[str, typer.Option("--language", help="help-report-language")] = "en",
    as_pdf: Annotated[bool, typer.Option("--pdf", help="help-report-as-pdf")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="help-report-as-csv")] = False,
    as_xlsx: Annotated[bool, typer.Option("--xlsx", help="help-report-as-xlsx")] = False,
    as_json: AsJson = False,
    to: Annotated[Path | None, Output] = None,
) -> int:
    """Of a shift, a gaming day, a week or a month of one table or the floor."""
    forms = {"pdf": as_pdf, "csv": as_csv, "xlsx": as_xlsx, "json": as_json}
    named = [name for name, chosen in forms.items() if chosen]
    if len(named) > 1:
        raise PitRefused(Message("pit-choose-one-form"))
    for option, value, known in (
        ("--period", period, PERIODS), ("--by", by, GROUPS), ("--language", language, LANGUAGES)
    ):  # fmt: skip
        if value not in known:
            raise PitRefused(Message("pit-choose-one-of", option=option, known=tuple(known)))
    form = named[0] if named else to.suffix.removeprefix(".") if to is not None else "json"
    if form not in FORMS:
        raise PitRefused(Message("pit-no-such-form", forms=", ".join(FORMS), form=Quoted(form)))
    if to is None and form in ("pdf", "xlsx"):
        raise PitRefused(Message("pit-say-where", form=form.upper(), ending=form))
    if shift is not None and day is not None:
        raise PitRefused(Message("pit-shift-or-day"))
    with opened(target) as (archive, work), staff_keys() as keys_of:
        expectations = load_expectations()
        alone = table is not None or len(archive.logs()) == 1
        of_shift = day is None and period == "day" and (shift is not None or alone)
        on = _day(day) if day is not None else next(days_of(archive, expectations.gaming_day), None)
        if on is None:
            raise PitRefused(Message("pit-never-opened", place=archive.place))
        new_report = make_report(
            archive,
            expectations,
            words_of(language, expectations.currency),
            day=on,
            period="shift" if of_shift else period,
            group=by,
            table=table,
            shift=shift,
            work=work,
            keys_of=keys_of,
        )
        new_report = stamped(archive, expectations, new_report, work)
        write(FORMS[form](new_report), to)
    return _not_genuine(new_report.stamp)


def _not_genuine(stamp: str) -> int:
    """1: the paper is written, stamped, and this says so."""
    if stamp:
        print_note(stamp)
    return 1 if stamp else 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PitRefused(Message("pit-no-day", text=Quoted(text))) from None


@archive_verb
def dispute(
    target: Target,
    number: Annotated[int, typer.Option("--round", help="help-report-dispute-number")],
    to: Annotated[Path, Output],
    table: OfTable = None,
    language: Annotated[str, typer.Option("--language", help="help-report-language")] = "en",
) -> int:
    if language not in LANGUAGES:
        raise PitRefused(Message("pit-choose-one-of", option="--language", known=tuple(LANGUAGES)))
    with opened(target) as (archive, work):
        found_round = archive.round(archive.log(table), number)
        files = dispute_files(archive, found_round, work, words_of(language, load_expectations().currency))
        write(files.packed(signing_key()), to)
    return _not_genuine(files.stamp)
