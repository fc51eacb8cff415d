"""The command `dealer-console`. Every command is imported only when it is called: starting must be quick."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer.exceptions import TyperException

from dealer_console import cli_console, cli_journal, cli_optical, cli_pit
from dealer_console.cli_floor import app as floor_app
from dealer_console.cli_people import app as people_app
from dealer_console.commands.device import app as device_app
from dealer_console.commands.speaking import complain, machine_listens

app = typer.Typer(
    name="dealer-console",
    help="Dealer-assist and table-game management for physical Blackjack Switch and blackjack tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

app.add_typer(device_app, name="device", help="Devices of this table: list, pair, check, forget.")
app.add_typer(floor_app, name="floor", help="The database of all tables: init, status, serve, forward, compare, copy.")
app.add_typer(people_app, name="people", help="Who may do what: add, list, roles, locks, PINs, leave.")

AsJson = Annotated[bool, typer.Option("--json", help="For machines: JSON on standard output.")]


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(help=".round files, or folders that hold them.")],
    as_json: AsJson = False,
) -> None:
    """Replay rounds move by move: what the dealer says and does, who is paid what and why."""
    from dealer_console.commands.replay import replay_files

    raise typer.Exit(replay_files(files, as_json=as_json))


@app.command()
def rules(
    name: Annotated[str | None, typer.Argument(help="A rule set, or the file of one; without it the list.")] = None,
    as_json: AsJson = False,
) -> None:
    """The rule sets with every value, clause and Reading."""
    from dealer_console.commands.rules import show_rules

    raise typer.Exit(show_rules(name, as_json=as_json))


@app.command()
def irregularities(
    rule_set: Annotated[str, typer.Option("--rules", help="The rule set.")],
    as_json: AsJson = False,
) -> None:
    """What can go wrong, the lawful choices, and which of them need a supervisor."""
    from dealer_console.commands.rules import show_irregularities

    raise typer.Exit(show_irregularities(rule_set, as_json=as_json))


@app.command()
def odds(
    bet: Annotated[str, typer.Argument(help="match, trilux, bounty or insurance.")],
    decks: Annotated[int, typer.Option("--decks", help="Number of decks, 1 to 8.")],
    rule_set: Annotated[str | None, typer.Option("--rules", help="Take the pay table of this rule set.")] = None,
    as_json: AsJson = False,
) -> None:
    """The exact expectation of a side bet, by counting."""
    from dealer_console.commands.odds import show_odds

    raise typer.Exit(show_odds(bet, decks, rule_set, as_json=as_json))


@app.command(name="new-round")
def new_round(rule_set: Annotated[str, typer.Option("--rules", help="The rule set of the round.")]) -> None:
    """A commented template of a .round file, on standard output."""
    from dealer_console.commands.new_round import write_template

    raise typer.Exit(write_template(rule_set))


@app.command()
def simulate(
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds to deal.")],
    seed: Annotated[int, typer.Option("--seed", help="Everything drawn comes from this number.")],
    rule_set: Annotated[str | None, typer.Option("--rules", help="One rule set; all in turn without it.")] = None,
    faults: Annotated[
        str, typer.Option("--faults", help="none, all, or a list: mishaps of devices and people.")
    ] = "all",
    jobs: Annotated[
        int | None, typer.Option("--jobs", help="How many processes share the tables; as many as there are processors.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """A whole table in virtual time, with simulated devices; every promise is checked after every step."""
    from dealer_console.commands.simulate import simulate as run

    jobs = os.cpu_count() or 1 if jobs is None else jobs
    raise typer.Exit(run(rounds=rounds, seed=seed, rules=rule_set, faults=faults, jobs=jobs, as_json=as_json))


cli_journal.mount(app)
cli_console.mount(app)
cli_optical.mount(app)
cli_pit.mount(app)


def main() -> None:
    """A wrong option becomes JSON where JSON was asked for; everything else typer tells a person."""
    if not machine_listens():
        app()
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        status = complain(error.format_message())
    except typer.Abort:
        status = complain("it was broken off; nothing more was done")
    sys.exit(status)


if __name__ == "__main__":
    main()
