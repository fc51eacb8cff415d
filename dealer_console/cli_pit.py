"""The commands of `dealer-console` around many rounds: report, dispute, search, alerts, ratings, demo-floor."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]
Target = Annotated[str, typer.Argument(help="A journal, a folder of journals, or postgresql://login@host/database.")]
OfTable = Annotated[str | None, typer.Option("--table", help="The table, where there are several.")]
Since = Annotated[str | None, typer.Option("--since", help="From this time on, as 2026-11-16T20:00.")]
Until = Annotated[str | None, typer.Option("--until", help="Up to this time.")]
Output = typer.Option("--output", "-o", help="The file to write; it must not exist yet.")


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
) -> None:
    """The report of a shift, of a table's gaming day, or of the floor's gaming day."""
    from dealer_console.commands.pit import report as run

    forms = {"pdf": as_pdf, "csv": as_csv, "xlsx": as_xlsx, "json": as_json}
    named = [name for name, wanted in forms.items() if wanted]
    if len(named) > 1:
        raise typer.BadParameter("choose one of --pdf, --csv, --xlsx and --json")
    raise typer.Exit(run(target, table=table, shift=shift, day=day, form=named[0] if named else None, to=to))


def dispute(
    target: Target,
    number: Annotated[int, typer.Option("--round", help="The number of the round.")],
    to: Annotated[Path, Output],
    table: OfTable = None,
) -> None:
    """The dispute pack of a round (zip): PDF with the felt at each step, .round file, extract with its proof."""
    from dealer_console.commands.pit import dispute as run

    raise typer.Exit(run(target, number=number, to=to, table=table))


def search(
    target: Target,
    table: OfTable = None,
    since: Since = None,
    until: Until = None,
    first: Annotated[int | None, typer.Option("--from", help="From this round number on.")] = None,
    last: Annotated[int | None, typer.Option("--to", help="Up to this round number.")] = None,
    dealer: Annotated[str | None, typer.Option("--dealer", help="Dealt by this person.")] = None,
    spot: Annotated[int | None, typer.Option("--spot", help="With a wager on this spot.")] = None,
    amount: Annotated[str | None, typer.Option("--amount", help="With exactly this stake, payment or taking.")] = None,
    at_least: Annotated[
        str | None, typer.Option("--at-least", help="With a stake or payment that reaches this.")
    ] = None,
    irregularity: Annotated[
        str | None, typer.Option("--irregularity", help="With this code; 'any', 'corrected' or 'undone'.")
    ] = None,
    card: Annotated[str | None, typer.Option("--card", help="In which this card came.")] = None,
    most: Annotated[int, typer.Option("--most", min=1, help="At most so many rounds, the newest first.")] = 50,
    as_json: AsJson = False,
) -> None:
    """Find rounds by an index, also among a million: of one journal, of a folder of them, or of the floor."""
    from dealer_console.commands.pit import Asked
    from dealer_console.commands.pit import search as run

    asked = Asked(
        table=table,
        since=since,
        until=until,
        first=first,
        last=last,
        dealer=dealer,
        spot=spot,
        amount=amount,
        at_least=at_least,
        irregularity=irregularity,
        card=card,
    )
    raise typer.Exit(run(target, asked, most=most, as_json=as_json))


def alerts(target: Target, as_json: AsJson = False) -> None:
    """What the figures say: pace, win outside expectation, corrections, device errors, irregularities by dealer."""
    from dealer_console.commands.pit import alerts as run

    raise typer.Exit(run(target, as_json=as_json))


def ratings(
    target: Target,
    player: Annotated[str | None, typer.Option("--player", help="Only this player.")] = None,
    since: Since = None,
    until: Until = None,
    as_json: AsJson = False,
) -> None:
    """Players by card number: time, hands, average bet, theoretical loss."""
    from dealer_console.commands.pit import rated as run

    raise typer.Exit(run(target, player=player, since=since, until=until, as_json=as_json))


def demo_floor(
    folder: Annotated[Path, typer.Argument(help="An empty folder for the journals.")],
    tables: Annotated[int, typer.Option("--tables", min=1, max=40)] = 12,
    days: Annotated[int, typer.Option("--days", min=1, max=366)] = 7,
    hours: Annotated[int, typer.Option("--hours", min=1, max=20, help="That each table is open a day.")] = 4,
    seed: Annotated[int, typer.Option("--seed", help="Everything drawn comes from this number.")] = 7,
    as_json: AsJson = False,
) -> None:
    """A floor of tables with days of play, in virtual time, to look at."""
    from dealer_console.commands.pit import demo_floor as run
    from dealer_console.pit.demo import DemoFloor

    raise typer.Exit(run(folder, DemoFloor(tables=tables, days=days, hours=hours, seed=seed), as_json=as_json))


def mount(app: typer.Typer) -> None:
    app.command()(report)
    app.command()(dispute)
    app.command()(search)
    app.command()(alerts)
    app.command()(ratings)
    app.command(name="demo-floor")(demo_floor)
