"""The commands of `dealer-console` around a journal: verify, export, import, history, shift-report."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]
JournalFile = Annotated[Path, typer.Argument(help="The journal of a table.")]


def verify(
    file: JournalFile,
    public_key: Annotated[
        str | None, typer.Option("--key", "--public-key", help="The public key you were given, in hex.")
    ] = None,
    head_folder: Annotated[Path | None, typer.Option("--head", help="Where the head outside the file is kept.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a journal: chain, checkpoints, every settlement computed anew; names the first bad entry."""
    from dealer_console.commands.verify import verify_file

    raise typer.Exit(verify_file(file, as_json=as_json, public_key=public_key, head_folder=head_folder))


def export(
    file: JournalFile,
    to: Annotated[Path, typer.Option("--to", help="An empty folder for the .round files.")],
    rounds: Annotated[
        list[str] | None, typer.Option("--round", help="Only this round, or from-to as 12-20 (repeatable).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the rounds of a journal as .round files, each with its result as expectation."""
    from dealer_console.commands.export import export_rounds

    raise typer.Exit(export_rounds(file, to=to, rounds=rounds or (), as_json=as_json))


def import_(
    files: Annotated[list[Path], typer.Argument(help=".round files, or folders that hold them.")],
    journal: Annotated[Path, typer.Option("--journal", help="The new journal; it must not exist yet.")],
    key_file: Annotated[Path, typer.Option("--key", help="The signing key; made when it is not there.")],
    table: Annotated[str, typer.Option("--table", help="The name of the table.")] = "imported",
    as_json: AsJson = False,
) -> None:
    """Deal .round files into a new journal; every file is replayed before anything is written."""
    from dealer_console.commands.import_ import import_rounds

    now = time.time_ns() // 1_000_000
    raise typer.Exit(import_rounds(files, journal=journal, key_file=key_file, table=table, at_ms=now, as_json=as_json))


def history(
    file: JournalFile,
    first: Annotated[int | None, typer.Option("--from", help="From this round number on.")] = None,
    last: Annotated[int | None, typer.Option("--to", help="Up to this round number.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="From this time on, as 2026-11-16T20:00.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Up to this time.")] = None,
    spot: Annotated[int | None, typer.Option("--spot", help="With a wager on this spot.")] = None,
    card: Annotated[str | None, typer.Option("--card", help="In which this card came.")] = None,
    amount: Annotated[str | None, typer.Option("--amount", help="With this stake, payment or taking.")] = None,
    irregularity: Annotated[str | None, typer.Option("--irregularity", help="With this code, or 'any'.")] = None,
    as_json: AsJson = False,
) -> None:
    """Search the rounds of a journal."""
    from dealer_console.commands.history import Search, show_history

    search = Search(
        first=first,
        last=last,
        since=since,
        until=until,
        spot=spot,
        card=card,
        amount=amount,
        irregularity=irregularity,
    )
    raise typer.Exit(show_history(file, search, as_json=as_json))


def shift_report(
    file: JournalFile,
    number: Annotated[int | None, typer.Option("--shift", help="The shift; the newest without it.")] = None,
    as_json: AsJson = False,
) -> None:
    """The report of a shift: opener, fills, credits, drop, closer, win, pace, side bets, irregularities."""
    from dealer_console.commands.shift_report import shift_report as report

    raise typer.Exit(report(file, number=number, as_json=as_json))


def mount(app: typer.Typer) -> None:
    app.command()(verify)
    app.command()(export)
    app.command(name="import")(import_)
    app.command()(history)
    app.command(name="shift-report")(shift_report)
