"""`dealer-console report` and `dispute`: papers from an archive."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from dealer_console.cli.pit.archive_access import OfTable, Output, Target, exit_status, opened, write
from dealer_console.cli.verbs import AsJson
from dealer_console.pit.archive import Archive
from dealer_console.pit.dispute import dispute_pack
from dealer_console.pit.errors import PitRefused
from dealer_console.pit.expectations import load_expectations
from dealer_console.pit.long_work import Work
from dealer_console.pit.reports import FORMS, Report, day_report, days_of, floor_report, shift_report


def report(
    target: Target,
    table: OfTable = None,
    shift: Annotated[
        int | None, typer.Option("--shift", help="This shift of the table; the newest without it.")
    ] = None,
    day: Annotated[str | None, typer.Option("--day", help="This gaming day, as 2026-11-16.")] = None,
    as_pdf: Annotated[bool, typer.Option("--pdf", help="As PDF.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV.")] = False,
    as_xlsx: Annotated[bool, typer.Option("--xlsx", help="As a spreadsheet.")] = False,
    as_json: AsJson = False,
    to: Annotated[Path | None, Output] = None,
) -> int:
    """Of a shift, of a table's day, or without a table of the floor's day."""
    forms = {"pdf": as_pdf, "csv": as_csv, "xlsx": as_xlsx, "json": as_json}
    named = [name for name, wanted in forms.items() if wanted]
    if len(named) > 1:
        raise typer.BadParameter("choose one of --pdf, --csv, --xlsx and --json")

    def run() -> int:
        form = named[0] if named else to.suffix.removeprefix(".") if to is not None else "json"
        if form not in FORMS:
            raise PitRefused(f"a report is written as {', '.join(FORMS)}, not as {form!r}")
        if to is None and form in ("pdf", "xlsx"):
            raise PitRefused(f"say where the {form.upper()} goes: -o FILE.{form}")
        with opened(target) as (archive, work):
            write(FORMS[form](_made(archive, work, table=table, shift=shift, day=day)), to)
        return 0

    return exit_status(run)


def _made(archive: Archive, work: Work, *, table: str | None, shift: int | None, day: str | None) -> Report:
    house = load_expectations()
    if shift is not None and day is not None:
        raise PitRefused("a report is of a shift or of a day: leave one of them out")
    alone = table is not None or len(archive.logs()) == 1
    if day is None and (shift is not None or alone):
        return shift_report(archive, archive.log(table), shift, house)
    on = _day(day) if day is not None else next(iter(days_of(archive, house.gaming_day)), None)
    if on is None:
        raise PitRefused(f"no table of {archive.place} was ever opened")
    return day_report(archive, archive.log(table), on, house, work) if alone else floor_report(archive, on, house, work)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PitRefused(f"{text!r} is no day: write 2026-11-16") from None


def dispute(
    target: Target,
    number: Annotated[int, typer.Option("--round", help="The number of the round.")],
    to: Annotated[Path, Output],
    table: OfTable = None,
) -> int:
    def run() -> int:
        with opened(target) as (archive, work):
            write(dispute_pack(archive, archive.round(archive.log(table), number), work), to)
        return 0

    return exit_status(run)
