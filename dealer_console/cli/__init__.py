"""The command `dealer-console`. A verb is a function in a module of one of its packages, loaded when it is called.

Starting must be quick: the list of verbs and its help need none of the modules. A new verb is one function that returns
the exit status, and one line in `VERBS`.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from dealer_console.cli.extras import extras_named
from dealer_console.cli.output import json_requested, print_error
from dealer_console.cli.verbs import command

if TYPE_CHECKING:
    from typer._click.core import Command, Context

VERBS: Final = {
    "replay": ("rounds.replay", "Replay rounds move by move: what the dealer says and does, who is paid what and why."),
    "rules": ("rounds.rules", "The rule sets with every value, clause and Reading."),
    "irregularities": ("rounds.rules", "What can go wrong, the lawful choices, and which of them need a supervisor."),
    "odds": ("rounds.odds", "The exact expectation of a side bet, by counting."),
    "new-round": ("rounds.new_round", "A commented template of a .round file, on standard output."),
    "simulate": (
        "table.simulate",
        "A whole table in virtual time, with simulated devices; every promise is checked after every step.",
    ),
    "verify": (
        "journals.verify",
        "Check a journal: chain, checkpoints, every settlement computed again; names the first bad entry.",
    ),
    "export": (
        "journals.export",
        "Write the rounds of a journal as .round files, each with its result as expectation.",
    ),
    "import": (
        "journals.import_",
        "Deal .round files into a new journal; every file is replayed before anything is written.",
    ),
    "history": ("journals.history", "Search the rounds of a journal."),
    "shift-report": (
        "journals.shift_report",
        "The report of a shift: opener, fills, credits, drop, closer, win, pace, side bets, irregularities.",
    ),
    "demo": (
        "table.demo",
        "A table to try: simulated shoe, shuffler and reader, training people, and the dealer's console.",
    ),
    "drill": (
        "table.drill",
        "Questions for dealers about dealt rounds: who acts, what is paid, by which clause; scored.",
    ),
    "setup": (
        "operations.setup",
        "A table from nothing: questions, or a file for many tables; ends with tables that open.",
    ),
    "doctor": ("operations.doctor", "Is this machine fit to deal? Each finding with the command that mends it."),
    "run": ("table.run", "The dealer's console of a real table."),
    "feed": (
        "operations.feed",
        "The events of a journal, a folder of them or the floor as JSON lines, for other systems.",
    ),
    "health": ("operations.health", "Ask a running console how it is, by its figures; the exit status says it."),
    "service": ("operations.service", "The console as a service of systemd: install, status, remove."),
    "backup": ("operations.keeping", "Journal, head, key, people and devices of a table, while it deals."),
    "restore": ("operations.keeping", "A backup becomes a table again, with proof that nothing is missing."),
    "roll": ("operations.keeping", "Close a journal and begin the next one, linked to it."),
    "change-key": ("operations.keeping", "Another key signs the journal of a table from now on."),
    "journals": ("operations.keeping", "The journals of a folder in their order, and whether their links hold."),
    "purge": ("operations.keeping", "Remove closed journals of long ago that are proved elsewhere."),
    "read-card": (
        "devices.read_card",
        "Read face-up cards from pictures, one line each; what is not sure is UNREADABLE.",
    ),
    "report": ("pit.report", "The report of a shift, of a table's gaming day, or of the floor's gaming day."),
    "dispute": (
        "pit.report",
        "The dispute pack of a round (zip): PDF with the felt at each step, .round file, extract with its proof.",
    ),
    "search": (
        "pit.search",
        "Find rounds by an index, also among a million: of one journal, of a folder of them, or of the floor.",
    ),
    "alerts": (
        "pit.figures",
        "What the figures say: pace, win outside expectation, corrections, device errors, irregularities by dealer.",
    ),
    "ratings": ("pit.figures", "Players by card number: time, hands, average bet, theoretical loss."),
    "demo-pit": ("pit.demo_pit", "The supervisor's review on a running floor of tables that deal by themselves."),
    "demo-floor": ("pit.demo_floor", "A floor of tables with days of play, in virtual time, to look at."),
    "device": ("devices.device", "Devices of this table: list, pair, check, forget; keys, certificate, meters."),
    "floor": (
        "floor.database",
        "The database of all tables: init, status, forward, compare, copy, days, purge …",
    ),
    "group": (
        "floor.group",
        "The floors of many properties in one database: init, publish, add, status, resync, days.",
    ),
    "people": ("operations.people", "Who may do what: add, list, roles, locks, PINs, leave."),
    "deck": ("devices.deck", "Designs of cards for the optical reader: enrol, list."),
}
GROUPS: Final = ("service", "device", "floor", "group", "people", "deck")


class _VerbsOnDemand(TyperGroup):
    """Lists the verbs from `VERBS`, and imports the one that is called."""

    def list_commands(self, ctx: Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        return TyperCommand(cmd_name, short_help=VERBS[cmd_name][1]) if cmd_name in VERBS else None

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        name, stub, rest = super().resolve_command(ctx, args)
        return name, _load(name) if name is not None and stub is not None else stub, rest


def _load(name: str) -> Command:
    module_name, help_text = VERBS[name]
    module = importlib.import_module(f"dealer_console.cli.{module_name}")
    if name in GROUPS:
        loaded: typer.Typer = module.app
        loaded.info.help = help_text
    else:
        verb = getattr(module, "import_" if name == "import" else name.replace("-", "_"))
        loaded = typer.Typer(add_completion=False, rich_markup_mode=None)
        loaded.command(name=name, help=help_text)(command(verb))
    return typer.main.get_command(loaded)


app = typer.Typer(
    name="dealer-console",
    cls=_VerbsOnDemand,
    help="Dealer-assist and table-game management for physical Blackjack Switch and blackjack tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # its boxes cost more time than everything else at the start
)


def _version(asked: bool) -> None:
    if asked:
        from dealer_console.cli.version import print_version

        print_version()
        raise typer.Exit


@app.callback()
def _verbs(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Program, commit, stored forms, rule sets."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", hidden=True)] = False,
    language: Annotated[
        str, typer.Option("--language", help="Of what is said when something cannot be done: en, es.")
    ] = "en",
) -> None:
    """What comes before a verb."""


def main() -> None:
    """A wrong option becomes JSON where JSON was asked for; everything else typer shows a person."""
    with extras_named():
        _main()


def pit_review() -> None:
    """The command `pit-review`."""
    with extras_named():
        from dealer_console.cli.pit.review import main as review

        review()


def _main() -> None:
    if not json_requested():
        app()
    try:
        status = app(standalone_mode=False)
    except TyperException as error:
        status = print_error(error.format_message())
    except typer.Abort:
        from dealer_console.game.message import Message

        status = print_error(Message("command-broken-off-nothing-more"))
    sys.exit(status)
