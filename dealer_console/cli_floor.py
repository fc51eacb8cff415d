"""`dealer-console floor`: the database of all tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False)

Where = Annotated[str, typer.Argument(help="postgresql://login@host/database, or a table whose file names it.")]
AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]
JournalFile = Annotated[Path, typer.Argument(help="The journal of a table.")]


@app.command()
def init(
    where: Where,
    tables: Annotated[list[str] | None, typer.Option("--table", help="A table that may forward (repeatable).")] = None,
    pits: Annotated[list[str] | None, typer.Option("--pit", help="A login of the pit (repeatable).")] = None,
    clerks: Annotated[list[str] | None, typer.Option("--clerk", help="A login for `serve` (repeatable).")] = None,
    passwords: Annotated[
        Path | None, typer.Option("--pgpass", help="Give new logins passwords, and write them here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make the floor in an empty database, bring it up to this program, let tables and people in."""
    from dealer_console.commands.floor import init as run

    raise typer.Exit(
        run(where, tables=tables or (), pits=pits or (), clerks=clerks or (), passwords=passwords, as_json=as_json)
    )


@app.command()
def status(where: Where, as_json: AsJson = False) -> None:
    """Every table: how far its copy goes, when it was last heard; alarms and open requests."""
    from dealer_console.commands.floor import status as run

    raise typer.Exit(run(where, as_json=as_json))


@app.command()
def serve(
    where: Where,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Fold everything again from the first entry.")] = False,
    once: Annotated[bool, typer.Option("--once", help="Fold what is there, then end.")] = False,
) -> None:
    """Keep what the pit reads (rounds, settlements, calls, devices, people) and tell alarms as they come."""
    from dealer_console.commands.floor import serve as run

    raise typer.Exit(run(where, rebuild=rebuild, once=once))


@app.command()
def forward(
    where: Where,
    journal: JournalFile,
    once: Annotated[bool, typer.Option("--once", help="End when everything is there.")] = False,
) -> None:
    """Forward a journal without the console."""
    from dealer_console.commands.floor import forward as run

    raise typer.Exit(run(where, journal, once=once))


@app.command()
def compare(where: Where, journal: JournalFile, as_json: AsJson = False) -> None:
    """A table's file against the floor's copy: equal, behind, or the first entry that differs."""
    from dealer_console.commands.floor import compare as run

    raise typer.Exit(run(where, journal, as_json=as_json))


@app.command()
def copy(
    where: Where,
    table: Annotated[str, typer.Argument(help="The table.")],
    to: Annotated[Path, typer.Option("--to", help="The new file.")],
) -> None:
    """The floor's copy of a table as a journal file."""
    from dealer_console.commands.floor import copy as run

    raise typer.Exit(run(where, table, to))


@app.command()
def accept(
    where: Where,
    table: Annotated[str, typer.Argument(help="The table.")],
    log: Annotated[str, typer.Argument(help="The identity of the new journal, 32 hexadecimal digits.")],
    why: Annotated[str, typer.Option("--why", help="The reason, for the record.")],
) -> None:
    """Let a table begin a new journal; without this a second journal raises an alarm."""
    from dealer_console.commands.floor import accept as run

    raise typer.Exit(run(where, table, log, why))
